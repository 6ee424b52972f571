//! What one does with a game besides playing it: have bots judge it, or try a line.

mod chart;
mod evaluation;
mod line;
mod panel;
mod points;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use sha2::{Digest, Sha256};
use shelf::AnyGame;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::{Local, Table};
use crate::browser::{Drawer, SavedEvaluation, Thinker};
use crate::later::Part;
use panel::StudyPanel;

pub use evaluation::{Evaluation, is_settled};
pub(crate) use line::{TryLine, line_board};

/// So many games are simulated for each decision: enough to tell a mistake from noise, and few
/// enough for a phone.
const SIMS: u64 = 600;

/// The study of a table's game. Copies are the same study.
#[derive(Copy, Clone)]
pub struct Study {
    /// Whether bots may judge the game: not while people still play it.
    pub allowed: Signal<bool>,
    /// Whether they may be asked what to do.
    pub hints: bool,
    /// What they think of it so far.
    pub evaluation: RwSignal<Option<Arc<Evaluation>>>,
    /// Whether they are looking at it.
    pub working: RwSignal<bool>,
    /// The private line that is tried instead of looking at the game.
    pub line: RwSignal<Option<Arc<Local>>>,
}

impl Study {
    /// A study of a game that bots may judge when `allowed` says so.
    pub fn new(allowed: Signal<bool>, hints: bool) -> Self {
        Self {
            allowed,
            hints,
            evaluation: RwSignal::new(None),
            working: RwSignal::new(false),
            line: RwSignal::new(None),
        }
    }

    /// Whether the whole game has been judged.
    pub fn is_whole(self, game: &AnyGame) -> bool {
        self.evaluation.with(|found| found.as_ref().is_some_and(|found| found.is_whole(game)))
    }

    /// Takes what this device has kept of an earlier look.
    fn recall(self, game: Arc<AnyGame>) {
        spawn_local(async move {
            if let Some(kept) = recalled(&game).await {
                self.evaluation.try_set(Some(Arc::new(kept)));
            }
        });
    }

    /// Stops looking; what was found out stays.
    pub fn stop(self) {
        self.working.set(false);
    }

    /// Whether it is still wanted: nobody has stopped it or left the page.
    fn is_wanted(self) -> bool {
        self.working.try_get_untracked() == Some(true)
    }

    /// Looks at every decision from where the last look ended.
    async fn judge(self, game: &AnyGame) -> Result<(), String> {
        let thinker = Thinker::shared().map_err(|error| error.to_string())?;
        let record = game.record();
        let mut found = match self.evaluation.try_get_untracked().flatten() {
            Some(found) => Evaluation::clone(&found),
            None => recalled(game).await.unwrap_or_default(),
        };
        while self.is_wanted() && !found.is_whole(game) {
            let judged = thinker.judge(record.clone(), found.next(), SIMS).await;
            found.add(judged.map_err(|error| error.to_string())?);
            self.evaluation.try_set(Some(Arc::new(found.clone())));
        }
        keep(game, found).await;
        Ok(())
    }
}

impl Table {
    /// Has bots judge the game, from the first decision that they have not judged yet.
    pub fn evaluate(self) {
        let (game, study) = (self.game.get_untracked(), self.study);
        if study.working.get_untracked() {
            return;
        }
        study.working.set(true);
        spawn_local(async move {
            if begin(self, game).await.is_err() {
                study.working.try_set(false);
            }
        });
    }
}

/// Has bots judge the game until they are through, or nobody wants it any more.
#[wasm_split(study, fallible)]
fn begin(table: Table, game: Arc<AnyGame>) -> Result<(), SplitLoaderError> {
    let study = table.study;
    spawn_local(async move {
        if let Err(reason) = study.judge(&game).await {
            table.notice.try_set(Some(reason));
        }
        study.working.try_set(false);
    });
    Ok(())
}

/// What bots think of the game on a table, above its scrubber.
#[wasm_split(study, fallible)]
pub(crate) fn study_panel(table: Table) -> Part {
    Ok(view! { <StudyPanel table/> }.into_any())
}

/// The digest under which the evaluation of a game is kept: of what was played, whatever else its
/// record says of people and tables.
fn digest(game: &AnyGame) -> String {
    let record = game.record();
    let setup = ["[game ", "[set ", "[players ", "[option "];
    let is_setup = |line: &str| setup.iter().any(|header| line.starts_with(header));
    let counts = |line: &&str| !line.is_empty() && !line.starts_with(['[', ';']) || is_setup(line);
    let played: Vec<&str> = record.lines().filter(counts).collect();
    hex::encode(Sha256::digest(played.join("\n")))
}

async fn recalled(game: &AnyGame) -> Option<Evaluation> {
    let drawer = Drawer::<SavedEvaluation>::open().await.ok()?;
    // What cannot be read is found out again.
    Some(drawer.get(&digest(game)).await.ok()??.evaluation)
}

async fn keep(game: &AnyGame, evaluation: Evaluation) {
    let saved = SavedEvaluation { id: digest(game), evaluation };
    // A browser that keeps nothing has it found out again.
    if let Ok(drawer) = Drawer::open().await {
        let _ = drawer.put(&saved).await;
    }
}

#[cfg(test)]
mod tests {
    use shelf::Shelf;

    use super::*;

    #[test]
    fn the_same_game_is_the_same_whatever_people_are_called() {
        let record =
            include_str!("../../../../foxy-and-wooly/fixtures/games/2-players-gate-left.bwr");
        let load = |text: &str| AnyGame::load(&Shelf::new(), text).unwrap();
        let game = load(record);
        let renamed = record.replacen("[players", "[table \"abc\"]\n; a note\n[players", 1);
        assert_eq!(digest(&game), digest(&load(&renamed)));
        let mut other = game.clone();
        other.undo(1).unwrap();
        assert_ne!(digest(&game), digest(&other));
    }
}
