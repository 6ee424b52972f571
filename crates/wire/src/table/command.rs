//! What people can do at a table, and what comes of it.

use registry::{Key, draw, draw_today, with_game};
use rules::{Actor, Refusal, Seat, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entry::is_false;
use super::{Ending, Entry, SeatSpec, Stage, Stamped, Table};
use crate::id::{PersonId, TableId};
use crate::message::Person;
use crate::schema::{Count, SeatNumber, no_fields};
use crate::secret::{Bytes32, Secret};

/// After so many entries only actions are taken, so that no log grows without end.
const LONG_LOG: u64 = 10_000;

/// What somebody wants to do at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Sit down.
    Join {
        /// Where; the first free seat if left out. All seats at a hot-seat table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<SeatNumber>)]
        seat: Option<Seat>,
        /// 32 random bytes, made by the person's client after it has seen the commitment.
        contribution: Bytes32,
        /// Whether you are ready at once. Programs always are.
        #[serde(default, skip_serializing_if = "is_false")]
        ready: bool,
    },
    /// Say that you are ready to begin, or take it back. Nobody has to wait for it.
    Ready {
        /// Whether you are.
        yes: bool,
    },
    /// Stand up again before the start.
    #[serde(deserialize_with = "no_fields")]
    Leave,
    /// Begin the game.
    #[serde(deserialize_with = "no_fields")]
    Start,
    /// Make an action.
    Act {
        /// For this seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
        /// In notation.
        action: String,
    },
    /// Take back the seat's last action, which needs nobody's leave.
    Undo {
        /// Whose.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
    },
    /// Ask to go back to before an own action, and to undo everything since.
    AskUndo {
        /// The number of the action's entry.
        #[schema(value_type = Count)]
        to: u64,
    },
    /// Answer somebody who asked to go back.
    AnswerUndo {
        /// Whether you agree.
        yes: bool,
    },
    /// Offer to end the game here, or agree to.
    #[serde(deserialize_with = "no_fields")]
    OfferEnd,
    /// Refuse to end the game here, or take the offer back.
    #[serde(deserialize_with = "no_fields")]
    DeclineEnd,
    /// Give up.
    Resign {
        /// This seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
    },
    /// Ask the others to let somebody else play a seat, which may be the own one.
    AskReplacement {
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
        /// Who should play it.
        by: SeatSpec,
    },
    /// Answer somebody who asked for that.
    AnswerReplacement {
        /// Whether you agree.
        yes: bool,
    },
    /// Play a seat that was opened to somebody new.
    TakeOver {
        /// Which seat.
        #[schema(value_type = SeatNumber)]
        seat: Seat,
    },
    /// Play on yourself, after a bot has done so because your time ran out. Doing anything else
    /// brings you back, too.
    #[serde(deserialize_with = "no_fields")]
    Return,
}

impl Command {
    /// What it means coming from that person: somebody's program is ready when it sits down.
    #[must_use]
    pub fn by(self, person: &Person) -> Self {
        match self {
            Self::Join { seat, contribution, .. } if person.bot => {
                Self::Join { seat, contribution, ready: true }
            }
            command => command,
        }
    }
}

