//! Answers given in advance: `/api/tables/{id}/plans/{seat}`. Everyone sees their own alone.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{AtSeat, Body, Me};
use super::{ApiError, App};
use crate::id::TableId;
use crate::table::SeatPlan;
use crate::wire::schema::SeatNumber;
use crate::wire::{Planned, Problem};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(planned, plan, take_back))
}

fn view(planned: &SeatPlan) -> Planned {
    Planned { plan: planned.plan.to_string() }
}

/// What I have planned for a seat of mine; `null` if nothing.
#[utoipa::path(get, path = "/api/tables/{id}/plans/{seat}", operation_id = "plan_of_seat",
    tag = "tables", params(("id" = TableId, Path), ("seat" = SeatNumber, Path)),
    security(("session" = []), ("program" = [])),
    responses((status = 200, body = Option<Planned>), (status = 422, body = Problem)))]
async fn planned(
    State(app): State<App>,
    Me(identity): Me,
    AtSeat(table, seat): AtSeat,
) -> Result<Json<Option<Planned>>, ApiError> {
    let plan = app.tables.planned(&table, &identity.person.id, seat).await?;
    Ok(Json(plan.as_ref().map(view)))
}

/// Plan an answer for a seat of mine, in place of what was planned before. It is given as soon as
/// it is the seat's turn, and nobody else is told of it before.
#[utoipa::path(put, path = "/api/tables/{id}/plans/{seat}", tag = "tables",
    params(("id" = TableId, Path), ("seat" = SeatNumber, Path)), request_body = Planned,
    security(("session" = []), ("program" = [])),
    responses((status = 200, body = Planned), (status = 422, body = Problem)))]
async fn plan(
    State(app): State<App>,
    Me(identity): Me,
    AtSeat(table, seat): AtSeat,
    Body(Planned { plan }): Body<Planned>,
) -> Result<Json<Planned>, ApiError> {
    let plan = app.tables.plan(&table, &identity.person.id, seat, &plan).await?;
    Ok(Json(view(&plan)))
}

/// Take back what I have planned for a seat of mine.
#[utoipa::path(delete, path = "/api/tables/{id}/plans/{seat}", operation_id = "take_back_plan",
    tag = "tables", params(("id" = TableId, Path), ("seat" = SeatNumber, Path)),
    security(("session" = []), ("program" = [])),
    responses((status = 204), (status = 422, body = Problem)))]
async fn take_back(
    State(app): State<App>,
    Me(identity): Me,
    AtSeat(table, seat): AtSeat,
) -> Result<StatusCode, ApiError> {
    app.tables.take_back_plan(&table, &identity.person.id, seat).await?;
    Ok(StatusCode::NO_CONTENT)
}
