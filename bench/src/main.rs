//! Measurements, with a one-line command: `cargo xtask bench rules [GAME]`.
//!
//! Times are for people to read; no test asserts them. Every figure is printed with its ratio to a
//! baseline that was measured in the same run, because machines differ and days do too.

mod glen_more_speed;
mod measure;
mod rules_speed;
mod tipperary_speed;

use std::process::ExitCode;

use shelf::{GameId, with_game_type};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let games = match words.as_slice() {
        [] | ["rules"] => GameId::ALL.to_vec(),
        ["rules", name] => GameId::named(name).into_iter().collect(),
        _ => Vec::new(),
    };
    if games.is_empty() {
        eprintln!("usage: bench rules [GAME], where GAME is one of {}", GameId::list());
        return ExitCode::from(2);
    }
    for game in games {
        with_game_type!(game, G => rules_speed::run::<G>());
        match game {
            GameId::Tipperary => tipperary_speed::run(),
            GameId::GlenMore => glen_more_speed::run(),
            GameId::FoxyAndWooly => {}
        }
    }
    ExitCode::SUCCESS
}
