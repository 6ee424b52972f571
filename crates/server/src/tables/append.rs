//! What a decision about a table adds to the store.

use std::sync::Arc;

use super::Loaded;
use crate::attend::due;
use crate::live::Stir;
use crate::store::{Append, Summary};
use crate::table::{Draft, SeatPlan, Stage, Table};

/// The append that makes a draft durable.
pub(super) fn append_of(
    loaded: &Loaded,
    draft: &Draft,
    client_key: Option<String>,
    over: Vec<SeatPlan>,
) -> Append {
    let (before, table, entries) = (&loaded.table, &draft.table, draft.entries.clone());
    let everyone = table.everyone();
    let sitting = (everyone != before.everyone()).then(|| everyone.into_iter().cloned().collect());
    let changed_at = entries.last().map_or(0, |stamped| stamped.at);
    let exact = Summary { stage: table.stage().name(), changed_at, due: due(table, changed_at) };
    let is_over = matches!(table.stage(), Stage::Ended(_));
    let is_known = loaded.summary.is_some_and(|known| known.does_for(&exact));
    Append {
        table: table.id().clone(),
        entries,
        client_key: client_key.map(|key| (draft.own, key)),
        summary: (!is_known).then_some(exact),
        sitting,
        bots: (bots_play(before) != bots_play(table) && !is_over).then(|| bots_play(table)),
        over,
        stir: Arc::new(Stir::between(before, table)),
    }
}

/// Whether a game is on in which bots play.
fn bots_play(table: &Table) -> bool {
    table.stage() == Stage::Playing && table.bots().iter().any(Option::is_some)
}
