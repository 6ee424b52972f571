//! A contest and its file, which contains every game played so far: an interrupted contest is
//! continued.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use bots::arena::{Game, Sprt, Standing, standings};
use serde::{Deserialize, Serialize};

use crate::Failure;

/// The conditions of a contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Terms {
    pub(crate) game: String,
    pub(crate) players: u64,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) set: Option<String>,
    pub(crate) seed: u64,
    /// The bots by name, one for each seat.
    pub(crate) bots: Vec<String>,
    /// Whether budgets are in processor time.
    #[serde(default)]
    pub(crate) processor_time: bool,
    /// The version of the program, so that one contest is not played by two versions.
    #[serde(default)]
    pub(crate) program: String,
}

/// The content of the file.
#[derive(Debug, Serialize, Deserialize)]
struct ContestFile {
    terms: Terms,
    #[serde(skip_deserializing)]
    standings: Vec<Named>,
    games: Vec<Game>,
}

/// A bot's statistics with its name.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Named {
    pub(crate) bot: String,
    #[serde(flatten)]
    pub(crate) standing: Standing,
}

/// A contest in progress.
#[derive(Debug)]
pub(crate) struct Contest {
    path: PathBuf,
    pub(crate) terms: Terms,
    pub(crate) games: Vec<Game>,
}

impl Contest {
    /// A new contest, or the one in the file if its terms are the same.
    pub(crate) fn open(path: &Path, terms: Terms) -> Result<Self, Failure> {
        let games = match fs::read(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(Failure::File { path: path.to_owned(), error }),
            Ok(bytes) => read(path, &bytes, &terms)?,
        };
        Ok(Self { path: path.to_owned(), terms, games })
    }

    /// Whether a deal has been played.
    pub(crate) fn has(&self, deal: u64) -> bool {
        self.games.iter().any(|game| game.deal == deal)
    }

    /// Adds the games of a deal and saves the contest.
    pub(crate) fn add(&mut self, games: Vec<Game>) -> Result<(), Failure> {
        self.games.extend(games);
        self.save()
    }

    /// The statistics of each bot, those of a bot in several seats in one line.
    pub(crate) fn standings(&self) -> Vec<Named> {
        let mut names: Vec<&String> = Vec::new();
        for name in &self.terms.bots {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let mut games = self.games.clone();
        for seat in games.iter_mut().flat_map(|game| &mut game.seats) {
            let name = &self.terms.bots[seat.bot];
            seat.bot = names.iter().position(|known| *known == name).unwrap_or_default();
        }
        let standings = standings(&games, names.len()).into_iter();
        names
            .into_iter()
            .zip(standings)
            .map(|(bot, standing)| Named { bot: bot.clone(), standing })
            .collect()
    }

    /// The test whether the first bot is stronger.
    pub(crate) fn sprt(&self) -> Sprt {
        super::sprt_of(&self.games, self.terms.bots.len() as u8)
    }

    /// Writes a new file beside the old one and then renames it, so that there is a complete file at
    /// any time.
    fn save(&self) -> Result<(), Failure> {
        let kept = ContestFile {
            terms: self.terms.clone(),
            standings: self.standings(),
            games: self.games.clone(),
        };
        let beside = self.path.with_extension("json.part");
        let text = serde_json::to_string(&kept).map_err(io::Error::from);
        let written = text
            .and_then(|text| fs::write(&beside, text))
            .and_then(|()| fs::rename(&beside, &self.path));
        written.map_err(|error| Failure::File { path: self.path.clone(), error })
    }
}

fn read(path: &Path, bytes: &[u8], terms: &Terms) -> Result<Vec<Game>, Failure> {
    let wrong = |reason: String| Failure::Content { path: path.to_owned(), reason };
    let kept: ContestFile = serde_json::from_slice(bytes)
        .map_err(|error| wrong(format!("this is no contest: {error}")))?;
    let same_program = Terms { program: terms.program.clone(), ..kept.terms.clone() };
    if same_program == *terms && kept.terms != *terms {
        let reason = "this contest was begun by another build of the program, whose bots may play \
                      otherwise: name another file with --out, or remove this one";
        return Err(wrong(reason.to_owned()));
    }
    if kept.terms != *terms {
        let reason = "this is another contest: name another file with --out, or remove this one";
        return Err(wrong(reason.to_owned()));
    }
    let bots = terms.bots.len();
    let whole = kept
        .games
        .into_iter()
        .filter(|game| game.seats.len() == bots && game.seats.iter().all(|seat| seat.bot < bots));
    Ok(whole.collect())
}
