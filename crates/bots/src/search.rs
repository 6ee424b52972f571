//! Open-loop Monte Carlo tree search for any number of players.
//!
//! A simulation starts at the position that is searched and follows the tree: the seat to act
//! chooses the child that promises it most (every seat for itself), the dealer draws by chance and
//! leaves no trace in the tree. From a node that was never visited a playout goes on, and what it
//! comes to is recorded for every node on the way.
//!
//! Where a game has a quick way of its own to play on ([`Knowledge::foresee`]), the seat's actions
//! are tried one against the other instead, and the tree is only their list.
//!
//! A search is a value that can be stepped, asked and dropped at any moment. It reads no clock.

use rules::{Actor, Seat, SeatSet, Silent, Turn};
use shelf::Chooser;

use crate::advice::{Advice, Choice};
use crate::agreement::agreed;
use crate::runner::{Runner, fraction};
use crate::tree::{Node, Place, Tree};
use crate::trials::Trials;
use crate::values::Payoff;
use crate::weighed::{Weighed, heaviest_first, weighed};
use crate::{Knowledge, Playouts, SearchOptions, Values};

/// No tree holds more simulations than this. Sums of shares are kept in single precision, which
/// counts to 2^24.
const MOST_SIMS: u64 = 1 << 24;

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search<G: Knowledge> {
    root: G,
    seat: Seat,
    seed: u64,
    options: SearchOptions,
    /// How often each of the others does the usual thing without a thought.
    habits: Values,
    tree: Tree<G::Action>,
    trials: Trials,
    runner: Runner<G>,
    scratch: Scratch<G::Action>,
}

/// Buffers that are kept between simulations.
#[derive(Clone, Debug)]
struct Scratch<A> {
    path: Vec<u32>,
    legal: Vec<A>,
    weights: Vec<f32>,
    order: Vec<Weighed>,
    new: Vec<Node<A>>,
    open: Vec<u32>,
}

