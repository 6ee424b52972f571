//! The large buttons: decisions about a wolf on the block, about wolves at the gates, and at the
//! end of the game.

use foxy_and_wooly::{Action, Event, Phase, Row, Special};
use leptos::prelude::*;

use super::auction::Auction;
use super::intent::Intent;
use super::keys::row_key;
use super::token::symbol;
use super::words::{self, row_name};
use crate::art::Symbol;
use crate::keyed_list::KeyedList;

/// The kind of decision that is due, also for other players.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Wolf,
    Auction,
    Attacks,
    Finish,
    Nothing,
}

/// The decision. It stays in place while others decide, so that nothing moves and the focus stays.
#[component]
pub(super) fn Choice(
    /// The player's selection.
    intent: Intent,
) -> impl IntoView {
    let state = intent.board.state;
    let kind = Memo::new(move |_| {
        state.with(|state| match (state.phase(), state.token()) {
            (Phase::Bidding, Some(token)) if token.is_wolf() => Kind::Wolf,
            (Phase::Bidding, _) => Kind::Auction,
            (Phase::Attacks, _) => Kind::Attacks,
            (Phase::Finish, _) => Kind::Finish,
            _ => Kind::Nothing,
        })
    });
    let more = move || holds(intent, Special::Gun) || holds(intent, Special::Steal);
    let idle = move || intent.board.to_act.get().is_none();
    view! {
        <section class="choice" class:more=more class:idle=idle aria-label="Your choice">
            {move || match kind.get() {
                Kind::Wolf => view! { <Answers intent/> }.into_any(),
                Kind::Auction => view! { <Auction intent/> }.into_any(),
                Kind::Attacks => view! { <Attacks intent/> }.into_any(),
                Kind::Finish => view! { <Finish intent/> }.into_any(),
                Kind::Nothing => ().into_any(),
            }}
        </section>
    }
}

/// Whether the viewer has such a token.
fn holds(intent: Intent, special: Special) -> bool {
    let seat = intent.board.viewer.get();
    intent.board.state.with(|state| state.farm(seat).has(special) > 0)
}

#[component]
fn Answers(intent: Intent) -> impl IntoView {
    let wolf = Signal::derive(move || {
        let token = intent.board.state.with(|state| state.token());
        token.map_or_else(|| "wolf".to_owned(), symbol)
    });
    let cube = Signal::stored("cube-shep".to_owned());
    view! {
        <BigButton intent action=Action::Chase title="Chase" key="C" class="chase" picture=cube/>
        <BigButton intent action=Action::Take title="Take" key="T" class="take" picture=wolf/>
        <Show when=move || holds(intent, Special::Gun)>
            <BigButton intent action=Action::TakeGun title="Take with the gun" key="G" class="extra" picture=Signal::stored("gun".to_owned())/>
        </Show>
        <Show when=move || holds(intent, Special::Steal)>
            <BigButton intent action=Action::Steal title="Steal" key="S" class="extra" picture=Signal::stored("steal".to_owned())/>
        </Show>
    }
}

#[component]
fn Attacks(intent: Intent) -> impl IntoView {
    let rows = move || intent.offer.with(|offer| offer.attacks.clone());
    let wolf = Signal::stored("wolf-wait".to_owned());
    let button = move |row: Row| {
        let title = match row {
            Row::Top => "Attack from the top gate",
            Row::Mid => "Attack from the middle gate",
            Row::Low => "Attack from the low gate",
        };
        view! { <BigButton intent action=Action::Attack(row) title key=row_key(row) class="take" picture=wolf/> }
    };
    view! {
        <KeyedList each=rows key=|row| *row as u8 children=button/>
        <Show when=move || rows().is_empty()><Waiting intent/></Show>
    }
}

#[component]
fn Finish(intent: Intent) -> impl IntoView {
    let sheep = Signal::stored("sheep".to_owned());
    view! {
        <Show when=move || intent.offer.with(|offer| offer.done) fallback=move || view! { <Waiting intent/> }>
            <BigButton intent action=Action::Done title="Leave all where they are" key="D" class="take" picture=sheep/>
        </Show>
    }
}

