//! A table: a game in progress, its players, and what can be done there.
//!
//! [`LocalTable`] is a table on this device as plain data. [`Table`] is what pages and boards use:
//! signals that follow the game, and callbacks to act. [`BoardContext`] is a board's view of it,
//! typed by its game.

mod board_context;
mod frame;
mod guide;
mod keys;
mod local_driver;
mod local_table;
mod log;
mod menu;
pub(crate) mod online;
mod open_table;
mod replay;
mod saved_table;
mod score_sheet;
mod study;
mod table_handle;
mod text_table;
mod widgets;

pub use board_context::BoardContext;
pub use frame::Frame;
pub(crate) use guide::Lesson;
pub(crate) use keys::{is_within, listen_to_keys};
pub use local_table::{DrawSource, LocalTable, NewTable, SeatPlayer};
pub use log::LogPanel;
pub(crate) use menu::SettingSwitch;
pub(crate) use open_table::{branch_off, default_bot_level, open_table, random_draws};
pub(crate) use replay::ReturnLink;
pub use saved_table::{SavedTable, TableStore};
pub use study::{Study, may_be_evaluated};
pub(crate) use study::{TryLine, private_line_board, study_panel};
pub(crate) use table_handle::log_signal;
pub use table_handle::{BotProgress, Hint, PlayerLabel, Table, TableSlots};
pub use widgets::{PlayerHead, Prompt, ScoreParts, SeatMark, seat_status, signed_points};
