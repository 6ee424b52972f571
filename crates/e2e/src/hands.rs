//! Fingers, mouse and keys: what a person does with the page, wherever it is looked at.

use anyhow::{Result, bail};
use serde_json::json;
use thirtyfour::common::command::{Actions, Command};

use crate::{Size, Visit};

/// The Tab key, as drivers write it.
pub const TAB: &str = "\u{e004}";
/// The Enter key.
pub const ENTER: &str = "\u{e007}";
/// No page has more places for the focus.
const STOPS: usize = 400;

impl Visit {
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

    /// Presses keys one after the other, wherever the focus is.
    ///
    /// # Errors
    /// If the browser takes no input.
    pub async fn keys(&self, keys: &str) -> Result<()> {
        let pressed = keys.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key.to_string()}))
        });
        let keyboard =
            json!({"type": "key", "id": "keyboard", "actions": pressed.collect::<Vec<_>>()});
        self.browser.cmd(Command::PerformActions(Actions::from(json!([keyboard])))).await?;
        Ok(())
    }

    /// Goes on with the Tab key until something of that selector has the focus.
    ///
    /// # Errors
    /// If nothing has it after a whole round and more.
    pub async fn tab_to(&self, selector: &str) -> Result<()> {
        let has_it = "done(document.activeElement?.matches(given) ?? false)";
        for _ in 0..STOPS {
            self.keys(TAB).await?;
            if self.wait_for(has_it, json!(selector)).await? == json!(true) {
                return Ok(());
            }
        }
        bail!("the Tab key does not lead to `{selector}`")
    }
}
