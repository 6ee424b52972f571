//! Input by touch, mouse and keys.

use anyhow::{Result, bail};
use serde_json::json;
use thirtyfour::common::command::{Actions, Command};

use crate::{BrowserSession, Size};

/// The Tab key in `WebDriver`.
pub const TAB: &str = "\u{e004}";
/// The Enter key in `WebDriver`.
pub const ENTER: &str = "\u{e007}";
/// More focusable elements than any page has.
const MAX_FOCUS_STOPS: usize = 400;

impl BrowserSession {
    /// Presses the middle of an element without checking whether something covers it.
    ///
    /// # Errors
    /// If the browser refuses input.
    pub async fn tap(&self, selector: &str, size: Size) -> Result<()> {
        let kind = if size == Size::Phone { "touch" } else { "mouse" };
        let script = format!(
            "const it = document.querySelector(\"{selector}\"); if (!it) return null;\
             const box = it.getBoundingClientRect();\
             const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];\
             return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? [x, y] : null;"
        );
        let place = self.run(&script).await?;
        // An element that cannot be scrolled into the window is not pressed.
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

    /// Types keys into the focused element.
    ///
    /// # Errors
    /// If the browser refuses input.
    pub async fn keys(&self, keys: &str) -> Result<()> {
        let pressed = keys.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()}))
        });
        let keyboard =
            json!({"type": "key", "id": "keyboard", "actions": pressed.collect::<Vec<_>>()});
        self.browser.cmd(Command::PerformActions(Actions::from(json!([keyboard])))).await?;
        Ok(())
    }

    /// Presses Tab until an element that matches the selector has the focus.
    ///
    /// # Errors
    /// If none has it after more than one round.
    pub async fn tab_to(&self, selector: &str) -> Result<()> {
        let has_it = "done(document.activeElement?.matches(given) ?? false)";
        for _ in 0..MAX_FOCUS_STOPS {
            self.keys(TAB).await?;
            if self.wait_for(has_it, json!(selector)).await? == json!(true) {
                return Ok(());
            }
        }
        bail!("the Tab key does not lead to `{selector}`")
    }
}
