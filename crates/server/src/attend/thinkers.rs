//! The threads in which bots think: so many and one for quick bots, and at a low priority, so that a
//! busy server slows bots down and not people.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use bots::{AnySeatedBot, Bot, BotCache, Budget, Level, SearchControl, SystemClock};
use registry::AnyGame;
use rules::Seat;
use tokio::runtime::Handle;

use super::Effort;
use crate::config::BotLimits;
use crate::id::{TableId, random_bytes};
use crate::table::Call;
use crate::tables::{TableError, Tables};

/// How much the threads give way to others, from 0 to 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Bots remember no more positions than this between their turns, of about 64 bytes each.
const MOST_NODES: usize = 1 << 21;

/// The threads. They end when they are told to.
#[derive(Debug)]
pub(crate) struct Thinkers {
    room: Arc<Room>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads share.
#[derive(Debug)]
struct Room {
    tables: Tables,
    runtime: Handle,
    longest: Duration,
    stop: AtomicBool,
    /// The bots that were asked last: they know how much of a turn's time is left, and what they
    /// thought.
    players: Mutex<BotCache<(TableId, Seat)>>,
}

impl Thinkers {
    /// Starts the threads.
    pub(crate) fn start(tables: Tables, limits: BotLimits) -> Self {
        let room = Arc::new(Room {
            tables,
            runtime: Handle::current(),
            longest: limits.longest_turn,
            stop: AtomicBool::new(false),
            players: Mutex::new(BotCache::new(MOST_NODES)),
        });
        let thread = |name: String, effort| {
            let room = room.clone();
            let thread = Builder::new().name(name).spawn(move || room.work(effort));
            thread.inspect_err(|error| {
                tracing::error!(%error, "a thread for bots cannot be started");
            })
        };
        let deep = (1..=limits.threads.get()).map(|number| (format!("bot {number}"), Effort::Deep));
        let all = deep.chain([("quick bot".to_owned(), Effort::Quick)]);
        let threads = all.filter_map(|(name, effort)| thread(name, effort).ok()).collect();
        Self { room, threads }
    }

    /// Lets the bots answer with what they have, and waits for them.
    pub(crate) async fn stop(self) {
        self.room.stop.store(true, Ordering::Relaxed);
        self.room.tables.attention().calls.close();
        let wait = || self.threads.into_iter().for_each(|thread| drop(thread.join()));
        // What a thread that has panicked had to say stands in the log.
        let _ = tokio::task::spawn_blocking(wait).await;
    }
}

impl Room {
    fn work(&self, effort: Effort) {
        give_way();
        let calls = self.tables.attention().calls.clone();
        while let Some((table, seat)) = calls.next(effort) {
            // A seat may have got a deeper bot since it called: that one calls again.
            let fits = |call: &Call| effort == Effort::Deep || Effort::of(call.level) == effort;
            let answered = self.runtime.block_on(self.see(&table, seat)).and_then(|asked| {
                let asked = asked.filter(|(call, _)| fits(call));
                asked.map(|(call, game)| self.answer(&table, call, &game)).transpose()
            });
            calls.done(&table, seat);
            match answered {
                // There may be more to do: a turn can be several actions.
                Ok(_) | Err(TableError::Refused(_)) => {
                    self.runtime.block_on(self.tables.look_at(&table));
                }
                // The table stays due in the database.
                Err(error) => tracing::warn!(%table, %error, "a bot could not act"),
            }
        }
    }

    /// What the bot is asked; nothing if it is not any more.
    async fn see(
        &self,
        table: &TableId,
        seat: Seat,
    ) -> Result<Option<(Call, AnyGame)>, TableError> {
        let seen = self
            .tables
            .read(table, |table, _| table.call(seat).map(|call| (call, table.game().clone())));
        seen.await
    }

    fn answer(&self, table: &TableId, call: Call, game: &AnyGame) -> Result<(), TableError> {
        let key = (table.clone(), call.seat);
        let mut player = self.players().take(&key, bot(call.level, self.longest));
        let action = self.think(&mut player, game, call.seat);
        self.players().put_back(key, player);
        self.runtime.block_on(self.tables.answer(table, call, action))
    }

    /// What the bot does. If its thinking fails, the game goes on all the same.
    fn think(&self, player: &mut AnySeatedBot, game: &AnyGame, seat: Seat) -> String {
        let clock = SystemClock::default();
        let control = SearchControl { clock: &clock, cancel: &self.stop };
        let seed = u64::from_le_bytes(random_bytes());
        let advice = catch_unwind(AssertUnwindSafe(|| player.advise(game, seat, seed, control)));
        if let Ok(Ok(advice)) = advice {
            return advice.action;
        }
        tracing::error!(game = ?game.id(), record = game.record(), "a bot failed");
        // What it remembers may be half done.
        *player = AnySeatedBot::new(*player.bot());
        game.legal(seat).into_iter().next().unwrap_or_default()
    }

    fn players(&self) -> std::sync::MutexGuard<'_, BotCache<(TableId, Seat)>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lowers the priority of this thread. Elsewhere than on Linux that would be the whole program.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "bots think at the usual priority");
    }
}

/// A bot of that level which keeps to one thread and to the server's limit.
fn bot(level: u8, longest: Duration) -> Bot {
    let bot = Level::new(level).unwrap_or(Level::BEST).bot();
    let budget = match bot.budget {
        Budget::Time(time) => Budget::Time(time.min(longest)),
        budget @ Budget::Sims(_) => budget,
    };
    Bot { trees: 1, ..bot.with_budget(budget) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_keep_to_the_limit_and_to_one_thread() {
        let short = Duration::from_millis(100);
        assert_eq!(bot(5, short).budget, Budget::Time(short));
        assert_eq!(bot(5, short).trees, 1);
        assert_eq!(bot(4, Duration::MAX).budget, Level::new(4).unwrap().bot().budget);
        assert_eq!(bot(1, short).budget, Level::new(1).unwrap().bot().budget);
    }
}
