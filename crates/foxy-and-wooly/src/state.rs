//! The state.

use rules::{Seat, SeatSet, Setup, Turn};
use serde::{Deserialize, Serialize};

use crate::components::{Components, MAX_FIELD};
use crate::farm::{Gate, Sheep};
use crate::token::{KINDS, SPECIAL_KINDS, Special, Token};

/// The most players at a table.
pub(crate) const MAX_PLAYERS: usize = 4;

/// What the game waits for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The dealer deals tokens.
    Dealing,
    /// The dealer chooses the first player.
    First,
    /// Seats decide on the tokens of the field, one by one.
    Bidding,
    /// The waiting wolves attack.
    Attacks,
    /// The last moves of sheep.
    Finish,
    /// The game is over.
    Over,
}

/// A player's farm and hand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Farm {
    /// The sheep.
    pub sheep: Sheep,
    /// Shepherd cubes in hand.
    pub cubes: u8,
    /// The number of wolves at each row's gate.
    pub waiting: [u8; 3],
    /// The number of special tokens of each kind.
    pub specials: [u8; SPECIAL_KINDS],
}

impl Farm {
    /// The number of special tokens of a kind.
    #[inline]
    pub const fn has(&self, special: Special) -> u8 {
        self.specials[special.index()]
    }

    /// Whether a wolf waits at a gate.
    #[inline]
    pub fn has_waiting_wolf(&self) -> bool {
        self.waiting != [0; 3]
    }
}

/// The highest bid of an auction.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bid {
    /// The bidder.
    pub seat: Seat,
    /// The number of cubes.
    pub cubes: u8,
}

/// The state of the current token: the seat to act and the bids.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Auction {
    /// The seat that opened it.
    pub opener: Seat,
    /// The seat to act.
    pub to_act: Seat,
    /// The seats that have passed.
    pub passed: SeatSet,
    /// The highest bid so far.
    pub bid: Option<Bid>,
}

impl Auction {
    /// A new auction.
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
    /// The number of tokens dealt: one to each player, then the field.
    pub(crate) dealt: u8,
    /// The index of the current token on the field.
    pub(crate) place: u8,
    /// Cubes on the field.
    pub(crate) pot: u8,
    /// The current auction; in the last phases only `to_act` is used.
    pub(crate) auction: Auction,
    pub(crate) farms: [Farm; MAX_PLAYERS],
    /// The tokens of the field; [`UNDEALT`] for those not dealt yet.
    pub(crate) field: [Token; MAX_FIELD],
    /// The number of tokens of each kind still to be dealt.
    pub(crate) left: [u8; KINDS],
}

/// The value of places of the field that have no token yet.
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

    /// The phase.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The side of the farms with the gates.
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

    /// Cubes on the field, which the seat that takes the next wolf gets.
    pub const fn pot(&self) -> u8 {
        self.pot
    }

    /// The tokens of the field that have been dealt.
    pub fn field(&self) -> &[Token] {
        &self.field[..self.dealt.saturating_sub(self.players).into()]
    }

    /// The number of tokens of the complete field.
    pub fn field_len(&self) -> usize {
        self.set.field_len()
    }

    /// The number of tokens of the field that are gone.
    pub const fn place(&self) -> usize {
        self.place as usize
    }

    /// The current token; `None` outside of bidding.
    #[inline]
    pub fn token(&self) -> Option<Token> {
        (self.phase == Phase::Bidding).then(|| self.field[self.place as usize])
    }

    /// The auction of the current token.
    pub const fn auction(&self) -> &Auction {
        &self.auction
    }

    /// The current token, which must be a special token.
    #[inline]
    pub(crate) fn current_special(&self) -> Special {
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