impl<A> Scratch<A> {
    const fn new() -> Self {
        Self {
            path: Vec::new(),
            legal: Vec::new(),
            weights: Vec::new(),
            order: Vec::new(),
            new: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl<G: Knowledge> Search<G> {
    /// A search for what `seat`, which is to act, should do.
    pub fn new(root: G, seat: Seat, options: SearchOptions, seed: u64) -> Self {
        let slips = match options.playouts {
            Playouts::Random => 1.0,
            Playouts::Informed { slips } => slips.unwrap_or_else(|| root.slips()),
        };
        let runner = Runner::new(seed, slips);
        let (tree, trials, scratch) = (Tree::new(), Trials::default(), Scratch::new());
        Self { root, seat, seed, options, habits: Values::ZERO, tree, trials, runner, scratch }
    }

    /// Tells how often each seat does the usual thing without a thought.
    pub(crate) fn watch(&mut self, habits: Values) {
        if self.options.watchful {
            self.habits = habits;
        }
    }

    /// The position that is searched.
    pub const fn state(&self) -> &G {
        &self.root
    }

    /// How many simulations the tree holds.
    pub const fn sims(&self) -> u64 {
        self.tree.visits as u64
    }

    /// How many more simulations the tree can hold: none at the end of a game.
    pub(crate) fn room(&self) -> u64 {
        if self.root.is_over() { 0 } else { MOST_SIMS.saturating_sub(self.sims()) }
    }

    /// How many positions the tree remembers.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Runs that many more simulations, as long as the tree can hold them.
    pub fn step(&mut self, sims: u64) {
        let by_trials = G::FORESEES && self.options.playouts != Playouts::Random;
        for _ in 0..sims.min(self.room()) {
            if by_trials { self.try_out() } else { self.simulate() }
        }
    }

    /// Goes on from the position after an action that was made at the table. What the tree knows
    /// about it is kept, unless the dealer has acted: the tree knows only what holds on average.
    ///
    /// The precondition is that of [`rules::Game::apply_unchecked`].
    pub fn follow(&mut self, actor: Actor, action: G::Action) {
        self.root.apply_unchecked(actor, action, &mut Silent);
        let known = matches!(actor, Actor::Seat(seat) if self.tree.descend(seat, action));
        self.trials.clear();
        if !known || G::FORESEES {
            self.tree.clear();
        }
    }

    /// Forgets the tree if the seat has more possibilities now than the search sees: a tree that was
    /// grown from an earlier position has seen them all.
    pub(crate) fn heed_attention(&mut self) {
        let seats = if let Turn::Seats(seats) = self.root.turn() { seats } else { SeatSet::EMPTY };
        if self.options.attention == usize::MAX || !seats.contains(self.seat) {
            return;
        }
        list(&self.root, self.seat, self.options.ranked, &mut self.scratch.legal);
        if self.scratch.legal.len() > self.options.attention {
            self.tree.clear();
        }
    }

    /// What the seat should do by all that is known so far; `None` if it is not to act or no
    /// simulation was run.
    pub fn advice(&self) -> Option<Advice<G::Action>> {
        agreed(std::slice::from_ref(self))
    }

    /// Each seat's expected share of the victory over all simulations; `None` before the first.
    pub fn value(&self) -> Option<Values> {
        let sims = self.tree.visits;
        (sims > 0).then(|| self.tree.wins.times(1.0 / sims as f32))
    }

    /// What was considered at the root, in the order of actions.
    pub(crate) fn choices(&self) -> Vec<Choice<G::Action>> {
        let own = self.tree.children(None).iter().filter(|node| node.seat == self.seat);
        own.map(Choice::of_node).collect()
    }

    /// How much more an action came to than another in all the trials that both have had, and how
    /// many those were; `None` without any.
    pub(crate) fn compared(&self, action: G::Action, with: G::Action) -> Option<(f32, usize)> {
        let children = self.tree.children(None);
        let place = |wanted| children.iter().position(|node| node.action == wanted);
        self.trials.compared(place(action)?, place(with)?)
    }

    fn simulate(&mut self) {
        let mut state = self.root.clone();
        self.scratch.path.clear();
        self.descend(&mut state);
        self.runner.finish(&mut state, self.options.horizon);
        let margin_weight = self.options.margin_weight.unwrap_or(G::MARGIN_WEIGHT);
        self.tree.record(&self.scratch.path, &Payoff::of(&state, margin_weight));
    }

    /// Tries one of the seat's actions, or how the position stands if it is not to act.
    fn try_out(&mut self) {
        let mut state = self.root.clone();
        if self.tree.visits == 0 {
            self.meet(&state, self.seat, None);
        }
        let place = self.trials.next(self.tree.children(None));
        let child = place.map(|place| (self.tree.block(None).places().start + place) as u32);
        if let Some(child) = child {
            let action = self.tree.node(child).action;
            state.apply_unchecked(Actor::Seat(self.seat), action, &mut Silent);
        }
        let trial = u64::from(self.tree.visits_at(child));
        let mut luck = Chooser::new(self.seed ^ trial << 32);
        let points = state.foresee(self.seat, trial, &mut luck);
        let payoff = Payoff::expected::<G>(state.players(), &points);
        if let Some(place) = place {
            self.trials.record(place, payoff.worth.of(self.seat));
        }
        self.tree.record(child.as_slice(), &payoff);
    }

    /// Follows the tree as far as it goes.
    fn descend(&mut self, state: &mut G) {
        // As long as nothing was left to chance, a node always stands for the same position.
        let mut settled = true;
        loop {
            match state.turn() {
                Turn::Over => return,
                Turn::Dealer => {
                    if !G::BEHIND_DEALER {
                        return;
                    }
                    self.runner.deal(state);
                    settled = false;
                }
                Turn::Seats(seats) => {
                    let seat = self.mover(seats);
                    // Those who act at the same time do not see what the seat does: they are
                    // left to the playout.
                    let unseen = G::INFO.simultaneous && seat != self.seat;
                    if unseen || !self.choose(state, seat, settled) {
                        return;
                    }
                }
            }
        }
    }

    /// Who of those that may act is looked at first: the seat that we think for.
    #[inline]
    fn mover(&self, seats: SeatSet) -> Seat {
        if seats.contains(self.seat) {
            return self.seat;
        }
        seats.first().expect("somebody is to act")
    }

    /// Lets the seat choose a child and goes there; `false` where the tree ends.
    #[inline]
    fn choose(&mut self, state: &mut G, seat: Seat, settled: bool) -> bool {
        let place = self.scratch.path.last().copied();
        if place.is_some() && self.tree.visits_at(place) == 0 {
            return false;
        }
        let unknown = self.tree.block(place).is_empty();
        if unknown && self.tree.len() >= self.options.most_nodes {
            return false;
        }
        if unknown || !settled {
            self.meet(state, seat, place);
        } else {
            self.open_all(place);
        }
        let child = self.habitual_child(state, seat).or_else(|| self.best_child(place));
        let Some(child) = child else { return false };
        self.scratch.path.push(child);
        let action = self.tree.node(child).action;
        state.apply_unchecked(Actor::Seat(seat), action, &mut Silent);
        true
    }

    /// All children can be chosen.
    #[inline]
    fn open_all(&mut self, place: Place) {
        self.scratch.open.clear();
        let places = self.tree.block(place).places();
        self.scratch.open.extend(places.map(|index| index as u32));
    }

    /// Makes children of what the seat can do here, and opens those that are legal this time.
    fn meet(&mut self, state: &G, seat: Seat, place: Place) {
        list(state, seat, self.options.ranked, &mut self.scratch.legal);
        if place.is_none() {
            overlook(&mut self.scratch.legal, self.options.attention, &mut self.runner.chooser);
        }
        self.open_legal(seat, place);
        let known = self.scratch.open.len();
        let wanted = self.scratch.legal.len().min(self.options.width);
        if known < wanted && (known == 0 || self.scratch.legal.len() <= self.options.width) {
            self.grow(state, seat, place);
            self.open_legal(seat, place);
        }
    }

    /// Opens the children that are among the legal actions.
    fn open_legal(&mut self, seat: Seat, place: Place) {
        let Scratch { legal, open, .. } = &mut self.scratch;
        open.clear();
        for index in self.tree.block(place).places() {
            let node = self.tree.node(index as u32);
            if node.seat == seat && legal.binary_search(&node.action).is_ok() {
                open.push(index as u32);
            }
        }
    }

    /// Adds the highest ranked legal actions that are no children yet.
    fn grow(&mut self, state: &G, seat: Seat, place: Place) {
        let Scratch { legal, weights, order, new, .. } = &mut self.scratch;
        if self.options.ranked {
            state.rank(seat, legal, weights);
        } else {
            weights.clear();
            weights.resize(legal.len(), 1.0);
        }
        order.clear();
        order.extend(weighed(weights));
        heaviest_first(order);
        order.truncate(self.options.width);
        let sum: f32 = order.iter().map(|it| it.weight).sum();
        let known = self.tree.children(place);
        new.clear();
        for (rank, it) in order.iter().enumerate() {
            let action = legal[it.place as usize];
            if !known.iter().any(|node| node.seat == seat && node.action == action) {
                new.push(Node::new(action, seat, rank, it.weight / sum));
            }
        }
        self.tree.add_children(place, new);
    }

    /// The open child that somebody else takes without a thought, as often as they do.
    #[inline]
    fn habitual_child(&mut self, state: &G, seat: Seat) -> Option<u32> {
        let often = self.habits.of(seat);
        if often <= 0.0 || seat == self.seat || fraction(&mut self.runner.chooser) >= often {
            return None;
        }
        let usual = state.habit(seat)?;
        self.scratch.open.iter().copied().find(|&index| self.tree.node(index).action == usual)
    }

    /// The open child that promises most: by what is known of it, and by how little that is.
    #[inline]
    fn best_child(&self, place: Place) -> Option<u32> {
        let (mut visits, mut worth) = (0, 0.0);
        for &index in &self.scratch.open {
            let node = self.tree.node(index);
            visits += node.visits;
            worth += node.worth;
        }
        let unvisited = if visits == 0 { 0.0 } else { worth / visits as f32 };
        let root = (self.tree.visits_at(place).max(1) as f32).sqrt();
        let curiosity = self.options.exploration * root;
        let width = self.options.first_width.saturating_add(root as usize);
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &index in &self.scratch.open {
            let node = self.tree.node(index);
            if usize::from(node.rank) >= width {
                continue;
            }
            let mean = if node.visits == 0 { unvisited } else { node.mean_worth() };
            let promise = mean + curiosity * node.prior / (1 + node.visits) as f32;
            if promise > most {
                (most, best) = (promise, Some(index));
            }
        }
        // With chance in between, only children of low rank may be legal this time.
        best.or_else(|| self.scratch.open.first().copied())
    }
}

/// Lists what the seat can do, without what is never worth a thought if that is known.
fn list<G: Knowledge>(state: &G, seat: Seat, ranked: bool, actions: &mut Vec<G::Action>) {
    state.legal_into(seat, actions);
    if ranked {
        state.prune(seat, actions);
    }
}

/// Leaves only so many of the actions, by chance, in their order.
fn overlook<A>(actions: &mut Vec<A>, attention: usize, chooser: &mut Chooser) {
    while actions.len() > attention.max(1) {
        actions.remove(chooser.below(actions.len() as u64) as usize);
    }
}
