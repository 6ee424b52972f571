//! [`Selection`]: the selected tile, its place, and the clan member about to be moved.

use std::sync::Arc;

use glen_more::{Action, GlenMore, Phase, Place, TileId};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{Game, Seat, Turn};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::offers::Offers;
use super::words;
use crate::browser::next_paint;
use crate::table::BoardContext;

/// More steps than any payment or series of activations has.
const MAX_STEPS: usize = 40;
/// The focused element of the turn panel.
const FOCUSED_IN_PANEL: &str = ".plan :focus, .plan:focus";
/// How often the focus is checked while others act, in milliseconds.
const FOCUS_CHECK_INTERVAL: u32 = 200;

/// What the seat of this device is to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum TurnStage {
    Take,
    Pay,
    Choose,
    Activate,
    Wait,
}

/// What the player is about to do. Copies share it.
#[derive(Copy, Clone)]
pub(super) struct Selection {
    board: StoredValue<BoardContext<GlenMore>>,
    pub(super) offers: Memo<Arc<Offers>>,
    pub(super) stage: Memo<TurnStage>,
    /// The space of the track that is hovered or focused, and the one that is selected.
    pub(super) hovered_space: RwSignal<Option<u8>>,
    chosen_space: RwSignal<Option<u8>>,
    /// The place that is hovered or focused, and the one that is selected.
    pub(super) hovered_place: RwSignal<Option<Place>>,
    chosen_place: RwSignal<Option<Place>>,
    /// The place of the clan member about to be moved.
    moving_from: RwSignal<Option<Place>>,
    /// The tile that a line of the turn panel is about.
    pub(super) highlighted_tile: RwSignal<Option<Place>>,
    /// The seat whose display is shown large in place of the viewer's.
    pub(super) inspected_seat: RwSignal<Option<Seat>>,
    /// Why the last attempt was refused, as a sentence.
    pub(super) refusal: RwSignal<Option<String>>,
}

impl Selection {
    pub(super) fn new(board: BoardContext<GlenMore>) -> Self {
        let stage = Memo::new(move |_| {
            let phase = board.state.with(|state| state.phase());
            match board.to_act.get().and(Some(phase)) {
                Some(Phase::Take(_)) => TurnStage::Take,
                Some(Phase::Pay(_)) => TurnStage::Pay,
                Some(Phase::Choose(_)) => TurnStage::Choose,
                Some(Phase::Activate(_)) => TurnStage::Activate,
                _ => TurnStage::Wait,
            }
        });
        Self {
            board: StoredValue::new(board),
            offers: Memo::new(move |_| Arc::new(board.legal.with(|legal| Offers::of(legal)))),
            stage,
            hovered_space: RwSignal::new(None),
            chosen_space: RwSignal::new(None),
            hovered_place: RwSignal::new(None),
            chosen_place: RwSignal::new(None),
            moving_from: RwSignal::new(None),
            highlighted_tile: RwSignal::new(None),
            inspected_seat: RwSignal::new(None),
            refusal: RwSignal::new(None),
        }
    }

    /// The board's context.
    pub(super) fn board(self) -> BoardContext<GlenMore> {
        self.board.get_value()
    }

    /// The seat whose display is shown large.
    pub(super) fn shown_seat(self) -> Seat {
        self.inspected_seat.get().unwrap_or_else(|| self.board().viewer.get())
    }

    /// The selected space, while it has a tile.
    pub(super) fn chosen_tile(self) -> Option<(u8, TileId)> {
        self.tile_on_space(self.chosen_space.get())
    }

    /// The hovered space, or else the selected one.
    pub(super) fn shown_tile(self) -> Option<(u8, TileId)> {
        self.tile_on_space(self.hovered_space.get()).or_else(|| self.chosen_tile())
    }

    fn tile_on_space(self, space: Option<u8>) -> Option<(u8, TileId)> {
        let space = space?;
        let tile = self.board().state.with(|state| state.track().tile(space.into()))?;
        Some((space, tile))
    }

    /// The places for the shown tile.
    pub(super) fn places_for_tile(self) -> Vec<Place> {
        let Some((space, _)) = self.shown_tile() else { return Vec::new() };
        self.offers.with(|offers| offers.places_for(space).to_vec())
    }

