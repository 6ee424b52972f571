//! The five levels of strength, the same for every game.

use crate::{Bot, Budget, SearchOptions, Selection, Strategy};

/// A level of strength, from 1 to 5.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// A level's name and description.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LevelInfo {
    /// Its name.
    pub name: &'static str,
    /// A sentence about its play, for players.
    pub sentence: &'static str,
    /// Simulations per decision, or time per turn.
    pub budget: Budget,
}

const INFOS: [LevelInfo; 5] = [
    LevelInfo {
        name: "Lamb",
        sentence: "Knows the rules and what is natural, and plays quickly and carelessly.",
        budget: Budget::Sims(12),
    },
    LevelInfo {
        name: "Ewe",
        sentence: "Looks a little ahead, and is careless now and then.",
        budget: Budget::Sims(32),
    },
    LevelInfo {
        name: "Ram",
        sentence: "Plays soundly and makes you pay for a mistake.",
        budget: Budget::Sims(120),
    },
    LevelInfo {
        name: "Sheepdog",
        sentence: "Watches everybody's plans and seldom lets one through.",
        budget: Budget::millis(300),
    },
    LevelInfo {
        name: "Bellwether",
        sentence: "Uses everything it knows and all the time it has; the flock follows it.",
        budget: Budget::millis(4000),
    },
];

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];
    /// The strongest.
    pub const BEST: Self = Self(5);

    /// The level with that number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 5 { Some(Self(number)) } else { None }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name, description and budget.
    pub const fn info(self) -> &'static LevelInfo {
        &INFOS[self.0 as usize - 1]
    }

    /// A bot of that level.
    pub fn bot(self) -> Bot {
        let (selection, options) = match self.0 {
            1 => (Selection::Sample, with_attention_limit(8)),
            2 => (Selection::SampleOneIn(4), with_attention_limit(24)),
            3 => (Selection::Best, with_attention_limit(80)),
            4 => (Selection::Best, with_attention_limit(200)),
            _ => (Selection::Best, SearchOptions::default()),
        };
        let bot = Bot::new(Strategy::Search(options), self.info().budget);
        let trees = if self == Self::BEST { parallel_trees() } else { 1 };
        Bot { selection, trees, ..bot }
    }
}

/// A search with an attention limit.
fn with_attention_limit(max_root_actions: usize) -> SearchOptions {
    SearchOptions { max_root_actions, ..SearchOptions::default() }
}

/// How many trees to search in parallel: one per core, at most 8.
fn parallel_trees() -> usize {
    if cfg!(target_arch = "wasm32") {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, |parallel_trees| parallel_trees.get().min(8))
}
