//! One person's browser.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::extensions::query::ElementQueryable;
use thirtyfour::{
    BrowserLogEntry, By, ChromeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver,
    WebElement,
};

use crate::console::Trouble;
use crate::process::{Driver, Server};
use crate::tasks::Trace;

/// How long something may take to show, on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often it is looked for.
const GLANCE: Duration = Duration::from_millis(20);

/// What the driver calls the trace.
const TRACE: &str = "performance";

/// It is the person's turn at the table they look at, and everything they may do is there. The home
/// page says so of tables far away as well.
pub const MY_TURN: &str = "document.querySelector('main:not(.home, [aria-busy]) .pill.hint')";
/// Where Foxy & Wooly takes a press as a whole move, whatever is asked for. A step up or down with a
/// bid is none.
pub const A_MOVE: &str = "main :is(.big-btn[aria-disabled=false], .ways .btn)";

/// The page has its heading, and nothing on it is busy.
const SETTLED: &str = "document.querySelector('#app[data-ready] main') \
     && document.querySelector('#app h1') && !document.querySelector('#app [aria-busy=true]')";

/// How large the window is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Size {
    /// A phone, held upright, with touch.
    Phone,
    /// A window on a desktop.
    Desktop,
}

/// One person's browser at a server.
#[derive(Debug)]
pub struct Visit {
    /// What drives the browser.
    pub browser: WebDriver,
    _driver: Driver,
}

impl Visit {
    /// Opens a browser at the server's home page. Bots answer without a pause, and the first level
    /// is the usual one, so that games are quick.
    ///
    /// # Errors
    /// If the browser cannot be started.
    pub async fn open(server: &Server, size: Size) -> Result<Self> {
        Self::open_with(server, capabilities(size)?).await
    }

    /// The same with a browser that writes down some of what it does, which makes it slower.
    ///
    /// # Errors
    /// If the browser cannot be started.
    pub async fn open_traced(server: &Server, size: Size, noted: &str) -> Result<Self> {
        let mut chrome = capabilities(size)?;
        chrome.set_logging_prefs(TRACE, LoggingPrefsLogLevel::All)?;
        let noted = json!({"enableNetwork": false, "enablePage": false, "traceCategories": noted});
        chrome.add_experimental_option("perfLoggingPrefs", noted)?;
        Self::open_with(server, chrome).await
    }

    async fn open_with(server: &Server, chrome: ChromeCapabilities) -> Result<Self> {
        let driver = Driver::start()?;
        let browser = WebDriver::new(driver.url(), chrome).await?;
        let visit = Self { browser, _driver: driver };
        visit.go(server, "/").await?;
        visit.run("localStorage.setItem('bellwether.pace', 'quick'); localStorage.setItem('bellwether.level', '1'); localStorage.setItem('bellwether.sound', 'off');").await?;
        Ok(visit)
    }

    /// Goes to a page and waits until it is all there.
    ///
    /// # Errors
    /// If the browser does not get there.
    pub async fn go(&self, server: &Server, path: &str) -> Result<()> {
        self.browser.goto(server.url(path)).await?;
        self.settle().await.with_context(|| format!("{path} is never all there"))
    }

    /// Waits until the page is all there: nothing on it is still being looked for or put up.
    ///
    /// # Errors
    /// If something is for a long time.
    pub async fn settle(&self) -> Result<()> {
        self.until(SETTLED, Value::Null).await
    }

    /// The first element of that selector, as soon as there is one.
    ///
    /// # Errors
    /// If there is none for a long time.
    pub async fn find(&self, selector: &str) -> Result<WebElement> {
        let query = self.browser.query(By::Css(selector)).wait(PATIENCE, GLANCE);
        query.first().await.with_context(|| format!("`{selector}` does not appear"))
    }

    /// Presses the first element of that selector.
    ///
    /// # Errors
    /// If there is none, or it cannot be pressed.
    pub async fn press(&self, selector: &str) -> Result<()> {
        let query = self.browser.query(By::Css(selector)).wait(PATIENCE, GLANCE).and_clickable();
        let element =
            query.first().await.with_context(|| format!("`{selector}` cannot be pressed"))?;
        element.click().await.with_context(|| format!("`{selector}` does not take a press"))
    }

