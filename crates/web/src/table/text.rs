//! The text table: every game fully playable through words and the notation of its actions.

use leptos::prelude::*;
use rules::Turn;
use wasm_split_helpers::wasm_split;

use super::Table;
use crate::each::Each;
use crate::later::Part;

/// So many of the possible actions are listed at once.
const LISTED: usize = 40;

/// The table in words, a part of the program of its own.
#[wasm_split(words, fallible)]
pub(super) fn in_words(table: Table) -> Part {
    Ok(view! { <TextTable table/> }.into_any())
}

/// The table in words, with a field for one's action.
#[component]
fn TextTable(
    /// The table.
    table: Table,
) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let description = Memo::new(move |_| {
        let names = table.names();
        table.shown_game().describe(&names)
    });
    let to_act = Memo::new(move |_| table.seat_to_act().filter(|_| table.is_live()));
    let legal = Memo::new(move |_| {
        to_act.get().map(|seat| table.game.with(|game| game.legal(seat))).unwrap_or_default()
    });
    let fitting = Memo::new(move |_| {
        let typed = typed.get();
        let typed = typed.trim();
        let fits = |action: &&String| {
            action.starts_with(typed) || action.split(' ').any(|word| word == typed)
        };
        legal.with(|legal| legal.iter().filter(fits).cloned().collect::<Vec<_>>())
    });
    let listed = move || fitting.with(|all| all.iter().take(LISTED).cloned().collect::<Vec<_>>());
    let act = move |action: String| {
        if let Some(seat) = to_act.get_untracked() {
            table.act.run((seat, action));
            typed.set(String::new());
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        act(typed.get_untracked().trim().to_owned());
    };
    let said = move || match to_act.get() {
        Some(seat) => {
            let name = table.names().of(seat).to_owned();
            format!("{name}, choose one of {} actions.", legal.with(Vec::len))
        }
        None if !table.is_live() => {
            let last = table.game.with(|game| game.actions());
            format!("This is how it stood after move {} of {last}.", table.shown())
        }
        None if table.game.with(|game| game.turn() == Turn::Over) => "The game is over.".to_owned(),
        None => "Wait: somebody else is to act.".to_owned(),
    };
    view! {
        <section class="text-table card" aria-label="Text table" data-actions=move || table.game.with(|game| game.actions())>
            <h2>"The table in words"</h2>
            <pre tabindex="0" role="group" aria-label="The position">{move || description.get()}</pre>
            <p role="status">{said}</p>
            <form on:submit=submit>
                <label for="action">"Your action"</label>
                <input id="action" autocomplete="off" autocapitalize="none" spellcheck="false"
                    prop:value=move || typed.get()
                    on:input=move |event| typed.set(event_target_value(&event))/>
                <button class="btn primary" type="submit">"Do it"</button>
            </form>
            <ul class="actions" aria-label="What you may do">
                <Each each=listed key=Clone::clone children=move |action: String| {
                    let text = action.clone();
                    view! { <li><button class="btn" on:click=move |_| act(action.clone())>{text}</button></li> }
                }/>
            </ul>
            <p class="small muted">{move || {
                let more = fitting.with(Vec::len).saturating_sub(LISTED);
                (more > 0).then(|| format!("And {more} more: type the beginning of an action, or a word of it."))
            }}</p>
        </section>
    }
}
