//! Looking back at a game: its evaluation by bots, and private lines.

mod chart;
mod evaluation;
mod panel;
mod private_line;
mod turning_points;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::AnyGame;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use super::{LocalTable, Table};
use crate::browser::{BotWorker, ObjectStore, Stored};
use crate::lazy::LazyView;
use panel::StudyPanel;

pub use evaluation::{Evaluation, may_be_evaluated};
pub(crate) use private_line::{TryLine, private_line_board};

/// The simulations per decision: enough to tell a mistake from noise, and few enough for a phone.
const SIMS_PER_DECISION: u64 = 600;

/// A stored evaluation of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedEvaluation {
    /// The digest of the game's record.
    pub id: String,
    /// The evaluation.
    pub evaluation: Evaluation,
}

impl Stored for SavedEvaluation {
    const DATABASE: &str = "bellwether-evaluations";
    const STORE: &str = "evaluations";
}

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
    pub is_evaluating: RwSignal<bool>,
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
            is_evaluating: RwSignal::new(false),
            line: RwSignal::new(None),
        }
    }

    /// Whether the whole game is evaluated.
    pub fn is_whole(self, game: &AnyGame) -> bool {
        self.evaluation.with(|evaluation| {
            evaluation.as_ref().is_some_and(|evaluation| evaluation.is_whole(game))
        })
    }

    /// Loads a stored evaluation.
    fn load_stored(self, game: Arc<AnyGame>) {
        spawn_local(async move {
            if let Some(stored) = stored_evaluation(&game).await {
                self.evaluation.try_set(Some(Arc::new(stored)));
            }
        });
    }

    /// Stops evaluating; the evaluation so far stays.
    pub fn stop(self) {
        self.is_evaluating.set(false);
    }

    /// Whether evaluating goes on: it was not stopped, and the page was not left.
    fn is_still_evaluating(self) -> bool {
        self.is_evaluating.try_get_untracked() == Some(true)
    }

    /// Evaluates all decisions that are not evaluated yet.
    async fn evaluate_all(self, game: &AnyGame) -> Result<(), String> {
        let bot_worker = BotWorker::shared().map_err(|error| error.to_string())?;
        let record = game.record();
        let mut evaluation_so_far = match self.evaluation.try_get_untracked().flatten() {
            Some(evaluation_so_far) => Evaluation::clone(&evaluation_so_far),
            None => stored_evaluation(game).await.unwrap_or_default(),
        };
        while self.is_still_evaluating() && !evaluation_so_far.is_whole(game) {
            let reviewed = bot_worker
                .review(record.clone(), evaluation_so_far.next_index(), SIMS_PER_DECISION)
                .await;
            evaluation_so_far.add(reviewed.map_err(|error| error.to_string())?);
            self.evaluation.try_set(Some(Arc::new(evaluation_so_far.clone())));
        }
        store_evaluation(game, evaluation_so_far).await;
        Ok(())
    }
}

impl Table {
    /// Evaluates the game, from the first decision that is not evaluated yet.
    pub fn evaluate(self) {
        let (game, study) = (self.game.get_untracked(), self.study);
        if study.is_evaluating.get_untracked() {
            return;
        }
        study.is_evaluating.set(true);
        spawn_local(async move {
            if start_evaluating(self, game).await.is_err() {
                study.is_evaluating.try_set(false);
            }
        });
    }
}

/// Evaluates the game until it is done or stopped.
#[wasm_split(study, fallible)]
fn start_evaluating(table: Table, game: Arc<AnyGame>) -> Result<(), SplitLoaderError> {
    let study = table.study;
    spawn_local(async move {
        if let Err(reason) = study.evaluate_all(&game).await {
            table.notice.try_set(Some(reason));
        }
        study.is_evaluating.try_set(false);
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
    let is_relevant =
        |line: &&str| !line.is_empty() && !line.starts_with(['[', ';']) || is_setup(line);
    let relevant_lines: Vec<&str> = record.lines().filter(is_relevant).collect();
    hex::encode(Sha256::digest(relevant_lines.join("\n")))
}

async fn stored_evaluation(game: &AnyGame) -> Option<Evaluation> {
    let object_store = ObjectStore::<SavedEvaluation>::open().await.ok()?;
    // An unreadable evaluation is computed again.
    Some(object_store.get(&digest(game)).await.ok()??.evaluation)
}

async fn store_evaluation(game: &AnyGame, evaluation: Evaluation) {
    let saved = SavedEvaluation { id: digest(game), evaluation };
    // An evaluation that is not stored is computed again.
    if let Ok(object_store) = ObjectStore::open().await {
        let _ = object_store.put(&saved).await;
    }
}

#[cfg(test)]
mod tests {
    use registry::Registry;

    use super::*;

    #[test]
    fn the_digest_ignores_names_notes_and_table_ids() {
        let record =
            include_str!("../../../../foxy-and-wooly/fixtures/games/2-players-gate-left.bwr");
        let load = |text: &str| AnyGame::load(&Registry::new(), text).unwrap();
        let game = load(record);
        let renamed = record.replacen("[players", "[table \"abc\"]\n; a note\n[players", 1);
        assert_eq!(digest(&game), digest(&load(&renamed)));
        let mut other = game.clone();
        other.undo(1).unwrap();
        assert_ne!(digest(&game), digest(&other));
    }
}
