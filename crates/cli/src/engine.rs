//! The engine: answers requests about one game, line by line.

use std::io::{self, BufReader, BufWriter, Write};
use std::time::Instant;

use registry::protocol::{BotBudget, Line, MAX_LINE_BYTES, PROTOCOL, Request};
use registry::{AnyGame, GameId, Key, NewGame, Registry};
use rules::{Actor, Seat, Turn};
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::args::EngineArgs;
use crate::bot_pool::{BotPool, bot_of};
use crate::lines::{InputLine, next_line};

/// The most positions of a perft; more would take minutes.
const PERFT_LIMIT: u64 = 10_000_000;
/// The error of operations that need a game.
const NO_GAME: &str = "there is no game yet: `new` or `load` makes one";
/// The most random games in one request.
const RANDOM_LIMIT: u64 = 10_000_000;

/// The fields of an answer besides `ok` and `id`, or the error.
type Answer = Result<Value, String>;

/// A game and the registry that it comes from.
#[derive(Debug, Default)]
pub struct Engine {
    registry: Registry,
    game: Option<AnyGame>,
    bots: BotPool,
}

/// Serves requests from standard input until its end or `quit`.
pub(crate) fn run(options: &EngineArgs) -> Result<(), Failure> {
    let mut engine = Engine::new(crate::files::registry(&options.sets)?);
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    Ok(engine.serve(input, io::stdout().lock())?)
}

impl Engine {
    /// An engine without a game.
    pub const fn new(registry: Registry) -> Self {
        Self { registry, game: None, bots: BotPool::new() }
    }

    /// The hash of the current game's state; `None` without a game.
    pub fn hash(&self) -> Option<u64> {
        self.game.as_ref().map(AnyGame::hash)
    }

    /// Answers every non-blank line of the input, in order.
    ///
    /// # Errors
    /// Only those of the streams.
    pub fn serve<R: io::Read>(
        &mut self,
        mut input: BufReader<R>,
        output: impl Write,
    ) -> io::Result<()> {
        let mut output = BufWriter::new(output);
        while let Some(line) = next_line(&mut input, MAX_LINE_BYTES)? {
            let Some((answer, quits)) = self.answer_input(&line) else { continue };
            writeln!(output, "{answer}")?;
            // Answers to requests that have already arrived are sent together.
            if quits || !input.buffer().contains(&b'\n') {
                output.flush()?;
            }
            if quits {
                return Ok(());
            }
        }
        output.flush()
    }

    /// The answer to a line, and whether it is the last one; `None` for a blank line.
    fn answer_input(&mut self, line: &InputLine) -> Option<(Value, bool)> {
        let wrong = |reason: String| Some((answer(None, Err(reason)), false));
        match line {
            InputLine::TooLong => wrong(format!("the line is longer than {MAX_LINE_BYTES} bytes")),
            InputLine::Whole(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => self.answer(text),
                Err(error) => {
                    wrong(format!("the line is not UTF-8 from byte {}", error.valid_up_to() + 1))
                }
            },
        }
    }

    /// The answer to a line, and whether it is the last one; `None` for a blank line.
    pub fn answer(&mut self, text: &str) -> Option<(Value, bool)> {
        if text.trim().is_empty() {
            return None;
        }
        let line = Line::read(text);
        let quits = line.request == Ok(Request::Quit);
        let result = line.request.map_err(|error| error.to_string());
        let result = result.and_then(|request| self.perform(request));
        Some((answer(line.id, result), quits))
    }

    fn perform(&mut self, request: Request) -> Answer {
        match request {
            Request::Hello => Ok(json!({
                "name": "Bellwether", "version": env!("CARGO_PKG_VERSION"), "protocol": PROTOCOL,
            })),
            Request::Quit => Ok(json!({})),
            Request::Games => Ok(self.games()),
            Request::New { game, players, options, set } => {
                self.start(&game, players, options, set)
            }
            Request::Load { record } => {
                let loaded = AnyGame::load(&self.registry, &record);
                Ok(self.set_game(loaded.map_err(|error| error.to_string())?))
            }
            Request::Bot { seat, level, budget, seed } => self.bot(seat, level, budget, seed),
            request => {
                let game = self.game.as_mut();
                let game = game.ok_or(NO_GAME)?;
                perform_on(game, &request)
            }
        }
    }

    fn bot(&mut self, seat: Seat, level: u8, budget: Option<BotBudget>, seed: u64) -> Answer {
        let game = self.game.as_ref().ok_or(NO_GAME)?;
        check_seat(game, seat.into())?;
        let advice = self.bots.ask(bot_of(level, budget)?, game, seat, seed);
        let advice = advice.map_err(|error| error.to_string())?;
        Ok(json!({ "action": advice.action, "value": advice.value, "sims": advice.sims }))
    }

