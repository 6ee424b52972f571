//! Search budgets, clocks and cancellation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The target length of a slice, between two readings of the clock.
const SLICE: Duration = Duration::from_micros(500);
/// The most simulations in a slice, so that cancellation is noticed soon.
const MAX_SLICE_SIMS: u64 = 4096;

/// A limit to a search. Forced decisions use none of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Simulations per decision: the same answer on every machine.
    Sims(u64),
    /// Time per turn, however many decisions it has.
    Time(Duration),
}

impl Budget {
    /// A budget of milliseconds per turn.
    pub const fn millis(millis: u64) -> Self {
        Self::Time(Duration::from_millis(millis))
    }

    /// The budget multiplied by a factor.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        let factor = f64::from(factor.max(0.0));
        match self {
            Self::Sims(sims) => Self::Sims((sims as f64 * factor) as u64),
            Self::Time(time) => Self::Time(time.mul_f64(factor)),
        }
    }
}

/// A monotonic clock. In a browser the page provides its own.
pub trait Clock: Sync {
    /// The time since a fixed moment in the past.
    fn now(&self) -> Duration;
}

/// The system's clock.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Copy, Clone, Debug)]
pub struct SystemClock(std::time::Instant);

#[cfg(not(target_arch = "wasm32"))]
impl Default for SystemClock {
    fn default() -> Self {
        Self(std::time::Instant::now())
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// How a search is limited from outside: a clock for budgets of time, and a flag for cancellation.
#[derive(Copy, Clone)]
pub struct SearchControl<'a> {
    /// The clock for budgets of time.
    pub clock: &'a dyn Clock,
    /// Set to make the search return the best action so far.
    pub cancel: &'a AtomicBool,
}

impl SearchControl<'_> {
    /// Whether the search is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Runs `step` for that many simulations in slices, unless the clock reaches `end` or the search is
    /// cancelled before; returns how many were run. The length of each slice follows from the speed
    /// of the last, so that slow simulations can be cancelled as soon as quick ones. At least one
    /// simulation is run, so that repeated calls with short times make progress.
    pub(crate) fn run_in_slices(&self, sims: u64, end: Duration, mut step: impl FnMut(u64)) -> u64 {
        let (mut run, mut slice) = (0, 1);
        let mut now = self.clock.now();
        while run < sims && (run == 0 || now < end) && !self.is_cancelled() {
            slice = slice.min(sims - run);
            step(slice);
            run += slice;
            let then = self.clock.now();
            let wanted = SLICE.min(end.saturating_sub(then));
            let rate = slice as f64 / (then.saturating_sub(now).as_secs_f64() + 1e-9);
            let next = (rate * wanted.as_secs_f64()) as u64;
            slice = next.clamp(1, slice * 4).min(MAX_SLICE_SIMS);
            now = then;
        }
        run
    }
}
