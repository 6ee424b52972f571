//! Tiles.

use std::fmt;

use rules::NotationError;
use rules::notation::quoted;

use crate::payment::Due;
use crate::resource::Resource;

/// The number of tiles of all stacks.
pub const TILES: usize = 67;

/// The number of a tile: 1 to 67, and 0 for a starting village.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TileId(u8);

impl TileId {
    /// The village that every display starts with.
    pub const STARTING_VILLAGE: Self = Self(0);

    /// The tile with that number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub const fn new(number: usize) -> Self {
        assert!(number <= TILES, "the stacks hold 67 tiles");
        Self(number as u8)
    }

    /// The number, which is also the index in the set.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Reads `t01` to `t67`.
    ///
    /// # Errors
    /// If it is none of them.
    pub(crate) fn read(word: &str) -> Result<Self, NotationError> {
        let digits = word.strip_prefix('t').filter(|digits| digits.len() == 2);
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
        digits
            .and_then(|digits| digits.parse().ok())
            .filter(|number| (1..=TILES).contains(number))
            .map(Self::new)
            .ok_or_else(|| NotationError::new(format!("{} is no tile: t01 to t67", quoted(word))))
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("village"),
            number => write!(f, "t{number:02}"),
        }
    }
}

/// The colour of a tile's border.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Quarries, forests, distilleries, Iona Abbey.
    Yellow,
    /// Meadows, pastures, wheat fields.
    Green,
    /// Butchers, fairs, taverns and similar tiles, which turn resources into points.
    Brown,
    /// Villages and castles.
    Gray,
    /// Lochs.
    Blue,
}

impl Colour {
    /// All of them by name.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("yellow", Self::Yellow),
        ("green", Self::Green),
        ("brown", Self::Brown),
        ("gray", Self::Gray),
        ("blue", Self::Blue),
    ];
}

/// One of the thirteen special locations. Its power belongs to the tile's number, not to the
/// printed name.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Location {
    /// Any two resources at once.
    LochLochy,
    /// A barrel at once.
    CastleMoil,
    /// A second clan member at once.
    CastleStalker,
    /// Three coins at once.
    ArmadaleCastle,
    /// Two points for each green tile at the end.
    LochMorar,
    /// One further tile may be activated each turn.
    LochNess,
    /// Chieftains count double in scorings.
    CastleOfMey,
    /// Three points for each village at the end.
    DuartCastle,
    /// Two points for each yellow tile at the end.
    IonaAbbey,
    /// Three caps in scorings.
    CawdorCastle,
    /// A cube on every empty production tile at once.
    LochShiel,
    /// All tiles are activated on the turn it is taken.
    LochOich,
    /// Two barrels at once.
    DonanCastle,
}

impl Location {
    /// All of them with the numbers of their tiles, in ascending order.
    pub const ALL: [(usize, Self); 13] = [
        (9, Self::LochLochy),
        (26, Self::CastleMoil),
        (27, Self::CastleStalker),
        (30, Self::ArmadaleCastle),
        (35, Self::LochMorar),
        (37, Self::LochNess),
        (38, Self::CastleOfMey),
        (43, Self::DuartCastle),
        (48, Self::IonaAbbey),
        (51, Self::CawdorCastle),
        (52, Self::LochShiel),
        (60, Self::LochOich),
        (64, Self::DonanCastle),
    ];

    /// The location on the tile with that number, if it is one.
    pub fn of(tile: TileId) -> Option<Self> {
        let found = Self::ALL.iter().find(|(number, _)| *number == tile.number());
        found.map(|(_, location)| *location)
    }

    /// The power of its card, in a few words.
    pub const fn power(self) -> &'static str {
        match self {
            Self::LochLochy => "at once any 2 resources, onto its tile",
            Self::CastleMoil => "a barrel of whiskey at once",
            Self::CastleStalker => "a second clan member at once",
            Self::ArmadaleCastle => "3 coins at once",
            Self::LochMorar => "2 points for each green tile at the end",
            Self::LochNess => "once a turn you may activate one more tile, anywhere",
            Self::CastleOfMey => "your chieftains count double in scorings",
            Self::DuartCastle => "3 points for each village at the end",
            Self::IonaAbbey => "2 points for each yellow tile at the end",
            Self::CawdorCastle => "three caps, which count like chieftains in scorings",
            Self::LochShiel => "at once a cube on each of your empty production tiles",
            Self::LochOich => "all your tiles are activated on the turn you take it",
            Self::DonanCastle => "2 barrels of whiskey at once",
        }
    }

    /// Its tile.
    pub fn tile(self) -> TileId {
        TileId::new(Self::ALL[self as usize].0)
    }
}

