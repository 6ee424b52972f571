//! Looking back at a game: its evaluation by bots, and private lines.

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

use super::{LocalTable, Table};
use crate::browser::{BotWorker, ObjectStore, SavedEvaluation};
use crate::lazy::LazyView;
use panel::StudyPanel;

pub use evaluation::{Evaluation, may_be_evaluated};
pub(crate) use line::{TryLine, private_line_board};

/// The simulations per decision: enough to tell a mistake from noise, and few enough for a phone.
const SIMS: u64 = 600;

/// The evaluation and the private line of a table's game. Copies share them.
#[derive(Copy, Clone)]
pub struct Study {
    /// Whether bots may evaluate the game: not while people play it.
    pub allowed: Signal<bool>,
    /// Whether bots may be asked for hints.
    pub hints: bool,
    /// The evaluation so far.
    pub evaluation: RwSignal<Option<Arc<Evaluation>>>,
    /// Whether bots are evaluating.
    pub working: RwSignal<bool>,
    /// The private line that is shown in place of the game.
    pub line: RwSignal<Option<Arc<LocalTable>>>,
}

impl Study {
    /// With an evaluation that is possible while `allowed` is true.
    pub fn new(allowed: Signal<bool>, hints: bool) -> Self {
        Self {
            allowed,
            hints,
            evaluation: RwSignal::new(None),
            working: RwSignal::new(false),
            line: RwSignal::new(None),
        }
    }

    /// Whether the whole game is evaluated.
    pub fn is_whole(self, game: &AnyGame) -> bool {
        self.evaluation.with(|found| found.as_ref().is_some_and(|found| found.is_whole(game)))
    }

    /// Loads a stored evaluation.
    fn recall(self, game: Arc<AnyGame>) {
        spawn_local(async move {
            if let Some(kept) = recalled(&game).await {
                self.evaluation.try_set(Some(Arc::new(kept)));
            }
        });
    }

    /// Stops evaluating; the evaluation so far stays.
    pub fn stop(self) {
        self.working.set(false);
    }

    /// Whether evaluating goes on: it was not stopped, and the page was not left.
    fn is_wanted(self) -> bool {
        self.working.try_get_untracked() == Some(true)
    }

    /// Evaluates all decisions that are not evaluated yet.
    async fn judge(self, game: &AnyGame) -> Result<(), String> {
        let bot_worker = BotWorker::shared().map_err(|error| error.to_string())?;
        let record = game.record();
        let mut found = match self.evaluation.try_get_untracked().flatten() {
            Some(found) => Evaluation::clone(&found),
            None => recalled(game).await.unwrap_or_default(),
        };
        while self.is_wanted() && !found.is_whole(game) {
            let judged = bot_worker.review(record.clone(), found.next(), SIMS).await;
            found.add(judged.map_err(|error| error.to_string())?);
            self.evaluation.try_set(Some(Arc::new(found.clone())));
        }
        keep(game, found).await;
        Ok(())
    }
}

impl Table {
    /// Evaluates the game, from the first decision that is not evaluated yet.
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

/// Evaluates the game until it is done or stopped.
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

/// The evaluation of a table's game, shown above the slider of the replay bar.
#[wasm_split(study, fallible)]
pub(crate) fn study_panel(table: Table) -> LazyView {
    Ok(view! { <StudyPanel table/> }.into_any())
}

/// The key of a stored evaluation: a digest of the setup and the actions, whatever else is in the
/// record, such as names.
fn digest(game: &AnyGame) -> String {
    let record = game.record();
    let setup = ["[game ", "[set ", "[players ", "[option "];
    let is_setup = |line: &str| setup.iter().any(|header| line.starts_with(header));
    let counts = |line: &&str| !line.is_empty() && !line.starts_with(['[', ';']) || is_setup(line);
    let played: Vec<&str> = record.lines().filter(counts).collect();
    hex::encode(Sha256::digest(played.join("\n")))
}

async fn recalled(game: &AnyGame) -> Option<Evaluation> {
    let drawer = ObjectStore::<SavedEvaluation>::open().await.ok()?;
    // An unreadable evaluation is computed again.
    Some(drawer.get(&digest(game)).await.ok()??.evaluation)
}

async fn keep(game: &AnyGame, evaluation: Evaluation) {
    let saved = SavedEvaluation { id: digest(game), evaluation };
    // An evaluation that is not stored is computed again.
    if let Ok(drawer) = ObjectStore::open().await {
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
