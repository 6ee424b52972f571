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
const MOST_STEPS: usize = 40;
/// The focused element of the turn panel.
const FOCUS: &str = ".plan :focus, .plan:focus";
/// How often the focus is checked while others act, in milliseconds.
const LOOK_AGAIN: u32 = 200;

/// What the seat of this device is to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Take,
    Pay,
    Choose,
    Activate,
    Wait,
}

/// What the player is about to do. Copies share it.
#[derive(Copy, Clone)]
pub(super) struct Ui {
    board: StoredValue<BoardContext<GlenMore>>,
    pub(super) offers: Memo<Arc<Offers>>,
    pub(super) stage: Memo<Stage>,
    /// The space of the track that is hovered or focused, and the one that is selected.
    pub(super) peeked: RwSignal<Option<u8>>,
    chosen: RwSignal<Option<u8>>,
    /// The place that is hovered or focused, and the one that is selected.
    pub(super) aimed: RwSignal<Option<Place>>,
    placed: RwSignal<Option<Place>>,
    /// The place of the clan member about to be moved.
    moving: RwSignal<Option<Place>>,
    /// The tile that a line of the turn panel is about.
    pub(super) pointed: RwSignal<Option<Place>>,
    /// The seat whose display is shown large in place of the viewer's.
    pub(super) looked: RwSignal<Option<Seat>>,
    /// Why the last attempt was refused, as a sentence.
    pub(super) why: RwSignal<Option<String>>,
}

impl Ui {
    pub(super) fn new(board: BoardContext<GlenMore>) -> Self {
        let stage = Memo::new(move |_| {
            let phase = board.state.with(|state| state.phase());
            match board.to_act.get().and(Some(phase)) {
                Some(Phase::Take(_)) => Stage::Take,
                Some(Phase::Pay(_)) => Stage::Pay,
                Some(Phase::Choose(_)) => Stage::Choose,
                Some(Phase::Activate(_)) => Stage::Activate,
                _ => Stage::Wait,
            }
        });
        Self {
            board: StoredValue::new(board),
            offers: Memo::new(move |_| Arc::new(board.legal.with(|legal| Offers::of(legal)))),
            stage,
            peeked: RwSignal::new(None),
            chosen: RwSignal::new(None),
            aimed: RwSignal::new(None),
            placed: RwSignal::new(None),
            moving: RwSignal::new(None),
            pointed: RwSignal::new(None),
            looked: RwSignal::new(None),
            why: RwSignal::new(None),
        }
    }

    /// The board's context.
    pub(super) fn board(self) -> BoardContext<GlenMore> {
        self.board.get_value()
    }

    /// The seat whose display is shown large.
    pub(super) fn large(self) -> Seat {
        self.looked.get().unwrap_or_else(|| self.board().viewer.get())
    }

    /// The selected space, while it has a tile.
    pub(super) fn choice(self) -> Option<(u8, TileId)> {
        self.on_track(self.chosen.get())
    }

    /// The hovered space, or else the selected one.
    pub(super) fn subject(self) -> Option<(u8, TileId)> {
        self.on_track(self.peeked.get()).or_else(|| self.choice())
    }

    fn on_track(self, space: Option<u8>) -> Option<(u8, TileId)> {
        let space = space?;
        let tile = self.board().state.with(|state| state.track().tile(space.into()))?;
        Some((space, tile))
    }

    /// The places for the shown tile.
    pub(super) fn places(self) -> Vec<Place> {
        let Some((space, _)) = self.subject() else { return Vec::new() };
        self.offers.with(|offers| offers.places(space).to_vec())
    }

    /// The selected place, if the shown tile fits there.
    pub(super) fn place(self) -> Option<Place> {
        let places = self.places();
        self.placed.get().filter(|place| places.contains(place))
    }

    /// The hovered place, or else the selected one.
    pub(super) fn spot(self) -> Option<Place> {
        let places = self.places();
        self.aimed.get().filter(|place| places.contains(place)).or_else(|| self.place())
    }

    /// The action that takes the selected tile.
    pub(super) fn taking(self) -> Option<Action> {
        let (space, _) = self.choice()?;
        let at = self.placed.get()?;
        self.offers
            .with(|offers| offers.places(space).contains(&at).then_some(Action::Take { space, at }))
    }

    /// Selects the tile on a space, and its place if there is only one.
    pub(super) fn choose(self, space: u8) {
        self.peeked.set(None);
        self.chosen.set(Some(space));
        let places = self.offers.with_untracked(|offers| offers.places(space).to_vec());
        let kept = self.placed.get_untracked().filter(|place| places.contains(place));
        let only = (places.len() == 1).then(|| places[0]);
        self.placed.set(kept.or(only));
    }

    /// Selects a place; a second time takes the tile.
    pub(super) fn aim(self, at: Place) {
        if let Some((space, _)) = untrack(move || self.subject()) {
            self.chosen.set(Some(space));
        }
        if self.placed.get_untracked() == Some(at) {
            self.take(true);
        } else {
            self.placed.set(Some(at));
        }
    }

    /// Takes the selected tile, and pays for it in the cheapest way if `pay` is set.
    pub(super) fn take(self, pay: bool) {
        let Some(action) = untrack(move || self.taking()) else {
            let missing = match untrack(move || (self.choice(), self.places().is_empty())) {
                (None, _) => "Choose a tile of the track first.",
                (_, true) => "You cannot take this tile now.",
                _ => "Choose its place in your display first.",
            };
            return self.why.set(Some(missing.to_owned()));
        };
        self.act(action);
        if pay {
            self.pay();
        }
    }

