//! The setup of a game: players, component set and options.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::notation::quoted;
use crate::{ComponentSet, Game, GameInfo};

/// The most options a game can have.
pub const MAX_OPTIONS: usize = 4;

/// The chosen value of each option, as an index into [`crate::OptionInfo::values`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Choices([u8; MAX_OPTIONS]);

impl Choices {
    /// The chosen value of the option at that index of [`GameInfo::options`].
    #[inline]
    pub const fn get(self, option: usize) -> usize {
        self.0[option] as usize
    }

    /// Chooses a value by name.
    ///
    /// # Errors
    /// If the game has no such option or the option no such value.
    pub fn choose(&mut self, info: &GameInfo, option: &str, value: &str) -> Result<(), SetupError> {
        let index = info.option(option).ok_or_else(|| SetupError::UnknownOption {
            game: info.title,
            option: quoted(option),
        })?;
        let values = info.options[index].values;
        let chosen = values.iter().position(|&known| known == value).ok_or_else(|| {
            SetupError::UnknownValue {
                option: info.options[index].name,
                value: quoted(value),
                values: values.join(", "),
            }
        })?;
        self.0[index] = chosen as u8;
        Ok(())
    }

    /// The chosen values by name, in the game's own order.
    pub fn named(self, info: &GameInfo) -> impl Iterator<Item = (&'static str, &'static str)> {
        let options = info.options.iter().enumerate();
        options.map(move |(index, option)| (option.name, option.values[self.get(index)]))
    }
}

/// The reason why a setup is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Too few or too many players.
    #[error("{game} is a game for {min} to {max} players, not for {players}")]
    Players {
        /// The game's title.
        game: &'static str,
        /// The minimum.
        min: u8,
        /// The maximum.
        max: u8,
        /// The requested number of players.
        players: u64,
    },
    /// An option that the game does not have.
    #[error("{game} has no option {option}")]
    UnknownOption {
        /// The game's title.
        game: &'static str,
        /// The requested option, quoted.
        option: String,
    },
    /// A value that the option does not have.
    #[error("the option {option} cannot be {value}: it can be {values}")]
    UnknownValue {
        /// The option.
        option: &'static str,
        /// The requested value, quoted.
        value: String,
        /// The possible values.
        values: String,
    },
    /// A component set that is not loaded.
    #[error("the component set {set} is not loaded for {game}")]
    UnknownSet {
        /// The game's title.
        game: &'static str,
        /// The requested set, quoted.
        set: String,
    },
}

/// The setup of a game; always a possible one.
#[derive(Debug)]
pub struct Setup<G: Game> {
    players: u8,
    choices: Choices,
    set: &'static G::Set,
}

// Not derived: that would require `G: Clone`.
#[allow(clippy::expl_impl_clone_on_copy)]
impl<G: Game> Clone for Setup<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Setup<G> {}

impl<G: Game> PartialEq for Setup<G> {
    fn eq(&self, other: &Self) -> bool {
        self.players == other.players
            && self.choices == other.choices
            && (std::ptr::eq(self.set, other.set) || self.set == other.set)
    }
}

impl<G: Game> Eq for Setup<G> {}

impl<G: Game> Setup<G> {
    /// A setup for that many players with the standard set and default options.
    ///
    /// # Errors
    /// If the game does not allow that many players.
    pub fn new(players: u64) -> Result<Self, SetupError> {
        let range = G::INFO.players;
        u8::try_from(players)
            .ok()
            .filter(|&players| range.contains(players))
            .map(|players| Self { players, choices: Choices::default(), set: G::Set::standard() })
            .ok_or(SetupError::Players {
                game: G::INFO.title,
                min: range.min,
                max: range.max,
                players,
            })
    }

    /// A copy with an option chosen by name.
    ///
    /// # Errors
    /// If the game has no such option or the option no such value.
    pub fn with_option(mut self, option: &str, value: &str) -> Result<Self, SetupError> {
        self.choices.choose(G::INFO, option, value)?;
        Ok(self)
    }

    /// A copy with another component set.
    #[must_use]
    pub fn with_set(self, set: &'static G::Set) -> Self {
        Self { set, ..self }
    }

    /// A copy with the set of that id among those loaded.
    ///
    /// # Errors
    /// If there is none.
    pub fn with_set_named(self, id: &str, sets: &[&'static G::Set]) -> Result<Self, SetupError> {
        let set = sets.iter().find(|set| set.id() == id);
        set.map(|set| self.with_set(set))
            .ok_or_else(|| SetupError::UnknownSet { game: G::INFO.title, set: quoted(id) })
    }

    /// The number of players.
    #[inline]
    pub const fn players(&self) -> u8 {
        self.players
    }

    /// The chosen options.
    #[inline]
    pub const fn choices(&self) -> Choices {
        self.choices
    }

    /// The component set.
    #[inline]
    pub const fn set(&self) -> &'static G::Set {
        self.set
    }

    /// The chosen options by name.
    pub fn options(&self) -> BTreeMap<&'static str, &'static str> {
        self.choices.named(G::INFO).collect()
    }

    /// All setups with the standard set: all player counts, all values of all options.
    pub fn every() -> Vec<Self> {
        let range = G::INFO.players;
        let mut setups: Vec<Self> =
            (range.min..=range.max).filter_map(|players| Self::new(players.into()).ok()).collect();
        for option in G::INFO.options {
            let chosen = |setup: Self| {
                let values = option.values.iter();
                values.filter_map(move |value| setup.with_option(option.name, value).ok())
            };
            setups = setups.into_iter().flat_map(chosen).collect();
        }
        setups
    }
}
