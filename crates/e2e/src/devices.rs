//! What kind of device the browser believes to be on.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use thirtyfour::cdp::domains::network::NetworkConditions;

use crate::Visit;

/// A window narrower than this is a phone's.
const NARROW: u32 = 600;
/// For so many frames nothing happens before a picture is taken.
const QUIET_FRAMES: u32 = 20;
/// Nothing has moved or come for so many frames.
const QUIET: &str = "
    let quiet = 0;
    const moves = (it) => it.playState === 'running' && it.effect.getTiming().iterations !== Infinity;
    const look = () => {
        const busy = document.querySelector('#app [aria-busy=true]') || document.getAnimations().some(moves);
        quiet = busy ? 0 : quiet + 1;
        quiet === given ? done(true) : requestAnimationFrame(look);
    };
    look();";
/// What follows from a change is on the screen after two frames, and when nothing moves any more.
const AT_REST: &str = "
    const moves = (it) => it.playState === 'running' && it.effect.getTiming().iterations !== Infinity;
    const look = () => document.getAnimations().some(moves) ? requestAnimationFrame(look) : done(true);
    requestAnimationFrame(() => requestAnimationFrame(look));";

impl Visit {
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

    /// Gives the page a window of that size, which may be smaller or larger than a window of the
    /// browser's own can be. A narrow one is a phone's, with touch. Waits until the page has followed.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let is_phone = width < NARROW;
        let window =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone});
        let devtools = self.browser.cdp();
        devtools.send_raw("Emulation.setDeviceMetricsOverride", window).await?;
        let touch = json!({"enabled": is_phone});
        devtools.send_raw("Emulation.setTouchEmulationEnabled", touch).await?;
        self.wait_for(AT_REST, Value::Null).await.map(drop)
    }

    /// Has the system like it dark, or light again.
    ///
    /// # Errors
    /// If the browser does not do it.
    pub async fn set_dark(&self, dark: bool) -> Result<()> {
        let scheme = if dark { "dark" } else { "light" };
        let wish = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.browser.cdp().send_raw("Emulation.setEmulatedMedia", wish).await?;
        self.wait_for(AT_REST, Value::Null).await.map(drop)
    }

    /// Keeps a picture of the whole page, also of what one would have to scroll to.
    ///
    /// # Errors
    /// If there is none, or it cannot be kept.
    pub async fn picture(&self, path: &Path) -> Result<()> {
        self.wait_for(QUIET, json!(QUIET_FRAMES)).await?;
        let size = "const {scrollHeight} = document.scrollingElement;\
             return [innerWidth, Math.max(innerHeight, scrollHeight)];";
        let size = self.run(size).await?;
        let clip = json!({"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1});
        let wish = json!({"captureBeyondViewport": true, "clip": clip});
        let taken = self.browser.cdp().send_raw("Page.captureScreenshot", wish).await?;
        let taken = taken["data"].as_str().context("the browser gives no picture")?;
        Ok(fs::write(path, STANDARD.decode(taken)?)?)
    }
}
