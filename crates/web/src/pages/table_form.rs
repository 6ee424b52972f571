//! Form fields that new tables on this device and on the server share: player count and options.

use std::collections::BTreeMap;

use bots::Level;
use leptos::prelude::*;
use registry::GameId;
use rules::OptionInfo;

/// The number of players, as a row of buttons.
#[component]
pub(super) fn PlayerCount(
    game: GameId,
    /// The smallest number.
    min: u8,
    #[prop(into)] chosen: Signal<usize>,
    #[prop(into)] choose: Callback<usize>,
) -> impl IntoView {
    let counts = (min..=game.info().players.max).map(usize::from).map(|players| {
        let is_chosen = move || chosen.get() == players;
        view! {
            <button type="button" class="btn" class:primary=is_chosen aria-pressed=move || is_chosen().to_string()
                on:click=move |_| choose.run(players)>{players}</button>
        }
    });
    view! {
        <fieldset><legend>"How many play?"</legend><div class="row">{counts.collect_view()}</div></fieldset>
    }
}

/// The bots of all levels, as options of a `select`.
pub(super) fn bot_choices() -> impl IntoView {
    let choice = |level: Level| {
        let label = format!("Bot {}: {}", level.number(), level.info().name);
        view! { <option value=level.number().to_string()>{label}</option> }
    };
    Level::ALL.map(choice).collect_view()
}

/// The options of a game; `chosen` holds those that are not at their defaults.
#[component]
pub(super) fn Options(game: GameId, chosen: RwSignal<BTreeMap<String, String>>) -> impl IntoView {
    let options = game.info().options;
    let choice = |option: &'static OptionInfo| {
        let value = |value: &&'static str| view! { <option value=*value>{*value}</option> };
        let values = option.values.iter().map(value).collect_view();
        let choose = move |event| {
            chosen.update(|chosen| {
                chosen.insert(option.name.to_owned(), event_target_value(&event));
            });
        };
        view! { <label>{option.title}" "<select on:change=choose>{values}</select></label> }
    };
    (!options.is_empty()).then(|| {
        view! {
            <fieldset><legend>"Options"</legend>{options.iter().map(choice).collect_view()}</fieldset>
        }
    })
}
