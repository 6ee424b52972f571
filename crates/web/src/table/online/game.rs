//! The game at a table on the server: the same board as elsewhere, with the views of the table
//! around it.

use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::AnyGame;
use rules::Seat;
use wire::table::{Command, Stage};

use super::OnlineTable;
use super::after_game::AfterGame;
use super::chat::ChatBox;
use super::next_table::NextTable;
use super::online_menu::OnlineMenu;
use super::plans::PlanPanel;
use super::player_strip::PlayerStrip;
use super::requests::RequestList;
use super::turn_alert::announce_turns;
use crate::boards::Board;
use crate::browser;
use crate::net::{LinkState, LiveConnection};
use crate::table::{PlayerLabel, Study, Table, TableSlots};

/// The pause between actions that arrive together, in milliseconds.
const STEP_PAUSE: u32 = 350;
/// If more actions than this arrive together, only the last state is shown.
const MAX_ANIMATED_STEPS: usize = 8;

/// Why nothing can be taken back, and what can be done instead.
const UNDO_REFUSED: &str =
    "Nothing of yours can be taken back now. You can ask the others to go back, in the menu.";

/// A game in progress.
#[component]
pub(crate) fn OnlineGame(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let Some(game) = online.game.get_untracked() else { return ().into_any() };
    let table = Table::online(online, game);
    let is_my_turn = Signal::derive(move || table.seat_to_act().is_some());
    announce_turns(untrack(|| online.title()), is_my_turn);
    view! { <Board table/> }.into_any()
}

/// The views between the top bar and the board.
#[component]
fn OnlineBanner(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    view! {
        <section aria-label="At the table">
            <ConnectionNotice/>
            <PlayerStrip online/>
            <RequestList online/>
            <SeatPrompts online/>
            <PlanPanel online/>
            <AfterGame online/>
        </section>
    }
}

impl Table {
    /// The handle of a table on the server, for boards.
    fn online(online: OnlineTable, game: Arc<AnyGame>) -> Self {
        let game = RwSignal::new(game);
        let player_labels = Signal::derive(move || Arc::new(player_labels(online)));
        let table = Self {
            notice: online.notice,
            own_seats: Signal::derive(move || match online.stage() {
                Some(Stage::Playing) => online.own_seats(),
                _ => Vec::new(),
            }),
            act: Callback::new(move |(seat, action)| online.command(Command::Act { seat, action })),
            undo: Callback::new(move |()| match untrack(|| undoable_seat(online)) {
                Some(seat) => online.command(Command::Undo { seat }),
                None => online.notice.set(Some(UNDO_REFUSED.to_owned())),
            }),
            can_undo: Signal::derive(move || undoable_seat(online).is_some()),
            // No hints in games with other people: `ask_hint` does nothing.
            study: Study::new(
                Signal::derive(move || matches!(online.stage(), Some(Stage::Ended(_)))),
                false,
            ),
            slots: Some(slots(online)),
            ..Self::read_only(game, player_labels)
        };
        let busy = StoredValue::new(false);
        Effect::new(move |_| {
            online.game.track();
            if !busy.get_value() {
                busy.set_value(true);
                spawn_local(catch_up(online, table, busy));
            }
        });
        table
    }
}

/// The views of a table on the server.
fn slots(online: OnlineTable) -> TableSlots {
    TableSlots {
        toolbar: Callback::new(move |()| {
            view! { <NextTable online/><ChatBox online is_drawer=true/> }.into_any()
        }),
        menu: Callback::new(move |()| view! { <OnlineMenu online/> }.into_any()),
        banner: Callback::new(move |()| view! { <OnlineBanner online/> }.into_any()),
    }
}

/// Shows new actions one after the other.
async fn catch_up(online: OnlineTable, table: Table, busy: StoredValue<bool>) {
    while let Some(Some(now)) = online.game.try_get_untracked() {
        let Some(shown) = table.game.try_get_untracked() else { return };
        let Some(next) = next_step(&shown, &now) else { break };
        let more = next.actions() < now.actions();
        table.game.set(next);
        if more && browser::settings::get("pace").as_deref() != Some("quick") {
            TimeoutFuture::new(STEP_PAUSE).await;
        }
    }
    busy.try_set_value(false);
}

