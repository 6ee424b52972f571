//! Taking back: freely while nothing depends on it, otherwise with everyone's leave.

use std::collections::BTreeSet;

use registry::AnyGame;
use rules::{Actor, Refusal, Seat};

use super::{Draft, Entry, Step, Table, UndoWish};
use crate::id::PersonId;

impl Table {
    /// The entry of the seat's last action, if the seat may take it back by itself: the dealer has
    /// not drawn because of it, and what the others have done since stands without it, their draws
    /// included.
    pub(super) fn free_undo(&self, seat: Seat) -> Result<u64, Refusal> {
        let is_own = |step: &Step| step.actor == Actor::Seat(seat);
        let place = self.line.iter().rposition(is_own).ok_or("you have nothing to take back")?;
        let (own, since) = (self.line[place].seq, &self.line[place + 1..]);
        let is_draw = |step: &Step| step.actor == Actor::Dealer;
        // The dealer draws at once for whoever has called for it.
        if since.first().is_some_and(is_draw) || self.without(&BTreeSet::from([own])).is_err() {
            let reason = if since.iter().any(is_draw) {
                "the dealer has drawn since then: ask the others to go back"
            } else {
                "somebody else has acted on it: ask the others to go back"
            };
            return Err(reason.into());
        }
        Ok(own)
    }

    /// The game without those actions: it goes back to the first of them, and makes what comes
    /// after it again.
    fn without(&self, taken: &BTreeSet<u64>) -> Result<AnyGame, Refusal> {
        let stays = |step: &&Step| !taken.contains(&step.seq);
        let first = self.line.iter().take_while(stays).count();
        let mut game = self.game.clone();
        game.undo(self.line.len() - first)?;
        for step in self.line[first..].iter().filter(stays) {
            let applied = game.apply(step.actor, &step.action);
            applied.map_err(|error| Refusal::new(error.to_string()))?;
        }
        Ok(game)
    }

    /// Takes those actions out of the line that counts.
    pub(super) fn take_back(&mut self, taken: &[u64]) -> Result<(), Refusal> {
        let counts = |seq| self.line.binary_search_by_key(seq, |step| step.seq).is_ok();
        if taken.is_empty() || !taken.iter().all(counts) {
            return Err("what is taken back did not count".into());
        }
        let taken = taken.iter().copied().collect();
        self.game = self.without(&taken)?;
        self.line.retain(|step| !taken.contains(&step.seq));
        self.forget_wishes();
        Ok(())
    }

    /// Every action since that one, itself included.
    fn since(&self, seq: u64) -> Vec<u64> {
        self.line.iter().map(|step| step.seq).filter(|step| *step >= seq).collect()
    }

    pub(super) fn check_undo_wish(&self, person: &PersonId, to: u64) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        if self.spec.day.is_some() {
            return Err("the day's deal is played without going back behind a draw".into());
        }
        if self.undo_wish.is_some() {
            return Err("somebody has asked to go back already".into());
        }
        let seats = self.seats_of(person);
        let is_own =
            |step: &&Step| matches!(step.actor, Actor::Seat(seat) if seats.contains(&seat));
        let step = self.line.iter().find(|step| step.seq == to);
        step.filter(is_own).map(drop).ok_or_else(|| "that is no action of yours that counts".into())
    }

    pub(super) fn check_undo_answer(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        match &self.undo_wish {
            None => Err("nobody has asked to go back".into()),
            Some(wish) if wish.agreed.contains(person) => {
                Err("you have agreed to that already".into())
            }
            Some(_) => Ok(()),
        }
    }
}

impl UndoWish {
    fn is_granted(&self, people: &BTreeSet<&PersonId>) -> bool {
        people.iter().all(|person| **person == self.person || self.agreed.contains(*person))
    }
}

impl Draft {
    /// Takes back what was asked for once everyone has agreed.
    pub(super) fn undo_if_all_agree(&mut self) -> Result<(), Refusal> {
        let granted = |wish: &&UndoWish| wish.is_granted(&self.table.present());
        let Some(wish) = self.table.undo_wish.as_ref().filter(granted) else { return Ok(()) };
        let entry = Entry::Undone { person: wish.person.clone(), taken: self.table.since(wish.to) };
        self.push(entry)
    }
}
