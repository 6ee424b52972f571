//! Tables: `/api/tables`.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use registry::GameId;
use rules::Seat;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::extract::{Asked, At, Body, Me};
use super::guard::Caller;
use super::log_file::LogFile;
use super::{ApiError, App};
use crate::id::{PersonId, TableId};
use crate::page::{Page, PageSize};
use crate::table::{Checked, Stamped, TableSpec};
use crate::wire::{After, Done, GameView, Legal, Log, Opened, Order, Problem, TableView};

/// How many tables are listed.
const MOST_LISTED: u32 = 50;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(listed, open))
        .routes(routes!(table))
        .routes(routes!(command))
        .routes(routes!(legal))
        .routes(routes!(log))
        .routes(routes!(log_file))
        .routes(routes!(record))
        .routes(routes!(fairness))
        .routes(routes!(rematch))
}

/// What can be played.
#[utoipa::path(get, path = "/api/games", tag = "games", security(()),
    responses((status = 200, body = Vec<GameView>)))]
async fn games(State(app): State<App>) -> Json<Vec<GameView>> {
    let strings = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let view = |game: GameId| {
        let info = game.info();
        GameView {
            id: info.id.to_owned(),
            title: info.title.to_owned(),
            players: (info.players.min, info.players.max),
            options: info.options.iter().map(|o| (o.name.to_owned(), strings(o.values))).collect(),
            sets: app.tables.registry().set_names(game).into_iter().map(str::to_owned).collect(),
        }
    };
    Json(GameId::ALL.into_iter().map(view).collect())
}

/// Public tables that have not ended, the latest first.
#[utoipa::path(get, path = "/api/tables", operation_id = "tables", tag = "tables", security(()),
    responses((status = 200, body = Vec<TableView>)))]
async fn listed(State(app): State<App>) -> Result<Json<Vec<TableView>>, ApiError> {
    let tables = app.store.public_tables(MOST_LISTED).await?;
    Ok(Json(app.tables.views(&tables).await?))
}

/// Open a table. Nobody sits there yet: join after reading the commitment in the first entry.
#[utoipa::path(post, path = "/api/tables", operation_id = "open_table", tag = "tables",
    request_body = TableSpec, security(("session" = []), ("program" = [])),
    responses((status = 201, body = Opened), (status = 422, body = Problem)))]
async fn open(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Me(identity): Me,
    Body(spec): Body<TableSpec>,
) -> Result<impl IntoResponse, ApiError> {
    app.pace.table(&identity.person.id, caller)?;
    let table = app.tables.open(&identity.person.id, spec).await?;
    Ok((StatusCode::CREATED, Json(Opened { table })))
}

/// A table at a glance.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = TableId, Path)),
    security(()),
    responses((status = 200, body = TableView)))]
async fn table(State(app): State<App>, At(table): At) -> Result<Json<TableView>, ApiError> {
    let now = app.tables.clock().now();
    let mut view = app.tables.read(&table, |table, _| TableView::of(table, now)).await?;
    view.names = app.tables.names(&view.people()).await?;
    Ok(Json(view))
}

/// Do something at a table. The answer comes when it is durable.
#[utoipa::path(post, path = "/api/tables/{id}/commands", tag = "tables",
    params(("id" = TableId, Path)), request_body = Order,
    security(("session" = []), ("program" = [])),
    responses((status = 200, body = Done), (status = 422, body = Problem)))]
async fn command(
    State(app): State<App>,
    Me(identity): Me,
    At(table): At,
    Body(Order { id, command }): Body<Order>,
) -> Result<Json<Done>, ApiError> {
    let (person, id) = (&identity.person, id.as_ref());
    let seq = app.tables.command(&table, &person.id, id, command.by(person)).await?;
    Ok(Json(Done { seq }))
}

/// The legal actions of every seat that is to act.
#[utoipa::path(get, path = "/api/tables/{id}/legal", tag = "tables",
    params(("id" = TableId, Path)), security(()),
    responses((status = 200, body = Vec<Legal>)))]
