//! The bots of one or of many tables, with what they remember between their turns.

use crate::{AnyPlayer, Bot, Budget};

/// A bot counts for so many positions besides those that it remembers: its own view of the game.
const OWN_WEIGHT: usize = 1 << 10;

/// Bots by name, such as a seat or a table and its seat. Those who were not asked for longest are
/// forgotten when all together remember too much.
#[derive(Debug)]
pub struct Company<K> {
    most_nodes: usize,
    /// Whoever was asked last stands at the end.
    players: Vec<(K, AnyPlayer)>,
}

impl<K: PartialEq> Company<K> {
    /// Nobody, who may remember that many positions (of about 64 bytes each) together. Whoever was
    /// asked last is remembered in any case.
    pub const fn new(most_nodes: usize) -> Self {
        Self { most_nodes, players: Vec::new() }
    }

    /// Takes out the bot of that name; a new one if there is none, or if it was another bot.
    pub fn take(&mut self, name: &K, bot: Bot) -> AnyPlayer {
        let place = self.players.iter().position(|(known, _)| known == name);
        let known = place.map(|place| self.players.remove(place).1);
        known.filter(|player| *player.bot() == bot).unwrap_or_else(|| AnyPlayer::new(bot))
    }

    /// Puts a bot back that was asked. Whoever goes by simulations has nothing to remember.
    pub fn put_back(&mut self, name: K, player: AnyPlayer) {
        self.players.retain(|(known, _)| *known != name);
        if let Budget::Sims(_) = player.bot().budget {
            return;
        }
        self.players.push((name, player));
        let mut weight: usize = self.players.iter().map(|(_, player)| weight(player)).sum();
        while weight > self.most_nodes && self.players.len() > 1 {
            weight -= self::weight(&self.players.remove(0).1);
        }
    }

    /// Forgets everybody.
    pub fn clear(&mut self) {
        self.players.clear();
    }
}

fn weight(player: &AnyPlayer) -> usize {
    player.nodes() + OWN_WEIGHT
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use rules::{Seat, Turn};
    use shelf::{AnyGame, GameId, Key, NewGame, Shelf};

    use super::*;
    use crate::{Budget, Leash, SearchOptions, Strategy, SystemClock};

    fn bot(millis: u64) -> Bot {
        Bot::new(Strategy::Search(SearchOptions::default()), Budget::millis(millis))
    }

    /// Has a bot think about the beginning of a game.
    fn thoughtful(mut player: AnyPlayer) -> AnyPlayer {
        let mut game = AnyGame::new(&Shelf::new(), &NewGame::of(GameId::FoxyAndWooly, 2)).unwrap();
        while game.deal(&Key::roll(1)).is_some() {}
        let Turn::Seats(seats) = game.turn() else { panic!("seats are to act") };
        let seat: Seat = seats.first().unwrap();
        let leash = Leash { clock: &SystemClock::default(), cancel: &AtomicBool::new(false) };
        player.advise(&game, seat, 1, leash).unwrap();
        assert!(player.nodes() > 0);
        player
    }

    #[test]
    fn a_bot_is_remembered_and_another_is_not_taken_for_it() {
        let mut company = Company::new(usize::MAX);
        let player = thoughtful(company.take(&1, bot(5)));
        let nodes = player.nodes();
        company.put_back(1, player);
        assert_eq!(company.take(&2, bot(5)).nodes(), 0);
        let player = company.take(&1, bot(5));
        assert_eq!(player.nodes(), nodes);
        company.put_back(1, player);
        assert_eq!(company.take(&1, bot(6)).nodes(), 0);
        company.clear();
        assert_eq!(company.take(&1, bot(5)).nodes(), 0);
    }

    #[test]
    fn who_was_asked_longest_ago_is_forgotten_first() {
        let mut company = Company::new(usize::MAX);
        for name in [1, 2] {
            let player = thoughtful(company.take(&name, bot(5)));
            company.put_back(name, player);
        }
        let first = company.take(&1, bot(5));
        company.most_nodes = weight(&first);
        company.put_back(1, first);
        assert_eq!(company.take(&2, bot(5)).nodes(), 0);
        assert!(company.take(&1, bot(5)).nodes() > 0);
    }
}
