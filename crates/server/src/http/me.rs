//! Who somebody is: `/api/me` and signing in and out.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use cookie::{Cookie, SameSite};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Anyone, Body, Human, Me, cookie_value, plain_cookie_value};
use super::guard::Caller;
use super::tries::Attempt;
use super::{ApiError, App, network};
use crate::config::Origin;
use crate::id::SessionId;
use crate::people::{COOKIE, DEVICE_COOKIE, HOST_PREFIX, People, PeopleError, SESSION_DAYS};
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
    security(("session" = []), ("program" = [])),
    responses((status = 200, body = Person)))]
async fn me(Me(identity): Me) -> Json<Person> {
    Json(identity.person)
}

/// Say hello: whoever is nobody yet becomes a guest.
#[utoipa::path(post, path = "/api/me", operation_id = "say_hello", tag = "people",
    security((), ("session" = []), ("program" = [])),
    responses((status = 200, body = Person)))]
async fn hello(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Anyone(identity): Anyone,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let identity = match identity {
        // A cookie from before the server was known by its host alone is renewed.
        Some(identity)
            if is_secure(&app)
                && plain_cookie_value(&headers, COOKIE).is_some()
                && plain_cookie_value(&headers, &format!("{HOST_PREFIX}{COOKIE}")).is_none() =>
        {
            identity
        }
        Some(identity) => return Ok(Json(identity.person).into_response()),
        None => {
            app.pace.guest(caller)?;
            let identity = app.people.welcome().await?;
            app.tables.networks().see(&identity.person.id, network(caller));
            identity
        }
    };
    Ok((signed_in(&app, &identity.session), Json(identity.person)).into_response())
}

/// Delete the account: name, password and sessions. Games that go on are given up, those that have
/// ended stay, played by "Somebody".
#[utoipa::path(delete, path = "/api/me", operation_id = "delete_account", tag = "people",
    request_body = Farewell, security(("session" = [])),
    responses((status = 204), (status = 422, body = Problem)))]
async fn farewell(
    State(app): State<App>,
    Human(identity): Human,
    Body(farewell): Body<Farewell>,
) -> Result<impl IntoResponse, ApiError> {
    if !identity.person.guest {
        let attempt = app.pace.confirmation(&identity.person.id)?;
        let password = farewell.password.unwrap_or_default();
        let checked = app.people.check_password(&identity.person, &password).await;
        if !matches!(checked, Err(PeopleError::WrongPassword)) {
            attempt.take_back();
        }
        checked?;
    }
    let person = &identity.person.id;
    let leaving = app.people.with_programs(person).await?;
    // From here on nobody sits down as this person, so that leaving comes to an end.
    app.people.delete(person).await?;
    app.leave_tables(&leaving).await;
    Ok((StatusCode::NO_CONTENT, signed_out(&app)))
}

/// Choose what others call me as long as I am a guest. It needs no password, is nobody's own, and
/// ends in `(guest)`.
#[utoipa::path(put, path = "/api/me/name", tag = "people", request_body = NewName,
    security(("session" = [])),
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
    security(("session" = [])),
    responses((status = 200, body = Person), (status = 422, body = Problem)))]
async fn claim(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Human(identity): Human,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<impl IntoResponse, ApiError> {
    let attempt = app.pace.claim(caller)?;
    let session = app.people.claim(&identity.person.id, &name, &password).await?;
    attempt.take_back();
    signed_in_as(&app, session).await
}

/// The tables at which I sit, those whose game has ended last; the latest of each first.
#[utoipa::path(get, path = "/api/me/tables", tag = "people",
    security(("session" = []), ("program" = [])),
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
    security(()),
    responses((status = 200, body = Person), (status = 422, body = Problem)))]
async fn sign_in(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Anyone(before): Anyone,
    headers: HeaderMap,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<impl IntoResponse, ApiError> {
    let account = app.people.account(&name).await?;
    let device = cookie_value(&headers, DEVICE_COOKIE);
    let device = device.and_then(|value| app.people.device(&value));
    let whose = account.as_ref().map(|account| &account.person);
    let known = device.as_ref().filter(|device| Some(&device.person) == whose);
    let attempts = app.pace.sign_in(caller, &People::name_key(&name), known)?;
    let signed_in = app.people.sign_in(account, &password).await;
    if !matches!(signed_in, Err(PeopleError::WrongPassword)) {
        attempts.into_iter().for_each(Attempt::take_back);
    }
    let session = signed_in?;
    // The session that this one takes the place of may be known to somebody else. A program's
    // token stays.
    if let Some(before) = before.filter(|before| !before.person.bot) {
        app.people.sign_out(&before, false).await?;
        app.leave_if_gone(&before.person.id).await;
    }
    signed_in_as(&app, session).await
}

/// Sign out here.
#[utoipa::path(post, path = "/api/sign-out", tag = "people",
    security(("session" = []), ("program" = [])),
    responses((status = 204)))]
async fn sign_out(State(app): State<App>, Me(identity): Me) -> Result<impl IntoResponse, ApiError> {
    app.people.sign_out(&identity, false).await?;
    app.leave_if_gone(&identity.person.id).await;
    Ok((StatusCode::NO_CONTENT, signed_out(&app)))
}

/// Sign out everywhere.
#[utoipa::path(post, path = "/api/sign-out-everywhere", tag = "people",
    security(("session" = []), ("program" = [])),
    responses((status = 204)))]
async fn sign_out_everywhere(
    State(app): State<App>,
    Me(identity): Me,
) -> Result<impl IntoResponse, ApiError> {
    app.people.sign_out(&identity, true).await?;
    app.leave_if_gone(&identity.person.id).await;
    Ok((StatusCode::NO_CONTENT, signed_out(&app)))
}

type SetCookies = AppendHeaders<Vec<(header::HeaderName, String)>>;

/// Whoever has just shown who they are gets a new session, and this browser is known from now on.
async fn signed_in_as(
    app: &App,
    session: SessionId,
) -> Result<(SetCookies, SetCookies, Json<Person>), ApiError> {
    let identity = app.people.by_session(session.clone()).await?;
    let person = identity.ok_or(ApiError::NobodyIsSignedIn)?.person;
    let device = app.people.device_cookie(&person.id);
    let days = time::Duration::days(SESSION_DAYS);
    Ok((signed_in(app, &session), set_cookie(app, DEVICE_COOKIE, &device, days), Json(person)))
}

fn signed_in(app: &App, session: &SessionId) -> SetCookies {
    let days = time::Duration::days(SESSION_DAYS);
    set_cookie(app, COOKIE, &app.people.cookie(session), days)
}

fn signed_out(app: &App) -> SetCookies {
    set_cookie(app, COOKIE, "", time::Duration::ZERO)
}

fn is_secure(app: &App) -> bool {
    app.origin.as_ref().is_some_and(Origin::is_secure)
}

/// Where the connection is encrypted, the cookie belongs to the host alone, and one of before goes.
fn set_cookie(app: &App, name: &str, value: &str, age: time::Duration) -> SetCookies {
    let secure = is_secure(app);
    let header = |name: String, value: &str, age| {
        let cookie = Cookie::build((name, value.to_owned()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(secure)
            .max_age(age);
        (header::SET_COOKIE, cookie.to_string())
    };
    AppendHeaders(if secure {
        let own = header(format!("{HOST_PREFIX}{name}"), value, age);
        vec![own, header(name.to_owned(), "", time::Duration::ZERO)]
    } else {
        vec![header(name.to_owned(), value, age)]
    })
}
