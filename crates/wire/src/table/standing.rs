//! How the seats came out.

use rules::{Score, Seat};

use super::{Ending, Part, Stage, Table};

/// How a seat came out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// 1 for the best; those who are level share a place.
    pub place: u8,
    /// The points.
    pub total: i32,
}

impl Table {
    /// How every seat came out, in the order of the seats; `None` if there is no telling: the game
    /// goes on, or all agreed to end it. Whoever left comes after everyone who stayed.
    pub fn standings(&self) -> Option<Vec<Standing>> {
        let gave_up = match self.stage {
            Stage::Ended(Ending::Over) => None,
            Stage::Ended(Ending::Resigned { seat }) => Some(seat),
            Stage::Ended(Ending::Agreed) | Stage::Gathering | Stage::Playing => return None,
        };
        let scores = self.game.scores();
        let stayed = |seat: Seat| !matches!(self.parts[seat.index()], Part::Left(_));
        let merit = |(seat, score): (Seat, &Score)| match gave_up {
            // Points do not count any more. Who was the last to give up is not behind those who
            // left before.
            Some(last) => (stayed(seat) && seat != last, 0, 0),
            None => (stayed(seat), score.total(), score.tie_break),
        };
        let merits: Vec<(bool, i32, i32)> = self.all_seats().zip(&scores).map(merit).collect();
        let place = |merit| 1 + merits.iter().filter(|other| **other > merit).count() as u8;
        let standing =
            |(merit, score): (_, &Score)| Standing { place: place(merit), total: score.total() };
        Some(merits.iter().copied().zip(&scores).map(standing).collect())
    }
}
