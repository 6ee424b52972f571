//! The link to the next table at which the person is to act, the most urgent first.

use leptos::prelude::*;
use wire::TableView;
use wire::id::PersonId;

use super::OnlineTable;
use crate::art::Symbol;
use crate::net::{Polled, get, poll_lobby};

/// The link, if there is such a table.
#[component]
pub(crate) fn NextTable(
    /// The table that is shown.
    online: OnlineTable,
) -> impl IntoView {
    let own_tables: Polled<Vec<TableView>> = poll_lobby(|| get("/api/me/tables"));
    let waiting_tables = Memo::new(move |_| {
        let me = online.me.id()?;
        let shown_id = online.id.get_value();
        let tables = own_tables.with(|own_tables| own_tables.as_ref()?.as_ref().ok().cloned())?;
        let mut waiting_tables: Vec<TableView> =
            tables.into_iter().filter(|view| view.id != shown_id && view.waits_for(&me)).collect();
        waiting_tables.sort_by_key(|view| time_left(view, &me));
        let next = waiting_tables.first()?.id.clone();
        Some((next, waiting_tables.len()))
    });
    move || {
        waiting_tables.get().map(|(next, count)| {
            view! {
                <a class="btn quiet next" href=format!("/t/{next}")>
                    <Symbol name="i-next"/><span class="hide-s">"Next table"</span><span class="sr">"Next table"</span>
                    <span class="pill hint">{count}<span class="sr">" waiting for you"</span></span>
                </a>
            }
        })
    }
}

/// The person's time left there in milliseconds; the maximum without a clock.
fn time_left(view: &TableView, me: &PersonId) -> i64 {
    let seats = view.to_act().filter(|seat| view.seated[seat.index()].as_ref() == Some(me));
    let left = seats.filter_map(|seat| Some(view.times.as_ref()?.seats.get(seat.index())?.left));
    left.min().unwrap_or(i64::MAX)
}
