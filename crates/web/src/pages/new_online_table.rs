//! A new table on the server: its seats, clock, options and visibility.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use registry::GameId;
use rules::Seat;
use wire::secret::Bytes32;
use wire::table::{ClockSpec, Command, SeatSpec, TableSpec};
use wire::{Done, Opened, Order};

use super::route_params::page_for_param;
use super::table_form::{Options, PlayerCount, bot_choices};
use crate::browser::set_title;
use crate::net::{FormError, FormRequest, Me, NetError, post};
use crate::top_bar::TopBar;

/// The default number of players; every game can be played by two.
const DEFAULT_PLAYERS: usize = 2;

/// The offered clocks.
const CLOCKS: [ClockSpec; 7] = [
    ClockSpec::None,
    ClockSpec::RealTime { base: 10 * 60, increment: 10 },
    ClockSpec::RealTime { base: 25 * 60, increment: 20 },
    ClockSpec::RealTime { base: 60 * 60, increment: 30 },
    ClockSpec::Correspondence { hours: 24 },
    ClockSpec::Correspondence { hours: 3 * 24 },
    ClockSpec::Correspondence { hours: 7 * 24 },
];

const ANY_PERSON: SeatSpec = SeatSpec::Person { kept_for: None };

/// The page for the game in the route.
#[component]
pub(crate) fn NewOnlineTablePage() -> impl IntoView {
    page_for_param("game", GameId::named, |game| view! { <Form game/> })
}

/// The values of the form.
#[derive(Copy, Clone)]
struct FormValues {
    seats: RwSignal<Vec<SeatSpec>>,
    options: RwSignal<BTreeMap<String, String>>,
    clock: RwSignal<ClockSpec>,
    public: RwSignal<bool>,
    open_chat: RwSignal<bool>,
}

impl FormValues {
    fn default_values() -> Self {
        Self {
            seats: RwSignal::new(vec![ANY_PERSON; DEFAULT_PLAYERS]),
            options: RwSignal::new(BTreeMap::new()),
            clock: RwSignal::new(ClockSpec::None),
            public: RwSignal::new(false),
            open_chat: RwSignal::new(true),
        }
    }

    fn spec(self, game: GameId) -> TableSpec {
        TableSpec {
            options: self.options.get_untracked(),
            seats: self.seats.get_untracked(),
            public: self.public.get_untracked(),
            open_chat: self.open_chat.get_untracked(),
            clock: self.clock.get_untracked(),
            ..TableSpec::new(game.info().id)
        }
    }
}

#[component]
fn Form(game: GameId) -> impl IntoView {
    let info = game.info();
    set_title(&format!("{} with friends", info.title));
    let (me, navigate, request) = (Me::from_context(), use_navigate(), FormRequest::new());
    let values = FormValues::default_values();
    let seats = values.seats;
    let open = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let navigate = navigate.clone();
        let navigate_to_table = move |Opened { table }| {
            navigate(&format!("/t/{table}"), NavigateOptions::default());
        };
        request.run(open_and_join(me, values.spec(game)), navigate_to_table);
    };
    let rows = move || {
        (0..seats.with(Vec::len)).map(|index| view! { <SeatRow seats index/> }).collect_view()
    };
    view! {
        <TopBar/>
        <main class="page">
            <h1>{format!("{} with friends", info.title)}</h1>
            <p>"Open a table on this server, send the link to your friends, and begin as soon as everyone is there. Nobody needs an account."</p>
            <form class="new-table" on:submit=open>
                <PlayerCount game min=2 chosen=Signal::derive(move || seats.with(Vec::len))
                    choose=move |players| seats.update(|seats| seats.resize(players, ANY_PERSON))/>
                <fieldset><legend>"Who sits where?"</legend>{rows}</fieldset>
                <ClockChoice clock=values.clock/>
                <fieldset>
                    <legend>"Who finds the table?"</legend>
                    <VisibilityChoice name="friends" label="Only those who have the link" public=false chosen=values.public/>
                    <VisibilityChoice name="everyone" label="Everyone: it is listed on the home page" public=true chosen=values.public/>
                    <label class="check"><input type="checkbox" prop:checked=move || values.open_chat.get()
                        on:change=move |event| values.open_chat.set(event_target_checked(&event))/>
                        " Whoever watches may chat"</label>
                </fieldset>
                <Options game chosen=values.options/>
                <FormError request/>
                <div class="row">
                    <button class="btn primary" type="submit" disabled=move || request.is_pending()>"Open the table"</button>
                    <a class="btn quiet" href=format!("/new/{}", info.id)>"Play on this device instead"</a>
                </div>
            </form>
        </main>
    }
}

/// Opens a table and takes the first seat. The server has committed to its draws before that.
async fn open_and_join(me: Me, spec: TableSpec) -> Result<Opened, NetError> {
    me.hello().await?;
    let opened: Opened = post("/api/tables", &spec).await?;
    let join = Command::Join { seat: None, contribution: Bytes32::random(), ready: false };
    let order = Order { id: None, command: join };
    let _: Done = post(&format!("/api/tables/{}/commands", opened.table), &order).await?;
    Ok(opened)
}

#[component]
fn SeatRow(seats: RwSignal<Vec<SeatSpec>>, index: usize) -> impl IntoView {
    let kind = move || {
        let bot = seats.with(|seats| seats.get(index).and_then(SeatSpec::bot));
        bot.map_or_else(|| "person".to_owned(), |level| level.to_string())
    };
    let choose = move |event| {
        let chosen = match event_target_value(&event).parse() {
            Ok(level) => SeatSpec::Bot { level },
            Err(_) => ANY_PERSON,
        };
        seats.update(|seats| {
            if let Some(seat) = seats.get_mut(index) {
                *seat = chosen;
            }
        });
    };
    // The first seat is that of the person who opens the table.
    if index == 0 {
        return view! { <p class="seat-row">"Seat 1: you"</p> }.into_any();
    }
    view! {
        <div class="seat-row">
            <label>{format!("Seat {} ", Seat::from_index(index))}
                <select prop:value=kind on:change=choose>
                    <option value="person">"Whoever has the link"</option>
                    {bot_choices()}
                </select>
            </label>
        </div>
    }
    .into_any()
}

#[component]
fn ClockChoice(clock: RwSignal<ClockSpec>) -> impl IntoView {
    let choose = move |event| {
        let chosen =
            event_target_value(&event).parse().ok().and_then(|index: usize| CLOCKS.get(index));
        clock.set(chosen.copied().unwrap_or_default());
    };
    let values = CLOCKS.iter().enumerate().map(|(index, clock)| {
        view! { <option value=index.to_string()>{clock.to_string()}</option> }
    });
    let description = move || match clock.get() {
        ClockSpec::None => "Good for friends who talk to each other.",
        ClockSpec::RealTime { .. } => {
            "Everyone plays in one go. If your time runs out, a bot plays for you until you are back."
        }
        ClockSpec::Correspondence { .. } => {
            "Come and go as you like, for days. If your time runs out, a bot plays for you until you are back."
        }
    };
    view! {
        <fieldset>
            <legend>"How much time is there?"</legend>
            <div class="seat-row">
                <label>"Clock "<select on:change=choose>{values.collect_view()}</select></label>
                <span class="small muted">{description}</span>
            </div>
        </fieldset>
    }
}

/// A radio button for the visibility of the table.
#[component]
fn VisibilityChoice(
    name: &'static str,
    label: &'static str,
    public: bool,
    chosen: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <label class="check"><input type="radio" name="finder" value=name prop:checked=move || chosen.get() == public
            on:change=move |_| chosen.set(public)/>" "{label}</label>
    }
}
