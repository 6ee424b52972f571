//! The reasons why actions are refused, for players.

use rules::{Actor, Refusal, Seat};

use crate::action::Action;
use crate::event::counted;
use crate::farm::{Direction, Row, Slot};
use crate::state::{FoxyAndWooly, Phase};
use crate::token::{Special, Token, Wolf};

impl FoxyAndWooly {
    pub(crate) fn refusal(&self, actor: Actor, action: Action) -> Refusal {
        match (actor, action) {
            (Actor::Dealer, Action::Deal(token)) => self.refuse_deal(token),
            (Actor::Dealer, Action::First(seat)) => self.refuse_first(seat),
            (Actor::Dealer, _) => {
                Refusal::new("the dealer only deals tokens and names the first player")
            }
            (_, Action::Deal(_) | Action::First(_)) => Refusal::new("only the dealer does that"),
            (Actor::Seat(seat), Action::Move { direction, from, to }) => {
                self.refuse_move(seat, direction, from, to)
            }
            (Actor::Seat(seat), _) => match self.phase {
                Phase::Attacks => self.refuse_attack(seat, action),
                Phase::Finish => Refusal::new("all that is left to do is `move` or `done`"),
                _ => self.refuse_on_current_token(seat, action),
            },
        }
    }

    fn refuse_deal(&self, token: Token) -> Refusal {
        if self.phase != Phase::Dealing {
            return Refusal::new("all tokens are dealt: the first player is to be named");
        }
        if token.is_wolf() != self.deals_wolf() {
            let kind = if self.deals_wolf() { "a wolf" } else { "a special token" };
            return Refusal::new(format!("{token} cannot be dealt now: {kind} comes next"));
        }
        Refusal::new(format!("{token} cannot be dealt: none is left"))
    }

    fn refuse_first(&self, seat: Seat) -> Refusal {
        if self.phase == Phase::Dealing {
            Refusal::new("tokens are still being dealt")
        } else {
            Refusal::new(format!("there is no seat {seat} at a table of {}", self.players))
        }
    }

    fn refuse_on_current_token(&self, seat: Seat, action: Action) -> Refusal {
        let token = self.field[self.place as usize];
        let wolf = token.is_wolf();
        match action {
            Action::Attack(_) => Refusal::new("the waiting wolves attack after the last token"),
            Action::Done => Refusal::new("`done` is for the end of the game"),
            Action::Bid(_) | Action::Pass if wolf => {
                Refusal::new("this is a wolf: chase it or take it")
            }
            Action::Bid(cubes) => self.refuse_bid(seat, cubes),
            _ if !wolf => Refusal::new("this is a special token: bid for it or pass"),
            Action::Chase => Refusal::new("you need a cube to chase the wolf"),
            Action::TakeGun if matches!(token.wolf(), Some(Wolf::Waiting(_))) => {
                Refusal::new("the gun works only on wolves with a number")
            }
            Action::TakeGun => Refusal::new("you have no gun"),
            Action::Steal => Refusal::new("you have no steal token"),
            _ => Refusal::new("that cannot be done now"),
        }
    }

    fn refuse_bid(&self, seat: Seat, cubes: u8) -> Refusal {
        if cubes < self.lowest_bid() {
            Refusal::new(format!("the bid must be {} or more", self.lowest_bid()))
        } else {
            let have = counted(self.farm(seat).cubes);
            Refusal::new(format!("you cannot bid {cubes}: you have {have}"))
        }
    }

    fn refuse_attack(&self, seat: Seat, action: Action) -> Refusal {
        if let Action::Attack(row) = action {
            return Refusal::new(format!("no wolf waits at your {} gate", row.name()));
        }
        let waits = |row: &&Row| self.farm(seat).waiting[**row as usize] > 0;
        let rows: Vec<&str> = Row::ALL.iter().filter(waits).map(|row| row.name()).collect();
        let rows = rows.join(" or ");
        Refusal::new(format!("wolves wait at your gates: `attack {rows}` comes first"))
    }

    fn refuse_move(&self, seat: Seat, direction: Direction, from: Slot, to: Slot) -> Refusal {
        let farm = self.farm(seat);
        let name = direction.name();
        Refusal::new(if farm.has(Special::Move(direction)) == 0 {
            format!("you have no move-{name} token")
        } else if !farm.sheep.contains(from) {
            format!("there is no sheep on {from}")
        } else if farm.sheep.contains(to) && from != to {
            format!("there is a sheep on {to} already")
        } else {
            format!("the move-{name} token does not lead from {from} to {to}")
        })
    }
}
