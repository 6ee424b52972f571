//! Coordinates on the field and on a pasture, in units of their drawings.

use foxy_and_wooly::{Gate, Row, Slot};

/// The field: an oval path with tokens along it, an enlarged token and a pile of cubes in the
/// middle.
#[derive(Copy, Clone, Debug)]
pub(super) struct Oval {
    /// The CSS class, and the prefix of the anchors of this drawing.
    pub(super) name: &'static str,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Half the width and half the height of the path.
    half: (f64, f64),
    /// Half the width of a token.
    pub(super) token: f64,
    /// The centre of the enlarged token, and half its width.
    pub(super) big: (f64, f64, f64),
    /// The area of the cubes: left, top, width and height.
    pile: (f64, f64, f64, f64),
    /// The maximum length of a line of text, in characters.
    pub(super) line: usize,
    /// The outline of the meadow.
    pub(super) meadow: &'static str,
    /// The tufts of grass.
    pub(super) tufts: [(f64, f64); 3],
}

/// The wide drawing.
pub(super) const WIDE: Oval = Oval {
    name: "wide",
    width: 700.0,
    height: 580.0,
    half: (295.0, 236.0),
    token: 31.0,
    big: (250.0, 270.0, 98.0),
    pile: (368.0, 174.0, 188.0, 192.0),
    line: 36,
    meadow: "M98 12C245 2 455 3 602 13C682 18 690 35 688 116C695 232 694 360 686 476C682 556 651 568 588 569C434 576 238 575 105 568C20 564 14 522 13 464C4 348 6 209 13 104C16 35 26 16 98 12z",
    tufts: [(167.0, 171.0), (153.0, 446.0), (532.0, 162.0)],
};

/// The upright drawing, for phones.
pub(super) const TALL: Oval = Oval {
    name: "tall",
    width: 400.0,
    height: 480.0,
    half: (158.0, 198.0),
    token: 25.0,
    big: (200.0, 154.0, 62.0),
    pile: (100.0, 222.0, 200.0, 78.0),
    line: 24,
    meadow: "M56 12C140 2 260 3 344 13C382 18 390 29 388 96C395 192 394 298 386 394C382 456 372 468 336 469C248 476 136 475 60 468C20 464 14 432 13 384C4 288 6 173 13 86C16 29 26 16 56 12z",
    tufts: [(110.0, 124.0), (112.0, 396.0), (292.0, 132.0)],
};

/// The exponent of the superellipse; 2 is an ellipse.
const EXPONENT: f64 = 2.5;
/// The number of points at which the path is sampled.
const SAMPLES: usize = 720;
/// The position of the first token, in steps from the middle of the left side.
const FIRST_TOKEN: f64 = 0.8;

impl Oval {
    /// The point of the path at a share of a full turn, clockwise from the left side.
    fn point(&self, share: f64) -> (f64, f64) {
        let (sin, cos) = (share * std::f64::consts::TAU).sin_cos();
        let bent = |value: f64| value.signum() * value.abs().powf(2.0 / EXPONENT);
        let (across, down) = self.half;
        (self.width / 2.0 - across * bent(cos), self.height / 2.0 - down * bent(sin))
    }

    /// The positions of that number of tokens, at equal distances along the path.
    pub(super) fn places(&self, count: usize) -> Vec<(f64, f64)> {
        let points: Vec<_> =
            (0..=SAMPLES).map(|sample| self.point(sample as f64 / SAMPLES as f64)).collect();
        let mut walked = vec![0.0];
        for pair in points.windows(2) {
            let way = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
            walked.push(walked[walked.len() - 1] + way);
        }
        let round = walked[SAMPLES];
        (0..count)
            .map(|index| {
                let way = (index as f64 + FIRST_TOKEN) / count as f64 * round % round;
                points[walked.partition_point(|&walked| walked < way)]
            })
            .collect()
    }

    /// A point on the upper edge of a token, above its number or plate.
    pub(super) fn edge(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (x, y - self.token - 2.0)
    }

    /// The path as SVG.
    pub(super) fn path(&self) -> String {
        let line: Vec<String> = (0..72)
            .map(|sample| {
                let (x, y) = self.point(f64::from(sample) / 72.0);
                format!("{x:.0} {y:.0}")
            })
            .collect();
        format!("M{}z", line.join("L"))
    }

