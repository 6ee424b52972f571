//! `bellwether play`: a game in the terminal.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use bots::Level;
use registry::{AnyGame, GameId, Key, NewGame, Registry};
use rules::{Actor, Names, Seat, Turn};

use crate::Failure;
use crate::args::PlayArgs;
use crate::bot_pool::BotPool;
use crate::style::{GOOD, KEY, QUIET, STRONG, WRONG, paint};

/// Lists with more actions than this are shortened.
const MAX_SHOWN_ACTIONS: usize = 24;

/// The user's input at the prompt.
enum Answer {
    Act(String),
    Undo,
    Leave,
}

/// A table with the user in one seat and bots in the others.
struct Table<I, O> {
    input: I,
    out: O,
    game: AnyGame,
    me: Seat,
    names: Names,
    key: Key,
    seed: u64,
    level: Level,
    opponents: BotPool,
}

pub(crate) fn run(options: &PlayArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.set_up.sets)?;
    let (mut input, mut out) = (io::stdin().lock(), anstream::stdout().lock());
    let Some(new) = choose_game(&mut input, &mut out, options)? else { return Ok(()) };
    let seed = options.seed.unwrap_or_else(seed_of_now);
    let mut table = Table::new(input, out, &registry, &new, options, seed)?;
    table.welcome(seed)?;
    table.play()
}

fn seed_of_now() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    elapsed.map_or(0, |elapsed| elapsed.as_nanos() as u64 % 1_000_000_000)
}

/// The game of the command line, with questions for missing arguments; `None` if the input ends.
fn choose_game(
    input: &mut impl BufRead,
    out: &mut impl Write,
    options: &PlayArgs,
) -> Result<Option<NewGame>, Failure> {
    let game = match &options.game {
        Some(name) => Some(crate::games::named(name)?),
        None => ask_game(input, out)?,
    };
    let Some(game) = game else { return Ok(None) };
    let range = game.info().players;
    let players = if options.players.is_some() {
        options.players
    } else {
        let question = format!("How many players, you included ({} to {})?", range.min, range.max);
        let usual = u64::from(range.max.min(3));
        ask_number(input, out, &question, range.min.into()..=range.max.into(), usual)?
    };
    Ok(players.map(|players| options.set_up.game(game, players)))
}

