//! The page's handle of the worker that bots run in.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use bots::Decision;
use leptos::prelude::document;
use thiserror::Error;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::worker::{Advice, Answer, Question, Request};

/// Why a request to the worker failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ThinkError {
    /// The browser does not start the worker.
    #[error("bots cannot think in this browser: {0}")]
    NoWorker(String),
    /// The request failed.
    #[error("the bot has no answer: {0}")]
    NoAnswer(String),
    /// The worker crashed.
    #[error("the bots' part of the program broke: {0}")]
    Broke(String),
    /// The request was cancelled.
    #[error("the bot was told to stop")]
    Cancelled,
}

type Waiting = Rc<RefCell<BTreeMap<u32, Caller>>>;

/// A request without a response yet.
struct Caller {
    progress: Box<dyn Fn(f32)>,
    resolve: js_sys::Function,
    answer: Rc<RefCell<Option<Result<Answer, ThinkError>>>>,
}

impl Caller {
    fn answer(self, answer: Result<Answer, ThinkError>) {
        *self.answer.borrow_mut() = Some(answer);
        let _ = self.resolve.call0(&JsValue::NULL);
    }
}

/// A worker that answers requests about positions, one after the other.
#[derive(Clone)]
pub struct Thinker {
    worker: Worker,
    waiting: Waiting,
    next: Rc<RefCell<u32>>,
}

thread_local! {
    /// The page's worker, started at the first request.
    static SHARED: RefCell<Option<Thinker>> = const { RefCell::new(None) };
}

impl Thinker {
    /// The page's worker, which is started if necessary.
    ///
    /// # Errors
    /// If the browser does not start it.
    pub fn shared() -> Result<Self, ThinkError> {
        if let Some(thinker) = SHARED.with_borrow(Clone::clone) {
            return Ok(thinker);
        }
        let thinker = Self::start().map_err(|error| ThinkError::NoWorker(said(&error)))?;
        SHARED.with_borrow_mut(|shared| *shared = Some(thinker.clone()));
        Ok(thinker)
    }

    fn start() -> Result<Self, JsValue> {
        let address = document().body().and_then(|body| body.get_attribute("data-worker"));
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address.unwrap_or_default(), &options)?;
        let waiting = Waiting::default();
        let heard = Rc::clone(&waiting);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            match event.data().as_string().map(|text| serde_json::from_str(&text)) {
                Some(Ok(answer)) => hear(&heard, answer),
                // `worker.js` reports a crash as an object.
                Some(Err(_)) | None => give_up(&heard, &event.data()),
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        // A script that cannot be loaded causes an error event.
        worker.set_onerror(Some(on_message.as_ref().unchecked_ref()));
        // The handler lives as long as the page.
        on_message.forget();
        Ok(Self { worker, waiting, next: Rc::default() })
    }

    /// Asks what a bot would do. `progress` is called with the used share of the budget.
    ///
    /// # Errors
    /// If there is no advice.
    pub async fn ask(
        &self,
        question: Question,
        progress: impl Fn(f32) + 'static,
    ) -> Result<Advice, ThinkError> {
        let id = self.next_id();
        match self.call(id, &Request::Think { id, question }, Box::new(progress)).await? {
            Answer::Advice { advice, .. } => Ok(advice),
            other => Err(no_answer(other)),
        }
    }

    /// Asks what the decision at that index of a record was worth. `None` if there was no choice to
    /// make.
    ///
    /// # Errors
    /// If there is no review.
    pub async fn judge(
        &self,
        record: String,
        place: usize,
        sims: u64,
    ) -> Result<Option<Decision>, ThinkError> {
        let id = self.next_id();
        let request = Request::Judge { id, record, place, sims };
        match self.call(id, &request, Box::new(|_| ())).await? {
            Answer::Judged { decision, .. } => Ok(decision),
            other => Err(no_answer(other)),
        }
    }

    async fn call(
        &self,
        id: u32,
        request: &Request,
        progress: Box<dyn Fn(f32)>,
    ) -> Result<Answer, ThinkError> {
        let answer = Rc::default();
        let mut progress = Some(progress);
        let kept = Rc::clone(&answer);
        let promise = js_sys::Promise::new(&mut |resolve, _| {
            let Some(progress) = progress.take() else { return };
            let caller = Caller { progress, resolve, answer: Rc::clone(&kept) };
            self.waiting.borrow_mut().insert(id, caller);
        });
        self.post(request)?;
        let _guard = Cancel { thinker: self.clone(), id };
        let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
        let answer = answer.borrow_mut().take();
        answer.unwrap_or(Err(ThinkError::Cancelled))
    }

    /// Cancels all requests.
    pub fn cancel_all(&self) {
        let open: Vec<Caller> =
            std::mem::take(&mut *self.waiting.borrow_mut()).into_values().collect();
        let _ = self.post(&Request::Stop);
        for caller in open {
            let _ = caller.resolve.call0(&JsValue::NULL);
        }
    }

    fn next_id(&self) -> u32 {
        let mut next = self.next.borrow_mut();
        *next += 1;
        *next
    }

    fn post(&self, request: &Request) -> Result<(), ThinkError> {
        let text = serde_json::to_string(request).expect("a request is plain data");
        let posted = self.worker.post_message(&JsValue::from_str(&text));
        posted.map_err(|error| ThinkError::NoWorker(said(&error)))
    }
}

/// Forgets a request whose future is dropped.
struct Cancel {
    thinker: Thinker,
    id: u32,
}

impl Drop for Cancel {
    fn drop(&mut self) {
        self.thinker.waiting.borrow_mut().remove(&self.id);
    }
}

fn hear(waiting: &Waiting, answer: Answer) {
    let id = match answer {
        Answer::Progress { id, share } => {
            if let Some(caller) = waiting.borrow().get(&id) {
                (caller.progress)(share);
            }
            return;
        }
        Answer::Advice { id, .. } | Answer::Judged { id, .. } | Answer::Failed { id, .. } => id,
    };
    let caller = waiting.borrow_mut().remove(&id);
    if let Some(caller) = caller {
        caller.answer(Ok(answer));
    }
}

/// Fails all requests after a crash. The next request starts a new worker.
fn give_up(waiting: &Waiting, said: &JsValue) {
    let reason = js_sys::Reflect::get(said, &"broke".into()).ok();
    let reason = reason.and_then(|reason| reason.as_string());
    let reason = reason.unwrap_or_else(|| "it does not start".to_owned());
    // A crash may be reported twice; by then the shared worker may be a new one.
    let broken = SHARED
        .with_borrow_mut(|shared| shared.take_if(|thinker| Rc::ptr_eq(&thinker.waiting, waiting)));
    if let Some(broken) = broken {
        broken.worker.terminate();
    }
    for caller in std::mem::take(&mut *waiting.borrow_mut()).into_values() {
        caller.answer(Err(ThinkError::Broke(reason.clone())));
    }
}

/// The error for a response of an unexpected kind.
fn no_answer(answer: Answer) -> ThinkError {
    ThinkError::NoAnswer(match answer {
        Answer::Failed { reason, .. } => reason,
        _ => "it has answered something else".to_owned(),
    })
}

fn said(error: &JsValue) -> String {
    error.as_string().unwrap_or_else(|| format!("{error:?}"))
}
