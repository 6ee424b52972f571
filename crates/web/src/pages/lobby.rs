//! The lobby: tables on the server, as the home page lists them.

use std::cmp::Reverse;

use leptos::prelude::*;
use registry::GameId;
use wire::TableView;
use wire::id::TableId;
use wire::table::ClockSpec;

use super::route_params::game_title;
use crate::art::Symbol;
use crate::keyed_list::KeyedList;
use crate::net::{Me, NetError, Polled, get, poll_lobby};

/// The number of open tables that are listed.
const MAX_LISTED: usize = 8;

/// The server's lists.
struct LobbyLists {
    open: Vec<TableView>,
    mine: Vec<TableView>,
}

/// The lobby, updated whenever the server announces a change.
#[derive(Copy, Clone)]
pub(super) struct Lobby {
    me: Me,
    lists: Polled<LobbyLists>,
}

impl Lobby {
    /// Subscribes to the lobby.
    pub(super) fn watch() -> Self {
        let me = Me::from_context();
        Self { me, lists: poll_lobby(move || fetch_lists(me)) }
    }

    /// Reads the lists; `None` before they have been fetched.
    fn read_lists<T>(self, read: impl Fn(&LobbyLists) -> T) -> Option<T> {
        self.lists.with(|lists| match lists {
            Some(Ok(lists)) => Some(read(lists)),
            _ => None,
        })
    }

    /// The person's tables that have not ended, those at which they are to act first.
    pub(super) fn mine(self) -> Vec<TableId> {
        let me = self.me.id();
        let is_waiting = |view: &TableView| me.as_ref().is_some_and(|me| view.waits_for(me));
        let found = self.read_lists(|lists| {
            let not_ended = lists.mine.iter().filter(|view| view.stage != "ended");
            let mut not_ended: Vec<&TableView> = not_ended.collect();
            not_ended.sort_by_key(|view| Reverse(is_waiting(view)));
            not_ended.into_iter().map(|view| view.id.clone()).collect()
        });
        found.unwrap_or_default()
    }

    /// The tables of others, those with a free seat first.
    fn open(self) -> Vec<TableId> {
        let me = self.me.id();
        let is_mine = |view: &TableView| me.as_ref().is_some_and(|me| view.seats(me));
        let found = self.read_lists(|lists| {
            let mut open: Vec<&TableView> =
                lists.open.iter().filter(|view| !is_mine(view)).collect();
            open.sort_by_key(|view| view.free_for(me.as_ref()) == 0);
            open.into_iter().take(MAX_LISTED).map(|view| view.id.clone()).collect()
        });
        found.unwrap_or_default()
    }

    /// A table as it was fetched last.
    fn table_view(self, id: TableId) -> Memo<Option<TableView>> {
        Memo::new(move |_| {
            let find = |lists: &LobbyLists| {
                lists.mine.iter().chain(&lists.open).find(|view| view.id == id).cloned()
            };
            self.read_lists(find).flatten()
        })
    }

    /// The message in place of a list.
    fn message(self) -> Option<&'static str> {
        self.lists.with(|lists| match lists {
            None => Some("Looking around …"),
            Some(Err(NetError::Unreachable)) => Some(
                "The server is away at the moment. Everything on this device works without it.",
            ),
            Some(Err(_)) => Some("The server has trouble at the moment; it is asked again soon."),
            Some(Ok(_)) => None,
        })
    }
}

async fn fetch_lists(me: Me) -> Result<LobbyLists, NetError> {
    let open = get("/api/tables").await?;
    let mine = if me.has_session() { my_tables(me).await? } else { Vec::new() };
    Ok(LobbyLists { open, mine })
}

/// The person's tables; none if the session has ended.
async fn my_tables(me: Me) -> Result<Vec<TableView>, NetError> {
    me.hello().await?;
    match get("/api/me/tables").await {
        Err(error) if error.is_unauthenticated() => {
            me.set(None);
            Ok(Vec::new())
        }
        tables => tables,
    }
}

/// The symbol of a table's game.
fn picture(view: &TableView) -> &'static str {
    match GameId::named(&view.spec.game) {
        Some(GameId::GlenMore) => "castle",
        Some(GameId::FoxyAndWooly) => "wolf",
        Some(GameId::Tipperary) | None => "arms-bee",
    }
}

/// The taken seats and all seats, such as `3 of 4 seats`.
fn seats(view: &TableView) -> String {
    let taken =
        view.seated.iter().zip(&view.bots).filter(|(who, bot)| who.is_some() || bot.is_some());
    format!("{} of {} seats", taken.count(), view.seated.len())
}

