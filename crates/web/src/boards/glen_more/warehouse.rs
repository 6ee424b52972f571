//! The warehouse: five rows of three prices, with coins on the covered ones.

use glen_more::{GlenMore, Resource};
use leptos::prelude::*;

use super::tile::{cube, symbol};
use super::words::with_count;
use crate::deferred::Deferred;
use crate::table::BoardContext;

/// The prices of a row.
const PRICES: [u8; 3] = [1, 2, 3];

/// The warehouse in the middle of the track.
#[component]
pub(super) fn WarehouseView(
    /// The board's context.
    board: BoardContext<GlenMore>,
) -> impl IntoView {
    let label = move || {
        let rows =
            Resource::ALL.map(|resource| board.state.with(|state| in_words(state, resource)));
        format!("Warehouse: {}", rows.join("; "))
    };
    let rows = Resource::ALL.map(|resource| view! { <Deferred><Row board resource/></Deferred> });
    view! {
        <g transform="translate(124 120)" role="img" aria-label=label>
            <rect class="wh" width="312" height="208" rx="12"></rect>
            <text class="wht" x="14" y="26">"Warehouse"</text>
            <text class="whs" x="304" y="26">"next price framed"</text>
            {rows.into_iter().collect_view()}
        </g>
    }
}

/// Such as "wood costs 2 coins and sells for 1 coin".
fn in_words(state: &GlenMore, resource: Resource) -> String {
    let warehouse = state.warehouse();
    let buy = warehouse.price(resource).map_or_else(
        || "is sold out".to_owned(),
        |price| format!("costs {}", with_count(price, "coin")),
    );
    let sell = warehouse.reward(resource).map_or_else(
        || "cannot be sold".to_owned(),
        |reward| format!("sells for {}", with_count(reward, "coin")),
    );
    format!("{resource} {buy} and {sell}")
}

#[component]
fn Row(board: BoardContext<GlenMore>, resource: Resource) -> impl IntoView {
    let covered = Memo::new(move |_| board.state.with(|state| state.warehouse().covered(resource)));
    let top = 36.0 + 33.0 * resource.index() as f64;
    let cells = PRICES.map(|price| {
        let left = 52.0 + 64.0 * f64::from(price);
        let inside = move || {
            if price <= covered.get() {
                coins(price, left, top).into_any()
            } else {
                let class = if price == covered.get() + 1 { "wsn nx" } else { "wsn" };
                view! { <text class=class x=left + 29.0 y=top + 19.5>{price}</text> }.into_any()
            }
        };
        view! {
            <rect class="ws" x=left y=top width="58" height="28" rx="7" class:nx=move || price == covered.get() + 1></rect>
            {inside}
        }
    });
    view! {
        {symbol(cube(resource), 12.0, top + 1.0, 27.0)}
        <text class="whr" x="46" y=top + 20.0>{resource.name()}</text>
        {cells.into_iter().collect_view()}
    }
}

/// The coins on a space.
fn coins(count: u8, left: f64, top: f64) -> impl IntoView {
    let step = if count == 3 { 12.0 } else { 17.0 };
    let first = left + 29.0 - 10.0 - step * f64::from(count - 1) / 2.0;
    let coin = move |place: u8| symbol("coin", first + step * f64::from(place), top + 4.0, 20.0);
    view! { <g class="pop">{(0..count).map(coin).collect_view()}</g> }
}
