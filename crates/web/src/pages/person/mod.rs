//! The profile of a person: ratings, results, and results against the person at this page.

mod graph;
mod ratings;
mod results;

use leptos::prelude::*;
use wire::id::PersonId;
use wire::{HeadToHead, Person, Profile};

use ratings::Ratings;
use results::Results;

use super::route_params::{game_title, page_for_param};
use crate::net::{Me, NetError, get};
use crate::top_bar::TopBar;

/// The profile of the person in the route.
#[component]
pub(crate) fn PersonPage() -> impl IntoView {
    page_for_param("id", |id| id.parse::<PersonId>().ok(), |id| view! { <LoadedProfile id/> })
}

#[component]
fn LoadedProfile(id: PersonId) -> impl IntoView {
    let profile = LocalResource::new(move || {
        let path = format!("/api/people/{id}");
        async move { get::<Profile>(&path).await }
    });
    move || match profile.get() {
        None => view! { <TopBar/><main class="page" aria-busy="true"><p>"Looking …"</p></main> }
            .into_any(),
        Some(Ok(profile)) => view! { <ProfileView profile/> }.into_any(),
        Some(Err(error)) => profile_error(&error).into_any(),
    }
}

fn profile_error(error: &NetError) -> impl IntoView + use<> {
    let text = if error.is_missing() {
        "There is nobody of that address, or not any more.".to_owned()
    } else {
        error.to_string()
    };
    view! {
        <TopBar/>
        <main class="page">
            <h1>"Somebody"</h1>
            <p role="alert">{text}</p>
            <p><a class="btn" href="/">"To the games"</a></p>
        </main>
    }
}

#[component]
fn ProfileView(profile: Profile) -> impl IntoView {
    let me = Me::from_context();
    let Profile { person, games, won, ratings, results } = profile;
    let Person { id, name, guest, bot } = person;
    let other = id.clone();
    let is_me = Memo::new(move |_| me.id().as_ref() == Some(&other));
    let kind = if bot { Some("somebody’s bot") } else { guest.then_some("guest") };
    let played = match games {
        0 => "No game has ended yet.".to_owned(),
        1 => format!("One game, {won} won."),
        games => format!("{games} games, {won} won."),
    };
    view! {
        <TopBar/>
        <main class="page profile">
            <div class="row">
                <h1>{name.clone()}</h1>
                {kind.map(|kind| view! { <span class="pill">{kind}</span> })}
                <Show when=move || is_me.get()><span class="pill hint">"you"</span></Show>
            </div>
            <p>{played}</p>
            {(!ratings.is_empty()).then(|| view! { <Ratings person=id.clone() ratings/> })}
            <HeadToHeadTable person=id name/>
            {(!results.is_empty()).then(|| view! { <Results results/> })}
        </main>
    }
}

/// The results of the person at this page against another.
#[component]
fn HeadToHeadTable(person: PersonId, name: String) -> impl IntoView {
    let me = Me::from_context();
    let meetings = LocalResource::new(move || {
        let others = me.id().filter(|me| *me != person);
        let path = others.map(|me| format!("/api/people/{me}/against/{person}"));
        async move {
            match path {
                Some(path) => get::<Vec<HeadToHead>>(&path).await.unwrap_or_default(),
                None => Vec::new(),
            }
        }
    });
    let row = |HeadToHead { game, players, ahead, behind, level }| {
        view! {
            <tr>
                <th scope="row">{game_and_players(&game, players)}</th>
                <td>{ahead}</td><td>{behind}</td><td>{level}</td>
            </tr>
        }
    };
    move || {
        let meetings_found = meetings.get().filter(|meetings_found| !meetings_found.is_empty())?;
        Some(view! {
            <section class="box card">
                <h2>{format!("You and {name}")}</h2>
                <div class="scroll" tabindex="0" role="group" aria-label="How you came out"><table>
                    <thead><tr>
                        <th scope="col">"Game"</th><th scope="col">"You ahead"</th>
                        <th scope="col">"You behind"</th><th scope="col">"Level"</th>
                    </tr></thead>
                    <tbody>{meetings_found.into_iter().map(row).collect_view()}</tbody>
                </table></div>
            </section>
        })
    }
}

/// Such as `Glen More, 3 players`.
fn game_and_players(game: &str, players: u8) -> String {
    let title = game_title(game);
    if players == 1 { format!("{title}, alone") } else { format!("{title}, {players} players") }
}
