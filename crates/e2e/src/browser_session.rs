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

use crate::console::ExpectedError;
use crate::process::{Driver, Server};
use crate::tasks::Trace;

/// How long to wait for an element or a condition.
const WAIT_TIMEOUT: Duration = Duration::from_mins(1);
/// How often a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// `WebDriver`'s name for the trace.
const TRACE_LOG: &str = "performance";

/// The person is to act at the shown table, and all its actions are mounted. (The home page has
/// such pills for other tables.)
pub const MY_TURN: &str = "document.querySelector('main:not(.home, [aria-busy]) .pill.hint')";
/// The elements of Foxy & Wooly whose press makes an action; the steps of a bid do not.
pub const ACTION_ELEMENT: &str = "main :is(.big-btn[aria-disabled=false], .ways .btn)";

/// The page has its heading, and nothing on it is busy.
const PAGE_LOADED: &str = "document.querySelector('#app[data-ready] main') \
     && document.querySelector('#app h1') && !document.querySelector('#app [aria-busy=true]')";

/// The size of the window.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Size {
    /// A phone in portrait format, with touch.
    Phone,
    /// A desktop window.
    Desktop,
}

/// One person's browser at a server.
#[derive(Debug)]
pub struct BrowserSession {
    /// The `WebDriver` client.
    pub browser: WebDriver,
    _driver: Driver,
}

impl BrowserSession {
    /// Opens a browser at the server's home page. Bots act without a pause, and their default level
    /// is 1, so that games are quick.
    ///
    /// # Errors
    /// If the browser does not start.
    pub async fn open(server: &Server, size: Size) -> Result<Self> {
        Self::open_with(server, capabilities(size)?).await
    }

    /// The same with tracing, which slows the browser down.
    ///
    /// # Errors
    /// If the browser does not start.
    pub async fn open_traced(server: &Server, size: Size, categories: &str) -> Result<Self> {
        let mut chrome = capabilities(size)?;
        chrome.set_logging_prefs(TRACE_LOG, LoggingPrefsLogLevel::All)?;
        let categories =
            json!({"enableNetwork": false, "enablePage": false, "traceCategories": categories});
        chrome.add_experimental_option("perfLoggingPrefs", categories)?;
        Self::open_with(server, chrome).await
    }

    async fn open_with(server: &Server, chrome: ChromeCapabilities) -> Result<Self> {
        let driver = Driver::start()?;
        let browser = WebDriver::new(driver.url(), chrome).await?;
        let session = Self { browser, _driver: driver };
        session.go(server, "/").await?;
        session.run("localStorage.setItem('bellwether.pace', 'quick'); localStorage.setItem('bellwether.level', '1'); localStorage.setItem('bellwether.sound', 'off');").await?;
        Ok(session)
    }

    /// Goes to a page and waits until it is loaded completely.
    ///
    /// # Errors
    /// If it does not load.
    pub async fn go(&self, server: &Server, path: &str) -> Result<()> {
        self.browser.goto(server.url(path)).await?;
        self.wait_until_loaded().await.with_context(|| format!("{path} is never all there"))
    }

    /// Waits until the page is loaded completely, with all deferred views.
    ///
    /// # Errors
    /// If it takes too long.
    pub async fn wait_until_loaded(&self) -> Result<()> {
        self.until(PAGE_LOADED, Value::Null).await
    }

    /// Waits for the first element that matches the selector.
    ///
    /// # Errors
    /// If there is none for a long time.
    pub async fn find(&self, selector: &str) -> Result<WebElement> {
        let query = self.browser.query(By::Css(selector)).wait(WAIT_TIMEOUT, POLL_INTERVAL);
        query.first().await.with_context(|| format!("`{selector}` does not appear"))
    }

    /// Presses the first element that matches the selector.
    ///
    /// # Errors
    /// If there is none, or it cannot be pressed.
    pub async fn press(&self, selector: &str) -> Result<()> {
        let query =
            self.browser.query(By::Css(selector)).wait(WAIT_TIMEOUT, POLL_INTERVAL).and_clickable();
        let element =
            query.first().await.with_context(|| format!("`{selector}` cannot be pressed"))?;
        element.click().await.with_context(|| format!("`{selector}` does not take a press"))
    }

    /// Runs a script in the page and returns its value.
    ///
    /// # Errors
    /// If it throws.
    pub async fn run(&self, script: &str) -> Result<Value> {
        Ok(self.browser.execute(script, Vec::new()).await?.json().clone())
    }

    /// Runs an asynchronous script in the page. It calls `done` with its result; `given` is its
    /// first argument.
    ///
    /// # Errors
    /// If it throws or takes too long.
    pub async fn wait_for(&self, script: &str, given: Value) -> Result<Value> {
        self.browser.set_script_timeout(WAIT_TIMEOUT).await?;
        let script = format!("const given = arguments[0], done = arguments[1]; {script}");
        Ok(self.browser.execute_async(&script, vec![given]).await?.json().clone())
    }

    /// Gets JSON from the server with the session of the page.
    ///
    /// # Errors
    /// If the response is not JSON.
    pub async fn get(&self, path: &str) -> Result<Value> {
        self.fetch(path, Value::Null, "(answer) => answer.json()").await
    }

    /// Posts JSON to the server with the session of the page, and returns the response.
    ///
    /// # Errors
    /// If the response is not JSON.
    pub async fn post(&self, path: &str, body: Value) -> Result<Value> {
        self.fetch(path, body, "(answer) => answer.json()").await
    }

    /// Posts JSON to the server and returns the status.
    ///
    /// # Errors
    /// If there is no response.
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

    /// Waits until an expression is true in the page. It can use `given`.
    ///
    /// # Errors
    /// If it takes too long.
    pub async fn until(&self, condition: &str, given: Value) -> Result<()> {
        let script = format!(
            "const look = () => ({condition}) ? done(true) : setTimeout(look, 15); look();"
        );
        self.wait_for(&script, given).await.map(drop)
    }

    /// The trace since the browser was opened or since the last call.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn trace(&self) -> Result<Trace> {
        let log = self.browser.get_log(TRACE_LOG).await?;
        let event = |entry: &BrowserLogEntry| {
            let mut entry: Value = serde_json::from_str(&entry.message).ok()?;
            Some(entry["message"]["params"].take())
        };
        Ok(Trace(log.iter().filter_map(event).collect()))
    }

    /// Closes the browser. Its console must have no errors or warnings.
    ///
    /// # Errors
    /// If there are some, or the browser does not close.
    pub async fn close(self) -> Result<()> {
        self.close_expecting(&[]).await
    }

    /// The same, with expected errors in the console.
    ///
    /// # Errors
    /// If there are others, or the browser does not close.
    pub async fn close_expecting(self, expected_errors: &[ExpectedError]) -> Result<()> {
        self.expect_clean_console(expected_errors).await?;
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
    // As root, Chromium runs without its sandbox only; its own requests (updates and the like)
    // would fail here.
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
