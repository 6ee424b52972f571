//! Clocks: what everyone has left, computed from the times of the log's entries.
//!
//! A clock runs while its seat is to act and a person plays it, so several run at the same time
//! where several seats act at the same time. Bots have no clock.

use rules::{Actor, Refusal, Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Draft, Entry, Table};
use crate::schema::no_fields;

const SECOND: i64 = 1000;
const HOUR: i64 = 3600 * SECOND;
/// Less than this for the first turn is a slip of the pen.
const LEAST_SECONDS: u32 = 10;
const MOST_SECONDS: u32 = 24 * 3600;
const MOST_HOURS: u32 = 30 * 24;
/// Whoever comes back after running out of time has at least this part of the base.
const PART_ON_RETURN: i64 = 10;

/// How much time everyone has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClockSpec {
    /// As much as they like.
    #[default]
    #[serde(deserialize_with = "no_fields")]
    None,
    /// So much for the whole game, and a little more for every turn.
    RealTime {
        /// Seconds for the whole game.
        #[schema(maximum = 86400)]
        base: u32,
        /// Seconds added whenever a turn begins.
        #[schema(maximum = 86400)]
        increment: u32,
    },
    /// So much for every move.
    Correspondence {
        /// Hours for a move.
        #[schema(maximum = 720)]
        hours: u32,
    },
}

impl ClockSpec {
    /// Whether there is no clock.
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Whether a game can be played that way.
    ///
    /// # Errors
    /// If not, with the reason.
    pub(super) fn check(self) -> Result<(), Refusal> {
        match self {
            Self::RealTime { base, increment } => {
                let seconds =
                    base.checked_add(increment).filter(|seconds| *seconds <= MOST_SECONDS);
                match seconds {
                    Some(LEAST_SECONDS..) => Ok(()),
                    _ => Err("a clock has 10 seconds to 24 hours for the first turn".into()),
                }
            }
            Self::None | Self::Correspondence { hours: 1..=MOST_HOURS } => Ok(()),
            Self::Correspondence { .. } => Err("a turn has 1 hour to 30 days".into()),
        }
    }

    /// What a seat has before its first turn.
    fn at_start(self) -> i64 {
        match self {
            Self::None => 0,
            Self::RealTime { base, .. } => i64::from(base) * SECOND,
            Self::Correspondence { hours } => i64::from(hours) * HOUR,
        }
    }

    /// What a seat has when a turn begins, if it had `left` before.
    fn at_turn(self, left: i64) -> i64 {
        match self {
            Self::RealTime { increment, .. } => left + i64::from(increment) * SECOND,
            Self::None | Self::Correspondence { .. } => self.at_start(),
        }
    }

    /// What somebody has who comes back to a seat that had `left`.
    fn at_return(self, left: i64) -> i64 {
        match self {
            Self::RealTime { .. } => self.at_turn(left.max(self.at_start() / PART_ON_RETURN)),
            Self::None | Self::Correspondence { .. } => self.at_start(),
        }
    }
}

/// The clock of one seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Face {
    /// What is left, in milliseconds; while it runs, what was left when it began to.
    left: i64,
    /// Since when it runs.
    since: Option<i64>,
    /// The most actions that the seat has had on the line that counts: one that was taken back and
    /// made again brings no new time.
    moves: usize,
}

impl Face {
    fn left_at(&self, now: i64) -> i64 {
        let used = self.since.map_or(0, |since| now - since);
        (self.left - used).max(0)
    }

    fn ends_at(&self) -> Option<i64> {
        self.since.map(|since| since + self.left)
    }
}

/// The clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Clocks {
    spec: ClockSpec,
    faces: Vec<Face>,
}

/// What a seat has left.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TimeLeft {
    /// Milliseconds.
    pub left: i64,
    /// Whether it grows less.
    pub runs: bool,
}

impl Clocks {
    /// The clocks before the start; `None` if there are none.
    pub(super) fn new(spec: ClockSpec, seats: usize) -> Option<Self> {
        let face = Face { left: spec.at_start(), since: None, moves: 0 };
        (!spec.is_none()).then(|| Self { spec, faces: vec![face; seats] })
    }

    /// Lets exactly those clocks run from now on. A clock that starts because somebody has acted
    /// starts with what a new turn brings; one that starts because of an undo does not. Whoever
    /// has made a move and goes on has the whole time of a correspondence move again.
    fn run(&mut self, running: SeatSet, now: i64, new_turn: bool, moved: Option<Seat>) {
        let spec = self.spec;
        for (place, face) in self.faces.iter_mut().enumerate() {
            let seat = Seat::from_index(place);
            match (face.since, running.contains(seat)) {
                (Some(_), true) if moved == Some(seat) => {
                    (face.left, face.since) = (spec.at_start(), Some(now));
                }
                (Some(_), false) => (face.left, face.since) = (face.left_at(now), None),
                (None, true) => {
                    let left = if new_turn { spec.at_turn(face.left) } else { face.left };
                    (face.left, face.since) = (left, Some(now));
                }
                (Some(_), true) | (None, false) => {}
            }
        }
    }

