//! The final score: the best allocation of sheep, cubes and tokens.

use rules::{MAX_PARTS, Score, Seat};

use crate::farm::{SLOTS, Sheep};
use crate::state::FoxyAndWooly;
use crate::token::{SPECIAL_KINDS, Special};

/// The score of an allocation of sheep and cubes.
///
/// Ordered by points, then by points from the farm, then by points from tokens: the greatest is
/// used.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Allocation {
    /// Points without those for the flock, which are the same for all allocations.
    pub points: i32,
    /// Sheep with a cube on the farm.
    pub farm: i32,
    /// Sheep and cubes with tokens.
    pub tokens: i32,
    /// Cubes without another use.
    pub free: i32,
}

impl Allocation {
    #[inline]
    const fn new(farm: i32, tokens: i32, free: i32) -> Self {
        Self { points: farm + tokens + free, farm, tokens, free }
    }
}

/// The best allocation: exact, by trying every number of each set of sheep and cubes.
///
/// Sheep that leave the farm come from the lowest slots, and cubes go to the highest: any other
/// choice scores no more.
#[inline]
pub fn best_allocation(sheep: Sheep, cubes: u8, specials: &[u8; SPECIAL_KINDS]) -> Allocation {
    let has = |special: Special| i32::from(specials[special.index()]);
    let highest = sums_from_the_top(sheep);
    let trades = has(Special::Trade3) > 0;
    let (sheep, cubes) = (i32::from(sheep.count()), i32::from(cubes));
    let mut best = Allocation::default();
    for pairs8 in 0..=has(Special::Pair8).min(sheep / 2) {
        for pairs10 in 0..=has(Special::Pair10).min(sheep / 2 - pairs8).min(cubes) {
            let sheep = sheep - 2 * pairs8 - 2 * pairs10;
            let cubes = cubes - pairs10;
            for solos in 0..=has(Special::Solo12).min(sheep).min(cubes / 3) {
                let sets = 8 * pairs8 + 10 * pairs10 + 12 * solos;
                let (sheep, cubes) = (sheep - solos, cubes - 3 * solos);
                best = best.max(best_shepherds(&highest, sheep, cubes, sets, trades));
            }
        }
    }
    best
}

/// The best number of cubes for sheep on the farm; the others are traded or free.
#[inline]
fn best_shepherds(
    highest: &[i32; SLOTS + 1],
    sheep: i32,
    cubes: i32,
    sets: i32,
    trades: bool,
) -> Allocation {
    let most = sheep.min(cubes);
    if !trades {
        // A cube with a sheep brings at least 1, and takes at most 1 from the free ones.
        return Allocation::new(highest[most as usize], sets, (cubes - most) / 2);
    }
    (0..=most).fold(Allocation::default(), |best, shepherds| {
        let sold = 3 * ((cubes - shepherds) / 2);
        best.max(Allocation::new(highest[shepherds as usize], sets + sold, 0))
    })
}

/// The scores of the highest 0, 1, 2 … sheep together.
#[inline]
fn sums_from_the_top(mut sheep: Sheep) -> [i32; SLOTS + 1] {
    let mut sums = [0; SLOTS + 1];
    for count in 1..=SLOTS {
        sums[count] = sums[count - 1];
        if let Some(slot) = sheep.highest() {
            sums[count] += i32::from(slot.number());
            sheep.remove(slot);
        }
    }
    sums
}

impl FoxyAndWooly {
    /// The sheep that the wolves at a seat's gates would eat if they attacked now.
    pub fn doomed(&self, seat: Seat) -> Sheep {
        let farm = self.farm(seat);
        farm.sheep.eaten_by(farm.waiting, self.gate)
    }

    /// The score if no more tokens came: the wolves at the gates attack first.
    pub fn score_if_it_ended(&self, seat: Seat) -> Score {
        let mut ended = *self;
        let sheep = &mut ended.farm_mut(seat).sheep;
        self.doomed(seat).into_iter().for_each(|slot| sheep.remove(slot));
        ended.score_of(seat)
    }

    #[inline]
    pub(crate) fn score_of(&self, seat: Seat) -> Score {
        let farm = self.farm(seat);
        let sheep = i32::from(farm.sheep.count());
        let best = best_allocation(farm.sheep, farm.cubes, &farm.specials);
        let flock = sheep * i32::from(farm.has(Special::Flock));
        let mut parts = [0; MAX_PARTS];
        parts[..4].copy_from_slice(&[best.farm, best.tokens, flock, best.free]);
        Score { parts, tie_break: sheep }
    }
}
