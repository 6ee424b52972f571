//! Sorting by weight.

/// An index with its weight. It is not `Copy` on purpose: slices of `Copy` items are sorted with a
/// sorting network for small lists, which adds eleven kilobytes to the wasm client.
#[derive(Clone, Debug)]
pub(crate) struct WeightedIndex {
    pub(crate) weight: f32,
    /// Breaks ties; less is better.
    pub(crate) rank: u32,
    pub(crate) index: u32,
}

/// The indices of these weights, with their index as rank.
pub(crate) fn weighted_indices(weights: &[f32]) -> impl Iterator<Item = WeightedIndex> {
    (0..).zip(weights).map(|(index, &weight)| WeightedIndex { weight, rank: index, index })
}

/// Sorts by descending weight. One type for all games, so that the sort is instantiated once.
pub(crate) fn sort_by_weight(list: &mut [WeightedIndex]) {
    list.sort_unstable_by(|a, b| b.weight.total_cmp(&a.weight).then(a.rank.cmp(&b.rank)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_sorted_descending_and_equal_ones_by_rank() {
        let mut list: Vec<WeightedIndex> = weighted_indices(&[1.0, 3.0, 1.0, 2.0, 3.0]).collect();
        sort_by_weight(&mut list);
        let indices: Vec<u32> = list.iter().map(|it| it.index).collect();
        assert_eq!(indices, [1, 4, 3, 0, 2]);
    }
}