    /// Runs a script in the page and gives what it returns.
    ///
    /// # Errors
    /// If it throws.
    pub async fn run(&self, script: &str) -> Result<Value> {
        Ok(self.browser.execute(script, Vec::new()).await?.json().clone())
    }

    /// Runs a script in the page that calls `done` when it is finished, and gives what it is called
    /// with. `given` is its first argument.
    ///
    /// # Errors
    /// If it throws or takes too long.
    pub async fn wait_for(&self, script: &str, given: Value) -> Result<Value> {
        self.browser.set_script_timeout(PATIENCE).await?;
        let script = format!("const given = arguments[0], done = arguments[1]; {script}");
        Ok(self.browser.execute_async(&script, vec![given]).await?.json().clone())
    }

    /// Asks the server for something, as a guest of its.
    ///
    /// # Errors
    /// If it does not answer with JSON.
    pub async fn get(&self, path: &str) -> Result<Value> {
        self.fetch(path, Value::Null, "(answer) => answer.json()").await
    }

    /// Sends something to the server, as a guest of its, and gives what it answers.
    ///
    /// # Errors
    /// If it does not answer with JSON.
    pub async fn post(&self, path: &str, body: Value) -> Result<Value> {
        self.fetch(path, body, "(answer) => answer.json()").await
    }

    /// Sends something to the server and gives the status of its answer.
    ///
    /// # Errors
    /// If it does not answer.
    pub async fn post_status(&self, path: &str, body: Value) -> Result<Value> {
        self.fetch(path, body, "(answer) => answer.status").await
    }

    async fn fetch(&self, path: &str, body: Value, read: &str) -> Result<Value> {
        let script = format!(
            "const json = {{'content-type': 'application/json'}};\
             const send = (path, body) => fetch(path, body === null ? {{}} : {{method: 'POST', headers: json, body: JSON.stringify(body)}});\
             send('/api/me', {{}}).then(() => send(given.path, given.body)).then({read}).then(done);"
        );
        self.wait_for(&script, json!({"path": path, "body": body})).await
    }

    /// Waits until that is true in the page; `given` is what it may compare with.
    ///
    /// # Errors
    /// If it is not true for a long time.
    pub async fn until(&self, truth: &str, given: Value) -> Result<()> {
        let script =
            format!("const look = () => ({truth}) ? done(true) : setTimeout(look, 15); look();");
        self.wait_for(&script, given).await.map(drop)
    }

    /// What a traced browser has written down since it was opened, or since it was last asked.
    ///
    /// # Errors
    /// If the browser does not tell.
    pub async fn trace(&self) -> Result<Trace> {
        let log = self.browser.get_log(TRACE).await?;
        let event = |entry: &BrowserLogEntry| {
            let mut entry: Value = serde_json::from_str(&entry.message).ok()?;
            Some(entry["message"]["params"].take())
        };
        Ok(Trace(log.iter().filter_map(event).collect()))
    }

    /// Closes the browser, in whose console there is neither an error nor a warning.
    ///
    /// # Errors
    /// If there is one, or if the browser does not close.
    pub async fn close(self) -> Result<()> {
        self.close_after(&[]).await
    }

    /// The same, but for what such troubles leave in the console.
    ///
    /// # Errors
    /// If there is anything else, or if the browser does not close.
    pub async fn close_after(self, troubles: &[Trouble]) -> Result<()> {
        self.expect_a_clean_console(troubles).await?;
        Ok(self.browser.quit().await?)
    }
}

fn capabilities(size: Size) -> Result<ChromeCapabilities> {
    let mut chrome = DesiredCapabilities::chrome();
    chrome.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    let window = match size {
        Size::Phone => {
            let phone = json!({"deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 2.0, "touch": true}});
            chrome.add_experimental_option("mobileEmulation", phone)?;
            "--window-size=390,844"
        }
        Size::Desktop => "--window-size=1440,1000",
    };
    // As root, Chromium runs without its sandbox only; its own errands would be refused here.
    for argument in [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        window,
    ] {
        chrome.add_arg(argument)?;
    }
    Ok(chrome)
}
