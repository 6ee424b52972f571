//! The turning points of a game as a table; each row shows its moment when it is pressed.

use std::sync::Arc;

use leptos::prelude::*;
use rules::{MAX_SEATS, Names, Seat};

use super::Evaluation;
use super::evaluation::TurningPoint;
use super::panel::percentage;
use crate::table::{SeatMark, Table};

/// The turning points: the text alternative of the chart.
#[component]
pub(super) fn TurningPoints(
    /// The table.
    table: Table,
    /// The evaluation of its game.
    evaluation: Memo<Arc<Evaluation>>,
) -> impl IntoView {
    let points = Memo::new(move |_| {
        let names = table.names();
        table
            .game
            .with(|game| evaluation.with(|evaluation| evaluation.turning_points(game, &names)))
    });
    let names = untrack(|| table.names());
    let seats = table.game.with_untracked(|game| Seat::all(game.players()));
    let headings =
        seats.map(|seat| view! { <th scope="col">{names.of(seat).to_owned()}</th> }).collect_view();
    let mean_losses = move || evaluation.with(|evaluation| mean_losses(evaluation, &table.names()));
    view! {
        <details class="points">
            <summary>{move || count_text(points.with(Vec::len))}</summary>
            <div class="scroll" tabindex="0" role="group" aria-label="Turning points">
                <table>
                    <caption class="sr">"Turning points, and everybody's share of the victory after them"</caption>
                    <thead><tr>
                        <th scope="col">"Turning point"</th>
                        <th scope="col">"Done"</th>
                        <th scope="col">"Better"</th>
                        {headings}
                    </tr></thead>
                    <tbody>{move || points.get().into_iter().map(|point| view! { <TurningPointRow table point/> }).collect_view()}</tbody>
                </table>
            </div>
            <p class="small muted">{mean_losses}</p>
        </details>
    }
}

#[component]
fn TurningPointRow(table: Table, point: TurningPoint) -> impl IntoView {
    let TurningPoint { number, seat, loss, value, done, better } = point;
    let is_shown = move || table.shown() == number;
    let names = untrack(|| table.names());
    let share = |(seat, share): (Seat, f64)| {
        view! { <td class="num" data-label=names.of(seat).to_owned()>{percentage(share)}</td> }
    };
    let shares = Seat::all(value.len() as u8).zip(value).map(share);
    view! {
        <tr class:here=is_shown>
            <th scope="row">
                <button class="line" on:click=move |_| table.moment.set(Some(number)) aria-current=move || is_shown().then_some("step")>
                    <SeatMark seat size=16/>{format!("Move {number}, {}: lost {}", names.of(seat), percentage(loss))}
                </button>
            </th>
            <td data-label="Done">{done}</td>
            <td data-label="Better">{better}</td>
            {shares.collect_view()}
        </tr>
    }
}

fn count_text(points: usize) -> String {
    match points {
        0 => "No turning points".to_owned(),
        1 => "1 turning point".to_owned(),
        _ => format!("{points} turning points"),
    }
}

/// How much each seat's decisions cost on average, as a sentence.
fn mean_losses(evaluation: &Evaluation, names: &Names) -> String {
    let in_words = |seat: Seat| {
        let loss = evaluation.mean_loss(seat)?;
        Some(format!("{} {:.1} %", names.of(seat), 100.0 * loss))
    };
    let seats: Vec<String> = Seat::all(MAX_SEATS as u8).filter_map(in_words).collect();
    format!("Given away with a decision, on average: {}.", seats.join(", "))
}
