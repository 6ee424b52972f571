//! For whoever runs the server: `/api/admin`. Without a secret in the settings there is no such
//! thing.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Asked, Named, token};
use super::{ApiError, App};
use crate::id::{PersonId, TableId};
use crate::secret::Secret;
use crate::store::Write;
use crate::wire::{Overview, PersonRow, Search};

/// How many people are listed.
const MOST_LISTED: u32 = 100;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(overview))
        .routes(routes!(people))
        .routes(routes!(ban, unban))
        .routes(routes!(hide))
}

/// Whoever knows the secret.
struct Operator;

impl FromRequestParts<App> for Operator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let secret = app.admin.as_ref().ok_or(ApiError::NotFound)?;
        let offered = token(&parts.headers).and_then(|token| token.parse::<Secret>().ok());
        match offered {
            Some(offered) if offered.is_same(secret) => Ok(Self),
            _ => Err(ApiError::WrongToken),
        }
    }
}

/// The server at a glance.
#[utoipa::path(get, path = "/api/admin", tag = "admin", security(("operator" = [])),
    responses((status = 200, body = Overview)))]
async fn overview(_: Operator, State(app): State<App>) -> Result<Json<Overview>, ApiError> {
    Ok(Json(app.store.overview(app.metrics.sockets.get()).await?))
}

/// People whose names start like that, the latest first.
#[utoipa::path(get, path = "/api/admin/people", operation_id = "find_people", tag = "admin",
    params(Search), security(("operator" = [])),
    responses((status = 200, body = Vec<PersonRow>)))]
async fn people(
    _: Operator,
    State(app): State<App>,
    Asked(Search { name }): Asked<Search>,
) -> Result<Json<Vec<PersonRow>>, ApiError> {
    Ok(Json(app.store.people_called(&name, MOST_LISTED).await?))
}

fn person(text: &str) -> Result<PersonId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound)
}

fn answer(was_there: bool) -> Result<StatusCode, ApiError> {
    if was_there { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::NotFound) }
}

/// Close an account: its sessions and its programs' tokens end, nobody signs in to it, and its games
/// that go on are given up.
#[utoipa::path(post, path = "/api/admin/people/{id}/ban", tag = "admin",
    params(("id" = PersonId, Path)), security(("operator" = [])),
    responses((status = 204)))]
async fn ban(
    _: Operator,
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<StatusCode, ApiError> {
    let person = person(&id)?;
    let leaving = app.people.with_programs(&person).await?;
    if !app.people.ban(person).await? {
        return Err(ApiError::NotFound);
    }
    app.leave_tables(&leaving).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Open an account that was closed.
#[utoipa::path(delete, path = "/api/admin/people/{id}/ban", tag = "admin",
    params(("id" = PersonId, Path)), security(("operator" = [])),
    responses((status = 204)))]
async fn unban(
    _: Operator,
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<StatusCode, ApiError> {
    answer(app.people.unban(person(&id)?).await?)
}

/// List a table no more; who has its link may still go there.
#[utoipa::path(post, path = "/api/admin/tables/{id}/hide", operation_id = "hide_table",
    tag = "admin", params(("id" = TableId, Path)), security(("operator" = [])),
    responses((status = 204)))]
async fn hide(
    _: Operator,
    State(app): State<App>,
    Named(table): Named<TableId>,
) -> Result<StatusCode, ApiError> {
    let was_listed = app.store.write(Write::Hide(table)).await? > 0;
    app.tables.lobby().stir_everyone();
    answer(was_listed)
}
