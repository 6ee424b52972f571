//! Home: the games, and one click to a table.

use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use shelf::GameId;

use super::my_games::title_of;
use super::new_table::usual_table;
use super::pictures::{frieze, picture};
use super::table::open_table;
use crate::app::Bar;
use crate::art::Symbol;
use crate::browser::{self, Store};
use crate::table::{Draws, NewTable};

/// So many games of this device are listed here.
const LISTED: usize = 4;

/// The home page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let wrong = RwSignal::new(None::<String>);
    view! {
        <Bar/>
        <main class="home">
            <div class="lead">
                <div>
                    <h1>"Three games of sheep and whiskey."</h1>
                    <p>"Play in your browser, against people or bots. No account, no download, and your game is never lost."</p>
                </div>
                <div class="frieze" aria-hidden="true">{frieze()}</div>
            </div>
            <p role="alert" class="wrong">{move || wrong.get()}</p>
            <section class="games" aria-label="Games">
                {GameId::ALL.map(|game| view! { <GameCard game wrong/> }).collect_view()}
            </section>
            <div class="lower">
                <MyTables/>
                <TodaysDeal wrong/>
            </div>
            <footer class="foot">
                <span>"Fan-made, not affiliated with the publishers. Buy the real games: they are lovely."</span>
                <a href="/about">"Which components are reconstructions"</a>
                <a href="/art">"Our drawings"</a>
            </footer>
        </main>
    }
}

/// Opens a table and goes there.
fn opener(wrong: RwSignal<Option<String>>) -> impl Fn(NewTable) + Clone {
    let navigate = use_navigate();
    move |new| {
        let navigate = navigate.clone();
        open_table(
            new,
            move |to| navigate(to, Default::default()),
            move |error| wrong.set(Some(error)),
        );
    }
}

#[component]
fn GameCard(game: GameId, wrong: RwSignal<Option<String>>) -> impl IntoView {
    let info = game.info();
    let open = opener(wrong);
    let players = match info.players.min {
        1 => format!("2–{} players, or alone", info.players.max),
        min => format!("{min}–{} players", info.players.max),
    };
    let minutes = format!("{}–{} min", info.minutes.0, info.minutes.1);
    view! {
        <article class="game card">
            {picture(game)}
            <div class="gb">
                <h2>{info.title}</h2>
                <p>{info.summary}</p>
                <ul class="facts">
                    <li><Symbol name="clan" class="seat-2" size=18/>{players}</li>
                    <li><Symbol name="i-clock" size=15/>{minutes}</li>
                </ul>
                <div class="ga">
                    <button class="btn primary" aria-label=format!("Play {} now", info.title)
                        on:click=move |_| open(usual_table(game))>"Play now"</button>
                    <a class="btn" href=format!("/new/{}", info.id) aria-label=format!("Choose seats and options for {}", info.title)>"Choose seats"</a>
                </div>
            </div>
        </article>
    }
}

#[component]
fn MyTables() -> impl IntoView {
    let tables = LocalResource::new(|| async { Store::open().await?.all().await });
    let rows = move || {
        let found = tables.get().and_then(Result::ok).unwrap_or_default();
        let open: Vec<_> = found.into_iter().filter(|saved| !saved.over).take(LISTED).collect();
        if open.is_empty() {
            return view! { <p class="small muted">"No game is under way on this device."</p> }
                .into_any();
        }
        let row = |saved: browser::SavedTable| {
            view! {
                <li class="mine">
                    <div class="tn"><b>{title_of(&saved)}</b></div>
                    <a class="btn small" href=format!("/table/{}", saved.id)>"Play"</a>
                </li>
            }
        };
        view! { <ul class="tables">{open.into_iter().map(row).collect_view()}</ul> }.into_any()
    };
    view! {
        <section class="box card">
            <div class="panel-h"><h2>"Your tables"</h2><a class="small" href="/games">"All games on this device"</a></div>
            {rows}
        </section>
    }
}

#[component]
fn TodaysDeal(wrong: RwSignal<Option<String>>) -> impl IntoView {
    let open = opener(wrong);
    let date = browser::today();
    let said = format!("Tipperary alone, twelve rounds, the same tiles for everyone on {date}.");
    let play = move |_| {
        let mut new = usual_table(GameId::Tipperary);
        new.sitters.truncate(1);
        new.draws = Draws::Today { date: browser::today() };
        open(new);
    };
    view! {
        <section class="box card deal">
            <h2>"Today’s deal"</h2>
            <p class="small muted">{said}</p>
            <button class="btn" on:click=play>"Play today’s deal"</button>
        </section>
    }
}
