//! Bots at work for the other commands.

use std::sync::atomic::AtomicBool;

use bots::{Bot, Budget, Company, Leash, Level, NamedAdvice, NotToAct, SystemClock};
use rules::Seat;
use shelf::AnyGame;
use shelf::protocol::BotBudget;

/// Longer turns are not thought about.
const MOST_MILLIS: u64 = 600_000;
/// More simulations are not run for one decision: a tree does not hold many more.
const MOST_SIMS: u64 = 10_000_000;

/// The bots of a game remember no more positions than this, of about 64 bytes each.
const MOST_NODES: usize = 1 << 22;

/// The bots that have been asked about a game, one for each seat.
#[derive(Debug)]
pub(crate) struct Advisers(Company<Seat>);

impl Default for Advisers {
    fn default() -> Self {
        Self::new()
    }
}

impl Advisers {
    /// Nobody has been asked yet.
    pub(crate) const fn new() -> Self {
        Self(Company::new(MOST_NODES))
    }

    /// A bot's advice, with nobody to interrupt it.
    pub(crate) fn ask(
        &mut self,
        bot: Bot,
        game: &AnyGame,
        seat: Seat,
        seed: u64,
    ) -> Result<NamedAdvice, NotToAct> {
        let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
        let mut player = self.0.take(&seat, bot);
        let advice = player.advise(game, seat, seed, Leash { clock: &clock, cancel: &cancel });
        self.0.put_back(seat, player);
        advice
    }

    /// Forgets everything: another game begins.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }
}

/// The bot of a level, with another budget if one is given.
pub(crate) fn bot_of(level: u8, budget: Option<BotBudget>) -> Result<Bot, String> {
    let level = Level::new(level).ok_or("levels are 1 to 5")?;
    let bot = level.bot();
    match budget {
        None => Ok(bot),
        Some(BotBudget::Millis(millis)) if millis <= MOST_MILLIS => {
            Ok(bot.with_budget(Budget::millis(millis)))
        }
        // A single tree gives the same answer however many cores there are.
        Some(BotBudget::Sims(sims)) if sims <= MOST_SIMS => {
            Ok(Bot { trees: 1, ..bot }.with_budget(Budget::Sims(sims)))
        }
        Some(BotBudget::Millis(_)) => {
            Err(format!("a bot thinks for at most {MOST_MILLIS} ms a turn"))
        }
        Some(BotBudget::Sims(_)) => {
            Err(format!("a bot runs at most {MOST_SIMS} simulations a decision"))
        }
    }
}
