//! The menu of a table: commands that are rarely needed, and settings.

use leptos::ev;
use leptos::html::Details;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Node;

use super::keys::LETTER_KEYS_SETTING;
use super::{Table, TryLine};
use crate::art::Symbol;
use crate::browser::settings::{self, is_on};
use crate::deferred::Deferred;
use crate::top_bar::ThemeButton;

/// Other views of the game, the table's own entries, and settings.
#[component]
pub(super) fn TableMenu(
    /// The table.
    table: Table,
    /// Whether the text table is shown.
    is_text_view: RwSignal<bool>,
) -> impl IntoView {
    let menu = NodeRef::<Details>::new();
    close_on_press_outside_or_escape(menu);
    let toggle_words = move |_| {
        is_text_view.update(|words| *words = !*words);
        settings::set("view", if is_text_view.get_untracked() { "words" } else { "board" });
        close(menu);
    };
    let look_back = move |_| {
        table.moment.set(Some(table.shown()));
        close(menu);
    };
    let rules = table.game.with_untracked(|game| format!("/learn/{}", game.id().info().id));
    view! {
        <details class="menu" node_ref=menu>
            <summary class="btn quiet icon" aria-label="Menu"><Symbol name="i-more"/></summary>
            <div class="menu-body card"><Deferred>
                <button class="btn quiet in-words" aria-pressed=move || is_text_view.get().to_string() on:click=toggle_words>
                    <Symbol name="i-eye"/>"In words"
                </button>
                <Show when=move || !table.is_replay>
                    <button class="btn quiet look-back" on:click=look_back><Symbol name="i-back"/>"Replay"</button>
                </Show>
                <a class="btn quiet rules-of" href=rules><Symbol name="i-next"/>"Rules"</a>
                <Show when=move || table.slots.is_some()><TryLine table/></Show>
                {table.slots.map(|slots| slots.menu.run(()))}
                <SettingSwitch name=LETTER_KEYS_SETTING label="Letter keys act"/>
                <ThemeButton labelled=true/>
            </Deferred></div>
        </details>
    }
}

/// A button that switches a setting on or off.
#[component]
pub(crate) fn SettingSwitch(
    /// The setting.
    name: &'static str,
    /// The label.
    label: &'static str,
) -> impl IntoView {
    let on = RwSignal::new(is_on(name));
    let switch = move |_| {
        on.update(|on| *on = !*on);
        settings::set(name, if on.get_untracked() { "on" } else { "off" });
    };
    view! {
        <button class="btn quiet" aria-pressed=move || on.get().to_string() on:click=switch>{label}</button>
    }
}

fn close(menu: NodeRef<Details>) {
    if let Some(menu) = menu.get_untracked() {
        menu.set_open(false);
    }
}

/// Closes the menu at a press outside and at Escape, which moves the focus to its button.
fn close_on_press_outside_or_escape(menu: NodeRef<Details>) {
    let pressed = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let inside = menu.get_untracked().is_some_and(|menu| menu.contains(target.as_ref()));
        if !inside {
            close(menu);
        }
    });
    let escaped = window_event_listener(ev::keydown, move |event| {
        let Some(menu) = menu.get_untracked().filter(|menu| event.key() == "Escape" && menu.open())
        else {
            return;
        };
        menu.set_open(false);
        if let Ok(Some(summary)) = menu.query_selector("summary") {
            let _ = summary.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
    on_cleanup(move || {
        pressed.remove();
        escaped.remove();
    });
}
