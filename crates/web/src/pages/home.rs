//! Home: the games, and one click to a table.

use leptos::prelude::*;
use shelf::GameId;
use wire::id::TableId;

use super::lobby::{Lobby, MyMove, MyTable, OpenTables};
use super::my_games::title_of;
use super::pictures::{frieze, picture};
use crate::app::Bar;
use crate::art::Symbol;
use crate::browser::{self, Store};

/// So many games of this device are listed here.
const LISTED: usize = 4;

/// What the tiles of the day's deal show.
const LANDSCAPES: [&str; 6] = ["pasture", "barley", "still", "bog", "ruin", "stones3"];

/// The home page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let lobby = Lobby::look();
    view! {
        <Bar/>
        <main class="home">
            <MyMove lobby/>
            <div class="lead">
                <div>
                    <h1>"Three games of sheep and whiskey."</h1>
                    <p>"Play in your browser, against people or bots. No account, no download, and your game is never lost."</p>
                </div>
                <div class="frieze" aria-hidden="true">{frieze()}</div>
            </div>
            <section class="games" aria-label="Games">
                {GameId::ALL.map(|game| view! { <GameCard game/> }).collect_view()}
            </section>
            <div class="lower">
                <MyTables lobby/>
                <OpenTables lobby/>
                <TodaysDeal/>
            </div>
            <footer class="foot">
                <span>"Fan-made, not affiliated with the publishers. Buy the real games: they are lovely."</span>
                <a href="/about">"Which components are reconstructions"</a>
                <a href="/art">"Our drawings"</a>
            </footer>
        </main>
    }
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
            {picture(game)}
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
                    <a href=format!("/learn/{}", info.id)>"Learn it in 5 minutes"<span class="sr">": "{info.title}</span></a>
                </div>
            </div>
        </article>
    }
}

/// Games under way: those on the server, then those on this device.
#[component]
fn MyTables(lobby: Lobby) -> impl IntoView {
    let kept = LocalResource::new(|| async { Store::open().await?.all().await });
    let online = Memo::new(move |_| lobby.mine());
    let here = move || {
        let found = kept.get().and_then(Result::ok).unwrap_or_default();
        let open: Vec<_> = found.into_iter().filter(|saved| !saved.over).take(LISTED).collect();
        open
    };
    let nothing = move || online.with(Vec::is_empty) && here().is_empty();
    let row = |saved: browser::SavedTable| {
        let title = title_of(&saved);
        view! {
            <li class="mine">
                <div class="tn"><b>{title.clone()}</b><span class="small muted">"on this device"</span></div>
                <a class="btn small" href=format!("/table/{}", saved.id)>"Play"<span class="sr">": "{title}</span></a>
            </li>
        }
    };
    view! {
        <section class="box card">
            <div class="panel-h"><h2>"Your tables"</h2><a class="small" href="/games">"All games on this device"</a></div>
            <p class="small muted" hidden=move || !nothing()>"No game is under way."</p>
            <ul class="tables">
                <For each=move || online.get() key=TableId::clone children=move |id| view! { <MyTable lobby id/> }/>
                {move || here().into_iter().map(row).collect_view()}
            </ul>
        </section>
    }
}

#[component]
fn TodaysDeal() -> impl IntoView {
    let date = browser::today();
    let said = format!("Tipperary alone, twelve rounds, the same tiles for everyone on {date}.");
    view! {
        <section class="box card deal">
            <h2>"Today’s deal"</h2>
            <p class="small muted">{said}</p>
            <div class="tiles">{LANDSCAPES.map(|name| view! { <Symbol name size=48/> }).collect_view()}</div>
            <a class="btn" href="/today">"Play today’s deal"</a>
        </section>
    }
}
