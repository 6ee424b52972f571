//! Score sheets and who wins.

use crate::{GameInfo, Seat, SeatSet};

/// The most parts a score can have.
pub const MAX_PARTS: usize = 10;

/// One seat's score: the parts in the order of [`GameInfo::parts`], and the tie-break.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// The parts; unused places are 0.
    pub parts: [i32; MAX_PARTS],
    /// What decides between equal totals; more is better.
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
pub fn winners(scores: impl Iterator<Item = Score> + Clone) -> SeatSet {
    let key = |score: &Score| (score.total(), score.tie_break);
    let best = scores.clone().map(|score| key(&score)).max();
    scores
        .enumerate()
        .filter(|(_, score)| Some(key(score)) == best)
        .map(|(index, _)| Seat::from_index(index))
        .collect()
}