impl Table {
    /// Whether an entry of the table's log may be what a command of its author has become. Only
    /// where the log does not say everything of the command, more than one command may.
    pub fn may_have_become(&self, log: &[Stamped], command: &Command, seq: u64) -> bool {
        let entry = |seq: u64| {
            let place = log.binary_search_by_key(&seq, |stamped| stamped.seq).ok()?;
            Some(&log[place].entry)
        };
        let Some(became) = entry(seq) else { return false };
        match (command, became) {
            (
                Command::Join { seat, contribution, ready },
                Entry::Joined { seats, contribution: known, ready: was, .. },
            ) => {
                // At a hot-seat table a wish for a seat is not heard. Programs are ready today also
                // where they sat down before there was such a thing.
                let fits = |seat: &Seat| self.spec.hot_seat || seats.contains(seat);
                contribution == known && (*ready || !was) && seat.as_ref().is_none_or(fits)
            }
            (Command::Act { seat, action }, Entry::Acted { seat: actor, action: known }) => {
                let is_known = || self.game.normal(action).is_ok_and(|normal| normal == *known);
                *actor == Actor::Seat(*seat) && (action == known || is_known())
            }
            (Command::Undo { seat }, Entry::Undone { taken, .. }) => {
                let is_own = |entry: &Entry| matches!(entry, Entry::Acted { seat: actor, .. } if *actor == Actor::Seat(*seat));
                taken.first().and_then(|taken| entry(*taken)).is_some_and(is_own)
            }
            (Command::AskUndo { to }, Entry::UndoAsked { to: known, .. }) => to == known,
            (Command::Ready { yes }, Entry::Ready { yes: known, .. })
            | (Command::AnswerUndo { yes }, Entry::UndoAnswered { yes: known, .. })
            | (Command::AnswerReplacement { yes }, Entry::ReplacementAnswered { yes: known, .. }) => {
                yes == known
            }
            (
                Command::Resign { seat },
                Entry::Resigned { seat: known, .. }
                | Entry::Ended { how: Ending::Resigned { seat: known }, .. },
            )
            | (Command::TakeOver { seat }, Entry::TookOver { seat: known, .. }) => seat == known,
            (
                Command::AskReplacement { seat, by },
                Entry::ReplacementAsked { seat: known, by: known_by, .. },
            ) => seat == known && by == known_by,
            (Command::Leave, Entry::Left { .. })
            | (Command::Start, Entry::Started)
            | (Command::OfferEnd, Entry::EndOffered { .. })
            | (Command::DeclineEnd, Entry::EndDeclined { .. })
            | (Command::Return, Entry::Returned { .. } | Entry::OutOfTime { .. }) => true,
            _ => false,
        }
    }
}

/// A table with the entries that a command would add to its log.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The table as it would be.
    pub table: Table,
    /// The new entries.
    pub entries: Vec<Stamped>,
    /// The number of the entry that the command itself becomes.
    pub own: u64,
    now: i64,
}

impl Draft {
    pub(super) fn of(table: &Table, now: i64) -> Self {
        Self { table: table.clone(), entries: Vec::new(), own: table.seq + 1, now }
    }

    pub(super) const fn now(&self) -> i64 {
        self.now
    }

    pub(super) fn push(&mut self, entry: Entry) -> Result<(), Refusal> {
        let stamped = Stamped { seq: self.table.seq + 1, at: self.now, entry };
        self.table.fold(&stamped).map_err(|error| Refusal::new(error.reason))?;
        self.entries.push(stamped);
        Ok(())
    }

    /// Adds the entry that the command itself becomes.
    pub(super) fn push_own(&mut self, entry: Entry) -> Result<(), Refusal> {
        self.own = self.table.seq + 1;
        self.push(entry)
    }

    /// The command itself is this action of the seat.
    pub(super) fn act(&mut self, seat: Seat, action: &str, seed: &Secret) -> Result<(), Refusal> {
        self.own = self.table.seq + 1;
        self.make(seat, action, seed)
    }

    /// The seat acts, the dealer plays at once whatever is up to it, and a game that is over ends.
    pub(super) fn make(&mut self, seat: Seat, action: &str, seed: &Secret) -> Result<(), Refusal> {
        let actor = Actor::Seat(seat);
        let action = self.table.game.check(actor, action);
        let action = action.map_err(|error| Refusal::new(error.to_string()))?;
        self.push(Entry::Acted { seat: actor, action })?;
        self.settle(seed)
    }

    fn settle(&mut self, seed: &Secret) -> Result<(), Refusal> {
        let key = self.table.key(seed);
        while let Some(action) = self.table.next_draw(&key) {
            self.push(Entry::Acted { seat: Actor::Dealer, action })?;
        }
        if self.table.turn() == Turn::Over && self.table.stage == Stage::Playing {
            self.push(Entry::Ended { how: Ending::Over, seed: seed.reveal() })?;
        }
        Ok(())
    }

