//! Programs that people let play: `/api/me/programs`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, Human, Named};
use super::{ApiError, App};
use crate::id::PersonId;
use crate::wire::{NewProgram, Problem, Program, ProgramToken};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(programs, add)).routes(routes!(revoke))
}

/// My programs whose tokens are good.
#[utoipa::path(get, path = "/api/me/programs", tag = "programs", security(("session" = [])),
    responses((status = 200, body = Vec<Program>)))]
async fn programs(
    State(app): State<App>,
    Human(identity): Human,
) -> Result<Json<Vec<Program>>, ApiError> {
    Ok(Json(app.people.programs(&identity.person.id).await?))
}

/// Give a program an account of its own. The token is told this once; the program sends it as
/// `Authorization: Bearer …` with every request, and when it opens the WebSocket.
#[utoipa::path(post, path = "/api/me/programs", operation_id = "add_program", tag = "programs",
    request_body = NewProgram, security(("session" = [])),
    responses((status = 201, body = ProgramToken), (status = 422, body = Problem)))]
async fn add(
    State(app): State<App>,
    Human(identity): Human,
    Body(NewProgram { name }): Body<NewProgram>,
) -> Result<(StatusCode, Json<ProgramToken>), ApiError> {
    app.pace.program(&identity.person.id)?;
    let added = app.people.add_program(&identity.person, &name).await?;
    Ok((StatusCode::CREATED, Json(added)))
}

/// Make a program's token worthless. It gives up the games that go on; the others stay.
#[utoipa::path(delete, path = "/api/me/programs/{id}", operation_id = "revoke_program",
    tag = "programs", params(("id" = PersonId, Path)), security(("session" = [])),
    responses((status = 204)))]
async fn revoke(
    State(app): State<App>,
    Human(identity): Human,
    Named(id): Named<String>,
) -> Result<StatusCode, ApiError> {
    let program: PersonId = id.parse().map_err(|_| ApiError::NotFound)?;
    if !app.people.revoke(&identity.person.id, program.clone()).await? {
        return Err(ApiError::NotFound);
    }
    app.leave_tables(&[program]).await;
    Ok(StatusCode::NO_CONTENT)
}
