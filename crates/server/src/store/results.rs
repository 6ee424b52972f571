//! Results and ratings, as they are stored.

use std::collections::BTreeSet;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

use super::read::{id, readable};
use super::{Store, StoreError};
use crate::day::Day;
use crate::id::{PersonId, TableId};
use crate::wire::{HeadToHead, Player, Pool, RatingPoint, RatingView, ResultRow, TodayScore};

/// What a table that has ended counts for.
#[derive(Clone, Debug)]
pub struct Count {
    /// Which table.
    pub table: TableId,
    /// When.
    pub at: i64,
    /// How everyone came out; nothing if the game does not count.
    pub results: Vec<ResultRow>,
    /// The new ratings.
    pub ratings: Vec<NewRating>,
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct NewRating {
    /// Whose.
    pub player: Player,
    /// What it is.
    pub view: RatingView,
}

impl Count {
    pub(super) async fn perform(&self, on: &mut AnyConnection) -> Result<u64, StoreError> {
        let sql = "UPDATE tables SET counted_at = $2 WHERE id = $1 AND counted_at IS NULL";
        let query = sqlx::query(sql).bind(self.table.as_str()).bind(self.at);
        let counted = query.execute(&mut *on).await?.rows_affected();
        if counted == 0 {
            return Ok(0);
        }
        for result in &self.results {
            self.add_result(on, result).await?;
        }
        for rating in &self.ratings {
            self.add_rating(on, rating).await?;
        }
        Ok(counted)
    }

    async fn add_result(
        &self,
        on: &mut AnyConnection,
        result: &ResultRow,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO results \
                   (table_id, seat, player, game, players, pool, place, total, day, at) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        let query = sqlx::query(sql).bind(self.table.as_str()).bind(i64::from(result.seat));
        let query = query.bind(result.player.to_string()).bind(result.game.as_str());
        let query = query.bind(i64::from(result.players)).bind(result.pool.name());
        let query = query.bind(i64::from(result.place)).bind(i64::from(result.total));
        let query = query.bind(result.day.as_ref().map(|day| day.as_str().to_owned()));
        query.bind(result.at).execute(on).await?;
        Ok(())
    }

    async fn add_rating(&self, on: &mut AnyConnection, new: &NewRating) -> Result<(), StoreError> {
        let sql = "INSERT INTO ratings \
                   (player, pool, game, players, number, table_id, rating, uncertainty, at) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let query = sqlx::query(sql).bind(new.player.to_string()).bind(new.view.pool.name());
        let query = query.bind(new.view.game.as_str()).bind(i64::from(new.view.players));
        let query = query.bind(new.view.games as i64).bind(self.table.as_str());
        let query = query.bind(new.view.rating).bind(new.view.uncertainty).bind(self.at);
        query.execute(on).await?;
        Ok(())
    }
}

impl Store {
    /// Tables that have ended and were not counted, those that ended first in front.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn uncounted(&self, most: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE stage = 'ended' AND counted_at IS NULL \
                   ORDER BY changed_at, id LIMIT $1";
        let rows = sqlx::query(sql).bind(i64::from(most)).fetch_all(&self.pool).await?;
        readable(&rows, |row| id(row, "id", "table"))
    }