    pub(super) fn end(&mut self, how: Ending, seed: &Secret) -> Result<(), Refusal> {
        self.push_own(Entry::Ended { how, seed: seed.reveal() })
    }

    fn end_if_all_agree(&mut self, seed: &Secret) -> Result<(), Refusal> {
        let agrees = |person: &&PersonId| self.table.end_offers.contains(*person);
        if !self.table.present().iter().all(agrees) {
            return Ok(());
        }
        self.push(Entry::Ended { how: Ending::Agreed, seed: seed.reveal() })
    }

    fn perform(
        &mut self,
        person: &PersonId,
        command: &Command,
        seed: &Secret,
    ) -> Result<(), Refusal> {
        let who = || person.clone();
        match command {
            Command::Join { seat, contribution, ready } => {
                let seats = self.table.seats_to_join(person, *seat)?;
                let (contribution, ready) = (*contribution, *ready);
                self.push_own(Entry::Joined { person: who(), seats, contribution, ready })
            }
            Command::Ready { yes } => {
                self.table.check_ready(person, *yes)?;
                self.push_own(Entry::Ready { person: who(), yes: *yes })
            }
            Command::Leave => {
                self.table.check_leave(person)?;
                self.push_own(Entry::Left { person: who() })
            }
            Command::Start => {
                self.table.check_start(person)?;
                self.push_own(Entry::Started)?;
                self.settle(seed)
            }
            Command::Act { seat, action } => {
                self.table.check_plays(person, *seat)?;
                self.act(*seat, action, seed)
            }
            Command::Undo { seat } => {
                self.table.check_plays(person, *seat)?;
                let taken = vec![self.table.free_undo(*seat)?];
                self.push_own(Entry::Undone { person: who(), taken })
            }
            Command::AskUndo { to } => {
                self.table.check_undo_wish(person, *to)?;
                self.push_own(Entry::UndoAsked { person: who(), to: *to })?;
                self.undo_if_all_agree()
            }
            Command::AnswerUndo { yes } => {
                self.table.check_undo_answer(person)?;
                self.push_own(Entry::UndoAnswered { person: who(), yes: *yes })?;
                self.undo_if_all_agree()
            }
            Command::OfferEnd => {
                self.table.check_end_offer(person)?;
                self.push_own(Entry::EndOffered { person: who() })?;
                self.end_if_all_agree(seed)
            }
            Command::DeclineEnd => {
                self.table.check_end_declined(person)?;
                self.push_own(Entry::EndDeclined { person: who() })
            }
            Command::Resign { seat } => self.resign(person, *seat, seed),
            Command::AskReplacement { seat, by } => {
                self.table.check_replacement(person, *seat, by)?;
                let (seat, by) = (*seat, by.clone());
                self.push_own(Entry::ReplacementAsked { person: who(), seat, by })?;
                self.replace_if_all_agree()
            }
            Command::AnswerReplacement { yes } => {
                self.table.check_replacement_answer(person)?;
                self.push_own(Entry::ReplacementAnswered { person: who(), yes: *yes })?;
                self.replace_if_all_agree()
            }
            Command::TakeOver { seat } => {
                self.table.check_take_over(person, *seat)?;
                self.push_own(Entry::TookOver { person: who(), seat: *seat })
            }
            // Whoever was away has come back before this.
            Command::Return => self.table.check_sits(person),
        }
    }
}

impl Table {
    /// What comes of a command, if it may be done.
    ///
    /// # Errors
    /// If not, with a sentence for the person who wants it.
    pub fn decide(
        &self,
        person: &PersonId,
        command: &Command,
        seed: &Secret,
        now: i64,
    ) -> Result<Draft, Refusal> {
        self.check_length(command)?;
        let mut draft = Draft::of(self, now);
        draft.run_out()?;
        if !matches!(command, Command::Resign { .. }) {
            draft.welcome_back(person)?;
        }
        draft.perform(person, command, seed)?;
        if draft.entries.is_empty() {
            return Err("no bot plays for you".into());
        }
        Ok(draft)
    }

