//! The tree of a search, flat in one vector: a node's children lie side by side.

use std::ops::Range;

use rules::Seat;

use crate::Values;
use crate::values::Payoff;

/// Where the children of a node lie.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Block {
    first: u32,
    len: u16,
}

impl Block {
    pub(crate) const fn is_empty(self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) const fn places(self) -> Range<usize> {
        self.first as usize..self.first as usize + self.len as usize
    }
}

/// An action of a seat, and what came of it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Node<A> {
    pub(crate) action: A,
    pub(crate) seat: Seat,
    /// Its place among its siblings by rank, the most promising first.
    pub(crate) rank: u16,
    pub(crate) visits: u32,
    /// How promising it was before any visit; siblings sum to one.
    pub(crate) prior: f32,
    /// The sum of what it was worth to the seat that chose it.
    pub(crate) worth: f32,
    /// The sum of all seats' shares of the victory.
    pub(crate) wins: Values,
    pub(crate) children: Block,
}

impl<A> Node<A> {
    pub(crate) fn new(action: A, seat: Seat, rank: usize, prior: f32) -> Self {
        let rank = u16::try_from(rank).unwrap_or(u16::MAX);
        let (wins, children) = (Values::default(), Block::default());
        Self { action, seat, rank, visits: 0, prior, worth: 0.0, wins, children }
    }

    /// The mean worth; 0 before the first visit.
    #[inline]
    pub(crate) fn mean_worth(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { self.worth / self.visits as f32 }
    }

    #[inline]
    pub(crate) fn visit(&mut self, payoff: &Payoff) {
        self.visits += 1;
        self.worth += payoff.worth.of(self.seat);
        self.wins.add(&payoff.wins);
    }
}

/// The tree. Its root is the position that is searched and stands for no action.
#[derive(Clone, Debug)]
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    root: Block,
    pub(crate) visits: u32,
    pub(crate) wins: Values,
}

/// A place in the tree: the root, or a node.
pub(crate) type Place = Option<u32>;

impl<A: Copy + Ord> Tree<A> {
    pub(crate) const fn new() -> Self {
        let (root, wins) = (Block { first: 0, len: 0 }, Values::ZERO);
        Self { nodes: Vec::new(), root, visits: 0, wins }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        (self.root, self.visits, self.wins) = (Block::default(), 0, Values::default());
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node<A> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(crate) fn block(&self, place: Place) -> Block {
        place.map_or(self.root, |index| self.node(index).children)
    }

    #[inline]
    pub(crate) fn children(&self, place: Place) -> &[Node<A>] {
        &self.nodes[self.block(place).places()]
    }

    #[inline]
    pub(crate) fn visits_at(&self, place: Place) -> u32 {
        place.map_or(self.visits, |index| self.node(index).visits)
    }

    fn set_block(&mut self, place: Place, block: Block) {
        match place {
            None => self.root = block,
            Some(index) => self.nodes[index as usize].children = block,
        }
    }

    /// Gives a place more children. They are kept in the order of seat and action; those it had
    /// move to a new block together with them.
    pub(crate) fn add_children(&mut self, place: Place, new: &mut Vec<Node<A>>) {
        new.extend_from_slice(self.children(place));
        new.sort_unstable_by_key(|node| (node.seat, node.action));
        new.truncate(u16::MAX.into());
        let block = Block { first: self.nodes.len() as u32, len: new.len() as u16 };
        self.nodes.append(new);
        self.set_block(place, block);
    }

    /// Adds a payoff to the root and every node on the path.
    #[inline]
    pub(crate) fn record(&mut self, path: &[u32], payoff: &Payoff) {
        self.visits += 1;
        self.wins.add(&payoff.wins);
        for &index in path {
            self.nodes[index as usize].visit(payoff);
        }
    }

    /// Makes the child with that action the root and forgets everything else; `false` if there is
    /// no such child.
    pub(crate) fn descend(&mut self, seat: Seat, action: A) -> bool {
        let found = self.children(None).iter();
        let Some(child) = found.copied().find(|node| (node.seat, node.action) == (seat, action))
        else {
            return false;
        };
        let mut kept = Self { visits: child.visits, wins: child.wins, ..Self::new() };
        kept.root = kept.copy_block(self, child.children);
        let mut next = 0;
        while next < kept.nodes.len() {
            let children = kept.nodes[next].children;
            kept.nodes[next].children = kept.copy_block(self, children);
            next += 1;
        }
        *self = kept;
        true
    }

    fn copy_block(&mut self, from: &Self, block: Block) -> Block {
        let first = self.nodes.len() as u32;
        self.nodes.extend_from_slice(&from.nodes[block.places()]);
        Block { first, ..block }
    }
}
