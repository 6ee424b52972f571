//! Emulation of devices: network, sleep, window size, colour scheme; and screenshots.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use thirtyfour::cdp::domains::network::NetworkConditions;

use crate::BrowserSession;

/// The width of a window below which it is a phone.
const MAX_PHONE_WIDTH: u32 = 600;
/// The number of frames without a change before a screenshot.
const QUIET_FRAMES: u32 = 20;
/// Waits until nothing has moved or loaded for that number of frames.
const WAIT_UNTIL_QUIET: &str = "
    let quiet = 0;
    const moves = (it) => it.playState === 'running' && it.effect.getTiming().iterations !== Infinity;
    const look = () => {
        const busy = document.querySelector('#app [aria-busy=true]') || document.getAnimations().some(moves);
        quiet = busy ? 0 : quiet + 1;
        quiet === given ? done(true) : requestAnimationFrame(look);
    };
    look();";
/// Waits for two frames, and until all animations are finished.
const WAIT_UNTIL_AT_REST: &str = "
    const moves = (it) => it.playState === 'running' && it.effect.getTiming().iterations !== Infinity;
    const look = () => document.getAnimations().some(moves) ? requestAnimationFrame(look) : done(true);
    requestAnimationFrame(() => requestAnimationFrame(look));";

impl BrowserSession {
    /// Slows the page down by that factor.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn slow_down(&self, factor: u32) -> Result<()> {
        let rate = json!({"rate": factor});
        self.browser.cdp().send_raw("Emulation.setCPUThrottlingRate", rate).await?;
        Ok(())
    }

    /// Switches the network off or on.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn set_offline(&self, offline: bool) -> Result<()> {
        let conditions = NetworkConditions { offline, ..NetworkConditions::default() };
        let devtools = self.browser.cdp();
        let network = devtools.network();
        network.enable().await?;
        network.emulate_network_conditions(conditions).await?;
        Ok(())
    }

    /// Freezes the page, as phones do in the background.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn sleep(&self) -> Result<()> {
        self.set_lifecycle("frozen").await
    }

    /// Resumes the page.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn wake(&self) -> Result<()> {
        self.set_lifecycle("active").await
    }

    async fn set_lifecycle(&self, state: &str) -> Result<()> {
        let devtools = self.browser.cdp();
        devtools.send_raw("Page.setWebLifecycleState", json!({"state": state})).await?;
        Ok(())
    }

    /// Emulates a window of that size, also beyond the limits of real windows. A narrow one is a
    /// phone with touch. Waits until the page has adapted.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let is_phone = width < MAX_PHONE_WIDTH;
        let window =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone});
        let devtools = self.browser.cdp();
        devtools.send_raw("Emulation.setDeviceMetricsOverride", window).await?;
        let touch = json!({"enabled": is_phone});
        devtools.send_raw("Emulation.setTouchEmulationEnabled", touch).await?;
        self.wait_for(WAIT_UNTIL_AT_REST, Value::Null).await.map(drop)
    }

    /// Sets the preferred colour scheme.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn set_dark(&self, dark: bool) -> Result<()> {
        let scheme = if dark { "dark" } else { "light" };
        let wish = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.browser.cdp().send_raw("Emulation.setEmulatedMedia", wish).await?;
        self.wait_for(WAIT_UNTIL_AT_REST, Value::Null).await.map(drop)
    }

    /// Saves a screenshot of the whole page.
    ///
    /// # Errors
    /// If it cannot be taken or saved.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        self.wait_for(WAIT_UNTIL_QUIET, json!(QUIET_FRAMES)).await?;
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