    /// What comes of asking for a rematch at that table.
    ///
    /// # Errors
    /// If there cannot be one.
    pub fn decide_rematch(
        &self,
        person: &PersonId,
        table: TableId,
        now: i64,
    ) -> Result<Draft, Refusal> {
        if !matches!(self.stage, Stage::Ended(_)) {
            return Err("a rematch comes after the end of the game".into());
        }
        self.check_sits(person)?;
        if self.spec.day.is_some() {
            return Err("the day's deal is played once: there is no rematch".into());
        }
        let mut draft = Draft::of(self, now);
        draft.push_own(Entry::Rematch { table })?;
        Ok(draft)
    }

    /// What somebody who will not come back does first, so that nobody waits for them: stand up
    /// before the start, give up afterwards.
    pub fn farewell(&self, person: &PersonId) -> Vec<Command> {
        let seats = self.seats_of(person).into_iter();
        match self.stage {
            Stage::Gathering => seats.take(1).map(|_| Command::Leave).collect(),
            Stage::Playing => seats.map(|seat| Command::Resign { seat }).collect(),
            Stage::Ended(_) => Vec::new(),
        }
    }

    fn check_length(&self, command: &Command) -> Result<(), Refusal> {
        let needed = matches!(
            command,
            Command::Act { .. }
                | Command::Start
                | Command::Leave
                | Command::Resign { .. }
                | Command::Return
        );
        if self.seq < LONG_LOG || needed {
            return Ok(());
        }
        Err("this table has seen so much coming and going that only actions are taken now".into())
    }

    pub(super) fn check_gathering(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Gathering => Ok(()),
            Stage::Playing => Err("the game has begun".into()),
            Stage::Ended(_) => Err("the game has ended".into()),
        }
    }

    pub(super) fn check_playing(&self) -> Result<(), Refusal> {
        match self.stage {
            Stage::Gathering => Err("the game has not begun yet".into()),
            Stage::Playing => Ok(()),
            Stage::Ended(_) => Err("the game has ended".into()),
        }
    }

    pub(super) fn check_sits(&self, person: &PersonId) -> Result<(), Refusal> {
        let sits = self.seated.iter().flatten().any(|seated| seated == person);
        if sits { Ok(()) } else { Err("you do not sit at this table".into()) }
    }

    /// The person plays that seat, and the game is on.
    pub(super) fn check_plays(&self, person: &PersonId, seat: Seat) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_owns(person, seat)
    }

    /// Whether the person sits in that seat.
    ///
    /// # Errors
    /// If somebody else does, or nobody.
    pub fn check_owns(&self, person: &PersonId, seat: Seat) -> Result<(), Refusal> {
        self.check_sits(person)?;
        match self.seated.get(seat.index()) {
            None => Err(format!("there is no seat {seat} at this table").into()),
            Some(Some(seated)) if seated == person => Ok(()),
            Some(_) => Err(format!("seat {seat} is not yours").into()),
        }
    }

    fn check_end_offer(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        if self.end_offers.contains(person) {
            return Err("you have offered that already".into());
        }
        Ok(())
    }

    fn check_end_declined(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        if self.end_offers.is_empty() {
            return Err("nobody has offered to end the game".into());
        }
        Ok(())
    }

    /// The key of the dealer's draws.
    pub(super) fn key(&self, seed: &Secret) -> Key {
        if let Some(day) = &self.spec.day {
            return Key::today(&self.spec.game, day.as_str());
        }
        let contributions: Vec<[u8; 32]> =
            self.contributions.values().map(|Bytes32(bytes)| *bytes).collect();
        Key::table(seed.bytes(), &contributions, self.id.as_str())
    }

    /// The dealer's next action, if the dealer is to act.
    pub(super) fn next_draw(&self, key: &Key) -> Option<String> {
        if self.stage != Stage::Playing {
            return None;
        }
        with_game!(&self.game, play => {
            let drawn = match self.spec.day {
                Some(_) => draw_today(key, play),
                None => draw(key, self.draws, play.state()),
            };
            drawn.map(|action| rules::Game::write(play.state(), action))
        })
    }
}
