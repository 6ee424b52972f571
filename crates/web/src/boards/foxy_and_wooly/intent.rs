//! [`Selection`]: what the player is about to do.

use foxy_and_wooly::{Action, Direction, FoxyAndWooly, Slot, Special};
use leptos::prelude::*;
use rules::Seat;

use super::offer::{Offer, Preview, Way};
use super::words::capital;
use crate::table::BoardContext;

/// What is selected but not done yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Aim {
    /// The sheep to be moved.
    picked: Option<Slot>,
    /// The bid of the stepper, before it is limited to legal ones.
    wish: u8,
    /// Why the last attempt was refused.
    why: Option<String>,
}

/// What the player may do and is about to do. Copies share it.
#[derive(Copy, Clone)]
pub(super) struct Intent {
    pub(super) board: BoardContext<FoxyAndWooly>,
    /// What may be done.
    pub(super) offer: Memo<Offer>,
    aim: RwSignal<Aim>,
}

impl Intent {
    pub(super) fn new(board: BoardContext<FoxyAndWooly>) -> Self {
        let offer = Memo::new(move |_| board.legal.with(|legal| Offer::sorted(legal)));
        let aim = RwSignal::new(Aim::default());
        let place = Memo::new(move |_| board.state.with(|state| state.place()));
        Effect::new(move |before: Option<usize>| {
            board.last_action.track();
            board.to_act.track();
            let place = place.get();
            let wish = if before == Some(place) { aim.with_untracked(|aim| aim.wish) } else { 0 };
            aim.set(Aim { wish, ..Aim::default() });
            place
        });
        Self { board, offer, aim }
    }

    /// The selected sheep, if it can be moved.
    pub(super) fn picked(self) -> Option<Slot> {
        let can_go = |slot: &Slot| self.offer.with(|offer| offer.ways_from(*slot).next().is_some());
        self.aim.with(|aim| aim.picked).filter(can_go)
    }

    /// The bid of the stepper.
    pub(super) fn bid(self) -> Option<u8> {
        let wish = self.aim.with(|aim| aim.wish);
        self.offer.with(|offer| offer.bid_near(wish))
    }

    /// Why the last attempt was refused.
    pub(super) fn why(self) -> Option<String> {
        self.aim.with(|aim| aim.why.clone())
    }

    fn explain(self, why: Option<String>) {
        self.aim.update(|aim| aim.why = why);
    }

    /// Makes an action, or shows why it is refused.
    pub(super) fn act(self, action: Action) {
        match untrack(|| self.refusal(action)) {
            Some(why) => self.explain(Some(why)),
            None => self.board.act(action),
        }
    }

    /// Why an action is refused now, as a sentence.
    pub(super) fn refusal(self, action: Action) -> Option<String> {
        if self.board.to_act.get().is_none() {
            return Some("It is not your turn.".to_owned());
        }
        let why = self.board.why_not(action)?;
        Some(format!("{}.", capital(&why)))
    }

    /// Changes the stepper.
    pub(super) fn step_bid(self, by: i8) {
        let Some(bid) = untrack(|| self.bid()) else { return };
        let wish = bid.saturating_add_signed(by);
        match self.offer.with_untracked(|offer| offer.bid_near(wish)) {
            Some(near) if near != bid => self.wish(near),
            _ => self.explain(untrack(|| self.refusal(Action::Bid(wish)))),
        }
    }

    /// Sets the stepper to a bid.
    pub(super) fn wish(self, bid: u8) {
        self.aim.set(Aim { wish: bid, ..Aim::default() });
    }

    /// Deselects the sheep.
    pub(super) fn put_back(self) {
        self.aim.update(|aim| *aim = Aim { wish: aim.wish, ..Aim::default() });
    }

    /// Handles a tap on a slot of the player's pasture: selects a sheep, or moves the selected one
    /// there.
    pub(super) fn tap(self, slot: Slot) {
        let offer = self.offer.get_untracked();
        let can_go = offer.ways_from(slot).next().is_some();
        match untrack(|| self.picked()) {
            Some(from) if from == slot => self.put_back(),
            Some(from) => match offer.ways_from(from).find(|way| way.to == slot) {
                Some(way) => self.act(way.action()),
                None if can_go => self.pick(slot),
                None => self.explain(untrack(|| self.no_way(from, slot))),
            },
            None if can_go => self.pick(slot),
            None => self.explain(Some(format!("No sheep can be moved from {slot} now."))),
        }
    }

    fn pick(self, slot: Slot) {
        self.aim.update(|aim| {
            aim.picked = Some(slot);
            aim.why = None;
        });
    }

    /// Why the sheep cannot be moved there, in the words of the rules.
    fn no_way(self, from: Slot, to: Slot) -> Option<String> {
        let seat = self.board.to_act.get()?;
        let held = self.board.state.with(|state| held_directions(state, seat));
        let joining = Direction::ALL.into_iter().find(|direction| direction.joins(from, to));
        let direction = joining.or_else(|| held.first().copied())?;
        self.refusal(Way { direction, from, to }.action())
    }

    /// The preview of an action, if it is legal.
    pub(super) fn preview(self, action: Action) -> Option<Preview> {
        let seat = self.board.to_act.get()?;
        let legal = self.board.legal.with(|legal| legal.contains(&action));
        legal.then(|| self.board.state.with(|state| Preview::of(state, seat, action)))
    }

    /// The expected share of the victory after an action if it is in the hint, and whether it is
    /// the best of them.
    pub(super) fn hint(self, action: Action) -> Option<(f64, bool)> {
        self.board.hints.with(|hints| {
            let place = hints.iter().position(|(hinted, _)| *hinted == action)?;
            Some((hints[place].1, place == 0))
        })
    }
}

/// The directions of the move tokens that a seat has.
fn held_directions(state: &FoxyAndWooly, seat: Seat) -> Vec<Direction> {
    let farm = state.farm(seat);
    let held = |direction: &Direction| farm.has(Special::Move(*direction)) > 0;
    Direction::ALL.into_iter().filter(held).collect()
}
