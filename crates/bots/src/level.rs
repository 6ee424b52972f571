//! The five levels, the same for every game.

use crate::{Bot, Budget, Care, SearchOptions, Strategy};

/// How well a bot plays, from 1 to 5.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

/// What a level is called and what it is like.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LevelInfo {
    /// Its name.
    pub name: &'static str,
    /// What to expect of it.
    pub sentence: &'static str,
    /// How much it thinks: simulations for every decision, or time for a turn.
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

    /// What it is called, what to expect of it and what it needs.
    pub const fn info(self) -> &'static LevelInfo {
        &INFOS[self.0 as usize - 1]
    }

    /// A bot of that level.
    pub fn bot(self) -> Bot {
        let (care, options) = match self.0 {
            1 => (Care::Little, glancing(8)),
            2 => (Care::Slips(4), glancing(24)),
            3 => (Care::Full, glancing(80)),
            4 => (Care::Full, glancing(200)),
            _ => (Care::Full, SearchOptions::default()),
        };
        let bot = Bot::new(Strategy::Search(options), self.info().budget);
        let trees = if self == Self::BEST { cores() } else { 1 };
        Bot { care, trees, ..bot }
    }
}

/// A search that sees only so many of the possibilities.
fn glancing(attention: usize) -> SearchOptions {
    SearchOptions { attention, ..SearchOptions::default() }
}

/// How many trees can grow at the same time without slowing each other down.
fn cores() -> usize {
    if cfg!(target_arch = "wasm32") {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(8))
}
