//! A bot's thinking about one decision: it can be stepped, asked and stopped at any moment.

use std::time::Duration;

use rules::{Move, Seat};
use shelf::Chooser;

use crate::advice::Advice;
use crate::agreement::agreed;
use crate::bot::{Bot, Care, Strategy, greedy_choices};
use crate::budget::{Budget, Leash};
use crate::flat::Flat;
use crate::values::Payoff;
use crate::{Knowledge, Search, Values};

/// The seeds of neighbouring trees are this far apart, so that no two bots share a stream.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bot's thinking about one decision.
#[derive(Clone, Debug)]
pub struct Thought<G: Knowledge> {
    state: G,
    seat: Seat,
    care: Care,
    chooser: Chooser,
    kind: Kind<G>,
    /// Simulations that were run for this decision, those of earlier ones left out.
    fresh: u64,
}

#[derive(Clone, Debug)]
enum Kind<G: Knowledge> {
    /// Nothing is left to think about.
    Settled(Advice<G::Action>),
    Flat(Box<Flat<G>>),
    Trees(Vec<Search<G>>),
}

impl<G: Knowledge> Thought<G> {
    pub(crate) fn new(bot: &Bot, state: &G, seat: Seat, seed: u64) -> Self {
        let mut chooser = Chooser::new(!seed);
        let kind = Kind::new(bot, state, seat, seed, &mut chooser);
        Self { state: state.clone(), seat, care: bot.care, chooser, kind, fresh: 0 }
    }

    /// Tells how often each seat does the usual thing without a thought.
    pub(crate) fn watch(&mut self, habits: Values) {
        if let Kind::Trees(trees) = &mut self.kind {
            for tree in trees {
                tree.watch(habits);
            }
        }
    }

    /// The position it is about.
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// The seat that it is for.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many simulations were run for this decision.
    pub const fn sims(&self) -> u64 {
        self.fresh
    }

    /// Whether more thinking could change nothing.
    pub fn is_settled(&self) -> bool {
        self.room() == 0
    }

    /// Whether there was nothing to think about from the beginning.
    const fn is_forced(&self) -> bool {
        matches!(self.kind, Kind::Settled(_))
    }

    /// How many positions it remembers.
    pub(crate) fn nodes(&self) -> usize {
        match &self.kind {
            Kind::Trees(trees) => trees.iter().map(Search::nodes).sum(),
            _ => 0,
        }
    }

    /// Runs that many more simulations; the way they are cut into steps makes no difference.
    pub fn step(&mut self, sims: u64) {
        match &mut self.kind {
            Kind::Settled(_) => return,
            Kind::Flat(flat) => flat.step(sims),
            Kind::Trees(trees) => {
                let count = trees.len() as u64;
                for (place, tree) in trees.iter_mut().enumerate() {
                    let (fresh, place) = (self.fresh, place as u64);
                    tree.step(share_between(fresh, fresh + sims, place, count));
                }
            }
        }
        self.fresh += sims;
    }

    /// What to do by all that is known so far.
    pub fn advice(&mut self) -> Advice<G::Action> {
        let mut advice = self.found().unwrap_or_else(|| self.first_thought());
        // What was never simulated, or only judged at a glance, still has some value.
        if advice.value.sum() == 0.0 {
            advice.value = Payoff::of(&self.state, 0.0).wins;
        }
        self.care.choose(advice, &mut self.chooser)
    }

    /// What was found best so far, however careful the bot is; `None` before the first simulation.
    pub(crate) fn found(&self) -> Option<Advice<G::Action>> {
        let found = match &self.kind {
            Kind::Settled(advice) => Some(advice.clone()),
            Kind::Flat(flat) => Advice::worthiest(flat.sims(), flat.choices()),
            Kind::Trees(trees) => agreed(trees),
        };
        found.filter(|advice| advice.sims > 0 || self.is_forced())
    }

    /// What to do if there was no time for a single simulation.
    fn first_thought(&mut self) -> Advice<G::Action> {
        let action = self.state.reply(self.seat, &mut self.chooser, &mut Vec::new());
        Advice::forced(action, Payoff::of(&self.state, 0.0).wins)
    }

