//! Geometry: outlines around spaces, views of the grid, and the space that is meant by a point.

use std::fmt::Write;

use tipperary::{Display, Point};

/// The side of a space in units of the drawings.
pub(super) const SPACE_SIDE: i16 = 48;

/// A direction or a corner of the grid.
type Vector = (i16, i16);

/// An outline of spaces, with an inset and rounded corners.
pub(super) fn outline(spaces: &[Point], inset: f64, radius: f64) -> String {
    let mut edges: Vec<(Vector, Vector)> =
        spaces.iter().flat_map(|&at| edges(spaces, at)).collect();
    let mut path = String::new();
    while let Some(first) = edges.pop() {
        let mut loop_of = vec![first];
        while let Some(next) = next_edge(&edges, loop_of[loop_of.len() - 1]) {
            loop_of.push(edges.swap_remove(next));
        }
        draw_loop(&mut path, &loop_of, inset, radius);
    }
    path
}

/// The outer edges of a space, clockwise: the start and the direction of each.
fn edges(spaces: &[Point], at: Point) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    let (x, y) = (at.x, at.y);
    let all = [
        ((0, -1), (x, y), (1, 0)),
        ((1, 0), (x + 1, y), (0, 1)),
        ((0, 1), (x + 1, y + 1), (-1, 0)),
        ((-1, 0), (x, y + 1), (0, -1)),
    ];
    let outer = move |side: Vector| !spaces.contains(&at.moved(side.0, side.1));
    all.into_iter().filter(move |(side, ..)| outer(*side)).map(|(_, start, along)| (start, along))
}

/// The edge that follows another one. Where two spaces touch at a corner, it is the one of the same
/// space.
fn next_edge(edges: &[(Vector, Vector)], (start, along): (Vector, Vector)) -> Option<usize> {
    let end = (start.0 + along.0, start.1 + along.1);
    let right = (-along.1, along.0);
    let here = |turn: Option<Vector>| {
        edges.iter().position(|(from, way)| *from == end && turn.is_none_or(|turn| *way == turn))
    };
    here(Some(right)).or_else(|| here(None))
}

fn draw_loop(path: &mut String, edges: &[(Vector, Vector)], inset: f64, radius: f64) {
    let mut letter = 'M';
    for (place, &(start, out)) in edges.iter().enumerate() {
        let (_, along) = edges[(place + edges.len() - 1) % edges.len()];
        if along == out {
            continue;
        }
        // The corner moves inwards from both of its edges; inside is on the right of each.
        let inwards = (f64::from(-along.1 - out.1), f64::from(along.0 + out.0));
        let side = f64::from(SPACE_SIDE);
        let corner = (
            f64::from(start.0) * side + inset * inwards.0,
            f64::from(start.1) * side + inset * inwards.1,
        );
        let from = (corner.0 - radius * f64::from(along.0), corner.1 - radius * f64::from(along.1));
        let to = (corner.0 + radius * f64::from(out.0), corner.1 + radius * f64::from(out.1));
        // Writing to a `String` does not fail.
        let _ = write!(path, "{letter}{:.1} {:.1}", from.0, from.1);
        let _ = write!(path, "Q{:.1} {:.1} {:.1} {:.1}", corner.0, corner.1, to.0, to.1);
        letter = 'L';
    }
    path.push('z');
}

/// Brackets at the four corners of a rectangle, bounds included.
pub(super) fn brackets(from: Point, to: Point) -> String {
    let arm = 30;
    let (left, top) = (from.x * SPACE_SIDE - 4, from.y * SPACE_SIDE - 4);
    let (right, bottom) = ((to.x + 1) * SPACE_SIDE + 4, (to.y + 1) * SPACE_SIDE + 4);
    format!(
        "M{left} {}V{top}H{}M{} {top}H{right}V{}M{right} {}V{bottom}H{}M{} {bottom}H{left}V{}",
        top + arm,
        left + arm,
        right - arm,
        top + arm,
        bottom - arm,
        right - arm,
        left + arm,
        bottom - arm,
    )
}

/// Marks in the middle of spaces.
pub(super) fn dots(spaces: &[Point]) -> String {
    let dot = |at: &Point| {
        format!(
            "M{} {}h8q3 0 3 3v8q0 3-3 3h-8q-3 0-3-3v-8q0-3 3-3z",
            at.x * SPACE_SIDE + 20,
            at.y * SPACE_SIDE + 17
        )
    };
    spaces.iter().map(dot).collect()
}