async fn legal(State(app): State<App>, At(table): At) -> Result<Json<Vec<Legal>>, ApiError> {
    // Listed from a copy: nobody waits for the table meanwhile.
    let table = app.tables.read(&table, |table, _| table.clone()).await?;
    let seats = Seat::all(table.game().players());
    let to_act = seats.filter(|seat| table.turn().includes((*seat).into()));
    Ok(Json(to_act.map(|seat| Legal { seat, actions: table.game().legal(seat) }).collect()))
}

/// What of a log is given at once.
const A_PAGE: PageSize = PageSize { items: 1000, bytes: 128 * 1024 };

/// The log of a table, a page at a time: at most 1000 entries and 128 KiB. It has everything that
/// ever happened there, what was undone included.
#[utoipa::path(get, path = "/api/tables/{id}/log", tag = "tables",
    params(("id" = TableId, Path), After), security(()),
    responses((status = 200, body = Log)))]
async fn log(
    State(app): State<App>,
    At(table): At,
    Asked(After { after, limit }): Asked<After>,
) -> Result<Json<Log>, ApiError> {
    let size = A_PAGE.at_most(limit.map(NonZeroU32::get));
    let Page { items: entries, more } = app.tables.entries(&table, after, size).await?;
    let names = app.tables.names(&people(&entries)).await?;
    Ok(Json(Log { table, entries, names, more }))
}

/// Those who have a part in some entries.
fn people(entries: &[Stamped]) -> BTreeSet<PersonId> {
    entries.iter().filter_map(|stamped| stamped.entry.person().cloned()).collect()
}

/// The whole log of a table in one file, as `bellwether verify` checks it completely. It is made
/// while it is read.
#[utoipa::path(get, path = "/api/tables/{id}/log.json", tag = "tables",
    params(("id" = TableId, Path)), security(()),
    responses((status = 200, body = Log)))]
async fn log_file(State(app): State<App>, At(table): At) -> Result<impl IntoResponse, ApiError> {
    let people = app.tables.read(&table, |_, log| people(log)).await?;
    let names = app.tables.names(&people).await?;
    let name = format!("attachment; filename=\"{table}.json\"");
    let kind = "application/json".to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, LogFile::new(app.tables, table, names).into_body()))
}

/// The record of a table (`.bwr`): the line that counts.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables",
    params(("id" = TableId, Path)), security(()),
    responses((status = 200, body = String, content_type = "text/plain")))]
async fn record(State(app): State<App>, At(table): At) -> Result<impl IntoResponse, ApiError> {
    let seen = app.tables.read(&table, |table, _| table.clone()).await?;
    let people: BTreeSet<PersonId> = seen.everyone().into_iter().cloned().collect();
    let names: BTreeMap<PersonId, String> = app.tables.names(&people).await?;
    let name = format!("attachment; filename=\"{table}.bwr\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, seen.record(&names)))
}

/// Check every draw of a finished table against the seed that it reveals.
#[utoipa::path(get, path = "/api/tables/{id}/fairness", tag = "tables",
    params(("id" = TableId, Path)), security(()),
    responses((status = 200, body = Checked), (status = 422, body = Problem)))]
async fn fairness(State(app): State<App>, At(table): At) -> Result<Json<Checked>, ApiError> {
    let checked = app.tables.check(&table).await?;
    checked.map(Json).map_err(|error| ApiError::Refused(error.to_string()))
}

/// Play again: a table with the same people, seats rotated. Everyone who asks gets the same one.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables",
    params(("id" = TableId, Path)), security(("session" = []), ("program" = [])),
    responses((status = 200, body = Opened), (status = 422, body = Problem)))]
async fn rematch(
    State(app): State<App>,
    Extension(Caller(caller)): Extension<Caller>,
    Me(identity): Me,
    At(table): At,
) -> Result<Json<Opened>, ApiError> {
    app.pace.table(&identity.person.id, caller)?;
    let table = app.tables.rematch(&table, &identity.person.id).await?;
    Ok(Json(Opened { table }))
}
