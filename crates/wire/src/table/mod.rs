//! A table: a pure function of its log.
//!
//! [`Table::fold`] takes the next entry, [`Table::decide`] says which entries a command leads to.
//! Nothing here reads a clock, a database or a socket, and the only randomness is the seed that is
//! handed in.

mod bots;
mod clock;
mod command;
mod entry;
mod fairness;
mod join;
mod plan;
mod record;
mod replace;
mod seats;
mod spec;
mod standing;
#[cfg(test)]
mod tests;
mod undo;
mod wishes;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use registry::{AnyGame, Registry};
use rules::{Actor, Refusal, Seat, Turn};
use thiserror::Error;

pub use bots::Call;
pub use clock::{ClockSpec, TimeLeft};
pub use command::{Command, Draft};
pub(crate) use entry::is_false;
pub use entry::{Ending, Entry, Stamped};
pub use fairness::{Checked, UnfairError};
pub use plan::SeatPlan;
pub use seats::Part;
pub use spec::{SeatSpec, TableSpec};
pub use standing::Standing;
pub use wishes::{Asked, Wish};

use clock::Clocks;
use replace::ReplaceWish;
use seats::Stint;

use crate::id::{PersonId, TableId};
use crate::secret::Bytes32;

/// A log that tells no table. It was damaged after it was written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("entry {seq}: {reason}")]
pub struct LogError {
    /// Which entry.
    pub seq: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// How far a table has come.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// People sit down.
    Gathering,
    /// The game is on.
    Playing,
    /// The game has ended.
    Ended(Ending),
}

impl Stage {
    /// One word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gathering => "gathering",
            Self::Playing => "playing",
            Self::Ended(_) => "ended",
        }
    }
}

/// An action that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// The number of its entry.
    seq: u64,
    actor: Actor,
    /// Shared between copies of the table.
    action: Arc<str>,
}

/// A wish to go back that the others have not all answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct UndoWish {
    person: PersonId,
    to: u64,
    agreed: BTreeSet<PersonId>,
}

/// A table as its log tells it.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    spec: Arc<TableSpec>,
    opened_by: PersonId,
    commit: Bytes32,
    seq: u64,
    stage: Stage,
    seated: Vec<Option<PersonId>>,
    /// The level of the bot that plays a seat now.
    bots: Vec<Option<u8>>,
    /// What each seat's first player did with it; empty before the start.
    parts: Vec<Part>,
    /// When bots played for seats.
    stints: Vec<Stint>,
    /// Seats that somebody new may take over, and whom they are kept for.
    open: BTreeMap<Seat, Option<PersonId>>,
    clocks: Option<Clocks>,
    contributions: BTreeMap<Seat, Bytes32>,
    /// Those who have said that the game may begin.
    ready: BTreeSet<PersonId>,
    game: AnyGame,
    line: Vec<Step>,
    /// How many times the dealer has drawn; a draw that was taken back counts, too.
    draws: u64,
    /// The last entry that changed the game for everyone: the start, a draw, an undo.
    turned: u64,
    undo_wish: Option<UndoWish>,
    replace_wish: Option<ReplaceWish>,
    end_offers: BTreeSet<PersonId>,
    seed: Option<Bytes32>,
    rematch: Option<TableId>,
}

