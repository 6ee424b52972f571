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

use bots::{
    Bot, BotCache, Budget, Clock, Decision, Knowledge, Level, NamedAdvice, Review, SearchControl,
};
use foxy_and_wooly::FoxyAndWooly;
use glen_more::GlenMore;
use gloo_timers::future::TimeoutFuture;
use registry::{AnyGame, Registry};
use rules::{Play, Seat};
use serde::{Deserialize, Serialize};
use tipperary::Tipperary;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsError, JsValue};
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// How long a bot searches before the worker handles messages.
const SEARCH_SLICE: Duration = Duration::from_millis(25);
/// The limit of the search trees that bots keep, in nodes of about 64 bytes.
const MAX_NODES: usize = 1 << 19;

/// A message from the page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum WorkerRequest {
    /// Asks what a bot would do.
    Advise {
        /// Repeated in the responses.
        id: u32,
        /// The position and how to search.
        request: AdviceRequest,
    },
    /// Asks what a decision was worth.
    Review {
        /// Repeated in the responses.
        id: u32,
        /// The record of the whole game.
        record: String,
        /// The index of the action in the game.
        action_index: usize,
        /// The number of simulations.
        sims: u64,
    },
    /// Cancels all requests.
    Cancel,
}

/// A position, and how to search it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AdviceRequest {
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
pub enum WorkerResponse {
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
    Reviewed {
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
    pub choices: Vec<ConsideredAction>,
}

/// An action that a bot has considered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ConsideredAction {
    /// The action.
    pub action: String,
    /// How often the search visited it.
    pub visits: u64,
    /// The seat's expected share of the victory after it.
    pub share: f64,
}

/// A parsed request.
enum Job {
    Advise { request: AdviceRequest, bot: Bot },
    Review { action_index: usize, bot: Bot },
}

/// The outcome of a request; `Ok(None)` if it was cancelled.
type JobResult = Result<Option<WorkerResponse>, String>;

/// A running request, or an error if the chunk of the game's bots cannot be fetched.
type RunningJob = Result<Pin<Box<dyn Future<Output = JobResult>>>, SplitLoaderError>;

thread_local! {
    /// Incremented by a cancellation; requests of older generations are dropped.
    static GENERATION: Cell<u32> = const { Cell::new(0) };
    /// The bots with their search trees, by seat.
    static BOTS: RefCell<BotCache<Seat>> = const { RefCell::new(BotCache::new(MAX_NODES)) };
}

/// Searches are cancelled between slices only, so this flag is never set.
static NEVER_CANCELLED: AtomicBool = AtomicBool::new(false);

/// Starts to handle messages.
///
/// # Errors
/// If the worker's chunk cannot be fetched.
#[wasm_split(local, fallible)]
pub(crate) fn listen() -> Result<(), JsError> {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        match serde_json::from_str(&text) {
            Ok(WorkerRequest::Advise { id, request }) => {
                spawn_local(async move { post_result(id, advise(id, request).await) });
            }
            Ok(WorkerRequest::Review { id, record, action_index, sims }) => {
                spawn_local(async move {
                    post_result(id, review(id, &record, action_index, sims).await);
                });
            }
            Ok(WorkerRequest::Cancel) => GENERATION.set(GENERATION.get() + 1),
            Err(error) => post(&WorkerResponse::Failed { id: 0, reason: error.to_string() }),
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // The handler lives as long as the worker.
    on_message.forget();
    Ok(())
}

fn post(response: &WorkerResponse) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let text = serde_json::to_string(response).expect("a response is plain data");
    // Posting fails only if the page is gone.
    let _ = scope.post_message(&JsValue::from_str(&text));
}

/// Posts the outcome of a request.
fn post_result(id: u32, result: JobResult) {
    match result {
        Ok(Some(response)) => post(&response),
        Ok(None) => {}
        Err(reason) => post(&WorkerResponse::Failed { id, reason }),
    }
}

/// Asks a bot for advice.
async fn advise(id: u32, request: AdviceRequest) -> JobResult {
    let level = Level::new(request.level).ok_or("there is no such level")?;
    let bot = Bot { trees: 1, ..level.bot() };
    let bot = match request.millis {
        Some(millis) => bot.with_budget(Budget::Time(Duration::from_secs_f64(millis / 1000.0))),
        None => bot,
    };
    let record = request.record.clone();
    run_job(id, &record, Job::Advise { request, bot }).await
}

