//! The single effects of a tile that is paid for: windfalls and the cards of special locations.

use rules::{EventSink, Seat};

use crate::event::Event;
use crate::resource::Resource;
use crate::state::{GlenMore, Phase};
use crate::tile::{Location, Prize, Windfall};

const ARMADALE_COINS: u8 = 3;
const LOCHY_CHOICES: u8 = 2;

impl GlenMore {
    /// Completes the purchase of the new tile.
    pub(super) fn complete_purchase(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let slot = usize::from(self.progress.slot);
        let tile = self.tile_in(seat, slot);
        match tile.windfall {
            Windfall::Nothing => {}
            Windfall::ClanMember => self.welcome(seat, slot, events),
            Windfall::Whiskey => self.gain(seat, slot, Prize { whiskey: 1, points: 0 }, events),
        }
        if let Some(location) = tile.location {
            let player = self.player_mut(seat);
            player.cards.add(location);
            events.emit(Event::CardTaken { seat, tile: location.tile() });
            self.use_card(seat, slot, location, events);
        }
        if self.progress.choices > 0 {
            self.phase = Phase::Choose(seat);
        } else {
            self.begin_activation(seat, events);
        }
    }

    /// The immediate effect of a card.
    fn use_card(
        &mut self,
        seat: Seat,
        slot: usize,
        location: Location,
        events: &mut impl EventSink<Event>,
    ) {
        match location {
            Location::LochLochy => self.progress.choices = LOCHY_CHOICES,
            Location::LochShiel => self.fill_empty_tiles(seat, events),
            Location::CastleStalker => self.welcome(seat, slot, events),
            Location::CastleMoil => self.gain(seat, slot, Prize { whiskey: 1, points: 0 }, events),
            Location::DonanCastle => self.gain(seat, slot, Prize { whiskey: 2, points: 0 }, events),
            Location::ArmadaleCastle => {
                self.player_mut(seat).coins += u16::from(ARMADALE_COINS);
                events.emit(Event::CoinsGained { seat, coins: ARMADALE_COINS });
            }
            Location::LochMorar
            | Location::LochNess
            | Location::CastleOfMey
            | Location::DuartCastle
            | Location::IonaAbbey
            | Location::CawdorCastle
            | Location::LochOich => {}
        }
    }

    /// Loch Shiel: produces a cube on every production tile without cubes; an empty Abbey may get one.
    fn fill_empty_tiles(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        for slot in self.player(seat).display.slots() {
            if !self.player(seat).display.cubes(slot).is_empty() {
                continue;
            }
            let tile = self.tile_in(seat, slot);
            if let Some(resource) = tile.product() {
                self.produce(seat, slot, resource, events);
            } else if tile.location == Some(Location::IonaAbbey) {
                self.progress.choices = 1;
            }
        }
    }

    fn welcome(&mut self, seat: Seat, slot: usize, events: &mut impl EventSink<Event>) {
        let display = &mut self.player_mut(seat).display;
        display.add_clan_member(slot);
        events.emit(Event::ClanMemberCame { seat, at: display.place(slot) });
    }

    pub(super) fn choose(
        &mut self,
        seat: Seat,
        resource: Resource,
        events: &mut impl EventSink<Event>,
    ) {
        let slot = self.choosing_slot(seat);
        self.produce(seat, slot, resource, events);
        self.progress.choices -= 1;
        if self.progress.choices == 0 {
            self.begin_activation(seat, events);
        }
    }

    pub(super) fn skip(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.progress.choices = 0;
        events.emit(Event::Skipped { seat });
        self.begin_activation(seat, events);
    }

    /// The slot for a chosen cube: Loch Lochy itself, or with Loch Shiel the Abbey.
    fn choosing_slot(&self, seat: Seat) -> usize {
        if !self.may_skip(seat) {
            return self.progress.slot.into();
        }
        let display = &self.player(seat).display;
        let abbey = Location::IonaAbbey.tile();
        display.slots().iter().find(|&slot| display.tile(slot) == abbey).unwrap_or_default()
    }
}