    fn games(&self) -> Value {
        let games: Vec<Value> = GameId::ALL
            .into_iter()
            .map(|game| {
                let info = game.info();
                let options: Map<String, Value> = info
                    .options
                    .iter()
                    .map(|option| {
                        let values =
                            json!({ "default": option.values[0], "values": option.values });
                        (option.name.to_owned(), values)
                    })
                    .collect();
                json!({
                    "id": info.id,
                    "players": { "min": info.players.min, "max": info.players.max },
                    "options": options,
                    "sets": self.registry.set_names(game),
                })
            })
            .collect();
        json!({ "games": games })
    }

    fn start(
        &mut self,
        game: &str,
        players: u64,
        options: Vec<(String, String)>,
        set: Option<String>,
    ) -> Answer {
        let game = GameId::named(game).ok_or_else(|| {
            let game = rules::notation::quoted(game);
            format!("there is no game {game}; there are {}", GameId::list())
        })?;
        let new = NewGame { game, players, options, set };
        let game = AnyGame::new(&self.registry, &new).map_err(|error| error.to_string())?;
        Ok(self.set_game(game))
    }

    /// Replaces the game and clears the bots' caches.
    fn set_game(&mut self, game: AnyGame) -> Value {
        self.bots.clear();
        with_turn(self.game.insert(game), json!({}))
    }
}

/// The operations that need a game.
fn perform_on(game: &mut AnyGame, request: &Request) -> Answer {
    match *request {
        Request::Turn => Ok(with_turn(game, json!({}))),
        Request::Legal { seat } => legal(game, seat),
        Request::Apply { seat, ref action } => {
            let action = game.apply(seat, action).map_err(|error| error.to_string())?;
            Ok(with_turn(game, json!({ "action": action })))
        }
        Request::Undo { count } => {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            game.undo(count).map_err(|refusal| refusal.to_string())?;
            Ok(with_turn(game, json!({})))
        }
        Request::Roll { seed } => Ok(roll(game, seed)),
        Request::State => Ok(json!({ "state": game.state() })),
        Request::Hash => Ok(json!({ "hash": format!("{:016x}", game.hash()) })),
        Request::Perft { depth } => {
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            let nodes = game.perft(depth, PERFT_LIMIT).map_err(|error| error.to_string())?;
            Ok(json!({ "nodes": nodes }))
        }
        Request::Scores => Ok(scores(game)),
        Request::Record => Ok(json!({ "record": game.record() })),
        Request::Random { seed, count } => random(game, seed, count),
        _ => unreachable!("the other ops need no game"),
    }
}

fn check_seat(game: &AnyGame, actor: Actor) -> Result<(), String> {
    match actor {
        Actor::Seat(seat) if seat.number() > game.players() => {
            Err(format!("there is no seat {seat} at a table of {}", game.players()))
        }
        _ => Ok(()),
    }
}

fn legal(game: &AnyGame, actor: Actor) -> Answer {
    check_seat(game, actor)?;
    Ok(match actor {
        Actor::Seat(seat) => json!({ "actions": game.legal(seat) }),
        Actor::Dealer => {
            let outcomes = game.outcomes().into_iter();
            let listed: Vec<Value> = outcomes
                .map(|(action, p)| json!({ "action": action, "p": [p.numerator, p.denominator] }))
                .collect();
            json!({ "actions": listed })
        }
    })
}

fn roll(game: &mut AnyGame, seed: u64) -> Value {
    let key = Key::roll(seed);
    let actions: Vec<String> = std::iter::from_fn(|| game.deal(&key)).collect();
    with_turn(game, json!({ "actions": actions }))
}

fn scores(game: &AnyGame) -> Value {
    let info = game.id().info();
    let scores: Vec<Map<String, Value>> = game
        .scores()
        .iter()
        .map(|score| {
            score.named(info).map(|(name, value)| (name.to_owned(), value.into())).collect()
        })
        .collect();
    let winners: Vec<u8> = game.winners().into_iter().map(Seat::number).collect();
    json!({ "scores": scores, "winners": winners })
}

fn random(game: &AnyGame, seed: u64, count: u64) -> Answer {
    if count > RANDOM_LIMIT {
        return Err(format!("at most {RANDOM_LIMIT} games are played in one request"));
    }
    let start = Instant::now();
    let played = game.play_random_games(seed, count);
    let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
    Ok(json!({ "games": played.games, "actions": played.actions, "nanos": nanos }))
}

/// Adds the turn to the fields of an answer.
fn with_turn(game: &AnyGame, mut fields: Value) -> Value {
    fields["turn"] = match game.turn() {
        Turn::Dealer => json!("*"),
        Turn::Over => json!("over"),
        Turn::Seats(seats) => seats.into_iter().map(Seat::number).collect(),
    };
    fields
}

/// The answer as a JSON object.
fn answer(id: Option<Value>, result: Answer) -> Value {
    let mut answer = Map::new();
    answer.insert("ok".to_owned(), result.is_ok().into());
    match result {
        Ok(Value::Object(fields)) => answer.extend(fields),
        Ok(_) => unreachable!("ops answer with fields"),
        Err(reason) => {
            answer.insert("error".to_owned(), reason.into());
        }
    }
    if let Some(id) = id {
        answer.insert("id".to_owned(), id);
    }
    answer.into()
}
