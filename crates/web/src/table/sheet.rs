//! The score sheet at the end: part by part, winners first.

use leptos::prelude::*;
use rules::{Seat, Turn};

use super::{SeatMark, Table};

/// The score sheet, once the game is over; who looks back at it sees the end at the end.
#[component]
pub fn ScoreSheet(
    /// The table.
    table: Table,
) -> impl IntoView {
    let over = move || {
        let is_over = table.game.with(|game| game.turn() == Turn::Over);
        is_over && (!table.past || table.game.with(|game| game.actions()) == table.shown())
    };
    view! { <Show when=over><Sheet table/></Show> }
}

#[component]
fn Sheet(table: Table) -> impl IntoView {
    let game = table.game.get_untracked();
    let (info, scores, winners, names) =
        (game.id().info(), game.scores(), game.winners(), untrack(|| table.names()));
    let rank = |seat: Seat| (!winners.contains(seat), -scores[seat.index()].total());
    let mut seats: Vec<Seat> = Vec::new();
    for seat in Seat::all(game.players()) {
        seats.insert(seats.partition_point(|other| rank(*other) <= rank(seat)), seat);
    }
    let headline = match winners.len() {
        1 => format!("{} wins.", names.list(winners)),
        _ => format!("{} share the victory.", names.list(winners)),
    };
    let headings =
        info.parts.iter().map(|part| view! { <th scope="col">{part.title}</th> }).collect_view();
    let rows = seats.into_iter().map(|seat| {
        let score = &scores[seat.index()];
        let parts =
            score.parts.iter().take(info.parts.len()).map(|part| view! { <td>{*part}</td> });
        let parts = parts.collect_view();
        view! {
            <tr class:won=winners.contains(seat)>
                <th scope="row"><SeatMark seat size=18/>{names.of(seat).to_owned()}</th>
                {parts}
                <td class="total"><b>{score.total()}</b></td>
            </tr>
        }
    });
    let look_back = move |_| {
        table.moment.set(Some(table.shown()));
        table.evaluate();
    };
    let can_look_back = move || {
        table.is_live()
            && table.study.allowed.get()
            && table.game.with(|game| !table.study.is_whole(game))
    };
    view! {
        <section class="sheet card" aria-label="Score sheet">
            <h2>{headline}</h2>
            <div class="scroll" tabindex="0" role="group" aria-label="Scores">
            <table>
                <thead><tr><th scope="col">"Player"</th>{headings}<th scope="col">"Total"</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
            </div>
            <Show when=can_look_back>
                <button class="btn" on:click=look_back>"Evaluate this game"</button>
            </Show>
        </section>
    }
}
