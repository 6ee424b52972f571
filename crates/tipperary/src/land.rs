//! Landscapes.

/// The landscape of a space of a tile, a bonus tile or a hometown.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Land {
    /// Green and empty: room for a wooden sheep or a bonus tile.
    Meadow,
    /// A pasture with one sheep.
    Pasture,
    /// A pasture with two sheep.
    RichPasture,
    /// Grain for whiskey.
    Grain,
    /// A distillery.
    Distillery,
    /// A ruin: three in a line bring a tower.
    Ruin,
    /// A bog: two together bring a bonus tile.
    Bog,
    /// A stone circle worth one point.
    Circle1,
    /// A stone circle worth two points.
    Circle2,
    /// A stone circle worth three points.
    Circle3,
    /// A stone circle worth four points.
    Circle4,
}

impl Land {
    /// The number of landscapes.
    pub const COUNT: usize = 11;

    /// Every landscape, in ascending order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Meadow,
        Self::Pasture,
        Self::RichPasture,
        Self::Grain,
        Self::Distillery,
        Self::Ruin,
        Self::Bog,
        Self::Circle1,
        Self::Circle2,
        Self::Circle3,
        Self::Circle4,
    ];

    /// The short name in notation; in upper case it is that of component files.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Meadow => "m",
            Self::Pasture => "p1",
            Self::RichPasture => "p2",
            Self::Grain => "g",
            Self::Distillery => "d",
            Self::Ruin => "r",
            Self::Bog => "b",
            Self::Circle1 => "s1",
            Self::Circle2 => "s2",
            Self::Circle3 => "s3",
            Self::Circle4 => "s4",
        }
    }

    /// The landscape with that short name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|land| land.code() == code)
    }

    /// The name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Meadow => "meadow",
            Self::Pasture => "pasture with one sheep",
            Self::RichPasture => "pasture with two sheep",
            Self::Grain => "grain field",
            Self::Distillery => "distillery",
            Self::Ruin => "ruin",
            Self::Bog => "bog",
            Self::Circle1 => "stone circle worth 1",
            Self::Circle2 => "stone circle worth 2",
            Self::Circle3 => "stone circle worth 3",
            Self::Circle4 => "stone circle worth 4",
        }
    }

    /// The number of sheep on it.
    #[inline]
    pub const fn sheep(self) -> u8 {
        match self {
            Self::Pasture => 1,
            Self::RichPasture => 2,
            _ => 0,
        }
    }

    /// The points printed on it.
    #[inline]
    pub const fn points(self) -> u8 {
        match self {
            Self::Circle1 => 1,
            Self::Circle2 => 2,
            Self::Circle3 => 3,
            Self::Circle4 => 4,
            _ => 0,
        }
    }
}