    /// Thinks until the budget is spent, the leash is pulled or nothing is left to think about.
    pub fn run(&mut self, budget: Budget, leash: Leash) {
        match budget {
            Budget::Sims(sims) => self.run_until(sims, Duration::MAX, leash),
            Budget::Time(time) => {
                self.run_until(u64::MAX, leash.clock.now().saturating_add(time), leash);
            }
        }
    }

    /// Runs that many simulations, unless the clock comes to `end` or the leash is pulled before.
    pub(crate) fn run_until(&mut self, sims: u64, end: Duration, leash: Leash) {
        if self.is_settled() {
            return;
        }
        if self.can_spread() {
            let fresh = self.fresh;
            return self.spread(|tree, place, count| {
                let share = share_between(fresh, fresh.saturating_add(sims), place, count);
                leash.slices(share.min(tree.room()), end, |slice| tree.step(slice))
            });
        }
        let sims = sims.min(self.room());
        leash.slices(sims, end, |slice| self.step(slice));
    }

    /// How many simulations can still be run.
    fn room(&self) -> u64 {
        match &self.kind {
            Kind::Settled(_) => 0,
            Kind::Flat(_) => u64::MAX,
            Kind::Trees(trees) => trees.iter().map(Search::room).fold(0, u64::saturating_add),
        }
    }

    /// Whether there are several trees and threads to grow them in.
    fn can_spread(&self) -> bool {
        cfg!(not(target_arch = "wasm32"))
            && matches!(&self.kind, Kind::Trees(trees) if trees.len() > 1)
    }

    /// Grows every tree in a thread of its own; `grow` is given the tree, its place and how many
    /// there are, and answers with the number of its simulations.
    fn spread(&mut self, grow: impl Fn(&mut Search<G>, u64, u64) -> u64 + Sync) {
        let Kind::Trees(trees) = &mut self.kind else { return };
        let count = trees.len() as u64;
        let grow = &grow;
        self.fresh += std::thread::scope(|scope| {
            let threads: Vec<_> = (0..)
                .zip(trees)
                .map(|(place, tree)| scope.spawn(move || grow(tree, place, count)))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no search panics")).sum::<u64>()
        });
    }

    /// Goes on to another decision of the same seat, with what is known about the actions that
    /// were made at the table since; `false` if nothing is.
    pub(crate) fn follow(&mut self, steps: &[Move<G::Action>], state: &G) -> bool {
        let Kind::Trees(trees) = &mut self.kind else { return false };
        for tree in &mut *trees {
            for step in steps {
                tree.follow(step.actor, step.action);
            }
            tree.heed_attention();
        }
        self.fresh = 0;
        self.state = state.clone();
        trees.iter().all(|tree| tree.state() == state)
    }
}

impl<G: Knowledge> Kind<G> {
    fn new(bot: &Bot, state: &G, seat: Seat, seed: u64, chooser: &mut Chooser) -> Self {
        let settled = |action| Advice::forced(action, Payoff::of(state, 0.0).wins);
        let legal = state.legal(seat);
        if let [only] = legal.as_slice() {
            return Self::Settled(settled(*only));
        }
        let ranked = matches!(bot.strategy, Strategy::Search(options) if options.ranked);
        if let Some(only) = state.only_choice(seat).filter(|_| ranked) {
            return Self::Settled(settled(only));
        }
        match bot.strategy {
            Strategy::Random => {
                let place = chooser.below(legal.len() as u64) as usize;
                Self::Settled(settled(legal[place]))
            }
            Strategy::Simple => Self::Settled(settled(state.reply(seat, chooser, &mut Vec::new()))),
            Strategy::Greedy => {
                let choices = greedy_choices(state, seat);
                Self::Settled(Advice::worthiest(0, choices).expect("there is a legal action"))
            }
            Strategy::Flat => Self::Flat(Box::new(Flat::new(state.clone(), seat, seed))),
            Strategy::Search(options) => {
                let tree = |place| {
                    let seed = seed.wrapping_add(SEED_STEP.wrapping_mul(place));
                    Search::new(state.clone(), seat, options, seed)
                };
                Self::Trees((0..bot.trees.max(1) as u64).map(tree).collect())
            }
        }
    }
}

/// How many of the simulations from one number to another are run by the tree at that place: they
/// are dealt out in turn, so that it makes no difference in how many runs they come.
const fn share_between(from: u64, to: u64, place: u64, count: u64) -> u64 {
    let ahead = count - 1 - place;
    to.saturating_add(ahead) / count - (from + ahead) / count
}
