//! The effects of actions, which must be legal.

mod activation;
mod payment;
mod purchase;
mod refill;

use rules::{Actor, EventSink, Seat};

use crate::action::Action;
use crate::event::Event;
use crate::place::Place;
use crate::resource::Resource;
use crate::state::{GlenMore, Phase};

impl GlenMore {
    /// Makes a legal action.
    pub(crate) fn apply_action(
        &mut self,
        actor: Actor,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        match actor {
            Actor::Dealer => self.make_deal(action, events),
            Actor::Seat(seat) => self.make_choice(seat, action, events),
        }
    }

    fn make_deal(&mut self, action: Action, events: &mut impl EventSink<Event>) {
        match action {
            Action::First(seat) => self.first(seat, events),
            Action::Draw(tile) => self.draw(tile, events),
            Action::Roll(pips) => self.roll(pips, events),
            _ => debug_assert!(false, "{action:?} is none of the dealer's"),
        }
    }

    fn make_choice(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        debug_assert_eq!(self.phase.seat(), Some(seat));
        match action {
            Action::Take { space, at } => self.take(seat, space, at, events),
            Action::Pass => self.pass(seat, events),
            Action::Pay { resource, at } => self.pay(seat, resource, at, events),
            Action::PayWhiskey => self.pay_whiskey(seat, events),
            Action::PayClan(at) => self.pay_clan_member(seat, at, events),
            Action::PayChieftain => self.pay_chieftain(seat, events),
            Action::Buy(resource) => self.buy(seat, resource, events),
            Action::Choose(resource) => self.choose(seat, resource, events),
            Action::Skip => self.skip(seat, events),
            Action::Activate { at, using } => self.activate(seat, at, using, events),
            Action::Step { from, to } => self.step(seat, from, to, events),
            Action::Promote(at) => self.promote(seat, at, events),
            Action::Sell { resource, at } => self.sell(seat, resource, at, events),
            Action::End => self.end(seat, events),
            Action::First(_) | Action::Draw(_) | Action::Roll(_) => {
                debug_assert!(false, "{action:?} is the dealer's");
            }
        }
    }

    fn take(&mut self, seat: Seat, space: u8, at: Place, events: &mut impl EventSink<Event>) {
        let Some(id) = self.track.tile(space.into()) else { return };
        let tile = self.tile(id);
        self.track.move_head(space.into());
        let slot = self.player_mut(seat).display.insert(at, id, tile);
        self.progress.slot = slot as u8;
        events.emit(Event::Took { seat, tile: id, space, at });
        if tile.cost.is_met() {
            self.complete_purchase(seat, events);
        } else {
            self.progress.due = tile.cost;
            self.phase = Phase::Pay(seat);
        }
    }

    /// The slot of a place with a tile.
    #[inline]
    fn slot(&self, seat: Seat, at: Place) -> usize {
        let slot = self.player(seat).display.slot_at(at);
        debug_assert!(slot.is_some(), "there is a tile at {at}");
        slot.unwrap_or_default()
    }

    fn sell(
        &mut self,
        seat: Seat,
        resource: Resource,
        at: Place,
        events: &mut impl EventSink<Event>,
    ) {
        let slot = self.slot(seat, at);
        let coins = self.warehouse.sell(resource);
        let player = self.player_mut(seat);
        player.display.take_cube(slot, resource);
        player.coins += u16::from(coins);
        events.emit(Event::Sold { seat, resource, at, coins });
    }

    fn step(&mut self, seat: Seat, from: Place, to: Place, events: &mut impl EventSink<Event>) {
        let (old, new) = (self.slot(seat, from), self.slot(seat, to));
        let display = &mut self.player_mut(seat).display;
        display.take_clan_member(old);
        display.add_clan_member(new);
        self.progress.movement -= 1;
        events.emit(Event::Stepped { seat, from, to });
    }

    fn promote(&mut self, seat: Seat, at: Place, events: &mut impl EventSink<Event>) {
        let slot = self.slot(seat, at);
        let player = self.player_mut(seat);
        player.display.take_clan_member(slot);
        player.chieftains += 1;
        self.progress.movement -= 1;
        events.emit(Event::Promoted { seat, at });
    }
}
