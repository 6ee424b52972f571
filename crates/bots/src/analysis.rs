//! A recorded game under the microscope: what every decision was worth, and what would have been
//! better.

use rules::{Actor, Play, Seat};
use serde::Serialize;
use shelf::{AnyGame, with_game};

use crate::any::shares;
use crate::values::Payoff;
use crate::{Bot, Budget, Knowledge, Leash, Search, SearchOptions, Strategy, Values};

/// A decision of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The place of the action in the record, from 1.
    pub number: usize,
    /// Who decided.
    pub seat: Seat,
    /// What was done.
    pub action: String,
    /// Each seat's expected share of the victory after it.
    pub value: Vec<f64>,
    /// The best that was found.
    pub best: String,
    /// How much of the victory the seat gave away by not doing it.
    pub loss: f64,
}

/// Looks at the action at that place of a record, from 0; `None` if it was the dealer's, forced or
/// is not there. A decision is searched with the bot's budget of simulations, and what was done
/// with as many again if it was something else.
pub fn decision(game: &AnyGame, place: usize, bot: &Bot, leash: Leash) -> Option<Decision> {
    with_game!(game, play => decision_in(play, place, bot, leash))
}

fn decision_in<G: Knowledge>(
    play: &Play<G>,
    place: usize,
    bot: &Bot,
    leash: Leash,
) -> Option<Decision> {
    let step = play.history().get(place)?;
    let Actor::Seat(seat) = step.actor else { return None };
    let state = play.state_at(place);
    if state.legal(seat).len() < 2 {
        return None;
    }
    let advice = bot.think(&state, seat, place as u64, leash).ok()?;
    let (mut best, mut loss) = (advice.action, 0.0);
    let mut value = advice.value;
    if best != step.action {
        value = value_of(&state.after(step.actor, step.action), seat, bot);
        loss = advice.value.of(seat) - value.of(seat);
    }
    if loss <= 0.0 {
        (best, loss) = (step.action, 0.0);
    }
    Some(Decision {
        number: place + 1,
        seat,
        action: state.write(step.action),
        value: shares(&value, state.players()),
        best: state.write(best),
        loss: loss.into(),
    })
}

/// Each seat's expected share of the victory in a position, whoever is to act.
fn value_of<G: Knowledge>(state: &G, seat: Seat, bot: &Bot) -> Values {
    let options = match bot.strategy {
        Strategy::Search(options) => options,
        _ => SearchOptions::default(),
    };
    let sims = match bot.budget {
        Budget::Sims(sims) => sims,
        Budget::Time(_) => 0,
    };
    let mut search = Search::new(state.clone(), seat, options, 1);
    search.step(sims);
    search.value().unwrap_or_else(|| Payoff::of(state, 0.0).wins)
}
