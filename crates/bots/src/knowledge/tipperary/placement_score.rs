//! Fast scores of placements by their neighbouring spaces, to preselect the ones to evaluate.

use registry::tipperary::{Land, MAX_TILE_SPACES, Shape};

use super::bitboard::{BitDisplay, PlacedSpace, Rows, SIDE, bits, neighbour_count};
use super::evaluation::{ROUNDS, target_rectangle};
use super::target_rectangle::TargetRectangle;

/// The number of fixed-point units per point.
const FIXED_POINT: f32 = 16.0;
/// The kinds of land with a bonus for certain neighbours.
const LANDS_WITH_BONUS: [Land; 5] =
    [Land::Grain, Land::Distillery, Land::Pasture, Land::Ruin, Land::Bog];
/// The number of score layers: one for all other land, then one for each of those kinds.
const LAYERS: usize = LANDS_WITH_BONUS.len() + 1;
/// The width of a row with room for a tile that begins in its last column.
const WIDTH: usize = SIDE + MAX_TILE_SPACES;

/// The score of each covered neighbour, and the bonuses for grain beside a distillery, sheep
/// beside sheep, a ruin beside a ruin, and a bog beside a bog. Fitted together with the
/// coefficients of the policy.
const NEIGHBOUR: f32 = 1.09;
const DISTILLERY: f32 = 3.43;
const SHEEP: f32 = 1.67;
const RUIN: f32 = 1.49;
const BOG: f32 = 1.79;
/// The score of a space inside the target rectangle at the end of the game, less before.
const INSIDE: f32 = 1.44;
/// The scores of a stone circle's point, of a sheep symbol, and of every space.
const CIRCLE_POINT: f32 = 0.55;
const SYMBOL: f32 = 1.51;
const SPACE: f32 = 0.28;

/// Scores of all spaces near a display.
pub(super) struct PlacementScores {
    /// For every kind of land and every space, the score of that land there.
    scores: [[[i16; WIDTH]; SIDE]; LAYERS],
    /// The spaces of which a tile has to touch one.
    pub(super) reach: Rows,
}

impl PlacementScores {
    /// The scores near a display, with `rounds_left` rounds to play.
    pub(super) fn of(display: &BitDisplay, rounds_left: u8) -> Self {
        let mut scores = [[[0; WIDTH]; SIDE]; LAYERS];
        let cover_score = CoverScore::of(display, rounds_left);
        let layers = LANDS_WITH_BONUS.map(|land| bonus_neighbours(display, land));
        // Only spaces next to the display have a score.
        let rows = display.top - 1..=display.bottom + 1;
        let places = rows.flat_map(|row| bits(display.free_beside(row)).map(move |bit| (row, bit)));
        for (row, bit) in places {
            let column = bit.trailing_zeros() as usize;
            let placed = PlacedSpace { row, bit, land: Land::Meadow };
            let covered = cover_score.covered(display, placed);
            scores[0][row][column] = covered;
            for (scores, bonus_neighbours) in scores[1..].iter_mut().zip(layers) {
                scores[row][column] = covered + neighbour_bonus(bonus_neighbours, placed);
            }
        }
        Self { scores, reach: display.reach() }
    }

    /// The scores of a tile of that shape with its top left corner in a row, column by column.
    #[inline]
    pub(super) fn tile_scores(&self, shape: &Shape) -> impl Fn(usize) -> [i16; SIDE] {
        let mut spaces = [(&self.scores[0], 0, 0); MAX_TILE_SPACES];
        let mut base = 0;
        for (slot, space) in spaces.iter_mut().zip(shape.spaces()) {
            let land = match space.land {
                Land::RichPasture => Land::Pasture,
                other => other,
            };
            let land = LANDS_WITH_BONUS
                .iter()
                .position(|&other| other == land)
                .map_or(0, |locate| locate + 1);
            base += fixed_point(
                SPACE
                    + CIRCLE_POINT * f32::from(space.land.points())
                    + SYMBOL * f32::from(u8::from(space.symbol)),
            );
            *slot = (&self.scores[land], usize::from(space.y), usize::from(space.x));
        }
        let len = shape.spaces().len();
        move |row| {
            let mut scores = [base; SIDE];
            for &(layer, y, x) in &spaces[..len] {
                let here = &layer[row + y][x..x + SIDE];
                scores.iter_mut().zip(here).for_each(|(score, more)| *score += more);
            }
            scores
        }
    }
}

/// The score of spaces for a bonus tile. One on a meadow covers no new space.
pub(super) fn bonus_scores(
    display: &BitDisplay,
    rounds_left: u8,
    land: Land,
) -> impl Fn(usize, u32) -> i16 {
    let cover_score = CoverScore::of(display, rounds_left);
    let bonus_neighbours = bonus_neighbours(display, land);
    move |row, bit| {
        let placed = PlacedSpace { row, bit, land };
        let is_free = display.covered[row] & bit == 0;
        let covered = if is_free { cover_score.covered(display, placed) } else { 0 };
        covered + neighbour_bonus(bonus_neighbours, placed)
    }
}

/// The score of covering a space, whatever the land.
struct CoverScore {
    target: TargetRectangle,
    touch: i16,
    inside: i16,
}

impl CoverScore {
    fn of(display: &BitDisplay, rounds_left: u8) -> Self {
        let late = 1.0 - f32::from(rounds_left) / ROUNDS;
        let target = target_rectangle(display, rounds_left);
        Self { target, touch: fixed_point(NEIGHBOUR), inside: fixed_point(INSIDE * late) }
    }

    #[inline]
    fn covered(&self, display: &BitDisplay, placed: PlacedSpace) -> i16 {
        let within = self.target.row(placed.row) & placed.bit != 0;
        self.touch * i16::from(neighbour_count(&display.covered, placed))
            + self.inside * i16::from(within)
    }
}

/// The neighbours with a bonus for a kind of land, and the bonus of each.
fn bonus_neighbours(display: &BitDisplay, land: Land) -> Option<(&Rows, i16)> {
    let (rows, more) = match land {
        Land::Grain => (&display.distillery, DISTILLERY),
        Land::Distillery => (&display.grain, DISTILLERY),
        Land::Pasture | Land::RichPasture => (&display.sheep, SHEEP),
        Land::Ruin => (&display.ruin, RUIN),
        Land::Bog => (&display.bog, BOG),
        _ => return None,
    };
    Some((rows, fixed_point(more)))
}

/// The bonus of a space for its neighbours.
#[inline]
fn neighbour_bonus(bonus_neighbours: Option<(&Rows, i16)>, placed: PlacedSpace) -> i16 {
    bonus_neighbours.map_or(0, |(rows, more)| more * i16::from(neighbour_count(rows, placed)))
}

/// Points in fixed-point units.
fn fixed_point(points: f32) -> i16 {
    (points * FIXED_POINT) as i16
}
