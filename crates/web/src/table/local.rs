//! [`LocalTable`]: a table on this device as plain data, which is tested without a browser.

use bots::Level;
use rules::record::RecordError;
use rules::{Actor, Names, Refusal, Seat, SetupError, Turn};
use serde::{Deserialize, Serialize};
use shelf::{ActError, AnyGame, GameId, Key, NewGame, Shelf, with_game};
use thiserror::Error;

/// The names of bots, by seat.
const BOT_NAMES: [&str; 5] = ["Aoife", "Brigid", "Fergus", "Niamh", "Seán"];

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sitter {
    /// A person at this device.
    Person {
        /// The name in the log.
        name: String,
    },
    /// A bot.
    Bot {
        /// Its level, from 1 to 5.
        level: u8,
    },
}

impl Sitter {
    /// Whether it is a bot.
    pub const fn is_bot(&self) -> bool {
        matches!(self, Self::Bot { .. })
    }

    /// The name in the log.
    pub fn name(&self, seat: Seat) -> String {
        match self {
            Self::Person { name } => name.clone(),
            Self::Bot { .. } => BOT_NAMES[seat.index()].to_owned(),
        }
    }

    /// The kind of player, in a word or two.
    pub fn kind(&self) -> String {
        match self {
            Self::Person { .. } => "on this device".to_owned(),
            Self::Bot { level } => Level::new(*level)
                .map_or_else(|| "bot".to_owned(), |level| format!("bot, {}", level.info().name)),
        }
    }
}

/// Where the dealer's draws come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Draws {
    /// A random seed of this device.
    Seed {
        /// 64 hexadecimal digits.
        seed: String,
    },
    /// The deal of a day, which is the same everywhere.
    Today {
        /// Such as `2026-11-15`.
        date: String,
    },
}

impl Draws {
    fn key(&self, game: GameId) -> Key {
        match self {
            Self::Today { date } => Key::today(game.info().id, date),
            Self::Seed { seed } => {
                let mut bytes = [0; 32];
                // A damaged seed reads as zeros: only this device uses it.
                let _ = hex::decode_to_slice(seed, &mut bytes);
                Key::table(&bytes, &[], "this device")
            }
        }
    }
}

/// The setup of a new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The game.
    pub game: GameId,
    /// The player of each seat.
    pub sitters: Vec<Sitter>,
    /// The options that are not at their defaults.
    pub options: Vec<(String, String)>,
    /// Where the dealer's draws come from.
    pub draws: Draws,
}

/// Why a table could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// The setup is not valid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The game cannot be continued from there.
    #[error(transparent)]
    Refused(Refusal),
    /// The record is not valid.
    #[error("line {}: {}", .0.line, .0.reason)]
    Record(RecordError),
}

/// A table on this device.
#[derive(Clone, Debug)]
pub struct Local {
    game: AnyGame,
    sitters: Vec<Sitter>,
    draws: Draws,
    /// On a private line, the number of actions that it started with: everything after them can be
    /// taken back, also draws.
    free_from: Option<usize>,
}

impl Local {
    /// A new table, before the first draw.
    ///
    /// # Errors
    /// If the setup is not valid.
    pub fn open(shelf: &Shelf, new: NewTable) -> Result<Self, TableError> {
        let setup =
            NewGame { options: new.options, ..NewGame::of(new.game, new.sitters.len() as u64) };
        let record = AnyGame::new(shelf, &setup)?.record();
        let names = Seat::all(new.sitters.len() as u8).zip(&new.sitters).map(|(seat, sitter)| {
            let name = sitter.name(seat).replace('\\', r"\\").replace('"', "\\\"");
            format!("[seat {seat} \"{name}\"]\n")
        });
        let record = format!("{}\n{}", record.trim_end(), names.collect::<String>());
        Self::resume(shelf, &record, new.sitters, new.draws)
    }

