//! Payments, unit by unit.

use rules::{EventSink, Seat};

use crate::event::Event;
use crate::payment::Due;
use crate::place::Place;
use crate::resource::Resource;
use crate::state::{Bill, GlenMore, Phase};

impl GlenMore {
    pub(super) fn pay(
        &mut self,
        seat: Seat,
        resource: Resource,
        at: Place,
        events: &mut impl EventSink<Event>,
    ) {
        let slot = self.slot(seat, at);
        self.player_mut(seat).display.take_cube(slot, resource);
        self.progress.due.turn_in(resource);
        events.emit(Event::Paid { seat, resource, at });
        self.continue_turn(seat, events);
    }

    pub(super) fn buy(
        &mut self,
        seat: Seat,
        resource: Resource,
        events: &mut impl EventSink<Event>,
    ) {
        let coins = self.warehouse.buy(resource);
        self.player_mut(seat).coins -= u16::from(coins);
        self.progress.due.turn_in(resource);
        events.emit(Event::Bought { seat, resource, coins });
        self.continue_turn(seat, events);
    }

    pub(super) fn pay_whiskey(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.player_mut(seat).whiskey -= 1;
        self.progress.due.turn_in_whiskey();
        events.emit(Event::PaidWhiskey { seat });
        self.continue_turn(seat, events);
    }

    pub(super) fn pay_clan_member(
        &mut self,
        seat: Seat,
        at: Place,
        events: &mut impl EventSink<Event>,
    ) {
        let slot = self.slot(seat, at);
        self.player_mut(seat).display.take_clan_member(slot);
        self.progress.due = Due::Nothing;
        events.emit(Event::PaidClanMember { seat, at });
        self.continue_turn(seat, events);
    }

    pub(super) fn pay_chieftain(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.player_mut(seat).chieftains -= 1;
        self.progress.due = Due::Nothing;
        events.emit(Event::PaidChieftain { seat });
        self.continue_turn(seat, events);
    }

    /// Continues the turn once nothing is due.
    fn continue_turn(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        if !self.progress.due.is_met() {
            return;
        }
        self.progress.due = Due::Nothing;
        match std::mem::take(&mut self.progress.bill) {
            Bill::Tile => self.complete_purchase(seat, events),
            Bill::Use { slot, prize } => {
                self.gain(seat, usize::from(slot), prize, events);
                self.phase = Phase::Activate(seat);
            }
        }
    }
}
