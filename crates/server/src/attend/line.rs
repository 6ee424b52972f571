//! Lines in which groups take turns: whoever has more waiting is not served more often.

use std::collections::{BTreeMap, VecDeque};

/// What waits in some order.
pub(super) trait Line: Default {
    /// What is taken out.
    type Item;

    /// Takes out what is next.
    fn pop(&mut self) -> Option<Self::Item>;

    /// How much waits.
    fn len(&self) -> usize;
}

impl<T> Line for VecDeque<T> {
    type Item = T;

    fn pop(&mut self) -> Option<T> {
        self.pop_front()
    }

    fn len(&self) -> usize {
        self.len()
    }
}

/// A line for each group, which take turns. A group that comes anew is last.
#[derive(Debug)]
pub(super) struct TakingTurns<K, L> {
    /// The groups with something in their lines, the one whose turn it is first.
    order: VecDeque<K>,
    lines: BTreeMap<K, L>,
}

impl<K, L> Default for TakingTurns<K, L> {
    fn default() -> Self {
        Self { order: VecDeque::new(), lines: BTreeMap::new() }
    }
}

impl<K: Ord + Clone, L: Line> TakingTurns<K, L> {
    /// The line of a group, into which something has to be put.
    pub(super) fn line(&mut self, group: &K) -> &mut L {
        if !self.lines.contains_key(group) {
            self.order.push_back(group.clone());
        }
        self.lines.entry(group.clone()).or_default()
    }

    /// The line of a group, if anything waits there.
    pub(super) fn known(&self, group: &K) -> Option<&L> {
        self.lines.get(group)
    }
}

impl<K: Ord + Clone, L: Line> Line for TakingTurns<K, L> {
    type Item = (K, L::Item);

    fn pop(&mut self) -> Option<(K, L::Item)> {
        let group = self.order.pop_front()?;
        let line = self.lines.get_mut(&group)?;
        let item = line.pop();
        if line.len() == 0 {
            self.lines.remove(&group);
        } else {
            self.order.push_back(group.clone());
        }
        item.map(|item| (group, item))
    }

    fn len(&self) -> usize {
        self.lines.values().map(Line::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_take_turns_and_their_own_groups_do() {
        let mut line: TakingTurns<&str, TakingTurns<&str, VecDeque<u8>>> = TakingTurns::default();
        (1..=3).for_each(|number| line.line(&"a").line(&"x").push_back(number));
        line.line(&"a").line(&"y").push_back(4);
        line.line(&"b").line(&"z").push_back(5);
        assert_eq!(line.len(), 5);
        let order: Vec<u8> = std::iter::from_fn(|| line.pop().map(|(_, (_, item))| item)).collect();
        assert_eq!(order, [1, 5, 4, 2, 3]);
        assert!(line.lines.is_empty() && line.order.is_empty());
    }
}
