//! Positions on a display.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A position on the unbounded grid of a display: x grows to the right, y downwards, and the top
/// left corner of the hometown's bounding box is 0,0. Ordered row by row.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "(i16, i16)", into = "(i16, i16)")]
pub struct Point {
    /// The row.
    pub y: i16,
    /// The column.
    pub x: i16,
}

impl Point {
    /// The position at x, y.
    #[inline]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { y, x }
    }

    /// The four neighbouring positions.
    pub fn neighbours(self) -> [Self; 4] {
        [(0, -1), (-1, 0), (1, 0), (0, 1)].map(|(x, y)| self.moved(x, y))
    }

    /// The position moved to the right and down, saturating.
    #[must_use]
    pub const fn moved(self, x: i16, y: i16) -> Self {
        Self::new(self.x.saturating_add(x), self.y.saturating_add(y))
    }
}

impl From<(i16, i16)> for Point {
    fn from((x, y): (i16, i16)) -> Self {
        Self { y, x }
    }
}

impl From<Point> for (i16, i16) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
