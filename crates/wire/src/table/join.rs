//! Sitting down, standing up, being ready, and beginning.

use std::collections::BTreeSet;

use rules::{Refusal, Seat};

use super::{SeatSpec, Stage, Table};
use crate::id::PersonId;

impl Table {
    /// Where the person would sit.
    pub(super) fn seats_to_join(
        &self,
        person: &PersonId,
        wish: Option<Seat>,
    ) -> Result<Vec<Seat>, Refusal> {
        self.check_gathering()?;
        if self.check_sits(person).is_ok() {
            return Err("you sit at this table already".into());
        }
        let free: Vec<Seat> =
            self.all_seats().filter(|seat| self.may_take(person, *seat)).collect();
        match wish {
            _ if self.spec.hot_seat && !free.is_empty() => Ok(free),
            Some(seat) if free.contains(&seat) => Ok(vec![seat]),
            Some(seat) if seat.index() >= self.seated.len() => {
                Err(format!("there is no seat {seat} at this table").into())
            }
            Some(seat) => Err(format!("seat {seat} is not free for you").into()),
            None => {
                // A seat kept for this person comes before one for anybody.
                let kept = free.iter().find(|seat| self.kept_for(**seat) == Some(person));
                let seat = kept.or(free.first()).ok_or("there is no free seat at this table")?;
                Ok(vec![*seat])
            }
        }
    }

    fn kept_for(&self, seat: Seat) -> Option<&PersonId> {
        match self.spec.seats.get(seat.index()) {
            Some(SeatSpec::Person { kept_for }) => kept_for.as_ref(),
            _ => None,
        }
    }

    fn may_take(&self, person: &PersonId, seat: Seat) -> bool {
        let for_person = self.spec.seats[seat.index()].is_for_person();
        let kept_for_other = self.kept_for(seat).is_some_and(|kept| kept != person);
        for_person && !kept_for_other && self.seated[seat.index()].is_none()
    }

    pub(super) fn check_leave(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_sits(person)?;
        match self.stage {
            Stage::Gathering => Ok(()),
            Stage::Playing => {
                Err("the game has begun: ask for somebody to replace you, or give up".into())
            }
            Stage::Ended(_) => Err("the game has ended".into()),
        }
    }

    pub(super) fn check_ready(&self, person: &PersonId, yes: bool) -> Result<(), Refusal> {
        self.check_gathering()?;
        self.check_sits(person)?;
        match (self.ready.contains(person), yes) {
            (true, true) => Err("you have said already that you are ready".into()),
            (false, false) => Err("you have not said that you are ready".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn be_ready(&mut self, person: &PersonId, yes: bool) {
        if yes {
            self.ready.insert(person.clone());
        } else {
            self.ready.remove(person);
        }
    }

    /// Whether somebody who sits here has said that the game may begin.
    pub fn is_ready(&self, person: &PersonId) -> bool {
        self.ready.contains(person)
    }

    /// Those who sit here and have not said so. Nobody has to wait for them, and bots are ready.
    pub fn unready(&self) -> BTreeSet<&PersonId> {
        self.people().into_iter().filter(|person| !self.is_ready(person)).collect()
    }

    /// Whether the person may start the game as soon as all seats are taken: with everyone else
    /// ready anybody who sits here may. Before that only the host may, if the host sits here.
    pub fn may_start(&self, person: &PersonId) -> bool {
        let others_ready = self.unready().into_iter().all(|unready| unready == person);
        let host_sits = self.check_sits(&self.opened_by).is_ok();
        others_ready || *person == self.opened_by || !host_sits
    }

    pub(super) fn check_start(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_gathering()?;
        self.check_sits(person)?;
        let is_empty =
            |seat: &Seat| self.seated[seat.index()].is_none() && self.bots[seat.index()].is_none();
        match self.all_seats().filter(is_empty).count() {
            0 if self.may_start(person) => Ok(()),
            0 => Err("not everyone is ready yet: until then only the host can start".into()),
            1 => Err("one seat is still empty".into()),
            empty => Err(format!("{empty} seats are still empty").into()),
        }
    }
}
