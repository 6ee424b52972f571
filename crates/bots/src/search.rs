//! Open-loop Monte Carlo tree search for any number of players.
//!
//! A simulation starts at the root and selects children: each seat maximises its own utility, the
//! dealer's actions are sampled and have no nodes (open loop). From the first node without visits
//! a playout runs, and its result is added to every node on the path.
//!
//! A game with [`Knowledge::USES_TRIALS`] is searched by paired trials of the root's actions
//! instead; the tree then has one level.
//!
//! A search is a value that its caller steps. It reads no clock.

use registry::Chooser;
use rules::{Actor, NoEvents, Seat, SeatSet, Turn};

use crate::advice::{Advice, Choice};
use crate::merge_trees::merged_advice;
use crate::paired_trials::PairedTrials;
use crate::playout_runner::{PlayoutRunner, unit_fraction};
use crate::sort::{WeightedIndex, sort_by_weight, weighted_indices};
use crate::tree::{Node, NodeId, Tree};
use crate::values::PlayoutResult;
use crate::{Knowledge, PlayoutPolicy, SearchOptions, Values};

/// The most simulations of a tree. Sums of shares are `f32`, which count exactly to 2^24.
const MAX_TREE_SIMS: u64 = 1 << 24;

/// A search in progress.
#[derive(Clone, Debug)]
pub struct Search<G: Knowledge> {
    root: G,
    seat: Seat,
    seed: u64,
    options: SearchOptions,
    /// The probability that each other seat plays by the heuristic.
    heuristic_rates: Values,
    tree: Tree<G::Action>,
    trials: PairedTrials,
    runner: PlayoutRunner<G>,
    scratch: Scratch<G::Action>,
}

/// Buffers that are kept between simulations.
#[derive(Clone, Debug)]
struct Scratch<A> {
    path: Vec<u32>,
    legal: Vec<A>,
    weights: Vec<f32>,
    order: Vec<WeightedIndex>,
    new: Vec<Node<A>>,
    candidates: Vec<u32>,
}

impl<A> Scratch<A> {
    const fn new() -> Self {
        Self {
            path: Vec::new(),
            legal: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            new: Vec::new(),
            candidates: Vec::new(),
        }
    }
}

impl<G: Knowledge> Search<G> {
    /// A search of the decision of `seat`, which is to act.
    pub fn new(root: G, seat: Seat, options: SearchOptions, seed: u64) -> Self {
        let random_rate = match options.playouts {
            PlayoutPolicy::Random => 1.0,
            PlayoutPolicy::Informed { random_rate } => {
                random_rate.unwrap_or_else(|| root.random_rate())
            }
        };
        let runner = PlayoutRunner::new(seed, random_rate);
        let (tree, trials, scratch) = (Tree::new(), PairedTrials::default(), Scratch::new());
        Self {
            root,
            seat,
            seed,
            options,
            heuristic_rates: Values::ZERO,
            tree,
            trials,
            runner,
            scratch,
        }
    }

    /// Sets the probability that each seat plays by the heuristic.
    pub(crate) fn set_opponent_model(&mut self, heuristic_rates: Values) {
        if self.options.models_opponents {
            self.heuristic_rates = heuristic_rates;
        }
    }

    /// The root position.
    pub const fn state(&self) -> &G {
        &self.root
    }

    /// How many simulations the tree holds.
    pub const fn sims(&self) -> u64 {
        self.tree.visits as u64
    }

    /// How many more simulations the tree can hold; 0 at the end of a game.
    pub(crate) fn capacity(&self) -> u64 {
        if self.root.is_over() { 0 } else { MAX_TREE_SIMS.saturating_sub(self.sims()) }
    }

    /// How many nodes the tree holds.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Runs that many more simulations, up to the tree's capacity.
    pub fn step(&mut self, sims: u64) {
        let uses_trials = G::USES_TRIALS && self.options.playouts != PlayoutPolicy::Random;
        for _ in 0..sims.min(self.capacity()) {
            if uses_trials { self.run_trial() } else { self.simulate() }
        }
    }

    /// Makes an action that was made at the table and re-roots the tree at its child. The tree is
    /// discarded after a dealer's action, because its statistics are averages over all draws.
    ///
    /// The precondition is that of [`rules::Game::apply_unchecked`].
    pub fn advance_root(&mut self, actor: Actor, action: G::Action) {
        self.root.apply_unchecked(actor, action, &mut NoEvents);
        let is_kept = matches!(actor, Actor::Seat(seat) if self.tree.reroot(seat, action));
        self.trials.clear();
        if !is_kept || G::USES_TRIALS {
            self.tree.clear();
        }
    }

