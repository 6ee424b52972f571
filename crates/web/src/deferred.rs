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

use crate::browser::{next_paint, next_task, now};

/// How long a task mounts views before it yields to the browser, in milliseconds.
const SLICE_MILLIS: f64 = 6.0;
/// The browser paints after this many slices. Style and layout of everything mounted since the last
/// paint are done in the task that paints.
const SLICES_PER_FRAME: u32 = 2;

thread_local! {
    /// The views to be mounted, in order.
    static QUEUE: RefCell<VecDeque<QueuedView>> = RefCell::default();
    /// Whether a [`DeferredRoot`] is being mounted. Changes of a mounted page are not sliced.
    static IS_ROOT_MOUNTING: Cell<bool> = const { Cell::new(false) };
    /// When the current slice started.
    static SLICE_START: Cell<f64> = const { Cell::new(0.0) };
}

/// Whether there are views to be mounted.
static HAS_QUEUED_VIEWS: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// How many slices to wait until a view is mounted. It is usually mounted in the first; a view that is
/// never rendered must not block the queue.
const MAX_MOUNT_SLICES: u32 = 10;

/// A view to be mounted.
struct QueuedView {
    may_mount: RwSignal<bool>,
    is_mounted: StoredValue<bool>,
    needs_own_frame: bool,
}

impl QueuedView {
    /// Mounts the view with the deferred views in it. Returns how many slices that took.
    async fn mount(&self) -> u32 {
        self.may_mount.try_set(true);
        tick().await;
        let mut slices = 0;
        // The view may need a slice of its own. The signal is gone if the page was left.
        while self.is_mounted.try_get_value() == Some(false) && slices < MAX_MOUNT_SLICES {
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
pub(crate) fn Deferred(
    /// Shown until then; nothing by default.
    #[prop(default = ViewFn::default(), into)]
    placeholder: ViewFn,
    /// Whether the children contain so many drawings that they get a frame of their own: drawings
    /// cost their time in the task that paints.
    #[prop(optional)]
    own_frame: bool,
    /// The view to be mounted.
    children: Children,
) -> impl IntoView {
    let (may_mount, is_mounted) = (RwSignal::new(false), StoredValue::new(false));
    let mut children = Some(children);
    enqueue(QueuedView { may_mount, is_mounted, needs_own_frame: own_frame });
    move || {
        if may_mount.get() {
            // Signals that the view reads while it is made must not make it again.
            let view = children.take().map(|children| untrack(children));
            is_mounted.set_value(true);
            view
        } else {
            Some(placeholder.run())
        }
    }
}

/// Mounts a page or a board: all tasks that follow from it run in slices until it is mounted
/// completely.
#[component]
pub(crate) fn DeferredRoot(
    /// Shown until then; nothing by default.
    #[prop(default = ViewFn::default(), into)]
    placeholder: ViewFn,
    /// The page or board.
    children: Children,
) -> impl IntoView {
    IS_ROOT_MOUNTING.set(true);
    view! { <Deferred placeholder>{children()}</Deferred> }
}

/// The value of `aria-busy` for a page with deferred views.
pub(crate) fn aria_busy() -> Option<&'static str> {
    HAS_QUEUED_VIEWS.get().then_some("true")
}

/// Waits until all deferred views are mounted.
pub(crate) async fn all_mounted() {
    while HAS_QUEUED_VIEWS.get_untracked() {
        next_paint().await;
    }
}

fn enqueue(queued: QueuedView) {
    QUEUE.with_borrow_mut(|queue| queue.push_back(queued));
    if !HAS_QUEUED_VIEWS.get_untracked() {
        HAS_QUEUED_VIEWS.set(true);
        spawn_local(mount_queued());
    }
}

/// Mounts the queued views one after the other, in slices.
async fn mount_queued() {
    next_slice().await;
    // Slices since the last paint.
    let (mut slices, mut has_mounted) = (1, false);
    while let Some(queued) = QUEUE.with_borrow_mut(VecDeque::pop_front) {
        if queued.needs_own_frame && has_mounted {
            next_frame().await;
            slices = 1;
        }
        let queued_behind = QUEUE.take();
        slices += queued.mount().await;
        // Deferred views inside come before the ones behind.
        QUEUE.with_borrow_mut(|queue| queue.extend(queued_behind));
        let is_slice_over = now() - SLICE_START.get() >= SLICE_MILLIS;
        has_mounted = true;
        if queued.needs_own_frame || is_slice_over && slices >= SLICES_PER_FRAME {
            next_frame().await;
            (slices, has_mounted) = (1, false);
        } else if is_slice_over {
            next_slice().await;
            slices += 1;
        }
    }
    IS_ROOT_MOUNTING.set(false);
    HAS_QUEUED_VIEWS.set(false);
}

async fn next_frame() {
    next_paint().await;
    SLICE_START.set(now());
}

async fn next_slice() {
    next_task().await;
    SLICE_START.set(now());
}

/// Installs an executor that runs spawned futures in slices while a [`DeferredRoot`] is mounted:
/// effects and everything that waits for them would otherwise run in the task that made the view.
/// At other times futures run at once, so that an action is shown at once.
pub(crate) fn install_executor() {
    // If another executor is installed already, everything works, in longer tasks.
    let _ = Executor::init_custom_executor(SlicedExecutor);
}

struct SlicedExecutor;

impl CustomExecutor for SlicedExecutor {
    fn spawn(&self, future: PinnedFuture<()>) {
        self.spawn_local(future);
    }

    fn spawn_local(&self, future: PinnedLocalFuture<()>) {
        wasm_bindgen_futures::spawn_local(SlicedFuture { future, pause: None });
    }

    fn poll_local(&self) {}
}

/// A future that continues in another task if the current slice is used up.
struct SlicedFuture {
    future: PinnedLocalFuture<()>,
    pause: Option<PinnedLocalFuture<()>>,
}

impl Future for SlicedFuture {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.pause.is_none()
            && IS_ROOT_MOUNTING.get()
            && now() - SLICE_START.get() >= SLICE_MILLIS
        {
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
