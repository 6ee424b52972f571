//! What is said at tables: `/api/tables/{id}/chat`.

use std::num::NonZeroU32;

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Asked, At, Body, Me};
use super::{ApiError, App};
use crate::id::TableId;
use crate::page::{Page, PageSize};
use crate::wire::{After, Chat, Done, Problem, Saying};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(chat, say))
}

/// What is given at once.
const A_PAGE: PageSize = PageSize { items: 200, bytes: 128 * 1024 };

/// What was said at a table, a page at a time: at most 200 lines and 128 KiB.
#[utoipa::path(get, path = "/api/tables/{id}/chat", tag = "tables",
    params(("id" = TableId, Path), After), security(()),
    responses((status = 200, body = Chat)))]
async fn chat(
    State(app): State<App>,
    At(table): At,
    Asked(After { after, limit }): Asked<After>,
) -> Result<Json<Chat>, ApiError> {
    app.tables.read(&table, |_, _| ()).await?;
    let size = A_PAGE.at_most(limit.map(NonZeroU32::get));
    let Page { items: lines, more } = app.chat.after(&table, after, size).await?;
    let names = app.tables.names(&lines.iter().map(|line| line.person.clone()).collect()).await?;
    Ok(Json(Chat { lines, names, more }))
}

/// Say something at a table: a line of plain text.
#[utoipa::path(post, path = "/api/tables/{id}/chat", tag = "tables",
    params(("id" = TableId, Path)), request_body = Saying,
    security(("session" = []), ("program" = [])),
    responses((status = 200, body = Done), (status = 422, body = Problem)))]
async fn say(
    State(app): State<App>,
    Me(identity): Me,
    At(table): At,
    Body(Saying { id, text }): Body<Saying>,
) -> Result<Json<Done>, ApiError> {
    app.pace.line(&identity.person.id)?;
    let seq = app.chat.say(&table, &identity.person.id, id, &text).await?;
    Ok(Json(Done { seq }))
}
