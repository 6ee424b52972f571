//! A player's display: tiles, the cubes on them and the clan members.

use crate::place::Place;
use crate::resource::Resource;
use crate::slots::Slots;
use crate::tile::{Tile, TileId};

/// The most tiles of a display. Every turn draws a tile, and after the set-up there are at
/// most 59 to draw.
pub const CAPACITY: usize = 60;

/// The most cubes on a production tile or the Abbey.
pub const FULL: u8 = 3;

/// The cubes on one tile: three bits for each resource.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Cubes(u16);

impl Cubes {
    const BITS: u16 = 3;

    /// The number of cubes of a resource.
    #[inline]
    pub const fn of(self, resource: Resource) -> u8 {
        (self.0 >> (Self::BITS * resource as u16) & 0b111) as u8
    }

    /// The number of cubes.
    #[inline]
    pub fn total(self) -> u8 {
        Resource::ALL.into_iter().map(|resource| self.of(resource)).sum()
    }

    /// Whether there are no cubes.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    const fn add(&mut self, resource: Resource) {
        self.0 += 1 << (Self::BITS * resource as u16);
    }

    #[inline]
    const fn take(&mut self, resource: Resource) {
        self.0 -= 1 << (Self::BITS * resource as u16);
    }
}

/// A player's tiles in the order of their places, with the cubes and clan members on them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Display {
    len: u8,
    /// The first place north and south of the river, and east and west of the road.
    north: i8,
    south: i8,
    east: i8,
    west: i8,
    places: [Place; CAPACITY],
    tiles: [TileId; CAPACITY],
    cubes: [Cubes; CAPACITY],
    clan: [u8; CAPACITY],
    /// The slots with clan members.
    clan_slots: Slots,
    /// The slots with cubes of each resource, and the number of cubes of each.
    cube_slots: [Slots; 5],
    total: [u8; 5],
}

impl Display {
    /// A starting village without clan members.
    pub(crate) fn new() -> Self {
        Self {
            len: 1,
            north: 1,
            south: -1,
            east: 1,
            west: -1,
            places: [Place::ORIGIN; CAPACITY],
            tiles: [TileId::STARTING_VILLAGE; CAPACITY],
            cubes: [Cubes::default(); CAPACITY],
            clan: [0; CAPACITY],
            clan_slots: Slots::EMPTY,
            cube_slots: [Slots::EMPTY; 5],
            total: [0; 5],
        }
    }

    /// The number of tiles, including the starting village.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// A display is never empty: it starts with a village.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The tiles with their places, row by row from the south.
    pub fn tiles(&self) -> impl Iterator<Item = (Place, TileId)> {
        self.places().iter().copied().zip(self.tiles)
    }

    /// The tile at that place.
    pub fn tile_at(&self, place: Place) -> Option<TileId> {
        self.slot_at(place).map(|slot| self.tiles[slot])
    }

    /// The cubes at that place.
    pub fn cubes_at(&self, place: Place) -> Cubes {
        self.slot_at(place).map_or_else(Cubes::default, |slot| self.cubes[slot])
    }

    /// The clan members at that place.
    pub fn clan_at(&self, place: Place) -> u8 {
        self.slot_at(place).map_or(0, |slot| self.clan[slot])
    }

    /// All cubes by [`Resource::index`].
    #[inline]
    pub const fn total(&self) -> [u8; 5] {
        self.total
    }

    /// All clan members.
    pub fn clan_members(&self) -> u8 {
        self.clan_slots.iter().map(|slot| self.clan[slot]).sum()
    }

    /// Whether there are at least two clan members.
    #[inline]
    pub(crate) const fn has_clan_members_to_spare(&self) -> bool {
        let Slots(clan_slots) = self.clan_slots;
        clan_slots != 0
            && (!clan_slots.is_power_of_two()
                || self.clan[clan_slots.trailing_zeros() as usize] > 1)
    }

    /// The next places of the river: south and north.
    #[inline]
    pub(crate) const fn river_ends(&self) -> [Place; 2] {
        [Place::new(0, self.south), Place::new(0, self.north)]
    }

