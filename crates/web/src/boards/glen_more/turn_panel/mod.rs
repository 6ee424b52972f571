//! The turn panel beside the display: what the turn offers, what it costs and what it brings.

mod activate;
mod clan;
mod pay;
mod take;
mod trade;

use glen_more::{Action, Place, Resource};
use leptos::prelude::*;
use rules::{Game, Turn};

use self::activate::ActivatePanel;
use self::pay::{ChoosePanel, PayPanel};
use self::take::{TakePanel, TileCard};
use self::trade::Trade;
use super::selection::{Selection, TurnStage};
use super::words;
use crate::art::Symbol;

/// The panel of the present step.
#[component]
pub(super) fn TurnPanel(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let inside = move || match selection.stage.get() {
        TurnStage::Take => view! { <TakePanel selection/> }.into_any(),
        TurnStage::Pay => view! { <PayPanel selection/> }.into_any(),
        TurnStage::Choose => view! { <ChoosePanel selection/> }.into_any(),
        TurnStage::Activate => view! { <ActivatePanel selection/> }.into_any(),
        TurnStage::Wait => view! { <WaitPanel selection/> }.into_any(),
    };
    // It can be focused, for when there is nothing to press.
    view! { <section class="plan card" aria-label="Your turn" tabindex="-1">{inside}</section> }
}

/// The panel while others act, and after the game.
#[component]
fn WaitPanel(selection: Selection) -> impl IntoView {
    let goes_on = move || selection.board().state.with(|state| state.turn() != Turn::Over);
    view! {
        <div class="body">
            <TileCard selection/>
            <NextTurn selection/>
        </div>
        <Show when=goes_on><ActionButtons selection><span></span></ActionButtons></Show>
    }
}

/// The buttons at the bottom: undo, and the main one. Hints and refusals are shown above them, over
/// other content, so that nothing moves.
#[component]
pub(super) fn ActionButtons(
    /// The player's selection.
    selection: Selection,
    /// The main button.
    children: Children,
) -> impl IntoView {
    let table = selection.board().table;
    view! {
        <div class="acts">
            <div class="over">
                <Hints selection/>
                <p class="why small" role="status">{move || selection.refusal.get()}</p>
            </div>
            <button class="btn" disabled=move || !table.can_undo.get() on:click=move |_| selection.undo()>
                <Symbol name="i-undo"/>"Undo"
            </button>
            {children()}
        </div>
    }
}

/// What the next player can take.
#[component]
pub(super) fn NextTurn(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let text = move || {
        let board = selection.board();
        let subject = selection.shown_tile().map(|(space, _)| usize::from(space));
        board.state.with(|state| {
            let next =
                subject.and_then(|space| state.next_turn(space)).or_else(|| state.after_turn())?;
            Some(board.names.with(|names| words::next_turn(state, &next, subject, names)))
        })
    };
    view! {
        <p class="coming small" class:none=move || text().is_none()><Symbol name="i-eye" size=18/><span>{move || text().unwrap_or_default()}</span></p>
    }
}

/// A button that makes an action, or shows why it is refused.
#[component]
pub(super) fn ActionButton(
    /// The player's selection.
    selection: Selection,
    /// The action.
    action: Action,
    /// The CSS classes.
    #[prop(optional)]
    class: &'static str,
    /// The tooltip.
    #[prop(into, optional)]
    title: Option<String>,
    /// The label.
    children: Children,
) -> impl IntoView {
    let barred = move || selection.board().legal.with(|legal| !legal.contains(&action));
    let explain = move |_| {
        selection.show_refusal(action);
    };
    view! {
        <button class=class class:hinted=move || selection.is_hinted(action) title=title aria-disabled=move || barred().to_string()
            on:click=move |_| selection.try_act(action)
            on:focus=explain on:blur=move |_| selection.refusal.set(None)>{children()}</button>
    }
}

/// The hint, in words.
#[component]
fn Hints(selection: Selection) -> impl IntoView {
    let board = selection.board();
    let lines = move || {
        let seat = board.to_act.get()?;
        let mut lines = board.state.with(|state| {
            board.hints.with(|hints| {
                let line = |(action, share): &(Action, f64)| {
                    format!("{} ({:.0} %)", words::action(state, seat, *action), share * 100.0)
                };
                hints.iter().take(3).map(line).collect::<Vec<_>>().into_iter()
            })
        });
        lines.next().map(|best| {
            let others = lines.map(|line| view! { <li>{line}</li> }).collect_view();
            view! { <details class="hints"><summary>"Hint: "{best}</summary><ol>{others}</ol></details> }
        })
    };
    view! { {lines} }
}

/// Event handlers for a line about a tile: the tile is highlighted while the line is hovered.
pub(super) fn highlight_handler(selection: Selection, at: Option<Place>) -> impl Fn() + Copy {
    move || selection.highlighted_tile.set(at)
}

/// The symbol of a cube with a signed number, such as "−1" or "+1".
pub(super) fn signed_cubes(symbol: impl Into<String>, by: i32) -> impl IntoView {
    let text = if by < 0 { format!("−{}", -by) } else { format!("+{by}") };
    view! { <Symbol name=symbol.into() size=24/><b class:neg=by < 0>{text}</b> }
}

/// Cubes that are given away, by [`Resource::index`].
pub(super) fn cubes_given(counts: [u8; 5]) -> impl IntoView {
    let some = Resource::ALL.into_iter().filter(|it| counts[it.index()] > 0);
    let each = |it: Resource| signed_cubes(super::tile::cube(it), -i32::from(counts[it.index()]));
    some.map(each).collect::<Vec<_>>().into_iter().collect_view()
}