    /// Discards the tree if the seat has more candidates than the root-action limit: a re-rooted tree
    /// may hold more of them.
    pub(crate) fn apply_root_action_limit(&mut self) {
        let seats = if let Turn::Seats(seats) = self.root.turn() { seats } else { SeatSet::EMPTY };
        if self.options.max_root_actions == usize::MAX || !seats.contains(self.seat) {
            return;
        }
        list_candidate_actions(
            &self.root,
            self.seat,
            self.options.uses_knowledge,
            &mut self.scratch.legal,
        );
        if self.scratch.legal.len() > self.options.max_root_actions {
            self.tree.clear();
        }
    }

    /// The advice by the simulations so far; `None` if the seat is not to act or no simulation was
    /// run.
    pub fn advice(&self) -> Option<Advice<G::Action>> {
        merged_advice(std::slice::from_ref(self))
    }

    /// Each seat's expected share of the victory over all simulations; `None` before the first.
    pub fn value(&self) -> Option<Values> {
        let sims = self.tree.visits;
        (sims > 0).then(|| self.tree.wins.scaled(1.0 / sims as f32))
    }

    /// The root's children, in the order of actions.
    pub(crate) fn choices(&self) -> Vec<Choice<G::Action>> {
        let own = self.tree.children(None).iter().filter(|node| node.seat == self.seat);
        own.map(Choice::of_node).collect()
    }

    /// The summed difference between two root actions over the trials that both have had, and the
    /// number of those trials; `None` without any.
    pub(crate) fn paired_difference(
        &self,
        action: G::Action,
        with: G::Action,
    ) -> Option<(f32, usize)> {
        let children = self.tree.children(None);
        let index = |wanted| children.iter().position(|node| node.action == wanted);
        self.trials.paired_difference(index(action)?, index(with)?)
    }

    fn simulate(&mut self) {
        let mut state = self.root.clone();
        self.scratch.path.clear();
        self.select_path(&mut state);
        self.runner.play_out(&mut state, self.options.horizon);
        let margin_weight = self.options.margin_weight.unwrap_or(G::MARGIN_WEIGHT);
        self.tree.backpropagate(&self.scratch.path, &PlayoutResult::of(&state, margin_weight));
    }

    /// Runs one trial of a root action, or of the position itself if the seat is not to act.
    fn run_trial(&mut self) {
        let mut state = self.root.clone();
        if self.tree.visits == 0 {
            self.expand(&state, self.seat, None);
        }
        let index = self.trials.next(self.tree.children(None));
        let child = index.map(|index| (self.tree.child_range(None).indices().start + index) as u32);
        if let Some(child) = child {
            let action = self.tree.node(child).action;
            state.apply_unchecked(Actor::Seat(self.seat), action, &mut NoEvents);
        }
        let trial = u64::from(self.tree.visits_at(child));
        let mut random = Chooser::new(self.seed ^ trial << 32);
        let points = state.play_trial(self.seat, trial, &mut random);
        let result = PlayoutResult::from_points::<G>(state.players(), &points);
        if let Some(index) = index {
            self.trials.record(index, result.utility.of(self.seat));
        }
        self.tree.backpropagate(child.as_slice(), &result);
    }

    /// The selection phase: follows the tree to its end.
    fn select_path(&mut self, state: &mut G) {
        // Until the dealer has acted, a node always stands for the same position.
        let mut deterministic = true;
        loop {
            match state.turn() {
                Turn::Over => return,
                Turn::Dealer => {
                    if !G::SEARCHES_PAST_DEALER {
                        return;
                    }
                    self.runner.play_dealer(state);
                    deterministic = false;
                }
                Turn::Seats(seats) => {
                    let seat = self.seat_to_select(seats);
                    // Seats that act at the same time do not see this seat's action: the playout
                    // plays them.
                    let is_hidden = G::INFO.simultaneous && seat != self.seat;
                    if is_hidden || !self.select_child(state, seat, deterministic) {
                        return;
                    }
                }
            }
        }
    }

    /// The seat among those to act whose action is selected first: the searching seat if possible.
    #[inline]
    fn seat_to_select(&self, seats: SeatSet) -> Seat {
        if seats.contains(self.seat) {
            return self.seat;
        }
        seats.first().expect("a seat is to act")
    }

    /// Selects a child for the seat and makes its action; `false` where the tree ends.
    #[inline]
    fn select_child(&mut self, state: &mut G, seat: Seat, deterministic: bool) -> bool {
        let node_id = self.scratch.path.last().copied();
        if node_id.is_some() && self.tree.visits_at(node_id) == 0 {
            return false;
        }
        let is_leaf = self.tree.child_range(node_id).is_empty();
        if is_leaf && self.tree.len() >= self.options.max_nodes {
            return false;
        }
        if is_leaf || !deterministic {
            self.expand(state, seat, node_id);
        } else {
            self.all_children_as_candidates(node_id);
        }
        let child = self.predicted_child(state, seat).or_else(|| self.best_child(node_id));
        let Some(child) = child else { return false };
        self.scratch.path.push(child);
        let action = self.tree.node(child).action;
        state.apply_unchecked(Actor::Seat(seat), action, &mut NoEvents);
        true
    }

