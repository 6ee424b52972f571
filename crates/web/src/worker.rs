//! The worker: bots think here, so that the page stays fluid.
//!
//! Questions and answers are JSON. A bot thinks in short slices and looks at its post between them,
//! so that it can be stopped at any moment.

use std::cell::Cell;
use std::time::Duration;

use bots::{Bot, Budget, Knowledge, Level, NamedAdvice};
use gloo_timers::future::TimeoutFuture;
use rules::Seat;
use serde::{Deserialize, Serialize};
use shelf::{AnyGame, Shelf, with_game};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// How long a bot thinks before it looks at its post.
const SLICE: f64 = 25.0;

/// What the page asks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Request {
    /// What would a bot do?
    Think {
        /// Named in the answer.
        id: u32,
        /// The question.
        question: Question,
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
    /// How long to think at most, in milliseconds, if not as long as the level says.
    pub millis: Option<f64>,
}

/// What the worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "kebab-case")]
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

thread_local! {
    /// Counts up whenever everything is forgotten.
    static ROUND: Cell<u32> = const { Cell::new(0) };
}

/// Answers questions from now on.
pub(crate) fn listen() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(Request::Think { id, question }) => spawn_local(answer(id, question)),
            Ok(Request::Stop) => ROUND.set(ROUND.get() + 1),
            Err(error) => say(&Answer::Failed { id: 0, reason: error.to_string() }),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The worker listens for as long as it lives.
    on_message.forget();
}

fn say(answer: &Answer) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let text = serde_json::to_string(answer).expect("an answer is plain data");
    // If the page is gone, nobody waits.
    let _ = scope.post_message(&JsValue::from_str(&text));
}

async fn answer(id: u32, question: Question) {
    match think(id, &question).await {
        Ok(Some(advice)) => say(&Answer::Advice { id, advice }),
        Ok(None) => {}
        Err(reason) => say(&Answer::Failed { id, reason }),
    }
}

/// The advice; nothing if the question was taken back.
async fn think(id: u32, question: &Question) -> Result<Option<Advice>, String> {
    let game = AnyGame::load(&Shelf::new(), &question.record).map_err(|error| error.to_string())?;
    let level = Level::new(question.level).ok_or("there is no such level")?;
    let bot = Bot { trees: 1, ..level.bot() };
    let bot = match question.millis {
        Some(millis) => bot.with_budget(Budget::Time(Duration::from_secs_f64(millis / 1000.0))),
        None => bot,
    };
    with_game!(&game, play => think_about(id, question, &bot, play.state()).await)
}

async fn think_about<G: Knowledge>(
    id: u32,
    question: &Question,
    bot: &Bot,
    state: &G,
) -> Result<Option<Advice>, String> {
    let round = ROUND.get();
    let mut thought =
        bot.begin(state, question.seat, question.seed).map_err(|error| error.to_string())?;
    let started = now();
    while !thought.is_settled() {
        let share = match bot.budget {
            Budget::Sims(sims) => thought.sims() as f64 / sims.max(1) as f64,
            Budget::Time(time) => (now() - started) / 1000.0 / time.as_secs_f64().max(0.001),
        };
        if share >= 1.0 {
            break;
        }
        say(&Answer::Progress { id, share: share as f32 });
        let end = now() + SLICE;
        while now() < end && !is_done(bot.budget, thought.sims(), now() - started) {
            thought.step(1);
        }
        TimeoutFuture::new(0).await;
        if ROUND.get() != round {
            return Ok(None);
        }
    }
    let seat = question.seat;
    Ok(Some(Advice::of(&NamedAdvice::of(state, &thought.advice()), seat)))
}

fn is_done(budget: Budget, sims: u64, millis: f64) -> bool {
    match budget {
        Budget::Sims(most) => sims >= most,
        Budget::Time(time) => millis >= time.as_secs_f64() * 1000.0,
    }
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

/// Milliseconds since the worker was started.
fn now() -> f64 {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or(0.0, |performance| performance.now())
}
