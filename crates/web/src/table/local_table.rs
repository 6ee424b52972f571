//! [`LocalTable`]: a table on this device as plain data, which is tested without a browser.

use bots::Level;
use registry::{ActError, AnyGame, GameId, Key, NewGame, Registry, with_game};
use rules::record::RecordError;
use rules::{Actor, Names, Refusal, Seat, SetupError, Turn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The names of bots, by seat.
const BOT_NAMES: [&str; 5] = ["Aoife", "Brigid", "Fergus", "Niamh", "Seán"];

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatPlayer {
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

impl SeatPlayer {
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
pub enum DrawSource {
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

impl DrawSource {
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
    pub seat_players: Vec<SeatPlayer>,
    /// The options that are not at their defaults.
    pub options: Vec<(String, String)>,
    /// Where the dealer's draws come from.
    pub draws: DrawSource,
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
pub struct LocalTable {
    game: AnyGame,
    seat_players: Vec<SeatPlayer>,
    draws: DrawSource,
    /// On a private line, the number of actions that it started with: everything after them can be
    /// taken back, also draws.
    free_undo_from: Option<usize>,
}

impl LocalTable {
    /// A new table, before the first draw.
    ///
    /// # Errors
    /// If the setup is not valid.
    pub fn open(registry: &Registry, new: NewTable) -> Result<Self, TableError> {
        let setup = NewGame {
            options: new.options,
            ..NewGame::of(new.game, new.seat_players.len() as u64)
        };
        let record = AnyGame::new(registry, &setup)?.record();
        let names = Seat::all(new.seat_players.len() as u8).zip(&new.seat_players).map(
            |(seat, seat_player)| {
                let name = seat_player.name(seat).replace('\\', r"\\").replace('"', "\\\"");
                format!("[seat {seat} \"{name}\"]\n")
            },
        );
        let record = format!("{}\n{}", record.trim_end(), names.collect::<String>());
        Self::resume(registry, &record, new.seat_players, new.draws)
    }

    /// A saved table.
    ///
    /// # Errors
    /// If its record is not valid.
    pub fn resume(
        registry: &Registry,
        record: &str,
        seat_players: Vec<SeatPlayer>,
        draws: DrawSource,
    ) -> Result<Self, TableError> {
        let game = AnyGame::load(registry, record).map_err(TableError::Record)?;
        Ok(Self { game, seat_players, draws, free_undo_from: None })
    }

    /// A table that continues another game after that number of actions, with a person in the seat
    /// to act and bots in the others.
    ///
    /// # Errors
    /// If the game is over at that moment, or the record is not valid.
    pub fn branch(
        registry: &Registry,
        game: &AnyGame,
        moment: usize,
        level: u8,
        draws: DrawSource,
    ) -> Result<Self, TableError> {
        let game = game_at(game, moment)?;
        let person = match game.turn() {
            Turn::Seats(seats) => seats.first().unwrap_or(Seat::from_index(0)),
            Turn::Dealer | Turn::Over => Seat::from_index(0),
        };
        let names = game.names();
        let seat_players = Seat::all(game.players()).map(|seat| {
            if seat == person {
                SeatPlayer::Person { name: names.of(seat).to_owned() }
            } else {
                SeatPlayer::Bot { level }
            }
        });
        Self::resume(registry, &game.record(), seat_players.collect(), draws)
    }

    /// A private line that continues another game after that number of actions: one person plays
    /// all seats.
    ///
    /// # Errors
    /// If the game is over at that moment, or the record is not valid.
    pub fn line(
        registry: &Registry,
        game: &AnyGame,
        moment: usize,
        names: &Names,
        draws: DrawSource,
    ) -> Result<Self, TableError> {
        let game = game_at(game, moment)?;
        let seat_players = Seat::all(game.players())
            .map(|seat| SeatPlayer::Person { name: names.of(seat).to_owned() });
        let line = Self::resume(registry, &game.record(), seat_players.collect(), draws)?;
        Ok(Self { free_undo_from: Some(moment), ..line })
    }

    /// The setup for another game with the same options, other draws, and everybody moved by one
    /// seat.
    pub fn rematch(&self, draws: DrawSource) -> NewTable {
        let mut seat_players = self.seat_players.clone();
        seat_players.rotate_left(1);
        let options = with_game!(&self.game, play => play.setup().options());
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let options = options.into_iter().map(owned).collect();
        NewTable { game: self.game.id(), seat_players, options, draws }
    }

    /// The game.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The player of each seat.
    pub fn seat_players(&self) -> &[SeatPlayer] {
        &self.seat_players
    }

    /// Where the draws come from.
    pub const fn draws(&self) -> &DrawSource {
        &self.draws
    }

    /// The bot that is to act, with its level.
    pub fn bot_to_act(&self) -> Option<(Seat, u8)> {
        let Turn::Seats(seats) = self.game.turn() else { return None };
        seats.into_iter().find_map(|seat| match self.seat_players.get(seat.index())? {
            SeatPlayer::Bot { level } => Some((seat, *level)),
            SeatPlayer::Person { .. } => None,
        })
    }

    /// The first person that is to act.
    pub fn person_to_act(&self) -> Option<Seat> {
        let Turn::Seats(seats) = self.game.turn() else { return None };
        let is_person =
            |seat: &Seat| self.seat_players.get(seat.index()).is_some_and(|it| !it.is_bot());
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
            DrawSource::Seed { .. } => self.game.deal(&key),
            DrawSource::Today { .. } => self.game.deal_today(&key),
        }
    }

    /// Takes back the last action of a person with the bots' replies, if nothing was drawn since.
    /// On a private line draws are taken back, too.
    ///
    /// # Errors
    /// If there is nothing to take back. Nothing is changed then.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        if let Some(first) = self.free_undo_from {
            return self.undo_on_line(first);
        }
        let is_person =
            |seat: Seat| self.seat_players.get(seat.index()).is_some_and(|it| !it.is_bot());
        let last = with_game!(&self.game, play => {
            let steps = play.history().iter().enumerate().rev();
            steps.map(|(index, step)| (index, step.actor)).find_map(|(index, actor)| match actor {
                Actor::Seat(seat) if is_person(seat) => Some((index, seat)),
                Actor::Seat(_) | Actor::Dealer => None,
            })
        });
        let (index, seat) = last.ok_or_else(|| Refusal::new("you have nothing to take back"))?;
        let taken = self.game.undo_last_of(seat);
        // Bots can reply again, but a drawn component has been seen.
        let is_drawn = with_game!(&self.game, play => {
            play.history().iter().skip(index).any(|step| step.actor == Actor::Dealer)
        });
        if taken.is_ok() || is_drawn {
            return taken;
        }
        self.game.undo(self.game.actions() - index)
    }

    /// Takes back the last action of a seat with everything after it.
    fn undo_on_line(&mut self, first: usize) -> Result<(), Refusal> {
        let last = with_game!(&self.game, play => {
            play.history().iter().rposition(|step| step.actor != Actor::Dealer)
        });
        let index = last.filter(|index| *index >= first);
        let index = index.ok_or_else(|| Refusal::new("the line begins here"))?;
        self.game.undo(self.game.actions() - index)
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        self.clone().undo().is_ok()
    }
}

/// The game after that number of actions, unless it is over then.
fn game_at(game: &AnyGame, moment: usize) -> Result<AnyGame, TableError> {
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

    fn person() -> SeatPlayer {
        SeatPlayer::Person { name: "Anna \"A\"".to_owned() }
    }

    fn table(game: GameId, seat_players: Vec<SeatPlayer>) -> LocalTable {
        let draws = DrawSource::Seed { seed: "07".repeat(32) };
        let new = NewTable { game, seat_players, options: Vec::new(), draws };
        let mut table = LocalTable::open(&Registry::new(), new).unwrap();
        while table.deal().is_some() {}
        table
    }

    #[test]
    fn names_and_turns_follow_the_players_of_the_seats() {
        let table = table(GameId::FoxyAndWooly, vec![person(), SeatPlayer::Bot { level: 3 }]);
        assert_eq!(table.game().names().of(Seat::from_index(0)), "Anna \"A\"");
        assert_eq!(table.game().names().of(Seat::from_index(1)), "Brigid");
        assert_eq!(table.person_to_act().is_some(), table.bot_to_act().is_none());
    }

    #[test]
    fn a_resumed_table_draws_the_same() {
        let mut one = table(GameId::GlenMore, vec![person(), person()]);
        let record = one.game().record();
        let mut other = LocalTable::resume(
            &Registry::new(),
            &record,
            one.seat_players().to_vec(),
            one.draws().clone(),
        )
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
    fn two_tables_of_a_day_have_the_same_deal() {
        let open = || {
            let draws = DrawSource::Today { date: "2026-11-15".to_owned() };
            let new = NewTable {
                game: GameId::Tipperary,
                seat_players: vec![person()],
                options: Vec::new(),
                draws,
            };
            let mut table = LocalTable::open(&Registry::new(), new).unwrap();
            while table.deal().is_some() {}
            table.game().hash()
        };
        assert_eq!(open(), open());
    }

    #[test]
    fn a_branch_starts_at_the_given_moment_with_one_person() {
        let mut table = table(GameId::FoxyAndWooly, vec![person(), person()]);
        let moment = table.game().actions();
        let seat = table.person_to_act().unwrap();
        let action = table.game().legal(seat).remove(0);
        table.act(seat, &action).unwrap();
        let draws = table.draws().clone();
        let branch = LocalTable::branch(&Registry::new(), table.game(), moment, 2, draws).unwrap();
        assert_eq!(branch.game().actions(), moment);
        assert_eq!(branch.person_to_act(), Some(seat));
        assert_eq!(
            branch.seat_players().iter().filter(|seat_player| seat_player.is_bot()).count(),
            1
        );
    }

    #[test]
    fn a_private_line_has_no_bots_and_undoes_back_to_its_start() {
        let mut table = table(GameId::Tipperary, vec![person(), SeatPlayer::Bot { level: 1 }]);
        let moment = table.game().actions();
        let (before, names) = (table.game().record(), table.game().names());
        let mut line =
            LocalTable::line(&Registry::new(), table.game(), moment, &names, table.draws().clone())
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
    fn undo_takes_back_the_last_action_but_no_draw() {
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
    fn a_rematch_keeps_options_and_rotates_seats() {
        let draws = DrawSource::Seed { seed: "07".repeat(32) };
        let options = vec![("order".to_owned(), "in-turn".to_owned())];
        let seat_players =
            vec![person(), SeatPlayer::Bot { level: 2 }, SeatPlayer::Bot { level: 4 }];
        let new = NewTable { game: GameId::Tipperary, seat_players, options, draws: draws.clone() };
        let rematch = LocalTable::open(&Registry::new(), new.clone()).unwrap().rematch(draws);
        assert_eq!(rematch.options, new.options);
        assert_eq!(rematch.seat_players[..2], new.seat_players[1..]);
        assert_eq!(rematch.seat_players[2], new.seat_players[0]);
        assert!(LocalTable::open(&Registry::new(), rematch).is_ok());
    }

    #[test]
    fn undo_takes_back_bot_replies_too() {
        let bot = SeatPlayer::Bot { level: 1 };
        let mut table = table(GameId::FoxyAndWooly, vec![person(), bot]);
        let act = |table: &mut LocalTable, seat| {
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
        assert!(table.game().clone().undo_last_of(seat).is_err(), "the bot's answer depends on it");
        table.undo().unwrap();
        assert!(table.game().actions() + 1 < answered, "the answer went, too");
        assert_eq!(table.game().record(), before);
    }
}
