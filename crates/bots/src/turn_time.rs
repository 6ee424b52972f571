//! Time management: divides the time of a turn among its decisions.

use std::time::Duration;

use crate::budget::{Budget, SearchControl};
use crate::decision_search::DecisionSearch;
use crate::{Advice, Knowledge};

/// Remaining time below this fraction of a turn's time (1/100) is not used.
const NEGLIGIBLE_DIVISOR: u32 = 100;

/// The time of a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct TurnTime {
    total: Duration,
    remaining: Duration,
    /// The remaining time at the start of the current decision.
    remaining_before: Duration,
    /// The time for the current decision before [`Knowledge::ends_turn`] is checked.
    share: Duration,
    /// When the clock was last read for the current decision.
    last_reading: Option<Duration>,
}

impl TurnTime {
    /// That much time for every turn.
    pub(crate) const fn new(total: Duration) -> Self {
        Self {
            total,
            remaining: total,
            remaining_before: total,
            share: Duration::ZERO,
            last_reading: None,
        }
    }

    /// Starts another turn.
    pub(crate) const fn reset(&mut self) {
        self.remaining = self.total;
    }

    /// Restores the remaining time to that at the start of the current decision.
    pub(crate) const fn restore(&mut self) {
        self.remaining = self.remaining_before;
    }

    /// Starts the next decision of the turn, with its share of the remaining time.
    pub(crate) fn start_decision<G: Knowledge>(&mut self) {
        self.remaining_before = self.remaining;
        self.last_reading = None;
        self.share = self.remaining.mul_f32(G::DECISION_TIME_SHARE);
    }

    /// The used fraction of the turn's time, from 0 to 1.
    pub(crate) fn used_fraction(&self) -> f32 {
        1.0 - self.remaining.as_secs_f32() / self.total.as_secs_f32().max(f32::MIN_POSITIVE)
    }

    /// Searches for at most `slice` and deducts the time since the last call, waiting included; returns
    /// whether time remains. A decision whose best action ends the turn gets the time that other
    /// decisions of the turn would have had.
    pub(crate) fn run<G: Knowledge>(
        &mut self,
        search: &mut DecisionSearch<G>,
        slice: Duration,
        control: SearchControl,
    ) -> bool {
        let last_reading = self.last_reading.unwrap_or_else(|| control.clock.now());
        search.run(Budget::Time(self.share.min(slice)), control);
        let now = control.clock.now();
        let used = now.saturating_sub(last_reading);
        self.last_reading = Some(now);
        self.remaining = self.remaining.saturating_sub(used);
        self.share = self.share.saturating_sub(used);
        if self.share.is_zero() && self.remaining > self.total / NEGLIGIBLE_DIVISOR {
            let ends_turn =
                |best: &Advice<G::Action>| search.state().ends_turn(search.seat(), best.action);
            if search.best_so_far().as_ref().is_some_and(ends_turn) {
                self.share = self.remaining.mul_f32(G::DECISION_TIME_SHARE);
            }
        }
        !self.share.is_zero() && !search.is_exhausted()
    }
}
