//! The plan beside the display: what the turn offers, what it costs and what it brings.

mod activate;
mod clan;
mod pay;
mod take;
mod trade;

use glen_more::{Place, Resource};
use leptos::prelude::*;

use self::activate::ActivatePlan;
use self::pay::{ChoosePlan, PayPlan};
use self::take::{TakePlan, TileCard};
use self::trade::Trade;
use super::ui::{Stage, Ui};
use super::words;
use crate::art::Symbol;

/// The plan.
#[component]
pub(super) fn Plan(
    /// The board.
    ui: Ui,
) -> impl IntoView {
    let inside = move || match ui.stage.get() {
        Stage::Take => view! { <TakePlan ui/> }.into_any(),
        Stage::Pay => view! { <PayPlan ui/> }.into_any(),
        Stage::Choose => view! { <ChoosePlan ui/> }.into_any(),
        Stage::Activate => view! { <ActivatePlan ui/> }.into_any(),
        Stage::Wait => view! { <WaitPlan ui/> }.into_any(),
    };
    view! { <section class="plan card" aria-label="Your turn">{inside}</section> }
}

/// What is shown while others act.
#[component]
fn WaitPlan(ui: Ui) -> impl IntoView {
    view! {
        <div class="body">
            <TileCard ui/>
            <Hints ui/>
            <After ui/>
        </div>
        <Acts ui><span></span></Acts>
    }
}

/// The buttons at the bottom: the way back, and the way on.
#[component]
pub(super) fn Acts(
    /// The board.
    ui: Ui,
    /// The way on.
    children: Children,
) -> impl IntoView {
    let table = ui.desk().table;
    view! {
        <div class="acts">
            <button class="btn" disabled=move || !table.can_undo.get() on:click=move |_| { ui.let_go(); table.undo.run(()); }>
                <Symbol name="i-undo"/>"Undo"
            </button>
            {children()}
        </div>
    }
}

/// What the next player will find.
#[component]
pub(super) fn After(
    /// The board.
    ui: Ui,
) -> impl IntoView {
    let text = move || {
        let desk = ui.desk();
        let subject = ui.subject().map(|(space, _)| usize::from(space));
        desk.state.with(|state| {
            let next =
                subject.and_then(|space| state.next_turn(space)).or_else(|| state.after_turn())?;
            Some(desk.names.with(|names| words::next_turn(state, &next, names)))
        })
    };
    view! {
        <p class="after small" class:none=move || text().is_none()><Symbol name="i-eye" size=18/><span>{move || text().unwrap_or_default()}</span></p>
    }
}

/// What a bot would do, in words.
#[component]
pub(super) fn Hints(
    /// The board.
    ui: Ui,
) -> impl IntoView {
    let desk = ui.desk();
    let lines = move || {
        let seat = desk.to_act.get()?;
        let lines = desk.state.with(|state| {
            desk.hints.with(|hints| {
                let best = hints.iter().take(3);
                let line = |(action, share): &(glen_more::Action, f64)| {
                    let text = words::action(state, seat, *action);
                    let percent = (share * 100.0).round();
                    view! { <li><span class="pill hint">{format!("{percent} %")}</span>{text}</li> }
                };
                best.map(line).collect_view()
            })
        });
        let some = desk.hints.with(|hints| !hints.is_empty());
        some.then(|| view! { <div class="hints"><h3>"A bot would"</h3><ol>{lines}</ol></div> })
    };
    view! { {lines} }
}

/// A line of the plan that speaks of a tile: the tile is marked meanwhile.
pub(super) fn points_at(ui: Ui, at: Option<Place>) -> impl Fn() + Copy {
    move || ui.pointed.set(at)
}

/// The symbol of a cube with its number: "−1" or "+1".
pub(super) fn change(symbol: impl Into<String>, by: i32) -> impl IntoView {
    let text = if by < 0 { format!("−{}", -by) } else { format!("+{by}") };
    view! { <Symbol name=symbol.into() size=24/><b class:neg=by < 0>{text}</b> }
}

/// Cubes that go, by [`Resource::index`].
pub(super) fn minus(counts: [u8; 5]) -> impl IntoView {
    let some = Resource::ALL.into_iter().filter(|it| counts[it.index()] > 0);
    let each = |it: Resource| change(super::tile::cube(it), -i32::from(counts[it.index()]));
    some.map(each).collect::<Vec<_>>().into_iter().collect_view()
}