    /// A saved table.
    ///
    /// # Errors
    /// If its record is not valid.
    pub fn resume(
        shelf: &Shelf,
        record: &str,
        sitters: Vec<Sitter>,
        draws: Draws,
    ) -> Result<Self, TableError> {
        let game = AnyGame::load(shelf, record).map_err(TableError::Record)?;
        Ok(Self { game, sitters, draws, free_from: None })
    }

    /// A table that continues another game after that number of actions, with a person in the seat
    /// to act and bots in the others.
    ///
    /// # Errors
    /// If the game is over at that moment, or the record is not valid.
    pub fn branch(
        shelf: &Shelf,
        game: &AnyGame,
        moment: usize,
        level: u8,
        draws: Draws,
    ) -> Result<Self, TableError> {
        let game = up_to(game, moment)?;
        let person = match game.turn() {
            Turn::Seats(seats) => seats.first().unwrap_or(Seat::from_index(0)),
            Turn::Dealer | Turn::Over => Seat::from_index(0),
        };
        let names = game.names();
        let sitters = Seat::all(game.players()).map(|seat| {
            if seat == person {
                Sitter::Person { name: names.of(seat).to_owned() }
            } else {
                Sitter::Bot { level }
            }
        });
        Self::resume(shelf, &game.record(), sitters.collect(), draws)
    }

    /// A private line that continues another game after that number of actions: one person plays
    /// all seats.
    ///
    /// # Errors
    /// If the game is over at that moment, or the record is not valid.
    pub fn line(
        shelf: &Shelf,
        game: &AnyGame,
        moment: usize,
        names: &Names,
        draws: Draws,
    ) -> Result<Self, TableError> {
        let game = up_to(game, moment)?;
        let sitters = Seat::all(game.players())
            .map(|seat| Sitter::Person { name: names.of(seat).to_owned() });
        let line = Self::resume(shelf, &game.record(), sitters.collect(), draws)?;
        Ok(Self { free_from: Some(moment), ..line })
    }

    /// The setup for another game with the same options, other draws, and everybody moved by one
    /// seat.
    pub fn again(&self, draws: Draws) -> NewTable {
        let mut sitters = self.sitters.clone();
        sitters.rotate_left(1);
        let options = with_game!(&self.game, play => play.setup().options());
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let options = options.into_iter().map(owned).collect();
        NewTable { game: self.game.id(), sitters, options, draws }
    }

    /// The game.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The player of each seat.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// Where the draws come from.
    pub const fn draws(&self) -> &Draws {
        &self.draws
    }

    /// The bot that is to act, with its level.
    pub fn bot_to_act(&self) -> Option<(Seat, u8)> {
        let Turn::Seats(seats) = self.game.turn() else { return None };
        seats.into_iter().find_map(|seat| match self.sitters.get(seat.index())? {
            Sitter::Bot { level } => Some((seat, *level)),
            Sitter::Person { .. } => None,
        })
    }

    /// The first person that is to act.
    pub fn person_to_act(&self) -> Option<Seat> {
        let Turn::Seats(seats) = self.game.turn() else { return None };
        let is_person = |seat: &Seat| self.sitters.get(seat.index()).is_some_and(|it| !it.is_bot());
        seats.into_iter().find(is_person)
    }

    /// Makes an action.
    ///
    /// # Errors
    /// If it is not an action, or not legal. Nothing is changed then.
    pub fn act(&mut self, seat: Seat, action: &str) -> Result<String, ActError> {
        self.game.apply(seat.into(), action)
    }

    /// Makes the dealer's next action, if the dealer is to act.
    pub fn deal(&mut self) -> Option<String> {
        let key = self.draws.key(self.game.id());
        match self.draws {
            Draws::Seed { .. } => self.game.deal(&key),
            Draws::Today { .. } => self.game.deal_today(&key),
        }
    }

