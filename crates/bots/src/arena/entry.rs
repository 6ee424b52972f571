//! The bots of a contest, by name: `level4`, `level5@0.1`, `mcts:1000`, `flat:200ms`, `greedy`.
//!
//! A level has one tree, since several games are played in parallel; `level5x2` has two, as on a
//! machine of two cores outside the arena.
//!
//! Settings of a search follow after slashes: `mcts:1000/exploration=0.5/random_rate=0.3`.

use std::str::FromStr;

use thiserror::Error;

use crate::{Bot, Budget, Level, PlayoutPolicy, SearchOptions, Strategy};

/// The most trees of an entry.
const MAX_TREES: usize = 64;

/// A bot of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The text that it was parsed from.
    pub name: String,
    /// The bot.
    pub bot: Bot,
}

/// A text that names no bot.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no bot {0:?}: there are level1 to level5 (level5@0.1 with a tenth of its budget, \
     level5x2 with two trees at once), mcts:SIMS, plain:SIMS, flat:SIMS (or MILLISms each), \
     greedy, simple and random"
)]
pub struct EntryError(String);

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(name: &str) -> Result<Self, EntryError> {
        let bot = bot_named(name).ok_or_else(|| EntryError(name.to_owned()))?;
        Ok(Self { name: name.to_owned(), bot })
    }
}

impl Entry {
    /// Parses a comma-separated list such as `level5,level4,greedy`.
    ///
    /// # Errors
    /// If one of them names no bot.
    pub fn list(names: &str) -> Result<Vec<Self>, EntryError> {
        names.split(',').map(|name| name.trim().parse()).collect()
    }
}

fn bot_named(name: &str) -> Option<Bot> {
    if let Some(level) = name.strip_prefix("level") {
        return level_named(level);
    }
    let instant = |strategy| Some(Bot::new(strategy, Budget::Sims(0)));
    match name.split_once(':') {
        None => match name {
            "random" => instant(Strategy::Random),
            "greedy" => instant(Strategy::Greedy),
            "simple" => instant(Strategy::Heuristic),
            _ => None,
        },
        Some((kind, effort)) => {
            let (effort, settings) = effort.split_once('/').unwrap_or((effort, ""));
            let strategy = match kind {
                "mcts" => Strategy::Search(with_settings(SearchOptions::default(), settings)?),
                "plain" => Strategy::Search(with_settings(SearchOptions::rules_only(), settings)?),
                "flat" if settings.is_empty() => Strategy::FlatMonteCarlo,
                _ => return None,
            };
            Some(Bot::new(strategy, budget(effort)?))
        }
    }
}

fn level_named(text: &str) -> Option<Bot> {
    let (name, fraction) = text.split_once('@').unwrap_or((text, "1"));
    let (number, trees) = name.split_once('x').unwrap_or((name, "1"));
    let level = Level::new(number.parse().ok()?)?;
    let fraction: f32 = fraction.parse().ok().filter(|fraction| *fraction > 0.0)?;
    let trees = trees.parse().ok().filter(|trees| (1..=MAX_TREES).contains(trees))?;
    let bot = level.bot();
    Some(Bot { trees, ..bot }.with_budget(bot.budget.scaled(fraction)))
}

/// The options with the given settings applied.
fn with_settings(mut options: SearchOptions, settings: &str) -> Option<SearchOptions> {
    for setting in settings.split('/').filter(|setting| !setting.is_empty()) {
        let (name, value) = setting.split_once('=')?;
        let number: f32 = value.parse().ok()?;
        match name {
            "exploration" => options.exploration = number,
            "margin" => options.margin_weight = Some(number),
            "watchful" => options.models_opponents = number > 0.0,
            "slips" => options.playouts = PlayoutPolicy::Informed { random_rate: Some(number) },
            "ranked" => options.uses_knowledge = number > 0.0,
            "attention" => options.max_root_actions = number as usize,
            "width" => options.width = number as usize,
            "first" => options.initial_width = number as usize,
            "horizon" => options.horizon = number as u32,
            _ => return None,
        }
    }
    Some(options)
}

fn budget(text: &str) -> Option<Budget> {
    match text.strip_suffix("ms") {
        Some(millis) => Some(Budget::millis(millis.parse().ok()?)),
        None => Some(Budget::Sims(text.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed() {
        let named = |name: &str| name.parse::<Entry>().map(|entry| entry.bot);
        assert_eq!(named("level3"), Ok(Bot { trees: 1, ..Level::ALL[2].bot() }));
        assert_eq!(named("level5x2"), Ok(Bot { trees: 2, ..Level::BEST.bot() }));
        assert_eq!(named("flat:20ms"), Ok(Bot::new(Strategy::FlatMonteCarlo, Budget::millis(20))));
        assert_eq!(named("mcts:7").unwrap().budget, Budget::Sims(7));
        assert!(named("mcts:7/slips=0.3/width=9").is_ok());
        for invalid in [
            "",
            "mcts:7/speed=1",
            "flat:7/width=1",
            "level",
            "level0",
            "level6",
            "level3@0",
            "level3x",
            "level3x0",
            "level3x65",
            "mcts",
            "mcts:x",
            "flat:1s",
        ] {
            assert!(named(invalid).is_err(), "{invalid}");
        }
    }

    #[test]
    fn a_fraction_scales_the_budget() {
        let half: Entry = "level5@0.5".parse().unwrap();
        assert_eq!(half.bot.budget, Level::BEST.bot().budget.scaled(0.5));
    }
}
