//! What handlers take out of a request.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE as COOKIE_HEADER};
use axum::http::request::Parts;
use cookie::Cookie;
use rules::Seat;
use serde::de::DeserializeOwned;

use super::guard::Caller;
use super::{ApiError, App, network, nul};
use crate::id::TableId;
use crate::people::{COOKIE, HOST_PREFIX, Identity};
use crate::tables::TableError;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let (parts, body) = request.into_parts();
        let request = Request::from_parts(parts.clone(), body);
        let text = match Bytes::from_request(request, app).await {
            Ok(text) if nul::is_in_json(&text) => return Err(nul::refused()),
            Ok(text) => text,
            Err(rejection) => return Err(ApiError::BadRequest(rejection.body_text())),
        };
        let request = Request::from_parts(parts, text.into());
        match axum::Json::from_request(request, app).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(ApiError::BadRequest(rejection.body_text())),
        }
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
