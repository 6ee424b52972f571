//! The closed set of games. A new game is added here, and nowhere else in this crate.

use std::fmt;

use foxy_and_wooly::FoxyAndWooly;
use glen_more::GlenMore;
use rules::{ComponentSet, Game, GameInfo, Play};
use tipperary::Tipperary;

/// A game on the shelf.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum GameId {
    Tipperary,
    GlenMore,
    FoxyAndWooly,
}

/// A game in progress, whichever it is.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum AnyGame {
    Tipperary(Box<Play<Tipperary>>),
    GlenMore(Box<Play<GlenMore>>),
    FoxyAndWooly(Box<Play<FoxyAndWooly>>),
}

/// The games and their component sets. A set that is loaded stays until the program ends, so that
/// states can refer to it. The standard sets are made when they are first needed.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    tipperary: Sets<Tipperary>,
    glen_more: Sets<GlenMore>,
    foxy_and_wooly: Sets<FoxyAndWooly>,
}

/// Sets of a game.
type Sets<G> = Vec<&'static <G as Game>::Set>;

/// Runs the same generic code for whichever game is in progress:
/// `with_game!(any, play => play.record())`.
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

/// Runs the same generic code for the game with that id, whose type is `G` in it:
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

/// Ties a game to its variant and its place on the shelf.
pub trait Shelved: Game {
    /// The sets of this game, the standard one first.
    fn sets(shelf: &Shelf) -> Sets<Self>;
    /// The sets of this game that were loaded besides the standard one.
    fn loaded_sets(shelf: &mut Shelf) -> &mut Sets<Self>;
    /// The game as one of many.
    fn any(play: Play<Self>) -> AnyGame;
    /// The game in progress, if it is this one.
    fn play_of(any: &AnyGame) -> Option<&Play<Self>>;
}

macro_rules! shelve {
    ($variant:ident, $field:ident) => {
        impl Shelved for $variant {
            fn sets(shelf: &Shelf) -> Sets<Self> {
                let mut sets = vec![ComponentSet::standard()];
                sets.extend(&shelf.$field);
                sets
            }

            fn loaded_sets(shelf: &mut Shelf) -> &mut Sets<Self> {
                &mut shelf.$field
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

shelve!(Tipperary, tipperary);
shelve!(GlenMore, glen_more);
shelve!(FoxyAndWooly, foxy_and_wooly);

impl GameId {
    /// All games, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Tipperary, Self::GlenMore, Self::FoxyAndWooly];

    /// The game of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.info().id == name)
    }

    /// What the game is.
    pub fn info(self) -> &'static GameInfo {
        with_game_type!(self, G => G::INFO)
    }

    /// The names of all games, for a sentence.
    pub fn list() -> String {
        Self::ALL.map(|game| game.info().id).join(", ")
    }
}

impl AnyGame {
    /// Which game it is.
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
