//! How much a bot may think, and what can stop it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The clock is read about this often while a bot thinks.
const SLICE: Duration = Duration::from_micros(500);
/// No slice has more simulations than this, so that a bot can be stopped soon.
const MOST_IN_SLICE: u64 = 4096;

/// How much a bot may think. Actions that are forced cost nothing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Budget {
    /// That many simulations for every decision: the same answer on every machine.
    Sims(u64),
    /// That long by the clock for a whole turn, however many decisions it has.
    Time(Duration),
}

impl Budget {
    /// That many milliseconds.
    pub const fn millis(millis: u64) -> Self {
        Self::Time(Duration::from_millis(millis))
    }

    /// A fraction of it, or a multiple.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        let factor = f64::from(factor.max(0.0));
        match self {
            Self::Sims(sims) => Self::Sims((sims as f64 * factor) as u64),
            Self::Time(time) => Self::Time(time.mul_f64(factor)),
        }
    }
}

/// Tells the time since some moment in the past. In a browser the page hands in its own.
pub trait Clock: Sync {
    /// The time now.
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

/// What a bot that thinks is held by: a clock, and a flag that stops it at any moment.
#[derive(Copy, Clone)]
pub struct Leash<'a> {
    /// The clock for budgets of time.
    pub clock: &'a dyn Clock,
    /// Set to make the bot answer at once with the best so far.
    pub cancel: &'a AtomicBool,
}

impl Leash<'_> {
    /// Whether the bot is to stop now.
    pub fn is_pulled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Steps through that many simulations, unless the clock comes to `end` or the leash is pulled
    /// before, and gives how many were run. The first slices are short; each says how long the next
    /// may be, so that slow simulations can be stopped as soon as quick ones. There is always time
    /// for the first, so that whoever goes on again and again gets somewhere.
    pub(crate) fn slices(&self, sims: u64, end: Duration, mut step: impl FnMut(u64)) -> u64 {
        let (mut run, mut slice) = (0, 1);
        let mut now = self.clock.now();
        while run < sims && (run == 0 || now < end) && !self.is_pulled() {
            slice = slice.min(sims - run);
            step(slice);
            run += slice;
            let then = self.clock.now();
            let wanted = SLICE.min(end.saturating_sub(then));
            let rate = slice as f64 / (then.saturating_sub(now).as_secs_f64() + 1e-9);
            let next = (rate * wanted.as_secs_f64()) as u64;
            slice = next.clamp(1, slice * 4).min(MOST_IN_SLICE);
            now = then;
        }
        run
    }
}