    /// The selected place, if the shown tile fits there.
    pub(super) fn chosen_place_if_fitting(self) -> Option<Place> {
        let places = self.places_for_tile();
        self.chosen_place.get().filter(|place| places.contains(place))
    }

    /// The hovered place, or else the selected one.
    pub(super) fn shown_place(self) -> Option<Place> {
        let places = self.places_for_tile();
        self.hovered_place
            .get()
            .filter(|place| places.contains(place))
            .or_else(|| self.chosen_place_if_fitting())
    }

    /// The action that takes the selected tile.
    pub(super) fn take_action(self) -> Option<Action> {
        let (space, _) = self.chosen_tile()?;
        let at = self.chosen_place.get()?;
        self.offers.with(|offers| {
            offers.places_for(space).contains(&at).then_some(Action::Take { space, at })
        })
    }

    /// Selects the tile on a space, and its place if there is only one.
    pub(super) fn choose_space(self, space: u8) {
        self.hovered_space.set(None);
        self.chosen_space.set(Some(space));
        let places = self.offers.with_untracked(|offers| offers.places_for(space).to_vec());
        let still_fitting =
            self.chosen_place.get_untracked().filter(|place| places.contains(place));
        let only = (places.len() == 1).then(|| places[0]);
        self.chosen_place.set(still_fitting.or(only));
    }

    /// Selects a place; a second time takes the tile.
    pub(super) fn choose_place(self, at: Place) {
        if let Some((space, _)) = untrack(move || self.shown_tile()) {
            self.chosen_space.set(Some(space));
        }
        if self.chosen_place.get_untracked() == Some(at) {
            self.take(true);
        } else {
            self.chosen_place.set(Some(at));
        }
    }

    /// Takes the selected tile, and pays for it in the cheapest way if `pay` is set.
    pub(super) fn take(self, pay: bool) {
        let Some(action) = untrack(move || self.take_action()) else {
            let missing =
                match untrack(move || (self.chosen_tile(), self.places_for_tile().is_empty())) {
                    (None, _) => "Choose a tile of the track first.",
                    (_, true) => "You cannot take this tile now.",
                    _ => "Choose its place in your display first.",
                };
            return self.refusal.set(Some(missing.to_owned()));
        };
        self.act(action);
        if pay {
            self.pay();
        }
    }

    /// Pays what is due in the way that keeps the most coins.
    pub(super) fn pay(self) {
        for _ in 0..MAX_STEPS {
            let Some(seat) = self.board().to_act.get_untracked() else { return };
            let step = self.board().state.with_untracked(|state| state.cheapest_step(seat));
            let Some(step) = step else { return };
            self.act(step);
        }
    }

    /// Activates everything that costs nothing.
    pub(super) fn activate_free(self) {
        for step in 0..MAX_STEPS {
            let free = self.offers.with_untracked(|offers| {
                self.board().state.with_untracked(|state| offers.free_uses(state).first().copied())
            });
            match free {
                Some(action) => self.act(action),
                None if step == 0 => {
                    let none = "No tile gives anything for nothing now.";
                    return self.refusal.set(Some(none.to_owned()));
                }
                None => return,
            }
        }
    }

    /// The selected clan member, while it can move.
    pub(super) fn moving_clan(self) -> Option<Place> {
        let from = self.moving_from.get()?;
        self.offers.with(|offers| offers.can_move(from)).then_some(from)
    }

    /// Selects or deselects a clan member.
    pub(super) fn toggle_moving(self, from: Place) {
        let current = untrack(move || self.moving_clan());
        self.moving_from.set((current != Some(from)).then_some(from));
    }

    /// Makes an action and clears the selection. The cost of a use is paid at once if there is no
    /// choice: the button shows it.
    pub(super) fn act(self, action: Action) {
        self.clear();
        keep_focus_in_panel(self);
        self.board().act(action);
        if matches!(action, Action::Activate { .. }) {
            for _ in 0..MAX_STEPS {
                let due = self.board().state.with_untracked(|state| state.due());
                let only = self.offers.with_untracked(|offers| offers.only_payment(due));
                let Some(payment) = only else { return };
                self.board().act(payment);
            }
        }
    }

    /// Makes an action, or shows why it is refused.
    pub(super) fn try_act(self, action: Action) {
        if !self.show_refusal(action) {
            self.act(action);
        }
    }

