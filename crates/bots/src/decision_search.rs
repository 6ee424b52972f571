//! The search of one decision by a bot's strategy, to be stepped by the caller.

use std::time::Duration;

use registry::Chooser;
use rules::{Move, Seat};

use crate::advice::Advice;
use crate::bot::{Bot, Selection, Strategy, greedy_choices};
use crate::budget::{Budget, SearchControl};
use crate::flat_monte_carlo::FlatMonteCarlo;
use crate::merge_trees::merged_advice;
use crate::values::PlayoutResult;
use crate::{Knowledge, Search, Values};

/// The distance between the seeds of parallel trees, so that no two bots share a stream.
const SEED_STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The search of one decision.
#[derive(Clone, Debug)]
pub struct DecisionSearch<G: Knowledge> {
    state: G,
    seat: Seat,
    selection: Selection,
    chooser: Chooser,
    kind: Kind<G>,
    /// The simulations of this decision, without those of earlier ones in a kept tree.
    new_sims: u64,
}

#[derive(Clone, Debug)]
enum Kind<G: Knowledge> {
    /// Decided without simulations.
    Immediate(Advice<G::Action>),
    Flat(Box<FlatMonteCarlo<G>>),
    Trees(Vec<Search<G>>),
}

impl<G: Knowledge> DecisionSearch<G> {
    pub(crate) fn new(bot: &Bot, state: &G, seat: Seat, seed: u64) -> Self {
        let mut chooser = Chooser::new(!seed);
        let kind = Kind::new(bot, state, seat, seed, &mut chooser);
        Self { state: state.clone(), seat, selection: bot.selection, chooser, kind, new_sims: 0 }
    }

    /// Sets the probability that each seat plays by the heuristic.
    pub(crate) fn set_opponent_model(&mut self, heuristic_rates: Values) {
        if let Kind::Trees(trees) = &mut self.kind {
            for tree in trees {
                tree.set_opponent_model(heuristic_rates);
            }
        }
    }

    /// The searched position.
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// The seat to decide.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many simulations were run for this decision.
    pub const fn sims(&self) -> u64 {
        self.new_sims
    }

    /// Whether further steps have no effect.
    pub fn is_exhausted(&self) -> bool {
        self.capacity() == 0
    }

    /// Whether the decision needs no simulations.
    const fn is_forced(&self) -> bool {
        matches!(self.kind, Kind::Immediate(_))
    }

    /// How many nodes its trees hold.
    pub(crate) fn nodes(&self) -> usize {
        match &self.kind {
            Kind::Trees(trees) => trees.iter().map(Search::nodes).sum(),
            _ => 0,
        }
    }

    /// Runs that many more simulations. How they are divided into steps does not change the result.
    pub fn step(&mut self, sims: u64) {
        match &mut self.kind {
            Kind::Immediate(_) => return,
            Kind::Flat(flat) => flat.step(sims),
            Kind::Trees(trees) => {
                let count = trees.len() as u64;
                for (index, tree) in trees.iter_mut().enumerate() {
                    let (new_sims, index) = (self.new_sims, index as u64);
                    tree.step(share_between(new_sims, new_sims + sims, index, count));
                }
            }
        }
        self.new_sims += sims;
    }

    /// The advice by the simulations so far.
    pub fn advice(&mut self) -> Advice<G::Action> {
        let mut advice = self.best_so_far().unwrap_or_else(|| self.fallback_advice());
        // Advice without simulations has no expected shares: the estimate gives them.
        if advice.value.sum() == 0.0 {
            advice.value = PlayoutResult::of(&self.state, 0.0).wins;
        }
        self.selection.choose(advice, &mut self.chooser)
    }

    /// The best action so far, before the bot's selection; `None` before the first simulation.
    pub(crate) fn best_so_far(&self) -> Option<Advice<G::Action>> {
        let best_so_far = match &self.kind {
            Kind::Immediate(advice) => Some(advice.clone()),
            Kind::Flat(flat) => Advice::highest_utility(flat.sims(), flat.choices()),
            Kind::Trees(trees) => merged_advice(trees),
        };
        best_so_far.filter(|advice| advice.sims > 0 || self.is_forced())
    }

    /// The advice without any simulation: the heuristic's action.
    fn fallback_advice(&mut self) -> Advice<G::Action> {
        let action = self.state.playout_action(self.seat, &mut self.chooser, &mut Vec::new());
        Advice::forced(action, PlayoutResult::of(&self.state, 0.0).wins)
    }

