//! A cache of seated bots with their search trees, for one or many tables.

use crate::{AnySeatedBot, Bot, Budget};

/// A bot counts for this many nodes besides its tree's: its own copy of the game.
const BASE_WEIGHT: usize = 1 << 10;

/// Seated bots by key, such as a seat, or a table and a seat. The least recently used are evicted
/// when all together hold too many nodes.
#[derive(Debug)]
pub struct BotCache<K> {
    max_nodes: usize,
    /// In the order of use, the most recent last.
    bots: Vec<(K, AnySeatedBot)>,
}

impl<K: PartialEq> BotCache<K> {
    /// An empty cache for that many nodes of about 64 bytes each. The most recently used bot is kept
    /// whatever its size.
    pub const fn new(max_nodes: usize) -> Self {
        Self { max_nodes, bots: Vec::new() }
    }

    /// Takes out the bot with that key; a new one if there is none or its settings are different.
    pub fn take(&mut self, key: &K, bot: Bot) -> AnySeatedBot {
        let index = self.bots.iter().position(|(last, _)| last == key);
        let last = index.map(|index| self.bots.remove(index).1);
        last.filter(|seated| *seated.bot() == bot).unwrap_or_else(|| AnySeatedBot::new(bot))
    }

    /// Puts a bot back after use. Bots with a budget of simulations keep no tree and are dropped.
    pub fn put_back(&mut self, key: K, seated: AnySeatedBot) {
        self.bots.retain(|(last, _)| *last != key);
        if let Budget::Sims(_) = seated.bot().budget {
            return;
        }
        self.bots.push((key, seated));
        let mut weight: usize = self.bots.iter().map(|(_, seated)| weight(seated)).sum();
        while weight > self.max_nodes && self.bots.len() > 1 {
            weight -= self::weight(&self.bots.remove(0).1);
        }
    }

    /// Removes all bots.
    pub fn clear(&mut self) {
        self.bots.clear();
    }
}

fn weight(seated: &AnySeatedBot) -> usize {
    seated.nodes() + BASE_WEIGHT
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use registry::{AnyGame, GameId, Key, NewGame, Registry};
    use rules::{Seat, Turn};

    use super::*;
    use crate::{Budget, SearchControl, SearchOptions, Strategy, SystemClock};

    fn bot(millis: u64) -> Bot {
        Bot::new(Strategy::Search(SearchOptions::default()), Budget::millis(millis))
    }

    /// Lets a bot search the first decision of a game.
    fn searched(mut seated: AnySeatedBot) -> AnySeatedBot {
        let mut game =
            AnyGame::new(&Registry::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
        while game.deal(&Key::roll(1)).is_some() {}
        let Turn::Seats(seats) = game.turn() else { panic!("seats are to act") };
        let seat: Seat = seats.first().unwrap();
        let control =
            SearchControl { clock: &SystemClock::default(), cancel: &AtomicBool::new(false) };
        seated.advise(&game, seat, 1, control).unwrap();
        assert!(seated.nodes() > 0);
        seated
    }

    #[test]
    fn a_bot_keeps_its_tree_unless_its_settings_change() {
        let mut cache = BotCache::new(usize::MAX);
        let seated = searched(cache.take(&1, bot(5)));
        let nodes = seated.nodes();
        cache.put_back(1, seated);
        assert_eq!(cache.take(&2, bot(5)).nodes(), 0);
        let seated = cache.take(&1, bot(5));
        assert_eq!(seated.nodes(), nodes);
        cache.put_back(1, seated);
        assert_eq!(cache.take(&1, bot(6)).nodes(), 0);
        cache.clear();
        assert_eq!(cache.take(&1, bot(5)).nodes(), 0);
    }

    #[test]
    fn the_least_recently_used_bot_is_evicted_first() {
        let mut cache = BotCache::new(usize::MAX);
        for key in [1, 2] {
            let seated = searched(cache.take(&key, bot(5)));
            cache.put_back(key, seated);
        }
        let first = cache.take(&1, bot(5));
        cache.max_nodes = weight(&first);
        cache.put_back(1, first);
        assert_eq!(cache.take(&2, bot(5)).nodes(), 0);
        assert!(cache.take(&1, bot(5)).nodes() > 0);
    }
}
