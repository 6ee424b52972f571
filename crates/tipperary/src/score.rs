//! Scores.

use rules::{MAX_PARTS, Score, Seat};

use crate::Tipperary;

/// Points for a hometown that is enclosed on all sides.
pub(crate) const EXPLORATION: u8 = 5;
/// Points for the marker of the largest flock.
pub(crate) const MARKER: u8 = 5;

impl Tipperary {
    /// The parts in the order of [`crate::INFO`]; zeros for a seat without a hometown.
    #[inline]
    pub(crate) fn score_sheet(&self, seat: Seat) -> Score {
        let player = &self.players[seat.index()];
        let mut parts = [0; MAX_PARTS];
        if player.town.is_none() {
            return Score { parts, tie_break: 0 };
        }
        let display = &player.display;
        let marker = if self.marker == Some(seat) { MARKER } else { 0 };
        let exploration = if display.unexplored() == 0 { EXPLORATION } else { 0 };
        let whiskey = self.set().track()[usize::from(player.whiskey)].value;
        let small = [display.area, display.flock, marker, exploration, whiskey];
        for (part, points) in parts.iter_mut().zip(small) {
            *part = points.into();
        }
        parts[small.len()] = display.circles().into();
        Score { parts, tie_break: 0 }
    }
}
