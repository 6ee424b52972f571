//! The time of a turn, which may be a sequence of decisions: how much of it goes into which.

use std::time::Duration;

use crate::budget::{Budget, Leash};
use crate::thought::Thought;
use crate::{Advice, Knowledge};

/// A rest as small as this part of a turn's time is not worth another look at the clock.
const SMALLEST_PART: u32 = 100;

/// The time of a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnTime {
    whole: Duration,
    left: Duration,
    /// What was left before the decision at hand.
    before: Duration,
    /// How much of it goes into the decision at hand before it is asked where that leads.
    portion: Duration,
    /// When the clock was last read for the decision at hand.
    looked: Option<Duration>,
}

impl TurnTime {
    /// So much for every turn.
    pub(crate) const fn new(whole: Duration) -> Self {
        Self { whole, left: whole, before: whole, portion: Duration::ZERO, looked: None }
    }

    /// Another turn begins.
    pub(crate) const fn renew(&mut self) {
        self.left = self.whole;
    }

    /// The decision at hand is asked for once more, as if it had not been.
    pub(crate) const fn again(&mut self) {
        self.left = self.before;
    }

    /// The next decision of the turn gets its share.
    pub(crate) fn begin<G: Knowledge>(&mut self) {
        self.before = self.left;
        self.looked = None;
        self.portion = self.left.mul_f32(G::TURN_SHARE);
    }

    /// How much of the turn's time is used up, from 0 to 1.
    pub(crate) fn used(&self) -> f32 {
        1.0 - self.left.as_secs_f32() / self.whole.as_secs_f32().max(f32::MIN_POSITIVE)
    }

    /// Thinks about the decision at hand for no longer than `slice`, and takes off what has gone by
    /// since the last time, waiting included; whether there is time for more. All that is left of
    /// the turn's time is used as long as nothing more is to be decided behind what seems best.
    pub(crate) fn think<G: Knowledge>(
        &mut self,
        thought: &mut Thought<G>,
        slice: Duration,
        leash: Leash,
    ) -> bool {
        let since = self.looked.unwrap_or_else(|| leash.clock.now());
        thought.run(Budget::Time(self.portion.min(slice)), leash);
        let now = leash.clock.now();
        let used = now.saturating_sub(since);
        self.looked = Some(now);
        self.left = self.left.saturating_sub(used);
        self.portion = self.portion.saturating_sub(used);
        if self.portion.is_zero() && self.left > self.whole / SMALLEST_PART {
            let ends =
                |best: &Advice<G::Action>| thought.state().ends_turn(thought.seat(), best.action);
            if thought.found().as_ref().is_some_and(ends) {
                self.portion = self.left.mul_f32(G::TURN_SHARE);
            }
        }
        !self.portion.is_zero() && !thought.is_settled()
    }
}
