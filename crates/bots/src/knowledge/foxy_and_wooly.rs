//! Foxy & Wooly: what a wolf costs, what a token is worth, and who will have to take the wolf.
//!
//! The rule of thumb counts a cube as two points. A wolf is taken when the cubes on the field come
//! nearer to paying for the damage than what chasing it away would lead to: nothing if somebody else
//! takes it then, or the same wolf once more with everybody's cubes on top of it.

use rules::{Game, Seat};
use shelf::Chooser;
use shelf::foxy_and_wooly::{
    Action, Direction, Farm, FoxyAndWooly, GUN_REACH, Gate, Phase, Row, Sheep, Slot, Special,
    Token, Wolf, best_allocation,
};

use super::{Knowledge, SLIPS};
use crate::Values;

/// What a cube is worth in points.
const CUBE: i32 = 2;
/// What a gun in hand is worth in points.
const GUN: i32 = 3;
/// What a thief in hand is worth in points.
const STEAL: i32 = 4;
/// What a move token in hand is worth in points.
const MOVE: i32 = 2;
/// How often playouts for more than two slip: as good against each other, better against those who
/// go by the rule of thumb.
const SLIPS_AMONG_MANY: f32 = 0.03;

impl Knowledge for FoxyAndWooly {
    const MARGIN: f32 = 12.0;
    const MARGIN_WEIGHT: f32 = 0.05;
    const WATCHES: bool = true;
    const TURN_SHARE: f32 = 0.9;

    fn estimate(&self) -> Values {
        Values::each(self.players(), |seat| {
            let farm = self.farm(seat);
            let spared = after_the_wolves(farm, self.gate());
            let tokens = in_hand(farm);
            (points(farm, spared, farm.cubes) + tokens) as f32
        })
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let usual = self.usual(seat);
        let most = self.token().and_then(Token::special);
        let most = most.map_or(0, |special| worth(self.farm(seat), special) / CUBE);
        weights.clear();
        weights.extend(actions.iter().map(|&action| {
            let by_kind = match action {
                Action::Bid(cubes) if i32::from(cubes) > most + 1 => 0.1,
                Action::Bid(_) => 0.5,
                Action::Move { .. } if self.phase() == Phase::Bidding => 0.15,
                _ => 1.0,
            };
            if Some(action) == usual { by_kind + 1.0 } else { by_kind }
        }));
    }

    fn slips(&self) -> f32 {
        if self.players() > 2 { SLIPS_AMONG_MANY } else { SLIPS }
    }

    /// Among two the search knows the other well enough.
    #[inline]
    fn habit(&self, seat: Seat) -> Option<Action> {
        if self.players() > 2 { self.usual(seat) } else { None }
    }

    #[inline]
    fn reply(&self, seat: Seat, chooser: &mut Chooser, buffer: &mut Vec<Action>) -> Action {
        if let Some(action) = self.usual(seat) {
            return action;
        }
        if self.phase() == Phase::Finish {
            return best_move(self, seat, buffer);
        }
        self.pick(seat, buffer, |len| chooser.below(len as u64) as usize)
    }
}

/// What the rule of thumb says.
trait Usual {
    /// What is usually done here, while there is bidding.
    fn usual(&self, seat: Seat) -> Option<Action>;
    fn usual_on_wolf(&self, seat: Seat, wolf: Wolf) -> Action;
    fn usual_in_auction(&self, seat: Seat, special: Special) -> Action;
    /// Whether somebody else takes the wolf before it comes back to the seat.
    fn somebody_takes(&self, seat: Seat, wolf: Wolf) -> bool;
}

impl Usual for FoxyAndWooly {
    #[inline]
    fn usual(&self, seat: Seat) -> Option<Action> {
        let token = self.token()?;
        if let Some(wolf) = token.wolf() {
            return Some(self.usual_on_wolf(seat, wolf));
        }
        token.special().map(|special| self.usual_in_auction(seat, special))
    }

    #[inline]
    fn usual_on_wolf(&self, seat: Seat, wolf: Wolf) -> Action {
        let farm = self.farm(seat);
        let pot = i32::from(self.pot());
        let loss = damage(farm, wolf, self.gate());
        let mut best = (CUBE * pot - loss, Action::Take);
        if farm.has(Special::Gun) > 0
            && let Wolf::Hungry(slot) = wolf
        {
            let gun = CUBE * pot - damage_with_gun(farm, slot) - GUN;
            best = best.max((gun, Action::TakeGun));
        }
        if farm.cubes > 0 || farm.has(Special::Steal) > 0 {
            let back = if self.somebody_takes(seat, wolf) {
                0
            } else {
                CUBE * (pot + i32::from(self.players())) - loss
            };
            if farm.cubes > 0 && back - CUBE > best.0 {
                best = (back - CUBE, Action::Chase);
            }
            if farm.has(Special::Steal) > 0 && back + CUBE * pot.min(2) - STEAL > best.0 {
                best = (0, Action::Steal);
            }
        }
        best.1
    }

