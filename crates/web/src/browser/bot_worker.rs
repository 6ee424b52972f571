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

use crate::worker::{Advice, AdviceRequest, WorkerRequest, WorkerResponse};

/// Why a request to the worker failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BotWorkerError {
    /// The browser does not start the worker.
    #[error("bots cannot think in this browser: {0}")]
    NoWorker(String),
    /// The request failed.
    #[error("the bot has no answer: {0}")]
    NoAnswer(String),
    /// The worker crashed.
    #[error("the bots' part of the program broke: {0}")]
    Crashed(String),
    /// The request was cancelled.
    #[error("the bot was told to stop")]
    Cancelled,
}

type PendingCalls = Rc<RefCell<BTreeMap<u32, PendingCall>>>;

/// A request without a response yet.
struct PendingCall {
    progress: Box<dyn Fn(f32)>,
    resolve: js_sys::Function,
    response: Rc<RefCell<Option<Result<WorkerResponse, BotWorkerError>>>>,
}

impl PendingCall {
    fn complete(self, response: Result<WorkerResponse, BotWorkerError>) {
        *self.response.borrow_mut() = Some(response);
        let _ = self.resolve.call0(&JsValue::NULL);
    }
}

/// A worker that answers requests about positions, one after the other.
#[derive(Clone)]
pub struct BotWorker {
    worker: Worker,
    pending: PendingCalls,
    next: Rc<RefCell<u32>>,
}

thread_local! {
    /// The page's worker, started at the first request.
    static SHARED: RefCell<Option<BotWorker>> = const { RefCell::new(None) };
}

impl BotWorker {
    /// The page's worker, which is started if necessary.
    ///
    /// # Errors
    /// If the browser does not start it.
    pub fn shared() -> Result<Self, BotWorkerError> {
        if let Some(bot_worker) = SHARED.with_borrow(Clone::clone) {
            return Ok(bot_worker);
        }
        let bot_worker =
            Self::start().map_err(|error| BotWorkerError::NoWorker(error_text(&error)))?;
        SHARED.with_borrow_mut(|shared| *shared = Some(bot_worker.clone()));
        Ok(bot_worker)
    }

    fn start() -> Result<Self, JsValue> {
        let address = document().body().and_then(|body| body.get_attribute("data-worker"));
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&address.unwrap_or_default(), &options)?;
        let pending = PendingCalls::default();
        let received = Rc::clone(&pending);
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            match event.data().as_string().map(|text| serde_json::from_str(&text)) {
                Some(Ok(response)) => on_response(&received, response),
                // `worker.js` reports a crash as an object.
                Some(Err(_)) | None => fail_all(&received, &event.data()),
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        // A script that cannot be loaded causes an error event.
        worker.set_onerror(Some(on_message.as_ref().unchecked_ref()));
        // The handler lives as long as the page.
        on_message.forget();
        Ok(Self { worker, pending, next: Rc::default() })
    }

    /// Asks what a bot would do. `progress` is called with the used share of the budget.
    ///
    /// # Errors
    /// If there is no advice.
    pub async fn advise(
        &self,
        request: AdviceRequest,
        progress: impl Fn(f32) + 'static,
    ) -> Result<Advice, BotWorkerError> {
        let id = self.next_id();
        match self.call(id, &WorkerRequest::Advise { id, request }, Box::new(progress)).await? {
            WorkerResponse::Advice { advice, .. } => Ok(advice),
            other => Err(unexpected_response(other)),
        }
    }

    /// Asks what the decision at that index of a record was worth. `None` if there was no choice to
    /// make.
    ///
    /// # Errors
    /// If there is no review.
    pub async fn review(
        &self,
        record: String,
        action_index: usize,
        sims: u64,
    ) -> Result<Option<Decision>, BotWorkerError> {
        let id = self.next_id();
        let request = WorkerRequest::Review { id, record, action_index, sims };
        match self.call(id, &request, Box::new(|_| ())).await? {
            WorkerResponse::Reviewed { decision, .. } => Ok(decision),
            other => Err(unexpected_response(other)),
        }
    }

