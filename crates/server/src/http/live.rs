//! The way into the live part: `/api/live`.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;

use super::App;
use super::extract::Anyone;
use crate::live::{LONGEST_BACKLOG, LONGEST_MESSAGE, READ_BUFFER, Socket};

/// One WebSocket for each page. Who is nobody can watch.
pub(super) async fn live(
    State(app): State<App>,
    Anyone(identity): Anyone,
    upgrade: WebSocketUpgrade,
) -> Response {
    let socket = Socket {
        tables: app.tables.clone(),
        people: app.people.clone(),
        chat: app.chat.clone(),
        presence: app.presence.clone(),
        pace: app.pace.clone(),
        metrics: app.metrics.clone(),
        session: identity.map(|identity| identity.session),
        stop: app.stop.clone(),
    };
    let tasks = app.connections.clone();
    upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(LONGEST_BACKLOG)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |upgraded| async move {
            tasks.track_future(socket.run(upgraded)).await;
        })
}