    /// The positions of the cubes of a pile, and their width, which is as large as the area allows.
    pub(super) fn pile(&self, cubes: u8) -> (Vec<(f64, f64)>, f64) {
        let (left, top, width, height) = self.pile;
        let cubes = usize::from(cubes);
        let cell = |columns: usize| {
            let rows = cubes.div_ceil(columns).max(1);
            (width / columns as f64).min(height / rows as f64)
        };
        let columns = (3..=12).max_by(|&one, &other| cell(one).total_cmp(&cell(other)));
        let columns = columns.unwrap_or(3);
        let size = cell(columns).min(48.0);
        let rows = cubes.div_ceil(columns).max(1);
        let indent = (width - size * columns as f64) / 2.0;
        let drop = height - size * rows as f64;
        let places = (0..cubes).map(|cube| {
            let (column, row) = (cube % columns, cube / columns);
            (left + indent + size * column as f64, top + drop + size * row as f64)
        });
        (places.collect(), size)
    }

    /// The middle of the lower edge of the pile.
    pub(super) const fn below_pile(&self) -> (f64, f64) {
        let (left, top, width, height) = self.pile;
        (left + width / 2.0, top + height)
    }
}

/// The width of a pasture's drawing, with the wolves outside the gates.
pub(super) const PASTURE_WIDTH: f64 = 354.0;
/// The height of a pasture's drawing.
pub(super) const PASTURE_HEIGHT: f64 = 292.0;
/// The width of a slot.
pub(super) const SLOT_WIDTH: f64 = 82.0;
/// The distance from one slot to the next.
const SLOT_PITCH: f64 = 92.0;
/// The width of the strip outside the gates.
const STRIP_WIDTH: f64 = 62.0;

/// The left edge of the meadow, which depends on the side of the gates.
pub(super) const fn meadow_left(gate: Gate) -> f64 {
    match gate {
        Gate::Left => STRIP_WIDTH,
        Gate::Right => 4.0,
    }
}

/// The upper left corner of a slot.
pub(super) fn slot_corner(slot: Slot, gate: Gate) -> (f64, f64) {
    let index = slot.number() - 1;
    let (column, row) = (f64::from(index % 3), f64::from(index / 3));
    (meadow_left(gate) + 11.0 + SLOT_PITCH * column, 13.0 + SLOT_PITCH * row)
}

/// The upper left corner of a row's gate.
pub(super) fn gate_corner(row: Row, gate: Gate) -> (f64, f64) {
    let left = match gate {
        Gate::Left => STRIP_WIDTH - 9.0,
        Gate::Right => PASTURE_WIDTH - STRIP_WIDTH + 1.0,
    };
    (left, 16.0 + SLOT_PITCH * f64::from(row as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_do_not_overlap_and_are_inside_the_field() {
        for (oval, most) in [(WIDE, 18), (TALL, 18)] {
            let places = oval.places(most);
            for (index, &(x, y)) in places.iter().enumerate() {
                assert!(x > oval.token && x < oval.width - oval.token, "{index} of {}", oval.name);
                assert!(y > oval.token && y < oval.height - oval.token, "{index} of {}", oval.name);
                let (next_x, next_y) = places[(index + 1) % most];
                let way = (next_x - x).hypot(next_y - y);
                assert!(way > 2.0 * oval.token, "{index} of {}: {way}", oval.name);
            }
        }
    }

    #[test]
    fn cubes_do_not_overlap_and_are_inside_the_pile() {
        for oval in [WIDE, TALL] {
            for cubes in 0..=80 {
                let (places, size) = oval.pile(cubes);
                assert_eq!(places.len(), usize::from(cubes));
                let (left, top, width, height) = oval.pile;
                for (index, &(x, y)) in places.iter().enumerate() {
                    assert!(x >= left - 0.01 && x + size <= left + width + 0.01);
                    assert!(y >= top - 0.01 && y + size <= top + height + 0.01);
                    assert!(!places[..index].contains(&(x, y)));
                }
            }
        }
    }

    #[test]
    fn slots_and_gates_are_inside_the_drawing_for_both_sides() {
        for gate in [Gate::Left, Gate::Right] {
            for slot in (1..=9).filter_map(Slot::new) {
                let (x, y) = slot_corner(slot, gate);
                assert!(
                    x > 0.0 && x + SLOT_WIDTH < PASTURE_WIDTH && y + SLOT_WIDTH < PASTURE_HEIGHT
                );
            }
            for row in Row::ALL {
                let (x, _) = gate_corner(row, gate);
                assert!(x > 0.0 && x < PASTURE_WIDTH);
            }
        }
    }
}
