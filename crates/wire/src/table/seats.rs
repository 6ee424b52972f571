//! Who plays which seat: people, bots, and bots for people who are gone.

use std::collections::BTreeSet;

use rules::{Refusal, Seat};

use super::{SeatSpec, Stage, Table};
use crate::id::PersonId;
use crate::secret::Bytes32;

/// What became of the player who had a seat at the start, for whoever counts victories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A person who played it through.
    Played(PersonId),
    /// A person who gave up or ran out of time, whoever played on.
    Left(PersonId),
    /// A person who was replaced because all agreed.
    Replaced(PersonId),
    /// A bot of that level.
    Bot(u8),
}

impl Part {
    /// The person, if it was one.
    pub const fn person(&self) -> Option<&PersonId> {
        match self {
            Self::Played(person) | Self::Left(person) | Self::Replaced(person) => Some(person),
            Self::Bot(_) => None,
        }
    }

    fn leave(&mut self) {
        if let Self::Played(person) = self {
            *self = Self::Left(person.clone());
        }
    }

    fn be_replaced(&mut self) {
        if let Self::Played(person) = self {
            *self = Self::Replaced(person.clone());
        }
    }
}

/// Some time during which a bot played a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stint {
    pub(super) seat: Seat,
    pub(super) level: u8,
    /// The number of the entry with which it began.
    pub(super) from: u64,
    /// And that with which it ended.
    pub(super) to: Option<u64>,
}

impl Table {
    pub(super) fn sit_down(
        &mut self,
        person: &PersonId,
        seats: &[Seat],
        contribution: Bytes32,
    ) -> Result<(), Refusal> {
        for seat in seats {
            let place = self.seated.get_mut(seat.index()).ok_or("there is no such seat")?;
            *place = Some(person.clone());
        }
        let first = seats.first().ok_or("nobody sits down nowhere")?;
        self.contributions.insert(*first, contribution);
        Ok(())
    }

    pub(super) fn stand_up(&mut self, person: &PersonId) {
        for seat in self.seats_of(person) {
            self.seated[seat.index()] = None;
            self.contributions.remove(&seat);
        }
        self.be_ready(person, false);
    }

    pub(super) fn start(&mut self, seq: u64) {
        self.stage = Stage::Playing;
        self.turned = seq;
        let part = |(person, bot): (&Option<PersonId>, &Option<u8>)| match person {
            Some(person) => Part::Played(person.clone()),
            None => Part::Bot(bot.unwrap_or(self.spec.stand_in)),
        };
        self.parts = self.seated.iter().zip(&self.bots).map(part).collect();
        for seat in self.all_seats() {
            if let Some(level) = self.bots[seat.index()] {
                self.stints.push(Stint { seat, level, from: seq, to: None });
            }
        }
    }

    /// The seat's person gives up, and a bot plays on.
    pub(super) fn give_up(&mut self, seq: u64, seat: Seat, level: u8) -> Result<(), Refusal> {
        self.call_bot(seq, seat, level)?;
        self.parts[seat.index()].leave();
        self.seated[seat.index()] = None;
        Ok(())
    }

    /// The seat's time has run out, and a bot plays until its person comes back.
    pub(super) fn be_late(&mut self, seq: u64, seat: Seat, level: u8) -> Result<(), Refusal> {
        self.call_bot(seq, seat, level)?;
        self.parts[seat.index()].leave();
        Ok(())
    }

    pub(super) fn replace(
        &mut self,
        seq: u64,
        seat: Seat,
        by: &SeatSpec,
        level: u8,
    ) -> Result<(), Refusal> {
        self.call_bot(seq, seat, level)?;
        self.parts[seat.index()].be_replaced();
        self.seated[seat.index()] = None;
        match by {
            SeatSpec::Person { kept_for } => self.open.insert(seat, kept_for.clone()),
            SeatSpec::Bot { .. } => self.open.remove(&seat),
        };
        Ok(())
    }

    pub(super) fn take_over(
        &mut self,
        seq: u64,
        seat: Seat,
        person: &PersonId,
    ) -> Result<(), Refusal> {
        self.open.remove(&seat).ok_or("the seat is not open")?;
        self.seated[seat.index()] = Some(person.clone());
        self.dismiss_bot(seq, seat)
    }

    /// From now on a bot plays the seat. Whatever people were asking each other is asked again if
    /// need be.
    fn call_bot(&mut self, seq: u64, seat: Seat, level: u8) -> Result<(), Refusal> {
        self.end_stint(seq, seat);
        *self.bots.get_mut(seat.index()).ok_or("there is no such seat")? = Some(level);
        self.stints.push(Stint { seat, level, from: seq, to: None });
        self.forget_wishes();
        self.replace_wish = None;
        Ok(())
    }

    /// From now on no bot plays the seat.
    pub(super) fn dismiss_bot(&mut self, seq: u64, seat: Seat) -> Result<(), Refusal> {
        self.end_stint(seq, seat);
        let bot = self.bots.get_mut(seat.index()).and_then(Option::take);
        bot.map(drop).ok_or_else(|| "no bot plays that seat".into())
    }

    fn end_stint(&mut self, seq: u64, seat: Seat) {
        let open = |stint: &&mut Stint| stint.seat == seat && stint.to.is_none();
        self.stints.iter_mut().filter(open).for_each(|stint| stint.to = Some(seq));
    }

    pub(super) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.seated.len() as u8)
    }

    /// Who sits in each seat.
    pub fn seated(&self) -> &[Option<PersonId>] {
        &self.seated
    }

    /// The level of the bot that plays each seat now, also for a person who is gone.
    pub fn bots(&self) -> &[Option<u8>] {
        &self.bots
    }

    /// What each seat's first player did with it; nothing before the start.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The seats that somebody new may take over.
    pub fn open_seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.open.keys().copied()
    }

    /// Everyone who sits at the table.
    pub fn people(&self) -> BTreeSet<&PersonId> {
        self.seated.iter().flatten().collect()
    }

    /// Everyone who sits at the table or has played there.
    pub fn everyone(&self) -> BTreeSet<&PersonId> {
        self.seated.iter().flatten().chain(self.parts.iter().filter_map(Part::person)).collect()
    }

    /// Everyone who plays at the moment: those whose seats bots have taken are not asked.
    pub fn present(&self) -> BTreeSet<&PersonId> {
        let plays = |(person, bot): (_, &Option<u8>)| if bot.is_none() { person } else { None };
        let seats = self.seated.iter().map(Option::as_ref).zip(&self.bots);
        seats.filter_map(plays).collect()
    }

    /// Everyone whose turn it is.
    pub fn to_act(&self) -> BTreeSet<&PersonId> {
        let turn = self.turn();
        let is_to_act =
            |seat: &Seat| turn.includes((*seat).into()) && self.bots[seat.index()].is_none();
        let seats = self.all_seats().filter(is_to_act);
        seats.filter_map(|seat| self.seated[seat.index()].as_ref()).collect()
    }

    /// The seats that a person plays.
    pub fn seats_of(&self, person: &PersonId) -> Vec<Seat> {
        self.all_seats().filter(|seat| self.seated[seat.index()].as_ref() == Some(person)).collect()
    }

    /// The seats of a person that bots play until the person comes back.
    pub(super) fn missed_seats(&self, person: &PersonId) -> Vec<Seat> {
        let missed =
            |seat: &Seat| self.stage == Stage::Playing && self.bots[seat.index()].is_some();
        self.seats_of(person).into_iter().filter(missed).collect()
    }
}