    /// Whether an action that is the seat's so many-th is a move that brings time.
    fn is_move(&mut self, seat: Seat, count: usize) -> bool {
        let by_move = matches!(self.spec, ClockSpec::Correspondence { .. });
        let face = self.faces.get_mut(seat.index()).filter(|face| by_move && count > face.moves);
        face.map(|face| face.moves = count).is_some()
    }

    /// The seats whose clocks run.
    fn running(&self) -> impl Iterator<Item = Seat> {
        let faces = self.faces.iter().enumerate();
        faces.filter(|(_, face)| face.since.is_some()).map(|(place, _)| Seat::from_index(place))
    }

    fn come_back(&mut self, seat: Seat) {
        let spec = self.spec;
        if let Some(face) = self.faces.get_mut(seat.index()) {
            face.left = spec.at_return(face.left);
        }
    }
}

impl Table {
    /// Sets the clocks by an entry that was just taken.
    pub(super) fn set_clocks(&mut self, entry: &Entry, at: i64) {
        if self.clocks.is_none() {
            return;
        }
        let to_act = self.seats_of_people_to_act();
        let acted = match entry {
            Entry::Acted { seat: Actor::Seat(seat), .. } => Some(*seat),
            _ => None,
        };
        let count = acted.map_or(0, |seat| self.actions_of(seat));
        let Some(clocks) = &mut self.clocks else { return };
        if let Entry::Returned { seat, .. } | Entry::TookOver { seat, .. } = entry {
            clocks.come_back(*seat);
        }
        let new_turn = matches!(entry, Entry::Acted { .. } | Entry::Started);
        // While the dealer draws for one seat, nothing changes for the others.
        let running = to_act.unwrap_or_else(|| {
            let goes_on = |seat: &Seat| Some(*seat) != acted;
            clocks.running().filter(goes_on).fold(SeatSet::EMPTY, SeatSet::with)
        });
        let moved = acted.filter(|seat| clocks.is_move(*seat, count));
        clocks.run(running, at, new_turn, moved);
    }

    /// How many actions of a seat count.
    fn actions_of(&self, seat: Seat) -> usize {
        self.line.iter().filter(|step| step.actor == Actor::Seat(seat)).count()
    }

    /// `None` while the dealer is to act.
    fn seats_of_people_to_act(&self) -> Option<SeatSet> {
        let person = |seat: &Seat| self.bots[seat.index()].is_none();
        match self.turn() {
            Turn::Seats(seats) => {
                Some(seats.into_iter().filter(person).fold(SeatSet::EMPTY, SeatSet::with))
            }
            Turn::Dealer => None,
            Turn::Over => Some(SeatSet::EMPTY),
        }
    }

    /// What every seat has left then; `None` without a clock.
    pub fn time_left(&self, now: i64) -> Option<Vec<TimeLeft>> {
        let faces = self.clocks.as_ref()?.faces.iter();
        let left = |face: &Face| TimeLeft { left: face.left_at(now), runs: face.since.is_some() };
        Some(faces.map(left).collect())
    }

    /// When the first clock that runs now has run out.
    pub fn next_deadline(&self) -> Option<i64> {
        self.clocks.as_ref()?.faces.iter().filter_map(Face::ends_at).min()
    }

    /// The seats whose clocks have run out by then.
    fn out_of_time(&self, now: i64) -> Vec<Seat> {
        let faces = self.clocks.iter().flat_map(|clocks| &clocks.faces);
        let over = |face: &Face| face.ends_at().is_some_and(|end| end <= now);
        let seats = Seat::all(self.seated.len() as u8).zip(faces);
        seats.filter(|(_, face)| over(face)).map(|(seat, _)| seat).collect()
    }

    /// What comes of the time that has passed: bots take the seats whose clocks have run out.
    ///
    /// # Errors
    /// If no clock has run out.
    pub fn decide_time(&self, now: i64) -> Result<Draft, Refusal> {
        let mut draft = Draft::of(self, now);
        draft.run_out()?;
        if draft.entries.is_empty() {
            return Err("everyone has time left".into());
        }
        Ok(draft)
    }
}

impl Draft {
    /// Before anything else is decided, whoever has no time left is late.
    pub(super) fn run_out(&mut self) -> Result<(), Refusal> {
        for seat in self.table.out_of_time(self.now()) {
            self.push(Entry::OutOfTime { seat, level: self.table.spec.stand_in })?;
        }
        Ok(())
    }
}