    /// Those of them who are programs.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn programs_among(
        &self,
        people: &BTreeSet<PersonId>,
    ) -> Result<BTreeSet<PersonId>, StoreError> {
        let mut programs = BTreeSet::new();
        for person in people {
            let sql = "SELECT COUNT(*) FROM people WHERE id = $1 AND bot_of IS NOT NULL";
            let query = sqlx::query_scalar(sql).bind(person.as_str());
            let found: i64 = query.fetch_one(&self.pool).await?;
            if found > 0 {
                programs.insert(person.clone());
            }
        }
        Ok(programs)
    }

    /// A player's rating in a game, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rating(
        &self,
        player: &Player,
        (pool, game, players): (Pool, &str, u8),
    ) -> Result<Option<RatingView>, StoreError> {
        let sql = "SELECT pool, game, players, number, rating, uncertainty FROM ratings \
                   WHERE player = $1 AND pool = $2 AND game = $3 AND players = $4 \
                   ORDER BY number DESC LIMIT 1";
        let query = sqlx::query(sql).bind(player.to_string()).bind(pool.name());
        let query = query.bind(game).bind(i64::from(players));
        query.fetch_optional(&self.pool).await?.map(|row| rating(&row)).transpose()
    }

    /// All ratings of a player as they are now.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ratings(&self, player: &Player) -> Result<Vec<RatingView>, StoreError> {
        let sql = "SELECT pool, game, players, number, rating, uncertainty FROM ratings AS r \
                   WHERE player = $1 AND number = (SELECT MAX(number) FROM ratings AS later \
                   WHERE later.player = r.player AND later.pool = r.pool \
                   AND later.game = r.game AND later.players = r.players) \
                   ORDER BY pool, game, players";
        let query = sqlx::query(sql).bind(player.to_string());
        readable(&query.fetch_all(&self.pool).await?, rating)
    }

    /// How a player's rating in a game went, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn rating_history(
        &self,
        player: &Player,
        (game, players): (&str, u8),
        most: u32,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let sql = "SELECT table_id, at, pool, rating, uncertainty FROM ratings \
                   WHERE player = $1 AND game = $2 AND players = $3 \
                   ORDER BY at DESC, number DESC LIMIT $4";
        let query = sqlx::query(sql).bind(player.to_string()).bind(game);
        let query = query.bind(i64::from(players)).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, rating_point)
    }

    /// How many games a player has finished, and won against others.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn tally(&self, player: &Player) -> Result<(u64, u64), StoreError> {
        let sql = "SELECT COUNT(*) AS games, \
                   COUNT(CASE WHEN place = 1 AND players > 1 THEN 1 END) AS won \
                   FROM results WHERE player = $1";
        let row = sqlx::query(sql).bind(player.to_string()).fetch_one(&self.pool).await?;
        let (games, won): (i64, i64) = (row.try_get("games")?, row.try_get("won")?);
        Ok((games as u64, won as u64))
    }

    /// A player's results, the latest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn results(&self, player: &Player, most: u32) -> Result<Vec<ResultRow>, StoreError> {
        let sql = "SELECT table_id, seat, player, game, players, pool, place, total, day, at \
                   FROM results WHERE player = $1 ORDER BY at DESC, table_id LIMIT $2";
        let query = sqlx::query(sql).bind(player.to_string()).bind(i64::from(most));
        readable(&query.fetch_all(&self.pool).await?, result_row)
    }

    /// How one came out against the other.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn head_to_head(
        &self,
        one: &Player,
        other: &Player,
    ) -> Result<Vec<HeadToHead>, StoreError> {
        let sql = "SELECT a.game, a.players, \
                   COUNT(CASE WHEN a.place < b.place THEN 1 END) AS ahead, \
                   COUNT(CASE WHEN a.place > b.place THEN 1 END) AS behind, \
                   COUNT(CASE WHEN a.place = b.place THEN 1 END) AS same \
                   FROM results AS a JOIN results AS b ON a.table_id = b.table_id \
                   WHERE a.player = $1 AND b.player = $2 AND a.seat <> b.seat \
                   GROUP BY a.game, a.players ORDER BY a.game, a.players";
        let query = sqlx::query(sql).bind(one.to_string()).bind(other.to_string());
        query.fetch_all(&self.pool).await?.iter().map(head_to_head).collect()
    }

    /// The best attempts at a day's deal, the best first, and how many there were.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn scores_of_the_day(
        &self,
        day: &Day,
        game: &str,
        most: u32,
    ) -> Result<(Vec<TodayScore>, u64), StoreError> {
        let sql = "SELECT player, name, total, table_id, \
                   RANK() OVER (ORDER BY total DESC) AS place, COUNT(*) OVER () AS played \
                   FROM results JOIN people ON people.id = player WHERE day = $1 AND game = $2 \
                   ORDER BY total DESC, at, table_id LIMIT $3";
        let query = sqlx::query(sql).bind(day.as_str()).bind(game).bind(i64::from(most));
        let rows = query.fetch_all(&self.pool).await?;
        let played = rows.first().map(|row| small(row, "played")).transpose()?;
        let best = readable(&rows, today_score)?;
        Ok((best, played.unwrap_or_default()))
    }
}

fn small<T: TryFrom<i64>>(row: &AnyRow, column: &str) -> Result<T, StoreError> {
    let number: i64 = row.try_get(column)?;
    number.try_into().map_err(|_| StoreError::Damaged("number"))
}

fn pool(row: &AnyRow) -> Result<Pool, StoreError> {
    let name: String = row.try_get("pool")?;
    let pools = [Pool::People, Pool::Programs];
    pools.into_iter().find(|pool| pool.name() == name).ok_or(StoreError::Damaged("pool"))
}

fn rating(row: &AnyRow) -> Result<RatingView, StoreError> {
    Ok(RatingView {
        pool: pool(row)?,
        game: row.try_get("game")?,
        players: small(row, "players")?,
        rating: row.try_get("rating")?,
        uncertainty: row.try_get("uncertainty")?,
        games: small(row, "number")?,
    })
}

fn rating_point(row: &AnyRow) -> Result<RatingPoint, StoreError> {
    Ok(RatingPoint {
        table: id(row, "table_id", "table")?,
        at: row.try_get("at")?,
        pool: pool(row)?,
        rating: row.try_get("rating")?,
        uncertainty: row.try_get("uncertainty")?,
    })
}

fn result_row(row: &AnyRow) -> Result<ResultRow, StoreError> {
    let day: Option<String> = row.try_get("day")?;
    let day = day.map(|day| day.parse().map_err(|_| StoreError::Damaged("day")));
    Ok(ResultRow {
        table: Some(id(row, "table_id", "table")?),
        seat: small(row, "seat")?,
        player: id(row, "player", "player")?,
        game: row.try_get("game")?,
        players: small(row, "players")?,
        pool: pool(row)?,
        place: small(row, "place")?,
        total: small(row, "total")?,
        day: day.transpose()?,
        at: row.try_get("at")?,
    })
}

fn head_to_head(row: &AnyRow) -> Result<HeadToHead, StoreError> {
    Ok(HeadToHead {
        game: row.try_get("game")?,
        players: small(row, "players")?,
        ahead: small(row, "ahead")?,
        behind: small(row, "behind")?,
        level: small(row, "same")?,
    })
}

fn today_score(row: &AnyRow) -> Result<TodayScore, StoreError> {
    Ok(TodayScore {
        place: small(row, "place")?,
        person: id(row, "player", "player")?,
        name: row.try_get("name")?,
        total: small(row, "total")?,
        table: Some(id(row, "table_id", "table")?),
    })
}