fn ask_game(input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<GameId>, Failure> {
    if let [only] = GameId::ALL.as_slice() {
        return Ok(Some(*only));
    }
    for (place, game) in GameId::ALL.iter().enumerate() {
        let (number, info) = (paint(KEY, place + 1), game.info());
        writeln!(out, "  {number}  {}: {}", paint(STRONG, info.title), info.summary)?;
    }
    let number = ask_number(input, out, "Which game?", 1..=GameId::ALL.len() as u64, 1)?;
    Ok(number.map(|number| GameId::ALL[number as usize - 1]))
}

fn ask_number(
    input: &mut impl BufRead,
    out: &mut impl Write,
    question: &str,
    range: std::ops::RangeInclusive<u64>,
    usual: u64,
) -> Result<Option<u64>, Failure> {
    loop {
        write!(out, "{question} {} ", paint(QUIET, format!("[{usual}]")))?;
        let Some(line) = read_line(input, out)? else { return Ok(None) };
        match line.parse() {
            _ if line.is_empty() => return Ok(Some(usual)),
            Ok(number) if range.contains(&number) => return Ok(Some(number)),
            _ => writeln!(out, "A number from {} to {}, please.", range.start(), range.end())?,
        }
    }
}

/// The next line, trimmed; `None` at the end of the input.
fn read_line(input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<String>, Failure> {
    out.flush()?;
    let mut bytes = Vec::new();
    if input.read_until(b'\n', &mut bytes)? == 0 {
        writeln!(out)?;
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}

impl<I: BufRead, O: Write> Table<I, O> {
    fn new(
        input: I,
        out: O,
        registry: &Registry,
        new: &NewGame,
        options: &PlayArgs,
        seed: u64,
    ) -> Result<Self, Failure> {
        let game =
            AnyGame::new(registry, new).map_err(|error| Failure::Refused(error.to_string()))?;
        let players = game.players();
        let me = Seat::from_number(options.seat).filter(|seat| seat.number() <= players);
        let me = me.ok_or_else(|| {
            Failure::Refused(format!("there is no seat {} at a table of {players}", options.seat))
        })?;
        let mut names = Names::numbered(players);
        for (seat, name) in Seat::all(players).zip(["Aoife", "Brigid", "Conor", "Declan", "Eimear"])
        {
            names.set(seat, if seat == me { options.name.as_str() } else { name });
        }
        let level = Level::new(options.level)
            .ok_or_else(|| Failure::Refused("levels are 1 to 5".to_owned()))?;
        let (key, opponents) = (Key::roll(seed), BotPool::new());
        Ok(Self { input, out, game, me, names, key, seed, level, opponents })
    }

    fn welcome(&mut self, seed: u64) -> Result<(), Failure> {
        let info = self.game.id().info();
        let others = Seat::all(self.game.players()).filter(|&seat| seat != self.me);
        let others = if self.game.players() == 1 {
            "alone".to_owned()
        } else {
            let level = self.level.info().name;
            let number = self.level.number();
            format!("with {}, bots of level {number} ({level})", self.names.list(others))
        };
        writeln!(self.out, "\n{}: {}", paint(STRONG, info.title), info.summary)?;
        writeln!(self.out, "You are {} in seat {}, {others}.", self.names.of(self.me), self.me)?;
        let help = format!("Type {} at any time. This is deal {seed}.", paint(KEY, "help"));
        writeln!(self.out, "{help}\n")?;
        Ok(())
    }

    fn play(&mut self) -> Result<(), Failure> {
        loop {
            let turn = self.game.turn();
            match turn {
                Turn::Over => {
                    self.finish()?;
                    return Ok(());
                }
                Turn::Dealer => self.deal()?,
                Turn::Seats(seats) if seats.contains(self.me) => match self.ask()? {
                    Answer::Act(action) => self.act(self.me.into(), &action)?,
                    Answer::Undo => self.undo()?,
                    Answer::Leave => return self.leave(),
                },
                Turn::Seats(seats) => {
                    let seat = seats.first().unwrap_or(self.me);
                    let seed = self.seed.wrapping_add(self.game.actions() as u64);
                    let advice = self.opponents.ask(self.level.bot(), &self.game, seat, seed);
                    let advice = advice.map_err(|error| Failure::Refused(error.to_string()))?;
                    self.act(seat.into(), &advice.action)?;
                }
            }
        }
    }

    /// Makes an action and prints its sentences, or prints the reason of its refusal.
    fn act(&mut self, actor: Actor, action: &str) -> Result<(), Failure> {
        match self.game.apply_described(actor, action, &self.names) {
            Ok(described) => {
                let mine = actor == Actor::Seat(self.me);
                for sentence in described.sentences {
                    let sentence = if mine { sentence } else { paint(QUIET, sentence) };
                    writeln!(self.out, "  {sentence}")?;
                }
            }
            Err(error) => writeln!(self.out, "{}", paint(WRONG, format!("No: {error}.")))?,
        }
        Ok(())
    }

    fn deal(&mut self) -> Result<(), Failure> {
        let mut ahead = self.game.clone();
        if let Some(action) = ahead.deal(&self.key) {
            self.act(Actor::Dealer, &action)?;
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<Answer, Failure> {
        let legal = self.game.legal(self.me);
        writeln!(self.out, "\n{}", self.game.describe_position(&self.names).trim_end())?;
        self.show_actions(&legal, "", MAX_SHOWN_ACTIONS)?;
        loop {
            write!(self.out, "{} ", paint(STRONG, "Your turn >"))?;
            let Some(line) = read_line(&mut self.input, &mut self.out)? else {
                return Ok(Answer::Leave);
            };
            match line.as_str() {
                "" => {}
                "?" | "help" => self.help()?,
                "rules" => writeln!(self.out, "{}", self.game.id().info().help)?,
                "list" => self.show_actions(&legal, "", usize::MAX)?,
                "table" => {
                    writeln!(self.out, "{}", self.game.describe_position(&self.names).trim_end())?;
                }
                "score" => {
                    let sheet = crate::sheet::score_sheet(&self.game, &self.names);
                    writeln!(self.out, "{}", sheet.trim_end())?;
                }
                "record" => writeln!(self.out, "{}", self.game.record())?,
                "undo" => return Ok(Answer::Undo),
                "quit" | "exit" => return Ok(Answer::Leave),
                text if text.starts_with("list ") => {
                    self.show_actions(&legal, text["list ".len()..].trim(), usize::MAX)?;
                }
                text => {
                    let place = text.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
                    let numbered = place.and_then(|place| legal.get(place)).cloned();
                    return Ok(Answer::Act(numbered.unwrap_or_else(|| text.to_owned())));
                }
            }
        }
    }

    /// Prints the actions that contain a text, with the numbers by which they can be chosen.
    fn show_actions(&mut self, legal: &[String], text: &str, most: usize) -> Result<(), Failure> {
        let held = legal.iter().enumerate().filter(|(_, action)| action.contains(text));
        for (place, action) in held.clone().take(most) {
            writeln!(self.out, "  {:>3}  {}", place + 1, paint(KEY, action))?;
        }
        let more = held.count().saturating_sub(most);
        if more > 0 {
            let list = paint(KEY, "list");
            writeln!(self.out, "       and {more} more: {list} shows all, {list} TEXT some")?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Failure> {
        let lines = [
            ("a number", "does what stands beside it in the list"),
            ("an action", "in words, such as the ones in the list"),
            ("list", "everything you can do now; list TEXT only what holds that text"),
            ("table", "the position again"),
            ("score", "what everybody would score now"),
            ("undo", "takes back your last action and what came after it"),
            ("rules", "the rules of the game"),
            ("record", "the record of the game so far, to keep"),
            ("quit", "leaves the table"),
        ];
        for (key, meaning) in lines {
            writeln!(self.out, "  {}  {meaning}", paint(KEY, format!("{key:<9}")))?;
        }
        Ok(())
    }

    /// Undoes the actions since the user's last one, including it.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut back = self.game.clone();
        loop {
            let mine = back.last_actor() == Some(Actor::Seat(self.me));
            if back.undo(1).is_err() {
                writeln!(self.out, "{}", paint(WRONG, "You have done nothing yet."))?;
                return Ok(());
            }
            if mine {
                self.game = back;
                writeln!(self.out, "{}", paint(GOOD, "Taken back."))?;
                return Ok(());
            }
        }
    }

    fn leave(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "You leave the table after {} actions. Goodbye!", self.game.actions())?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let sheet = crate::sheet::score_sheet(&self.game, &self.names);
        writeln!(self.out, "\n{}", sheet.trim_end())?;
        Ok(())
    }
}
