//! One number for each seat: shares of the victory, or what a position promises.

use rules::{Game, MAX_SEATS, Seat};
use serde::Serialize;

use crate::Knowledge;

/// One number for each seat; the places of seats that do not play hold 0.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Values([f32; MAX_SEATS]);

impl Values {
    /// Nothing for anybody.
    pub const ZERO: Self = Self([0.0; MAX_SEATS]);

    /// The numbers that `value` gives for each seat of a table.
    #[inline]
    pub fn each(players: u8, value: impl FnMut(Seat) -> f32) -> Self {
        let mut values = Self::default();
        for (slot, number) in values.0.iter_mut().zip(Seat::all(players).map(value)) {
            *slot = number;
        }
        values
    }

    /// The number of a seat.
    #[inline]
    pub const fn of(&self, seat: Seat) -> f32 {
        self.0[seat.index()]
    }

    /// Gives a seat another number.
    pub(crate) const fn set(&mut self, seat: Seat, number: f32) {
        self.0[seat.index()] = number;
    }

    /// The numbers of a table of that many players, in seat order.
    pub fn seats(&self, players: u8) -> &[f32] {
        &self.0[..players.into()]
    }

    /// Adds the numbers of another, seat by seat.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (slot, number) in self.0.iter_mut().zip(other.0) {
            *slot += number;
        }
    }

    /// Every number times a factor.
    #[inline]
    #[must_use]
    pub fn times(mut self, factor: f32) -> Self {
        self.0.iter_mut().for_each(|number| *number *= factor);
        self
    }

    /// The sum over all seats.
    pub fn sum(&self) -> f32 {
        self.0.iter().sum()
    }
}

/// What a playout came to.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Payoff {
    /// Each seat's share of the victory.
    pub(crate) wins: Values,
    /// What the seats play for: the victory, and a little for the distance to the others, so that
    /// a search also tells a close loss from a hopeless one.
    pub(crate) worth: Values,
}

impl Payoff {
    /// What a state comes to: exactly at the end, by the game's estimate before.
    #[inline]
    pub(crate) fn of<G: Knowledge>(state: &G, margin_weight: f32) -> Self {
        if !state.is_over() {
            return Self::expected::<G>(state.players(), &state.estimate());
        }
        let (totals, wins) = final_shares(state);
        let margins = shares_by_margin(state.players(), &totals, G::MARGIN);
        let mut worth = wins.times(1.0 - margin_weight);
        worth.add(&margins.times(margin_weight));
        Self { wins, worth }
    }

    /// What it comes to if the seats are expected to end with those points.
    pub(crate) fn expected<G: Knowledge>(players: u8, points: &Values) -> Self {
        let wins = shares_by_margin(players, points, G::MARGIN);
        Self { wins, worth: wins }
    }
}

/// The totals at the end of a game, and each seat's share of the victory.
#[inline]
fn final_shares<G: Game>(state: &G) -> (Values, Values) {
    let mut keys = [(i32::MIN, 0); MAX_SEATS];
    for seat in Seat::all(state.players()) {
        let score = state.score(seat);
        keys[seat.index()] = (score.total(), score.tie_break);
    }
    let best = keys.iter().max().copied().unwrap_or_default();
    let winners = keys.iter().filter(|&&key| key == best).count() as f32;
    let wins = |seat: Seat| if keys[seat.index()] == best { 1.0 / winners } else { 0.0 };
    let totals = Values::each(state.players(), |seat| keys[seat.index()].0 as f32);
    (totals, Values::each(state.players(), wins))
}

/// Shares that sum to one and grow with the distance to each other seat; `margin` points ahead of
/// everybody are a commanding lead.
#[inline]
fn shares_by_margin(players: u8, points: &Values, margin: f32) -> Values {
    if players == 1 {
        return Values::each(1, |_| 1.0);
    }
    let others = f32::from(players - 1);
    Values::each(players, |seat| {
        let leads = Seat::all(players).map(|other| {
            let lead = (points.of(seat) - points.of(other)) / margin;
            lead / (1.0 + lead * lead).sqrt()
        });
        (1.0 + leads.sum::<f32>() / others) / f32::from(players)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_one_and_follow_the_points() {
        let points = Values([10.0, 30.0, 20.0, 0.0, 0.0]);
        let shares = shares_by_margin(3, &points, 8.0);
        assert!((shares.sum() - 1.0).abs() < 1e-6, "{shares:?}");
        assert!(shares.of(Seat::from_index(1)) > shares.of(Seat::from_index(2)));
        assert!(shares.of(Seat::from_index(2)) > shares.of(Seat::from_index(0)));
        assert!(shares.0.iter().all(|&share| share >= 0.0));
    }

    #[test]
    fn a_lone_player_has_everything() {
        let shares = shares_by_margin(1, &Values([7.0, 0.0, 0.0, 0.0, 0.0]), 8.0);
        assert_eq!(shares, Values([1.0, 0.0, 0.0, 0.0, 0.0]));
    }
}
