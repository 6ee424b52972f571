//! What is asked of bots, and what comes of their answers.

use rules::{Actor, Refusal, Seat, Turn};

use super::{Draft, Stage, Step, Table};
use crate::secret::Secret;

/// A bot is to act.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// For which seat.
    pub seat: Seat,
    /// How strong it is.
    pub level: u8,
    /// The number of the last entry that changed the seat's position. An answer to an older call
    /// comes too late.
    pub since: u64,
}

impl Table {
    /// The bots that are to act now.
    pub fn calls(&self) -> Vec<Call> {
        let Turn::Seats(seats) = self.turn() else { return Vec::new() };
        seats.into_iter().filter_map(|seat| self.call(seat)).collect()
    }

    /// What a seat is asked, if it is to act and a bot plays it.
    pub fn call(&self, seat: Seat) -> Option<Call> {
        let level = (*self.bots.get(seat.index())?)?;
        let is_asked = self.stage == Stage::Playing && self.turn().includes(seat.into());
        is_asked.then(|| Call { seat, level, since: self.turned.max(self.last_of(seat)) })
    }

    /// The seat's last action; others may act at the same time without disturbing it.
    pub(super) fn last_of(&self, seat: Seat) -> u64 {
        let is_own = |step: &&Step| step.actor == Actor::Seat(seat);
        self.line.iter().rev().find(is_own).map_or(0, |step| step.seq)
    }

    /// What comes of a bot's answer.
    ///
    /// # Errors
    /// If it is too late, or the action is not legal.
    pub fn decide_call(
        &self,
        call: Call,
        action: &str,
        seed: &Secret,
        now: i64,
    ) -> Result<Draft, Refusal> {
        if self.call(call.seat) != Some(call) {
            return Err("the bot's answer comes too late".into());
        }
        let mut draft = Draft::of(self, now);
        draft.run_out()?;
        draft.act(call.seat, action, seed)?;
        Ok(draft)
    }
}
