//! Activating tiles.

use rules::{EventSink, Seat};

use crate::action::Use;
use crate::event::Event;
use crate::place::Place;
use crate::resource::Resource;
use crate::slots::Slots;
use crate::state::{Bill, GlenMore, Phase};
use crate::tile::{Activation, Conversion, Location, Prize};

impl GlenMore {
    /// Opens the tiles that the new one activates, and activates the gray ones.
    pub(super) fn begin_activation(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let display = &self.player(seat).display;
        let everywhere = self.taken_location(seat) == Some(Location::LochOich);
        let reached = if everywhere {
            display.slots()
        } else {
            display.around(display.place(usize::from(self.progress.slot)))
        };
        let (mut open, mut movement) = (Slots::EMPTY, 0);
        for slot in reached {
            match self.tile_in(seat, slot).activation {
                Activation::Nothing => {}
                Activation::Movement => movement += 1,
                _ => open.insert(slot),
            }
        }
        self.progress.open = open;
        self.progress.elsewhere = self.player(seat).cards.has(Location::LochNess) && !everywhere;
        self.gain_movement(seat, movement, events);
        self.phase = Phase::Activate(seat);
    }

    fn gain_movement(&mut self, seat: Seat, points: u8, events: &mut impl EventSink<Event>) {
        if points > 0 {
            self.progress.movement += points;
            events.emit(Event::MovementGained { seat, points });
        }
    }

    pub(super) fn activate(
        &mut self,
        seat: Seat,
        at: Place,
        using: Use,
        events: &mut impl EventSink<Event>,
    ) {
        let slot = self.slot(seat, at);
        if self.progress.open.contains(slot) {
            self.progress.open.remove(slot);
        } else {
            self.progress.elsewhere = false;
        }
        match (&self.tile_in(seat, slot).activation, using) {
            (Activation::Produce(resource), _) => self.produce(seat, slot, *resource, events),
            (_, Use::Taking(resource)) => self.produce(seat, slot, resource, events),
            (Activation::Movement, _) => self.gain_movement(seat, 1, events),
            (&Activation::Points(points), _) => {
                self.gain(seat, slot, Prize { points, whiskey: 0 }, events);
            }
            (Activation::Convert(conversion), _) => {
                self.charge(seat, slot, conversion, using, events);
            }
            (Activation::Nothing | Activation::ProduceAny, _) => {
                debug_assert!(false, "{at} cannot be used like that");
            }
        }
    }

    /// Charges the cost of using a tile.
    fn charge(
        &mut self,
        seat: Seat,
        slot: usize,
        conversion: &Conversion,
        using: Use,
        events: &mut impl EventSink<Event>,
    ) {
        let wanted = |count: u8| match using {
            Use::Times(times) => count == times,
            Use::Plainly | Use::Taking(_) => true,
        };
        let offer = conversion.offers().iter().find(|offer| wanted(offer.count));
        let Some(&offer) = offer else { return };
        self.progress.due = conversion.due(offer);
        self.progress.bill = Bill::Use { slot: slot as u8, prize: offer.prize };
        self.phase = Phase::Pay(seat);
        let display = &self.player(seat).display;
        let (tile, at) = (display.tile(slot), display.place(slot));
        events.emit(Event::Used { seat, tile, at, prize: offer.prize });
    }

    pub(super) fn produce(
        &mut self,
        seat: Seat,
        slot: usize,
        resource: Resource,
        events: &mut impl EventSink<Event>,
    ) {
        let display = &mut self.player_mut(seat).display;
        display.add_cube(slot, resource);
        events.emit(Event::Produced { seat, resource, at: display.place(slot) });
    }

    /// Adds the points and barrels of a prize.
    pub(super) fn gain(
        &mut self,
        seat: Seat,
        slot: usize,
        prize: Prize,
        events: &mut impl EventSink<Event>,
    ) {
        let player = self.player_mut(seat);
        let at = player.display.place(slot);
        player.points.tiles += u16::from(prize.points);
        player.whiskey += u16::from(prize.whiskey);
        if prize.points > 0 {
            events.emit(Event::PointsGained { seat, points: prize.points, at });
        }
        if prize.whiskey > 0 {
            events.emit(Event::WhiskeyGained { seat, barrels: prize.whiskey, at });
        }
    }
}