/// The next state on the way from `shown` to `now`; `None` if they are the same.
fn next_step(shown: &Arc<AnyGame>, now: &Arc<AnyGame>) -> Option<Arc<AnyGame>> {
    if Arc::ptr_eq(shown, now) {
        return None;
    }
    let ahead = now.actions().saturating_sub(shown.actions());
    if !(2..=MAX_ANIMATED_STEPS).contains(&ahead) || document().hidden() {
        return Some(Arc::clone(now));
    }
    let back = |count| {
        let mut game = AnyGame::clone(now);
        game.undo(count).is_ok().then_some(game)
    };
    let is_continuation = back(ahead).is_some_and(|game| game.hash() == shown.hash());
    let next = back(ahead - 1).filter(|_| is_continuation);
    Some(next.map_or_else(|| Arc::clone(now), Arc::new))
}

fn player_labels(online: OnlineTable) -> Vec<PlayerLabel> {
    let seats = online.with(|table| table.seated().len()).unwrap_or_default() as u8;
    Seat::all(seats).map(|seat| player_label(online, seat)).collect()
}

/// The player of a seat.
pub(super) fn player_label(online: OnlineTable, seat: Seat) -> PlayerLabel {
    let is_seated =
        online.with(|table| (table.seated()[seat.index()].clone(), table.bots()[seat.index()]));
    let (person, bot) = is_seated.unwrap_or_default();
    let name = match &person {
        Some(person) => online.name(person),
        None => format!("Bot {seat}"),
    };
    let kind = match (person, bot) {
        (Some(_), None) if online.is_here(seat) => "here".to_owned(),
        (Some(_), None) => "away".to_owned(),
        (Some(_), Some(level)) => format!("away, a bot of level {level} plays"),
        (None, level) => format!("level {}", level.unwrap_or_default()),
    };
    PlayerLabel { name, kind }
}

fn undoable_seat(online: OnlineTable) -> Option<Seat> {
    let own = online.own_seats();
    online.with(|table| own.into_iter().find(|seat| table.can_take_back(*seat))).flatten()
}

/// A notice while the connection is lost.
#[component]
pub(crate) fn ConnectionNotice() -> impl IntoView {
    let live = LiveConnection::from_context();
    let is_lost = move || live.link() == LinkState::Down;
    view! {
        <p class="lost" role="status" class:on=is_lost>
            {move || is_lost().then_some("The connection is lost. What you do is kept and sent as soon as it is back.")}
        </p>
    }
}

/// The prompts to return to a seat that a bot plays, and to take an open seat.
#[component]
fn SeatPrompts(online: OnlineTable) -> impl IntoView {
    let is_away = move || {
        let own = online.own_seats();
        let playing = online.stage() == Some(Stage::Playing);
        let bots = online.with(|table| table.bots().to_vec()).unwrap_or_default();
        playing && own.iter().any(|seat| bots.get(seat.index()).is_some_and(Option::is_some))
    };
    let open = move || {
        let playing = online.stage() == Some(Stage::Playing) && !online.is_seated();
        online.with(|table| table.open_seats().next()).flatten().filter(|_| playing)
    };
    let take_over = move |_| {
        if let Some(seat) = untrack(open) {
            online.command(Command::TakeOver { seat });
        }
    };
    view! {
        <Show when=is_away>
            <section class="asked card" role="status">
                <p>"Your time ran out, and a bot plays for you."</p>
                <button class="btn primary" on:click=move |_| online.command(Command::Return)>"I am back"</button>
            </section>
        </Show>
        <Show when=move || open().is_some()>
            <section class="asked card" role="status">
                <p>"A seat is open to somebody new."</p>
                <button class="btn primary" on:click=take_over>"Play it"</button>
            </section>
        </Show>
    }
}
