//! Requests of players to the others: to undo, to end the game, to replace a player.

use leptos::prelude::*;
use wire::table::{Asked, Command, SeatSpec, Wish};

use super::OnlineTable;

/// The open requests, with buttons for those who have not answered.
#[component]
pub(super) fn RequestList(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let asked = Memo::new(move |_| online.with(wire::table::Table::asked).unwrap_or_default());
    move || {
        asked.get().into_iter().map(|asked| view! { <RequestCard online asked/> }).collect_view()
    }
}

#[component]
fn RequestCard(online: OnlineTable, asked: Asked) -> impl IntoView {
    let (yes, no) = answers(&asked.wish);
    let (me, is_seated) = untrack(|| (online.me.id(), online.is_seated()));
    let agreed = me.as_ref().is_some_and(|me| asked.agreed.contains(me));
    let sentence = untrack(|| in_words(online, &asked));
    let answer = move |command: Command| {
        let command = StoredValue::new(command);
        move |_| online.command(command.get_value())
    };
    let buttons = match (is_seated, agreed) {
        (false, _) => None,
        (true, true) => Some(
            view! { <span class="small muted">"You agree; the others are asked."</span> }
                .into_any(),
        ),
        (true, false) => Some(
            view! {
                <button class="btn primary" on:click=answer(yes)>"Agree"</button>
                <button class="btn" on:click=answer(no)>"No"</button>
            }
            .into_any(),
        ),
    };
    view! { <section class="asked card" role="status"><p>{sentence}</p>{buttons}</section> }
}

/// The commands to agree and to decline.
const fn answers(wish: &Wish) -> (Command, Command) {
    match wish {
        Wish::GoBack { .. } => {
            (Command::AnswerUndo { yes: true }, Command::AnswerUndo { yes: false })
        }
        Wish::End => (Command::OfferEnd, Command::DeclineEnd),
        Wish::Replace { .. } => {
            (Command::AnswerReplacement { yes: true }, Command::AnswerReplacement { yes: false })
        }
    }
}

fn in_words(online: OnlineTable, asked: &Asked) -> String {
    let asker = asked.agreed.first().map(|person| online.name(person)).unwrap_or_default();
    match &asked.wish {
        Wish::GoBack { .. } => format!("{asker} asks to go back to before their last action."),
        Wish::End => format!("{asker} offers to end the game here."),
        Wish::Replace { seat, by: SeatSpec::Bot { level } } => {
            format!("{asker} asks for a bot of level {level} in seat {seat}.")
        }
        Wish::Replace { seat, by: SeatSpec::Person { .. } } => {
            format!("{asker} asks to open seat {seat} to somebody else.")
        }
    }
}
