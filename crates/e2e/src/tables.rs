//! Recorded games, and local tables in a position of one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use registry::{AnyGame, GameId, NewGame, Registry};
use rules::{Seat, Turn};
use serde_json::json;

use crate::{BrowserSession, Server};

/// Stores a table in `IndexedDB`; creates the database if it does not exist.
const KEEP_TABLE: &str = "
    const request = indexedDB.open('bellwether', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('tables', {keyPath: 'id'});
    request.onsuccess = () => {
        const put = request.result.transaction('tables', 'readwrite').objectStore('tables').put(given);
        put.onsuccess = () => { request.result.close(); done(true); };
    };";

/// The directory with the recorded games of a game.
fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("fixtures/games")
}

/// All recorded games of a game, sorted by name.
///
/// # Errors
/// If they cannot be found.
pub fn fixtures(game: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder(game))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// One recorded game.
///
/// # Errors
/// If there is none with that name.
pub fn fixture(game: &str, name: &str) -> Result<PathBuf> {
    let file = folder(game).join(name).with_extension("bwr");
    file.canonicalize().with_context(|| format!("there is no {}", file.display()))
}

/// Reads a recorded game.
///
/// # Errors
/// If it is not valid.
pub fn read(file: &Path) -> Result<AnyGame> {
    AnyGame::load(&Registry::new(), &fs::read_to_string(file)?)
        .map_err(|error| anyhow!("{}: {}", file.display(), error.reason))
}

/// A game for two before the first draw. At a table its draws are always the same.
///
/// # Errors
/// If there is no such game.
pub fn undealt(game: &str) -> Result<AnyGame> {
    let id = GameId::named(game).with_context(|| format!("there is no game {game}"))?;
    AnyGame::new(&Registry::new(), &NewGame::of(id, 2)).map_err(|refusal| anyhow!("{refusal}"))
}

/// A game after that many thirds of its actions, or soon after, when a seat has a choice.
///
/// # Errors
/// If there is no choice any more.
pub fn position_after_thirds(whole: &AnyGame, thirds: usize) -> Result<(AnyGame, Seat)> {
    for left in (0..whole.actions() * (3 - thirds) / 3).rev() {
        let mut game = whole.clone();
        game.undo(left).map_err(|refusal| anyhow!("{refusal}"))?;
        if let Turn::Seats(seats) = game.turn()
            && let Some(seat) = seats.first()
            && game.legal(seat).len() > 1
        {
            return Ok((game, seat));
        }
    }
    bail!("nobody has a choice any more")
}

impl BrowserSession {
    /// Stores a game as a local table, with a person in the seat to act and bots in the others, and
    /// opens the table.
    ///
    /// # Errors
    /// If it cannot be stored or opened.
    pub async fn open_table(&self, server: &Server, id: &str, game: &AnyGame) -> Result<()> {
        let person = match game.turn() {
            Turn::Seats(seats) => seats.first(),
            Turn::Dealer | Turn::Over => None,
        };
        let person = person.unwrap_or(Seat::from_index(0));
        let sitter = |seat| {
            if seat == person {
                json!({"kind": "person", "name": "Orla"})
            } else {
                json!({"kind": "bot", "level": 1})
            }
        };
        let sitters: Vec<_> = Seat::all(game.players()).map(sitter).collect();
        let table = json!({"id": id, "record": game.record(), "sitters": sitters,
            "draws": {"kind": "seed", "seed": "07".repeat(32)},
            "started": 0.0, "changed": 0.0, "over": game.turn() == Turn::Over});
        self.wait_for(KEEP_TABLE, table).await?;
        self.go(server, &format!("/table/{id}")).await
    }
}
