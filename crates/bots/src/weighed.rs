//! Places in the order of their weights.

/// A place with its weight. It cannot be copied, on purpose: what can be is sorted by the library
/// with a network of comparisons for small lists, which is eleven kilobytes of a browser's program.
#[derive(Clone, Debug)]
pub(crate) struct Weighed {
    pub(crate) weight: f32,
    /// Decides between equal weights; less is better.
    pub(crate) rank: u32,
    pub(crate) place: u32,
}

/// The places of these weights, ranked as they stand.
pub(crate) fn weighed(weights: &[f32]) -> impl Iterator<Item = Weighed> {
    (0..).zip(weights).map(|(place, &weight)| Weighed { weight, rank: place, place })
}

/// Puts the greatest weight first. It is the same code for all games: sorting takes a lot of it.
pub(crate) fn heaviest_first(list: &mut [Weighed]) {
    list.sort_unstable_by(|a, b| b.weight.total_cmp(&a.weight).then(a.rank.cmp(&b.rank)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_weight_is_first_and_among_equals_the_first_place() {
        let mut list: Vec<Weighed> = weighed(&[1.0, 3.0, 1.0, 2.0, 3.0]).collect();
        heaviest_first(&mut list);
        let places: Vec<u32> = list.iter().map(|it| it.place).collect();
        assert_eq!(places, [1, 4, 3, 0, 2]);
    }
}
