//! The best placement of towers at the end of the game.

use rules::Seat;

use crate::components::TOWERS;
use crate::display::{MAX_SPACES, is_surrounding};
use crate::score::EXPLORATION;
use crate::{Display, Point, Tipperary};

/// Positions for towers, each next to the display or to an earlier one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TowerPlan {
    places: [Point; TOWERS as usize],
    len: u8,
    /// The size of the largest full rectangle with these towers.
    pub area: u8,
    /// Whether the hometown is enclosed with these towers.
    pub explored: bool,
}

impl TowerPlan {
    /// The positions, in an order in which the towers can be placed.
    pub fn places(&self) -> &[Point] {
        &self.places[..usize::from(self.len)]
    }

    /// The points of rectangle and exploration with these towers.
    pub const fn points(&self) -> u8 {
        self.area + if self.explored { EXPLORATION } else { 0 }
    }
}

impl Tipperary {
    /// The exact best placement of a seat's towers. It does not check whether towers may be placed
    /// now.
    pub fn tower_plan(&self, seat: Seat) -> TowerPlan {
        let player = self.player(seat);
        TowerPlanner::of(&player.display, player.towers).best_plan(&player.display)
    }
}

/// The number of columns and rows beyond the display that a rectangle can reach with towers.
const REACH: usize = TOWERS as usize;
/// The longest side of a display with that reach on both sides.
const SIDE: usize = MAX_SPACES + 2 * REACH;

/// A rectangle, bounds included.
#[derive(Copy, Clone)]
struct Bounds {
    left: i8,
    right: i8,
    top: i8,
    bottom: i8,
}

impl Bounds {
    fn contains(self, x: i8, y: i8) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    fn points(self) -> impl Iterator<Item = (i8, i8)> {
        (self.top..=self.bottom).flat_map(move |y| (self.left..=self.right).map(move |x| (x, y)))
    }
}

/// Searches all rectangles within reach of the towers, band of rows by band of rows.
struct TowerPlanner {
    left: i8,
    width: usize,
    top: i8,
    bottom: i8,
    towers: u8,
}

/// The best rectangle so far.
#[derive(Copy, Clone)]
struct Best {
    points: u8,
    bounds: Option<Bounds>,
    explored: bool,
}

impl TowerPlanner {
    fn of(display: &Display, towers: u8) -> Self {
        let (left, right) = display.columns();
        let (top, bottom) = display.rows();
        let reach = towers as i8;
        Self {
            left: left - reach,
            width: (right - left) as usize + 1 + 2 * usize::from(towers),
            top: top - reach,
            bottom: bottom + reach,
            towers,
        }
    }

    fn best_plan(&self, display: &Display) -> TowerPlan {
        let unexplored = display.unexplored();
        let explored = unexplored == 0;
        let mut best = Best {
            points: display.area() + if explored { EXPLORATION } else { 0 },
            bounds: None,
            explored,
        };
        if unexplored > 0 && unexplored <= self.towers {
            let points = display.area() + EXPLORATION;
            best = Best { points, bounds: None, explored: true };
        }
        for top in (self.top..=self.bottom).take_while(|_| self.towers > 0) {
            self.try_bands_from(display, top, unexplored, &mut best);
        }
        Self::plan(display, best)
    }

    /// Tries all bands of rows that start at `top`, adding row after row.
    fn try_bands_from(&self, display: &Display, top: i8, unexplored: u8, best: &mut Best) {
        let mut covered = [0u8; SIDE];
        let mut surrounding = [0u8; SIDE];
        for bottom in top..=self.bottom {
            let row = display.spaces().iter().filter(|space| space.y == bottom);
            row.for_each(|space| covered[(space.x - self.left) as usize] += 1);
            for x in (-1..=4).filter(|&x| is_surrounding(x, bottom)) {
                let free = display.at(Point::new(x.into(), bottom.into())).is_none();
                surrounding[(x - self.left) as usize] += u8::from(free);
            }
            let height = (bottom - top) as u8 + 1;
            let band = (top, bottom);
            let price = |column: usize| height - covered[column];
            let bonus = if unexplored == 0 { EXPLORATION } else { 0 };
            self.try_widths(band, self.towers, price, (bonus, unexplored == 0), &covered, best);
            if (1..=self.towers).contains(&unexplored) {
                // Spaces around the hometown are already paid for by the exploration.
                let price = |column: usize| height - covered[column] - surrounding[column];
                let budget = self.towers - unexplored;
                self.try_widths(band, budget, price, (EXPLORATION, true), &covered, best);
            }
        }
    }

    /// Finds the widest rectangle in a band of rows whose columns together cost at most the budget,
    /// with a sliding window.
    fn try_widths(
        &self,
        (top, bottom): (i8, i8),
        budget: u8,
        price: impl Fn(usize) -> u8,
        (bonus, explored): (u8, bool),
        covered: &[u8; SIDE],
        best: &mut Best,
    ) {
        let height = (bottom - top) as usize + 1;
        let (mut first, mut cost, mut lands) = (0, 0usize, 0usize);
        for last in 0..self.width {
            cost += usize::from(price(last));
            lands += usize::from(covered[last]);
            while cost > usize::from(budget) {
                cost -= usize::from(price(first));
                lands -= usize::from(covered[first]);
                first += 1;
            }
            // A rectangle of towers alone is never better than the same one over some landscape.
            let points = (last + 1 - first) * height + usize::from(bonus);
            if lands > 0 && points > usize::from(best.points) {
                let (left, right) = (self.left + first as i8, self.left + last as i8);
                let bounds = Some(Bounds { left, right, top, bottom });
                *best = Best { points: points as u8, bounds, explored };
            }
        }
    }

    /// The towers for a choice, in an order in which each is next to an earlier space.
    fn plan(display: &Display, best: Best) -> TowerPlan {
        let ring = (-1..=3).flat_map(|y| (-1..=4).map(move |x| (x, y)));
        let ring = ring.filter(|&(x, y)| best.explored && is_surrounding(x, y));
        let in_bounds = |x, y| best.bounds.is_some_and(|bounds| bounds.contains(x, y));
        let ring = ring.filter(|&(x, y)| !in_bounds(x, y));
        let inside = best.bounds.into_iter().flat_map(Bounds::points);
        let free = ring
            .chain(inside)
            .map(|(x, y)| Point::new(x.into(), y.into()))
            .filter(|&point| display.at(point).is_none());
        let mut wanted: Vec<Point> = free.collect();
        let mut plan = TowerPlan {
            places: [Point::new(0, 0); TOWERS as usize],
            len: 0,
            area: best.points - if best.explored { EXPLORATION } else { 0 },
            explored: best.explored,
        };
        let mut grown = *display;
        while let Some(next) = wanted.iter().position(|&point| grown.is_beside(point)) {
            let point = wanted.swap_remove(next);
            plan.places[usize::from(plan.len)] = point;
            plan.len += 1;
            grown.add_tower(point.x as i8, point.y as i8);
        }
        plan
    }
}
