//! How much a bot may think, and what can stop it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Knowledge, Thought};

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

    /// Thinks about the seat's next decision: for its share of the turn, and for all that is left
    /// if nothing more is to be decided behind what seems best then. `goes_on` says that the seat
    /// has just acted and nobody else since.
    pub fn think<G: Knowledge>(&mut self, thought: &mut Thought<G>, goes_on: bool, leash: Leash) {
        let seat = thought.seat();
        if thought.state().opens_turn(seat) && !goes_on {
            self.left = self.whole;
        }
        self.run(thought, self.left.scaled(G::TURN_SHARE), leash);
        let found = thought.found();
        if found.is_some_and(|best| thought.state().ends_turn(seat, best.action)) {
            self.run(thought, self.left, leash);
        }
    }

    /// Thinks for that long, and takes it off.
    fn run<G: Knowledge>(&mut self, thought: &mut Thought<G>, budget: Budget, leash: Leash) {
        let (before, sims) = (leash.clock.now(), thought.sims());
        thought.run(budget, leash);
        self.left = self.left.less(match budget {
            Budget::Sims(_) => Budget::Sims(thought.sims() - sims),
            Budget::Time(_) => Budget::Time(leash.clock.now().saturating_sub(before)),
        });
    }
}
