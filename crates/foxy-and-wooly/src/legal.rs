//! What may be done.

use std::cmp::Ordering;

use rules::{Outcome, Seat};

use crate::action::Action;
use crate::farm::Direction;
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

    /// The legal action at a place, while bidding without making the list.
    #[inline]
    pub(crate) fn pick_place(
        &self,
        seat: Seat,
        buffer: &mut Vec<Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Action {
        if self.phase != Phase::Bidding {
            self.fill_legal(seat, buffer);
            return buffer[choose(buffer.len())];
        }
        let farm = self.farm(seat);
        match self.field[self.place as usize] {
            Token::Wolf(wolf) => pick_on_wolf_turn(farm, wolf, choose),
            Token::Special(_) => self.pick_in_auction(farm, choose),
        }
    }

    #[inline]
    fn pick_in_auction(&self, farm: &Farm, choose: impl FnOnce(usize) -> usize) -> Action {
        let lowest = self.lowest_bid();
        let bids = usize::from((farm.cubes + 1).saturating_sub(lowest));
        let place = choose(bids + 1 + count_moves(farm));
        match place.cmp(&bids) {
            Ordering::Less => Action::Bid(lowest + place as u8),
            Ordering::Equal => Action::Pass,
            Ordering::Greater => move_at(farm, place - bids - 1),
        }
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

/// The kind that holds the share which `choose` names: as many kinds end at or before it. All are
/// looked at, because a branch that nobody can foresee costs more.
#[inline]
fn kind_at<const KINDS: usize>(left: &[u8; KINDS], choose: impl FnOnce(u32) -> u32) -> usize {
    let share = choose(left.iter().map(|&left| u32::from(left)).sum());
    let mut end = 0;
    let ends_before = |&left: &u8| {
        end += u32::from(left);
        usize::from(end <= share)
    };
    left.iter().map(ends_before).sum()
}

/// The choices on a wolf's turn in their order, and whether each is open.
#[inline]
const fn wolf_choices(farm: &Farm, wolf: Wolf) -> [(Action, bool); 4] {
    [
        (Action::Chase, farm.cubes > 0),
        (Action::Take, true),
        (Action::TakeGun, farm.has(Special::Gun) > 0 && matches!(wolf, Wolf::Hungry(_))),
        (Action::Steal, farm.has(Special::Steal) > 0),
    ]
}

#[inline]
fn pick_on_wolf_turn(farm: &Farm, wolf: Wolf, choose: impl FnOnce(usize) -> usize) -> Action {
    let mut picked = [Action::Take; 4];
    let mut len = 0;
    for (action, open) in wolf_choices(farm, wolf) {
        picked[len] = action;
        len += usize::from(open);
    }
    let place = choose(len + count_moves(farm));
    if place < len { picked[place] } else { move_at(farm, place - len) }
}

fn fill_wolf_turn(farm: &Farm, wolf: Wolf, out: &mut Vec<Action>) {
    let choices = wolf_choices(farm, wolf).into_iter();
    out.extend(choices.filter(|(_, open)| *open).map(|(action, _)| action));
    fill_moves(farm, out);
}

/// The moves that the player's tokens allow, in their order.
fn moves(farm: &Farm) -> impl Iterator<Item = Action> {
    let sheep = farm.sheep;
    let usable =
        Direction::ALL.into_iter().filter(|&direction| farm.has(Special::Move(direction)) > 0);
    usable.flat_map(move |direction| {
        sheep.into_iter().flat_map(move |from| {
            let targets = sheep.targets(direction, from).into_iter();
            targets.map(move |to| Action::Move { direction, from, to })
        })
    })
}

/// The move at that place of their order.
fn move_at(farm: &Farm, place: usize) -> Action {
    moves(farm).nth(place).expect("the place is below the number of moves")
}

fn fill_moves(farm: &Farm, out: &mut Vec<Action>) {
    if count_moves(farm) > 0 {
        out.extend(moves(farm));
    }
}

/// How many moves the player's tokens allow.
#[inline]
pub(crate) fn count_moves(farm: &Farm) -> usize {
    let allowed = |direction| {
        let usable = farm.has(Special::Move(direction)) > 0;
        if usable { farm.sheep.moves(direction) } else { 0 }
    };
    Direction::ALL.into_iter().map(allowed).sum()
}
