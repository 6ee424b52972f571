//! Legal actions.

use std::cmp::Ordering;

use rules::{Outcome, Seat};

use crate::action::Action;
use crate::farm::Direction;
use crate::state::{Farm, FoxyAndWooly, Phase};
use crate::token::{Special, Token, WOLF_KINDS};

impl FoxyAndWooly {
    pub(crate) fn fill_legal(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if seat != self.auction.to_act {
            return;
        }
        let farm = self.farm(seat);
        match self.phase {
            Phase::Dealing | Phase::First | Phase::Over => {}
            Phase::Bidding => {
                let token = self.field[self.place as usize];
                if token.is_wolf() {
                    fill_wolf_turn(farm, token, out);
                } else {
                    self.fill_auction_turn(farm, out);
                }
            }
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

    /// The legal action at an index; during bidding without listing all.
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
        let token = self.field[self.place as usize];
        if token.is_wolf() {
            pick_on_wolf_turn(farm, token, choose)
        } else {
            self.pick_in_auction(farm, choose)
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

    /// The lowest legal bid.
    #[inline]
    pub fn lowest_bid(&self) -> u8 {
        self.auction.bid.map_or(0, |bid| bid.cubes + 1)
    }

    pub(crate) fn fill_outcomes(&self, out: &mut Vec<Outcome<Action>>) {
        out.clear();
        match self.phase {
            Phase::Dealing => {
                let copies = Token::ALL.into_iter().zip(self.left);
                let wolves = self.deals_wolf();
                let dealt = copies.filter(|(token, left)| token.is_wolf() == wolves && *left > 0);
                out.extend(dealt.map(|(token, left)| Outcome {
                    action: Action::Deal(token),
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

    /// The dealer's action that contains a share of the total weight, without listing all.
    #[inline]
    pub(crate) fn deal_share(&self, choose: impl FnOnce(u32) -> u32) -> Action {
        match self.phase {
            Phase::Dealing if self.deals_wolf() => {
                Action::Deal(Token::ALL[kind_at(&self.left[..WOLF_KINDS], choose)])
            }
            Phase::Dealing => {
                Action::Deal(Token::ALL[WOLF_KINDS + kind_at(&self.left[WOLF_KINDS..], choose)])
            }
            _ => Action::First(Seat::from_index(choose(self.players.into()) as usize)),
        }
    }
}

/// The kind that contains the share that `choose` returns: its index is the number of kinds that
/// end at or before it. A sum over all kinds, because branches would be unpredictable.
#[inline]
fn kind_at(left: &[u8], choose: impl FnOnce(u32) -> u32) -> usize {
    let share = choose(left.iter().map(|&left| u32::from(left)).sum());
    let mut end = 0;
    let ends_later = |&left: &u8| {
        end += u32::from(left);
        (share.wrapping_sub(end) >> 31) as usize
    };
    left.len() - left.iter().map(ends_later).sum::<usize>()
}

/// The choices on a wolf's turn in their order, and whether each is legal.
#[inline]
const fn wolf_choices(farm: &Farm, wolf: Token) -> [(Action, bool); 4] {
    [
        (Action::Chase, farm.cubes > 0),
        (Action::Take, true),
        (Action::TakeGun, farm.has(Special::Gun) > 0 && (wolf as u8) < Token::Top as u8),
        (Action::Steal, farm.has(Special::Steal) > 0),
    ]
}

#[inline]
fn pick_on_wolf_turn(farm: &Farm, wolf: Token, choose: impl FnOnce(usize) -> usize) -> Action {
    let mut picked = [Action::Take; 4];
    let mut len = 0;
    for (action, open) in wolf_choices(farm, wolf) {
        picked[len] = action;
        len += usize::from(open);
    }
    let place = choose(len + count_moves(farm));
    if place < len { picked[place] } else { move_at(farm, place - len) }
}

fn fill_wolf_turn(farm: &Farm, wolf: Token, out: &mut Vec<Action>) {
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

/// The move at an index of their order.
fn move_at(farm: &Farm, place: usize) -> Action {
    moves(farm).nth(place).expect("the place is below the number of moves")
}

fn fill_moves(farm: &Farm, out: &mut Vec<Action>) {
    if count_moves(farm) > 0 {
        out.extend(moves(farm));
    }
}

/// The number of moves that the player's tokens allow.
#[inline]
pub(crate) fn count_moves(farm: &Farm) -> usize {
    if farm.specials[..Direction::ALL.len()] == [0; Direction::ALL.len()] {
        return 0;
    }
    let allowed = |direction| {
        let usable = farm.has(Special::Move(direction)) > 0;
        if usable { farm.sheep.moves(direction) } else { 0 }
    };
    Direction::ALL.into_iter().map(allowed).sum()
}
