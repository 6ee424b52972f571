//! Reads records and component sets from files.

use std::path::Path;

use registry::{AnyGame, Registry};
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

/// A registry with the standard sets and those of the given files.
pub(crate) fn registry(files: &SetFiles) -> Result<Registry, Failure> {
    let mut registry = Registry::new();
    for path in &files.set {
        let text = read_text(path)?;
        let loaded = registry.load_set(&text);
        loaded.map_err(|error| wrong(path, &error))?;
    }
    Ok(registry)
}

/// Loads the game of a record file.
pub(crate) fn record(registry: &Registry, path: &Path) -> Result<AnyGame, Failure> {
    let text = read_text(path)?;
    AnyGame::load(registry, &text).map_err(|error| wrong(path, &error))
}

/// A finished game as a server gives it out.
pub(crate) enum Proof {
    Record(AnyGame),
    Log(Log),
}

/// Reads a record, or the log of a table in JSON.
pub(crate) fn proof(registry: &Registry, path: &Path) -> Result<Proof, Failure> {
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
    AnyGame::load(registry, &text).map(Proof::Record).map_err(|error| wrong(path, &error))
}

/// The error of a file with a wrong content.
pub(crate) fn wrong(path: &Path, error: &impl std::fmt::Display) -> Failure {
    Failure::Content { path: path.to_owned(), reason: error.to_string() }
}
