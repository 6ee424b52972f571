//! Views that are put up a little later, so that no task of the browser is long: the page answers,
//! and shows what is there, while the rest of it comes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::LazyLock;

use leptos::children::ViewFn;
use leptos::prelude::*;
use leptos::task::{spawn_local, tick};

use crate::browser::{next_task, now};

/// How long a task goes on putting things up before the browser gets its turn, in milliseconds.
const SLICE: f64 = 6.0;

thread_local! {
    /// The places that are still empty, in the order in which they are filled.
    static EMPTY: RefCell<VecDeque<RwSignal<bool>>> = RefCell::default();
}

/// Whether something is still to be put up.
static BUSY: LazyLock<ArcRwSignal<bool>> = LazyLock::new(|| ArcRwSignal::new(false));

/// Puts up what is inside in a later task. Whoever is made first comes first, with everything inside,
/// so that nothing moves what is already there: what stands higher on the screen is made earlier.
#[component]
pub(crate) fn Soon(
    /// What stands in its place until then: nothing, if nothing is said.
    #[prop(default = ViewFn::default(), into)]
    meanwhile: ViewFn,
    /// What is put up.
    children: Children,
) -> impl IntoView {
    let its_turn = RwSignal::new(false);
    let mut children = Some(children);
    wait_in_line(its_turn);
    move || {
        if its_turn.get() {
            // Whatever the view reads while it is made must not make it again.
            children.take().map(|children| untrack(children))
        } else {
            Some(meanwhile.run())
        }
    }
}

/// What `aria-busy` says of a page with such views on it.
pub(crate) fn busy() -> Option<&'static str> {
    BUSY.get().then_some("true")
}

fn wait_in_line(its_turn: RwSignal<bool>) {
    EMPTY.with_borrow_mut(|empty| empty.push_back(its_turn));
    if !BUSY.get_untracked() {
        BUSY.set(true);
        spawn_local(fill());
    }
}

/// Fills one place after the other, a slice of time in each task.
async fn fill() {
    next_task().await;
    let mut began = now();
    while let Some(its_turn) = EMPTY.with_borrow_mut(VecDeque::pop_front) {
        let behind = EMPTY.take();
        // Whoever waits for a place on a page that is gone waits for nothing.
        its_turn.try_set(true);
        tick().await;
        // What it has brought with it comes before what stands behind it.
        EMPTY.with_borrow_mut(|empty| empty.extend(behind));
        if now() - began >= SLICE {
            next_task().await;
            began = now();
        }
    }
    BUSY.set(false);
}
