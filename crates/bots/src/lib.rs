//! Bots for every game.
//!
//! A [`Bot`] maps a state, a seat, a [`Budget`] and a seed to an [`Advice`]: an action with the
//! results of the search. [`Search`] is a Monte Carlo tree search for any game; [`Knowledge`] adds
//! heuristics for each game. A [`Level`] is a named bot.
//!
//! With a budget of simulations the answer is the same on every machine. No part of this crate
//! needs a clock or threads on WebAssembly: there a [`DecisionSearch`] is stepped in slices.
#![forbid(unsafe_code)]
#![warn(clippy::unwrap_used)]
#![allow(clippy::cast_precision_loss, reason = "no tree has more than 2^24 visits")]

mod advice;
mod any_bot;
pub mod arena;
mod bot;
mod bot_cache;
mod budget;
mod decision_search;
mod flat_monte_carlo;
mod knowledge;
mod level;
mod merge_trees;
mod opponent_model;
mod options;
mod paired_trials;
mod playout_runner;
mod review;
mod search;
mod seated_bot;
mod sort;
mod tree;
mod turn_time;
mod values;

pub use advice::{Advice, Choice};
pub use any_bot::{AnySeatedBot, NamedAdvice, NamedChoice};
pub use bot::{Bot, NotToAct, Selection, Strategy};
pub use bot_cache::BotCache;
#[cfg(not(target_arch = "wasm32"))]
pub use budget::SystemClock;
pub use budget::{Budget, Clock, SearchControl};
pub use decision_search::DecisionSearch;
pub use knowledge::Knowledge;
pub use level::{Level, LevelInfo};
pub use options::{PlayoutPolicy, SearchOptions};
pub use review::{Decision, MISTAKE_LOSS, Review, decision, turning_points};
pub use search::Search;
pub use seated_bot::SeatedBot;
pub use values::Values;
