//! A table at a glance, as lists and lobbies show it.

use std::collections::{BTreeMap, BTreeSet};

use rules::{Seat, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{PersonId, TableId};
use crate::message::Times;
use crate::schema::{Level, SeatNumber, StageName, TurnView};
use crate::table::{Ending, SeatSpec, Stage, Table, TableSpec};

/// A table at a glance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    /// Its id.
    pub id: TableId,
    /// What was decided when it was opened.
    pub spec: TableSpec,
    /// `gathering`, `playing` or `ended`.
    #[schema(value_type = StageName)]
    pub stage: String,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
    /// Who opened it.
    pub opened_by: PersonId,
    /// Who sits where, in the order of the seats.
    pub seated: Vec<Option<PersonId>>,
    /// The level of the bot that plays a seat now, in the order of the seats; also for somebody
    /// whose time has run out.
    #[schema(value_type = Vec<Option<Level>>)]
    pub bots: Vec<Option<u8>>,
    /// The seats that somebody new may take over.
    #[schema(value_type = Vec<SeatNumber>)]
    pub open: Vec<Seat>,
    /// What everyone has left on the clock, if there is one.
    pub times: Option<Times>,
    /// What they are called.
    #[schema(value_type = BTreeMap<String, String>)]
    pub names: BTreeMap<PersonId, String>,
    /// Who may act now: a list of seats, or `"over"`.
    #[schema(value_type = TurnView)]
    pub turn: Turn,
    /// The number of the last entry of its log.
    pub seq: u64,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
}

impl TableView {
    /// How a table looks at that time.
    pub fn of(table: &Table, now: i64) -> Self {
        let stage = table.stage();
        Self {
            id: table.id().clone(),
            spec: table.spec().clone(),
            stage: stage.name().to_owned(),
            ending: if let Stage::Ended(ending) = stage { Some(ending) } else { None },
            opened_by: table.opened_by().clone(),
            seated: table.seated().to_vec(),
            bots: table.bots().to_vec(),
            open: table.open_seats().collect(),
            times: Times::of(table, now),
            names: BTreeMap::new(),
            turn: table.turn(),
            seq: table.seq(),
            rematch: table.rematch().cloned(),
        }
    }

    /// Everyone whose name is needed to show it.
    pub fn people(&self) -> BTreeSet<PersonId> {
        self.seated.iter().flatten().chain([&self.opened_by]).cloned().collect()
    }

    /// Whether a person sits there.
    pub fn seats(&self, person: &PersonId) -> bool {
        self.seated.iter().flatten().any(|seated| seated == person)
    }

    /// Whether the game cannot go on before that person has acted.
    pub fn waits_for(&self, person: &PersonId) -> bool {
        self.to_act().any(|seat| self.seated[seat.index()].as_ref() == Some(person))
    }

    /// The seats that are to act and are not played by bots.
    pub fn to_act(&self) -> impl Iterator<Item = Seat> {
        let is_persons = |seat: &Seat| self.bots.get(seat.index()).is_some_and(Option::is_none);
        let seats = if let Turn::Seats(seats) = self.turn { Some(seats) } else { None };
        seats.into_iter().flatten().filter(is_persons)
    }

    /// How many seats that person could take now; nobody stands for somebody yet unknown.
    pub fn free_for(&self, person: Option<&PersonId>) -> usize {
        if self.stage == Stage::Gathering.name() {
            let seats = self.spec.seats.iter().zip(&self.seated);
            return seats.filter(|(seat, taken)| taken.is_none() && may_sit(seat, person)).count();
        }
        self.open.len()
    }
}

fn may_sit(seat: &SeatSpec, person: Option<&PersonId>) -> bool {
    match seat {
        SeatSpec::Person { kept_for: Some(kept_for) } => Some(kept_for) == person,
        SeatSpec::Person { kept_for: None } => true,
        SeatSpec::Bot { .. } => false,
    }
}
