//! Clan members on the large display: tapped or dragged from tile to tile.

use glen_more::{Action, Event, Place};
use leptos::ev::PointerEvent;
use leptos::prelude::*;
use rules::Seat;
use wasm_bindgen::JsCast;

use super::geometry::{Extent, corner, place_at, translate, under_pointer};
use super::selection::Selection;
use super::tile::symbol;
use super::track::is_button_key;
use super::words;
use crate::art::seat_class;
use crate::keyed_list::KeyedList;

/// The movement of a pointer below which a press is a tap, in pixels.
const TAP_DISTANCE: f64 = 8.0;

/// The clan member under the pointer, in units of the drawing.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Drag {
    from: Place,
    start: (f64, f64),
    at: Option<(f64, f64)>,
}

/// All clan members of a display.
#[component]
pub(super) fn ClanMembers(
    /// The player's selection.
    selection: Selection,
    /// The seat of the display.
    seat: Memo<Seat>,
    /// The shown extent.
    extent: Signal<Extent>,
) -> impl IntoView {
    let drag = RwSignal::new(None);
    let under_pointer = move || {
        let (x, y) = drag.get().and_then(|drag: Drag| drag.at)?;
        let class = format!("drag {}", seat_class(seat.get()));
        Some(
            view! { <g class=class aria-hidden="true">{symbol("clan", x - 24.0, y - 30.0, 48.0)}</g> },
        )
    };
    let tiles_with_clan = Memo::new(move |_| {
        let seat = seat.get();
        selection.board().state.with(|state| {
            let display = state.player(seat).display();
            let places = display.tiles().map(|(at, _)| at);
            places.filter(|&at| display.clan_at(at) > 0).map(|at| (seat, at)).collect::<Vec<_>>()
        })
    });
    view! {
        <KeyedList each=move || tiles_with_clan.get() key=|it| *it
            children=move |(seat, at)| view! { <ClanFigures selection seat at extent drag/> }/>
        {under_pointer}
    }
}

#[component]
fn ClanFigures(
    selection: Selection,
    seat: Seat,
    at: Place,
    extent: Signal<Extent>,
    drag: RwSignal<Option<Drag>>,
) -> impl IntoView {
    let board = selection.board();
    let count =
        Memo::new(move |_| board.state.with(|state| state.player(seat).display().clan_at(at)));
    let can_move = Memo::new(move |_| {
        board.to_act.get() == Some(seat) && selection.offers.with(|offers| offers.can_move(at))
    });
    let is_selected = move || selection.moving_clan() == Some(at);
    let was_dragged = StoredValue::new(false);
    let label = move || {
        let there = board.state.with(|state| words::tile_with_position(state, seat, at));
        let people = words::with_count(count.get(), "clan member");
        if can_move.get() {
            format!("{people} on the {there}: move")
        } else {
            format!("{people} on the {there}")
        }
    };
    let down = move |event: PointerEvent| {
        if can_move.get_untracked() {
            was_dragged.set_value(false);
            capture(&event);
            let start = (f64::from(event.client_x()), f64::from(event.client_y()));
            drag.set(Some(Drag { from: at, start, at: None }));
        }
    };
    let follow = move |event: PointerEvent| {
        let Some(now) = drag.get_untracked().filter(|it: &Drag| it.from == at) else { return };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let far = (x - now.start.0).hypot(y - now.start.1) > TAP_DISTANCE;
        if now.at.is_some() || far {
            if !untrack(is_selected) {
                selection.toggle_moving(at);
            }
            drag.set(Some(Drag { at: point(&event, extent.get_untracked()), ..now }));
        }
    };
    let up = move |_: PointerEvent| {
        let Some(now) = drag.get_untracked() else { return };
        drag.set(None);
        if let Some((x, y)) = now.at {
            was_dragged.set_value(true);
            let to = place_at(x, y);
            if to != at {
                selection.try_act(Action::Step { from: at, to });
            }
        }
    };
    let click = move |_| {
        if !was_dragged.get_value() && can_move.get_untracked() {
            selection.toggle_moving(at);
        }
        was_dragged.set_value(false);
    };
    let figures = move || {
        let count = count.get();
        let step = if count > 1 { (60.0 / f64::from(count - 1)).min(16.0) } else { 0.0 };
        let figure = move |index: u8| symbol("clan", 62.0 - step * f64::from(index), 52.0, 42.0);
        (0..count).map(figure).collect_view()
    };
    let (from_x, from_y) = previous_place(selection, seat, at).map_or((0.0, 0.0), |from| {
        let ((x, y), (here_x, here_y)) = (corner(from), corner(at));
        (x - here_x, y - here_y)
    });
    view! {
        <g class=format!("people {}", seat_class(seat)) transform=translate(corner(at))
            role=move || if can_move.get() { "button" } else { "img" }
            tabindex=move || can_move.get().then_some("0")
            aria-label=label
            aria-pressed=move || can_move.get().then(|| is_selected().to_string())
            class:can=can_move class:held=is_selected
            on:click=click
            on:keydown=move |event| if is_button_key(&event) && can_move.get_untracked() { selection.toggle_moving(at) }
            on:pointerdown=down on:pointermove=follow on:pointerup=up
            on:pointercancel=move |_| drag.set(None)>
            <rect class="hit" x="48" y="48" width="56" height="54" rx="8"></rect>
            <g class="came" style=("--from-x", format!("{from_x}px")) style=("--from-y", format!("{from_y}px"))>{figures}</g>
        </g>
    }
}

/// The place from which the last action moved a clan member to this one.
fn previous_place(selection: Selection, seat: Seat, at: Place) -> Option<Place> {
    let last = selection.board().last_action.get_untracked()?;
    last.events.iter().find_map(|event| match *event {
        Event::Stepped { seat: owner, from, to } if owner == seat && to == at => Some(from),
        _ => None,
    })
}

/// Captures the pointer, so that all its events go to the pressed element.
fn capture(event: &PointerEvent) {
    let target = event.current_target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
    if let Some(target) = target {
        // Without capture the clan member can still be tapped.
        let _ = target.set_pointer_capture(event.pointer_id());
    }
}

/// The position of the pointer in the drawing.
fn point(event: &PointerEvent, extent: Extent) -> Option<(f64, f64)> {
    let target = event.current_target()?.dyn_into::<web_sys::Element>().ok()?;
    let bounds = target.closest("svg").ok()??.get_bounding_client_rect();
    let size = (bounds.width(), bounds.height());
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    Some(under_pointer(extent.view(), size, (x - bounds.left(), y - bounds.top())))
}
