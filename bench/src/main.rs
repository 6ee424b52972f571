//! Measurements: `cargo xtask bench rules [GAME]` or `bots [GAME]`.
//!
//! Times are for people to read; no test asserts them. Every figure is printed with its ratio to a
//! baseline of the same run, because machines and their load differ.

mod bots_speed;
mod glen_more_speed;
mod measure;
mod rules_speed;
mod tipperary_speed;

use std::process::ExitCode;

use registry::{GameId, with_game_type};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let games = match words.as_slice() {
        [] | ["rules" | "bots"] => GameId::ALL.to_vec(),
        ["rules" | "bots", name] => GameId::named(name).into_iter().collect(),
        _ => Vec::new(),
    };
    if games.is_empty() {
        eprintln!("usage: bench rules|bots [GAME], where GAME is one of {}", GameId::list());
        return ExitCode::from(2);
    }
    for game in games {
        if words.first() == Some(&"bots") {
            with_game_type!(game, G => bots_speed::run::<G>());
            continue;
        }
        with_game_type!(game, G => rules_speed::run::<G>());
        match game {
            GameId::Tipperary => tipperary_speed::run(),
            GameId::GlenMore => glen_more_speed::run(),
            GameId::FoxyAndWooly => {}
        }
    }
    ExitCode::SUCCESS
}
