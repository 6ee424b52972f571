//! The closed set of games. A new game is added here, and nowhere else in this crate.

use std::fmt;

use foxy_and_wooly::FoxyAndWooly;
use glen_more::GlenMore;
use rules::{ComponentSet, Game, GameInfo, Play};
use tipperary::Tipperary;

/// The id of a game.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum GameId {
    Tipperary,
    GlenMore,
    FoxyAndWooly,
}

/// A game in progress of any type.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnyGame {
    Tipperary(Box<Play<Tipperary>>),
    GlenMore(Box<Play<GlenMore>>),
    FoxyAndWooly(Box<Play<FoxyAndWooly>>),
}

/// The loaded component sets of all games. A loaded set lives as long as the program, so that
/// states can refer to it. The standard sets are parsed when they are first needed.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    tipperary: Sets<Tipperary>,
    glen_more: Sets<GlenMore>,
    foxy_and_wooly: Sets<FoxyAndWooly>,
}

/// The component sets of a game.
type Sets<G> = Vec<&'static <G as Game>::Set>;

/// Runs generic code for a game in progress: `with_game!(any, play => play.record())`.
#[macro_export]
macro_rules! with_game {
    ($any:expr, $play:pat => $body:expr) => {
        match $any {
            $crate::AnyGame::Tipperary($play) => $body,
            $crate::AnyGame::GlenMore($play) => $body,
            $crate::AnyGame::FoxyAndWooly($play) => $body,
        }
    };
}

/// Runs generic code for the game with an id, whose type is `G` in it:
/// `with_game_type!(id, G => G::INFO)`.
#[macro_export]
macro_rules! with_game_type {
    ($id:expr, $game:ident => $body:expr) => {
        match $id {
            $crate::GameId::Tipperary => {
                type $game = $crate::tipperary::Tipperary;
                $body
            }
            $crate::GameId::GlenMore => {
                type $game = $crate::glen_more::GlenMore;
                $body
            }
            $crate::GameId::FoxyAndWooly => {
                type $game = $crate::foxy_and_wooly::FoxyAndWooly;
                $body
            }
        }
    };
}

/// A game of the closed set, with conversions to and from the types for any game.
pub trait RegisteredGame: Game {
    /// The component sets of this game, the standard one first.
    fn sets(registry: &Registry) -> Sets<Self>;
    /// The component sets of this game that were loaded besides the standard one.
    fn loaded_sets(registry: &mut Registry) -> &mut Sets<Self>;
    /// Converts a game of this type to a game of any type.
    fn any(play: Play<Self>) -> AnyGame;
    /// The game in progress, if it is of this type.
    fn play_of(any: &AnyGame) -> Option<&Play<Self>>;
}

macro_rules! impl_registered_game {
    ($variant:ident, $field:ident) => {
        impl RegisteredGame for $variant {
            fn sets(registry: &Registry) -> Sets<Self> {
                let mut sets = vec![ComponentSet::standard()];
                sets.extend(&registry.$field);
                sets
            }

            fn loaded_sets(registry: &mut Registry) -> &mut Sets<Self> {
                &mut registry.$field
            }

            fn any(play: Play<Self>) -> AnyGame {
                AnyGame::$variant(Box::new(play))
            }

            fn play_of(any: &AnyGame) -> Option<&Play<Self>> {
                match any {
                    AnyGame::$variant(play) => Some(play),
                    _ => None,
                }
            }
        }
    };
}

impl_registered_game!(Tipperary, tipperary);
impl_registered_game!(GlenMore, glen_more);
impl_registered_game!(FoxyAndWooly, foxy_and_wooly);

impl GameId {
    /// All games, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Tipperary, Self::GlenMore, Self::FoxyAndWooly];

    /// The game with that id.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.info().id == name)
    }

    /// Facts about the game.
    pub fn info(self) -> &'static GameInfo {
        with_game_type!(self, G => G::INFO)
    }

    /// The ids of all games, for a sentence.
    pub fn list() -> String {
        Self::ALL.map(|game| game.info().id).join(", ")
    }
}

impl AnyGame {
    /// The game's id.
    pub const fn id(&self) -> GameId {
        match self {
            Self::Tipperary(_) => GameId::Tipperary,
            Self::GlenMore(_) => GameId::GlenMore,
            Self::FoxyAndWooly(_) => GameId::FoxyAndWooly,
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.info().id)
    }
}
