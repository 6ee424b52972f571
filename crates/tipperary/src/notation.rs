//! The text form of actions.

use std::fmt;

use rules::notation::{Words, number, point, quoted};
use rules::{MAX_SEATS, Notation, NotationError, Seat};

use crate::components::{Components, Side, TILES, TOWNS};
use crate::{Action, Land, Orientation, Point};

impl Notation<Components> for Action {
    fn write(&self, set: &Components, out: &mut dyn fmt::Write) -> fmt::Result {
        match *self {
            Self::Town { seat, town, side } => {
                let town = set.towns()[usize::from(town)].name();
                write!(out, "town {seat} {town} {}", side.name())
            }
            Self::Bag(seat) => write!(out, "bag {seat}"),
            Self::Fill { area, tile } => write!(out, "fill {area} {tile}"),
            Self::Spin(steps) => write!(out, "spin {steps}"),
            Self::Place { tile, orientation, at } => {
                write!(out, "place {tile} {} {at}", orientation.name())
            }
            Self::Sheep(at) => write!(out, "sheep {at}"),
            Self::Draw => out.write_str("draw"),
            Self::Reveal { seat, land } => write!(out, "bonus {seat} {}", land.code()),
            Self::Bonus(at) => write!(out, "bonus {at}"),
            Self::Tower(at) => write!(out, "tower {at}"),
            Self::Done => out.write_str("done"),
        }
    }

    fn read(text: &str, set: &Components) -> Result<Self, NotationError> {
        let mut words = Words::new(text);
        let action = match words.next("an action")? {
            "town" => read_town(&mut words, set)?,
            "bag" => Self::Bag(seat(words.next("the seat")?)?),
            "fill" => Self::Fill {
                area: counted(words.next("the area")?, TOWNS, "an area")?,
                tile: counted(words.next("the tile")?, TILES, "a tile")?,
            },
            "spin" => {
                let text = words.next("how far the wheel turns")?;
                Self::Spin(number(text, TOWNS as u64 - 1, "a turn of the wheel")? as u8)
            }
            "place" => Self::Place {
                tile: counted(words.next("the tile")?, TILES, "a tile")?,
                orientation: orientation(words.next("the orientation")?)?,
                at: place(words.next("the place")?)?,
            },
            "sheep" => Self::Sheep(place(words.next("the place")?)?),
            "draw" => Self::Draw,
            "bonus" => read_bonus(&mut words)?,
            "tower" => Self::Tower(place(words.next("the place")?)?),
            "done" => Self::Done,
            other => return Err(NotationError::unknown_verb(other)),
        };
        words.done(action)
    }
}

fn read_town(words: &mut Words<'_>, set: &Components) -> Result<Action, NotationError> {
    let seat = seat(words.next("the seat")?)?;
    let name = words.next("the hometown")?;
    let town = set.towns().iter().position(|town| town.name() == name);
    let town =
        town.ok_or_else(|| NotationError::new(format!("there is no hometown {}", quoted(name))))?;
    let name = words.next("the side")?;
    let side = Side::ALL.into_iter().find(|side| side.name() == name);
    let side =
        side.ok_or_else(|| NotationError::new(format!("{} is not a side: a or b", quoted(name))))?;
    Ok(Action::Town { seat, town: town as u8, side })
}

/// The dealer's `bonus SEAT KIND` or a seat's `bonus X,Y`.
fn read_bonus(words: &mut Words<'_>) -> Result<Action, NotationError> {
    let text = words.next("the place of the bonus tile")?;
    if text.contains(',') {
        return Ok(Action::Bonus(place(text)?));
    }
    let seat = seat(text)?;
    let code = words.next("what the bonus tile shows")?;
    let land = Land::from_code(code).ok_or_else(|| {
        NotationError::new(format!("{} is nothing that a bonus tile shows", quoted(code)))
    })?;
    Ok(Action::Reveal { seat, land })
}

fn seat(text: &str) -> Result<Seat, NotationError> {
    let number = number(text, MAX_SEATS as u64, "a seat")?;
    Seat::from_number(number).ok_or_else(|| NotationError::new("seats are counted from 1"))
}

/// A number from 1 to `max`.
fn counted(text: &str, max: usize, what: &str) -> Result<u8, NotationError> {
    match number(text, max as u64, what)? {
        0 => Err(NotationError::new(format!("\"0\" is not {what}: they are counted from 1"))),
        number => Ok(number as u8),
    }
}

fn orientation(text: &str) -> Result<Orientation, NotationError> {
    Orientation::from_name(text).ok_or_else(|| {
        NotationError::new(format!("{} is not an orientation: r0 to r3, m0 to m3", quoted(text)))
    })
}

fn place(text: &str) -> Result<Point, NotationError> {
    point(text).map(Point::from)
}
