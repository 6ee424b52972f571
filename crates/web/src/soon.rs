//! Views that are put up a little later, so that no task of the browser is long: the page answers,
//! and shows what is there, while the rest of it comes.

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

/// How long a task goes on putting things up before the browser gets its turn, in milliseconds.
const SLICE: f64 = 6.0;
/// After so many slices the browser paints what is there before more comes: what was put up is work
/// for it as well, all of it in the task that paints.
const SLICES_A_FRAME: u32 = 2;

thread_local! {
    /// The places that are still empty, in the order in which they are filled.
    static EMPTY: RefCell<VecDeque<Place>> = RefCell::default();
    /// Whether what is put up is a page or a board, and not only a part of one that has changed.
    static OPENING: Cell<bool> = const { Cell::new(false) };
    /// When the last slice began.
    static BEGAN: Cell<f64> = const { Cell::new(0.0) };
}

/// Whether something is still to be put up.
static BUSY: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// How often whoever fills a place waits for its view in a task of its own. The view has its turn in
/// the first of them; one that is never shown keeps nobody waiting.
const PATIENCE: u32 = 10;

/// A place that is still empty.
struct Place {
    its_turn: RwSignal<bool>,
    is_filled: StoredValue<bool>,
    is_rich: bool,
}

impl Place {
    /// Has its view put up, with the places that it brings along; says in how many slices.
    async fn fill(&self) -> u32 {
        self.its_turn.try_set(true);
        tick().await;
        let mut slices = 0;
        // The view may be waiting for a slice of its own. On a page that is gone nobody does.
        while self.is_filled.try_get_value() == Some(false) && slices < PATIENCE {
            next_slice().await;
            slices += 1;
        }
        slices
    }
}

/// Puts up what is inside in a later task. Whoever is made first comes first, with everything inside,
/// so that nothing moves what is already there: what stands higher on the screen is made earlier.
#[component]
pub(crate) fn Soon(
    /// What stands in its place until then: nothing, if nothing is said.
    #[prop(default = ViewFn::default(), into)]
    meanwhile: ViewFn,
    /// Whether it is so rich in drawings that a frame should have no other: the browser looks after
    /// those when it paints, and not in the task that has put them up.
    #[prop(optional)]
    rich: bool,
    /// What is put up.
    children: Children,
) -> impl IntoView {
    let (its_turn, is_filled) = (RwSignal::new(false), StoredValue::new(false));
    let mut children = Some(children);
    wait_in_line(Place { its_turn, is_filled, is_rich: rich });
    move || {
        if its_turn.get() {
            // Whatever the view reads while it is made must not make it again.
            let view = children.take().map(|children| untrack(children));
            is_filled.set_value(true);
            view
        } else {
            Some(meanwhile.run())
        }
    }
}

/// Puts up a page or a board: everything that it leads to runs in slices as well, until all of it is
/// there.
#[component]
pub(crate) fn Opening(
    /// What stands in its place until then: nothing, if nothing is said.
    #[prop(default = ViewFn::default(), into)]
    meanwhile: ViewFn,
    /// What is put up.
    children: Children,
) -> impl IntoView {
    OPENING.set(true);
    view! { <Soon meanwhile>{children()}</Soon> }
}

/// What `aria-busy` says of a page with such views on it.
pub(crate) fn busy() -> Option<&'static str> {
    BUSY.get().then_some("true")
}

/// Waits until everything is there.
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

/// Fills one place after the other, a slice of time in each task.
async fn fill() {
    next_slice().await;
    // Since the browser has painted last.
    let (mut slices, mut is_new) = (1, false);
    while let Some(place) = EMPTY.with_borrow_mut(VecDeque::pop_front) {
        if place.is_rich && is_new {
            next_frame().await;
            slices = 1;
        }
        let behind = EMPTY.take();
        slices += place.fill().await;
        // What it has brought with it comes before what stands behind it.
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

/// Has everything that is spawned run in slices while a page is opened: what follows from a view (its
/// effects, and whatever waits for them) would otherwise all be done in the task that made it. What
/// follows from a move is done at once, so that it is seen at once.
pub(crate) fn run_in_slices() {
    // Somebody else's executor does the same in longer tasks.
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

/// A future that goes on in another task if its own has taken long enough.
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
