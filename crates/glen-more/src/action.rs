//! Actions and their notation.

use std::fmt;

use rules::notation::{Words, number, quoted};
use rules::{Notation, NotationError, Seat};

use crate::place::Place;
use crate::resource::Resource;
use crate::set::Set;
use crate::tile::TileId;
use crate::track::SPACES;

/// A decision of a seat, or an outcome of the dealer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Dealer: chooses the starting player.
    First(Seat),
    /// Dealer: draws a tile onto the track.
    Draw(TileId),
    /// Dealer: rolls the die.
    Roll(u8),
    /// Seat: moves its figure to a space of the track and its tile into the display.
    Take {
        /// The space of the track.
        space: u8,
        /// The place in the display.
        at: Place,
    },
    /// Seat: moves on without a tile, because none can be taken.
    Pass,
    /// Seat: turns in a cube from one of its tiles.
    Pay {
        /// The resource.
        resource: Resource,
        /// The tile's place.
        at: Place,
    },
    /// Seat: turns in a barrel.
    PayWhiskey,
    /// Seat: turns in a clan member.
    PayClan(Place),
    /// Seat: turns in a chieftain.
    PayChieftain,
    /// Seat: buys a cube at the warehouse and turns it in.
    Buy(Resource),
    /// Seat: chooses a resource.
    Choose(Resource),
    /// Seat: chooses no resource.
    Skip,
    /// Seat: activates a tile.
    Activate {
        /// The tile's place.
        at: Place,
        /// The way to use it.
        using: Use,
    },
    /// Seat: moves a clan member.
    Step {
        /// Its place before.
        from: Place,
        /// Its place after.
        to: Place,
    },
    /// Seat: turns a clan member into a chieftain.
    Promote(Place),
    /// Seat: sells a cube to the warehouse.
    Sell {
        /// The resource.
        resource: Resource,
        /// The tile's place.
        at: Place,
    },
    /// Seat: ends its turn.
    End,
}

/// The way to use an activated tile.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    /// The only way of a tile without alternatives.
    Plainly,
    /// With that many cubes turned in.
    Times(u8),
    /// With that resource taken.
    Taking(Resource),
}

impl Notation<Set> for Action {
    fn write(&self, _: &Set, out: &mut dyn fmt::Write) -> fmt::Result {
        match *self {
            Self::First(seat) => write!(out, "first {seat}"),
            Self::Draw(tile) => write!(out, "draw {tile}"),
            Self::Roll(pips) => write!(out, "roll {pips}"),
            Self::Take { space, at } => write!(out, "take {space} @{at}"),
            Self::Pass => out.write_str("pass"),
            Self::Pay { resource, at } => write!(out, "pay {resource} @{at}"),
            Self::PayWhiskey => out.write_str("pay whiskey"),
            Self::PayClan(at) => write!(out, "pay clan @{at}"),
            Self::PayChieftain => out.write_str("pay chieftain"),
            Self::Buy(resource) => write!(out, "buy {resource}"),
            Self::Choose(resource) => write!(out, "choose {resource}"),
            Self::Skip => out.write_str("skip"),
            Self::Activate { at, using } => write!(out, "activate @{at}{using}"),
            Self::Step { from, to } => write!(out, "step {from}>{to}"),
            Self::Promote(at) => write!(out, "promote @{at}"),
            Self::Sell { resource, at } => write!(out, "sell {resource} @{at}"),
            Self::End => out.write_str("end"),
        }
    }

    fn read(text: &str, _: &Set) -> Result<Self, NotationError> {
        let mut words = Words::new(text);
        let action = match words.next("the action")? {
            "first" => Self::First(read_seat(words.next("the seat")?)?),
            "draw" => Self::Draw(TileId::read(words.next("the tile")?)?),
            "roll" => Self::Roll(read_pips(words.next("the number of pips")?)?),
            "take" => Self::Take {
                space: read_space(words.next("the space of the track")?)?,
                at: read_at(&mut words)?,
            },
            "pass" => Self::Pass,
            "pay" => read_pay(&mut words)?,
            "buy" => Self::Buy(read_resource(&mut words)?),
            "choose" => Self::Choose(read_resource(&mut words)?),
            "skip" => Self::Skip,
            "activate" => Self::Activate { at: read_at(&mut words)?, using: read_use(&mut words)? },
            "step" => read_step(words.next("the way of the clan member")?)?,
            "promote" => Self::Promote(read_at(&mut words)?),
            "sell" => Self::Sell { resource: read_resource(&mut words)?, at: read_at(&mut words)? },
            "end" => Self::End,
            verb => return Err(NotationError::unknown_verb(verb)),
        };
        words.done(action)
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plainly => Ok(()),
            Self::Times(count) => write!(f, " x{count}"),
            Self::Taking(resource) => write!(f, " {resource}"),
        }
    }
}

fn read_seat(word: &str) -> Result<Seat, NotationError> {
    let seat = number(word, 5, "a seat")?;
    Seat::from_number(seat).ok_or_else(|| NotationError::new("seats are numbered from 1"))
}

fn read_pips(word: &str) -> Result<u8, NotationError> {
    match word {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(3),
        _ => {
            let reason = format!("{} is no roll: the die shows 1, 2 or 3 pips", quoted(word));
            Err(NotationError::new(reason))
        }
    }
}

fn read_space(word: &str) -> Result<u8, NotationError> {
    number(word, SPACES as u64 - 1, "a space of the track").map(|space| space as u8)
}

fn read_resource(words: &mut Words<'_>) -> Result<Resource, NotationError> {
    Resource::read(words.next("the resource")?)
}

fn read_at(words: &mut Words<'_>) -> Result<Place, NotationError> {
    Place::read_at(words.next("the place of the tile")?)
}

fn read_pay(words: &mut Words<'_>) -> Result<Action, NotationError> {
    match words.next("what is paid")? {
        "whiskey" => Ok(Action::PayWhiskey),
        "chieftain" => Ok(Action::PayChieftain),
        "clan" => Ok(Action::PayClan(read_at(words)?)),
        word => Ok(Action::Pay { resource: Resource::read(word)?, at: read_at(words)? }),
    }
}

fn read_use(words: &mut Words<'_>) -> Result<Use, NotationError> {
    if words.is_done() {
        return Ok(Use::Plainly);
    }
    let word = words.next("how the tile is used")?;
    match word.strip_prefix('x') {
        Some(count) => match number(count, 5, "a number of cubes")? {
            0 => Err(NotationError::new("at least one cube is turned in")),
            count => Ok(Use::Times(count as u8)),
        },
        None => Resource::read(word).map(Use::Taking),
    }
}

fn read_step(word: &str) -> Result<Action, NotationError> {
    let (from, to) = word.split_once('>').ok_or_else(|| {
        NotationError::new(format!("{} is not a way such as 0,0>1,0", quoted(word)))
    })?;
    Ok(Action::Step { from: Place::read(from)?, to: Place::read(to)? })
}
