//! Players for every game on the shelf.
//!
//! A [`Bot`] is given a state, a seat, a [`Budget`] and a seed, and answers with an [`Advice`]: an
//! action and its reasons. Its strength comes from [`Search`], which works for any game, and from
//! what is known about each game ([`Knowledge`]). [`Level`]s are bots with names.
//!
//! With a budget of simulations the answer is the same on every machine. No part of this crate
//! needs a clock or threads on WebAssembly: there a [`Thought`] is stepped slice by slice.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]
#![allow(clippy::cast_precision_loss, reason = "no tree has more than 2^24 visits")]

mod advice;
mod agreement;
mod analysis;
mod any;
pub mod arena;
mod bot;
mod budget;
mod company;
mod flat;
mod habits;
mod knowledge;
mod level;
mod options;
mod player;
mod runner;
mod search;
mod thought;
mod tree;
mod trials;
mod turn;
mod values;
mod weighed;

pub use advice::{Advice, Choice};
pub use analysis::{Decision, MISTAKE, Review, decision, turning_points};
pub use any::{AnyPlayer, NamedAdvice, NamedChoice};
pub use bot::{Bot, Care, NotToAct, Strategy};
#[cfg(not(target_arch = "wasm32"))]
pub use budget::SystemClock;
pub use budget::{Budget, Clock, Leash};
pub use company::Company;
pub use knowledge::Knowledge;
pub use level::{Level, LevelInfo};
pub use options::{Playouts, SearchOptions};
pub use player::Player;
pub use search::Search;
pub use thought::Thought;
pub use values::Values;
