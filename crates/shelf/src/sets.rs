//! Loading component sets.

use rules::{ComponentSet, SetError, SetHeading};
use thiserror::Error;

use crate::games::{GameId, Shelf, Shelved};
use crate::with_game_type;

/// Why a component file cannot be put on the shelf.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadSetError {
    /// The file is damaged.
    #[error(transparent)]
    Damaged(#[from] SetError),
    /// The file is for a game that is not on the shelf.
    #[error("line {line}: there is no game {game:?}; there are {games}", games = GameId::list())]
    UnknownGame {
        /// Where it says so.
        line: usize,
        /// What it says.
        game: String,
    },
    /// The name is taken by other components.
    #[error("line {line}: there is another set {id:?} for {game}: give this one a name of its own")]
    NameTaken {
        /// Where it says so.
        line: usize,
        /// The set's name.
        id: String,
        /// The game.
        game: GameId,
    },
}

impl Shelf {
    /// The shelf with the sets that come with the games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads a component file and gives the game it is for and the set's name.
    ///
    /// # Errors
    /// If the file is damaged, for an unknown game, or its name is taken by other components.
    pub fn load_set(&mut self, text: &str) -> Result<(GameId, String), LoadSetError> {
        let SetHeading { game, id, line } = SetHeading::find(text)?;
        let unknown = || LoadSetError::UnknownGame { line, game: game.to_owned() };
        let game = GameId::named(game).ok_or_else(unknown)?;
        let id = id.to_owned();
        if with_game_type!(game, G => add(G::loaded_sets(self), text)?) {
            Ok((game, id))
        } else {
            Err(LoadSetError::NameTaken { line, id, game })
        }
    }

    /// The names of the sets for a game, the standard one first.
    pub fn set_names(&self, game: GameId) -> Vec<&str> {
        with_game_type!(game, G => G::sets(self).into_iter().map(ComponentSet::id).collect())
    }
}

/// Adds a set, unless another one has its name. The same components twice are no harm.
fn add<S: ComponentSet>(loaded: &mut Vec<&'static S>, text: &str) -> Result<bool, SetError> {
    let set = S::parse(text)?;
    let mut known = loaded.iter().copied().chain([S::standard()]);
    if let Some(known) = known.find(|known| known.id() == set.id()) {
        return Ok(*known == set);
    }
    loaded.push(Box::leak(Box::new(set)));
    Ok(true)
}
