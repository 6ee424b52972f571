//! What a tile gives once, when it is paid for: windfalls and the cards of special locations.

use rules::{Seat, Sink};

use crate::event::Event;
use crate::resource::Resource;
use crate::state::{GlenMore, Phase};
use crate::tile::{Location, Prize, Windfall};

const ARMADALE_COINS: u8 = 3;
const LOCHY_CHOICES: u8 = 2;

impl GlenMore {
    /// The new tile is paid for.
    pub(super) fn arrive(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
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
            events.hear(Event::CardTaken { seat, tile: location.tile() });
            self.use_card(seat, slot, location, events);
        }
        if self.progress.choices > 0 {
            self.phase = Phase::Choose(seat);
        } else {
            self.begin_activation(seat, events);
        }
    }

    /// What a card does at once.
    fn use_card(
        &mut self,
        seat: Seat,
        slot: usize,
        location: Location,
        events: &mut impl Sink<Event>,
    ) {
        match location {
            Location::LochLochy => self.progress.choices = LOCHY_CHOICES,
            Location::LochShiel => self.fill_empty_tiles(seat, events),
            Location::CastleStalker => self.welcome(seat, slot, events),
            Location::CastleMoil => self.gain(seat, slot, Prize { whiskey: 1, points: 0 }, events),
            Location::DonanCastle => self.gain(seat, slot, Prize { whiskey: 2, points: 0 }, events),
            Location::ArmadaleCastle => {
                self.player_mut(seat).coins += u16::from(ARMADALE_COINS);
                events.hear(Event::CoinsGained { seat, coins: ARMADALE_COINS });
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

    /// Loch Shiel: a cube on every production tile that has none; an empty Abbey may get one too.
    fn fill_empty_tiles(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
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

    fn welcome(&mut self, seat: Seat, slot: usize, events: &mut impl Sink<Event>) {
        let display = &mut self.player_mut(seat).display;
        display.add_clan_member(slot);
        events.hear(Event::ClanMemberCame { seat, at: display.place(slot) });
    }

    pub(super) fn choose(&mut self, seat: Seat, resource: Resource, events: &mut impl Sink<Event>) {
        let slot = self.choosing_slot(seat);
        self.produce(seat, slot, resource, events);
        self.progress.choices -= 1;
        if self.progress.choices == 0 {
            self.begin_activation(seat, events);
        }
    }

    pub(super) fn skip(&mut self, seat: Seat, events: &mut impl Sink<Event>) {
        self.progress.choices = 0;
        events.hear(Event::Skipped { seat });
        self.begin_activation(seat, events);
    }

    /// Where a chosen cube goes: onto Loch Lochy itself, or with Loch Shiel onto the Abbey.
    fn choosing_slot(&self, seat: Seat) -> usize {
        if !self.may_skip(seat) {
            return self.progress.slot.into();
        }
        let display = &self.player(seat).display;
        let abbey = Location::IonaAbbey.tile();
        display.slots().iter().find(|&slot| display.tile(slot) == abbey).unwrap_or_default()
    }
}
