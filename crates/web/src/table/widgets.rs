//! What all boards share: the prompt, and parts of the players' panels.

use leptos::prelude::*;
use registry::RegisteredGame;
use rules::{Game, Seat, Turn};

use super::BoardContext;
use crate::art::{Symbol, seat_class, seat_shape};

/// The mark of a seat: its shape in its colour.
#[component]
pub fn SeatMark(
    /// The seat.
    seat: Seat,
    /// Width and height in pixels.
    #[prop(default = 22)]
    size: u16,
) -> impl IntoView {
    let points = match seat_shape(seat) {
        "diamond" => "24,3 45,24 24,45 3,24",
        "square" => "6,6 42,6 42,42 6,42",
        "triangle" => "24,4 45,43 3,43",
        "hexagon" => "13,5 35,5 46,24 35,43 13,43 2,24",
        _ => "",
    };
    let shape = if points.is_empty() {
        view! { <circle cx="24" cy="24" r="21"></circle> }.into_any()
    } else {
        view! { <polygon points=points></polygon> }.into_any()
    };
    view! {
        <svg class=format!("ic mark {}", seat_class(seat)) width=size height=size viewBox="0 0 48 48" aria-hidden="true">
            {shape}
        </svg>
    }
}

/// The sentence that says what to do, with a smaller one below it.
#[component]
pub fn Prompt(
    /// The sentence.
    #[prop(into)]
    sentence: Signal<String>,
    /// The smaller sentence.
    #[prop(into)]
    detail: Signal<String>,
    /// What stands before the sentence.
    children: Children,
) -> impl IntoView {
    view! {
        <section class="say-row">
            <div class="say" role="status">
                {children()}
                <p>{move || sentence.get()}<small class="muted">{move || detail.get()}</small></p>
            </div>
        </section>
    }
}

/// Points with a typographic minus sign.
pub fn signed_points(points: i32) -> String {
    if points < 0 { format!("−{}", -points) } else { points.to_string() }
}

/// What a seat is doing, as the class and the words of a pill.
pub fn seat_status<G: RegisteredGame>(
    board: BoardContext<G>,
    seat: Seat,
) -> Option<(&'static str, String)> {
    let table = board.table;
    if let Some(thinking) = table.thinking.get().filter(|thinking| thinking.seat == seat) {
        let percent = (thinking.share * 100.0).round();
        return Some(("pill", format!("thinking {percent} %")));
    }
    match board.state.with(|state| state.turn()) {
        Turn::Seats(seats) if seats.contains(seat) => {
            let own = board.is_own(seat);
            Some(if own {
                ("pill hint", "your turn".to_owned())
            } else {
                ("pill", "to act".to_owned())
            })
        }
        Turn::Over => {
            let won = board.state.with(|state| state.winners().contains(seat));
            won.then(|| ("pill gain", "winner".to_owned()))
        }
        _ => None,
    }
}

/// The head of a player's panel: mark, name, status, total.
#[component]
pub fn PlayerHead<G: RegisteredGame>(
    /// The board's context.
    board: BoardContext<G>,
    /// The seat.
    seat: Seat,
    /// The seat's mark.
    children: Children,
) -> impl IntoView {
    let total = move || signed_points(board.state.with(|state| state.score(seat).total()));
    let kind = move || {
        let players = board.table.players;
        players.with(|players| players.get(seat.index()).map(|player| player.kind.clone()))
    };
    let pill = move || {
        seat_status(board, seat).map(|(class, words)| view! { <span class=class>{words}</span> })
    };
    view! {
        <div class="pp-h">
            {children()}
            <div class="who"><b class="title">{move || board.name(seat)}</b><span class="xs muted">{kind}</span></div>
            {pill}
            <b class="title tot">{total}</b>
        </div>
    }
}

/// The parts of a seat's score with their symbols. Zeroes are shown, so that columns align.
#[component]
pub fn ScoreParts<G: RegisteredGame>(
    /// The board's context.
    board: BoardContext<G>,
    /// The seat.
    seat: Seat,
    /// The symbol of each part, in the order of the score sheet.
    symbols: &'static [&'static str],
) -> impl IntoView {
    let part = move |index: usize| {
        let value = move || board.state.with(|state| state.score(seat).parts[index]);
        let title = <G as Game>::INFO.parts[index].title;
        view! {
            <li title=title>
                <Symbol name=symbols[index].to_owned()/>
                <span class="sr">{title}": "</span>
                <span>{value}</span>
            </li>
        }
    };
    view! { <ul class="parts">{(0..<G as Game>::INFO.parts.len()).map(part).collect_view()}</ul> }
}
