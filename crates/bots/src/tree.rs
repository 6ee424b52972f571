//! The tree of a search, in one vector: the children of a node are adjacent.

use std::ops::Range;

use rules::Seat;

use crate::Values;
use crate::values::PlayoutResult;

/// The range of a node's children.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ChildRange {
    first: u32,
    len: u16,
}

impl ChildRange {
    pub(crate) const fn is_empty(self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) const fn indices(self) -> Range<usize> {
        self.first as usize..self.first as usize + self.len as usize
    }
}

/// An action of a seat, with its statistics.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Node<A> {
    pub(crate) action: A,
    pub(crate) seat: Seat,
    /// Its rank among its siblings by prior; 0 is the highest.
    pub(crate) rank: u16,
    pub(crate) visits: u32,
    /// Its prior; those of siblings sum to one.
    pub(crate) prior: f32,
    /// The sum of the utilities to its seat.
    pub(crate) utility: f32,
    /// The sum of all seats' shares of the victory.
    pub(crate) wins: Values,
    pub(crate) children: ChildRange,
}

impl<A> Node<A> {
    pub(crate) fn new(action: A, seat: Seat, rank: usize, prior: f32) -> Self {
        let rank = u16::try_from(rank).unwrap_or(u16::MAX);
        let (wins, children) = (Values::default(), ChildRange::default());
        Self { action, seat, rank, visits: 0, prior, utility: 0.0, wins, children }
    }

    /// The mean utility; 0 before the first visit.
    #[inline]
    pub(crate) fn mean_utility(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { self.utility / self.visits as f32 }
    }

    #[inline]
    pub(crate) fn visit(&mut self, result: &PlayoutResult) {
        self.visits += 1;
        self.utility += result.utility.of(self.seat);
        self.wins.add(&result.wins);
    }
}

/// The tree. Its root is the searched position and has no action.
#[derive(Clone, Debug)]
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    root: ChildRange,
    pub(crate) visits: u32,
    pub(crate) wins: Values,
}

/// The index of a node; `None` is the root.
pub(crate) type NodeId = Option<u32>;

impl<A: Copy + Ord> Tree<A> {
    pub(crate) const fn new() -> Self {
        let (root, wins) = (ChildRange { first: 0, len: 0 }, Values::ZERO);
        Self { nodes: Vec::new(), root, visits: 0, wins }
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        (self.root, self.visits, self.wins) = (ChildRange::default(), 0, Values::default());
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(crate) fn node(&self, index: u32) -> &Node<A> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(crate) fn child_range(&self, node_id: NodeId) -> ChildRange {
        node_id.map_or(self.root, |index| self.node(index).children)
    }

    #[inline]
    pub(crate) fn children(&self, node_id: NodeId) -> &[Node<A>] {
        &self.nodes[self.child_range(node_id).indices()]
    }

    #[inline]
    pub(crate) fn visits_at(&self, node_id: NodeId) -> u32 {
        node_id.map_or(self.visits, |index| self.node(index).visits)
    }

    fn set_children(&mut self, node_id: NodeId, child_range: ChildRange) {
        match node_id {
            None => self.root = child_range,
            Some(index) => self.nodes[index as usize].children = child_range,
        }
    }

    /// Adds children to a node. They are sorted by seat and action; the old children are copied into
    /// a new range with them.
    pub(crate) fn add_children(&mut self, node_id: NodeId, new: &mut Vec<Node<A>>) {
        new.extend_from_slice(self.children(node_id));
        new.sort_unstable_by_key(|node| (node.seat, node.action));
        new.truncate(u16::MAX.into());
        let child_range = ChildRange { first: self.nodes.len() as u32, len: new.len() as u16 };
        self.nodes.append(new);
        self.set_children(node_id, child_range);
    }

    /// The backpropagation phase: adds a playout's result to the root and every node on the path.
    #[inline]
    pub(crate) fn backpropagate(&mut self, path: &[u32], result: &PlayoutResult) {
        self.visits += 1;
        self.wins.add(&result.wins);
        for &index in path {
            self.nodes[index as usize].visit(result);
        }
    }

    /// Makes the child with that action the root and discards all other nodes; `false` if there is
    /// no such child.
    pub(crate) fn reroot(&mut self, seat: Seat, action: A) -> bool {
        let children = self.children(None).iter();
        let Some(child) = children.copied().find(|node| (node.seat, node.action) == (seat, action))
        else {
            return false;
        };
        let mut new_tree = Self { visits: child.visits, wins: child.wins, ..Self::new() };
        new_tree.root = new_tree.copy_children(self, child.children);
        let mut next = 0;
        while next < new_tree.nodes.len() {
            let children = new_tree.nodes[next].children;
            new_tree.nodes[next].children = new_tree.copy_children(self, children);
            next += 1;
        }
        *self = new_tree;
        true
    }

    fn copy_children(&mut self, from: &Self, child_range: ChildRange) -> ChildRange {
        let first = self.nodes.len() as u32;
        self.nodes.extend_from_slice(&from.nodes[child_range.indices()]);
        ChildRange { first, ..child_range }
    }
}