/// The special location cards of a player.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Cards(u16);

impl Cards {
    /// Whether the card is among them.
    #[inline]
    pub const fn has(self, location: Location) -> bool {
        self.0 & (1 << location as u16) != 0
    }

    /// Takes a card.
    #[inline]
    pub(crate) const fn add(&mut self, location: Location) {
        self.0 |= 1 << location as u16;
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards, in the order of their tiles.
    pub fn iter(self) -> impl Iterator<Item = Location> {
        let all = Location::ALL.into_iter().map(|(_, location)| location);
        all.filter(move |&location| self.has(location))
    }
}

/// The single effect of a tile when it is paid for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Windfall {
    /// None, or only that of its card.
    Nothing,
    /// A clan member onto the tile.
    ClanMember,
    /// A barrel of whiskey.
    Whiskey,
}

/// The effect of activating a tile.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Activation {
    /// None: the lochs.
    Nothing,
    /// A cube of that resource onto the tile.
    Produce(Resource),
    /// A cube of any resource onto the tile: the Abbey.
    ProduceAny,
    /// A movement point.
    Movement,
    /// Points without a cost.
    Points(u8),
    /// Resources are turned in for points or whiskey.
    Convert(Conversion),
}

/// The resources that a conversion takes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// These, by [`Resource::index`].
    Exactly([u8; 5]),
    /// As many of one resource as the offer states.
    Only(Resource),
    /// As many different ones as the offer states.
    Different,
    /// As many of any kind as the offer states.
    Any,
}

/// One way to use a conversion.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Offer {
    /// The number of cubes (1 for [`Wanted::Exactly`], which has its own).
    pub count: u8,
    /// The prize for them.
    pub prize: Prize,
}

/// The prize of a conversion.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Prize {
    /// Victory points.
    pub points: u8,
    /// Barrels of whiskey.
    pub whiskey: u8,
}

/// An exchange of resources for points or whiskey.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub(crate) wanted: Wanted,
    pub(crate) offers: [Offer; 5],
    pub(crate) len: u8,
}

impl Conversion {
    /// The resources that it takes.
    pub const fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// The ways to use it, by ascending count.
    #[inline]
    pub fn offers(&self) -> &[Offer] {
        &self.offers[..usize::from(self.len)]
    }

    /// Whether its notation includes the number of cubes.
    #[inline]
    pub const fn is_counted(&self) -> bool {
        self.len > 1
    }

    /// The cost of an offer.
    #[inline]
    pub const fn due(&self, offer: Offer) -> Due {
        match self.wanted {
            Wanted::Exactly(need) => Due::Fixed { need, whiskey: 0 },
            Wanted::Only(resource) => {
                let mut need = [0; 5];
                need[resource.index()] = offer.count;
                Due::Fixed { need, whiskey: 0 }
            }
            Wanted::Different => Due::Different { count: offer.count, used: 0 },
            Wanted::Any => Due::Any { count: offer.count },
        }
    }
}

/// A tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The stack that it belongs to.
    pub stack: u8,
    /// The colour of its border.
    pub colour: Colour,
    /// Its name.
    pub name: String,
    /// Its special location, if it is one.
    pub location: Option<Location>,
    /// Whether a river runs through it from north to south.
    pub river: bool,
    /// Whether a road runs through it from west to east.
    pub road: bool,
    /// Its cost.
    pub cost: Due,
    /// Its single effect.
    pub windfall: Windfall,
    /// Its activation.
    pub activation: Activation,
    /// The number of caps on its card.
    pub tams: u8,
}

impl Tile {
    /// Whether it is a village; castles are not.
    pub fn is_village(&self) -> bool {
        self.activation == Activation::Movement && self.location.is_none()
    }

    /// What it produces, if it is a quarry, forest, meadow, pasture or wheat field.
    #[inline]
    pub const fn product(&self) -> Option<Resource> {
        match self.activation {
            Activation::Produce(resource) => Some(resource),
            _ => None,
        }
    }
}
