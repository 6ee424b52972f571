//! Giving a seat to another player: when a person gives up, when the others agree, when somebody
//! comes back.

use std::collections::BTreeSet;

use rules::{Refusal, Seat};

use super::spec::check_level;
use super::{Asked, Draft, Ending, Entry, SeatSpec, Table, Wish};
use crate::id::PersonId;
use crate::secret::Secret;

/// A wish to see a seat with another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ReplaceWish {
    seat: Seat,
    by: SeatSpec,
    agreed: BTreeSet<PersonId>,
}

impl ReplaceWish {
    pub(super) fn new(person: PersonId, seat: Seat, by: SeatSpec) -> Self {
        Self { seat, by, agreed: BTreeSet::from([person]) }
    }

    pub(super) fn agree(&mut self, person: PersonId) {
        self.agreed.insert(person);
    }

    pub(super) fn asked(&self) -> Asked {
        let wish = Wish::Replace { seat: self.seat, by: self.by.clone() };
        Asked { wish, agreed: self.agreed.iter().cloned().collect() }
    }

    /// All others have agreed. One single other cannot throw somebody out who is there.
    fn is_granted(&self, table: &Table) -> bool {
        let concerned = table.seated[self.seat.index()].as_ref();
        let agrees = |person: &PersonId| self.agreed.contains(person);
        let present = table.present();
        let others: Vec<_> = present.iter().filter(|person| Some(**person) != concerned).collect();
        let has_a_say = concerned.filter(|person| others.len() < 2 && present.contains(person));
        others.iter().all(|person| agrees(person)) && has_a_say.is_none_or(agrees)
    }
}

impl Table {
    pub(super) fn check_replacement(
        &self,
        person: &PersonId,
        seat: Seat,
        by: &SeatSpec,
    ) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        let seated =
            self.seated.get(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))?;
        if self.replace_wish.is_some() {
            return Err("somebody has asked for another player already".into());
        }
        match by {
            SeatSpec::Bot { level } => {
                check_level(*level)?;
                if seated.is_some() && !self.has_people_besides(seat) {
                    return Err("nobody would be left: give up, or end the game".into());
                }
                Ok(())
            }
            SeatSpec::Person { kept_for: Some(newcomer) } if self.check_sits(newcomer).is_ok() => {
                Err("that person sits at this table already".into())
            }
            SeatSpec::Person { .. } => Ok(()),
        }
    }

    pub(super) fn check_replacement_answer(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        match &self.replace_wish {
            None => Err("nobody has asked for another player".into()),
            Some(wish) if wish.agreed.contains(person) => {
                Err("you have agreed to that already".into())
            }
            Some(_) => Ok(()),
        }
    }

    pub(super) fn check_take_over(&self, person: &PersonId, seat: Seat) -> Result<(), Refusal> {
        self.check_playing()?;
        if self.check_sits(person).is_ok() {
            return Err("you sit at this table already".into());
        }
        match self.open.get(&seat) {
            Some(None) => Ok(()),
            Some(Some(kept_for)) if kept_for == person => Ok(()),
            _ => Err(format!("seat {seat} is not open to you").into()),
        }
    }

    fn has_people_besides(&self, seat: Seat) -> bool {
        let mut others = self.all_seats().filter(|other| *other != seat);
        others.any(|other| self.seated[other.index()].is_some())
    }
}

impl Draft {
    /// The seat gives up. In a game for three or more a bot plays on for it, as long as there is
    /// a person to play with; otherwise the game ends.
    pub(super) fn resign(
        &mut self,
        person: &PersonId,
        seat: Seat,
        seed: &Secret,
    ) -> Result<(), Refusal> {
        self.table.check_plays(person, seat)?;
        if self.table.seated.len() > 2 && self.table.has_people_besides(seat) {
            let level = self.table.spec.stand_in;
            self.push_own(Entry::Resigned { person: person.clone(), seat, level })
        } else {
            self.end(Ending::Resigned { seat }, seed)
        }
    }

    /// Whoever does something is there: bots give their seats back.
    pub(super) fn welcome_back(&mut self, person: &PersonId) -> Result<(), Refusal> {
        for seat in self.table.missed_seats(person) {
            self.push_own(Entry::Returned { person: person.clone(), seat })?;
        }
        Ok(())
    }

    /// Replaces the seat's player once all others have agreed.
    pub(super) fn replace_if_all_agree(&mut self) -> Result<(), Refusal> {
        let granted = |wish: &&ReplaceWish| wish.is_granted(&self.table);
        let Some(ReplaceWish { seat, by, .. }) = self.table.replace_wish.as_ref().filter(granted)
        else {
            return Ok(());
        };
        let level = by.bot().unwrap_or(self.table.spec.stand_in);
        self.push(Entry::Replaced { seat: *seat, by: by.clone(), level })
    }
}
