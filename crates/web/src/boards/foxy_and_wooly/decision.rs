//! The large buttons: decisions about a wolf on the block, about wolves at the gates, and at the
//! end of the game.

use foxy_and_wooly::{Action, Event, Phase, Row, Special};
use leptos::prelude::*;

use super::auction::Auction;
use super::keys::row_key;
use super::selection::Selection;
use super::token_art::symbol;
use super::words::{self, row_name};
use crate::art::Symbol;
use crate::keyed_list::KeyedList;

/// The kind of decision that is due, also for other players.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum DecisionKind {
    Wolf,
    Auction,
    Attacks,
    Finish,
    Nothing,
}

/// The decision. It stays in place while others decide, so that nothing moves and the focus stays.
#[component]
pub(super) fn Decision(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let state = selection.board.state;
    let kind = Memo::new(move |_| {
        state.with(|state| match (state.phase(), state.token()) {
            (Phase::Bidding, Some(token)) if token.is_wolf() => DecisionKind::Wolf,
            (Phase::Bidding, _) => DecisionKind::Auction,
            (Phase::Attacks, _) => DecisionKind::Attacks,
            (Phase::Finish, _) => DecisionKind::Finish,
            _ => DecisionKind::Nothing,
        })
    });
    let has_more_tokens =
        move || has_token(selection, Special::Gun) || has_token(selection, Special::Steal);
    let idle = move || selection.board.to_act.get().is_none();
    view! {
        <section class="choice" class:more=has_more_tokens class:idle=idle aria-label="Your choice">
            {move || match kind.get() {
                DecisionKind::Wolf => view! { <WolfDecision selection/> }.into_any(),
                DecisionKind::Auction => view! { <Auction selection/> }.into_any(),
                DecisionKind::Attacks => view! { <AttackDecision selection/> }.into_any(),
                DecisionKind::Finish => view! { <FinishDecision selection/> }.into_any(),
                DecisionKind::Nothing => ().into_any(),
            }}
        </section>
    }
}

/// Whether the viewer has such a token.
fn has_token(selection: Selection, special: Special) -> bool {
    let seat = selection.board.viewer.get();
    selection.board.state.with(|state| state.farm(seat).has(special) > 0)
}

#[component]
fn WolfDecision(selection: Selection) -> impl IntoView {
    let wolf = Signal::derive(move || {
        let token = selection.board.state.with(|state| state.token());
        token.map_or_else(|| "wolf".to_owned(), symbol)
    });
    let cube = Signal::stored("cube-shep".to_owned());
    view! {
        <ActionButton selection action=Action::Chase title="Chase" key="C" class="chase" picture=cube/>
        <ActionButton selection action=Action::Take title="Take" key="T" class="take" picture=wolf/>
        <Show when=move || has_token(selection, Special::Gun)>
            <ActionButton selection action=Action::TakeGun title="Take with the gun" key="G" class="extra" picture=Signal::stored("gun".to_owned())/>
        </Show>
        <Show when=move || has_token(selection, Special::Steal)>
            <ActionButton selection action=Action::Steal title="Steal" key="S" class="extra" picture=Signal::stored("steal".to_owned())/>
        </Show>
    }
}

#[component]
fn AttackDecision(selection: Selection) -> impl IntoView {
    let rows = move || selection.offers.with(|offers| offers.attacks.clone());
    let wolf = Signal::stored("wolf-wait".to_owned());
    let button = move |row: Row| {
        let title = match row {
            Row::Top => "Attack from the top gate",
            Row::Mid => "Attack from the middle gate",
            Row::Low => "Attack from the low gate",
        };
        view! { <ActionButton selection action=Action::Attack(row) title key=row_key(row) class="take" picture=wolf/> }
    };
    view! {
        <KeyedList each=rows key=|row| *row as u8 children=button/>
        <Show when=move || rows().is_empty()><WaitingText selection/></Show>
    }
}

