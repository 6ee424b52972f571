//! How much a bot may think, and what can stop it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Seat;

use crate::Knowledge;

/// How much a bot may think.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Budget {
    /// That many simulations: the same answer on every machine.
    Sims(u64),
    /// That long by the clock.
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

    /// What is left when `used` is spent.
    fn less(self, used: Self) -> Self {
        match (self, used) {
            (Self::Sims(sims), Self::Sims(used)) => Self::Sims(sims.saturating_sub(used)),
            (Self::Time(time), Self::Time(used)) => Self::Time(time.saturating_sub(used)),
            (budget, _) => budget,
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
}

/// The budget of a turn, which may be a sequence of actions: what is left of it, and how much of
/// that goes into the next decision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TurnBudget {
    whole: Budget,
    left: Budget,
}

impl TurnBudget {
    /// The whole budget for every turn.
    pub const fn new(whole: Budget) -> Self {
        Self { whole, left: whole }
    }

    /// What the seat's next decision may cost. `goes_on` says that the seat has just acted and
    /// nobody else since.
    pub fn allot<G: Knowledge>(&mut self, state: &G, seat: Seat, goes_on: bool) -> Budget {
        if state.opens_turn(seat) && !goes_on {
            self.left = self.whole;
        }
        self.left.scaled(G::TURN_SHARE)
    }

    /// Takes off what a decision has cost.
    pub fn spend(&mut self, used: Budget) {
        self.left = self.left.less(used);
    }
}
