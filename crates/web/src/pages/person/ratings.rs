//! A person's ratings, and the graph of one of them.

use leptos::prelude::*;
use wire::id::PersonId;
use wire::{Pool, RatingPoint, RatingView};

use super::game_and_players;
use super::graph::rating_graph;
use crate::net::get;

/// All ratings, and the graph of the chosen one.
#[component]
pub(super) fn Ratings(person: PersonId, ratings: Vec<RatingView>) -> impl IntoView {
    let most_played = (0..ratings.len()).max_by_key(|index| ratings[*index].games).unwrap_or(0);
    let chosen = RwSignal::new(most_played);
    let all = StoredValue::new(ratings.clone());
    let shown = move || all.with_value(|ratings| ratings.get(chosen.get()).cloned());
    let rows = ratings.into_iter().enumerate().map(|(index, rating)| {
        let name = name_of(&rating);
        let RatingView { rating, uncertainty, games, .. } = rating;
        let is_chosen = move || chosen.get() == index;
        view! {
            <tr class:won=is_chosen>
                <th scope="row"><button class="btn small quiet" aria-pressed=move || is_chosen().to_string()
                    on:click=move |_| chosen.set(index)>{name}</button></th>
                <td>{format!("{rating:.1}")}</td><td>{format!("± {uncertainty:.1}")}</td><td>{games}</td>
            </tr>
        }
    });
    view! {
        <section class="box card">
            <h2>"Ratings"</h2>
            <p class="small muted">"Everyone starts at 25, and the more games, the surer the number. Each game and number of players is rated for itself."</p>
            <div class="scroll"><table>
                <thead><tr>
                    <th scope="col">"Game"</th><th scope="col">"Rating"</th>
                    <th scope="col">"Unsure by"</th><th scope="col">"Games"</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table></div>
            {move || shown().map(|rating| view! { <RatingHistory person=person.clone() rating/> })}
        </section>
    }
}

fn name_of(RatingView { pool, game, players, .. }: &RatingView) -> String {
    let suffix = match pool {
        Pool::People => "",
        Pool::Programs => ", with bots of others",
    };
    format!("{}{suffix}", game_and_players(game, *players))
}

/// The graph of a rating.
#[component]
fn RatingHistory(person: PersonId, rating: RatingView) -> impl IntoView {
    let name = name_of(&rating);
    let pool = rating.pool;
    let history = LocalResource::new(move || {
        let RatingView { game, players, .. } = &rating;
        let path = format!("/api/people/{person}/history?game={game}&players={players}");
        async move { get::<Vec<RatingPoint>>(&path).await }
    });
    move || match history.get() {
        None => {
            view! { <p class="small muted" aria-busy="true">"Drawing the graph …"</p> }.into_any()
        }
        Some(Err(error)) => view! { <p role="alert">{error.to_string()}</p> }.into_any(),
        Some(Ok(points)) => {
            let mut points: Vec<RatingPoint> =
                points.into_iter().filter(|point| point.pool == pool).collect();
            points.reverse();
            rating_graph(&name, &points)
        }
    }
}