#[component]
fn FinishDecision(selection: Selection) -> impl IntoView {
    let sheep = Signal::stored("sheep".to_owned());
    view! {
        <Show when=move || selection.offers.with(|offers| offers.done) fallback=move || view! { <WaitingText selection/> }>
            <ActionButton selection action=Action::Done title="Leave all where they are" key="D" class="take" picture=sheep/>
        </Show>
    }
}

#[component]
fn WaitingText(selection: Selection) -> impl IntoView {
    let board = selection.board;
    let text = move || {
        let live = board.table.is_live();
        board.state.with(|state| words::waiting_prompt(state, &board.names.get(), live))
    };
    view! { <p class="waiting muted">{text}</p> }
}

/// The texts of a large button: what happens at once and later, the points before and after, and
/// the value if it is more than points.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ButtonText {
    pub(super) now: String,
    pub(super) then: String,
    pub(super) points: Option<(i32, i32)>,
    pub(super) worth: Option<i32>,
}

fn button_text(selection: Selection, action: Action) -> ButtonText {
    let Some(preview) = selection.preview(action) else {
        let now = match selection.board.to_act.get() {
            Some(_) => selection.refusal(action).unwrap_or_default(),
            None => String::new(),
        };
        return ButtonText { now, ..ButtonText::default() };
    };
    let without_value = |now| (now, String::new(), None);
    let (now, then, worth) = match action {
        Action::Attack(row) => without_value(attack_text(&preview.events, row)),
        Action::Done => without_value("no more sheep are moved".to_owned()),
        _ => {
            let (now, then) = words::wolf_consequence(&preview, &selection.board.names.get());
            (now, then, Some(preview.value))
        }
    };
    ButtonText { now, then, points: Some(preview.points), worth }
}

fn attack_text(events: &[Event], row: Row) -> String {
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
fn ActionButton(
    selection: Selection,
    action: Action,
    title: &'static str,
    key: &'static str,
    class: &'static str,
    picture: Signal<String>,
) -> impl IntoView {
    let text = Memo::new(move |_| button_text(selection, action));
    view! {
        <LargeButton selection action=Signal::stored(Some(action)) title=Signal::stored(title.to_owned()) key class picture text/>
    }
}

/// A large button: symbol, title, consequences, points before and after, shortcut.
#[component]
pub(super) fn LargeButton(
    /// The player's selection.
    selection: Selection,
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
    text: Memo<ButtonText>,
) -> impl IntoView {
    let is_available = move || text.with(|text| text.points.is_some());
    let press = move |_| {
        if let Some(action) = action.get_untracked() {
            selection.act(action);
        }
    };
    let hint = move || action.get().and_then(|action| selection.hint(action));
    let share = move || {
        hint().map(|(share, _)| {
            view! { <span class="pill hint">{format!("hint {:.0} %", share * 100.0)}</span> }
        })
    };
    let points = move || {
        let (points, worth) = text.with(|text| (text.points, text.worth));
        points.map(|(before, after)| {
            let gain = worth.unwrap_or(after - before);
            let now = format!("{before} → {after}");
            let (large, small) = worth.map_or_else(
                || (now.clone(), "if it ended now".to_owned()),
                |worth| (words::value_text(worth), format!("{now} if it ended now")),
            );
            view! {
                <span class="val" class:neg=gain < 0 class:same=gain == 0><b>{large}</b><small>{small}</small></span>
            }
        })
    };
    view! {
        <button class=format!("big-btn {class}") class:hinted=move || hint().is_some_and(|(_, best)| best)
            aria-disabled=move || (!is_available()).to_string() aria-keyshortcuts=key on:click=press>
            <span class="bi"><Symbol name=picture/></span>
            <span class="bt">
                <b class="title">{move || title.get()}</b>
                <span>{move || text.with(|text| text.now.clone())}</span>
                <span class="cons">{move || text.with(|text| text.then.clone())}</span>
                {share}
            </span>
            {points}
            <kbd class="hide-s" aria-hidden="true">{key}</kbd>
        </button>
    }
}
