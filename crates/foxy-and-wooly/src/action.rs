//! Actions and their notation.

use std::fmt;

use rules::notation::{Words, number};
use rules::{MAX_SEATS, Notation, NotationError, Seat};

use crate::components::Components;
use crate::farm::{Direction, Row, Slot};
use crate::token::Token;

/// A decision of a seat, or an outcome of the dealer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Dealer: deals the next token, to a player or to the field.
    Deal(Token),
    /// Dealer: chooses the seat that opens the first token.
    First(Seat),
    /// Seat: pays a cube to pass the wolf on.
    Chase,
    /// Seat: takes the wolf and the cubes on the field.
    Take,
    /// Seat: takes them with the gun, so that the wolf attacks three slots lower.
    TakeGun,
    /// Seat: takes two cubes from the field and passes the wolf on without paying.
    Steal,
    /// Seat: bids that many cubes for a special token.
    Bid(u8),
    /// Seat: leaves the auction.
    Pass,
    /// Seat: uses a move token.
    Move {
        /// The direction of the move token.
        direction: Direction,
        /// The slot of the sheep.
        from: Slot,
        /// Its new slot.
        to: Slot,
    },
    /// Seat: lets the wolf that waits at this row attack.
    Attack(Row),
    /// Seat: keeps its remaining move tokens unused.
    Done,
}

impl Notation<Components> for Action {
    fn write(&self, _: &Components, out: &mut dyn fmt::Write) -> fmt::Result {
        match self {
            Self::Deal(token) => write!(out, "deal {token}"),
            Self::First(seat) => write!(out, "first {seat}"),
            Self::Chase => out.write_str("chase"),
            Self::Take => out.write_str("take"),
            Self::TakeGun => out.write_str("take gun"),
            Self::Steal => out.write_str("steal"),
            Self::Bid(cubes) => write!(out, "bid {cubes}"),
            Self::Pass => out.write_str("pass"),
            Self::Move { direction, from, to } => {
                write!(out, "move {} {from}>{to}", direction.name())
            }
            Self::Attack(row) => write!(out, "attack {}", row.name()),
            Self::Done => out.write_str("done"),
        }
    }

    fn read(text: &str, _: &Components) -> Result<Self, NotationError> {
        let mut words = Words::new(text);
        let action = match words.next("the action")? {
            "deal" => Self::Deal(read_token(words.next("the token")?)?),
            "first" => Self::First(read_seat(words.next("the seat")?)?),
            "chase" => Self::Chase,
            "take" if words.is_done() => Self::Take,
            "take" => read_gun(words.next("the gun")?)?,
            "steal" => Self::Steal,
            "bid" => {
                Self::Bid(number(words.next("the number of cubes")?, u8::MAX.into(), "a bid")? as u8)
            }
            "pass" => Self::Pass,
            "move" => {
                let direction = read_direction(words.next("the move token")?)?;
                read_move(direction, words.next("the move")?)?
            }
            "attack" => Self::Attack(read_row(words.next("the row")?)?),
            "done" => Self::Done,
            verb => return Err(NotationError::unknown_verb(verb)),
        };
        words.done(action)
    }
}

fn read_token(word: &str) -> Result<Token, NotationError> {
    Token::named(word).ok_or_else(|| wrong(word, "a token"))
}

fn read_seat(word: &str) -> Result<Seat, NotationError> {
    let seat = number(word, MAX_SEATS as u64, "a seat")?;
    Seat::from_number(seat).ok_or_else(|| wrong(word, "a seat"))
}

fn read_gun(word: &str) -> Result<Action, NotationError> {
    if word == "gun" { Ok(Action::TakeGun) } else { Err(wrong(word, "the gun")) }
}

fn read_direction(word: &str) -> Result<Direction, NotationError> {
    let found = Direction::ALL.into_iter().find(|direction| direction.name() == word);
    found.ok_or_else(|| wrong(word, "a move token: h, v or d"))
}

fn read_move(direction: Direction, word: &str) -> Result<Action, NotationError> {
    let slot = |text: &str| number(text, 9, "a slot").ok().and_then(|slot| Slot::new(slot as u8));
    let (from, to) = word.split_once('>').unwrap_or_default();
    match (slot(from), slot(to)) {
        (Some(from), Some(to)) => Ok(Action::Move { direction, from, to }),
        _ => Err(wrong(word, "a move such as 5>6")),
    }
}

fn read_row(word: &str) -> Result<Row, NotationError> {
    let found = Row::ALL.into_iter().find(|row| row.name() == word);
    found.ok_or_else(|| wrong(word, "a row: top, mid or low"))
}

fn wrong(word: &str, expected: &str) -> NotationError {
    NotationError::new(format!("{} is not {expected}", rules::notation::quoted(word)))
}
