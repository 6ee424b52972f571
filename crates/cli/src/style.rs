//! The colours of the terminal.

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// What can be typed.
pub(crate) const KEY: Style = AnsiColor::Cyan.on_default();
/// Less important text.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// Success, and winners.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Refusals and errors.
pub(crate) const WRONG: Style = AnsiColor::Yellow.on_default();

/// The text in that style, followed by a reset.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