    /// Makes all children candidates.
    #[inline]
    fn all_children_as_candidates(&mut self, node_id: NodeId) {
        self.scratch.candidates.clear();
        let indices = self.tree.child_range(node_id).indices();
        self.scratch.candidates.extend(indices.map(|index| index as u32));
    }

    /// The expansion phase: adds children for the seat's actions, and makes those that are legal in
    /// this simulation the candidates.
    fn expand(&mut self, state: &G, seat: Seat, node_id: NodeId) {
        list_candidate_actions(state, seat, self.options.uses_knowledge, &mut self.scratch.legal);
        if node_id.is_none() {
            apply_limit(
                &mut self.scratch.legal,
                self.options.max_root_actions,
                &mut self.runner.chooser,
            );
        }
        self.legal_children_as_candidates(seat, node_id);
        let known = self.scratch.candidates.len();
        let wanted = self.scratch.legal.len().min(self.options.width);
        if known < wanted && (known == 0 || self.scratch.legal.len() <= self.options.width) {
            self.add_children(state, seat, node_id);
            self.legal_children_as_candidates(seat, node_id);
        }
    }

    /// Makes the children that are among the legal actions the candidates.
    fn legal_children_as_candidates(&mut self, seat: Seat, node_id: NodeId) {
        let Scratch { legal, candidates, .. } = &mut self.scratch;
        candidates.clear();
        for index in self.tree.child_range(node_id).indices() {
            let node = self.tree.node(index as u32);
            if node.seat == seat && legal.binary_search(&node.action).is_ok() {
                candidates.push(index as u32);
            }
        }
    }

    /// Adds the highest ranked legal actions that are no children yet.
    fn add_children(&mut self, state: &G, seat: Seat, node_id: NodeId) {
        let Scratch { legal, weights, order, new, .. } = &mut self.scratch;
        if self.options.uses_knowledge {
            state.rank(seat, legal, weights);
        } else {
            weights.clear();
            weights.resize(legal.len(), 1.0);
        }
        order.clear();
        order.extend(weighted_indices(weights));
        sort_by_weight(order);
        order.truncate(self.options.width);
        let sum: f32 = order.iter().map(|it| it.weight).sum();
        let children = self.tree.children(node_id);
        new.clear();
        for (rank, it) in order.iter().enumerate() {
            let action = legal[it.index as usize];
            if !children.iter().any(|node| node.seat == seat && node.action == action) {
                new.push(Node::new(action, seat, rank, it.weight / sum));
            }
        }
        self.tree.add_children(node_id, new);
    }

    /// The candidate that the opponent model predicts, with the model's probability.
    #[inline]
    fn predicted_child(&mut self, state: &G, seat: Seat) -> Option<u32> {
        let rate = self.heuristic_rates.of(seat);
        if rate <= 0.0 || seat == self.seat || unit_fraction(&mut self.runner.chooser) >= rate {
            return None;
        }
        let predicted = state.predicted_action(seat)?;
        self.scratch
            .candidates
            .iter()
            .copied()
            .find(|&index| self.tree.node(index).action == predicted)
    }

    /// The candidate with the highest PUCT score: mean utility plus an exploration term.
    #[inline]
    fn best_child(&self, node_id: NodeId) -> Option<u32> {
        let (mut visits, mut utility) = (0, 0.0);
        for &index in &self.scratch.candidates {
            let node = self.tree.node(index);
            visits += node.visits;
            utility += node.utility;
        }
        let first_play_utility = if visits == 0 { 0.0 } else { utility / visits as f32 };
        let root = (self.tree.visits_at(node_id).max(1) as f32).sqrt();
        let exploration = self.options.exploration * root;
        let current_width = self.options.initial_width.saturating_add(root as usize);
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        for &index in &self.scratch.candidates {
            let node = self.tree.node(index);
            if usize::from(node.rank) >= current_width {
                continue;
            }
            let mean = if node.visits == 0 { first_play_utility } else { node.mean_utility() };
            let score = mean + exploration * node.prior / (1 + node.visits) as f32;
            if score > best_score {
                (best_score, best) = (score, Some(index));
            }
        }
        // After a draw only children beyond the current width may be legal.
        best.or_else(|| self.scratch.candidates.first().copied())
    }
}

/// Lists the seat's legal actions, pruned by the game's knowledge if `uses_knowledge`.
fn list_candidate_actions<G: Knowledge>(
    state: &G,
    seat: Seat,
    uses_knowledge: bool,
    actions: &mut Vec<G::Action>,
) {
    state.legal_into(seat, actions);
    if uses_knowledge {
        state.prune(seat, actions);
    }
}

/// Keeps a random subset of at most that many actions, in their order.
fn apply_limit<A>(actions: &mut Vec<A>, limit: usize, chooser: &mut Chooser) {
    while actions.len() > limit.max(1) {
        actions.remove(chooser.below(actions.len() as u64) as usize);
    }
}