    /// The next places of the road: west and east.
    #[inline]
    pub(crate) const fn road_ends(&self) -> [Place; 2] {
        [Place::new(self.west, 0), Place::new(self.east, 0)]
    }

    #[inline]
    pub(crate) fn places(&self) -> &[Place] {
        &self.places[..self.len()]
    }

    #[inline]
    pub(crate) const fn place(&self, slot: usize) -> Place {
        self.places[slot]
    }

    #[inline]
    pub(crate) const fn tile(&self, slot: usize) -> TileId {
        self.tiles[slot]
    }

    #[inline]
    pub(crate) const fn cubes(&self, slot: usize) -> Cubes {
        self.cubes[slot]
    }

    #[inline]
    pub(crate) const fn clan(&self, slot: usize) -> u8 {
        self.clan[slot]
    }

    #[inline]
    pub(crate) const fn slots(&self) -> Slots {
        Slots::first(self.len())
    }

    /// The slots with clan members.
    #[inline]
    pub(crate) const fn clan_slots(&self) -> Slots {
        self.clan_slots
    }

    /// The slots with cubes of the resource.
    #[inline]
    pub(crate) const fn cube_slots(&self, resource: Resource) -> Slots {
        self.cube_slots[resource.index()]
    }

    #[inline]
    pub(crate) fn slot_at(&self, place: Place) -> Option<usize> {
        self.places().iter().position(|&found| found == place)
    }

    /// The tiles at a place and on its eight neighbours.
    #[inline]
    pub(crate) fn around(&self, place: Place) -> Slots {
        let near = self.places().iter().enumerate();
        let bits = near.map(|(slot, found)| u64::from(found.is_near(place)) << slot);
        Slots(bits.fold(0, |all, bit| all | bit))
    }

    /// Adds a tile at an empty place, and returns its slot.
    pub(crate) fn insert(&mut self, place: Place, id: TileId, tile: &Tile) -> usize {
        let len = self.len();
        let slot = self.places().partition_point(|&found| found < place);
        self.places.copy_within(slot..len, slot + 1);
        self.tiles.copy_within(slot..len, slot + 1);
        self.cubes.copy_within(slot..len, slot + 1);
        self.clan.copy_within(slot..len, slot + 1);
        self.clan_slots.open_gap(slot);
        self.cube_slots.iter_mut().for_each(|slots| slots.open_gap(slot));
        self.len += 1;
        self.places[slot] = place;
        self.tiles[slot] = id;
        self.cubes[slot] = Cubes::default();
        self.clan[slot] = 0;
        self.extend_lines(place, tile);
        slot
    }

    fn extend_lines(&mut self, place: Place, tile: &Tile) {
        if tile.river {
            self.north = self.north.max(place.y() + 1);
            self.south = self.south.min(place.y() - 1);
        }
        if tile.road {
            self.east = self.east.max(place.x() + 1);
            self.west = self.west.min(place.x() - 1);
        }
    }

    #[inline]
    pub(crate) fn add_cube(&mut self, slot: usize, resource: Resource) {
        self.cubes[slot].add(resource);
        self.cube_slots[resource.index()].insert(slot);
        self.total[resource.index()] += 1;
    }

    #[inline]
    pub(crate) fn take_cube(&mut self, slot: usize, resource: Resource) {
        debug_assert!(self.cubes[slot].of(resource) > 0, "there is a cube to take");
        self.cubes[slot].take(resource);
        if self.cubes[slot].of(resource) == 0 {
            self.cube_slots[resource.index()].remove(slot);
        }
        self.total[resource.index()] -= 1;
    }

    #[inline]
    pub(crate) fn add_clan_member(&mut self, slot: usize) {
        self.clan[slot] += 1;
        self.clan_slots.insert(slot);
    }

    #[inline]
    pub(crate) fn take_clan_member(&mut self, slot: usize) {
        debug_assert!(self.clan[slot] > 0, "there is a clan member to take");
        self.clan[slot] -= 1;
        if self.clan[slot] == 0 {
            self.clan_slots.remove(slot);
        }
    }
}
