//! One person's browser.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use thirtyfour::cdp::domains::network::NetworkConditions;
use thirtyfour::common::capabilities::chromium::ChromiumLikeCapabilities;
use thirtyfour::common::command::{Actions, Command};
use thirtyfour::extensions::query::ElementQueryable;
use thirtyfour::{
    BrowserLogEntry, By, ChromeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver,
    WebElement,
};

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
        self.find("#app[data-ready] main:not([aria-busy])").await.map(drop)
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

    /// Presses the middle of an element without looking whether something lies over it, as a hurried
    /// finger or mouse does.
    ///
    /// # Errors
    /// If the browser takes no input.
    pub async fn tap(&self, selector: &str, size: Size) -> Result<()> {
        let kind = if size == Size::Phone { "touch" } else { "mouse" };
        let script = format!(
            "const it = document.querySelector(\"{selector}\"); if (!it) return null;\
             const box = it.getBoundingClientRect();\
             const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];\
             return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? [x, y] : null;"
        );
        let place = self.run(&script).await?;
        // What cannot be brought into the window is not pressed.
        let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) else { return Ok(()) };
        let steps = json!([
            {"type": "pointerMove", "duration": 0, "x": x.floor() as i64, "y": y.floor() as i64},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let pointer = json!({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": steps});
        self.browser.cmd(Command::PerformActions(Actions::from(json!([pointer])))).await?;
        Ok(())
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

    /// Makes the page so many times slower than the machine is.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn slow_down(&self, times: u32) -> Result<()> {
        let rate = json!({"rate": times});
        self.browser.cdp().send_raw("Emulation.setCPUThrottlingRate", rate).await?;
        Ok(())
    }

    /// Takes the network away from the browser, or gives it back.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        let conditions = NetworkConditions { offline, ..NetworkConditions::default() };
        let devtools = self.browser.cdp();
        let network = devtools.network();
        network.enable().await?;
        network.emulate_network_conditions(conditions).await?;
        Ok(())
    }

    /// Lets the page sleep, as a phone in a pocket does: nothing in it runs.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn sleep(&self) -> Result<()> {
        self.set_lifecycle("frozen").await
    }

    /// Wakes the page up.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn wake(&self) -> Result<()> {
        self.set_lifecycle("active").await
    }

    async fn set_lifecycle(&self, state: &str) -> Result<()> {
        let devtools = self.browser.cdp();
        devtools.send_raw("Page.setWebLifecycleState", json!({"state": state})).await?;
        Ok(())
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

    /// Makes sure that the console has neither errors nor warnings.
    ///
    /// # Errors
    /// With the first of them.
    pub async fn expect_a_clean_console(&self) -> Result<()> {
        let log = self.browser.browser_log().await?;
        let worst = log.iter().find(|entry| matches!(entry.level.as_str(), "SEVERE" | "WARNING"));
        ensure!(worst.is_none(), "the console says: {}", worst.map_or("", |entry| &entry.message));
        Ok(())
    }

    /// Makes sure that axe finds nothing that keeps people out. `source` is axe's own text.
    ///
    /// # Errors
    /// With what axe has found.
    pub async fn expect_accessible(&self, source: &str) -> Result<()> {
        self.run(source).await?;
        let script = "axe.run(document, {resultTypes: ['violations']}).then((found) => done(\
             found.violations.map((it) => `${it.id}: ${it.nodes[0].target} (${it.nodes.length}) ${it.nodes[0].failureSummary}`)))";
        let found = self.wait_for(script, Value::Null).await?;
        ensure!(found == json!([]), "at {}: {found:#}", self.browser.current_url().await?);
        Ok(())
    }

    /// Closes the browser.
    ///
    /// # Errors
    /// If it does not close.
    pub async fn close(self) -> Result<()> {
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
