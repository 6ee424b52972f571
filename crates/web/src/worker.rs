//! The Web Worker that bots run in, so that the page stays responsive.
//!
//! Requests and responses are JSON. A bot searches in short slices and the worker handles messages
//! between them, so that a search can be cancelled. [`bots::Player`] decides how a turn's time is
//! divided and what is remembered from one request to the next.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::{Bot, Budget, Clock, Company, Decision, Knowledge, Leash, Level, NamedAdvice, Review};
use foxy_and_wooly::FoxyAndWooly;
use glen_more::GlenMore;
use gloo_timers::future::TimeoutFuture;
use rules::{Play, Seat};
use serde::{Deserialize, Serialize};
use shelf::{AnyGame, Shelf};
use tipperary::Tipperary;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsError, JsValue};
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// How long a bot searches before the worker handles messages.
const SLICE: Duration = Duration::from_millis(25);
/// The limit of the search trees that bots keep, in nodes of about 64 bytes.
const MOST_NODES: usize = 1 << 19;

/// A message from the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Asks what a bot would do.
    Think {
        /// Repeated in the responses.
        id: u32,
        /// The position and how to search.
        question: Question,
    },
    /// Asks what a decision was worth.
    Judge {
        /// Repeated in the responses.
        id: u32,
        /// The record of the whole game.
        record: String,
        /// The index of the action in the game.
        place: usize,
        /// The number of simulations.
        sims: u64,
    },
    /// Cancels all requests.
    Stop,
}

/// A position, and how to search it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The record of the game so far.
    pub record: String,
    /// The seat to act.
    pub seat: Seat,
    /// The bot's level.
    pub level: u8,
    /// The seed of the bot's random numbers.
    pub seed: u64,
    /// The time for the turn in milliseconds; the level decides if it is not set.
    pub millis: Option<f64>,
}

/// A message to the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// How far a search is.
    Progress {
        /// The request.
        id: u32,
        /// The used share of the budget, from 0 to 1.
        share: f32,
    },
    /// What the bot would do.
    Advice {
        /// The request.
        id: u32,
        /// The advice.
        advice: Advice,
    },
    /// What a decision was worth.
    Judged {
        /// The request.
        id: u32,
        /// The review; `None` if there was no choice to make.
        decision: Option<Decision>,
    },
    /// The request failed.
    Failed {
        /// The request.
        id: u32,
        /// The reason.
        reason: String,
    },
}

/// What a bot would do, and its reasons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The best action.
    pub action: String,
    /// Each seat's expected share of the victory.
    pub value: Vec<f64>,
    /// The best few actions, the best first.
    pub choices: Vec<Considered>,
}

/// An action that a bot has considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Considered {
    /// The action.
    pub action: String,
    /// How often the search visited it.
    pub visits: u64,
    /// The seat's expected share of the victory after it.
    pub share: f64,
}

/// A parsed request.
enum Asked {
    Think { question: Question, bot: Bot },
    Judge { place: usize, bot: Bot },
}

/// The outcome of a request; `Ok(None)` if it was cancelled.
type Found = Result<Option<Answer>, String>;

/// A running request, or an error if the chunk of the game's bots cannot be fetched.
type Finding = Result<Pin<Box<dyn Future<Output = Found>>>, SplitLoaderError>;

thread_local! {
    /// Incremented by a cancellation; requests of older generations are dropped.
    static ROUND: Cell<u32> = const { Cell::new(0) };
    /// The bots with their search trees, by seat.
    static PLAYERS: RefCell<Company<Seat>> = const { RefCell::new(Company::new(MOST_NODES)) };
}

/// Searches are cancelled between slices only, so this flag is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Starts to handle messages.
///
/// # Errors
/// If the worker's chunk cannot be fetched.
#[wasm_split(here, fallible)]
pub(crate) fn listen() -> Result<(), JsError> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(Request::Think { id, question }) => {
                spawn_local(async move { answer(id, think(id, question).await) });
            }
            Ok(Request::Judge { id, record, place, sims }) => {
                spawn_local(async move { answer(id, judge(id, &record, place, sims).await) });
            }
            Ok(Request::Stop) => ROUND.set(ROUND.get() + 1),
            Err(error) => say(&Answer::Failed { id: 0, reason: error.to_string() }),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The handler lives as long as the worker.
    on_message.forget();
    Ok(())
}

fn say(answer: &Answer) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let text = serde_json::to_string(answer).expect("an answer is plain data");
    // Posting fails only if the page is gone.
    let _ = scope.post_message(&JsValue::from_str(&text));
}

/// Posts the outcome of a request.
fn answer(id: u32, found: Found) {
    match found {
        Ok(Some(answer)) => say(&answer),
        Ok(None) => {}
        Err(reason) => say(&Answer::Failed { id, reason }),
    }
}

