//! One number per seat: shares of the victory, or expected points.

use rules::{Game, MAX_SEATS, Seat};
use serde::Serialize;

use crate::Knowledge;

/// One number per seat; 0 for seats that do not play.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct Values([f32; MAX_SEATS]);

impl Values {
    /// Zero for every seat.
    pub const ZERO: Self = Self([0.0; MAX_SEATS]);

    /// Calls `value` for each seat of a table.
    #[inline]
    pub fn from_fn(players: u8, value: impl FnMut(Seat) -> f32) -> Self {
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

    /// Sets the number of a seat.
    pub(crate) const fn set(&mut self, seat: Seat, number: f32) {
        self.0[seat.index()] = number;
    }

    /// The numbers of a table of that many players, in seat order.
    pub fn seats(&self, players: u8) -> &[f32] {
        &self.0[..players.into()]
    }

    /// Adds the numbers of `other`, seat by seat.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        for (slot, number) in self.0.iter_mut().zip(other.0) {
            *slot += number;
        }
    }

    /// Multiplies every number by a factor.
    #[inline]
    #[must_use]
    pub fn scaled(mut self, factor: f32) -> Self {
        self.0.iter_mut().for_each(|number| *number *= factor);
        self
    }

    /// The sum over all seats.
    pub fn sum(&self) -> f32 {
        self.0.iter().sum()
    }
}

/// The result of a playout.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct PlayoutResult {
    /// Each seat's share of the victory.
    pub(crate) wins: Values,
    /// What each seat maximises: its share of the victory and, by a weight, its distance in points,
    /// so that a search distinguishes a close loss from a hopeless one.
    pub(crate) utility: Values,
}

impl PlayoutResult {
    /// The result of a state: exact at the end of the game, by the game's estimate before.
    #[inline]
    pub(crate) fn of<G: Knowledge>(state: &G, margin_weight: f32) -> Self {
        if !state.is_over() {
            return Self::from_points::<G>(state.players(), &state.estimate());
        }
        let (totals, wins) = final_shares(state);
        let margins = shares_by_margin(state.players(), &totals, G::DECISIVE_MARGIN);
        let mut utility = wins.scaled(1.0 - margin_weight);
        utility.add(&margins.scaled(margin_weight));
        Self { wins, utility }
    }

    /// The result for seats that are expected to end with those points.
    pub(crate) fn from_points<G: Knowledge>(players: u8, points: &Values) -> Self {
        let wins = shares_by_margin(players, points, G::DECISIVE_MARGIN);
        Self { wins, utility: wins }
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
    let totals = Values::from_fn(state.players(), |seat| keys[seat.index()].0 as f32);
    (totals, Values::from_fn(state.players(), wins))
}

/// Shares that sum to one and grow with the lead over each other seat. `margin` is the lead at
/// which a share is near its limit.
#[inline]
fn shares_by_margin(players: u8, points: &Values, margin: f32) -> Values {
    if players == 1 {
        return Values::from_fn(1, |_| 1.0);
    }
    let others = f32::from(players - 1);
    Values::from_fn(players, |seat| {
        let scaled_leads = Seat::all(players).map(|other| {
            let lead = (points.of(seat) - points.of(other)) / margin;
            lead / (1.0 + lead * lead).sqrt()
        });
        (1.0 + scaled_leads.sum::<f32>() / others) / f32::from(players)
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
    fn a_single_player_has_the_whole_share() {
        let shares = shares_by_margin(1, &Values([7.0, 0.0, 0.0, 0.0, 0.0]), 8.0);
        assert_eq!(shares, Values([1.0, 0.0, 0.0, 0.0, 0.0]));
    }
}