    async fn call(
        &self,
        id: u32,
        request: &WorkerRequest,
        progress: Box<dyn Fn(f32)>,
    ) -> Result<WorkerResponse, BotWorkerError> {
        let response = Rc::default();
        let mut progress = Some(progress);
        let slot = Rc::clone(&response);
        let promise = js_sys::Promise::new(&mut |resolve, _| {
            let Some(progress) = progress.take() else { return };
            let call = PendingCall { progress, resolve, response: Rc::clone(&slot) };
            self.pending.borrow_mut().insert(id, call);
        });
        self.post(request)?;
        let _guard = ForgetOnDrop { bot_worker: self.clone(), id };
        let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
        let response = response.borrow_mut().take();
        response.unwrap_or(Err(BotWorkerError::Cancelled))
    }

    /// Cancels all requests.
    pub fn cancel_all(&self) {
        let cancelled: Vec<PendingCall> =
            std::mem::take(&mut *self.pending.borrow_mut()).into_values().collect();
        let _ = self.post(&WorkerRequest::Cancel);
        for call in cancelled {
            let _ = call.resolve.call0(&JsValue::NULL);
        }
    }

    fn next_id(&self) -> u32 {
        let mut next = self.next.borrow_mut();
        *next += 1;
        *next
    }

    fn post(&self, request: &WorkerRequest) -> Result<(), BotWorkerError> {
        let text = serde_json::to_string(request).expect("a request is plain data");
        let posted = self.worker.post_message(&JsValue::from_str(&text));
        posted.map_err(|error| BotWorkerError::NoWorker(error_text(&error)))
    }
}

/// Forgets a request whose future is dropped.
struct ForgetOnDrop {
    bot_worker: BotWorker,
    id: u32,
}

impl Drop for ForgetOnDrop {
    fn drop(&mut self) {
        self.bot_worker.pending.borrow_mut().remove(&self.id);
    }
}

fn on_response(pending: &PendingCalls, response: WorkerResponse) {
    let id = match response {
        WorkerResponse::Progress { id, share } => {
            if let Some(call) = pending.borrow().get(&id) {
                (call.progress)(share);
            }
            return;
        }
        WorkerResponse::Advice { id, .. }
        | WorkerResponse::Reviewed { id, .. }
        | WorkerResponse::Failed { id, .. } => id,
    };
    let call = pending.borrow_mut().remove(&id);
    if let Some(call) = call {
        call.complete(Ok(response));
    }
}

/// Fails all requests after a crash. The next request starts a new worker.
fn fail_all(pending: &PendingCalls, message: &JsValue) {
    let reason = js_sys::Reflect::get(message, &"broke".into()).ok();
    let reason = reason.and_then(|reason| reason.as_string());
    let reason = reason.unwrap_or_else(|| "it does not start".to_owned());
    // A crash may be reported twice; by then the shared worker may be a new one.
    let broken = SHARED.with_borrow_mut(|shared| {
        shared.take_if(|bot_worker| Rc::ptr_eq(&bot_worker.pending, pending))
    });
    if let Some(broken) = broken {
        broken.worker.terminate();
    }
    for call in std::mem::take(&mut *pending.borrow_mut()).into_values() {
        call.complete(Err(BotWorkerError::Crashed(reason.clone())));
    }
}

/// The error for a response of an unexpected kind.
fn unexpected_response(response: WorkerResponse) -> BotWorkerError {
    BotWorkerError::NoAnswer(match response {
        WorkerResponse::Failed { reason, .. } => reason,
        _ => "it has answered something else".to_owned(),
    })
}

fn error_text(error: &JsValue) -> String {
    error.as_string().unwrap_or_else(|| format!("{error:?}"))
}
