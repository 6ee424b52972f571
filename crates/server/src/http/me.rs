//! Who somebody is: `/api/me` and signing in and out.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use cookie::{Cookie, SameSite};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Anyone, Body, Human, Me};
use super::guard::Caller;
use super::{ApiError, App, network};
use crate::id::SessionId;
use crate::people::{COOKIE, SESSION_DAYS};
use crate::wire::{Credentials, Farewell, NewName, Person, Problem, TableView};

/// How many of one's tables are listed that have not ended.
const MOST_LISTED: u32 = 100;
/// How many others: enough to find the last games again. A profile has all results.
const MOST_ENDED: u32 = 10;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, hello, farewell))
        .routes(routes!(rename))
        .routes(routes!(claim))
        .routes(routes!(my_tables))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(sign_out_everywhere))
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = 200, body = Person), (status = 401, body = Problem)))]
async fn me(Me(identity): Me) -> Json<Person> {
    Json(identity.person)
}

/// Say hello: whoever is nobody yet becomes a guest.
#[utoipa::path(post, path = "/api/me", tag = "people",
    responses((status = 200, body = Person), (status = 429, body = Problem)))]
async fn hello(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Anyone(identity): Anyone,
) -> Result<impl IntoResponse, ApiError> {
    if let Some(identity) = identity {
        return Ok(Json(identity.person).into_response());
    }
    app.pace.guest(caller)?;
    let identity = app.people.welcome().await?;
    app.tables.networks().see(&identity.person.id, network(caller));
    Ok((signed_in(&app, &identity.session), Json(identity.person)).into_response())
}

/// Delete the account: name, password and sessions. Games that go on are given up, those that have
/// ended stay, played by "Somebody".
#[utoipa::path(delete, path = "/api/me", tag = "people", request_body = Farewell,
    responses((status = 204), (status = 422, body = Problem)))]
async fn farewell(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Human(identity): Human,
    Body(farewell): Body<Farewell>,
) -> Result<impl IntoResponse, ApiError> {
    if !identity.person.guest {
        app.pace.password(caller, &identity.person.name)?;
        let password = farewell.password.unwrap_or_default();
        app.people.check_password(&identity.person, &password).await?;
    }
    let person = &identity.person.id;
    app.tables.leave_all(&app.people.with_programs(person).await?).await?;
    app.people.delete(person).await?;
    Ok((StatusCode::NO_CONTENT, signed_out(&app)))
}

/// Choose what others call me as long as I am a guest. It needs no password, is nobody's own, and
/// ends in `(guest)`.
#[utoipa::path(put, path = "/api/me/name", tag = "people", request_body = NewName,
    responses((status = 200, body = Person), (status = 422, body = Problem)))]
async fn rename(
    State(app): State<App>,
    Human(identity): Human,
    Body(NewName { name }): Body<NewName>,
) -> Result<Json<Person>, ApiError> {
    let name = app.people.rename_guest(&identity.person.id, &name).await?;
    Ok(Json(Person { name, ..identity.person }))
}

/// Claim a guest's identity with a name and a password.
#[utoipa::path(post, path = "/api/me/claim", tag = "people", request_body = Credentials,
    responses((status = 200, body = Person), (status = 422, body = Problem)))]
async fn claim(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Human(identity): Human,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Json<Person>, ApiError> {
    app.pace.password(caller, &name)?;
    app.people.claim(&identity.person.id, &name, &password).await?;
    let identity = app.people.by_session(identity.session).await?;
    identity.map(|identity| Json(identity.person)).ok_or(ApiError::NobodyIsSignedIn)
}

/// The tables at which I sit, those whose game has ended last; the latest of each first.
#[utoipa::path(get, path = "/api/me/tables", tag = "people",
    responses((status = 200, body = Vec<TableView>)))]
async fn my_tables(
    State(app): State<App>,
    Me(identity): Me,
) -> Result<Json<Vec<TableView>>, ApiError> {
    let person = &identity.person.id;
    let mut tables = app.store.tables_of(person, false, MOST_LISTED).await?;
    tables.extend(app.store.tables_of(person, true, MOST_ENDED).await?);
    Ok(Json(app.tables.views(&tables).await?))
}

/// Sign in with a name and a password.
#[utoipa::path(post, path = "/api/sign-in", tag = "people", request_body = Credentials,
    responses((status = 200, body = Person), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
async fn sign_in(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<impl IntoResponse, ApiError> {
    app.pace.password(caller, &name)?;
    let session = app.people.sign_in(&name, &password).await?;
    let identity = app.people.by_session(session.clone()).await?;
    let identity = identity.ok_or(ApiError::NobodyIsSignedIn)?;
    Ok((signed_in(&app, &session), Json(identity.person)))
}

/// Sign out here.
#[utoipa::path(post, path = "/api/sign-out", tag = "people", responses((status = 204)))]
async fn sign_out(State(app): State<App>, Me(identity): Me) -> Result<impl IntoResponse, ApiError> {
    app.people.sign_out(&identity, false).await?;
    Ok((StatusCode::NO_CONTENT, signed_out(&app)))
}

/// Sign out everywhere.
#[utoipa::path(post, path = "/api/sign-out-everywhere", tag = "people",
    responses((status = 204)))]
async fn sign_out_everywhere(
    State(app): State<App>,
    Me(identity): Me,
) -> Result<impl IntoResponse, ApiError> {
    app.people.sign_out(&identity, true).await?;
    Ok((StatusCode::NO_CONTENT, signed_out(&app)))
}

type SetCookie = AppendHeaders<[(header::HeaderName, String); 1]>;

fn signed_in(app: &App, session: &SessionId) -> SetCookie {
    set_cookie(app, app.people.cookie(session), time::Duration::days(SESSION_DAYS))
}

fn signed_out(app: &App) -> SetCookie {
    set_cookie(app, String::new(), time::Duration::ZERO)
}

fn set_cookie(app: &App, value: String, age: time::Duration) -> SetCookie {
    let secure = app.origin.as_ref().is_some_and(crate::config::Origin::is_secure);
    let cookie = Cookie::build((COOKIE, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(age);
    AppendHeaders([(header::SET_COOKIE, cookie.to_string())])
}
