//! What handlers take out of a request.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE as COOKIE_HEADER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use cookie::Cookie;
use rules::Seat;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::guard::Caller;
use super::{ApiError, App, network, nul};
use crate::id::TableId;
use crate::people::{COOKIE, HOST_PREFIX, Identity};
use crate::tables::TableError;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + Serialize> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        let bytes = Bytes::from_request(request, app).await.map_err(|it| unread(&it))?;
        if nul::is_in_json(&bytes) {
            return Err(nul::refused());
        }
        let read = axum::Json::<T>::from_bytes(&bytes);
        let axum::Json(value) = read.map_err(|it| ApiError::BadRequest(it.body_text()))?;
        let (sent, again) = (serde_json::from_slice(&bytes), serde_json::to_value(&value));
        match (sent, again) {
            (Ok(sent), Ok(again)) if has_the_same_kinds(&sent, &again) => Ok(Self(value)),
            _ => Err(ApiError::BadRequest(
                "this has a value of another kind than is asked for".to_owned(),
            )),
        }
    }
}

fn unread(rejection: &BytesRejection) -> ApiError {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::BadRequest(rejection.body_text()),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Whether what was sent has objects and texts wherever it has them when it is written again: serde
/// also takes a list of an object's values for the object, and a number for the name of a choice.
fn has_the_same_kinds(sent: &Value, again: &Value) -> bool {
    match (sent, again) {
        (Value::Object(sent), Value::Object(again)) => again
            .iter()
            .all(|(name, value)| sent.get(name).is_none_or(|sent| has_the_same_kinds(sent, value))),
        (Value::String(_), Value::String(_)) => true,
        (_, Value::Object(_) | Value::String(_)) => false,
        (Value::Array(sent), Value::Array(again)) => {
            sent.iter().zip(again).all(|(sent, again)| has_the_same_kinds(sent, again))
        }
        _ => true,
    }
}

/// The part of the address after `?`.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match Query::from_request_parts(parts, app).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(ApiError::BadRequest(rejection.body_text())),
        }
    }
}

/// What is named in the address; what cannot be read is not there.
pub(crate) struct Named<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let path: Result<Path<T>, _> = Path::from_request_parts(parts, app).await;
        path.map(|Path(named)| Self(named)).map_err(|_| ApiError::NotFound)
    }
}

/// The table in the address, which whoever asks may read.
pub(crate) struct At(pub(crate) TableId);

impl FromRequestParts<App> for At {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Named(table) = Named::from_request_parts(parts, app).await?;
        check_may_read(parts, app, &table).await?;
        Ok(Self(table))
    }
}

/// Most tables are read by anybody who knows their id, so that nobody is asked who they are.
async fn check_may_read(parts: &mut Parts, app: &App, table: &TableId) -> Result<(), ApiError> {
    let reader = match app.tables.only_reader(table).await {
        Ok(Some(reader)) => reader,
        // Whoever is asked for a table that is not there says so.
        Ok(None) | Err(TableError::NotFound) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    let Anyone(identity) = Anyone::from_request_parts(parts, app).await?;
    match identity {
        Some(identity) if identity.person.id == reader => Ok(()),
        _ => Err(ApiError::NotFound),
    }
}

/// The table and the seat in the address.
pub(crate) struct AtSeat(pub(crate) TableId, pub(crate) Seat);

impl FromRequestParts<App> for AtSeat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Named((table, number)) =
            Named::<(TableId, u64)>::from_request_parts(parts, app).await?;
        let seat = Seat::from_number(number).ok_or(ApiError::NotFound)?;
        check_may_read(parts, app, &table).await?;
        Ok(Self(table, seat))
    }
}

/// Who asks, if a token or the cookie says so.
pub(crate) struct Anyone(pub(crate) Option<Identity>);

impl FromRequestParts<App> for Anyone {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let identity = if let Some(token) = token(&parts.headers) {
            Some(app.people.by_token(token).await?.ok_or(ApiError::WrongToken)?)
        } else if let Some(value) = cookie_value(&parts.headers, COOKIE) {
            app.people.by_cookie(&value).await?
        } else {
            None
        };
        if let (Some(identity), Some(Caller(caller))) = (&identity, parts.extensions.get()) {
            app.tables.networks().see(&identity.person.id, network(*caller));
        }
        Ok(Self(identity))
    }
}

/// Who asks, which has to be somebody.
pub(crate) struct Me(pub(crate) Identity);

impl FromRequestParts<App> for Me {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Anyone(identity) = Anyone::from_request_parts(parts, app).await?;
        identity.map(Self).ok_or(ApiError::NobodyIsSignedIn)
    }
}

/// Who asks, which has to be a person and not somebody's program.
pub(crate) struct Human(pub(crate) Identity);

impl FromRequestParts<App> for Human {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Me(identity) = Me::from_request_parts(parts, app).await?;
        if identity.person.bot {
            return Err(ApiError::Forbidden("this is for people, not for their programs"));
        }
        Ok(Self(identity))
    }
}

/// What a program, or whoever runs the server, proves itself with.
pub(super) fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The value of a cookie of that name; one that only the host itself can have set comes first.
pub(super) fn cookie_value(headers: &HeaderMap, name: &str) -> Option<String> {
    let prefixed = format!("{HOST_PREFIX}{name}");
    plain_cookie_value(headers, &prefixed).or_else(|| plain_cookie_value(headers, name))
}

/// The value of the cookie of exactly that name.
pub(super) fn plain_cookie_value(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(COOKIE_HEADER).iter().filter_map(|line| line.to_str().ok());
    let mut cookies = lines.flat_map(Cookie::split_parse).flatten();
    cookies.find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
}
