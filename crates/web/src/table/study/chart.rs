//! The chart of a game: each seat's expected share of the victory over its moments.

use std::sync::Arc;

use leptos::prelude::*;
use registry::AnyGame;
use rules::{Names, Seat};
use wasm_bindgen::JsCast;
use web_sys::{Element, MouseEvent};

use super::Evaluation;
use super::panel::percentage;
use crate::art::seat_class;
use crate::table::{SeatMark, Table};

/// The curves of all seats, the shown moment, and the turning points. A press shows the moment
/// under it.
#[component]
pub(super) fn Chart(
    /// The table.
    table: Table,
    /// The evaluation of its game.
    #[prop(into)]
    evaluation: Signal<Arc<Evaluation>>,
) -> impl IntoView {
    let last = move || table.game.with(|game| game.actions()).max(1);
    let seats = move || table.game.with(|game| Seat::all(game.players()).collect::<Vec<_>>());
    let curves = move || {
        let curve = |seat| {
            let points = table
                .game
                .with(|game| evaluation.with(|evaluation| points(evaluation, game, seat)));
            view! { <polyline class=format!("curve {}", seat_class(seat)) points=points></polyline> }
        };
        seats().into_iter().map(curve).collect_view()
    };
    let marks = move || {
        let names = table.names();
        let turning_points = table
            .game
            .with(|game| evaluation.with(|evaluation| evaluation.turning_points(game, &names)));
        let mark = |point: super::evaluation::TurningPoint| {
            let x = x_of(point.number, last());
            let y = format!("{:.2}%", 100.0 - 100.0 * point.value[point.seat.index()]);
            view! {
                <svg class="at" x=x y=y><g><SeatMark seat=point.seat size=14/></g></svg>
            }
        };
        turning_points.into_iter().map(mark).collect_view()
    };
    let now = move || x_of(table.shown(), last());
    let jump = move |event: MouseEvent| {
        if let Some(share) = pressed_share(&event) {
            table.moment.set(Some((share * last() as f64).round() as usize));
        }
    };
    let summary = move || {
        let names = table.names();
        table.game.with(|game| evaluation.with(|evaluation| summary(evaluation, game, &names)))
    };
    view! {
        <svg class="chart" role="img" aria-label=summary on:click=jump>
            <line class="level" x1="0" x2="100%" y1="0" y2="0"></line>
            <line class="level" x1="0" x2="100%" y1="50%" y2="50%"></line>
            <line class="level" x1="0" x2="100%" y1="100%" y2="100%"></line>
            <svg class="curves" width="100%" height="100%" preserveAspectRatio="none" viewBox=move || format!("0 0 {} 100", last())>{curves}</svg>
            <line class="now" x1=now x2=now y1="0" y2="100%"></line>
            {marks}
        </svg>
    }
}

/// The x coordinate of a moment.
fn x_of(moment: usize, last: usize) -> String {
    format!("{:.2}%", 100.0 * moment as f64 / last as f64)
}

/// A seat's curve in the units of the drawing: moments to the right, percents down from the top.
fn points(evaluation: &Evaluation, game: &AnyGame, seat: Seat) -> String {
    let curve = evaluation.curve(game, seat);
    let point = |(moment, share): &(usize, f64)| format!("{moment},{:.1}", 100.0 - 100.0 * share);
    curve.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// The x coordinate of a press, from 0 to 1.
fn pressed_share(event: &MouseEvent) -> Option<f64> {
    let drawing = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    let share = (f64::from(event.client_x()) - drawing.left()) / drawing.width();
    share.is_finite().then(|| share.clamp(0.0, 1.0))
}

/// The curves in words.
fn summary(evaluation: &Evaluation, game: &AnyGame, names: &Names) -> String {
    let in_words = |seat: Seat| {
        let curve = evaluation.curve(game, seat);
        let (first, last) = (curve.first()?.1, curve.last()?.1);
        Some(format!("{} from {} to {}", names.of(seat), percentage(first), percentage(last)))
    };
    let seats: Vec<String> = Seat::all(game.players()).filter_map(in_words).collect();
    format!("Shares of the victory over the game: {}.", seats.join(", "))
}

#[cfg(test)]
mod tests {
    use registry::{GameId, NewGame, Registry};

    use super::*;

    #[test]
    fn x_coordinates_are_proportional() {
        assert_eq!(x_of(0, 40), "0.00%");
        assert_eq!(x_of(30, 40), "75.00%");
        assert_eq!(x_of(40, 40), "100.00%");
    }

    #[test]
    fn a_curve_goes_up_with_the_share() {
        let game = AnyGame::new(&Registry::new(), &NewGame::of(GameId::GlenMore, 2)).unwrap();
        let mut evaluation = Evaluation::default();
        for (number, share) in [(1, 0.25), (2, 1.0)] {
            evaluation.add(Some(bots::Decision {
                number,
                seat: Seat::from_index(0),
                action: String::new(),
                value: vec![share, 1.0 - share],
                best: String::new(),
                loss: 0.0,
            }));
        }
        assert_eq!(points(&evaluation, &game, Seat::from_index(0)), "1,75.0 2,0.0");
        let words = summary(&evaluation, &game, &game.names());
        assert!(words.contains("from 25 % to 100 %"), "{words}");
    }
}
