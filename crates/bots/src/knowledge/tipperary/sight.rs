//! How good places look at a glance, by their neighbours alone.

use shelf::tipperary::{Land, MOST_TILE_SPACES, Shape};

use super::field::{Field, Laid, Rows, SIDE, beside, bits};
use super::outlook::{ROUNDS, likely_ground};

/// How many parts of a point glances are reckoned in.
const GRAIN: f32 = 16.0;
/// Kinds of land with neighbours that count: grain, distilleries, sheep, ruins, bogs; all others
/// share the first.
const KINDS: usize = 6;

/// What each covered neighbour counts, and how much more if it is a distillery beside grain or grain
/// beside a distillery, sheep beside sheep, a ruin beside a ruin, a bog beside a bog. These and the
/// next are least squares over the outlooks of all places in some 500 positions.
const TOUCH: f32 = 0.75;
const STILL: f32 = 3.5;
const FLOCKING: f32 = 1.1;
const WALL: f32 = 0.85;
const MARSH: f32 = 1.6;
/// What a space in the best ground counts, the more the fewer rounds are left.
const INSIDE: f32 = 1.5;
/// What a point of a stone circle counts, a sheep symbol, and every space.
const POINT: f32 = 0.8;
const SYMBOL: f32 = 1.25;
const SPACE: f32 = 0.1;

/// For every kind of land and every place, how good it looks there.
pub(super) struct Sight([[[i16; SIDE]; SIDE]; KINDS]);

impl Sight {
    /// How good all places near a display look, so many rounds before the end.
    pub(super) fn of(field: &Field, left: u8) -> Self {
        let mut looks = [[[0; SIDE]; SIDE]; KINDS];
        let late = 1.0 - f32::from(left) / ROUNDS;
        let [touch, still, flocking, wall, marsh, inside] =
            [TOUCH, STILL, FLOCKING, WALL, MARSH, INSIDE * late].map(parts);
        let ground = likely_ground(field, left);
        let layers: [(&Rows, i16); KINDS - 1] = [
            (&field.distillery, still),
            (&field.grain, still),
            (&field.sheep, flocking),
            (&field.ruin, wall),
            (&field.bog, marsh),
        ];
        // Only what is beside the display can look any better than elsewhere.
        let rows = field.top - 1..=field.bottom + 1;
        let places = rows.flat_map(|row| bits(field.beside(row)).map(move |bit| (row, bit)));
        for (row, bit) in places {
            let column = bit.trailing_zeros() as usize;
            let laid = Laid { row, bit, land: Land::Meadow };
            let within = inside * i16::from(ground.row(row) & bit != 0);
            let touching = touch * i16::from(beside(&field.covered, laid)) + within;
            looks[0][row][column] = touching;
            for (kind, (rows, weight)) in (1..).zip(layers) {
                let more = weight * i16::from(beside(rows, laid));
                looks[kind][row][column] = touching + more;
            }
        }
        Self(looks)
    }

    /// How good a tile of that shape looks with its top left corner at a row and column.
    #[inline]
    pub(super) fn glance(&self, shape: &Shape) -> impl Fn(usize, u32) -> i16 {
        let mut spaces = [(&self.0[0], 0, 0); MOST_TILE_SPACES];
        let mut always = 0;
        for (slot, space) in spaces.iter_mut().zip(shape.spaces()) {
            let kind = match space.land {
                Land::Grain => 1,
                Land::Distillery => 2,
                Land::Pasture | Land::RichPasture => 3,
                Land::Ruin => 4,
                Land::Bog => 5,
                _ => 0,
            };
            always += parts(
                SPACE
                    + POINT * f32::from(space.land.points())
                    + SYMBOL * f32::from(u8::from(space.symbol)),
            );
            *slot = (&self.0[kind], usize::from(space.y), usize::from(space.x));
        }
        let len = shape.spaces().len();
        move |row, column| {
            let spaces = spaces[..len].iter();
            let looks = spaces.map(|(looks, y, x)| looks[row + y][column as usize + x]);
            looks.sum::<i16>() + always
        }
    }
}

/// Points in the parts that glances are reckoned in.
fn parts(points: f32) -> i16 {
    (points * GRAIN) as i16
}
