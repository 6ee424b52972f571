//! What people can do at a table, and what comes of it.

use rules::{Actor, Refusal, Seat, Turn};
use serde::{Deserialize, Serialize};
use shelf::{Key, draw, draw_today, with_game};
use utoipa::ToSchema;

use super::{Ending, Entry, SeatSpec, Stage, Stamped, Table};
use crate::id::{PersonId, TableId};
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
        #[schema(value_type = Option<u8>)]
        seat: Option<Seat>,
        /// 32 random bytes, made by the person's client after it has seen the commitment.
        #[schema(value_type = String)]
        contribution: Bytes32,
    },
    /// Stand up again before the start.
    Leave,
    /// Begin the game.
    Start,
    /// Make an action.
    Act {
        /// For this seat.
        #[schema(value_type = u8)]
        seat: Seat,
        /// In notation.
        action: String,
    },
    /// Take back the seat's last action, which needs nobody's leave.
    Undo {
        /// Whose.
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Ask to go back to before an own action, and to undo everything since.
    AskUndo {
        /// The number of the action's entry.
        to: u64,
    },
    /// Answer somebody who asked to go back.
    AnswerUndo {
        /// Whether you agree.
        yes: bool,
    },
    /// Offer to end the game here, or agree to.
    OfferEnd,
    /// Refuse to end the game here, or take the offer back.
    DeclineEnd,
    /// Give up.
    Resign {
        /// This seat.
        #[schema(value_type = u8)]
        seat: Seat,
    },
}

/// A table with the entries that a command would add to its log.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The table as it would be.
    pub table: Table,
    /// The new entries.
    pub entries: Vec<Stamped>,
    now: i64,
}

impl Draft {
    pub(super) fn push(&mut self, entry: Entry) -> Result<(), Refusal> {
        let stamped = Stamped { seq: self.table.seq + 1, at: self.now, entry };
        self.table.fold(&stamped).map_err(|error| Refusal::new(error.reason))?;
        self.entries.push(stamped);
        Ok(())
    }

    /// The dealer plays at once whatever is up to it, and a game that is over ends.
    fn settle(&mut self, seed: &Secret) -> Result<(), Refusal> {
        let key = self.table.key(seed);
        while let Some(action) = self.table.next_draw(&key) {
            self.push(Entry::Acted { seat: Actor::Dealer, action })?;
        }
        if self.table.turn() == Turn::Over && self.table.stage == Stage::Playing {
            self.end(Ending::Over, seed)?;
        }
        Ok(())
    }

