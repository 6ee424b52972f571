//! `bellwether hint`: a bot's advice for a record's last position.

use std::io::Write;

use bots::{NamedAdvice, NamedChoice};
use registry::AnyGame;
use registry::protocol::BotBudget;
use rules::{Seat, Turn};

use crate::Failure;
use crate::args::HintArgs;
use crate::bot_pool::BotPool;
use crate::style::{KEY, QUIET, STRONG, paint};

/// The number of other actions that are shown.
const MAX_ALTERNATIVES: usize = 4;

pub(crate) fn run(options: &HintArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.sets)?;
    let game = crate::files::record(&registry, &options.file)?;
    let mut out = anstream::stdout().lock();
    let seats = match game.turn() {
        Turn::Over => {
            writeln!(out, "The game is over.")?;
            return Ok(());
        }
        Turn::Dealer => {
            writeln!(out, "The dealer is to act: there is nothing to decide.")?;
            return Ok(());
        }
        Turn::Seats(seats) => seats,
    };
    let budget = options.millis.map(BotBudget::Millis).or(options.sims.map(BotBudget::Sims));
    let bot = crate::bot_pool::bot_of(options.level, budget).map_err(Failure::Refused)?;
    for seat in seats {
        let advice = BotPool::new()
            .ask(bot, &game, seat, options.seed)
            .map_err(|error| Failure::Refused(error.to_string()))?;
        write!(out, "{}", words(&game, seat, &advice))?;
    }
    Ok(())
}

fn words(game: &AnyGame, seat: Seat, advice: &NamedAdvice) -> String {
    let names = game.names();
    let forced = advice.choices.len() == 1 && advice.sims == 0;
    let verb = if forced { "can only" } else { "should" };
    let who = paint(STRONG, names.of(seat));
    let mut lines = vec![format!("{who} {verb} {}.", paint(KEY, &advice.action))];
    if let Ok(described) = game.describe_action(seat.into(), &advice.action, &names) {
        lines.extend(described.into_iter().map(|sentence| format!("  {}", paint(QUIET, sentence))));
    }
    lines.push(format!("Chances to win: {}.", chances(game, &advice.value)));
    let others = advice.choices.iter().filter(|choice| choice.action != advice.action);
    for (place, choice) in others.take(MAX_ALTERNATIVES).enumerate() {
        let lead = if place == 0 { "Instead: " } else { "         " };
        lines.push(format!("{lead}{}", alternative(seat, choice)));
    }
    if advice.sims > 0 {
        lines.push(format!("This rests on {} simulated games.", advice.sims));
    }
    lines.join("\n") + "\n"
}

fn chances(game: &AnyGame, value: &[f64]) -> String {
    let names = game.names();
    let each = Seat::all(game.players())
        .zip(value)
        .map(|(seat, share)| format!("{} {:.0} %", names.of(seat), 100.0 * share));
    each.collect::<Vec<_>>().join(", ")
}

fn alternative(seat: Seat, choice: &NamedChoice) -> String {
    let share = choice.value.get(seat.index()).copied().unwrap_or_default();
    let visits = choice.visits;
    let chance = if visits == 0 {
        "not looked at".to_owned()
    } else {
        format!("{:.0} % to win, looked at {visits} times", 100.0 * share)
    };
    format!("{} ({chance})", paint(KEY, &choice.action))
}