/// The part of the grid that is shown, in spaces.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct View {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl View {
    /// A display with a margin.
    pub(super) fn of(display: &Display, margin: f64) -> Self {
        let points = || display.spaces().iter().map(|space| space.point());
        let range = |along: fn(Point) -> i16| {
            let first = points().map(along).min().unwrap_or(0);
            let last = points().map(along).max().unwrap_or(0);
            (f64::from(first) - margin, f64::from(last - first + 1) + 2.0 * margin)
        };
        let (left, width) = range(|point| point.x);
        let (top, height) = range(|point| point.y);
        Self { left, top, width, height }
    }

    /// The view with those spaces added.
    pub(super) fn with(self, spaces: &[Point]) -> Self {
        let along = |first: f64, length: f64, place: fn(&Point) -> i16| {
            let (low, high) =
                spaces.iter().map(place).fold((first, first + length), |(low, high), at| {
                    (low.min(f64::from(at)), high.max(f64::from(at) + 1.0))
                });
            (low, high - low)
        };
        let (left, width) = along(self.left, self.width, |point| point.x);
        let (top, height) = along(self.top, self.height, |point| point.y);
        Self { left, top, width, height }
    }

    /// The SVG view box.
    pub(super) fn view_box(self) -> String {
        let units = |spaces: f64| (spaces * f64::from(SPACE_SIDE)).round();
        format!(
            "{} {} {} {}",
            units(self.left),
            units(self.top),
            units(self.width),
            units(self.height)
        )
    }

    /// The size of a space in pixels, in a picture of that size.
    fn scale(self, (width, height): (f64, f64)) -> f64 {
        (width / self.width).min(height / self.height)
    }

    fn middle(self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// The point of the grid, in spaces, at a pixel of the picture.
    pub(super) fn place_at(self, size: (f64, f64), pixel: (f64, f64)) -> (f64, f64) {
        let scale = self.scale(size);
        let (x, y) = self.middle();
        (x + (pixel.0 - size.0 / 2.0) / scale, y + (pixel.1 - size.1 / 2.0) / scale)
    }

    /// The translation and scale with which the drawing looks as it did in the view before.
    pub(super) fn transform_from(self, before: Self, size: (f64, f64)) -> (f64, f64, f64) {
        let factor = before.scale(size) / self.scale(size);
        let ((x, y), (old_x, old_y)) = (self.middle(), before.middle());
        let side = f64::from(SPACE_SIDE);
        ((x - factor * old_x) * side, (y - factor * old_y) * side, factor)
    }
}

/// The position that is meant by a point between grid lines: a legal one within reach, or else the
/// nearest.
pub(super) fn snap(exact: (f64, f64), positions: &[Point], reach: f64) -> Point {
    let far = |spot: &Point| (f64::from(spot.x) - exact.0).hypot(f64::from(spot.y) - exact.1);
    let nearest = positions.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
    nearest
        .filter(|spot| far(spot) <= reach)
        .unwrap_or_else(|| Point::new(exact.0.round() as i16, exact.1.round() as i16))
}

/// The next position in a direction: near ones first, and those straight ahead before those aside.
pub(super) fn next_position(
    from: Point,
    (right, down): Vector,
    positions: &[Point],
) -> Option<Point> {
    let ahead = |spot: &Point| (spot.x - from.x) * right + (spot.y - from.y) * down;
    let aside = |spot: &Point| ((spot.x - from.x) * down).abs() + ((spot.y - from.y) * right).abs();
    let before =
        positions.iter().copied().filter(|spot| ahead(spot) > 0 && ahead(spot) >= aside(spot));
    before.min_by_key(|spot| (ahead(spot) + 2 * aside(spot), spot.y, spot.x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn an_outline_is_one_closed_path() {
        let square = outline(&[at(0, 0)], 1.0, 8.0);
        assert_eq!(square.matches('Q').count(), 4, "{square}");
        assert!(square.ends_with('z'));
        let corner = outline(&[at(0, 0), at(1, 0), at(0, 1)], 1.0, 8.0);
        assert_eq!(corner.matches('Q').count(), 6, "{corner}");
        assert_eq!(corner.matches('M').count(), 1);
    }

    #[test]
    fn spaces_that_touch_at_a_corner_have_separate_outlines() {
        let two = outline(&[at(0, 0), at(1, 1)], 1.0, 8.0);
        assert_eq!((two.matches('M').count(), two.matches('Q').count()), (2, 8), "{two}");
    }

    #[test]
    fn a_hole_has_an_outline() {
        let ring: Vec<Point> = (0..9)
            .map(|place| at(place % 3, place / 3))
            .filter(|&point| point != at(1, 1))
            .collect();
        assert_eq!(outline(&ring, 1.0, 8.0).matches('M').count(), 2);
    }

    #[test]
    fn a_pixel_is_mapped_to_the_grid() {
        let view = View { left: -2.0, top: -1.0, width: 8.0, height: 4.0 };
        let near = |found: (f64, f64), wanted: (f64, f64)| {
            assert!((found.0 - wanted.0).abs() + (found.1 - wanted.1).abs() < 1e-9, "{found:?}");
        };
        near(view.place_at((800.0, 400.0), (0.0, 0.0)), (-2.0, -1.0));
        near(view.place_at((800.0, 400.0), (250.0, 150.0)), (0.5, 0.5));
        near(view.place_at((800.0, 800.0), (400.0, 400.0)), (2.0, 1.0));
    }

    #[test]
    fn a_transition_starts_with_the_former_view() {
        let before = View { left: 0.0, top: 0.0, width: 4.0, height: 4.0 };
        let after = View { left: -2.0, top: 0.0, width: 8.0, height: 8.0 };
        let (x, y, factor) = after.transform_from(before, (400.0, 400.0));
        assert!((factor - 2.0).abs() < f64::EPSILON, "{factor}");
        // The middle of the old view, 2,2, has to come to the middle of the new one, 2,4.
        assert_eq!((factor * 96.0 + x, factor * 96.0 + y), (96.0, 192.0));
    }

    #[test]
    fn legal_positions_within_reach_are_snapped_to() {
        let positions = [at(4, 1), at(0, 9)];
        assert_eq!(snap((3.4, 1.3), &positions, 0.8), at(4, 1));
        assert_eq!(snap((2.6, 1.3), &positions, 0.8), at(3, 1), "too far from any");
    }

    #[test]
    fn the_next_position_is_the_one_ahead() {
        let positions = [at(0, 0), at(2, 1), at(5, 0), at(0, 3)];
        assert_eq!(next_position(at(0, 0), (1, 0), &positions), Some(at(2, 1)));
        assert_eq!(next_position(at(0, 0), (0, 1), &positions), Some(at(0, 3)));
        assert_eq!(next_position(at(0, 0), (-1, 0), &positions), None);
    }
}
