//! What the player has in hand: the tile looked at, its place, the clan member about to move.

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
use crate::browser::painted;
use crate::table::Desk;

/// No payment and no row of activations has more steps than this.
const MOST_STEPS: usize = 40;
/// What has the focus in the plan.
const FOCUS: &str = ".plan :focus, .plan:focus";
/// While others act it is looked so often whether the focus is lost, in milliseconds.
const LOOK_AGAIN: u32 = 200;

/// What the seat at this device is to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Take,
    Pay,
    Choose,
    Activate,
    Wait,
}

/// The state of the board that is not the game's. Copies are the same.
#[derive(Copy, Clone)]
pub(super) struct Ui {
    desk: StoredValue<Desk<GlenMore>>,
    pub(super) offers: Memo<Arc<Offers>>,
    pub(super) stage: Memo<Stage>,
    /// The space of the track under the pointer or with the focus, and the one that was chosen.
    pub(super) peeked: RwSignal<Option<u8>>,
    chosen: RwSignal<Option<u8>>,
    /// The place under the pointer or with the focus, and the one that was chosen.
    pub(super) aimed: RwSignal<Option<Place>>,
    placed: RwSignal<Option<Place>>,
    /// Where the clan member stands that is about to move.
    moving: RwSignal<Option<Place>>,
    /// The tile that a line of the plan speaks of.
    pub(super) pointed: RwSignal<Option<Place>>,
    /// Whose display is drawn large instead of the viewer's.
    pub(super) looked: RwSignal<Option<Seat>>,
    /// Why what was tried last cannot be done, as a sentence.
    pub(super) why: RwSignal<Option<String>>,
}

impl Ui {
    pub(super) fn new(desk: Desk<GlenMore>) -> Self {
        let stage = Memo::new(move |_| {
            let phase = desk.state.with(|state| state.phase());
            match desk.to_act.get().and(Some(phase)) {
                Some(Phase::Take(_)) => Stage::Take,
                Some(Phase::Pay(_)) => Stage::Pay,
                Some(Phase::Choose(_)) => Stage::Choose,
                Some(Phase::Activate(_)) => Stage::Activate,
                _ => Stage::Wait,
            }
        });
        Self {
            desk: StoredValue::new(desk),
            offers: Memo::new(move |_| Arc::new(desk.legal.with(|legal| Offers::of(legal)))),
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

    /// The table as the board sees it.
    pub(super) fn desk(self) -> Desk<GlenMore> {
        self.desk.get_value()
    }

    /// The seat whose display is drawn large.
    pub(super) fn large(self) -> Seat {
        self.looked.get().unwrap_or_else(|| self.desk().viewer.get())
    }

    /// The chosen space, while it holds a tile.
    pub(super) fn choice(self) -> Option<(u8, TileId)> {
        self.on_track(self.chosen.get())
    }

    /// The space that is looked at, or else the chosen one.
    pub(super) fn subject(self) -> Option<(u8, TileId)> {
        self.on_track(self.peeked.get()).or_else(|| self.choice())
    }

    fn on_track(self, space: Option<u8>) -> Option<(u8, TileId)> {
        let space = space?;
        let tile = self.desk().state.with(|state| state.track().tile(space.into()))?;
        Some((space, tile))
    }

    /// The places for the tile that is looked at.
    pub(super) fn places(self) -> Vec<Place> {
        let Some((space, _)) = self.subject() else { return Vec::new() };
        self.offers.with(|offers| offers.places(space).to_vec())
    }

    /// The chosen place, if the tile that is looked at fits there.
    pub(super) fn place(self) -> Option<Place> {
        let places = self.places();
        self.placed.get().filter(|place| places.contains(place))
    }

    /// The place that is looked at, or else the chosen one.
    pub(super) fn spot(self) -> Option<Place> {
        let places = self.places();
        self.aimed.get().filter(|place| places.contains(place)).or_else(|| self.place())
    }

    /// What *take* would do now.
    pub(super) fn taking(self) -> Option<Action> {
        let (space, _) = self.choice()?;
        let at = self.placed.get()?;
        self.offers
            .with(|offers| offers.places(space).contains(&at).then_some(Action::Take { space, at }))
    }

    /// Chooses the tile on a space; its only place is chosen with it.
    pub(super) fn choose(self, space: u8) {
        self.peeked.set(None);
        self.chosen.set(Some(space));
        let places = self.offers.with_untracked(|offers| offers.places(space).to_vec());
        let kept = self.placed.get_untracked().filter(|place| places.contains(place));
        let only = (places.len() == 1).then(|| places[0]);
        self.placed.set(kept.or(only));
    }

    /// Chooses a place; choosing it again takes the tile.
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

    /// Takes the chosen tile, and pays for it in the cheapest way if that is wished.
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
            let Some(seat) = self.desk().to_act.get_untracked() else { return };
            let step = self.desk().state.with_untracked(|state| state.cheapest_step(seat));
            let Some(step) = step else { return };
            self.act(step);
        }
    }

