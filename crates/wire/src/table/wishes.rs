//! What people at a table have asked each other and not settled yet, for whoever shows it.

use rules::Seat;

use super::{SeatSpec, Table};
use crate::id::PersonId;

/// Something that needs the agreement of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To go back to before an action.
    GoBack {
        /// The number of the action's entry.
        to: u64,
    },
    /// To end the game here.
    End,
    /// To see somebody else in a seat.
    Replace {
        /// Which seat.
        seat: Seat,
        /// Who should play it.
        by: SeatSpec,
    },
}

/// A wish, and who is for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// What is wished for.
    pub wish: Wish,
    /// Everyone who is for it, whoever wished for it included.
    pub agreed: Vec<PersonId>,
}

impl Table {
    /// Everything that has been asked and not settled.
    pub fn asked(&self) -> Vec<Asked> {
        let mut asked = Vec::new();
        if let Some(wish) = &self.undo_wish {
            let agreed = [&wish.person].into_iter().chain(&wish.agreed).cloned().collect();
            asked.push(Asked { wish: Wish::GoBack { to: wish.to }, agreed });
        }
        if !self.end_offers.is_empty() {
            let agreed = self.end_offers.iter().cloned().collect();
            asked.push(Asked { wish: Wish::End, agreed });
        }
        asked.extend(self.replace_wish.as_ref().map(super::replace::ReplaceWish::asked));
        asked
    }

    /// Whether the seat may take back its last action without asking anybody.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        self.check_playing().is_ok() && self.free_undo(seat).is_ok()
    }

    /// The number of the entry of the seat's last action that counts.
    pub fn last_action_of(&self, seat: Seat) -> Option<u64> {
        Some(self.last_of(seat)).filter(|seq| *seq > 0)
    }
}
