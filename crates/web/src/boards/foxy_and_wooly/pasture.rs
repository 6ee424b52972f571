//! A pasture: nine slots with their sheep, the gates, and the wolves outside them.

use foxy_and_wooly::{FoxyAndWooly, Gate, Row, Slot, Token, Wolf};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use rules::Seat;

use super::geometry::{
    PASTURE_HEIGHT, PASTURE_WIDTH, SLOT_WIDTH, gate_corner, meadow_left, slot_corner,
};
use super::offers::SheepMove;
use super::selection::Selection;
use super::words::{self, row_name};
use crate::deferred::Deferred;
use crate::signals::distinct_signal;
use crate::table::BoardContext;

/// The role of a slot in moving a sheep, and whether a hint contains it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
enum SlotRole {
    #[default]
    None,
    /// The sheep can be moved.
    Movable { hinted: bool },
    /// The sheep is selected.
    Selected,
    /// The selected sheep can be moved here.
    Target { hinted: bool },
}

/// The appearance of a slot.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct SlotLook {
    sheep: bool,
    /// A wolf at the gate will eat this sheep.
    doomed: bool,
    /// The wolf on the block would eat this sheep.
    threatened: bool,
    slot_role: SlotRole,
}

impl SlotLook {
    fn is_open(self) -> bool {
        self.slot_role != SlotRole::None
    }

    const fn is_hinted(self) -> bool {
        matches!(
            self.slot_role,
            SlotRole::Movable { hinted: true } | SlotRole::Target { hinted: true }
        )
    }

    /// The CSS classes as one string, so that one attribute is updated whatever changes.
    fn classes(self) -> String {
        let words = [
            (!self.sheep, " empty"),
            (self.doomed, " doomed"),
            (self.threatened, " threatened"),
            (self.is_open(), " open"),
            (self.slot_role == SlotRole::Selected, " picked"),
            (self.is_hinted(), " hinted"),
        ];
        let present = words.into_iter().filter_map(|(is_so, word)| is_so.then_some(word));
        std::iter::once("place").chain(present).collect()
    }

    /// The value of `aria-pressed`, if the sheep can be selected.
    const fn pressed(self) -> Option<&'static str> {
        match self.slot_role {
            SlotRole::Movable { .. } => Some("false"),
            SlotRole::Selected => Some("true"),
            SlotRole::None | SlotRole::Target { .. } => None,
        }
    }

    fn label(self, slot: Slot) -> String {
        let holds = if self.sheep { "a sheep" } else { "empty" };
        let doomed = if self.doomed { ", which a wolf at the gate will eat" } else { "" };
        let threatened = if self.threatened { ", which this wolf would eat" } else { "" };
        let slot_role = match self.slot_role {
            SlotRole::None => "",
            SlotRole::Movable { .. } => ", can be moved",
            SlotRole::Selected => ", picked up",
            SlotRole::Target { .. } => ", move the sheep here",
        };
        let hinted = if self.is_hinted() { ", hint" } else { "" };
        format!("Slot {slot}: {holds}{doomed}{threatened}{slot_role}{hinted}")
    }
}

/// The player's own pasture, whose sheep can be moved.
#[component]
pub(super) fn OwnPasture(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board;
    let seat: Signal<Seat> = distinct_signal(move || board.viewer.get()).into();
    let label = move || {
        let owner = format!("{}’s pasture", board.name(seat.get()));
        board.state.with(|state| words::pasture(state, seat.get(), &owner))
    };
    let slots = (1..=9).filter_map(Slot::new);
    let slots = slots.map(|slot| view! { <Deferred><OwnSlot selection seat at=slot/></Deferred> });
    view! {
        <svg class="farm" viewBox=view_box() role="group" aria-label=label>
            <Ground board/>
            {slots.collect_view()}
            <Deferred><Gates board seat/></Deferred>
        </svg>
    }
}

/// The pasture of another player.
#[component]
pub(super) fn Pasture(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
    /// The player's seat.
    seat: Seat,
) -> impl IntoView {
    let label = move || {
        let owner = format!("{}’s pasture", board.name(seat));
        board.state.with(|state| words::pasture(state, seat, &owner))
    };
    let gate = gate_of(board);
    let slots = (1..=9).filter_map(Slot::new).map(|slot| {
        let classes =
            move || board.state.with(|state| other_slot_look(state, seat, slot)).classes();
        let at = format!("slot-{seat}-{slot}");
        view! { <Deferred><g class=classes data-at=at>{slot_face(slot, gate)}</g></Deferred> }
    });
    view! {
        <svg class="farm" viewBox=view_box() role="img" aria-label=label>
            <Ground board/>
            {slots.collect_view()}
            <Deferred><Gates board seat=Signal::derive(move || seat)/></Deferred>
        </svg>
    }
}

fn view_box() -> String {
    format!("0 0 {PASTURE_WIDTH} {PASTURE_HEIGHT}")
}

/// The side of the gates, which never changes in a game.
fn gate_of(board: BoardContext<FoxyAndWooly>) -> Gate {
    board.state.with_untracked(|state| state.gate())
}

#[component]
fn Ground(board: BoardContext<FoxyAndWooly>) -> impl IntoView {
    let left = meadow_left(gate_of(board));
    let line = |y: u16| format!("M{} {y}H{}", left + 8.0, left + 280.0);
    view! {
        <rect class="fm" x=left y="2" width="288" height="288" rx="18"></rect>
        <path class="furrow" d=line(100)></path>
        <path class="furrow" d=line(192)></path>
    }
}

