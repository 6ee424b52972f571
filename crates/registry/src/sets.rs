//! Loading component sets.

use rules::{ComponentSet, SetError, SetHeading};
use thiserror::Error;

use crate::games::{GameId, RegisteredGame, Registry};
use crate::with_game_type;

/// The reason why a component file is not loaded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LoadSetError {
    /// The file is damaged.
    #[error(transparent)]
    Damaged(#[from] SetError),
    /// The file is for an unknown game.
    #[error("line {line}: there is no game {game:?}; there are {games}", games = GameId::list())]
    UnknownGame {
        /// The line of the game's id.
        line: usize,
        /// The game's id.
        game: String,
    },
    /// Another set has the same id.
    #[error("line {line}: there is another set {id:?} for {game}: give this one a name of its own")]
    NameTaken {
        /// The line of the set's id.
        line: usize,
        /// The set's id.
        id: String,
        /// The game.
        game: GameId,
    },
}

impl Registry {
    /// A registry with the standard sets only.
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads a component file; returns the game and the set's id.
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

    /// The ids of the sets of a game, the standard one first.
    pub fn set_names(&self, game: GameId) -> Vec<&str> {
        with_game_type!(game, G => G::sets(self).into_iter().map(ComponentSet::id).collect())
    }
}

/// Adds a set; `false` if a different one has its id. Loading the same components twice is allowed.
fn add<S: ComponentSet>(loaded: &mut Vec<&'static S>, text: &str) -> Result<bool, SetError> {
    let set = S::parse(text)?;
    let mut known = loaded.iter().copied().chain([S::standard()]);
    if let Some(known) = known.find(|known| known.id() == set.id()) {
        return Ok(*known == set);
    }
    loaded.push(Box::leak(Box::new(set)));
    Ok(true)
}
