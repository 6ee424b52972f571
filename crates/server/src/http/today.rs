//! The day's deal: `/api/today`. Everyone gets the same draws, and one attempt.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Anyone, Asked, Body, Human};
use super::guard::Caller;
use super::{ApiError, App};
use crate::id::TableId;
use crate::tables::TableError;
use crate::wire::{Opened, Problem, Scoreboard, WhichDay};

/// What is dealt unless one asks for another game.
const USUAL_GAME: &str = "tipperary";
/// How many attempts are listed.
const MOST_LISTED: u32 = 100;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(scores, play))
}

/// How a day's deal was played.
#[utoipa::path(get, path = "/api/today", operation_id = "today", tag = "today",
    params(WhichDay), security((), ("session" = []), ("program" = [])),
    responses((status = 200, body = Scoreboard)))]
async fn scores(
    State(app): State<App>,
    Anyone(identity): Anyone,
    Asked(WhichDay { game, day }): Asked<WhichDay>,
) -> Result<Json<Scoreboard>, ApiError> {
    let game = game.unwrap_or_else(|| USUAL_GAME.to_owned());
    let day = day.unwrap_or_else(|| app.tables.clock().today());
    let (mut best, played) = app.store.scores_of_the_day(&day, &game, MOST_LISTED).await?;
    let me = identity.map(|identity| identity.person.id);
    if app.tables.is_running(&day) {
        let others = best.iter_mut().filter(|score| Some(&score.person) != me.as_ref());
        others.for_each(|score| score.table = None);
    }
    let mine = match me {
        Some(me) => begun(&app, TableId::of_the_day(&me, &game, day.as_str())).await?,
        None => None,
    };
    Ok(Json(Scoreboard { day, game, played, best, mine }))
}

/// Play today's deal. There is one attempt: whoever asks again goes on where they were.
#[utoipa::path(post, path = "/api/today", operation_id = "play_today", tag = "today",
    request_body = WhichDay, security(("session" = [])),
    responses((status = 200, body = Opened), (status = 422, body = Problem)))]
async fn play(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Human(identity): Human,
    Body(WhichDay { game, day }): Body<WhichDay>,
) -> Result<Json<Opened>, ApiError> {
    let today = app.tables.clock().today();
    if day.is_some_and(|day| day != today) {
        return Err(ApiError::Refused(format!("only today's deal can be begun: it is {today}")));
    }
    app.pace.table(&identity.person.id, caller)?;
    let game = game.unwrap_or_else(|| USUAL_GAME.to_owned());
    let table = app.tables.today(&identity.person.id, &game, today).await?;
    Ok(Json(Opened { table }))
}

/// The table, if there is one.
async fn begun(app: &App, table: TableId) -> Result<Option<TableId>, ApiError> {
    match app.tables.read(&table, |_, _| ()).await {
        Ok(()) => Ok(Some(table)),
        Err(TableError::NotFound) => Ok(None),
        // It is there, and says itself that it cannot be read.
        Err(error) if error.is_damage() => Ok(Some(table)),
        Err(error) => Err(error.into()),
    }
}
