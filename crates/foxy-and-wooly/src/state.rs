//! The position.

use rules::{Seat, SeatSet, Setup, Turn};
use serde::{Deserialize, Serialize};

use crate::components::{Components, MAX_FIELD};
use crate::farm::{Gate, Sheep};
use crate::token::{KINDS, SPECIAL_KINDS, Special, Token};

/// The most players at a table.
pub(crate) const MAX_PLAYERS: usize = 4;

/// What is going on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The dealer deals tokens.
    Dealing,
    /// The dealer names the first player.
    First,
    /// Token by token of the field.
    Bidding,
    /// The waiting wolves attack.
    Attacks,
    /// The last moves of sheep.
    Finish,
    /// The game is over.
    Over,
}

/// One player's farm and hand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Farm {
    /// Where the sheep stand.
    pub sheep: Sheep,
    /// Shepherd cubes in hand.
    pub cubes: u8,
    /// Wolves that wait at each row's gate.
    pub waiting: [u8; 3],
    /// Special tokens of each kind.
    pub specials: [u8; SPECIAL_KINDS],
}

impl Farm {
    /// How many tokens of that kind the player has.
    #[inline]
    pub const fn has(&self, special: Special) -> u8 {
        self.specials[special.index()]
    }

    /// Whether a wolf waits at any gate.
    #[inline]
    pub fn is_besieged(&self) -> bool {
        self.waiting != [0; 3]
    }
}

/// The highest bid of an auction.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bid {
    /// Who made it.
    pub seat: Seat,
    /// How many cubes.
    pub cubes: u8,
}

/// Whose turn it is and what has been offered for the token on the block.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Auction {
    /// Who opened it.
    pub opener: Seat,
    /// Whose turn it is.
    pub to_act: Seat,
    /// Who is out of it.
    pub passed: SeatSet,
    /// The highest bid so far.
    pub bid: Option<Bid>,
}

impl Auction {
    /// A new one.
    #[inline]
    pub const fn opened_by(seat: Seat) -> Self {
        Self { opener: seat, to_act: seat, passed: SeatSet::EMPTY, bid: None }
    }
}

/// A game of Foxy & Wooly.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct FoxyAndWooly {
    pub(crate) set: &'static Components,
    pub(crate) players: u8,
    pub(crate) gate: Gate,
    pub(crate) phase: Phase,
    /// Tokens dealt so far: one to each player, then the field.
    pub(crate) dealt: u8,
    /// The place of the token on the block.
    pub(crate) place: u8,
    /// Cubes on the field.
    pub(crate) pot: u8,
    /// Whose turn it is; in the last phases only `to_act` counts.
    pub(crate) auction: Auction,
    pub(crate) farms: [Farm; MAX_PLAYERS],
    /// The tokens of the field; the places not dealt yet hold [`UNDEALT`].
    pub(crate) field: [Token; MAX_FIELD],
    /// Tokens still to be dealt from, while dealing.
    pub(crate) left: [u8; KINDS],
}

/// What stands in the places of the field that have no token yet.
pub(crate) const UNDEALT: Token = Token::W1;

impl FoxyAndWooly {
    pub(crate) fn start(setup: &Setup<Self>) -> Self {
        let set = setup.set();
        let farm = Farm {
            sheep: Sheep::ALL,
            cubes: set.cubes(),
            waiting: [0; 3],
            specials: [0; SPECIAL_KINDS],
        };
        Self {
            set,
            players: setup.players(),
            gate: [Gate::Left, Gate::Right][setup.choices().get(0)],
            phase: Phase::Dealing,
            dealt: 0,
            place: 0,
            pot: 0,
            auction: Auction::opened_by(Seat::from_index(0)),
            farms: [farm; MAX_PLAYERS],
            field: [UNDEALT; MAX_FIELD],
            left: set.tokens(),
        }
    }

    /// What is going on.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// On which side the gates are.
    pub const fn gate(&self) -> Gate {
        self.gate
    }

    /// A player's farm and hand.
    #[inline]
    pub const fn farm(&self, seat: Seat) -> &Farm {
        &self.farms[seat.index()]
    }

    #[inline]
    pub(crate) fn farm_mut(&mut self, seat: Seat) -> &mut Farm {
        &mut self.farms[seat.index()]
    }

    /// Cubes on the field, which go to whoever takes the next wolf.
    pub const fn pot(&self) -> u8 {
        self.pot
    }

    /// The tokens of the field that have been dealt.
    pub fn field(&self) -> &[Token] {
        &self.field[..self.dealt.saturating_sub(self.players).into()]
    }

    /// How many tokens the field has once all are dealt.
    pub fn field_len(&self) -> usize {
        self.set.field_len()
    }

    /// How many tokens of the field are gone.
    pub const fn place(&self) -> usize {
        self.place as usize
    }

    /// The token on the block, while there is bidding.
    #[inline]
    pub fn token(&self) -> Option<Token> {
        (self.phase == Phase::Bidding).then(|| self.field[self.place as usize])
    }

    /// What has been offered for the token on the block.
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The special token on the block, which is one.
    #[inline]
    pub(crate) fn special_on_the_block(&self) -> Special {
        self.field[self.place as usize].special().expect("only special tokens are auctioned")
    }

    /// Whether the next token to be dealt is a wolf.
    #[inline]
    pub(crate) fn deals_wolf(&self) -> bool {
        self.dealt >= self.players && self.set.is_wolf_place((self.dealt - self.players).into())
    }

    #[inline]
    pub(crate) fn turn_now(&self) -> Turn {
        match self.phase {
            Phase::Dealing | Phase::First => Turn::Dealer,
            Phase::Bidding | Phase::Attacks | Phase::Finish => {
                Turn::Seats(SeatSet::only(self.auction.to_act))
            }
            Phase::Over => Turn::Over,
        }
    }
}