impl Table {
    /// The table that a log tells.
    ///
    /// # Errors
    /// If the log is damaged.
    pub fn replay<'a>(
        id: &TableId,
        registry: &Registry,
        log: impl IntoIterator<Item = &'a Stamped>,
    ) -> Result<Self, LogError> {
        let mut log = log.into_iter();
        let damaged = |reason: String| LogError { seq: 1, reason };
        let Some(Stamped { seq: 1, entry: Entry::Opened { by, spec, commit }, .. }) = log.next()
        else {
            return Err(damaged("a log starts with the opening of the table".to_owned()));
        };
        let opened = Self::open(id, registry, by.clone(), TableSpec::clone(spec), *commit);
        let mut table = opened.map_err(|refusal| damaged(refusal.to_string()))?;
        log.try_for_each(|stamped| table.fold(stamped))?;
        Ok(table)
    }

    /// A table that was just opened.
    fn open(
        id: &TableId,
        registry: &Registry,
        opened_by: PersonId,
        spec: TableSpec,
        commit: Bytes32,
    ) -> Result<Self, Refusal> {
        let game = spec.new_game(registry)?;
        Ok(Self {
            id: id.clone(),
            opened_by,
            commit,
            seq: 1,
            stage: Stage::Gathering,
            seated: vec![None; spec.seats.len()],
            bots: spec.seats.iter().map(SeatSpec::bot).collect(),
            parts: Vec::new(),
            stints: Vec::new(),
            open: BTreeMap::new(),
            clocks: Clocks::new(spec.clock, spec.seats.len()),
            contributions: BTreeMap::new(),
            ready: BTreeSet::new(),
            game,
            line: Vec::new(),
            draws: 0,
            turned: 1,
            undo_wish: None,
            replace_wish: None,
            end_offers: BTreeSet::new(),
            seed: None,
            rematch: None,
            spec: Arc::new(spec),
        })
    }

    /// Takes the next entry of the log.
    ///
    /// # Errors
    /// If it does not fit; the table is of no use then.
    pub fn fold(&mut self, stamped: &Stamped) -> Result<(), LogError> {
        let seq = stamped.seq;
        let fits = if seq == self.seq + 1 {
            self.take(seq, &stamped.entry).inspect(|()| self.set_clocks(&stamped.entry, stamped.at))
        } else {
            Err(format!("it comes after entry {}", self.seq).into())
        };
        fits.map_err(|refusal| LogError { seq, reason: refusal.to_string() })?;
        self.seq = seq;
        Ok(())
    }

    fn take(&mut self, seq: u64, entry: &Entry) -> Result<(), Refusal> {
        match entry {
            Entry::Opened { .. } => return Err("the table was opened before".into()),
            Entry::Joined { person, seats, contribution, ready } => {
                self.sit_down(person, seats, *contribution)?;
                self.be_ready(person, *ready);
            }
            Entry::Ready { person, yes } => self.be_ready(person, *yes),
            Entry::Left { person } => self.stand_up(person),
            Entry::Started => self.start(seq),
            Entry::Acted { seat, action } => self.act(seq, *seat, action)?,
            Entry::Undone { taken, .. } => {
                self.take_back(taken)?;
                self.turned = seq;
            }
            Entry::UndoAsked { person, to } => {
                let agreed = BTreeSet::new();
                self.undo_wish = Some(UndoWish { person: person.clone(), to: *to, agreed });
            }
            Entry::UndoAnswered { person, yes: true } => {
                self.undo_wish.iter_mut().for_each(|wish| {
                    wish.agreed.insert(person.clone());
                });
            }
            Entry::UndoAnswered { yes: false, .. } => self.undo_wish = None,
            Entry::EndOffered { person } => {
                self.end_offers.insert(person.clone());
            }
            Entry::EndDeclined { .. } => self.end_offers.clear(),
            Entry::Resigned { seat, level, .. } => self.give_up(seq, *seat, *level)?,
            Entry::ReplacementAsked { person, seat, by } => {
                self.replace_wish = Some(ReplaceWish::new(person.clone(), *seat, by.clone()));
            }
            Entry::ReplacementAnswered { person, yes: true } => {
                self.replace_wish.iter_mut().for_each(|wish| wish.agree(person.clone()));
            }
            Entry::ReplacementAnswered { yes: false, .. } => self.replace_wish = None,
            Entry::Replaced { seat, by, level } => self.replace(seq, *seat, by, *level)?,
            Entry::TookOver { person, seat } => self.take_over(seq, *seat, person)?,
            Entry::OutOfTime { seat, level } => self.be_late(seq, *seat, *level)?,
            Entry::Returned { seat, .. } => self.dismiss_bot(seq, *seat)?,
            Entry::Ended { how, seed } => {
                self.stage = Stage::Ended(*how);
                self.seed = Some(*seed);
                self.forget_wishes();
                self.replace_wish = None;
            }
            Entry::Rematch { table } => self.rematch = Some(table.clone()),
        }
        Ok(())
    }

    fn act(&mut self, seq: u64, actor: Actor, action: &str) -> Result<(), Refusal> {
        self.game.apply(actor, action).map_err(|error| Refusal::new(error.to_string()))?;
        self.line.push(Step { seq, actor, action: action.into() });
        match actor {
            Actor::Dealer => {
                self.draws += 1;
                self.turned = seq;
            }
            // What people wish for does not end because a bot has acted.
            Actor::Seat(seat) if self.bots[seat.index()].is_none() => self.forget_wishes(),
            Actor::Seat(_) => {}
        }
        Ok(())
    }

    fn forget_wishes(&mut self) {
        self.undo_wish = None;
        self.end_offers.clear();
    }

    /// The table's id.
    pub const fn id(&self) -> &TableId {
        &self.id
    }

    /// What was decided when it was opened.
    pub fn spec(&self) -> &TableSpec {
        &self.spec
    }

    /// The number of the last entry.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// How far it has come.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Who opened it.
    pub const fn opened_by(&self) -> &PersonId {
        &self.opened_by
    }

    /// The game so far, without what was taken back.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Who may act now; nobody unless the game is on.
    pub fn turn(&self) -> Turn {
        if self.stage == Stage::Playing { self.game.turn() } else { Turn::Over }
    }

    /// The table of the rematch, once somebody has asked for it.
    pub const fn rematch(&self) -> Option<&TableId> {
        self.rematch.as_ref()
    }
}
