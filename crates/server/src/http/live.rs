//! The way into the live part: `/api/live`.

use std::future::ready;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;

use super::extract::Anyone;
use super::guard::Caller;
use super::{ApiError, App};
use crate::live::{LONGEST_BACKLOG, LONGEST_MESSAGE, READ_BUFFER, Socket, WRITE_BUFFER};

/// One WebSocket for each page. Who is nobody can watch. A server that stops opens none.
pub(super) async fn live(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Anyone(identity): Anyone,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
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
