//! What is not placed yet: the selected piece, its legal positions, and hints.

use leptos::prelude::*;
use tipperary::{Display, Point, Tipperary};

use super::county::{flock_path, rectangle_path, spaces_to_add};
use super::geometry::{SPACE_SIDE, dots, outline};
use super::offers::Piece;
use super::selection::{PlacementPreview, Selection};
use super::tile::{moved_to, piece, places};
use crate::table::BoardContext;

/// The number of hints that are drawn.
pub(super) const MAX_HINTS: usize = 3;

/// Faint marks beside the county where the selected tile can be added.
pub(super) fn added_space_marks(
    board: BoardContext<Tipperary>,
    selection: Selection,
) -> impl IntoView {
    let marks = Memo::new(move |_| {
        let Some(held) = selection.piece.get().filter(|held| held.can_turn()) else {
            return String::new();
        };
        let seat = board.viewer.get();
        board.state.with(|game| {
            let spaces = held.spaces(game, selection.orientation.get());
            dots(&spaces_to_add(
                game.player(seat).display(),
                &spaces,
                &selection.legal_positions.get(),
            ))
        })
    });
    view! { <path class="snap" d=marks></path> }
}

/// Dashed outlines of the spaces where a single piece may be placed.
pub(super) fn legal_space_marks(selection: Selection) -> impl IntoView {
    let marks = Memo::new(move |_| {
        let single = selection.piece.get().is_some_and(|held| !held.can_turn());
        let around = |at: &Point| outline(&[*at], 5.0, 7.0);
        if single {
            selection.legal_positions.get().iter().map(around).collect()
        } else {
            String::new()
        }
    });
    view! { <path class="spot0" d=marks></path><path class="spot" d=marks></path> }
}

/// The selected piece.
pub(super) fn selected_piece(
    board: BoardContext<Tipperary>,
    selection: Selection,
) -> impl IntoView {
    let there = Memo::new(move |_| selection.position.get().is_some());
    let bad =
        move || selection.preview.with(|found| matches!(found, Some(PlacementPreview::Refused(_))));
    let drawn = move || {
        let held = selection.piece.get().filter(|_| there.get())?;
        let spaces =
            board.state.with_untracked(|game| held.spaces(game, selection.orientation.get()));
        let edge = if matches!(held, Piece::Bonus(_)) { "tb bonus" } else { "tb" };
        let all = places(&spaces, Point::new(0, 0));
        Some(view! {
            <path class="lift" d=outline(&all, -2.0, 8.0) transform="translate(3 6)"></path>
            {piece(&spaces, edge, false)}
            <path class="ring" d=outline(&all, -1.0, 9.0)></path>
        })
    };
    let place = move || selection.position.get().map(moved_to).unwrap_or_default();
    view! { <g class="ghost" class:bad=bad class:held=move || !selection.is_pinned.get() transform=place>{drawn}</g> }
}

/// The largest flock and rectangle after the placement.
pub(super) fn preview_outlines(
    board: BoardContext<Tipperary>,
    selection: Selection,
) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let paths = |display: &Display| (flock_path(display), rectangle_path(display));
        match selection.preview.get() {
            Some(PlacementPreview::Legal { display, .. }) => paths(&display),
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
pub(super) fn hinted_placements(board: BoardContext<Tipperary>) -> impl IntoView {
    let drawn = move || {
        let seat = board.to_act.get()?;
        let hinted_placements = board.hints.get().into_iter().take(MAX_HINTS).enumerate();
        let placed = board.state.with_untracked(|game| {
            hinted_placements
                .filter_map(|(rank, (action, _))| {
                    let (held, lies, at) = Piece::of(game, seat, action)?;
                    Some((rank + 1, places(&held.spaces(game, lies), at)))
                })
                .collect::<Vec<_>>()
        });
        Some(placed.into_iter().map(|(rank, spaces)| hint_outline(rank, &spaces)).collect_view())
    };
    view! { <g class="ideas" aria-hidden="true">{drawn}</g> }
}

fn hint_outline(rank: usize, spaces: &[Point]) -> impl IntoView + use<> {
    let first = spaces.first().copied().unwrap_or(Point::new(0, 0));
    let (x, y) = (first.x * SPACE_SIDE + 12, first.y * SPACE_SIDE + 12);
    view! {
        <path class="idea0" d=outline(spaces, 3.0, 8.0)></path>
        <path class="idea" d=outline(spaces, 3.0, 8.0)></path>
        <circle class="rank" cx=x cy=y r="10"></circle>
        <text class="rank-n" x=x y=y + 5>{rank}</text>
    }
}