#[component]
fn Waiting(intent: Intent) -> impl IntoView {
    let board = intent.board;
    let said = move || {
        let live = board.table.is_live();
        board.state.with(|state| words::to_wait_for(state, &board.names.get(), live))
    };
    view! { <p class="waiting muted">{said}</p> }
}

/// The texts of a large button: what happens at once and later, the points before and after, and
/// the value if it is more than points.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Said {
    pub(super) now: String,
    pub(super) then: String,
    pub(super) points: Option<(i32, i32)>,
    pub(super) worth: Option<i32>,
}

fn said(intent: Intent, action: Action) -> Said {
    let Some(preview) = intent.preview(action) else {
        let now = match intent.board.to_act.get() {
            Some(_) => intent.refusal(action).unwrap_or_default(),
            None => String::new(),
        };
        return Said { now, ..Said::default() };
    };
    let last = |now| (now, String::new(), None);
    let (now, then, worth) = match action {
        Action::Attack(row) => last(bite(&preview.events, row)),
        Action::Done => last("no more sheep are moved".to_owned()),
        _ => {
            let (now, then) = words::answer(&preview, &intent.board.names.get());
            (now, then, Some(preview.worth))
        }
    };
    Said { now, then, points: Some(preview.points), worth }
}

fn bite(events: &[Event], row: Row) -> String {
    let eaten = events.iter().find_map(|event| match event {
        Event::Attacked { eaten, .. } => *eaten,
        _ => None,
    });
    match eaten {
        Some(slot) => format!("it takes the sheep on {slot}"),
        None => format!("it finds no sheep in the {} row", row_name(row)),
    }
}

/// The button of an action, with its consequences.
#[component]
fn BigButton(
    intent: Intent,
    action: Action,
    title: &'static str,
    key: &'static str,
    class: &'static str,
    picture: Signal<String>,
) -> impl IntoView {
    let said = Memo::new(move |_| said(intent, action));
    view! {
        <Large intent action=Signal::stored(Some(action)) title=Signal::stored(title.to_owned()) key class picture said/>
    }
}

/// A large button: symbol, title, consequences, points before and after, shortcut.
#[component]
pub(super) fn Large(
    /// The player's selection.
    intent: Intent,
    /// The action; `None` if it is not available at all.
    action: Signal<Option<Action>>,
    /// The title.
    title: Signal<String>,
    /// The shortcut.
    key: &'static str,
    /// Additional CSS classes.
    class: &'static str,
    /// The symbol.
    picture: Signal<String>,
    /// The texts.
    said: Memo<Said>,
) -> impl IntoView {
    let open = move || said.with(|said| said.points.is_some());
    let press = move |_| {
        if let Some(action) = action.get_untracked() {
            intent.act(action);
        }
    };
    let hint = move || action.get().and_then(|action| intent.hint(action));
    let share = move || {
        hint().map(|(share, _)| {
            view! { <span class="pill hint">{format!("hint {:.0} %", share * 100.0)}</span> }
        })
    };
    let points = move || {
        let (points, worth) = said.with(|said| (said.points, said.worth));
        points.map(|(before, after)| {
            let gain = worth.unwrap_or(after - before);
            let now = format!("{before} → {after}");
            let (large, small) = worth.map_or_else(
                || (now.clone(), "if it ended now".to_owned()),
                |worth| (words::worth(worth), format!("{now} if it ended now")),
            );
            view! {
                <span class="val" class:neg=gain < 0 class:same=gain == 0><b>{large}</b><small>{small}</small></span>
            }
        })
    };
    view! {
        <button class=format!("big-btn {class}") class:hinted=move || hint().is_some_and(|(_, best)| best)
            aria-disabled=move || (!open()).to_string() aria-keyshortcuts=key on:click=press>
            <span class="bi"><Symbol name=picture/></span>
            <span class="bt">
                <b class="title">{move || title.get()}</b>
                <span>{move || said.with(|said| said.now.clone())}</span>
                <span class="cons">{move || said.with(|said| said.then.clone())}</span>
                {share}
            </span>
            {points}
            <kbd class="hide-s" aria-hidden="true">{key}</kbd>
        </button>
    }
}
