//! Coordinates: places of a display, spaces of the track, and pointers over them.

use glen_more::{Place, SPACES};

/// The side of a tile.
pub(super) const TILE: f64 = 100.0;
/// The distance from one tile of a display to the next.
const TILE_PITCH: f64 = 104.0;
/// The margin around the tiles of a display.
const DISPLAY_MARGIN: f64 = 8.0;
/// The distance from one space of the track to the next, and the number of columns and rows.
const TRACK_PITCH: f64 = 112.0;
const TRACK_COLUMNS: usize = 5;
const TRACK_ROWS: usize = 4;

/// The top left corner of a place.
pub(super) fn corner(place: Place) -> (f64, f64) {
    (TILE_PITCH * f64::from(place.x()), -TILE_PITCH * f64::from(place.y()))
}

/// A corner as an SVG transform.
pub(super) fn translate((x, y): (f64, f64)) -> String {
    format!("translate({x} {y})")
}

/// The place at a point of the drawing.
pub(super) fn place_at(x: f64, y: f64) -> Place {
    let cell = |at: f64| (at / TILE_PITCH).floor().clamp(-99.0, 99.0) as i8;
    Place::new(cell(x), -cell(y))
}

/// The top left corner of a space of the track: clockwise from the top left.
pub(super) fn space_corner(space: usize) -> (f64, f64) {
    let (right, bottom) = (TRACK_COLUMNS - 1, TRACK_ROWS - 1);
    let (column, row) = match space {
        top if top <= right => (top, 0),
        down if down <= right + bottom => (right, down - right),
        back if back <= 2 * right + bottom => (2 * right + bottom - back, bottom),
        up => (0, SPACES.saturating_sub(up)),
    };
    (6.0 + TRACK_PITCH * column as f64, 6.0 + TRACK_PITCH * row as f64)
}

/// The shown extent of a display.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Extent {
    west: i8,
    east: i8,
    south: i8,
    north: i8,
}

impl Extent {
    /// The extent of those places and of the starting village.
    pub(super) fn of(places: impl IntoIterator<Item = Place>) -> Self {
        let home = Self { west: 0, east: 0, south: 0, north: 0 };
        places.into_iter().fold(home, Self::with)
    }

    /// The extent with another place.
    pub(super) fn with(self, place: Place) -> Self {
        Self {
            west: self.west.min(place.x()),
            east: self.east.max(place.x()),
            south: self.south.min(place.y()),
            north: self.north.max(place.y()),
        }
    }

    /// The union of two extents.
    pub(super) fn and(self, other: Self) -> Self {
        self.with(Place::new(other.west, other.south)).with(Place::new(other.east, other.north))
    }

    /// Left, top, width and height of the drawing.
    pub(super) fn view(self) -> [f64; 4] {
        let (left, top) = corner(Place::new(self.west, self.north));
        let (right, bottom) = corner(Place::new(self.east, self.south));
        let side = |from: f64, to: f64| to - from + TILE + 2.0 * DISPLAY_MARGIN;
        [left - DISPLAY_MARGIN, top - DISPLAY_MARGIN, side(left, right), side(top, bottom)]
    }

    /// The extent as an SVG view box.
    pub(super) fn view_box(self) -> String {
        let [left, top, width, height] = self.view();
        format!("{left} {top} {width} {height}")
    }
}

/// The point of a drawing under a pointer. The drawing is centred in a box of that size on the
/// screen.
pub(super) fn under_pointer(
    [left, top, width, height]: [f64; 4],
    (box_width, box_height): (f64, f64),
    (x, y): (f64, f64),
) -> (f64, f64) {
    let scale = (box_width / width).min(box_height / height);
    let across = (x - (box_width - width * scale) / 2.0) / scale;
    let down = (y - (box_height - height * scale) / 2.0) / scale;
    (left + across, top + down)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_spaces_of_the_track_form_a_ring() {
        let corners: Vec<(f64, f64)> = (0..SPACES).map(space_corner).collect();
        let different: BTreeSet<String> = corners.iter().map(|at| format!("{at:?}")).collect();
        assert_eq!(different.len(), SPACES);
        for space in 0..SPACES {
            let ((x, y), (next_x, next_y)) = (corners[space], corners[(space + 1) % SPACES]);
            let step = (x - next_x).abs() + (y - next_y).abs();
            assert!((step - TRACK_PITCH).abs() < 0.01, "from {space} to the next it is {step}");
        }
    }

    #[test]
    fn a_point_on_a_tile_is_at_its_place() {
        for place in [Place::ORIGIN, Place::new(2, -3), Place::new(-1, 4)] {
            let (x, y) = corner(place);
            assert_eq!(place_at(x + 50.0, y + 50.0), place);
            assert_eq!(place_at(x + 1.0, y + 99.0), place);
        }
    }

    #[test]
    fn pointers_are_mapped_in_a_centred_drawing() {
        let view = Extent::of([Place::new(1, 0)]).view();
        let middle = under_pointer(view, (800.0, 300.0), (400.0, 150.0));
        assert!((middle.0 - 102.0).abs() < 0.01 && (middle.1 - 50.0).abs() < 0.01, "{middle:?}");
    }

    #[test]
    fn an_extent_contains_all_its_places() {
        let extent = Extent::of([Place::new(2, 1)]).and(Extent::of([Place::new(-1, -2)]));
        assert_eq!(extent.view().map(|edge| edge.round() as i32), [-112, -112, 428, 428]);
    }
}