    /// Pays what is due in the way that keeps the most coins.
    pub(super) fn pay(self) {
        for _ in 0..MOST_STEPS {
            let Some(seat) = self.board().to_act.get_untracked() else { return };
            let step = self.board().state.with_untracked(|state| state.cheapest_step(seat));
            let Some(step) = step else { return };
            self.act(step);
        }
    }

    /// Activates everything that costs nothing.
    pub(super) fn activate_free(self) {
        for step in 0..MOST_STEPS {
            let free = self.offers.with_untracked(|offers| {
                self.board().state.with_untracked(|state| offers.free_uses(state).first().copied())
            });
            match free {
                Some(action) => self.act(action),
                None if step == 0 => {
                    let none = "No tile gives anything for nothing now.";
                    return self.why.set(Some(none.to_owned()));
                }
                None => return,
            }
        }
    }

    /// The selected clan member, while it can move.
    pub(super) fn in_hand(self) -> Option<Place> {
        let from = self.moving.get()?;
        self.offers.with(|offers| offers.can_move(from)).then_some(from)
    }

    /// Selects or deselects a clan member.
    pub(super) fn pick_up(self, from: Place) {
        let held = untrack(move || self.in_hand());
        self.moving.set((held != Some(from)).then_some(from));
    }

    /// Makes an action and clears the selection. The cost of a use is paid at once if there is no
    /// choice: the button shows it.
    pub(super) fn act(self, action: Action) {
        self.let_go();
        keep_focus_in_plan(self);
        self.board().act(action);
        if matches!(action, Action::Activate { .. }) {
            for _ in 0..MOST_STEPS {
                let due = self.board().state.with_untracked(|state| state.due());
                let only = self.offers.with_untracked(|offers| offers.only_payment(due));
                let Some(payment) = only else { return };
                self.board().act(payment);
            }
        }
    }

    /// Makes an action, or shows why it is refused.
    pub(super) fn try_act(self, action: Action) {
        if !self.explain(action) {
            self.act(action);
        }
    }

    /// Shows why an action is refused. Returns whether it is.
    pub(super) fn explain(self, action: Action) -> bool {
        let why = untrack(move || self.board().why_not(action));
        let why = why.map(|why| format!("{}.", words::capitalised(&why)));
        let barred = why.is_some();
        self.why.set(why);
        barred
    }

    /// Takes the last action back.
    pub(super) fn undo(self) {
        self.let_go();
        keep_focus_in_plan(self);
        self.board().table.undo.run(());
    }

    /// Whether others are to act in a game that goes on.
    fn is_waiting(self) -> bool {
        self.stage.try_get_untracked() == Some(Stage::Wait)
            && self.board().state.with_untracked(|state| state.turn() != Turn::Over)
    }

    /// Clears the selection.
    pub(super) fn let_go(self) {
        self.why.set(None);
        for signal in [self.aimed, self.placed, self.moving, self.pointed] {
            signal.set(None);
        }
        self.chosen.set(None);
        self.peeked.set(None);
        self.looked.set(None);
    }

    /// Selects the next tile that can be taken, or the previous one.
    pub(super) fn next_tile(self, back: bool) {
        let spaces: Vec<u8> = self.offers.with_untracked(|it| it.takes.keys().copied().collect());
        if let Some(space) = following(&spaces, self.chosen.get_untracked(), back) {
            self.choose(space);
        }
    }

    /// Selects the next place for the selected tile, or the previous one.
    pub(super) fn next_place(self, back: bool) {
        let places = untrack(move || self.places());
        if let Some(place) = following(&places, self.placed.get_untracked(), back) {
            self.aimed.set(None);
            self.placed.set(Some(place));
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
fn keep_focus_in_plan(ui: Ui) {
    if find(".plan :focus-visible, .plan:focus").is_none() {
        return;
    }
    spawn_local(async move {
        next_paint().await;
        while focus_plan() && ui.is_waiting() {
            TimeoutFuture::new(LOOK_AGAIN).await;
        }
    });
}

/// Moves the focus to the turn panel; returns `false` if the focus is elsewhere.
fn focus_plan() -> bool {
    if find("body:focus-within").is_some() {
        return find(FOCUS).is_some();
    }
    // What is folded away or disabled does not accept the focus.
    [".plan .body button:not([aria-disabled=true], details *)", ".plan .go", ".plan"].iter().any(
        |next| {
            let next = find(next).and_then(|it| it.dyn_into::<HtmlElement>().ok());
            next.is_some_and(|next| next.focus().is_ok()) && find(FOCUS).is_some()
        },
    )
}

fn find(what: &str) -> Option<Element> {
    document().query_selector(what).ok().flatten()
}

/// The element after the current one, cyclically; the first if there is none.
fn following<T: Copy + PartialEq>(all: &[T], current: Option<T>, back: bool) -> Option<T> {
    let Some(here) = all.iter().position(|it| Some(*it) == current) else {
        return if back { all.last() } else { all.first() }.copied();
    };
    let step = if back { all.len() - 1 } else { 1 };
    all.get((here + step) % all.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_around() {
        let all = [3, 5, 9];
        assert_eq!(following(&all, None, false), Some(3));
        assert_eq!(following(&all, Some(9), false), Some(3));
        assert_eq!(following(&all, Some(3), true), Some(9));
        assert_eq!(following(&[], Some(3), true), None);
    }
}
