//! The track: a chain of figures and tiles around the board with a gap in it.

use rules::Seat;

use crate::tile::TileId;

/// The number of spaces of the track.
pub const SPACES: usize = 14;

/// The content of a space of the track.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Space {
    /// Empty.
    #[default]
    Empty,
    /// A tile.
    Tile(TileId),
    /// A player's figure.
    Figure(Seat),
    /// The die.
    Die,
}

impl Space {
    /// Whether it is a figure or the die.
    #[inline]
    pub const fn moves(self) -> bool {
        matches!(self, Self::Figure(_) | Self::Die)
    }
}

/// The spaces and the start of the chain.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Track {
    pub(crate) spaces: [Space; SPACES],
    pub(crate) gap: u8,
}

impl Track {
    /// The track without figures and tiles.
    pub(crate) const EMPTY: Self = Self { spaces: [Space::Empty; SPACES], gap: 0 };

    /// The figures in seat order from `first`, then the die in games with one.
    pub(crate) fn with_figures(players: u8, first: Seat) -> Self {
        let mut track = Self::EMPTY;
        let mut seat = first;
        for space in &mut track.spaces[..usize::from(players)] {
            *space = Space::Figure(seat);
            seat = seat.left(players);
        }
        track.gap = players;
        if players <= 3 {
            track.spaces[usize::from(players)] = Space::Die;
            track.gap += 1;
        }
        track
    }

    /// The contents of the spaces.
    pub const fn spaces(&self) -> &[Space; SPACES] {
        &self.spaces
    }

    /// The empty space behind the head, to which the next tile is drawn.
    #[inline]
    pub const fn gap(&self) -> usize {
        self.gap as usize
    }

    /// The space that many steps, at most once around, clockwise from the gap.
    #[inline]
    pub(crate) const fn ahead(&self, steps: usize) -> usize {
        let space = self.gap as usize + steps;
        if space < SPACES { space } else { space - SPACES }
    }

    /// The content of the space in front of the gap.
    #[inline]
    pub(crate) const fn front(&self) -> Space {
        self.spaces[self.ahead(1)]
    }

    /// The tile on a space.
    #[inline]
    pub fn tile(&self, space: usize) -> Option<TileId> {
        match self.spaces.get(space) {
            Some(Space::Tile(tile)) => Some(*tile),
            _ => None,
        }
    }

    /// The spaces with tiles in clockwise order from the gap.
    pub fn tiles_ahead(&self) -> impl Iterator<Item = (usize, TileId)> {
        let spaces = (1..SPACES).map(|steps| self.ahead(steps));
        spaces.filter_map(|space| self.tile(space).map(|tile| (space, tile)))
    }

    /// The space of the seat's figure.
    pub fn figure(&self, seat: Seat) -> Option<usize> {
        self.spaces.iter().position(|&space| space == Space::Figure(seat))
    }

    /// Moves the head to `space`, replacing its content; the head's old space becomes empty.
    #[inline]
    pub(crate) fn move_head(&mut self, space: usize) {
        let from = self.ahead(1);
        self.spaces[space] = std::mem::take(&mut self.spaces[from]);
    }

    /// Empties the spaces behind the new head; calls `leaves` for each tile.
    #[inline]
    pub(crate) fn clear_behind_head(&mut self, mut leaves: impl FnMut(usize, TileId)) {
        for steps in 1..SPACES {
            let space = self.ahead(steps);
            match self.spaces[space] {
                Space::Empty => {}
                Space::Tile(tile) => {
                    self.spaces[space] = Space::Empty;
                    leaves(space, tile);
                }
                Space::Figure(_) | Space::Die => return,
            }
        }
    }

    /// Puts a tile into the gap, which moves on.
    #[inline]
    pub(crate) const fn fill_gap(&mut self, tile: TileId) {
        self.spaces[self.gap as usize] = Space::Tile(tile);
        self.gap = self.ahead(1) as u8;
    }
}