/// The clock, and the options that are not at their defaults.
fn settings(view: &TableView) -> String {
    let clock = match view.spec.clock {
        ClockSpec::None => "no clock".to_owned(),
        clock => clock.to_string(),
    };
    let options = view.spec.options.iter().map(|(name, value)| format!(", {name} {value}"));
    options.fold(clock, |settings, option| settings + &option)
}

/// The link to the table at which the person is to act.
#[component]
pub(super) fn TurnLink(lobby: Lobby) -> impl IntoView {
    let waiting = Memo::new(move |_| {
        let me = lobby.me.id()?;
        let found = lobby.read_lists(|lists| {
            let view = lists.mine.iter().find(|view| view.waits_for(&me))?;
            let text =
                format!(" in {} with {}", game_title(&view.spec.game), view.company(Some(&me)));
            Some((format!("/t/{}", view.id), picture(view), text))
        });
        found.flatten()
    });
    move || {
        waiting.get().map(|(url, picture, text)| {
            view! {
                <a class="turnbar" href=url>
                    <Symbol name=picture size=30/><span><b>"Your move"</b>{text}</span><Symbol name="i-chev" size=16/>
                </a>
            }
        })
    }
}

/// The row of one of the person's tables.
#[component]
pub(super) fn OwnTableRow(lobby: Lobby, id: TableId) -> impl IntoView {
    let url = format!("/t/{id}");
    let view = lobby.table_view(id);
    let text_signal = move |text: fn(&Lobby, &TableView) -> String| {
        move || view.with(|view| view.as_ref().map(|view| text(&lobby, view)))
    };
    let is_waiting = Memo::new(move |_| {
        let me = lobby.me.id();
        me.is_some_and(|me| view.with(|view| view.as_ref().is_some_and(|view| view.waits_for(&me))))
    });
    let name = text_signal(|lobby, view| {
        format!("{} with {}", game_title(&view.spec.game), view.company(lobby.me.id().as_ref()))
    });
    let detail = text_signal(|_, view| match view.stage.as_str() {
        "gathering" => format!("{}, {}", seats(view), settings(view)),
        _ => view.time_left().unwrap_or_else(|| settings(view)),
    });
    let turn = text_signal(|lobby, view| {
        view.whose_turn(lobby.me.id().as_ref()).unwrap_or_else(|| "not begun".to_owned())
    });
    view! {
        <li class:mine=move || is_waiting.get()>
            <Symbol name=Signal::derive(move || view.with(|view| view.as_ref().map_or("logo", picture)).to_owned()) size=30/>
            <div class="tn"><b>{name}</b><span class="small muted">{detail}</span></div>
            <span class="pill" class:hint=move || is_waiting.get()>{turn}</span>
            <a class="btn small" href=url>{move || if is_waiting.get() { "Play" } else { "Look" }}<span class="sr">": "{name}</span></a>
        </li>
    }
}

/// The row of another table.
#[component]
fn OpenTableRow(lobby: Lobby, id: TableId) -> impl IntoView {
    let url = format!("/t/{id}");
    let view = lobby.table_view(id);
    let text_signal =
        move |text: fn(&TableView) -> String| move || view.with(|view| view.as_ref().map(text));
    let can_join = move || {
        let me = lobby.me.id();
        view.with(|view| view.as_ref().is_some_and(|view| view.free_for(me.as_ref()) > 0))
    };
    let name = text_signal(|view| format!("{}, {}", game_title(&view.spec.game), seats(view)));
    let detail = text_signal(|view| format!("{}; {}", view.company(None), settings(view)));
    view! {
        <li>
            <Symbol name=Signal::derive(move || view.with(|view| view.as_ref().map_or("logo", picture)).to_owned()) size=30/>
            <div class="tn"><b>{name}</b><span class="small muted">{detail}</span></div>
            <a class="btn small" href=url>{move || if can_join() { "Join" } else { "Watch" }}<span class="sr">": "{name}</span></a>
        </li>
    }
}

/// The tables that everybody may join or watch.
#[component]
pub(super) fn OpenTables(lobby: Lobby) -> impl IntoView {
    let open = Memo::new(move |_| lobby.open());
    let message = Memo::new(move |_| {
        let no_tables = "No table is open right now. Press With friends at a game to open one.";
        lobby.message().or_else(|| open.with(Vec::is_empty).then_some(no_tables))
    });
    view! {
        <section class="box card">
            <h2>"Open tables"</h2>
            <p class="small muted" hidden=move || message.get().is_none()>{move || message.get()}</p>
            <ul class="tables">
                <KeyedList each=move || open.get() key=TableId::clone children=move |id| view! { <OpenTableRow lobby id/> }/>
            </ul>
        </section>
    }
}
