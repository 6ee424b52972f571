//! The evaluation of a game: the chart, the shares at the shown moment, the turning points, and the
//! progress.

use std::sync::Arc;

use leptos::prelude::*;
use rules::Seat;

use super::Evaluation;
use super::chart::Chart;
use super::turning_points::TurningPoints;
use crate::art::seat_class;
use crate::table::{SeatMark, Table};

/// The evaluation, if it is allowed.
#[component]
pub(super) fn StudyPanel(
    /// The table.
    table: Table,
) -> impl IntoView {
    let study = table.study;
    Effect::new(move || {
        if study.allowed.get() && study.evaluation.with_untracked(Option::is_none) {
            study.load_stored(table.game.get_untracked());
        }
    });
    let evaluation = Memo::new(move |_| study.evaluation.get().unwrap_or_default());
    let has_some = Memo::new(move |_| evaluation.with(|evaluation| !evaluation.is_empty()));
    view! {
        <Show when=move || study.allowed.get()>
            <div class="study">
                <Show when=move || has_some.get()>
                    <Chart table evaluation=evaluation/>
                    <Shares table evaluation/>
                    <TurningPoints table evaluation/>
                </Show>
                <EvaluateControls table/>
            </div>
        </Show>
    }
}

/// Each seat's expected share at the shown moment; also the legend of the chart.
#[component]
fn Shares(table: Table, evaluation: Memo<Arc<Evaluation>>) -> impl IntoView {
    let shares = Memo::new(move |_| {
        let shown = table.shown();
        table.game.with(|game| evaluation.with(|evaluation| evaluation.shares_at(game, shown)))
    });
    let share = move |seat: Seat| {
        let known =
            shares.with(|shares| shares.as_ref().and_then(|all| all.get(seat.index()).copied()));
        known.map_or_else(|| "–".to_owned(), percentage)
    };
    let names = untrack(|| table.names());
    let seats = table.game.with_untracked(|game| Seat::all(game.players()));
    let row = seats.map(|seat| {
        view! {
            <li>
                <SeatMark seat size=16/>
                <svg class="dash" width="28" height="4" aria-hidden="true"><line class=format!("curve {}", seat_class(seat)) x1="0" x2="28" y1="2" y2="2"></line></svg>
                <span>{names.of(seat).to_owned()}</span>
                <b>{move || share(seat)}</b>
            </li>
        }
    });
    view! { <ul class="standing" aria-label="Shares of the victory at this moment">{row.collect_view()}</ul> }
}

/// The button that starts evaluating, and the progress.
#[component]
fn EvaluateControls(table: Table) -> impl IntoView {
    let study = table.study;
    let evaluated = move || {
        study
            .evaluation
            .with(|evaluation| evaluation.as_ref().map_or(0, |evaluation| evaluation.next_index()))
    };
    let last = move || table.game.with(|game| game.actions());
    let is_complete = Memo::new(move |_| table.game.with(|game| study.is_whole(game)));
    let label = move || if evaluated() == 0 { "Evaluate this game" } else { "Go on evaluating" };
    view! {
        <Show when=move || !is_complete.get()>
            <div class="row work">
                <Show when=move || study.is_evaluating.get() fallback=move || view! {
                    <button class="btn" on:click=move |_| table.evaluate()>{label}</button>
                }>
                    <label class="small muted" for="evaluated">"Evaluating …"</label>
                    <progress id="evaluated" max=move || last().to_string() prop:value=move || evaluated() as f64></progress>
                    <span class="small muted">{move || format!("{} of {}", evaluated(), last())}</span>
                    <button class="btn quiet" on:click=move |_| study.stop()>"Stop"</button>
                </Show>
            </div>
        </Show>
        <p class="sr" role="status">{move || is_complete.get().then_some("The whole game has been evaluated.")}</p>
    }
}

/// A share as a whole percentage.
pub(super) fn percentage(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
