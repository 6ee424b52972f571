//! [`Selection`]: what the player is about to do.

use foxy_and_wooly::{Action, Direction, FoxyAndWooly, Slot, Special};
use leptos::prelude::*;
use rules::Seat;

use super::offers::{Offers, Preview, SheepMove};
use super::words::capitalised;
use crate::table::BoardContext;

/// What is selected but not done yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Pending {
    /// The sheep to be moved.
    selected_sheep: Option<Slot>,
    /// The bid of the stepper, before it is limited to legal ones.
    wanted_bid: u8,
    /// Why the last attempt was refused.
    refusal_reason: Option<String>,
}

/// What the player may do and is about to do. Copies share it.
#[derive(Copy, Clone)]
pub(super) struct Selection {
    pub(super) board: BoardContext<FoxyAndWooly>,
    /// What may be done.
    pub(super) offers: Memo<Offers>,
    pending: RwSignal<Pending>,
}

impl Selection {
    pub(super) fn new(board: BoardContext<FoxyAndWooly>) -> Self {
        let offers = Memo::new(move |_| board.legal.with(|legal| Offers::from_legal(legal)));
        let pending = RwSignal::new(Pending::default());
        let index = Memo::new(move |_| board.state.with(|state| state.place()));
        Effect::new(move |before: Option<usize>| {
            board.last_action.track();
            board.to_act.track();
            let index = index.get();
            let wanted_bid = if before == Some(index) {
                pending.with_untracked(|pending| pending.wanted_bid)
            } else {
                0
            };
            pending.set(Pending { wanted_bid, ..Pending::default() });
            index
        });
        Self { board, offers, pending }
    }

    /// The selected sheep, if it can be moved.
    pub(super) fn selected_sheep(self) -> Option<Slot> {
        let can_go =
            |slot: &Slot| self.offers.with(|offers| offers.moves_from(*slot).next().is_some());
        self.pending.with(|pending| pending.selected_sheep).filter(can_go)
    }

    /// The bid of the stepper.
    pub(super) fn bid(self) -> Option<u8> {
        let wanted_bid = self.pending.with(|pending| pending.wanted_bid);
        self.offers.with(|offers| offers.bid_near(wanted_bid))
    }

    /// Why the last attempt was refused.
    pub(super) fn refusal_reason(self) -> Option<String> {
        self.pending.with(|pending| pending.refusal_reason.clone())
    }

    fn set_refusal(self, refusal_reason: Option<String>) {
        self.pending.update(|pending| pending.refusal_reason = refusal_reason);
    }

    /// Makes an action, or shows why it is refused.
    pub(super) fn act(self, action: Action) {
        match untrack(|| self.refusal(action)) {
            Some(refusal_reason) => self.set_refusal(Some(refusal_reason)),
            None => self.board.act(action),
        }
    }

    /// Why an action is refused now, as a sentence.
    pub(super) fn refusal(self, action: Action) -> Option<String> {
        if self.board.to_act.get().is_none() {
            return Some("It is not your turn.".to_owned());
        }
        let refusal_reason = self.board.why_not(action)?;
        Some(format!("{}.", capitalised(&refusal_reason)))
    }

    /// Changes the stepper.
    pub(super) fn step_bid(self, by: i8) {
        let Some(bid) = untrack(|| self.bid()) else { return };
        let wanted_bid = bid.saturating_add_signed(by);
        match self.offers.with_untracked(|offers| offers.bid_near(wanted_bid)) {
            Some(near) if near != bid => self.set_bid(near),
            _ => self.set_refusal(untrack(|| self.refusal(Action::Bid(wanted_bid)))),
        }
    }

    /// Sets the stepper to a bid.
    pub(super) fn set_bid(self, bid: u8) {
        self.pending.set(Pending { wanted_bid: bid, ..Pending::default() });
    }

    /// Deselects the sheep.
    pub(super) fn deselect(self) {
        self.pending.update(|pending| {
            *pending = Pending { wanted_bid: pending.wanted_bid, ..Pending::default() }
        });
    }

    /// Handles a tap on a slot of the player's pasture: selects a sheep, or moves the selected one
    /// there.
    pub(super) fn tap(self, slot: Slot) {
        let offers = self.offers.get_untracked();
        let can_go = offers.moves_from(slot).next().is_some();
        match untrack(|| self.selected_sheep()) {
            Some(from) if from == slot => self.deselect(),
            Some(from) => match offers.moves_from(from).find(|way| way.to == slot) {
                Some(way) => self.act(way.action()),
                None if can_go => self.select_sheep(slot),
                None => self.set_refusal(untrack(|| self.move_refusal(from, slot))),
            },
            None if can_go => self.select_sheep(slot),
            None => self.set_refusal(Some(format!("No sheep can be moved from {slot} now."))),
        }
    }

    fn select_sheep(self, slot: Slot) {
        self.pending.update(|pending| {
            pending.selected_sheep = Some(slot);
            pending.refusal_reason = None;
        });
    }

    /// Why the sheep cannot be moved there, in the words of the rules.
    fn move_refusal(self, from: Slot, to: Slot) -> Option<String> {
        let seat = self.board.to_act.get()?;
        let held_directions_of = self.board.state.with(|state| held_directions(state, seat));
        let joining = Direction::ALL.into_iter().find(|direction| direction.joins(from, to));
        let direction = joining.or_else(|| held_directions_of.first().copied())?;
        self.refusal(SheepMove { direction, from, to }.action())
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
            let index = hints.iter().position(|(hinted, _)| *hinted == action)?;
            Some((hints[index].1, index == 0))
        })
    }
}

/// The directions of the move tokens that a seat has.
fn held_directions(state: &FoxyAndWooly, seat: Seat) -> Vec<Direction> {
    let farm = state.farm(seat);
    let held_directions_of = |direction: &Direction| farm.has(Special::Move(*direction)) > 0;
    Direction::ALL.into_iter().filter(held_directions_of).collect()
}
