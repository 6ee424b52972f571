//! The whiskey track, and the supply.

use leptos::prelude::*;
use rules::{Game, Seat};
use tipperary::{Tipperary, TrackSpace};

use super::players::arms_name;
use super::selection::{PlacementPreview, Selection};
use crate::art::Symbol;
use crate::table::BoardContext;

/// The track with all barrels.
#[component]
pub(super) fn Track(
    /// The board's context.
    board: BoardContext<Tipperary>,
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let (track, players) =
        board.state.with_untracked(|game| (game.setup().set().track(), game.players()));
    let reached = Memo::new(move |_| match selection.preview.get() {
        Some(PlacementPreview::Legal { whiskey, .. }) => {
            let now = board.state.with(|game| game.player(board.viewer.get()).whiskey());
            Some(whiskey).filter(|value| *value != track[usize::from(now)].value)
        }
        _ => None,
    });
    let space = move |space: &'static TrackSpace| {
        view! {
            <li class:next=move || reached.get() == Some(space.value)>
                <b>{space.value}</b>
                <span class="sh">{space.symbol.then(|| view! { <Symbol name="wooden-sheep" size=18 label="brings a wooden sheep"/> })}</span>
            </li>
        }
    };
    view! {
        <div class="track">
            <Symbol name="barrel" size=26/>
            <div class="lane">
                <ol aria-label="Whiskey track">{track.iter().map(space).collect_view()}</ol>
                <ul aria-label="Barrels">
                    {Seat::all(players).map(|seat| view! { <Barrel board seat/> }).collect_view()}
                </ul>
            </div>
        </div>
        <p class="supply small muted">{move || supply(board)}</p>
    }
}

/// A player's barrel, which glides from space to space. Barrels on one space are side by side.
#[component]
fn Barrel(board: BoardContext<Tipperary>, seat: Seat) -> impl IntoView {
    let way = Memo::new(move |_| {
        let (space, offset) = board.state.with(|game| barrel_position(game, seat));
        format!("translateX(calc({space}*(100% + 3px) + {offset}*12px))")
    });
    let value = move || {
        board.state.with(|game| {
            let track = game.setup().set().track();
            track[usize::from(game.player(seat).whiskey())].value
        })
    };
    view! {
        <li class="mk" style:transform=move || way.get()>
            <Symbol name=arms_name(board, seat) size=22/>
            <span class="sr">{move || format!("{}: {}", board.name(seat), value())}</span>
        </li>
    }
}

/// The space of a barrel, and its distance from the middle of the space, in steps.
fn barrel_position(game: &Tipperary, seat: Seat) -> (u8, f64) {
    let space = game.player(seat).whiskey();
    let seats_on_space: Vec<Seat> =
        Seat::all(game.players()).filter(|it| game.player(*it).whiskey() == space).collect();
    let nth = seats_on_space.iter().position(|it| *it == seat).unwrap_or_default();
    (space, nth as f64 - (seats_on_space.len() as f64 - 1.0) / 2.0)
}

fn supply(board: BoardContext<Tipperary>) -> String {
    board.state.with(|game| {
        format!(
            "Supply: {} wooden sheep, {} towers, {} bonus tiles.",
            game.sheep_supply(),
            game.tower_supply(),
            game.bonus_supply()
        )
    })
}

#[cfg(test)]
mod tests {
    use rules::Setup;

    use super::*;

    #[test]
    fn barrels_on_one_space_are_side_by_side() {
        let game = Tipperary::new(&Setup::new(3).unwrap());
        let stand = Seat::all(3).map(|seat| barrel_position(&game, seat)).collect::<Vec<_>>();
        assert_eq!(stand, [(0, -1.0), (0, 0.0), (0, 1.0)]);
    }
}
