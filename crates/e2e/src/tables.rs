//! Recorded games, and tables of this device that stand at a moment of one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use rules::{Seat, Turn};
use serde_json::json;
use shelf::{AnyGame, GameId, NewGame, Shelf};

use crate::{Server, Visit};

/// Keeps a table on the device. Whoever opens the device's database first makes it.
const KEEP_TABLE: &str = "
    const request = indexedDB.open('bellwether', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('tables', {keyPath: 'id'});
    request.onsuccess = () => {
        const put = request.result.transaction('tables', 'readwrite').objectStore('tables').put(given);
        put.onsuccess = () => { request.result.close(); done(true); };
    };";

/// The folder with the recorded games of a game.
fn folder(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("fixtures/games")
}

/// The files of all recorded games of a game, in the order of their names.
///
/// # Errors
/// If they cannot be found.
pub fn fixtures(game: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder(game))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// The file of one recorded game.
///
/// # Errors
/// If there is none of that name.
pub fn fixture(game: &str, name: &str) -> Result<PathBuf> {
    let file = folder(game).join(name).with_extension("bwr");
    file.canonicalize().with_context(|| format!("there is no {}", file.display()))
}

/// The game that a file tells.
///
/// # Errors
/// If it tells none.
pub fn read(file: &Path) -> Result<AnyGame> {
    AnyGame::load(&Shelf::new(), &fs::read_to_string(file)?)
        .map_err(|error| anyhow!("{}: {}", file.display(), error.reason))
}

/// A game for two of which nothing is dealt yet. At a table it is always dealt in the same way.
///
/// # Errors
/// If there is no such game.
pub fn undealt(game: &str) -> Result<AnyGame> {
    let id = GameId::named(game).with_context(|| format!("there is no game {game}"))?;
    AnyGame::new(&Shelf::new(), &NewGame::of(id, 2)).map_err(|refusal| anyhow!("{refusal}"))
}

/// A game as it stood after so many thirds of it, or soon after, when a seat has a choice.
///
/// # Errors
/// If nobody has one any more.
pub fn after_thirds(whole: &AnyGame, thirds: usize) -> Result<(AnyGame, Seat)> {
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

impl Visit {
    /// Puts a game onto the device, with a person in the seat that is to act and bots everywhere
    /// else, and opens its table.
    ///
    /// # Errors
    /// If the device does not keep it or the table does not open.
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
