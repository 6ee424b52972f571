//! Builds positions from plain data, and shortens actions.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part")]

use foxy_and_wooly::{
    Action, Event, FarmSnapshot, FoxyAndWooly, Phase, Row, Slot, Snapshot, Special, Token,
};
use rules::{Actor, Game, NoEvents, Seat, SeatSet, Setup, Turn};

/// A position under construction.
pub struct Scene {
    setup: Setup<FoxyAndWooly>,
    snapshot: Snapshot,
    block: Option<Token>,
}

pub fn seat(number: u64) -> Seat {
    Seat::from_number(number).unwrap()
}

pub fn token(name: &str) -> Token {
    Token::named(name).unwrap()
}

impl Scene {
    /// Everyone with all sheep and nine cubes, no special tokens, the first wolf on the block.
    pub fn new(players: u8) -> Self {
        let setup = Setup::new(players.into()).unwrap();
        let farm = FarmSnapshot {
            sheep: (1..=9).map(|slot| Slot::new(slot).unwrap()).collect(),
            cubes: 9,
            waiting: Vec::new(),
            tokens: Vec::new(),
        };
        let snapshot = Snapshot {
            phase: Phase::Bidding,
            to_act: Some(seat(1)),
            field: Vec::new(),
            place: 0,
            opener: Some(seat(1)),
            passed: SeatSet::EMPTY,
            bid: None,
            field_cubes: 0,
            farms: vec![farm; players.into()],
        };
        Self { setup, snapshot, block: None }
    }

    pub fn gate(mut self, side: &str) -> Self {
        self.setup = self.setup.with_option("gate", side).unwrap();
        self
    }

    fn farm(&mut self, number: u64) -> &mut FarmSnapshot {
        &mut self.snapshot.farms[seat(number).index()]
    }

    /// The token on the block.
    pub fn block(mut self, name: &str) -> Self {
        self.block = Some(token(name));
        self
    }

    pub fn sheep(mut self, number: u64, slots: &[u8]) -> Self {
        self.farm(number).sheep = slots.iter().map(|&slot| Slot::new(slot).unwrap()).collect();
        self
    }

    pub fn holds(mut self, number: u64, names: &[&str]) -> Self {
        self.farm(number).tokens = names.iter().map(|name| token(name)).collect();
        self
    }

    /// Sets the seat's cubes; the rest of its nine are on the field.
    pub fn cubes(mut self, number: u64, cubes: u8) -> Self {
        self.farm(number).cubes = cubes;
        self
    }

    pub fn waiting(mut self, number: u64, rows: &[Row]) -> Self {
        self.farm(number).waiting = rows.to_vec();
        self
    }

    pub fn opened_by(mut self, number: u64) -> Self {
        self.snapshot.to_act = Some(seat(number));
        self.snapshot.opener = Some(seat(number));
        self
    }

    /// All tokens are gone; the first who has something to do is to act.
    pub fn after_bidding(mut self, phase: Phase, to_act: Option<u64>) -> Self {
        self.snapshot.phase = phase;
        self.snapshot.to_act = to_act.map(seat);
        self.snapshot.opener = None;
        self
    }

