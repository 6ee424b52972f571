//! The day's deal: the same tiles for everybody, one attempt each, and the scores.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use wire::{Opened, Scoreboard, TodayScore, WhichDay};

use crate::browser;
use crate::net::{FormError, FormRequest, Me, NetError, get, post};
use crate::top_bar::TopBar;

/// The description of the day's deal.
pub(super) fn about_today() -> String {
    let date = browser::today_in_words();
    format!("Tipperary alone, twelve rounds, the same tiles for everyone on {date}.")
}

/// The page of the day's deal.
#[component]
pub(crate) fn TodayPage() -> impl IntoView {
    let scores = LocalResource::new(|| async { get::<Scoreboard>("/api/today").await });
    view! {
        <TopBar/>
        <main class="page scores">
            <h1>"Today’s deal"</h1>
            <p>{about_today()}</p>
            {move || match scores.get() {
                None => view! { <p aria-busy="true">"Looking …"</p> }.into_any(),
                Some(Ok(scores)) => view! { <ScoreList scores/> }.into_any(),
                Some(Err(error)) => view! { <OfflineFallback error/> }.into_any(),
            }}
        </main>
    }
}

/// The link to play on this device if the server cannot be reached.
#[component]
fn OfflineFallback(error: NetError) -> impl IntoView {
    view! {
        <p role="status">{error.to_string()}</p>
        <p><a class="btn primary" href="/today/here">"Play it on this device"</a></p>
    }
}

#[component]
fn ScoreList(scores: Scoreboard) -> impl IntoView {
    let me = Me::from_context();
    let Scoreboard { played, best, mine, .. } = scores;
    let count_text = match played {
        0 => "Nobody has finished it yet.".to_owned(),
        1 => "One person has finished it.".to_owned(),
        played => format!("{played} people have finished it."),
    };
    let row = move |score: TodayScore| {
        let TodayScore { place, person, name, total, table } = score;
        let (profile, own) = (format!("/people/{person}"), person);
        view! {
            <tr class:won=move || me.id().as_ref() == Some(&own)>
                <td>{place}</td>
                <th scope="row"><a href=profile>{name}</a></th>
                <td>{match table {
                    Some(table) => view! { <a href=format!("/t/{table}")>{total}</a> }.into_any(),
                    None => total.into_any(),
                }}</td>
            </tr>
        }
    };
    view! {
        <PlayButton has_begun=mine.is_some()/>
        <section class="box card">
            <h2>"How it was played"</h2>
            <p class="small muted">{count_text}</p>
            {(!best.is_empty()).then(|| view! {
                <div class="scroll"><table>
                    <thead><tr><th scope="col">"Place"</th><th scope="col">"Who"</th><th scope="col">"Points"</th></tr></thead>
                    <tbody>{best.into_iter().map(row).collect_view()}</tbody>
                </table></div>
            })}
        </section>
    }
}

/// The button that opens the person's attempt.
#[component]
fn PlayButton(has_begun: bool) -> impl IntoView {
    let (me, navigate, request) = (Me::from_context(), use_navigate(), FormRequest::new());
    let play = move |_| {
        let navigate = navigate.clone();
        let send = async move {
            me.hello().await?;
            post::<Opened>("/api/today", &WhichDay::default()).await
        };
        request.run(send, move |Opened { table }| {
            navigate(&format!("/t/{table}"), NavigateOptions::default());
        });
    };
    let label = if has_begun { "To your game" } else { "Play today’s deal" };
    view! {
        <div class="row">
            <button class="btn primary" disabled=move || request.is_pending() on:click=play>{label}</button>
            <span class="small muted">"One attempt for each person. Others may look at it once the day is over."</span>
        </div>
        <FormError request/>
    }
}
