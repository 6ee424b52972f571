//! The score sheet at the end of a game: a row for each part of the score, a column for each
//! player, winners first.

use leptos::prelude::*;
use rules::{Score, Seat, Turn};

use super::{SeatMark, Table, signed_points};

/// The score sheet, once the game is over; in a replay, at its last moment.
#[component]
pub fn ScoreSheet(
    /// The table.
    table: Table,
) -> impl IntoView {
    let is_shown = move || {
        let is_over = table.game.with(|game| game.turn() == Turn::Over);
        is_over && (!table.is_replay || table.game.with(|game| game.actions()) == table.shown())
    };
    view! { <Show when=is_shown><ScoreTable table/></Show> }
}

#[component]
fn ScoreTable(table: Table) -> impl IntoView {
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
    let players = seats.iter().map(|&seat| {
        let name = || names.of(seat).to_owned();
        view! {
            <th scope="col" class:won=winners.contains(seat) title=name()>
                <SeatMark seat size=18/>{name()}
            </th>
        }
    });
    let row = |title: String, points: &dyn Fn(&Score) -> i32| {
        let points = seats.iter().map(|&seat| {
            let won = winners.contains(seat);
            view! { <td class:won=won>{signed_points(points(&scores[seat.index()]))}</td> }
        });
        view! { <tr><th scope="row">{title}</th>{points.collect_view()}</tr> }
    };
    let parts = info
        .parts
        .iter()
        .enumerate()
        .map(|(index, part)| row(part.title.to_owned(), &move |score| score.parts[index]));
    // The tie-break is shown only if the best total is shared.
    let best = scores.iter().map(Score::total).max();
    let is_close = scores.iter().filter(|score| Some(score.total()) == best).count() > 1;
    let decides = info.tie_break.filter(|_| is_close);
    let decides =
        decides.map(|part| row(format!("Tie-break: {}", part.title), &|score| score.tie_break));
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
            <table>
                <thead><tr><th scope="col">"Player"</th>{players.collect_view()}</tr></thead>
                <tbody>{parts.collect_view()}</tbody>
                <tfoot>{row("Total".to_owned(), &Score::total)}{decides}</tfoot>
            </table>
            <Show when=can_look_back>
                <button class="btn" on:click=look_back>"Evaluate this game"</button>
            </Show>
        </section>
    }
}
