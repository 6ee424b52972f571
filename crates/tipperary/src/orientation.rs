//! The eight orientations of a tile.

/// An orientation: as printed or mirrored (its back), then turned clockwise.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Orientation(u8);

impl Orientation {
    /// As printed.
    pub const AS_PRINTED: Self = Self(0);

    /// All orientations, in the order in which the first of several equal ones is used.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(Self)
    }

    /// Whether the back is up.
    pub const fn mirrored(self) -> bool {
        self.0 >= 4
    }

    /// The number of clockwise quarter turns, after mirroring.
    pub const fn quarter_turns(self) -> u8 {
        self.0 % 4
    }

    /// This orientation turned clockwise by another quarter.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self((self.0 & 4) | ((self.0 + 1) & 3))
    }

    /// This orientation mirrored: left and right exchanged.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self(((self.0 ^ 4) & 4) | ((4 - (self.0 & 3)) & 3))
    }

    /// The index in the order, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its name: `r0` to `r3`, `m0` to `m3`.
    pub const fn name(self) -> &'static str {
        ["r0", "r1", "r2", "r3", "m0", "m1", "m2", "m3"][self.index()]
    }

    /// The orientation with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|orientation| orientation.name() == name)
    }

    /// The position of the space at x, y of a tile of that width and height.
    pub fn turn(self, (x, y): (u8, u8), (width, height): (u8, u8)) -> (u8, u8) {
        let x = if self.mirrored() { width - 1 - x } else { x };
        match self.quarter_turns() {
            0 => (x, y),
            1 => (height - 1 - y, x),
            2 => (width - 1 - x, height - 1 - y),
            _ => (y, width - 1 - x),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_is_mirrored_first_and_then_turned_clockwise() {
        let corner = |name: &str| {
            let orientation = Orientation::from_name(name).unwrap();
            orientation.turn((0, 0), (3, 2))
        };
        let corners = ["r0", "r1", "r2", "r3", "m0", "m1", "m2", "m3"].map(corner);
        assert_eq!(corners, [(0, 0), (1, 0), (2, 1), (0, 2), (2, 0), (1, 2), (0, 1), (0, 0)]);
    }

    #[test]
    fn turning_and_flipping_go_on_from_what_one_sees() {
        let all_of = |orientation: Orientation, (width, height): (u8, u8)| -> Vec<(u8, u8)> {
            let spaces = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            spaces.map(|space| orientation.turn(space, (width, height))).collect()
        };
        for orientation in Orientation::all() {
            let seen = all_of(orientation, (3, 2));
            let (width, height) =
                if orientation.quarter_turns() % 2 == 1 { (2, 3) } else { (3, 2) };
            let turned: Vec<_> = seen.iter().map(|&(x, y)| (height - 1 - y, x)).collect();
            assert_eq!(all_of(orientation.turned(), (3, 2)), turned, "{}", orientation.name());
            let flipped: Vec<_> = seen.iter().map(|&(x, y)| (width - 1 - x, y)).collect();
            assert_eq!(all_of(orientation.flipped(), (3, 2)), flipped, "{}", orientation.name());
        }
    }

    #[test]
    fn names_lead_back_to_their_orientations() {
        for orientation in Orientation::all() {
            assert_eq!(Orientation::from_name(orientation.name()), Some(orientation));
        }
        assert_eq!(Orientation::from_name("r4"), None);
    }
}