    /// Activates everything that costs nothing.
    pub(super) fn activate_free(self) {
        for step in 0..MOST_STEPS {
            let free = self.offers.with_untracked(|offers| {
                self.desk().state.with_untracked(|state| offers.free_uses(state).first().copied())
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

    /// The clan member about to move, while it can.
    pub(super) fn in_hand(self) -> Option<Place> {
        let from = self.moving.get()?;
        self.offers.with(|offers| offers.can_move(from)).then_some(from)
    }

    /// Takes a clan member into the hand, or puts it back.
    pub(super) fn pick_up(self, from: Place) {
        let held = untrack(move || self.in_hand());
        self.moving.set((held != Some(from)).then_some(from));
    }

    /// Makes an action, and puts back what is in the hand. What a tile's use costs is paid at once
    /// where nothing is left to choose: its button has said what that is.
    pub(super) fn act(self, action: Action) {
        self.let_go();
        keep_focus_in_plan(self);
        self.desk().act(action);
        if matches!(action, Action::Activate { .. }) {
            for _ in 0..MOST_STEPS {
                let due = self.desk().state.with_untracked(|state| state.due());
                let only = self.offers.with_untracked(|offers| offers.only_payment(due));
                let Some(payment) = only else { return };
                self.desk().act(payment);
            }
        }
    }

    /// Makes an action, or says why it cannot be made.
    pub(super) fn try_act(self, action: Action) {
        if !self.explain(action) {
            self.act(action);
        }
    }

    /// Says why an action cannot be made, if it cannot.
    pub(super) fn explain(self, action: Action) -> bool {
        let why = untrack(move || self.desk().why_not(action));
        let why = why.map(|why| format!("{}.", words::capitalised(&why)));
        let barred = why.is_some();
        self.why.set(why);
        barred
    }

    /// Takes the last action back.
    pub(super) fn undo(self) {
        self.let_go();
        keep_focus_in_plan(self);
        self.desk().table.undo.run(());
    }

    /// Whether others act in a game that goes on.
    fn is_waiting(self) -> bool {
        self.stage.try_get_untracked() == Some(Stage::Wait)
            && self.desk().state.with_untracked(|state| state.turn() != Turn::Over)
    }

    /// Puts back what is in the hand.
    pub(super) fn let_go(self) {
        self.why.set(None);
        for signal in [self.aimed, self.placed, self.moving, self.pointed] {
            signal.set(None);
        }
        self.chosen.set(None);
        self.peeked.set(None);
        self.looked.set(None);
    }

    /// Goes on to the next tile that can be taken, or back.
    pub(super) fn next_tile(self, back: bool) {
        let spaces: Vec<u8> = self.offers.with_untracked(|it| it.takes.keys().copied().collect());
        if let Some(space) = following(&spaces, self.chosen.get_untracked(), back) {
            self.choose(space);
        }
    }

    /// Goes on to the next place for the chosen tile, or back.
    pub(super) fn next_place(self, back: bool) {
        let places = untrack(move || self.places());
        if let Some(place) = following(&places, self.placed.get_untracked(), back) {
            self.aimed.set(None);
            self.placed.set(Some(place));
        }
    }

    /// Whether a hint says to do exactly that.
    pub(super) fn is_hinted(self, action: Action) -> bool {
        self.hint(|it| *it == action).is_some()
    }

    /// The best share among the hints that fit, as a percentage.
    pub(super) fn hint(self, fits: impl Fn(&Action) -> bool) -> Option<f64> {
        self.desk().hints.with(|hints| {
            let fitting = hints.iter().filter(|(action, _)| fits(action));
            fitting.map(|(_, share)| (share * 100.0).round()).reduce(f64::max)
        })
    }
}

/// Whoever goes through the plan by keyboard finds the focus in it again when the button that had it
/// is gone: on the first thing to do, or else on the way on. What is there while others act goes
/// away by itself, so that this is seen to until it is the person's turn again.
fn keep_focus_in_plan(ui: Ui) {
    if find(".plan :focus-visible, .plan:focus").is_none() {
        return;
    }
    spawn_local(async move {
        painted().await;
        while focus_plan() && ui.is_waiting() {
            TimeoutFuture::new(LOOK_AGAIN).await;
        }
    });
}

/// Sees to it that the focus is in the plan; `false` if the person has put it elsewhere.
fn focus_plan() -> bool {
    if find("body:focus-within").is_some() {
        return find(FOCUS).is_some();
    }
    // What is folded away or disabled does not take it.
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

/// The one after the current one, around the end; the first if there is none.
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