fn other_slot_look(state: &FoxyAndWooly, seat: Seat, slot: Slot) -> SlotLook {
    SlotLook {
        sheep: state.farm(seat).sheep.contains(slot),
        doomed: state.doomed(seat).contains(slot),
        ..SlotLook::default()
    }
}

/// Whether the wolf on the block would eat the seat's sheep on a slot, at once or at the end.
fn threatens(state: &FoxyAndWooly, seat: Seat, slot: Slot) -> bool {
    let farm = state.farm(seat);
    match state.token().and_then(Token::wolf) {
        Some(Wolf::Hungry(target)) => target == slot && farm.sheep.contains(slot),
        Some(Wolf::Waiting(row)) => {
            let mut waiting = farm.waiting;
            waiting[row as usize] += 1;
            let eaten = farm.sheep.eaten_by(waiting, state.gate());
            eaten.contains(slot) && !state.doomed(seat).contains(slot)
        }
        None => false,
    }
}

fn own_slot_look(selection: Selection, slot: Slot) -> SlotLook {
    let board = selection.board;
    let seat = board.viewer.get();
    board.state.with(|state| SlotLook {
        threatened: threatens(state, seat, slot),
        slot_role: slot_role(selection, slot),
        ..other_slot_look(state, seat, slot)
    })
}

fn slot_role(selection: Selection, slot: Slot) -> SlotRole {
    let picked = selection.selected_sheep();
    let hinted = |way: SheepMove| selection.hint(way.action()).is_some_and(|(_, best)| best);
    selection.offers.with(|offers| {
        let target_move =
            picked.and_then(|from| offers.moves_from(from).find(|way| way.to == slot));
        match target_move {
            _ if picked == Some(slot) => SlotRole::Selected,
            Some(way) => SlotRole::Target { hinted: hinted(way) },
            None if offers.moves_from(slot).next().is_some() => {
                SlotRole::Movable { hinted: offers.moves_from(slot).any(hinted) }
            }
            None => SlotRole::None,
        }
    })
}

#[component]
fn OwnSlot(selection: Selection, seat: Signal<Seat>, at: Slot) -> impl IntoView {
    let slot = at;
    let gate = gate_of(selection.board);
    let look = distinct_signal(move || own_slot_look(selection, slot));
    let tap = move || {
        if selection.offers.with_untracked(|offers| !offers.moves.is_empty()) {
            selection.tap(slot);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            tap();
        }
    };
    let open = move || look.get().is_open();
    view! {
        <g class=move || look.get().classes()
            data-at=move || format!("slot-{}-{slot}", seat.get())
            role=move || if open() { "button" } else { "img" }
            tabindex=move || open().then_some("0")
            aria-pressed=move || look.get().pressed()
            aria-label=move || look.get().label(slot)
            on:click=move |_| tap() on:keydown=on_key>
            {slot_face(slot, gate)}
        </g>
    }
}

/// Everything that a slot may show; the classes of its parent decide what is visible.
fn slot_face(slot: Slot, gate: Gate) -> impl IntoView {
    let (x, y) = slot_corner(slot, gate);
    let square = move |class: &'static str| {
        view! { <rect class=class x=x y=y width=SLOT_WIDTH height=SLOT_WIDTH rx="15"></rect> }
    };
    view! {
        {["slot", "th0", "th", "aim0", "aim", "tip-off"].map(square).collect_view()}
        <use class="sheep" href="#sheep" x=x + 12.0 y=y + 5.0 width="62" height="62"></use>
        <use class="victim" href="#wolf" x=x + 4.0 y=y + 49.0 width="28" height="28"></use>
        <circle class="sn" cx=x + 66.0 cy=y + 66.0 r="14.5"></circle>
        <text class="snt" x=x + 66.0 y=y + 72.0>{slot.number()}</text>
    }
}

#[component]
fn Gates(board: BoardContext<FoxyAndWooly>, seat: Signal<Seat>) -> impl IntoView {
    let gate = gate_of(board);
    let rows = Row::ALL.map(|row| {
        let waiting =
            distinct_signal(move || board.state.with(|state| state.farm(seat.get()).waiting[row as usize]));
        let (x, y) = gate_corner(row, gate);
        let (left, flip) = match gate {
            Gate::Left => (x - 51.0, format!("translate({} 0) scale(-1 1)", 2.0 * (x - 51.0) + 54.0)),
            Gate::Right => (x + 6.0, String::new()),
        };
        let several = move || (waiting.get() > 1).then(|| format!("×{}", waiting.get()));
        view! {
            <g class="gate" data-at=move || format!("gate-{}-{}", seat.get(), row_name(row))>
                <rect class="post" x=x y=y width="8" height="76"></rect>
                <path class="slat" d=format!("M{} {}h6M{} {}h6", x + 1.0, y + 18.0, x + 1.0, y + 50.0)></path>
                <use class="waits" class:off=move || waiting.get() == 0 href="#wolf-wait" x=left y=y + 10.0 width="54" height="54" transform=flip></use>
                <text class="several" x=left + 27.0 y=y + 74.0>{several}</text>
            </g>
        }
    });
    rows.collect_view()
}
