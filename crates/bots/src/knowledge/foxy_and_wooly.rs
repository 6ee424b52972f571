//! Heuristics for Foxy & Wooly: the cost of a wolf, the value of a token, and who will take the
//! wolf.
//!
//! A cube counts as two points. The heuristic takes a wolf when the cubes on the field come closer
//! to paying for the damage than chasing it away would: that is worth nothing if another seat takes
//! it then, or else the same wolf once more with one cube of every seat on top.

use registry::Chooser;
use registry::foxy_and_wooly::{
    Action, Direction, Farm, FoxyAndWooly, GUN_REACH, Gate, Phase, Row, Sheep, Slot, Special,
    Token, Wolf, best_allocation,
};
use rules::{Game, Seat};

use super::{Knowledge, RANDOM_RATE};
use crate::Values;

/// The value of a cube in points.
const CUBE: i32 = 2;
/// The value of a gun in hand in points.
const GUN: i32 = 3;
/// The value of a thief in hand in points.
const STEAL: i32 = 4;
/// The value of a move token in hand in points.
const MOVE: i32 = 2;
/// The probability of a random decision in playouts for more than two seats: as strong against
/// searching bots, stronger against opponents that play by the heuristic.
const RANDOM_RATE_AMONG_MANY: f32 = 0.03;

impl Knowledge for FoxyAndWooly {
    const DECISIVE_MARGIN: f32 = 12.0;
    const MARGIN_WEIGHT: f32 = 0.05;
    const MODELS_OPPONENTS: bool = true;
    const DECISION_TIME_SHARE: f32 = 0.9;

    fn estimate(&self) -> Values {
        Values::from_fn(self.players(), |seat| {
            let farm = self.farm(seat);
            let sheep = sheep_after_wolves(farm, self.gate());
            let tokens = hand_value(farm);
            (points(farm, sheep, farm.cubes) + tokens) as f32
        })
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let heuristic_action = self.heuristic_action(seat);
        let max_worth = self.token().and_then(Token::special);
        let max_worth = max_worth.map_or(0, |special| token_value(self.farm(seat), special) / CUBE);
        weights.clear();
        weights.extend(actions.iter().map(|&action| {
            let by_kind = match action {
                Action::Bid(cubes) if i32::from(cubes) > max_worth + 1 => 0.1,
                Action::Bid(_) => 0.5,
                Action::Move { .. } if self.phase() == Phase::Bidding => 0.15,
                _ => 1.0,
            };
            if Some(action) == heuristic_action { by_kind + 1.0 } else { by_kind }
        }));
    }

    fn random_rate(&self) -> f32 {
        if self.players() > 2 { RANDOM_RATE_AMONG_MANY } else { RANDOM_RATE }
    }

    /// Opponents are not modelled among two, where it does not help.
    #[inline]
    fn predicted_action(&self, seat: Seat) -> Option<Action> {
        if self.players() > 2 { self.heuristic_action(seat) } else { None }
    }

    #[inline]
    fn playout_action(
        &self,
        seat: Seat,
        chooser: &mut Chooser,
        buffer: &mut Vec<Action>,
    ) -> Action {
        if let Some(action) = self.heuristic_action(seat) {
            return action;
        }
        if self.phase() == Phase::Finish {
            return best_move(self, seat, buffer);
        }
        self.pick(seat, buffer, |len| chooser.below(len as u64) as usize)
    }
}

/// The heuristic.
trait Heuristic {
    /// The heuristic's action; `None` outside bidding.
    fn heuristic_action(&self, seat: Seat) -> Option<Action>;
    fn action_on_wolf(&self, seat: Seat, wolf: Wolf) -> Action;
    fn action_in_auction(&self, seat: Seat, special: Special) -> Action;
    /// Whether another seat takes the wolf before it comes back to this one.
    fn is_taken_by_another(&self, seat: Seat, wolf: Wolf) -> bool;
}

