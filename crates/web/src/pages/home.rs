//! The home page: the games, the lobby, and the day's deal.

use leptos::children::ViewFn;
use leptos::prelude::*;
use leptos::reactive::owner::Owner;
use leptos::task::spawn_local;
use registry::GameId;

use super::game_pictures::{game_picture, header_picture};
use super::home_lists;
use super::lobby::Lobby;
use super::today::about_today;
use crate::art::Symbol;
use crate::browser;
use crate::deferred::{self, Deferred};
use crate::lazy::Lazy;
use crate::top_bar::TopBar;

/// The tiles on the card of the day's deal.
const DEAL_TILES: [&str; 6] = ["pasture", "barley", "still", "bog", "ruin", "stones3"];

/// The home page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let lobby = lobby();
    let turn_link = move || {
        lobby
            .get()
            .map(|lobby| view! { <Lazy view=home_lists::turn_link(lobby) placeholder=ViewFn::default()/> })
    };
    let tables = move || {
        match lobby.get() {
        Some(lobby) => {
            view! { <Lazy view=home_lists::table_lists(lobby) placeholder=home_lists::placeholders/> }.into_any()
        }
        None => home_lists::placeholders().into_any(),
    }
    };
    view! {
        <TopBar/>
        <main class="home" aria-busy=deferred::aria_busy>
            {turn_link}
            <div class="lead">
                <div>
                    <h1>"Three games of sheep and whiskey."</h1>
                    <p>"Play in your browser, against people or bots. No account, no download, and your game is never lost."</p>
                </div>
                <Deferred><div class="frieze" aria-hidden="true">{header_picture()}</div></Deferred>
            </div>
            <Deferred>
                <section class="games" aria-label="Games">
                    {GameId::ALL.map(|game| view! { <Deferred><GameCard game/></Deferred> }).collect_view()}
                </section>
            </Deferred>
            <Deferred>
                <div class="lower">
                    {tables}
                    <Deferred><DealOfTheDay/></Deferred>
                </div>
                <Deferred><Footer/></Deferred>
            </Deferred>
        </main>
    }
}

/// The lobby, subscribed to after the page has been painted.
fn lobby() -> RwSignal<Option<Lobby>> {
    let lobby = RwSignal::new(None);
    if let Some(owner) = Owner::current() {
        spawn_local(async move {
            browser::next_paint().await;
            // Fetched, subscribed to and shown in separate tasks. Without the lobby the page still
            // works.
            if home_lists::fetch().await.is_err() {
                return;
            }
            browser::next_task().await;
            if let Ok(found) = home_lists::watch_lobby(owner).await {
                browser::next_task().await;
                lobby.try_set(Some(found));
            }
        });
    }
    lobby
}

#[component]
fn GameCard(game: GameId) -> impl IntoView {
    let info = game.info();
    let players = match info.players.min {
        1 => format!("2–{} players, or alone", info.players.max),
        min => format!("{min}–{} players", info.players.max),
    };
    let minutes = format!("{}–{} min", info.minutes.0, info.minutes.1);
    view! {
        <article class="game card">
            {game_picture(game)}
            <div class="gb">
                <h2>{info.title}</h2>
                <p>{info.summary}</p>
                <ul class="facts">
                    <li><Symbol name="clan" class="seat-2" size=18/>{players}</li>
                    <li><Symbol name="i-clock" size=15/>{minutes}</li>
                </ul>
                <div class="ga">
                    <a class="btn primary" href=format!("/play/{}", info.id)>"Play now"<span class="sr">": "{info.title}</span></a>
                    <a class="btn" href=format!("/online/{}", info.id)><Symbol name="i-link"/>"With friends"<span class="sr">": "{info.title}</span></a>
                </div>
                <div class="gl">
                    <a href=format!("/new/{}", info.id)>"Choose seats"<span class="sr">": "{info.title}</span></a>
                    <a href=format!("/learn/{}/play", info.id)>"Learn it in 5 minutes"<span class="sr">": "{info.title}</span></a>
                </div>
            </div>
        </article>
    }
}

/// Links to the other pages, within reach of a thumb.
#[component]
fn Footer() -> impl IntoView {
    view! {
        <footer class="foot">
            <nav aria-label="More">
                <a href="/games">"My games"</a>
                <a href="/learn">"Learn"</a>
                <a href="/replay">"Replays"</a>
                <a href="/today">"Today’s deal"</a>
                <a href="/about">"About"</a>
                <a href="/art">"Our drawings"</a>
            </nav>
            <span>"Fan-made, not affiliated with the publishers. Buy the real games: they are lovely. "
                <a href="/about">"Which components are reconstructions"</a></span>
        </footer>
    }
}

#[component]
fn DealOfTheDay() -> impl IntoView {
    view! {
        <section class="box card deal">
            <h2>"Today’s deal"</h2>
            <p class="small muted">{about_today()}</p>
            <div class="tiles">{DEAL_TILES.map(|name| view! { <Symbol name size=48/> }).collect_view()}</div>
            <a class="btn" href="/today">"Play today’s deal"</a>
        </section>
    }
}
