//! The way into the live part: `/api/live`.

use std::future::ready;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::Anyone;
use super::guard::Caller;
use super::{ApiError, App};
use crate::live::{LONGEST_BACKLOG, LONGEST_MESSAGE, READ_BUFFER, Socket, WRITE_BUFFER};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(live))
}

/// Open a WebSocket, one for each page. Whoever is nobody can watch. Its messages are those of
/// `ClientMessage` and `ServerMessage`.
#[utoipa::path(get, path = "/api/live", tag = "live",
    security((), ("session" = []), ("program" = [])),
    responses((status = 101, description = "The WebSocket is open."), (status = 400), (status = 403)))]
async fn live(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Anyone(identity): Anyone,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|rejection| ApiError::BadRequest(rejection.body_text()))?;
    if app.stop.is_cancelled() {
        return Err(ApiError::Unavailable);
    }
    let socket = Box::new(Socket {
        tables: app.tables.clone(),
        people: app.people.clone(),
        chat: app.chat.clone(),
        presence: app.presence.clone(),
        pace: app.pace.clone(),
        metrics: app.metrics.clone(),
        place: app.pace.place(caller)?,
        session: identity.map(|identity| identity.session),
        stop: app.stop.clone(),
    });
    let tasks = app.connections.clone();
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(LONGEST_BACKLOG)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE);
    Ok(upgrade.on_upgrade(move |upgraded| {
        // A task of its own is as large as a socket at rest; the one around us is as an upgrade.
        tasks.spawn(socket.run(upgraded));
        ready(())
    }))
}
