//! Scores and winners.

use crate::{GameInfo, Seat, SeatSet};

/// The most parts a score can have.
pub const MAX_PARTS: usize = 10;

/// One seat's score: the parts in the order of [`GameInfo::parts`], and the tie-break.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The parts; 0 for those that the game does not have.
    pub parts: [i32; MAX_PARTS],
    /// The tie-break between equal totals; more is better.
    pub tie_break: i32,
}

impl Score {
    /// The sum of the parts.
    #[inline]
    pub fn total(&self) -> i32 {
        self.parts.iter().sum()
    }

    /// The parts by name, then the total, then the tie-break if the game has one.
    pub fn named(&self, info: &GameInfo) -> impl Iterator<Item = (&'static str, i32)> {
        let parts = info.parts.iter().zip(self.parts).map(|(part, value)| (part.name, value));
        let tie_break = info.tie_break.map(|part| (part.name, self.tie_break));
        parts.chain([("total", self.total())]).chain(tie_break)
    }
}

/// The seats with the highest total, among those the ones with the highest tie-break.
pub fn winners(scores: impl Iterator<Item = Score>) -> SeatSet {
    let mut best = (i32::MIN, i32::MIN);
    let mut winners = SeatSet::EMPTY;
    for (index, score) in scores.enumerate() {
        let key = (score.total(), score.tie_break);
        if key > best {
            (best, winners) = (key, SeatSet::EMPTY);
        }
        if key == best {
            winners = winners.with(Seat::from_index(index));
        }
    }
    winners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(total: i32, tie_break: i32) -> Score {
        let mut parts = [0; MAX_PARTS];
        parts[0] = total;
        Score { parts, tie_break }
    }

    fn winning(scores: &[(i32, i32)]) -> Vec<u8> {
        let scores = scores.iter().map(|&(total, tie_break)| score(total, tie_break));
        winners(scores).into_iter().map(Seat::number).collect()
    }

    #[test]
    fn the_highest_total_wins_then_the_tie_break_then_it_is_shared() {
        assert_eq!(winning(&[(3, 0), (5, 0), (4, 9)]), [2]);
        assert_eq!(winning(&[(5, 1), (5, 2), (4, 9)]), [2]);
        assert_eq!(winning(&[(5, 2), (4, 9), (5, 2)]), [1, 3]);
        assert_eq!(winning(&[(-5, 0), (-9, 0)]), [1]);
    }
}