/// Reviews the decision at that index of a record.
async fn review(id: u32, record: &str, action_index: usize, sims: u64) -> JobResult {
    let bot = Bot { trees: 1, ..Level::BEST.bot() }.with_budget(Budget::Sims(sims));
    run_job(id, record, Job::Review { action_index, bot }).await
}

/// Runs a request with the bots of its game, whose chunk is fetched first.
async fn run_job(id: u32, record: &str, job: Job) -> JobResult {
    let game = AnyGame::load(&Registry::new(), record).map_err(|error| error.to_string())?;
    let generation = GENERATION.get();
    let running = match game {
        AnyGame::Tipperary(play) => run_tipperary_job(id, job, play).await,
        AnyGame::GlenMore(play) => run_glen_more_job(id, job, play).await,
        AnyGame::FoxyAndWooly(play) => run_foxy_and_wooly_job(id, job, play).await,
    };
    match running {
        Ok(_) if GENERATION.get() != generation => Ok(None),
        Ok(running) => running.await,
        Err(error) => Err(error.to_string()),
    }
}

#[wasm_split(tipperary_bots, fallible)]
fn run_tipperary_job(id: u32, job: Job, play: Box<Play<Tipperary>>) -> RunningJob {
    Ok(Box::pin(run_job_in(id, job, play)))
}

#[wasm_split(glen_more_bots, fallible)]
fn run_glen_more_job(id: u32, job: Job, play: Box<Play<GlenMore>>) -> RunningJob {
    Ok(Box::pin(run_job_in(id, job, play)))
}

#[wasm_split(foxy_and_wooly_bots, fallible)]
fn run_foxy_and_wooly_job(id: u32, job: Job, play: Box<Play<FoxyAndWooly>>) -> RunningJob {
    Ok(Box::pin(run_job_in(id, job, play)))
}

async fn run_job_in<G: Knowledge>(id: u32, job: Job, play: Box<Play<G>>) -> JobResult {
    match job {
        Job::Advise { request, bot } => advise_in(id, &request, bot, &play).await,
        Job::Review { action_index, bot } => Ok(review_in(id, &play, action_index, &bot).await),
    }
}

async fn advise_in<G: Knowledge>(
    id: u32,
    request: &AdviceRequest,
    bot: Bot,
    play: &Play<G>,
) -> JobResult {
    let mut bot_and_memory = BOTS.with_borrow_mut(|bots| bots.take(&request.seat, bot));
    let player = bot_and_memory.seated(request.seat);
    player.begin(play, request.seed).map_err(|error| error.to_string())?;
    let step = || {
        post(&WorkerResponse::Progress { id, share: player.used_fraction() });
        player.step(SEARCH_SLICE, search_control())
    };
    let finished = run_in_slices(step).await;
    let advice = player.advice().filter(|_| finished);
    let advice = advice.map(|advice| NamedAdvice::of(play.state(), &advice));
    BOTS.with_borrow_mut(|bots| bots.put_back(request.seat, bot_and_memory));
    Ok(advice
        .map(|advice| WorkerResponse::Advice { id, advice: Advice::of(&advice, request.seat) }))
}

async fn review_in<G: Knowledge>(
    id: u32,
    play: &Play<G>,
    action_index: usize,
    bot: &Bot,
) -> Option<WorkerResponse> {
    let mut review = Review::of(play, action_index, bot);
    let finished = match &mut review {
        Some(review) => run_in_slices(|| review.step(SEARCH_SLICE, search_control())).await,
        None => true,
    };
    let decision = review.as_mut().map(Review::decision);
    finished.then_some(WorkerResponse::Reviewed { id, decision })
}

/// Runs slices until the work is done, and yields to message handling in between. Returns `false`
/// if the request was cancelled.
async fn run_in_slices(mut slice: impl FnMut() -> bool) -> bool {
    let generation = GENERATION.get();
    while slice() {
        TimeoutFuture::new(0).await;
        if GENERATION.get() != generation {
            return false;
        }
    }
    true
}

impl Advice {
    fn of(advice: &NamedAdvice, seat: Seat) -> Self {
        let considered = |choice: &bots::NamedChoice| ConsideredAction {
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
struct WorkerClock;

impl Clock for WorkerClock {
    fn now(&self) -> Duration {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
        let millis = scope.performance().map_or(0.0, |performance| performance.now());
        Duration::from_secs_f64(millis / 1000.0)
    }
}

fn search_control() -> SearchControl<'static> {
    SearchControl { clock: &WorkerClock, cancel: &NEVER_CANCELLED }
}
