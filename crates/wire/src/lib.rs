//! What server and client share: the log of a table, what follows from it, and the messages about
//! it. Plain data and pure functions; no socket, no database, no clock.
//!
//! A client that has a table's log has the table: [`table::Table::replay`] is the server's own.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]

mod account;
mod admin;
pub mod day;
mod follow;
mod glance;
pub mod id;
mod message;
mod profile;
pub mod schema;
pub mod secret;
pub mod table;
mod words;

pub use account::{NewName, NewProgram, Notice, Program, ProgramToken, Webhook, WebhookSecret};
pub use admin::{Overview, PersonRow, Search};
pub use follow::Following;
pub use glance::TableView;
pub use message::{
    After, Chat, ChatLine, ClientMessage, Credentials, Done, Farewell, GameView, Legal, Log,
    Opened, Order, Person, Planned, Problem, Saying, ServerMessage, Times, VERSION,
};
pub use profile::{
    HeadToHead, Player, Pool, Profile, RatingPoint, RatingView, ResultRow, Scoreboard, TodayScore,
    WhichDay, WhichGame,
};
