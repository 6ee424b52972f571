//! The bots of the other commands.

use std::sync::atomic::AtomicBool;

use bots::{Bot, BotCache, Budget, Level, NamedAdvice, NotToAct, SearchControl, SystemClock};
use registry::AnyGame;
use registry::protocol::BotBudget;
use rules::Seat;

/// The longest time of a turn.
const MAX_TURN_MILLIS: u64 = 600_000;
/// The most simulations of a decision; a tree holds not many more.
const MAX_SIMS: u64 = 10_000_000;

/// The most nodes of the bots of a game together, of about 64 bytes each.
const MAX_NODES: usize = 1 << 22;

/// The bots of a game, one per seat.
#[derive(Debug)]
pub(crate) struct BotPool(BotCache<Seat>);

impl Default for BotPool {
    fn default() -> Self {
        Self::new()
    }
}

impl BotPool {
    /// Without any bots.
    pub(crate) const fn new() -> Self {
        Self(BotCache::new(MAX_NODES))
    }

    /// A bot's advice, without cancellation.
    pub(crate) fn ask(
        &mut self,
        bot: Bot,
        game: &AnyGame,
        seat: Seat,
        seed: u64,
    ) -> Result<NamedAdvice, NotToAct> {
        let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
        let mut player = self.0.take(&seat, bot);
        let advice =
            player.advise(game, seat, seed, SearchControl { clock: &clock, cancel: &cancel });
        self.0.put_back(seat, player);
        advice
    }

    /// Removes all bots, for another game.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The bot of a level, with another budget if one is given.
pub(crate) fn bot_of(level: u8, budget: Option<BotBudget>) -> Result<Bot, String> {
    let level = Level::new(level).ok_or("levels are 1 to 5")?;
    let bot = level.bot();
    match budget {
        None => Ok(bot),
        Some(BotBudget::Millis(millis)) if millis <= MAX_TURN_MILLIS => {
            Ok(bot.with_budget(Budget::millis(millis)))
        }
        // A single tree gives the same answer however many cores there are.
        Some(BotBudget::Sims(sims)) if sims <= MAX_SIMS => {
            Ok(Bot { trees: 1, ..bot }.with_budget(Budget::Sims(sims)))
        }
        Some(BotBudget::Millis(_)) => {
            Err(format!("a bot thinks for at most {MAX_TURN_MILLIS} ms a turn"))
        }
        Some(BotBudget::Sims(_)) => {
            Err(format!("a bot runs at most {MAX_SIMS} simulations a decision"))
        }
    }
}
