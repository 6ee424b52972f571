//! Bots at work for the other commands.

use std::sync::atomic::AtomicBool;

use bots::{AnyPlayer, Bot, Budget, Leash, Level, NamedAdvice, NotToAct, SystemClock};
use rules::{MAX_SEATS, Seat};
use shelf::AnyGame;
use shelf::protocol::BotBudget;

/// Longer thoughts are not begun.
const MOST_MILLIS: u64 = 600_000;
/// More simulations are not run for one decision.
const MOST_SIMS: u64 = 100_000_000;

/// A bot's advice, with nobody to interrupt it.
pub(crate) fn advise(
    player: &mut AnyPlayer,
    game: &AnyGame,
    seat: Seat,
    seed: u64,
) -> Result<NamedAdvice, NotToAct> {
    let (clock, cancel) = (SystemClock::default(), AtomicBool::new(false));
    player.advise(game, seat, seed, Leash { clock: &clock, cancel: &cancel })
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
        Some(BotBudget::Millis(_)) => Err(format!("a bot thinks for at most {MOST_MILLIS} ms")),
        Some(BotBudget::Sims(_)) => Err(format!("a bot runs at most {MOST_SIMS} simulations")),
    }
}

/// The bots that have been asked about a game, one for each seat: they know how much of a turn's
/// time they have used.
#[derive(Debug, Default)]
pub(crate) struct Players([Option<AnyPlayer>; MAX_SEATS]);

impl Players {
    /// Nobody has been asked yet.
    pub(crate) const fn new() -> Self {
        Self([const { None }; MAX_SEATS])
    }

    /// The seat's player, a new one if it is to be another bot than before.
    pub(crate) fn of(&mut self, seat: Seat, bot: Bot) -> &mut AnyPlayer {
        let slot = &mut self.0[seat.index()];
        let known = slot.take().filter(|player| *player.bot() == bot);
        slot.insert(known.unwrap_or_else(|| AnyPlayer::new(bot)))
    }
}
