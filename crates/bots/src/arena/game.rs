//! One game of a contest.

use registry::{Key, draw_today};
use rules::{Actor, MAX_PARTS, NoEvents, Play, Seat, Turn};
use serde::{Deserialize, Serialize};

use crate::{Bot, Knowledge, SearchControl, SeatedBot};

/// The result of a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatResult {
    /// The index of its bot.
    pub bot: usize,
    /// Its share of the victory.
    pub share: f64,
    /// Its total.
    pub total: i32,
    /// Its score part by part.
    pub parts: Vec<i32>,
    /// The number of its decisions that were not forced.
    pub decisions: u64,
    /// The number of its simulations.
    pub sims: u64,
    /// Its thinking time in microseconds.
    pub micros: u64,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// The number of the deal.
    pub deal: u64,
    /// The offset of the bots to the seats.
    pub rotation: usize,
    /// The seats in order.
    pub seats: Vec<SeatResult>,
}

/// Plays one game from its beginning: bot `b` sits in seat `(b + rotation) mod players`. The
/// number of the deal seeds the dealer, separately for each kind of draw, so that all rotations
/// of a deal see the same draws. `None` if cancelled.
pub fn play<G: Knowledge>(
    mut game: Play<G>,
    bots: &[Bot],
    deal: u64,
    rotation: usize,
    control: SearchControl,
) -> Option<Game> {
    let players = usize::from(game.setup().players());
    let key = Key::roll(deal);
    let mut seated_bots: Vec<(SeatedBot<G>, SeatResult)> = (0..players)
        .map(|seat| {
            let bot = (seat + players - rotation % players) % players;
            let seated = SeatedBot::new(bots[bot % bots.len()], Seat::from_index(seat));
            (seated, SeatResult { bot, ..SeatResult::default() })
        })
        .collect();
    loop {
        let (actor, action) = match game.state().turn() {
            Turn::Over => break,
            Turn::Dealer => (Actor::Dealer, draw_today(&key, &game)?),
            Turn::Seats(seats) => {
                let seat = seats.first()?;
                let (seated, result) = &mut seated_bots[seat.index()];
                (Actor::Seat(seat), decide(seated, result, &game, deal, control)?)
            }
        };
        if control.is_cancelled() {
            return None;
        }
        game.apply(actor, action, &mut NoEvents).ok()?;
    }
    let seats = seated_bots.into_iter().map(|(_, result)| result).collect();
    Some(Game { deal, rotation, seats: scored(game.state(), seats) })
}

fn decide<G: Knowledge>(
    seated: &mut SeatedBot<G>,
    result: &mut SeatResult,
    game: &Play<G>,
    deal: u64,
    control: SearchControl,
) -> Option<G::Action> {
    let before = control.clock.now();
    let seed = deal.wrapping_mul(1009).wrapping_add(result.bot as u64) << 20;
    let advice =
        seated.decide(game, seed.wrapping_add(game.history().len() as u64), control).ok()?;
    if advice.choices.len() > 1 {
        result.decisions += 1;
        result.sims += seated.sims();
        result.micros += control.clock.now().saturating_sub(before).as_micros() as u64;
    }
    Some(advice.action)
}

fn scored<G: Knowledge>(state: &G, mut seats: Vec<SeatResult>) -> Vec<SeatResult> {
    let winners = state.winners();
    for (seat, result) in Seat::all(state.players()).zip(&mut seats) {
        let score = state.score(seat);
        result.total = score.total();
        result.parts = score.parts[..G::INFO.parts.len().min(MAX_PARTS)].to_vec();
        result.share = if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 };
    }
    seats
}
