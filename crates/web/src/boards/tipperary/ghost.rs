//! What is not placed yet: the selected piece, its legal positions, and hints.

use leptos::prelude::*;
use tipperary::{Display, Point, Tipperary};

use super::aim::{Aim, Found};
use super::county::{flock_path, fringe, rectangle_path};
use super::geometry::{SIDE, dots, outline};
use super::offer::Piece;
use super::tile::{moved_to, piece, places};
use crate::table::BoardContext;

/// The number of hints that are drawn.
pub(super) const IDEAS: usize = 3;

/// Faint marks beside the county where the selected tile can be added.
pub(super) fn fringe_marks(board: BoardContext<Tipperary>, aim: Aim) -> impl IntoView {
    let marks = Memo::new(move |_| {
        let Some(held) = aim.piece.get().filter(|held| held.turns()) else { return String::new() };
        let seat = board.viewer.get();
        board.state.with(|game| {
            let spaces = held.spaces(game, aim.orientation.get());
            dots(&fringe(game.player(seat).display(), &spaces, &aim.spots.get()))
        })
    });
    view! { <path class="snap" d=marks></path> }
}

/// Dashed outlines of the spaces where a single piece may be placed.
pub(super) fn place_marks(aim: Aim) -> impl IntoView {
    let marks = Memo::new(move |_| {
        let single = aim.piece.get().is_some_and(|held| !held.turns());
        let around = |at: &Point| outline(&[*at], 5.0, 7.0);
        if single { aim.spots.get().iter().map(around).collect() } else { String::new() }
    });
    view! { <path class="spot0" d=marks></path><path class="spot" d=marks></path> }
}

/// The selected piece.
pub(super) fn ghost(board: BoardContext<Tipperary>, aim: Aim) -> impl IntoView {
    let there = Memo::new(move |_| aim.at.get().is_some());
    let bad = move || aim.found.with(|found| matches!(found, Some(Found::Refused(_))));
    let drawn = move || {
        let held = aim.piece.get().filter(|_| there.get())?;
        let spaces = board.state.with_untracked(|game| held.spaces(game, aim.orientation.get()));
        let edge = if matches!(held, Piece::Bonus(_)) { "tb bonus" } else { "tb" };
        let all = places(&spaces, Point::new(0, 0));
        Some(view! {
            <path class="lift" d=outline(&all, -2.0, 8.0) transform="translate(3 6)"></path>
            {piece(&spaces, edge, false)}
            <path class="ring" d=outline(&all, -1.0, 9.0)></path>
        })
    };
    let place = move || aim.at.get().map(moved_to).unwrap_or_default();
    view! { <g class="ghost" class:bad=bad class:held=move || !aim.pinned.get() transform=place>{drawn}</g> }
}

/// The largest flock and rectangle after the placement.
pub(super) fn outlines(board: BoardContext<Tipperary>, aim: Aim) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let paths = |display: &Display| (flock_path(display), rectangle_path(display));
        match aim.found.get() {
            Some(Found::Brings { display, .. }) => paths(&display),
            _ => board.state.with(|game| paths(game.player(board.viewer.get()).display())),
        }
    });
    let flock = move || shown.with(|(flock, _)| flock.clone());
    let rectangle = move || shown.with(|(_, rectangle)| rectangle.clone());
    view! {
        <path class="flock0" d=flock></path><path class="flock" d=flock></path>
        <path class="rect2" d=rectangle></path><path class="rect" d=rectangle></path>
    }
}

/// The placements of a hint, the best first.
pub(super) fn ideas(board: BoardContext<Tipperary>) -> impl IntoView {
    let drawn = move || {
        let seat = board.to_act.get()?;
        let ideas = board.hints.get().into_iter().take(IDEAS).enumerate();
        let placed = board.state.with_untracked(|game| {
            ideas
                .filter_map(|(rank, (action, _))| {
                    let (held, lies, at) = Piece::of(game, seat, action)?;
                    Some((rank + 1, places(&held.spaces(game, lies), at)))
                })
                .collect::<Vec<_>>()
        });
        Some(placed.into_iter().map(|(rank, spaces)| idea(rank, &spaces)).collect_view())
    };
    view! { <g class="ideas" aria-hidden="true">{drawn}</g> }
}

fn idea(rank: usize, spaces: &[Point]) -> impl IntoView + use<> {
    let first = spaces.first().copied().unwrap_or(Point::new(0, 0));
    let (x, y) = (first.x * SIDE + 12, first.y * SIDE + 12);
    view! {
        <path class="idea0" d=outline(spaces, 3.0, 8.0)></path>
        <path class="idea" d=outline(spaces, 3.0, 8.0)></path>
        <circle class="rank" cx=x cy=y r="10"></circle>
        <text class="rank-n" x=x y=y + 5>{rank}</text>
    }
}
