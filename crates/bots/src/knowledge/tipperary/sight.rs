//! How good places look at a glance, by their neighbours alone.

use shelf::tipperary::{Land, MOST_TILE_SPACES, Shape};

use super::field::{Field, Laid, Rows, SIDE, beside, bits};
use super::ground::Ground;
use super::outlook::{ROUNDS, likely_ground};

/// How many parts of a point glances are reckoned in.
const GRAIN: f32 = 16.0;
/// The kinds of land for which neighbours of some kind count more than others.
const SOCIABLE: [Land; 5] = [Land::Grain, Land::Distillery, Land::Pasture, Land::Ruin, Land::Bog];
/// Those, and before them one for all other land.
const KINDS: usize = SOCIABLE.len() + 1;
/// A row with room for a tile that begins in its last column.
const WIDE: usize = SIDE + MOST_TILE_SPACES;

/// What each covered neighbour counts, and how much more if it is a distillery beside grain or grain
/// beside a distillery, sheep beside sheep, a ruin beside a ruin, a bog beside a bog. These and the
/// next were found together with what is played by.
const TOUCH: f32 = 1.09;
const STILL: f32 = 3.43;
const FLOCKING: f32 = 1.67;
const WALL: f32 = 1.49;
const MARSH: f32 = 1.79;
/// What a space in the best ground counts, the more the fewer rounds are left.
const INSIDE: f32 = 1.44;
/// What a point of a stone circle counts, a sheep symbol, and every space.
const POINT: f32 = 0.55;
const SYMBOL: f32 = 1.51;
const SPACE: f32 = 0.28;

/// What can be seen of a display at a glance.
pub(super) struct Sight {
    /// For every kind of land and every place, how good it looks there.
    looks: [[[i16; WIDE]; SIDE]; KINDS],
    /// What a tile has to touch.
    pub(super) reach: Rows,
}

impl Sight {
    /// How good all places near a display look, so many rounds before the end.
    pub(super) fn of(field: &Field, left: u8) -> Self {
        let mut looks = [[[0; WIDE]; SIDE]; KINDS];
        let lie = Lie::of(field, left);
        let layers = SOCIABLE.map(|land| kin(field, land));
        // Only what is beside the display can look any better than elsewhere.
        let rows = field.top - 1..=field.bottom + 1;
        let places = rows.flat_map(|row| bits(field.beside(row)).map(move |bit| (row, bit)));
        for (row, bit) in places {
            let column = bit.trailing_zeros() as usize;
            let laid = Laid { row, bit, land: Land::Meadow };
            let filled = lie.filled(field, laid);
            looks[0][row][column] = filled;
            for (looks, kin) in looks[1..].iter_mut().zip(layers) {
                looks[row][column] = filled + company(kin, laid);
            }
        }
        Self { looks, reach: field.reach() }
    }

    /// How good a tile of that shape looks with its top left corner in a row, column by column.
    #[inline]
    pub(super) fn glance(&self, shape: &Shape) -> impl Fn(usize) -> [i16; SIDE] {
        let mut spaces = [(&self.looks[0], 0, 0); MOST_TILE_SPACES];
        let mut always = 0;
        for (slot, space) in spaces.iter_mut().zip(shape.spaces()) {
            let kind = match space.land {
                Land::RichPasture => Land::Pasture,
                other => other,
            };
            let kind = SOCIABLE.iter().position(|&land| land == kind).map_or(0, |place| place + 1);
            always += parts(
                SPACE
                    + POINT * f32::from(space.land.points())
                    + SYMBOL * f32::from(u8::from(space.symbol)),
            );
            *slot = (&self.looks[kind], usize::from(space.y), usize::from(space.x));
        }
        let len = shape.spaces().len();
        move |row| {
            let mut looks = [always; SIDE];
            for &(layer, y, x) in &spaces[..len] {
                let here = &layer[row + y][x..x + SIDE];
                looks.iter_mut().zip(here).for_each(|(look, more)| *look += more);
            }
            looks
        }
    }
}

/// How good places for a bonus tile look. One that lies on a meadow fills nothing.
pub(super) fn glance_at_bonus(field: &Field, left: u8, land: Land) -> impl Fn(usize, u32) -> i16 {
    let lie = Lie::of(field, left);
    let kin = kin(field, land);
    move |row, bit| {
        let laid = Laid { row, bit, land };
        let is_free = field.covered[row] & bit == 0;
        let filled = if is_free { lie.filled(field, laid) } else { 0 };
        filled + company(kin, laid)
    }
}

/// How the land lies: what it counts to fill a place, whatever is laid there.
struct Lie {
    ground: Ground,
    touch: i16,
    inside: i16,
}

impl Lie {
    fn of(field: &Field, left: u8) -> Self {
        let late = 1.0 - f32::from(left) / ROUNDS;
        let ground = likely_ground(field, left);
        Self { ground, touch: parts(TOUCH), inside: parts(INSIDE * late) }
    }

    #[inline]
    fn filled(&self, field: &Field, laid: Laid) -> i16 {
        let within = self.ground.row(laid.row) & laid.bit != 0;
        self.touch * i16::from(beside(&field.covered, laid)) + self.inside * i16::from(within)
    }
}

/// The neighbours that count more for a kind of land, and how much more each of them.
fn kin(field: &Field, land: Land) -> Option<(&Rows, i16)> {
    let (rows, more) = match land {
        Land::Grain => (&field.distillery, STILL),
        Land::Distillery => (&field.grain, STILL),
        Land::Pasture | Land::RichPasture => (&field.sheep, FLOCKING),
        Land::Ruin => (&field.ruin, WALL),
        Land::Bog => (&field.bog, MARSH),
        _ => return None,
    };
    Some((rows, parts(more)))
}

/// How much more a place counts for its neighbours of the kind that counts.
#[inline]
fn company(kin: Option<(&Rows, i16)>, laid: Laid) -> i16 {
    kin.map_or(0, |(rows, more)| more * i16::from(beside(rows, laid)))
}

/// Points in the parts that glances are reckoned in.
fn parts(points: f32) -> i16 {
    (points * GRAIN) as i16
}
