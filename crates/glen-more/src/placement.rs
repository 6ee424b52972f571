//! Legal places for tiles in a display.
//!
//! The display is laid out as rows of bits, one bit a place. It is connected, so its width and
//! height together are at most one more than the number of its tiles, and a 64-bit row with a
//! margin of two on each side holds any display.

use crate::display::{CAPACITY, Display};
use crate::place::Place;
use crate::tile::Tile;

/// The number of rows for any display, and for nearly all of them.
const ROWS: usize = 64;
const FEW_ROWS: usize = 16;
const MARGIN: i8 = 2;

/// The most places next to tiles: each tile but the first covers one and opens three.
const MAX_PLACES: usize = 2 * CAPACITY + 2;

/// A short list of places in ascending order.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Places<const N: usize> {
    len: u8,
    places: [Place; N],
}

impl<const N: usize> Places<N> {
    const fn new() -> Self {
        Self { len: 0, places: [Place::ORIGIN; N] }
    }

    #[inline]
    const fn push(&mut self, place: Place) {
        self.places[self.len as usize] = place;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[Place] {
        &self.places[..usize::from(self.len)]
    }
}

/// The places for each kind of tile.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Spots {
    plain: Places<MAX_PLACES>,
    river: Places<2>,
    road: Places<2>,
}

impl Spots {
    /// The places of a display.
    pub(crate) fn of(display: &Display) -> Self {
        let places = display.places();
        // The places are sorted by rows.
        let (south, north) = (places[0].y(), places[places.len() - 1].y());
        let height = (north - south + 1 + 2 * MARGIN) as usize;
        if height <= FEW_ROWS {
            Board::<FEW_ROWS>::of(display, south, height).spots(display)
        } else {
            Board::<ROWS>::of(display, south, height).spots(display)
        }
    }

    /// The places for that tile, in ascending order.
    #[inline]
    pub(crate) fn for_tile(&self, tile: &Tile) -> &[Place] {
        if tile.river {
            self.river.as_slice()
        } else if tile.road {
            self.road.as_slice()
        } else {
            self.plain.as_slice()
        }
    }
}

/// A display as a bitboard.
struct Board<const N: usize> {
    /// The place of the lowest bit of the first row.
    corner: Place,
    /// The number of used rows, including margins.
    height: usize,
    occupied: [u64; N],
    /// The places with a clan member or next to one.
    near_clan: [u64; N],
}

impl<const N: usize> Board<N> {
    fn of(display: &Display, south: i8, height: usize) -> Self {
        let places = display.places();
        let west = places.iter().map(|place| place.x()).min().unwrap_or_default();
        let mut board = Self {
            corner: Place::new(west - MARGIN, south - MARGIN),
            height,
            occupied: [0; N],
            near_clan: [0; N],
        };
        for &place in places {
            let (row, bit) = board.locate(place);
            board.occupied[row] |= bit;
        }
        for slot in display.clan_slots() {
            let (row, bit) = board.locate(display.place(slot));
            let three = bit << 1 | bit | bit >> 1;
            board.near_clan[row - 1..=row + 1].iter_mut().for_each(|near| *near |= three);
        }
        board
    }

    #[inline]
    const fn locate(&self, place: Place) -> (usize, u64) {
        let row = (place.y() - self.corner.y()) as usize;
        (row, 1 << (place.x() - self.corner.x()))
    }

    #[inline]
    const fn place(&self, row: usize, bit: u32) -> Place {
        Place::new(self.corner.x() + bit as i8, self.corner.y() + row as i8)
    }

    fn spots(&mut self, display: &Display) -> Spots {
        let (river, road) = (display.river_ends(), display.road_ends());
        let (on_river, on_road) = (self.line_spots(river, (0, 1)), self.line_spots(road, (1, 0)));
        for end in [river, road].into_iter().flatten() {
            let (row, bit) = self.locate(end);
            self.near_clan[row] &= !bit;
        }
        Spots { plain: self.plain_spots(), river: on_river, road: on_road }
    }

    /// The ends of the river or road in the given direction that are near a clan member and have
    /// nothing beyond; tiles without the line cannot be placed there.
    #[inline]
    fn line_spots(&self, ends: [Place; 2], (dx, dy): (i8, i8)) -> Places<2> {
        let mut spots = Places::new();
        for (end, sign) in ends.into_iter().zip([-1, 1]) {
            let (row, bit) = self.locate(end);
            let beyond = Place::new(end.x() + sign * dx, end.y() + sign * dy);
            let (beyond_row, beyond_bit) = self.locate(beyond);
            if self.near_clan[row] & bit != 0 && self.occupied[beyond_row] & beyond_bit == 0 {
                spots.push(end);
            }
        }
        spots
    }

    /// Places next to a tile and near a clan member. The ends of river and road no longer count as
    /// near.
    #[inline]
    fn plain_spots(&self) -> Places<MAX_PLACES> {
        let mut spots = Places::new();
        for row in 1..self.height - 1 {
            let here = self.occupied[row];
            let beside = here << 1 | here >> 1 | self.occupied[row - 1] | self.occupied[row + 1];
            let mut free = beside & !here & self.near_clan[row];
            while free != 0 {
                spots.push(self.place(row, free.trailing_zeros()));
                free &= free - 1;
            }
        }
        spots
    }
}
