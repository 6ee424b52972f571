//! The position as plain data, with its validation.

use rules::{Refusal, Seat, SeatSet, Setup};
use serde::{Deserialize, Serialize};

use crate::farm::{Row, Sheep, Slot};
use crate::legal::count_moves;
use crate::state::{Auction, Bid, Farm, FoxyAndWooly, Phase};
use crate::token::{SPECIAL_KINDS, Special, Token, Wolf};

/// A player's farm and hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FarmSnapshot {
    /// The slots that hold a sheep.
    pub sheep: Vec<Slot>,
    /// Shepherd cubes in hand.
    pub cubes: u8,
    /// The gates at which a wolf waits.
    pub waiting: Vec<Row>,
    /// Unused special tokens.
    pub tokens: Vec<Token>,
}

/// The position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// The phase.
    pub phase: Phase,
    /// The seat to act; `None` for the dealer and at the end.
    pub to_act: Option<Seat>,
    /// The tokens of the field dealt so far.
    pub field: Vec<Token>,
    /// The number of tokens of the field that are gone.
    pub place: u8,
    /// The seat that opened the current token.
    pub opener: Option<Seat>,
    /// The seats that have passed.
    pub passed: SeatSet,
    /// The highest bid.
    pub bid: Option<Bid>,
    /// Cubes on the field.
    pub field_cubes: u8,
    /// Each player's farm, in seat order.
    pub farms: Vec<FarmSnapshot>,
}

/// Repeats each kind by its count.
fn spread<T: Copy>(kinds: impl IntoIterator<Item = T>, counts: &[u8]) -> Vec<T> {
    kinds
        .into_iter()
        .zip(counts)
        .flat_map(|(kind, &count)| std::iter::repeat_n(kind, count.into()))
        .collect()
}

impl FarmSnapshot {
    fn of(farm: &Farm) -> Self {
        Self {
            sheep: farm.sheep.into_iter().collect(),
            cubes: farm.cubes,
            waiting: spread(Row::ALL, &farm.waiting),
            tokens: spread(Special::ALL.map(Special::token), &farm.specials),
        }
    }

    fn restore(&self) -> Result<Farm, Refusal> {
        let mut farm = Farm {
            sheep: self.sheep.iter().copied().collect(),
            cubes: self.cubes,
            waiting: [0; 3],
            specials: [0; SPECIAL_KINDS],
        };
        if !self.sheep.is_sorted_by(|a, b| a < b) {
            return Err(Refusal::new(
                "the sheep of a farm are listed once each, in ascending order",
            ));
        }
        for &row in &self.waiting {
            count_up(&mut farm.waiting[row as usize])?;
        }
        for &token in &self.tokens {
            let special = token.special().ok_or_else(|| format!("{token} is no special token"))?;
            count_up(&mut farm.specials[special.index()])?;
        }
        Ok(farm)
    }
}

fn count_up(count: &mut u8) -> Result<(), Refusal> {
    *count = count.checked_add(1).ok_or("there are too many tokens of one kind")?;
    Ok(())
}

impl FoxyAndWooly {
    pub(crate) fn to_snapshot(self) -> Snapshot {
        let bidding = self.phase == Phase::Bidding;
        let acting = matches!(self.phase, Phase::Bidding | Phase::Attacks | Phase::Finish);
        Snapshot {
            phase: self.phase,
            to_act: acting.then_some(self.auction.to_act),
            field: self.field().to_vec(),
            place: self.place,
            opener: bidding.then_some(self.auction.opener),
            passed: self.auction.passed,
            bid: self.auction.bid,
            field_cubes: self.pot,
            farms: self.farms[..self.players.into()].iter().map(FarmSnapshot::of).collect(),
        }
    }

    pub(crate) fn restore(setup: &Setup<Self>, snapshot: &Snapshot) -> Result<Self, Refusal> {
        let mut state = Self::start(setup);
        if snapshot.farms.len() != usize::from(state.players) {
            return Err(Refusal::new(format!("{} farms are needed", state.players)));
        }
        for (farm, given) in state.farms.iter_mut().zip(&snapshot.farms) {
            *farm = given.restore()?;
        }
        state.phase = snapshot.phase;
        state.place = snapshot.place;
        state.pot = snapshot.field_cubes;
        state.restore_field(&snapshot.field)?;
        state.restore_auction(snapshot)?;
        state.check_cubes()?;
        state.check_tokens()?;
        state.check_phase()?;
        Ok(state)
    }

    fn restore_field(&mut self, field: &[Token]) -> Result<(), Refusal> {
        let len = self.set.field_len();
        if field.len() > len {
            return Err(Refusal::new(format!("the field has {len} places")));
        }
        for (place, &token) in field.iter().enumerate() {
            if token.is_wolf() != self.set.is_wolf_place(place) {
                return Err(Refusal::new(format!(
                    "{token} is of the wrong kind for place {}",
                    place + 1
                )));
            }
            self.field[place] = token;
        }
        let held = |farm: &Farm| farm.specials.iter().sum::<u8>();
        self.dealt = match self.phase {
            Phase::Dealing => {
                let dealt =
                    self.farms[..self.players.into()].iter().take_while(|farm| held(farm) == 1);
                dealt.count() as u8 + field.len() as u8
            }
            _ => self.players + field.len() as u8,
        };
        let complete = field.len() == len;
        if complete == (self.phase == Phase::Dealing) {
            return Err(Refusal::new("tokens are dealt until the field is full, and not longer"));
        }
        Ok(())
    }

