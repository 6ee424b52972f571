//! A table: a game in progress, its players, and what can be done there.
//!
//! [`LocalTable`] is a table on this device as plain data. [`Table`] is what pages and boards use:
//! signals that follow the game, and callbacks to act. [`BoardContext`] is a board's view of it,
//! typed by its game.

mod desk;
mod drive;
mod frame;
mod guide;
mod handle;
mod keys;
mod local;
mod log;
mod menu;
pub(crate) mod online;
mod parts;
mod replay;
mod sheet;
mod study;
mod text;

pub use desk::Desk;
pub use frame::Frame;
pub(crate) use guide::Lesson;
pub(crate) use handle::telling;
pub use handle::{Company, Hint, Player, Table, Thinking};
pub(crate) use keys::{is_within, listen_to_keys};
pub use local::{Draws, Local, NewTable, Sitter};
pub use log::LogBox;
pub(crate) use menu::Switch;
pub use parts::{PartsList, PlayerHead, Say, SeatMark, minus_sign, status_of};
pub(crate) use replay::WayHome;
pub use study::{Evaluation, Study, is_settled};
pub(crate) use study::{TryLine, line_board, study_panel};