    /// The position: wolves in their order, undealt specials, cubes not in hand on the
    /// field.
    pub fn build(mut self) -> FoxyAndWooly {
        let held: Vec<Token> =
            self.snapshot.farms.iter().flat_map(|farm| farm.tokens.clone()).collect();
        let specials =
            Special::ALL.map(Special::token).into_iter().filter(|token| !held.contains(token));
        let block = self.block.filter(|token| !token.is_wolf());
        let mut specials = block.into_iter().chain(specials.filter(|&token| Some(token) != block));
        let waiting = self.snapshot.farms.iter().any(|farm| !farm.waiting.is_empty());
        let mut wolves: Vec<Token> =
            Token::ALL.into_iter().filter(|token| token.is_wolf()).collect();
        if waiting {
            wolves.rotate_right(3);
        }
        let mut wolves = wolves.into_iter();
        let pattern = [3, 2, 3, 2, 3, 2, 3];
        for (group, count) in pattern.into_iter().enumerate() {
            for _ in 0..count {
                let next = if group % 2 == 0 { wolves.next() } else { specials.next() };
                self.snapshot.field.push(next.unwrap_or(Token::Gun));
            }
        }
        let in_hand: u8 = self.snapshot.farms.iter().map(|farm| farm.cubes).sum();
        self.snapshot.field_cubes = 9 * self.snapshot.farms.len() as u8 - in_hand;
        self.snapshot.place = match self.snapshot.phase {
            Phase::Bidding => {
                let block = self.block.unwrap_or(Token::W1);
                self.snapshot.field.iter().position(|&token| token == block).unwrap() as u8
            }
            _ => 18,
        };
        FoxyAndWooly::from_snapshot(&self.setup, &self.snapshot)
            .unwrap_or_else(|refusal| panic!("{refusal}"))
    }
}

/// Short ways to act.
pub trait Acting {
    /// Makes an action of the seat to act.
    fn act(&mut self, notation: &str) -> &mut Self;
    /// Makes several actions, each of the seat to act.
    fn act_all(&mut self, notations: &[&str]) -> &mut Self;
    /// The events of an action.
    fn events(&mut self, notation: &str) -> Vec<Event>;
    /// The reason why an action of the seat to act is refused.
    fn refusal(&self, notation: &str) -> String;
    /// The legal actions of the seat to act.
    fn choices(&self) -> Vec<String>;
    /// The number of the seat that is to act.
    fn acting(&self) -> u8;
    fn sheep_of(&self, number: u64) -> Vec<u8>;
    fn cubes_of(&self, number: u64) -> u8;
    fn tokens_of(&self, number: u64) -> Vec<&'static str>;
}

fn actor(game: &FoxyAndWooly) -> Actor {
    match game.turn() {
        Turn::Dealer | Turn::Over => Actor::Dealer,
        Turn::Seats(seats) => seats.first().unwrap().into(),
    }
}

impl Acting for FoxyAndWooly {
    fn act(&mut self, notation: &str) -> &mut Self {
        let action: Action = self.read(notation).unwrap();
        self.apply(actor(self), action, &mut NoEvents)
            .unwrap_or_else(|refusal| panic!("{notation}: {refusal}"));
        self
    }

    fn act_all(&mut self, notations: &[&str]) -> &mut Self {
        for notation in notations {
            self.act(notation);
        }
        self
    }

    fn events(&mut self, notation: &str) -> Vec<Event> {
        let action = self.read(notation).unwrap();
        let mut events = Vec::new();
        self.apply(actor(self), action, &mut events).unwrap();
        events
    }

    fn refusal(&self, notation: &str) -> String {
        let action = self.read(notation).unwrap();
        self.check(actor(self), action).unwrap_err().to_string()
    }

    fn choices(&self) -> Vec<String> {
        match actor(self) {
            Actor::Dealer => {
                self.outcomes().iter().map(|outcome| self.write(outcome.action)).collect()
            }
            Actor::Seat(seat) => {
                self.legal(seat).iter().map(|&action| self.write(action)).collect()
            }
        }
    }

    fn acting(&self) -> u8 {
        match actor(self) {
            Actor::Seat(seat) => seat.number(),
            Actor::Dealer => panic!("no seat is to act"),
        }
    }

    fn sheep_of(&self, number: u64) -> Vec<u8> {
        self.farm(seat(number)).sheep.into_iter().map(Slot::number).collect()
    }

    fn cubes_of(&self, number: u64) -> u8 {
        self.farm(seat(number)).cubes
    }

    fn tokens_of(&self, number: u64) -> Vec<&'static str> {
        let farm = self.farm(seat(number));
        let held = Special::ALL.into_iter().filter(|&special| farm.has(special) > 0);
        held.map(|special| special.token().name()).collect()
    }
}
