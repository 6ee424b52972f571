//! Reading records and component sets from files.

use std::path::Path;

use shelf::{AnyGame, Shelf};
use wire::Log;

use crate::Failure;
use crate::args::SetFiles;

fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut std::io::stdin(), &mut bytes).map(|_| bytes)
    } else {
        std::fs::read(path)
    };
    let bytes = bytes.map_err(|error| Failure::File { path: path.to_owned(), error })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        Failure::Content {
            path: path.to_owned(),
            reason: format!("line {line}: this is not UTF-8"),
        }
    })
}

/// The shelf with the sets that come with the games and those of the given files.
pub(crate) fn shelf(files: &SetFiles) -> Result<Shelf, Failure> {
    let mut shelf = Shelf::new();
    for path in &files.set {
        let text = read_text(path)?;
        let loaded = shelf.load_set(&text);
        loaded.map_err(|error| wrong(path, &error))?;
    }
    Ok(shelf)
}

/// The game that a record file tells.
pub(crate) fn record(shelf: &Shelf, path: &Path) -> Result<AnyGame, Failure> {
    let text = read_text(path)?;
    AnyGame::load(shelf, &text).map_err(|error| wrong(path, &error))
}

/// What a server has given out of a finished game.
pub(crate) enum Proof {
    Record(AnyGame),
    Log(Log),
}

/// A record, or the log of a table in JSON.
pub(crate) fn proof(shelf: &Shelf, path: &Path) -> Result<Proof, Failure> {
    let text = read_text(path)?;
    if text.trim_start().starts_with('{') {
        let log: Log = serde_json::from_str(&text).map_err(|error| wrong(path, &error))?;
        if log.more {
            let reason =
                "this is only the beginning of the log: /api/tables/ID/log.json has all of it";
            return Err(wrong(path, &reason));
        }
        return Ok(Proof::Log(log));
    }
    AnyGame::load(shelf, &text).map(Proof::Record).map_err(|error| wrong(path, &error))
}

/// Something is wrong with what stands in the file.
pub(crate) fn wrong(path: &Path, error: &impl std::fmt::Display) -> Failure {
    Failure::Content { path: path.to_owned(), reason: error.to_string() }
}
