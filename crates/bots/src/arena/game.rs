//! One game of a contest.

use rules::{Actor, MAX_PARTS, Play, Seat, Silent, Turn};
use serde::{Deserialize, Serialize};
use shelf::{Key, draw_today};

use crate::{Bot, Knowledge, Leash, Player};

/// How a seat fared, and what it took.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatResult {
    /// Which of the contest's bots sat there.
    pub bot: usize,
    /// Its share of the victory.
    pub share: f64,
    /// Its total.
    pub total: i32,
    /// Its score part by part.
    pub parts: Vec<i32>,
    /// How many decisions it had to make that were not forced.
    pub decisions: u64,
    /// How many simulations it ran.
    pub sims: u64,
    /// How long it thought, in microseconds.
    pub micros: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// The number of the deal.
    pub deal: u64,
    /// By how many seats the bots had moved on.
    pub rotation: usize,
    /// The seats in order.
    pub seats: Vec<SeatResult>,
}

/// Plays one game from its beginning: bot `b` sits in seat `(b + rotation) mod players`, and the
/// dealer draws by the number of the deal, counted for each kind of draw apart, so that all
/// rotations of a deal see the same draws. `None` if the leash was pulled.
pub fn play<G: Knowledge>(
    mut game: Play<G>,
    bots: &[Bot],
    deal: u64,
    rotation: usize,
    leash: Leash,
) -> Option<Game> {
    let players = usize::from(game.setup().players());
    let key = Key::roll(deal);
    let mut table: Vec<(Player<G>, SeatResult)> = (0..players)
        .map(|seat| {
            let bot = (seat + players - rotation % players) % players;
            let player = Player::new(bots[bot % bots.len()], Seat::from_index(seat));
            (player, SeatResult { bot, ..SeatResult::default() })
        })
        .collect();
    loop {
        let (actor, action) = match game.state().turn() {
            Turn::Over => break,
            Turn::Dealer => (Actor::Dealer, draw_today(&key, &game)?),
            Turn::Seats(seats) => {
                let seat = seats.first()?;
                let (player, result) = &mut table[seat.index()];
                (Actor::Seat(seat), decide(player, result, &game, deal, leash)?)
            }
        };
        if leash.is_pulled() {
            return None;
        }
        game.apply(actor, action, &mut Silent).ok()?;
    }
    let seats = table.into_iter().map(|(_, result)| result).collect();
    Some(Game { deal, rotation, seats: scored(game.state(), seats) })
}

fn decide<G: Knowledge>(
    player: &mut Player<G>,
    result: &mut SeatResult,
    game: &Play<G>,
    deal: u64,
    leash: Leash,
) -> Option<G::Action> {
    let before = leash.clock.now();
    let seed = deal.wrapping_mul(1009).wrapping_add(result.bot as u64) << 20;
    let advice = player.decide(game, seed.wrapping_add(game.history().len() as u64), leash).ok()?;
    if advice.choices.len() > 1 {
        result.decisions += 1;
        result.sims += player.sims();
        result.micros += leash.clock.now().saturating_sub(before).as_micros() as u64;
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
