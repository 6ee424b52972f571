//! What may be done.

use rules::{Outcome, Seat};

use crate::action::Action;
use crate::farm::{Direction, Sheep};
use crate::state::{Farm, FoxyAndWooly, Phase};
use crate::token::{Special, Token, Wolf};

impl FoxyAndWooly {
    pub(crate) fn fill_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if seat != self.auction.to_act {
            return;
        }
        let farm = self.farm(seat);
        match self.phase {
            Phase::Dealing | Phase::First | Phase::Over => {}
            Phase::Bidding => match self.field[self.place as usize] {
                Token::Wolf(wolf) => fill_wolf_turn(farm, wolf, out),
                Token::Special(_) => self.fill_auction_turn(farm, out),
            },
            Phase::Attacks => {
                fill_moves(farm, out);
                let waiting =
                    crate::Row::ALL.into_iter().filter(|&row| farm.waiting[row as usize] > 0);
                out.extend(waiting.map(Action::Attack));
            }
            Phase::Finish => {
                fill_moves(farm, out);
                out.push(Action::Done);
            }
        }
    }

    fn fill_auction_turn(&self, farm: &Farm, out: &mut Vec<Action>) {
        out.extend((self.lowest_bid()..=farm.cubes).map(Action::Bid));
        out.push(Action::Pass);
        fill_moves(farm, out);
    }

    /// The least that may be offered now.
    #[inline]
    pub(crate) fn lowest_bid(&self) -> u8 {
        self.auction.bid.map_or(0, |bid| bid.cubes + 1)
    }

    pub(crate) fn fill_outcomes(&self, out: &mut Vec<Outcome<Action>>) {
        out.clear();
        match self.phase {
            Phase::Dealing if self.deals_wolf() => {
                let kinds = self.wolves_left.iter().enumerate();
                out.extend(kinds.filter(|(_, left)| **left > 0).map(|(kind, &left)| Outcome {
                    action: Action::Deal(Token::Wolf(Wolf::from_index(kind))),
                    weight: left.into(),
                }));
            }
            Phase::Dealing => {
                let kinds = Special::ALL.into_iter().zip(self.specials_left);
                out.extend(kinds.filter(|(_, left)| *left > 0).map(|(special, left)| Outcome {
                    action: Action::Deal(Token::Special(special)),
                    weight: left.into(),
                }));
            }
            Phase::First => {
                let seats = Seat::all(self.players).map(Action::First);
                out.extend(seats.map(|action| Outcome { action, weight: 1 }));
            }
            _ => {}
        }
    }

    /// The dealer's action that holds a share, without making the list.
    #[inline]
    pub(crate) fn deal_share(&self, choose: impl FnOnce(u32) -> u32) -> Action {
        match self.phase {
            Phase::Dealing if self.deals_wolf() => {
                Action::Deal(Token::Wolf(Wolf::from_index(kind_at(&self.wolves_left, choose))))
            }
            Phase::Dealing => {
                Action::Deal(Token::Special(Special::ALL[kind_at(&self.specials_left, choose)]))
            }
            _ => Action::First(Seat::from_index(choose(self.players.into()) as usize)),
        }
    }
}

/// The kind that holds the share which `choose` names.
#[inline]
fn kind_at(left: &[u8], choose: impl FnOnce(u32) -> u32) -> usize {
    let mut share = choose(left.iter().map(|&left| u32::from(left)).sum());
    left.iter()
        .position(|&left| {
            let holds = share < left.into();
            share = share.wrapping_sub(left.into());
            holds
        })
        .expect("the share is below the sum of the tokens left")
}

fn fill_wolf_turn(farm: &Farm, wolf: Wolf, out: &mut Vec<Action>) {
    if farm.cubes > 0 {
        out.push(Action::Chase);
    }
    out.push(Action::Take);
    if farm.has(Special::Gun) > 0 && matches!(wolf, Wolf::Hungry(_)) {
        out.push(Action::TakeGun);
    }
    if farm.has(Special::Steal) > 0 {
        out.push(Action::Steal);
    }
    fill_moves(farm, out);
}

fn fill_moves(farm: &Farm, out: &mut Vec<Action>) {
    if farm.sheep == Sheep::ALL {
        return;
    }
    for direction in Direction::ALL {
        if farm.has(Special::Move(direction)) > 0 {
            for from in farm.sheep {
                let targets = farm.sheep.targets(direction, from);
                out.extend(targets.into_iter().map(|to| Action::Move { direction, from, to }));
            }
        }
    }
}

/// Whether the player has a move token that can be used.
pub(crate) fn can_move(farm: &Farm) -> bool {
    Direction::ALL
        .into_iter()
        .any(|direction| farm.has(Special::Move(direction)) > 0 && farm.sheep.can_move(direction))
}
