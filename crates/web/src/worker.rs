//! The worker: bots think here, so that the page stays fluid.
//!
//! Questions and answers are JSON. A bot thinks in short slices and looks at its post between them,
//! so that it can be stopped at any moment. How a turn's time is shared out and what is remembered
//! of it from one question to the next is the players' own business ([`bots::Player`]).

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

/// How long a bot thinks before it looks at its post.
const SLICE: Duration = Duration::from_millis(25);
/// The bots of a table remember no more positions than this, of about 64 bytes each.
const MOST_NODES: usize = 1 << 19;

/// What the page asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Request {
    /// What would a bot do?
    Think {
        /// Named in the answer.
        id: u32,
        /// The question.
        question: Question,
    },
    /// What was a decision worth?
    Judge {
        /// Named in the answer.
        id: u32,
        /// The whole game.
        record: String,
        /// The place of the action, from 0.
        place: usize,
        /// How many games are simulated for it.
        sims: u64,
    },
    /// Forget everything that was asked.
    Stop,
}

/// A position, and how hard to think about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The game so far.
    pub record: String,
    /// Whose decision it is.
    pub seat: Seat,
    /// How well to play.
    pub level: u8,
    /// Decides the bot's chances.
    pub seed: u64,
    /// How long to think about a turn, in milliseconds, if not as long as the level says.
    pub millis: Option<f64>,
}

/// What the worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// How far the bot has come, from 0 to 1.
    Progress {
        /// The question.
        id: u32,
        /// The share of the budget that is used up.
        share: f32,
    },
    /// What the bot would do.
    Advice {
        /// The question.
        id: u32,
        /// The answer.
        advice: Advice,
    },
    /// What a decision was worth.
    Judged {
        /// The question.
        id: u32,
        /// The answer; nothing if nobody had a choice there.
        decision: Option<Decision>,
    },
    /// Why there is no answer.
    Failed {
        /// The question.
        id: u32,
        /// The reason.
        reason: String,
    },
}

/// What a bot would do, and its reasons.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The action.
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
    /// How often it was looked at.
    pub visits: u64,
    /// The seat's expected share of the victory behind it.
    pub share: f64,
}

/// A question that has been read, for whoever knows the game.
enum Asked {
    Think { question: Question, bot: Bot },
    Judge { place: usize, bot: Bot },
}

/// What was found out: an answer, or nothing if the question was taken back.
type Found = Result<Option<Answer>, String>;

/// Bots at work, unless what they think with cannot be fetched.
type Finding = Result<Pin<Box<dyn Future<Output = Found>>>, SplitLoaderError>;

thread_local! {
    /// Counts up whenever everything is forgotten.
    static ROUND: Cell<u32> = const { Cell::new(0) };
    /// The bots that were asked, with what they remember.
    static PLAYERS: RefCell<Company<Seat>> = const { RefCell::new(Company::new(MOST_NODES)) };
}

/// Nobody pulls at a bot in the midst of a slice: a question is taken back between two of them.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Answers questions from now on.
///
/// # Errors
/// If what bots think with cannot be fetched.
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
    // The worker listens for as long as it lives.
    on_message.forget();
    Ok(())
}

fn say(answer: &Answer) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let text = serde_json::to_string(answer).expect("an answer is plain data");
    // If the page is gone, nobody waits.
    let _ = scope.post_message(&JsValue::from_str(&text));
}

/// Says what was found out; nothing if the question was taken back.
fn answer(id: u32, found: Found) {
    match found {
        Ok(Some(answer)) => say(&answer),
        Ok(None) => {}
        Err(reason) => say(&Answer::Failed { id, reason }),
    }
}

/// The advice; nothing if the question was taken back.
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

/// What the decision at that place of a record was worth; nothing if the question was taken back.
async fn judge(id: u32, record: &str, place: usize, sims: u64) -> Found {
    let bot = Bot { trees: 1, ..Level::BEST.bot() }.with_budget(Budget::Sims(sims));
    find_out(id, record, Asked::Judge { place, bot }).await
}

/// Answers with what bots know of the game, which is fetched first.
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

/// Goes on slice by slice as long as there is something to do, and looks at the post in between;
/// whether it came to the end.
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

/// The clock of the page.
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
