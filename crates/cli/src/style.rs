//! The few colours of the terminal.

use anstyle::{AnsiColor, Style};

/// Headings and names.
pub(crate) const STRONG: Style = Style::new().bold();
/// What can be typed.
pub(crate) const KEY: Style = AnsiColor::Cyan.on_default();
/// What is of less interest.
pub(crate) const QUIET: Style = Style::new().dimmed();
/// What went well, or who won.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What cannot be done.
pub(crate) const WRONG: Style = AnsiColor::Yellow.on_default();

/// The text in that style, with the style switched off behind it.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
