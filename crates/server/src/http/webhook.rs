//! Where somebody wants to be told that it is their turn: `/api/me/webhook`.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Body, Human};
use super::{ApiError, App};
use crate::wire::{Problem, Webhook, WebhookSecret};

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(webhook, set, remove))
}

/// My webhook, if I have one.
#[utoipa::path(get, path = "/api/me/webhook", tag = "webhooks", security(("session" = [])),
    responses((status = 200, body = Option<Webhook>)))]
async fn webhook(
    State(app): State<App>,
    Human(identity): Human,
) -> Result<Json<Option<Webhook>>, ApiError> {
    let webhook = app.webhooks.of(&identity.person.id).await?;
    Ok(Json(webhook.map(|webhook| Webhook { url: webhook.url })))
}

/// Be told there when it is my turn and I do not have the table open. The secret is told this once.
#[utoipa::path(put, path = "/api/me/webhook", operation_id = "set_webhook", tag = "webhooks",
    request_body = Webhook, security(("session" = [])),
    responses((status = 200, body = WebhookSecret), (status = 422, body = Problem)))]
async fn set(
    State(app): State<App>,
    Human(identity): Human,
    Body(Webhook { url }): Body<Webhook>,
) -> Result<Json<WebhookSecret>, ApiError> {
    app.pace.webhook(&identity.person.id)?;
    Ok(Json(app.webhooks.set(identity.person.id, &url).await?))
}

/// Be told no more.
#[utoipa::path(delete, path = "/api/me/webhook", operation_id = "remove_webhook",
    tag = "webhooks", security(("session" = [])),
    responses((status = 204)))]
async fn remove(State(app): State<App>, Human(identity): Human) -> Result<StatusCode, ApiError> {
    app.webhooks.remove(identity.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