    /// Takes back the last action of a person with the bots' replies, if nothing was drawn since.
    /// On a private line draws are taken back, too.
    ///
    /// # Errors
    /// If there is nothing to take back. Nothing is changed then.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        if let Some(first) = self.free_from {
            return self.undo_freely(first);
        }
        let is_person = |seat: Seat| self.sitters.get(seat.index()).is_some_and(|it| !it.is_bot());
        let last = with_game!(&self.game, play => {
            let steps = play.history().iter().enumerate().rev();
            steps.map(|(place, step)| (place, step.actor)).find_map(|(place, actor)| match actor {
                Actor::Seat(seat) if is_person(seat) => Some((place, seat)),
                Actor::Seat(_) | Actor::Dealer => None,
            })
        });
        let (place, seat) = last.ok_or_else(|| Refusal::new("you have nothing to take back"))?;
        let taken = self.game.take_back(seat);
        // Bots can reply again, but a drawn component has been seen.
        let is_drawn = with_game!(&self.game, play => {
            play.history().iter().skip(place).any(|step| step.actor == Actor::Dealer)
        });
        if taken.is_ok() || is_drawn {
            return taken;
        }
        self.game.undo(self.game.actions() - place)
    }

    /// Takes back the last action of a seat with everything after it.
    fn undo_freely(&mut self, first: usize) -> Result<(), Refusal> {
        let last = with_game!(&self.game, play => {
            play.history().iter().rposition(|step| step.actor != Actor::Dealer)
        });
        let place = last.filter(|place| *place >= first);
        let place = place.ok_or_else(|| Refusal::new("the line begins here"))?;
        self.game.undo(self.game.actions() - place)
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.clone().undo().is_ok()
    }
}

