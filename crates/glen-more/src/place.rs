//! Places of a display: x to the east, y to the north, the starting village at 0,0.

use std::fmt;

use rules::NotationError;
use rules::notation::{point, quoted};

/// A place of a display. Ordered row by row from the south, each from the west.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    y: i8,
    x: i8,
}

impl Place {
    /// The place of the starting village.
    pub const ORIGIN: Self = Self::new(0, 0);

    /// The largest absolute coordinate; displays have fewer tiles.
    pub const REACH: i8 = 99;

    /// The place at those coordinates.
    #[inline]
    pub const fn new(x: i8, y: i8) -> Self {
        Self { y, x }
    }

    /// The coordinate to the east.
    #[inline]
    pub const fn x(self) -> i8 {
        self.x
    }

    /// The coordinate to the north.
    #[inline]
    pub const fn y(self) -> i8 {
        self.y
    }

    /// Whether two places are the same or touch, corners included.
    #[inline]
    pub fn is_near(self, other: Self) -> bool {
        // Within REACH of the origin nothing wraps around to a small difference.
        let near = |a: i8, b: i8| a.wrapping_sub(b).wrapping_add(1) as u8 <= 2;
        near(self.x, other.x) & near(self.y, other.y)
    }

    /// Whether two places share an edge.
    #[inline]
    pub const fn shares_edge(self, other: Self) -> bool {
        self.x.abs_diff(other.x) as u16 + self.y.abs_diff(other.y) as u16 == 1
    }

    /// Reads `X,Y`.
    ///
    /// # Errors
    /// If it is no place that a display could reach.
    pub(crate) fn read(text: &str) -> Result<Self, NotationError> {
        let (x, y) = point(text)?;
        let within = |value: i16| i8::try_from(value).ok().filter(|v| v.abs() <= Self::REACH);
        within(x).zip(within(y)).map(|(x, y)| Self::new(x, y)).ok_or_else(|| {
            NotationError::new(format!("{} is further out than a display can reach", quoted(text)))
        })
    }

    /// Reads `@X,Y`.
    ///
    /// # Errors
    /// If it is no place that a display could reach.
    pub(crate) fn read_at(text: &str) -> Result<Self, NotationError> {
        let place = text.strip_prefix('@').ok_or_else(|| {
            NotationError::new(format!("{} is not a place such as @3,-1", quoted(text)))
        })?;
        Self::read(place)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