    fn end(&mut self, how: Ending, seed: &Secret) -> Result<(), Refusal> {
        self.push(Entry::Ended { how, seed: seed.reveal() })
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
        let mut draft = Draft { table: self.clone(), entries: Vec::new(), now };
        let who = || person.clone();
        match command {
            Command::Join { seat, contribution } => {
                let (seats, contribution) = (self.seats_to_join(person, *seat)?, *contribution);
                draft.push(Entry::Joined { person: who(), seats, contribution })?;
            }
            Command::Leave => {
                self.check_leave(person)?;
                draft.push(Entry::Left { person: who() })?;
            }
            Command::Start => {
                self.check_start(person)?;
                draft.push(Entry::Started)?;
                draft.settle(seed)?;
            }
            Command::Act { seat, action } => {
                self.check_plays(person, *seat)?;
                let action = self.legal_name(*seat, action)?;
                draft.push(Entry::Acted { seat: Actor::Seat(*seat), action })?;
                draft.settle(seed)?;
            }
            Command::Undo { seat } => {
                self.check_plays(person, *seat)?;
                let taken = vec![self.free_undo(*seat)?];
                draft.push(Entry::Undone { person: who(), taken })?;
            }
            Command::AskUndo { to } => {
                self.check_undo_wish(person, *to)?;
                draft.push(Entry::UndoAsked { person: who(), to: *to })?;
                draft.undo_if_all_agree()?;
            }
            Command::AnswerUndo { yes } => {
                self.check_undo_answer(person)?;
                draft.push(Entry::UndoAnswered { person: who(), yes: *yes })?;
                draft.undo_if_all_agree()?;
            }
            Command::OfferEnd => {
                self.check_end_offer(person)?;
                draft.push(Entry::EndOffered { person: who() })?;
                if draft.table.end_offers.len() == self.people().len() {
                    draft.end(Ending::Agreed, seed)?;
                }
            }
            Command::DeclineEnd => {
                self.check_end_declined(person)?;
                draft.push(Entry::EndDeclined { person: who() })?;
            }
            Command::Resign { seat } => {
                self.check_resign(person, *seat)?;
                draft.end(Ending::Resigned { seat: *seat }, seed)?;
            }
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
        let mut draft = Draft { table: self.clone(), entries: Vec::new(), now };
        draft.push(Entry::Rematch { table })?;
        Ok(draft)
    }

    fn check_length(&self, command: &Command) -> Result<(), Refusal> {
        let needed = matches!(
            command,
            Command::Act { .. } | Command::Start | Command::Leave | Command::Resign { .. }
        );
        if self.seq < LONG_LOG || needed {
            return Ok(());
        }
        Err("this table has seen so much coming and going that only actions are taken now".into())
    }

    fn check_gathering(&self) -> Result<(), Refusal> {
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
    fn check_plays(&self, person: &PersonId, seat: Seat) -> Result<(), Refusal> {
        self.check_playing()?;
        self.check_sits(person)?;
        match self.seated.get(seat.index()) {
            None => Err(format!("there is no seat {seat} at this table").into()),
            Some(Some(seated)) if seated == person => Ok(()),
            Some(_) => Err(format!("seat {seat} is not yours").into()),
        }
    }

    /// Where the person would sit.
    fn seats_to_join(&self, person: &PersonId, wish: Option<Seat>) -> Result<Vec<Seat>, Refusal> {
        self.check_gathering()?;
        if self.check_sits(person).is_ok() {
            return Err("you sit at this table already".into());
        }
        let seats = || Seat::all(self.seated.len() as u8);
        let free: Vec<Seat> = seats().filter(|seat| self.may_take(person, *seat)).collect();
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
        let for_person = matches!(self.spec.seats[seat.index()], SeatSpec::Person { .. });
        let kept_for_other = self.kept_for(seat).is_some_and(|kept| kept != person);
        for_person && !kept_for_other && self.seated[seat.index()].is_none()
    }

    fn check_leave(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_sits(person)?;
        match self.stage {
            Stage::Gathering => Ok(()),
            Stage::Playing => Err("the game has begun: resign, or offer to end it".into()),
            Stage::Ended(_) => Err("the game has ended".into()),
        }
    }

    fn check_start(&self, person: &PersonId) -> Result<(), Refusal> {
        self.check_gathering()?;
        self.check_sits(person)?;
        let seats = || self.spec.seats.iter().zip(&self.seated);
        if seats().any(|(spec, _)| matches!(spec, SeatSpec::Bot { .. })) {
            return Err("this server has no bots yet: open a table with seats for people".into());
        }
        match seats().filter(|(_, seated)| seated.is_none()).count() {
            0 => Ok(()),
            1 => Err("one seat is still empty".into()),
            empty => Err(format!("{empty} seats are still empty").into()),
        }
    }

    /// The name under which the log keeps the action, if the seat may make it.
    fn legal_name(&self, seat: Seat, action: &str) -> Result<String, Refusal> {
        let mut game = self.game.clone();
        game.apply(Actor::Seat(seat), action).map_err(|error| Refusal::new(error.to_string()))
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

    fn check_resign(&self, person: &PersonId, seat: Seat) -> Result<(), Refusal> {
        self.check_plays(person, seat)?;
        if self.seated.len() > 2 {
            let reason = "the others play on, and this server has no bot yet to take your seat: \
                          offer to end the game instead";
            return Err(reason.into());
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