/// The game after that number of actions, unless it is over then.
fn up_to(game: &AnyGame, moment: usize) -> Result<AnyGame, TableError> {
    let mut game = game.clone();
    game.undo(game.actions().saturating_sub(moment)).map_err(TableError::Refused)?;
    match game.turn() {
        Turn::Over => Err(TableError::Refused(Refusal::new("the game is over there"))),
        Turn::Dealer | Turn::Seats(_) => Ok(game),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person() -> Sitter {
        Sitter::Person { name: "Anna \"A\"".to_owned() }
    }

    fn table(game: GameId, sitters: Vec<Sitter>) -> Local {
        let draws = Draws::Seed { seed: "07".repeat(32) };
        let new = NewTable { game, sitters, options: Vec::new(), draws };
        let mut table = Local::open(&Shelf::new(), new).unwrap();
        while table.deal().is_some() {}
        table
    }

    #[test]
    fn a_table_knows_who_sits_where() {
        let table = table(GameId::FoxyAndWooly, vec![person(), Sitter::Bot { level: 3 }]);
        assert_eq!(table.game().names().of(Seat::from_index(0)), "Anna \"A\"");
        assert_eq!(table.game().names().of(Seat::from_index(1)), "Brigid");
        assert_eq!(table.person_to_act().is_some(), table.bot_to_act().is_none());
    }

    #[test]
    fn a_kept_table_goes_on_with_the_same_draws() {
        let mut one = table(GameId::GlenMore, vec![person(), person()]);
        let record = one.game().record();
        let mut other =
            Local::resume(&Shelf::new(), &record, one.sitters().to_vec(), one.draws().clone())
                .unwrap();
        for _ in 0..40 {
            let Some(seat) = one.person_to_act() else { break };
            let action = one.game().legal(seat).remove(0);
            for table in [&mut one, &mut other] {
                table.act(seat, &action).unwrap();
                while table.deal().is_some() {}
            }
        }
        assert_eq!(one.game().record(), other.game().record());
        assert!(one.game().actions() > 40);
    }

    #[test]
    fn the_days_deal_is_the_same_for_everyone() {
        let open = || {
            let draws = Draws::Today { date: "2026-11-15".to_owned() };
            let new = NewTable {
                game: GameId::Tipperary,
                sitters: vec![person()],
                options: Vec::new(),
                draws,
            };
            let mut table = Local::open(&Shelf::new(), new).unwrap();
            while table.deal().is_some() {}
            table.game().hash()
        };
        assert_eq!(open(), open());
    }

    #[test]
    fn one_plays_on_from_any_moment() {
        let mut table = table(GameId::FoxyAndWooly, vec![person(), person()]);
        let moment = table.game().actions();
        let seat = table.person_to_act().unwrap();
        let action = table.game().legal(seat).remove(0);
        table.act(seat, &action).unwrap();
        let draws = table.draws().clone();
        let branch = Local::branch(&Shelf::new(), table.game(), moment, 2, draws).unwrap();
        assert_eq!(branch.game().actions(), moment);
        assert_eq!(branch.person_to_act(), Some(seat));
        assert_eq!(branch.sitters().iter().filter(|sitter| sitter.is_bot()).count(), 1);
    }

    #[test]
    fn on_a_line_one_plays_every_seat_and_takes_back_everything_but_the_game() {
        let mut table = table(GameId::Tipperary, vec![person(), Sitter::Bot { level: 1 }]);
        let moment = table.game().actions();
        let (before, names) = (table.game().record(), table.game().names());
        let mut line =
            Local::line(&Shelf::new(), table.game(), moment, &names, table.draws().clone())
                .unwrap();
        assert!(line.bot_to_act().is_none() && !line.can_undo());
        for _ in 0..12 {
            let Some(seat) = line.person_to_act() else { break };
            let action = line.game().legal(seat).remove(0);
            line.act(seat, &action).unwrap();
            while line.deal().is_some() {}
        }
        assert!(line.game().actions() > moment + 12, "the dealer has drawn, too");
        while line.can_undo() {
            line.undo().unwrap();
        }
        assert_eq!(line.game().actions(), moment);
        assert_eq!(table.game().record(), before);
        assert!(table.undo().is_err(), "a real table does not take back a draw");
    }

    #[test]
    fn one_takes_back_ones_last_action_but_no_draw() {
        let mut table = table(GameId::FoxyAndWooly, vec![person(), person(), person()]);
        assert!(!table.can_undo(), "only the dealer has acted");
        let before = table.game().record();
        let seat = table.person_to_act().unwrap();
        let action = table.game().legal(seat).remove(0);
        table.act(seat, &action).unwrap();
        table.undo().unwrap();
        assert_eq!(table.game().record(), before);
    }

    #[test]
    fn another_game_has_the_same_options_and_seats_moved_on() {
        let draws = Draws::Seed { seed: "07".repeat(32) };
        let options = vec![("order".to_owned(), "in-turn".to_owned())];
        let sitters = vec![person(), Sitter::Bot { level: 2 }, Sitter::Bot { level: 4 }];
        let new = NewTable { game: GameId::Tipperary, sitters, options, draws: draws.clone() };
        let again = Local::open(&Shelf::new(), new.clone()).unwrap().again(draws);
        assert_eq!(again.options, new.options);
        assert_eq!(again.sitters[..2], new.sitters[1..]);
        assert_eq!(again.sitters[2], new.sitters[0]);
        assert!(Local::open(&Shelf::new(), again).is_ok());
    }

    #[test]
    fn bots_answers_are_taken_back_with_what_they_answer() {
        let bot = Sitter::Bot { level: 1 };
        let mut table = table(GameId::FoxyAndWooly, vec![person(), bot]);
        let act = |table: &mut Local, seat| {
            let action = table.game().legal(seat).remove(0);
            table.act(seat, &action).unwrap();
        };
        while let Some((seat, _)) = table.bot_to_act() {
            act(&mut table, seat);
        }
        let before = table.game().record();
        let seat = table.person_to_act().unwrap();
        act(&mut table, seat);
        while let Some((bot, _)) = table.bot_to_act() {
            act(&mut table, bot);
        }
        let answered = table.game().actions();
        assert!(table.game().clone().take_back(seat).is_err(), "the bot's answer depends on it");
        table.undo().unwrap();
        assert!(table.game().actions() + 1 < answered, "the answer went, too");
        assert_eq!(table.game().record(), before);
    }
}
