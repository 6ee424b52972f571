//! The HTTP part: a router for each theme, and what every request passes on its way there.

mod admin;
mod chat;
mod client;
mod description;
mod error;
mod extract;
mod guard;
mod health;
mod live;
mod log_file;
mod me;
mod nul;
mod pace;
mod plans;
mod profile;
mod programs;
mod tables;
mod today;
mod tries;
mod unread;
mod webhook;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;

pub(crate) use error::{ApiError, UNREADABLE};
pub(crate) use pace::{Pace, Place, network};

use crate::chat::Chat;
use crate::config::Origin;
use crate::id::PersonId;
use crate::live::Presence;
use crate::metrics::Metrics;
use crate::people::People;
use crate::secret::Secret;
use crate::store::Store;
use crate::tables::Tables;
use crate::webhooks::Webhooks;

/// The longest body of a request.
const LONGEST_BODY: usize = 64 * 1024;
/// The longest that a request may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// What handlers work with. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) store: Store,
    pub(crate) tables: Tables,
    pub(crate) people: People,
    pub(crate) chat: Chat,
    pub(crate) presence: Presence,
    pub(crate) webhooks: Webhooks,
    pub(crate) metrics: Metrics,
    pub(crate) pace: Arc<Pace>,
    pub(crate) origin: Option<Origin>,
    pub(crate) behind_proxy: bool,
    /// What whoever runs the server proves it with.
    pub(crate) admin: Option<Secret>,
    /// The server is about to stop.
    pub(crate) stop: CancellationToken,
    /// Every connection and every socket.
    pub(crate) connections: TaskTracker,
}

impl App {
    /// Has people who cannot come back leave every table. What fails is done by housekeeping.
    pub(crate) async fn leave_tables(&self, people: &[PersonId]) {
        if let Err(error) = self.tables.leave_all(people).await {
            tracing::warn!(%error, "somebody who is gone has not left every table yet");
        }
    }

    /// Has somebody leave every table if they cannot come back, now that a session is closed.
    pub(crate) async fn leave_if_gone(&self, person: &PersonId) {
        match self.people.is_gone(person).await {
            Ok(true) => self.leave_tables(std::slice::from_ref(person)).await,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "whether somebody is gone is not known yet"),
        }
    }
}

fn api() -> (Router<App>, Description) {
    let (router, mut description) = OpenApiRouter::with_openapi(description::start())
        .merge(me::router())
        .merge(tables::router())
        .merge(chat::router())
        .merge(plans::router())
        .merge(profile::router())
        .merge(today::router())
        .merge(programs::router())
        .merge(webhook::router())
        .merge(live::router())
        .merge(admin::router())
        .split_for_parts();
    description::complete(&mut description);
    (router, description)
}

/// The description of the HTTP part, as `/api/openapi.json` gives it.
pub fn description() -> Description {
    api().1
}

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let (api, description) = api();
    let state = app.clone();
    // Written once: the answers share it.
    let description = serde_json::to_vec(&description).expect("a description is JSON");
    let described = ([(CONTENT_TYPE, "application/json")], Bytes::from(description));
    api.route("/api/openapi.json", get(async move || described))
        .merge(health::router())
        .method_not_allowed_fallback(async || ApiError::WrongMethod)
        .fallback(client::client)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(PATIENCE, guard::within))
        .layer(from_fn(guard::no_nul_in_addresses))
        .layer(from_fn_with_state(app.clone(), guard::own_pages_only))
        .layer(from_fn_with_state(app.clone(), guard::paced))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn(guard::careful))
        .layer(from_fn_with_state(app, guard::observe))
        .with_state(state)
}
