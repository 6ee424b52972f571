//! Deferred views: parts of a page are mounted in later browser tasks, so that no task is long and
//! the page answers while the rest is mounted.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::LazyLock;
use std::task::{Context, Poll};

use any_spawner::{CustomExecutor, Executor, PinnedFuture, PinnedLocalFuture};
use leptos::children::ViewFn;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};

use crate::browser::{next_task, now, painted};

/// How long a task mounts views before it yields to the browser, in milliseconds.
const SLICE: f64 = 6.0;
/// The browser paints after this many slices. Style and layout of everything mounted since the last
/// paint are done in the task that paints.
const SLICES_A_FRAME: u32 = 2;

thread_local! {
    /// The views to be mounted, in order.
    static EMPTY: RefCell<VecDeque<Place>> = RefCell::default();
    /// Whether a [`DeferredRoot`] is being mounted. Changes of a mounted page are not sliced.
    static OPENING: Cell<bool> = const { Cell::new(false) };
    /// When the current slice started.
    static BEGAN: Cell<f64> = const { Cell::new(0.0) };
}

/// Whether there are views to be mounted.
static BUSY: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// How many slices to wait until a view is mounted. It is usually mounted in the first; a view that is
/// never rendered must not block the queue.
const PATIENCE: u32 = 10;

/// A view to be mounted.
struct Place {
    its_turn: RwSignal<bool>,
    is_filled: StoredValue<bool>,
    is_rich: bool,
}

impl Place {
    /// Mounts the view with the deferred views in it. Returns how many slices that took.
    async fn fill(&self) -> u32 {
        self.its_turn.try_set(true);
        tick().await;
        let mut slices = 0;
        // The view may need a slice of its own. The signal is gone if the page was left.
        while self.is_filled.try_get_value() == Some(false) && slices < PATIENCE {
            next_slice().await;
            slices += 1;
        }
        slices
    }
}

/// Mounts its children in a later task. Views are mounted in the order in which they are created,
/// each with its descendants: what is higher on the page comes first, so that nothing on the page
/// moves.
#[component]
pub(crate) fn Soon(
    /// Shown until then; nothing by default.
    #[prop(default = ViewFn::default(), into)]
    meanwhile: ViewFn,
    /// Whether the children contain so many drawings that they get a frame of their own: drawings
    /// cost their time in the task that paints.
    #[prop(optional)]
    rich: bool,
    /// The view to be mounted.
    children: Children,
) -> impl IntoView {
    let (its_turn, is_filled) = (RwSignal::new(false), StoredValue::new(false));
    let mut children = Some(children);
    wait_in_line(Place { its_turn, is_filled, is_rich: rich });
    move || {
        if its_turn.get() {
            // Signals that the view reads while it is made must not make it again.
            let view = children.take().map(|children| untrack(children));
            is_filled.set_value(true);
            view
        } else {
            Some(meanwhile.run())
        }
    }
}

/// Mounts a page or a board: all tasks that follow from it run in slices until it is mounted
/// completely.
#[component]
pub(crate) fn Opening(
    /// Shown until then; nothing by default.
    #[prop(default = ViewFn::default(), into)]
    meanwhile: ViewFn,
    /// The page or board.
    children: Children,
) -> impl IntoView {
    OPENING.set(true);
    view! { <Soon meanwhile>{children()}</Soon> }
}

/// The value of `aria-busy` for a page with deferred views.
pub(crate) fn busy() -> Option<&'static str> {
    BUSY.get().then_some("true")
}

/// Waits until all deferred views are mounted.
pub(crate) async fn all_there() {
    while BUSY.get_untracked() {
        painted().await;
    }
}

fn wait_in_line(place: Place) {
    EMPTY.with_borrow_mut(|empty| empty.push_back(place));
    if !BUSY.get_untracked() {
        BUSY.set(true);
        spawn_local(fill());
    }
}

/// Mounts the queued views one after the other, in slices.
async fn fill() {
    next_slice().await;
    // Slices since the last paint.
    let (mut slices, mut is_new) = (1, false);
    while let Some(place) = EMPTY.with_borrow_mut(VecDeque::pop_front) {
        if place.is_rich && is_new {
            next_frame().await;
            slices = 1;
        }
        let behind = EMPTY.take();
        slices += place.fill().await;
        // Deferred views inside come before the ones behind.
        EMPTY.with_borrow_mut(|empty| empty.extend(behind));
        let is_over = now() - BEGAN.get() >= SLICE;
        is_new = true;
        if place.is_rich || is_over && slices >= SLICES_A_FRAME {
            next_frame().await;
            (slices, is_new) = (1, false);
        } else if is_over {
            next_slice().await;
            slices += 1;
        }
    }
    OPENING.set(false);
    BUSY.set(false);
}

async fn next_frame() {
    painted().await;
    BEGAN.set(now());
}

async fn next_slice() {
    next_task().await;
    BEGAN.set(now());
}

/// Installs an executor that runs spawned futures in slices while a [`DeferredRoot`] is mounted:
/// effects and everything that waits for them would otherwise run in the task that made the view.
/// At other times futures run at once, so that an action is shown at once.
pub(crate) fn run_in_slices() {
    // If another executor is installed already, everything works, in longer tasks.
    let _ = Executor::init_custom_executor(InSlices);
}

struct InSlices;

impl CustomExecutor for InSlices {
    fn spawn(&self, future: PinnedFuture<()>) {
        self.spawn_local(future);
    }

    fn spawn_local(&self, future: PinnedLocalFuture<()>) {
        wasm_bindgen_futures::spawn_local(Sliced { future, pause: None });
    }

    fn poll_local(&self) {}
}

/// A future that continues in another task if the current slice is used up.
struct Sliced {
    future: PinnedLocalFuture<()>,
    pause: Option<PinnedLocalFuture<()>>,
}

impl Future for Sliced {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.pause.is_none() && OPENING.get() && now() - BEGAN.get() >= SLICE {
            self.pause = Some(Box::pin(next_slice()));
        }
        if let Some(pause) = &mut self.pause {
            if pause.as_mut().poll(context).is_pending() {
                return Poll::Pending;
            }
            self.pause = None;
        }
        self.future.as_mut().poll(context)
    }
}