    /// Searches until the budget is used up, the search is cancelled, or further steps have no effect.
    pub fn run(&mut self, budget: Budget, control: SearchControl) {
        match budget {
            Budget::Sims(sims) => self.run_until(sims, Duration::MAX, control),
            Budget::Time(time) => {
                self.run_until(u64::MAX, control.clock.now().saturating_add(time), control);
            }
        }
    }

    /// Runs that many simulations, unless the clock reaches `end` or the search is cancelled before.
    pub(crate) fn run_until(&mut self, sims: u64, end: Duration, control: SearchControl) {
        if self.is_exhausted() {
            return;
        }
        if self.can_run_in_parallel() {
            let new_sims = self.new_sims;
            return self.run_in_parallel(|tree, index, count| {
                let share = share_between(new_sims, new_sims.saturating_add(sims), index, count);
                control.run_in_slices(share.min(tree.capacity()), end, |slice| tree.step(slice))
            });
        }
        let sims = sims.min(self.capacity());
        control.run_in_slices(sims, end, |slice| self.step(slice));
    }

    /// How many more simulations can be run.
    fn capacity(&self) -> u64 {
        match &self.kind {
            Kind::Immediate(_) => 0,
            Kind::Flat(_) => u64::MAX,
            Kind::Trees(trees) => trees.iter().map(Search::capacity).fold(0, u64::saturating_add),
        }
    }

    /// Whether there are several trees, and threads.
    fn can_run_in_parallel(&self) -> bool {
        cfg!(not(target_arch = "wasm32"))
            && matches!(&self.kind, Kind::Trees(trees) if trees.len() > 1)
    }

    /// Searches every tree in a thread of its own. `run` is given the tree, its index and the number
    /// of trees, and returns the number of simulations.
    fn run_in_parallel(&mut self, run: impl Fn(&mut Search<G>, u64, u64) -> u64 + Sync) {
        let Kind::Trees(trees) = &mut self.kind else { return };
        let count = trees.len() as u64;
        let run = &run;
        self.new_sims += std::thread::scope(|scope| {
            let threads: Vec<_> = (0..)
                .zip(trees)
                .map(|(index, tree)| scope.spawn(move || run(tree, index, count)))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no search panics")).sum::<u64>()
        });
    }

    /// Moves on to a later decision of the same seat by re-rooting the trees; `false` if they do not
    /// reach the position.
    pub(crate) fn advance(&mut self, steps: &[Move<G::Action>], state: &G) -> bool {
        let Kind::Trees(trees) = &mut self.kind else { return false };
        for tree in &mut *trees {
            for step in steps {
                tree.advance_root(step.actor, step.action);
            }
            tree.apply_root_action_limit();
        }
        self.new_sims = 0;
        self.state = state.clone();
        trees.iter().all(|tree| tree.state() == state)
    }
}

impl<G: Knowledge> Kind<G> {
    fn new(bot: &Bot, state: &G, seat: Seat, seed: u64, chooser: &mut Chooser) -> Self {
        let immediate = |action| Advice::forced(action, PlayoutResult::of(state, 0.0).wins);
        let legal = state.legal(seat);
        if let [only] = legal.as_slice() {
            return Self::Immediate(immediate(*only));
        }
        let uses_knowledge =
            matches!(bot.strategy, Strategy::Search(options) if options.uses_knowledge);
        if let Some(only) = state.only_candidate(seat).filter(|_| uses_knowledge) {
            return Self::Immediate(immediate(only));
        }
        match bot.strategy {
            Strategy::Random => {
                let index = chooser.below(legal.len() as u64) as usize;
                Self::Immediate(immediate(legal[index]))
            }
            Strategy::Heuristic => {
                Self::Immediate(immediate(state.playout_action(seat, chooser, &mut Vec::new())))
            }
            Strategy::Greedy => {
                let choices = greedy_choices(state, seat);
                Self::Immediate(
                    Advice::highest_utility(0, choices).expect("there is a legal action"),
                )
            }
            Strategy::FlatMonteCarlo => {
                Self::Flat(Box::new(FlatMonteCarlo::new(state.clone(), seat, seed)))
            }
            Strategy::Search(options) => {
                let tree = |index| {
                    let seed = seed.wrapping_add(SEED_STEP.wrapping_mul(index));
                    Search::new(state.clone(), seat, options, seed)
                };
                Self::Trees((0..bot.trees.max(1) as u64).map(tree).collect())
            }
        }
    }
}

/// How many of the simulations with the numbers `from..to` belong to the tree at that index: they
/// are dealt out in turn, so that their division into steps does not matter.
const fn share_between(from: u64, to: u64, index: u64, count: u64) -> u64 {
    let ahead = count - 1 - index;
    to.saturating_add(ahead) / count - (from + ahead) / count
}