impl Heuristic for FoxyAndWooly {
    #[inline]
    fn heuristic_action(&self, seat: Seat) -> Option<Action> {
        let token = self.token()?;
        if let Some(wolf) = token.wolf() {
            return Some(self.action_on_wolf(seat, wolf));
        }
        token.special().map(|special| self.action_in_auction(seat, special))
    }

    #[inline]
    fn action_on_wolf(&self, seat: Seat, wolf: Wolf) -> Action {
        let farm = self.farm(seat);
        let pot = i32::from(self.pot());
        let damage = damage(farm, wolf, self.gate());
        let mut best = (CUBE * pot - damage, Action::Take);
        if farm.has(Special::Gun) > 0
            && let Wolf::Hungry(slot) = wolf
        {
            let gun = CUBE * pot - damage_with_gun(farm, slot) - GUN;
            best = best.max((gun, Action::TakeGun));
        }
        if farm.cubes > 0 || farm.has(Special::Steal) > 0 {
            let value_if_chased = if self.is_taken_by_another(seat, wolf) {
                0
            } else {
                CUBE * (pot + i32::from(self.players())) - damage
            };
            if farm.cubes > 0 && value_if_chased - CUBE > best.0 {
                best = (value_if_chased - CUBE, Action::Chase);
            }
            if farm.has(Special::Steal) > 0 && value_if_chased + CUBE * pot.min(2) - STEAL > best.0
            {
                best = (0, Action::Steal);
            }
        }
        best.1
    }

    #[inline]
    fn action_in_auction(&self, seat: Seat, special: Special) -> Action {
        let farm = self.farm(seat);
        let next = self.auction().bid.map_or(0, |bid| bid.cubes + 1);
        let affordable = next <= farm.cubes;
        let worthwhile = i32::from(next) * CUBE <= token_value(farm, special);
        if affordable && worthwhile { Action::Bid(next) } else { Action::Pass }
    }

    #[inline]
    fn is_taken_by_another(&self, seat: Seat, wolf: Wolf) -> bool {
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

/// The points that a wolf costs a farm.
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

/// The points of the sheep in that slot; 0 for an empty slot.
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

/// The sheep left once the waiting wolves have eaten.
fn sheep_after_wolves(farm: &Farm, gate: Gate) -> Sheep {
    let mut sheep = farm.sheep;
    for row in Row::ALL {
        (0..farm.waiting[row as usize]).for_each(|_| eat(&mut sheep, row, gate));
    }
    sheep
}

/// The value of the tokens in hand that score nothing by themselves.
fn hand_value(farm: &Farm) -> i32 {
    let moves = Direction::ALL.into_iter().map(|way| i32::from(farm.has(Special::Move(way))));
    i32::from(farm.has(Special::Gun)) * GUN
        + i32::from(farm.has(Special::Steal)) * STEAL
        + moves.sum::<i32>() * MOVE
}

/// The value of a special token to a farm.
#[inline]
fn token_value(farm: &Farm, special: Special) -> i32 {
    match special {
        Special::Gun => GUN,
        Special::Steal => STEAL,
        Special::Move(_) => MOVE,
        Special::Flock => i32::from(farm.sheep.count()) - 1,
        _ => {
            let mut farm_with_token = *farm;
            farm_with_token.specials[special.index()] += 1;
            let cubes = farm.cubes;
            points(&farm_with_token, farm.sheep, cubes) - points(farm, farm.sheep, cubes)
        }
    }
}

/// The final move that scores most, or none.
fn best_move(state: &FoxyAndWooly, seat: Seat, buffer: &mut Vec<Action>) -> Action {
    state.legal_into(seat, buffer);
    let total = |action: Action| match action {
        Action::Move { .. } => state.after(seat.into(), action).score(seat).total(),
        _ => state.score(seat).total(),
    };
    let best = buffer.iter().copied().max_by_key(|&action| total(action));
    best.expect("there is a legal action")
}