    /// Shows why an action is refused. Returns whether it is.
    pub(super) fn show_refusal(self, action: Action) -> bool {
        let refusal = untrack(move || self.board().why_not(action));
        let refusal = refusal.map(|refusal| format!("{}.", words::capitalised(&refusal)));
        let is_refused = refusal.is_some();
        self.refusal.set(refusal);
        is_refused
    }

    /// Takes the last action back.
    pub(super) fn undo(self) {
        self.clear();
        keep_focus_in_panel(self);
        self.board().table.undo.run(());
    }

    /// Whether others are to act in a game that goes on.
    fn is_waiting(self) -> bool {
        self.stage.try_get_untracked() == Some(TurnStage::Wait)
            && self.board().state.with_untracked(|state| state.turn() != Turn::Over)
    }

    /// Clears the selection.
    pub(super) fn clear(self) {
        self.refusal.set(None);
        for signal in
            [self.hovered_place, self.chosen_place, self.moving_from, self.highlighted_tile]
        {
            signal.set(None);
        }
        self.chosen_space.set(None);
        self.hovered_space.set(None);
        self.inspected_seat.set(None);
    }

    /// Selects the next tile that can be taken, or the previous one.
    pub(super) fn next_tile(self, back: bool) {
        let spaces: Vec<u8> = self.offers.with_untracked(|it| it.takes.keys().copied().collect());
        if let Some(space) = next_cyclic(&spaces, self.chosen_space.get_untracked(), back) {
            self.choose_space(space);
        }
    }

    /// Selects the next place for the selected tile, or the previous one.
    pub(super) fn next_place(self, back: bool) {
        let places = untrack(move || self.places_for_tile());
        if let Some(place) = next_cyclic(&places, self.chosen_place.get_untracked(), back) {
            self.hovered_place.set(None);
            self.chosen_place.set(Some(place));
        }
    }

    /// Whether the hint contains that action.
    pub(super) fn is_hinted(self, action: Action) -> bool {
        self.hint(|it| *it == action).is_some()
    }

    /// The best share among the hinted actions that fit, as a percentage.
    pub(super) fn hint(self, fits: impl Fn(&Action) -> bool) -> Option<f64> {
        self.board().hints.with(|hints| {
            let fitting = hints.iter().filter(|(action, _)| fits(action));
            fitting.map(|(_, share)| (share * 100.0).round()).reduce(f64::max)
        })
    }
}

/// Moves the focus to the first button of the turn panel, or else to its main one, when the focused
/// button disappears. While others act, buttons disappear at any time, so this is repeated until it
/// is the player's turn again.
fn keep_focus_in_panel(selection: Selection) {
    if query(".plan :focus-visible, .plan:focus").is_none() {
        return;
    }
    spawn_local(async move {
        next_paint().await;
        while focus_panel() && selection.is_waiting() {
            TimeoutFuture::new(FOCUS_CHECK_INTERVAL).await;
        }
    });
}

/// Moves the focus to the turn panel; returns `false` if the focus is elsewhere.
fn focus_panel() -> bool {
    if query("body:focus-within").is_some() {
        return query(FOCUSED_IN_PANEL).is_some();
    }
    // What is folded away or disabled does not accept the focus.
    [".plan .body button:not([aria-disabled=true], details *)", ".plan .go", ".plan"].iter().any(
        |next| {
            let next = query(next).and_then(|it| it.dyn_into::<HtmlElement>().ok());
            next.is_some_and(|next| next.focus().is_ok()) && query(FOCUSED_IN_PANEL).is_some()
        },
    )
}

fn query(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// The element after the current one, cyclically; the first if there is none.
fn next_cyclic<T: Copy + PartialEq>(all: &[T], current: Option<T>, back: bool) -> Option<T> {
    let Some(index) = all.iter().position(|it| Some(*it) == current) else {
        return if back { all.last() } else { all.first() }.copied();
    };
    let step = if back { all.len() - 1 } else { 1 };
    all.get((index + step) % all.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_item_wraps_around() {
        let all = [3, 5, 9];
        assert_eq!(next_cyclic(&all, None, false), Some(3));
        assert_eq!(next_cyclic(&all, Some(9), false), Some(3));
        assert_eq!(next_cyclic(&all, Some(3), true), Some(9));
        assert_eq!(next_cyclic(&[], Some(3), true), None);
    }
}
