//! Tipperary: what a display promises, and where a tile fits into it.
//!
//! Most points come from one full rectangle, so a display is judged by the rectangle that it can
//! still become: covered spaces count for it, gaps against it, the more the fewer rounds are left
//! and the tighter they are. At the end towers are put up exactly.

use rules::{Game, Seat};
use shelf::Chooser;
use shelf::tipperary::{Action, Player, Stage, Tipperary};

use super::Knowledge;
use crate::Values;

/// So many placements are looked at where there is no time for all of them.
const GLANCES: usize = 6;
/// Points for the marker, and for a hometown that is enclosed.
const MARKER: f32 = 5.0;
const EXPLORATION: f32 = 5.0;
/// The spaces around the hometown.
const AROUND: f32 = 18.0;

impl Knowledge for Tipperary {
    const MARGIN: f32 = 8.0;
    const BEHIND_DEALER: bool = false;
    const TURN_SHARE: f32 = 0.7;
    const HORIZON: u32 = 10;

    fn estimate(&self) -> Values {
        Values::each(self.players(), |seat| prospects(self, seat))
    }

    /// Towers are put up by an exact plan.
    fn prune(&self, seat: Seat, actions: &mut Vec<Action>) {
        if self.stage() == Stage::Towers && actions.len() > 1 {
            actions.clear();
            actions.push(planned_tower(self, seat));
        }
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        weights.clear();
        weights.extend(actions.iter().map(|&action| prospects_after(self, seat, action)));
        let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for weight in weights {
            let behind = 1.0 + 0.6 * (best - *weight);
            *weight = 1.0 / (behind * behind);
        }
    }

    fn reply(&self, seat: Seat, chooser: &mut Chooser, buffer: &mut Vec<Action>) -> Action {
        if self.stage() == Stage::Towers {
            return planned_tower(self, seat);
        }
        self.legal_into(seat, buffer);
        let glance = |_| buffer[chooser.below(buffer.len() as u64) as usize];
        let seen = (0..GLANCES.min(buffer.len())).map(glance);
        let judged = seen.map(|action| (prospects_after(self, seat, action), action));
        let best = judged.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        best.expect("the seat is to act").1
    }

    fn opens_turn(&self, seat: Seat) -> bool {
        self.stage() == Stage::Place && self.player(seat).tiles().len() < self.round().into()
    }
}

/// The next tower of the best plan.
fn planned_tower(state: &Tipperary, seat: Seat) -> Action {
    state.tower_plan(seat).places().first().map_or(Action::Done, |&at| Action::Tower(at))
}

fn prospects_after(state: &Tipperary, seat: Seat, action: Action) -> f32 {
    prospects(&state.after(seat.into(), action), seat)
}

/// The points that a seat can be expected to end with.
fn prospects(state: &Tipperary, seat: Seat) -> f32 {
    let player = state.player(seat);
    let rounds = f32::from(state.rounds());
    let progress = (player.tiles().len() as f32 / rounds).min(1.0);
    let score = state.score(seat);
    let [_, flock, marker, _, whiskey, circles] =
        [0, 1, 2, 3, 4, 5].map(|part| score.parts[part] as f32);
    let secure = if marker > 0.0 { MARKER * (0.3 + 0.7 * progress) } else { 0.0 };
    let pending = f32::from(player.pending_sheep()) + 2.5 * f32::from(player.pending_draws());
    // The barrel's next spaces are worth more than its last ones.
    let whiskey = whiskey * (1.3 - 0.3 * progress);
    flock + secure + whiskey + circles + pending + ground(state, seat, player, progress)
}

/// What the rectangle and the enclosed hometown promise.
fn ground(state: &Tipperary, seat: Seat, player: &Player, progress: f32) -> f32 {
    let display = player.display();
    let explored = display.unexplored() == 0;
    if progress >= 1.0 && player.pending_draws() == 0 {
        if player.towers() > 0 && state.stage() != Stage::Over {
            return state.tower_plan(seat).points().into();
        }
        return f32::from(display.area()) + if explored { EXPLORATION } else { 0.0 };
    }
    let missing = f32::from(display.unexplored());
    let left = (1.0 - progress) * f32::from(state.rounds());
    let reachable = missing <= 3.0 * left + f32::from(player.towers());
    let exploration = match (explored, reachable) {
        (true, _) => EXPLORATION,
        (false, true) => 0.8 * EXPLORATION * (1.0 - missing / AROUND),
        (false, false) => 0.0,
    };
    let rectangle = Outline::of(player).promise(0.9 + 1.2 * progress);
    rectangle.max(display.area().into()) + exploration + 3.0 * f32::from(player.towers())
}

/// Which spaces near the hometown are covered, as rows of bits.
struct Outline {
    rows: [u32; Outline::SIDE],
    columns: std::ops::Range<usize>,
    lines: std::ops::Range<usize>,
}

impl Outline {
    const SIDE: usize = 32;
    /// Where the hometown's corner lies.
    const HOME: i16 = 14;

    fn of(player: &Player) -> Self {
        let mut rows = [0; Self::SIDE];
        let (mut low, mut high) = ((Self::SIDE, Self::SIDE), (0, 0));
        let within = 1..Self::SIDE as i16 - 1;
        for space in player.display().spaces() {
            let point = space.point();
            let (x, y) = (point.x + Self::HOME, point.y + Self::HOME);
            // What lies that far out is part of no rectangle worth having.
            if within.contains(&x) && within.contains(&y) {
                let (x, y) = (x as usize, y as usize);
                rows[y] |= 1 << x;
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x + 1), high.1.max(y + 1));
            }
        }
        Self { rows, columns: low.0..high.0, lines: low.1..high.1 }
    }

    /// The most that any rectangle promises: its covered spaces less what its gaps cost.
    fn promise(&self, gap: f32) -> f32 {
        let mut best = 0.0_f32;
        for top in self.lines.clone() {
            let mut sums = [0.0_f32; Self::SIDE];
            for bottom in top..self.lines.end {
                let mut run = 0.0_f32;
                for x in self.columns.clone() {
                    sums[x] += self.worth(x, bottom, gap);
                    run = run.max(0.0) + sums[x];
                    best = best.max(run);
                }
            }
        }
        best
    }

    /// What a space counts in a rectangle. A gap with three or four covered neighbours takes a
    /// small piece that may never come.
    #[inline]
    fn worth(&self, x: usize, y: usize, gap: f32) -> f32 {
        let covered = |x: usize, y: usize| self.rows[y] >> x & 1;
        if covered(x, y) == 1 {
            return 1.0;
        }
        let beside = [covered(x - 1, y), covered(x + 1, y), covered(x, y - 1), covered(x, y + 1)];
        let tight: u32 = beside.iter().sum();
        match tight {
            4 => -(gap + 0.6),
            3 => -(gap + 0.4),
            _ => -gap,
        }
    }
}
