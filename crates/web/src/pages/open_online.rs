//! A new table on the server: its seats, clock, options and visibility.

use std::collections::BTreeMap;

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use rules::Seat;
use shelf::GameId;
use wire::secret::Bytes32;
use wire::table::{ClockSpec, Command, SeatSpec, TableSpec};
use wire::{Done, Opened, Order};

use super::choices::{Options, PlayerCount, bot_choices};
use super::route_params::named_in_address;
use crate::app::TopBar;
use crate::browser::set_title;
use crate::net::{FormError, FormRequest, Me, NetError, post};

/// The default number of players; every game can be played by two.
const USUAL_PLAYERS: usize = 2;

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

const ANYBODY: SeatSpec = SeatSpec::Person { kept_for: None };

/// The page for the game in the route.
#[component]
pub(crate) fn OpenOnlinePage() -> impl IntoView {
    named_in_address("game", GameId::named, |game| view! { <Form game/> })
}

/// The values of the form.
#[derive(Copy, Clone)]
struct Choices {
    seats: RwSignal<Vec<SeatSpec>>,
    options: RwSignal<BTreeMap<String, String>>,
    clock: RwSignal<ClockSpec>,
    public: RwSignal<bool>,
    open_chat: RwSignal<bool>,
}

impl Choices {
    fn usual() -> Self {
        Self {
            seats: RwSignal::new(vec![ANYBODY; USUAL_PLAYERS]),
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
    let choices = Choices::usual();
    let seats = choices.seats;
    let open = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let navigate = navigate.clone();
        let go = move |Opened { table }| {
            navigate(&format!("/t/{table}"), NavigateOptions::default());
        };
        request.run(open_and_sit(me, choices.spec(game)), go);
    };
    let rows = move || {
        (0..seats.with(Vec::len)).map(|place| view! { <SeatRow seats place/> }).collect_view()
    };
    view! {
        <TopBar/>
        <main class="page">
            <h1>{format!("{} with friends", info.title)}</h1>
            <p>"Open a table on this server, send the link to your friends, and begin as soon as everyone is there. Nobody needs an account."</p>
            <form class="new-table" on:submit=open>
                <PlayerCount game least=2 chosen=Signal::derive(move || seats.with(Vec::len))
                    choose=move |players| seats.update(|seats| seats.resize(players, ANYBODY))/>
                <fieldset><legend>"Who sits where?"</legend>{rows}</fieldset>
                <ClockChoice clock=choices.clock/>
                <fieldset>
                    <legend>"Who finds the table?"</legend>
                    <Finder name="friends" label="Only those who have the link" public=false chosen=choices.public/>
                    <Finder name="everyone" label="Everyone: it is listed on the home page" public=true chosen=choices.public/>
                    <label class="check"><input type="checkbox" prop:checked=move || choices.open_chat.get()
                        on:change=move |event| choices.open_chat.set(event_target_checked(&event))/>
                        " Whoever watches may chat"</label>
                </fieldset>
                <Options game chosen=choices.options/>
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
async fn open_and_sit(me: Me, spec: TableSpec) -> Result<Opened, NetError> {
    me.hello().await?;
    let opened: Opened = post("/api/tables", &spec).await?;
    let join = Command::Join { seat: None, contribution: Bytes32::random(), ready: false };
    let order = Order { id: None, command: join };
    let _: Done = post(&format!("/api/tables/{}/commands", opened.table), &order).await?;
    Ok(opened)
}

#[component]
fn SeatRow(seats: RwSignal<Vec<SeatSpec>>, place: usize) -> impl IntoView {
    let kind = move || {
        let bot = seats.with(|seats| seats.get(place).and_then(SeatSpec::bot));
        bot.map_or_else(|| "person".to_owned(), |level| level.to_string())
    };
    let choose = move |event| {
        let chosen = match event_target_value(&event).parse() {
            Ok(level) => SeatSpec::Bot { level },
            Err(_) => ANYBODY,
        };
        seats.update(|seats| {
            if let Some(seat) = seats.get_mut(place) {
                *seat = chosen;
            }
        });
    };
    // The first seat is that of the person who opens the table.
    if place == 0 {
        return view! { <p class="seat-row">"Seat 1: you"</p> }.into_any();
    }
    view! {
        <div class="seat-row">
            <label>{format!("Seat {} ", Seat::from_index(place))}
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
            event_target_value(&event).parse().ok().and_then(|place: usize| CLOCKS.get(place));
        clock.set(chosen.copied().unwrap_or_default());
    };
    let choices = CLOCKS.iter().enumerate().map(|(place, clock)| {
        view! { <option value=place.to_string()>{clock.to_string()}</option> }
    });
    let says = move || match clock.get() {
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
                <label>"Clock "<select on:change=choose>{choices.collect_view()}</select></label>
                <span class="small muted">{says}</span>
            </div>
        </fieldset>
    }
}

/// A radio button for the visibility of the table.
#[component]
fn Finder(
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