    fn restore_auction(&mut self, snapshot: &Snapshot) -> Result<(), Refusal> {
        let bidding = self.phase == Phase::Bidding;
        let acting = matches!(self.phase, Phase::Bidding | Phase::Attacks | Phase::Finish);
        if snapshot.to_act.is_some() != acting || snapshot.opener.is_some() != bidding {
            return Err(Refusal::new("`to_act` and `opener` do not fit the phase"));
        }
        let first = Seat::from_index(0);
        let to_act = snapshot.to_act.unwrap_or(first);
        self.auction = Auction {
            opener: snapshot.opener.unwrap_or(to_act),
            to_act,
            passed: snapshot.passed,
            bid: snapshot.bid,
        };
        let bidder = snapshot.bid.map(|bid| bid.seat);
        let seats =
            [Some(to_act), snapshot.opener, bidder].into_iter().flatten().chain(snapshot.passed);
        if seats.into_iter().any(|seat| seat.number() > self.players) {
            return Err(Refusal::new(format!("there are {} seats", self.players)));
        }
        Ok(())
    }

    /// Checks the total number of cubes.
    fn check_cubes(&self) -> Result<(), Refusal> {
        let farms = &self.farms[..self.players.into()];
        let in_hand: u32 = farms.iter().map(|farm| u32::from(farm.cubes)).sum();
        let all = u32::from(self.set.cubes()) * u32::from(self.players);
        if in_hand + u32::from(self.pot) == all {
            Ok(())
        } else {
            Err(Refusal::new(format!("there are {all} cubes in the game")))
        }
    }

    /// Checks that no kind of token occurs more often than in the component set.
    fn check_tokens(&mut self) -> Result<(), Refusal> {
        for token in Token::ALL {
            let dealt = self.field().iter().filter(|&&other| other == token).count();
            let gone = self
                .field()
                .iter()
                .take(self.place.into())
                .filter(|&&other| other == token)
                .count();
            let farms = &self.farms[..self.players.into()];
            let (held, limit) = match (token.wolf(), token.special()) {
                // A special token in hand was dealt to its owner or came from the field.
                (_, Some(special)) => (
                    farms.iter().map(|farm| usize::from(farm.has(special))).sum(),
                    self.set.copies(token).into(),
                ),
                (Some(Wolf::Waiting(row)), _) => {
                    (farms.iter().map(|farm| usize::from(farm.waiting[row as usize])).sum(), dealt)
                }
                _ => (0, dealt),
            };
            if held + dealt - gone > limit || dealt > usize::from(self.set.copies(token)) {
                return Err(Refusal::new(format!("there are too many tokens {token}")));
            }
            let left = if self.phase == Phase::Dealing {
                self.set.copies(token) - (held + dealt) as u8
            } else {
                0
            };
            self.left[token as usize] = left;
        }
        Ok(())
    }

    fn check_phase(&self) -> Result<(), Refusal> {
        let fits = match self.phase {
            Phase::Dealing => self.place == 0 && self.is_untouched() && self.is_dealt_in_order(),
            Phase::First => self.place == 0 && self.is_untouched(),
            Phase::Bidding => {
                usize::from(self.place) < self.set.field_len() && self.is_auction_open()
            }
            Phase::Attacks => {
                self.is_bidding_over() && self.farm(self.auction.to_act).has_waiting_wolf()
            }
            Phase::Finish => {
                self.is_bidding_over()
                    && !self.has_waiting_wolf()
                    && count_moves(self.farm(self.auction.to_act)) > 0
            }
            Phase::Over => self.is_bidding_over() && !self.has_waiting_wolf(),
        };
        if fits { Ok(()) } else { Err(Refusal::new("this cannot be in that phase")) }
    }

    fn has_waiting_wolf(&self) -> bool {
        self.farms.iter().any(Farm::has_waiting_wolf)
    }

    /// Whether no seat has acted yet.
    fn is_untouched(&self) -> bool {
        let auction_is_new = self.auction == Auction::opened_by(Seat::from_index(0));
        let farms = &self.farms[..self.players.into()];
        auction_is_new
            && self.pot == 0
            && farms.iter().all(|farm| farm.sheep == Sheep::ALL && !farm.has_waiting_wolf())
    }

    /// Whether each player is dealt one token before the field is.
    fn is_dealt_in_order(&self) -> bool {
        let players = usize::from(self.players);
        let held =
            |farm: &Farm| farm.specials.iter().map(|&count| usize::from(count)).sum::<usize>();
        let dealt = usize::from(self.dealt).min(players);
        let in_order = |(index, farm)| held(farm) == usize::from(index < dealt);
        self.farms[..players].iter().enumerate().all(in_order)
            && usize::from(self.dealt) == dealt + self.field().len()
    }

    /// Whether the auction of the current token is still open.
    fn is_auction_open(&self) -> bool {
        let Auction { to_act, passed, bid, .. } = self.auction;
        let bidding = usize::from(self.players) - passed.len();
        let wolf = self.field[self.place as usize].is_wolf();
        let affordable = |bid: Bid| bid.cubes <= self.farm(bid.seat).cubes;
        let standing =
            |bid: Bid| bid.seat != to_act && !passed.contains(bid.seat) && affordable(bid);
        if wolf {
            passed.is_empty() && bid.is_none()
        } else {
            !passed.contains(to_act)
                && bid.map_or(bidding >= 1, |bid| bidding >= 2 && standing(bid))
        }
    }

    fn is_bidding_over(&self) -> bool {
        usize::from(self.place) == self.set.field_len()
            && self.auction.passed.is_empty()
            && self.auction.bid.is_none()
    }
}