    #[inline]
    fn usual_in_auction(&self, seat: Seat, special: Special) -> Action {
        let farm = self.farm(seat);
        let next = self.auction().bid.map_or(0, |bid| bid.cubes + 1);
        let affordable = next <= farm.cubes;
        let worthwhile = i32::from(next) * CUBE <= worth(farm, special);
        if affordable && worthwhile { Action::Bid(next) } else { Action::Pass }
    }

    #[inline]
    fn somebody_takes(&self, seat: Seat, wolf: Wolf) -> bool {
        let mut pot = i32::from(self.pot());
        let mut other = seat.left(self.players());
        while other != seat {
            pot += 1;
            let farm = self.farm(other);
            if farm.cubes == 0 || CUBE * (pot + 1) >= damage(farm, wolf, self.gate()) {
                return true;
            }
            other = other.left(self.players());
        }
        false
    }
}

/// The points of a farm with those sheep and cubes.
#[inline]
fn points(farm: &Farm, sheep: Sheep, cubes: u8) -> i32 {
    let flock = i32::from(sheep.count()) * i32::from(farm.has(Special::Flock));
    best_allocation(sheep, cubes, &farm.specials).points + flock
}

/// What a wolf costs a farm.
#[inline]
fn damage(farm: &Farm, wolf: Wolf, gate: Gate) -> i32 {
    match wolf {
        Wolf::Hungry(slot) => damage_in(farm, slot),
        Wolf::Waiting(row) => {
            let mut sheep = farm.sheep;
            for _ in 0..farm.waiting[row as usize] {
                eat(&mut sheep, row, gate);
            }
            sheep.nearest(row, gate).map_or(0, |slot| damage_in(farm, slot))
        }
    }
}

/// What a sheep in that slot is worth, and 0 for an empty slot.
#[inline]
fn damage_in(farm: &Farm, slot: Slot) -> i32 {
    if !farm.sheep.contains(slot) {
        return 0;
    }
    let mut left = farm.sheep;
    left.remove(slot);
    points(farm, farm.sheep, farm.cubes) - points(farm, left, farm.cubes)
}

#[inline]
fn damage_with_gun(farm: &Farm, slot: Slot) -> i32 {
    let target = Slot::new(slot.number().saturating_sub(GUN_REACH));
    target.map_or(0, |target| damage_in(farm, target))
}

#[inline]
fn eat(sheep: &mut Sheep, row: Row, gate: Gate) {
    if let Some(slot) = sheep.nearest(row, gate) {
        sheep.remove(slot);
    }
}

/// The sheep that the waiting wolves leave.
fn after_the_wolves(farm: &Farm, gate: Gate) -> Sheep {
    let mut sheep = farm.sheep;
    for row in Row::ALL {
        (0..farm.waiting[row as usize]).for_each(|_| eat(&mut sheep, row, gate));
    }
    sheep
}

/// What the tokens in hand are worth that score nothing by themselves.
fn in_hand(farm: &Farm) -> i32 {
    let moves = Direction::ALL.into_iter().map(|way| i32::from(farm.has(Special::Move(way))));
    i32::from(farm.has(Special::Gun)) * GUN
        + i32::from(farm.has(Special::Steal)) * STEAL
        + moves.sum::<i32>() * MOVE
}

/// What a special token is worth to a farm.
#[inline]
fn worth(farm: &Farm, special: Special) -> i32 {
    match special {
        Special::Gun => GUN,
        Special::Steal => STEAL,
        Special::Move(_) => MOVE,
        Special::Flock => i32::from(farm.sheep.count()) - 1,
        _ => {
            let mut with = *farm;
            with.specials[special.index()] += 1;
            let cubes = farm.cubes;
            points(&with, farm.sheep, cubes) - points(farm, farm.sheep, cubes)
        }
    }
}

/// The last move that scores most, or none.
fn best_move(state: &FoxyAndWooly, seat: Seat, buffer: &mut Vec<Action>) -> Action {
    state.legal_into(seat, buffer);
    let total = |action: Action| match action {
        Action::Move { .. } => state.after(seat.into(), action).score(seat).total(),
        _ => state.score(seat).total(),
    };
    let best = buffer.iter().copied().max_by_key(|&action| total(action));
    best.expect("there is a legal action")
}
