//! Answers given in advance, as they are stored.

use registry::{AnyPlan, GameId};
use rules::Seat;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::read::{id, readable};
use super::{Store, StoreError};
use crate::id::{PersonId, TableId};
use crate::table::SeatPlan;

/// Plans for a seat, whatever was planned before.
pub(super) async fn set(
    on: &mut AnyConnection,
    table: &TableId,
    SeatPlan { seat, person, plan }: &SeatPlan,
    now: i64,
) -> Result<u64, StoreError> {
    let sql = "INSERT INTO plans (table_id, seat, person, plan, created_at) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (table_id, seat) \
               DO UPDATE SET person = $3, plan = $4, created_at = $5";
    let query = sqlx::query(sql).bind(table.as_str()).bind(i64::from(seat.number()));
    let query = query.bind(person.as_str()).bind(plan.to_string()).bind(now);
    Ok(query.execute(on).await?.rows_affected())
}

/// Takes back what a person has planned for a seat.
pub(super) async fn take_back(
    on: &mut AnyConnection,
    table: &TableId,
    seat: Seat,
    person: &PersonId,
) -> Result<u64, StoreError> {
    let sql = "DELETE FROM plans WHERE table_id = $1 AND seat = $2 AND person = $3";
    let query = sqlx::query(sql).bind(table.as_str()).bind(i64::from(seat.number()));
    Ok(query.bind(person.as_str()).execute(on).await?.rows_affected())
}

/// Forgets a plan that is over, unless there is another in its place by now.
pub(super) async fn end(
    on: &mut AnyConnection,
    table: &TableId,
    SeatPlan { seat, person, plan }: &SeatPlan,
) -> Result<(), StoreError> {
    let sql = "DELETE FROM plans \
               WHERE table_id = $1 AND seat = $2 AND person = $3 AND plan = $4";
    let query = sqlx::query(sql).bind(table.as_str()).bind(i64::from(seat.number()));
    query.bind(person.as_str()).bind(plan.to_string()).execute(on).await?;
    Ok(())
}

/// Forgets everything that a person has planned.
pub(super) async fn forget(on: &mut AnyConnection, person: &PersonId) -> Result<(), StoreError> {
    let query = sqlx::query("DELETE FROM plans WHERE person = $1");
    query.bind(person.as_str()).execute(on).await?;
    Ok(())
}

impl Store {
    /// What is planned at a table of that game.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn plans(&self, table: &TableId, game: GameId) -> Result<Vec<SeatPlan>, StoreError> {
        let sql = "SELECT seat, person, plan FROM plans WHERE table_id = $1 ORDER BY seat";
        let rows = sqlx::query(sql).bind(table.as_str()).fetch_all(&self.pool).await?;
        readable(&rows, |row| seat_plan(row, game))
    }

    /// The tables where something is planned.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn planned_tables(&self) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT DISTINCT table_id FROM plans ORDER BY table_id";
        let rows = sqlx::query(sql).fetch_all(&self.pool).await?;
        readable(&rows, |row| id(row, "table_id", "table"))
    }
}

fn seat_plan(row: &AnyRow, game: GameId) -> Result<SeatPlan, StoreError> {
    let (seat, plan): (i64, String) = (row.try_get("seat")?, row.try_get("plan")?);
    let seat = u64::try_from(seat).ok().and_then(Seat::from_number);
    Ok(SeatPlan {
        seat: seat.ok_or(StoreError::Damaged("seat"))?,
        person: id(row, "person", "person")?,
        plan: AnyPlan::read(game, &plan).map_err(|_| StoreError::Damaged("plan"))?,
    })
}