/// Asks a bot for advice.
async fn think(id: u32, question: Question) -> Found {
    let level = Level::new(question.level).ok_or("there is no such level")?;
    let bot = Bot { trees: 1, ..level.bot() };
    let bot = match question.millis {
        Some(millis) => bot.with_budget(Budget::Time(Duration::from_secs_f64(millis / 1000.0))),
        None => bot,
    };
    let record = question.record.clone();
    find_out(id, &record, Asked::Think { question, bot }).await
}

/// Reviews the decision at that index of a record.
async fn judge(id: u32, record: &str, place: usize, sims: u64) -> Found {
    let bot = Bot { trees: 1, ..Level::BEST.bot() }.with_budget(Budget::Sims(sims));
    find_out(id, record, Asked::Judge { place, bot }).await
}

/// Runs a request with the bots of its game, whose chunk is fetched first.
async fn find_out(id: u32, record: &str, asked: Asked) -> Found {
    let game = AnyGame::load(&Shelf::new(), record).map_err(|error| error.to_string())?;
    let round = ROUND.get();
    let finding = match game {
        AnyGame::Tipperary(play) => tipperary_thoughts(id, asked, play).await,
        AnyGame::GlenMore(play) => glen_more_thoughts(id, asked, play).await,
        AnyGame::FoxyAndWooly(play) => foxy_and_wooly_thoughts(id, asked, play).await,
    };
    match finding {
        Ok(_) if ROUND.get() != round => Ok(None),
        Ok(finding) => finding.await,
        Err(error) => Err(error.to_string()),
    }
}

#[wasm_split(tipperary_bots, fallible)]
fn tipperary_thoughts(id: u32, asked: Asked, play: Box<Play<Tipperary>>) -> Finding {
    Ok(Box::pin(find_out_in(id, asked, play)))
}

#[wasm_split(glen_more_bots, fallible)]
fn glen_more_thoughts(id: u32, asked: Asked, play: Box<Play<GlenMore>>) -> Finding {
    Ok(Box::pin(find_out_in(id, asked, play)))
}

#[wasm_split(foxy_and_wooly_bots, fallible)]
fn foxy_and_wooly_thoughts(id: u32, asked: Asked, play: Box<Play<FoxyAndWooly>>) -> Finding {
    Ok(Box::pin(find_out_in(id, asked, play)))
}

async fn find_out_in<G: Knowledge>(id: u32, asked: Asked, play: Box<Play<G>>) -> Found {
    match asked {
        Asked::Think { question, bot } => think_about(id, &question, bot, &play).await,
        Asked::Judge { place, bot } => Ok(judge_in(id, &play, place, &bot).await),
    }
}

async fn think_about<G: Knowledge>(
    id: u32,
    question: &Question,
    bot: Bot,
    play: &Play<G>,
) -> Found {
    let mut remembered = PLAYERS.with_borrow_mut(|players| players.take(&question.seat, bot));
    let player = remembered.playing(question.seat);
    player.begin(play, question.seed).map_err(|error| error.to_string())?;
    let step = || {
        say(&Answer::Progress { id, share: player.used() });
        player.step(SLICE, leash())
    };
    let finished = in_slices(step).await;
    let advice = player.advice().filter(|_| finished);
    let advice = advice.map(|advice| NamedAdvice::of(play.state(), &advice));
    PLAYERS.with_borrow_mut(|players| players.put_back(question.seat, remembered));
    Ok(advice.map(|advice| Answer::Advice { id, advice: Advice::of(&advice, question.seat) }))
}

async fn judge_in<G: Knowledge>(
    id: u32,
    play: &Play<G>,
    place: usize,
    bot: &Bot,
) -> Option<Answer> {
    let mut review = Review::of(play, place, bot);
    let finished = match &mut review {
        Some(review) => in_slices(|| review.step(SLICE, leash())).await,
        None => true,
    };
    let decision = review.as_mut().map(Review::decision);
    finished.then_some(Answer::Judged { id, decision })
}

/// Runs slices until the work is done, and yields to message handling in between. Returns `false`
/// if the request was cancelled.
async fn in_slices(mut slice: impl FnMut() -> bool) -> bool {
    let round = ROUND.get();
    while slice() {
        TimeoutFuture::new(0).await;
        if ROUND.get() != round {
            return false;
        }
    }
    true
}

impl Advice {
    fn of(advice: &NamedAdvice, seat: Seat) -> Self {
        let considered = |choice: &bots::NamedChoice| Considered {
            action: choice.action.clone(),
            visits: choice.visits,
            share: choice.value.get(seat.index()).copied().unwrap_or_default(),
        };
        Self {
            action: advice.action.clone(),
            value: advice.value.clone(),
            choices: advice.choices.iter().take(5).map(considered).collect(),
        }
    }
}

/// The worker's monotonic clock.
struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let millis = scope.performance().map_or(0.0, |performance| performance.now());
        Duration::from_secs_f64(millis / 1000.0)
    }
}

fn leash() -> Leash<'static> {
    Leash { clock: &PageClock, cancel: &NEVER }
}
