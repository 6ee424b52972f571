//! How somebody has played: `/api/people/{id}`.

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Anyone, Asked, Named};
use super::{ApiError, App};
use crate::day::Day;
use crate::wire::{HeadToHead, Player, Profile, RatingPoint, RatingView, WhichGame};

/// How many results a profile shows.
const MOST_RESULTS: u32 = 50;
/// How many ratings of the past are shown.
const MOST_RATINGS: u32 = 500;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(profile))
        .routes(routes!(ratings))
        .routes(routes!(history))
        .routes(routes!(against))
}

fn player(text: &str) -> Result<Player, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound)
}

/// How somebody has played.
#[utoipa::path(get, path = "/api/people/{id}", tag = "people", params(("id" = Player, Path)),
    security(()),
    responses((status = 200, body = Profile)))]
async fn profile(
    State(app): State<App>,
    Anyone(identity): Anyone,
    Named(id): Named<String>,
) -> Result<Json<Profile>, ApiError> {
    let player = player(&id)?;
    let Player::Person(person) = &player else { return Err(ApiError::NotFound) };
    let person = app.store.person(person).await?.ok_or(ApiError::NotFound)?;
    let (games, won) = app.store.tally(&player).await?;
    let ratings = app.store.ratings(&player).await?;
    let mut results = app.store.results(&player, MOST_RESULTS).await?;
    if identity.is_none_or(|identity| identity.person.id != person.id) {
        let is_running =
            |day: &Option<Day>| day.as_ref().is_some_and(|day| app.tables.is_running(day));
        let attempts = results.iter_mut().filter(|result| is_running(&result.day));
        attempts.for_each(|result| result.table = None);
    }
    Ok(Json(Profile { person, games, won, ratings, results }))
}

/// The ratings of a person, or of a bot (`level1` to `level5`), as they are now.
#[utoipa::path(get, path = "/api/people/{id}/ratings", tag = "people",
    params(("id" = Player, Path)), security(()),
    responses((status = 200, body = Vec<RatingView>)))]
async fn ratings(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<Vec<RatingView>>, ApiError> {
    Ok(Json(app.store.ratings(&player(&id)?).await?))
}

/// How a rating went over time, the latest first.
#[utoipa::path(get, path = "/api/people/{id}/history", tag = "people",
    params(("id" = Player, Path), WhichGame), security(()),
    responses((status = 200, body = Vec<RatingPoint>)))]
async fn history(
    State(app): State<App>,
    Named(id): Named<String>,
    Asked(WhichGame { game, players }): Asked<WhichGame>,
) -> Result<Json<Vec<RatingPoint>>, ApiError> {
    let game = (game.as_str(), players);
    Ok(Json(app.store.rating_history(&player(&id)?, game, MOST_RATINGS).await?))
}

/// How two have come out against each other; either may be a bot.
#[utoipa::path(get, path = "/api/people/{id}/against/{other}", tag = "people",
    params(("id" = Player, Path), ("other" = Player, Path)), security(()),
    responses((status = 200, body = Vec<HeadToHead>)))]
async fn against(
    State(app): State<App>,
    Named((id, other)): Named<(String, String)>,
) -> Result<Json<Vec<HeadToHead>>, ApiError> {
    Ok(Json(app.store.head_to_head(&player(&id)?, &player(&other)?).await?))
}
