//! Statistics of a contest's bots.

use serde::Serialize;

use super::game::{Game, SeatResult};
use super::interval::{Z95, wilson};

/// A bot's statistics over all its games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Standing {
    /// The number of seats it has played.
    pub games: u64,
    /// Its victories; a shared one counts as a fraction.
    pub won: f64,
    /// Its mean share of the victory.
    pub rate: f64,
    /// The lower end of the rate's 95 % interval (Wilson's).
    pub low: f64,
    /// The upper end of the rate's 95 % interval.
    pub high: f64,
    /// The mean total.
    pub total: f64,
    /// Half the width of the mean total's 95 % interval.
    pub total_spread: f64,
    /// The mean of each part of the score.
    pub parts: Vec<f64>,
    /// Milliseconds per decision that was not forced.
    pub millis: f64,
    /// Simulations per decision that was not forced.
    pub sims: f64,
}

/// The statistics of each of that many bots.
pub fn standings(games: &[Game], bots: usize) -> Vec<Standing> {
    let of_bot = |bot| {
        let seats = games.iter().flat_map(|game| &game.seats);
        standing(&seats.filter(|seat| seat.bot == bot).collect::<Vec<_>>())
    };
    (0..bots).map(of_bot).collect()
}

fn standing(seats: &[&SeatResult]) -> Standing {
    let Some(first) = seats.first() else { return Standing::default() };
    let n = seats.len() as f64;
    let mean =
        |value: &dyn Fn(&SeatResult) -> f64| seats.iter().map(|seat| value(seat)).sum::<f64>() / n;
    let won: f64 = seats.iter().map(|seat| seat.share).sum();
    let interval = wilson(won, seats.len() as u64);
    let total = mean(&|seat| seat.total.into());
    let off = |seat: &SeatResult| f64::from(seat.total) - total;
    let variance = mean(&|seat| off(seat) * off(seat));
    let decisions = mean(&|seat| seat.decisions as f64).max(1e-9);
    Standing {
        games: seats.len() as u64,
        won,
        rate: won / n,
        low: interval.low,
        high: interval.high,
        total,
        total_spread: Z95 * (variance / n).sqrt(),
        parts: (0..first.parts.len()).map(|part| mean(&|seat| seat.parts[part].into())).collect(),
        millis: mean(&|seat| seat.micros as f64) / 1000.0 / decisions,
        sims: mean(&|seat| seat.sims as f64) / decisions,
    }
}
