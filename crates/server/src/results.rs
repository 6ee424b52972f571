//! Counting how games came out: results and ratings, once for each table that has ended.
//!
//! It is done behind the backs of those who play, by whichever node comes first; the database lets
//! a table be counted once, and a player's ratings follow each other without a gap.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rules::Seat;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use tokio::time::timeout;

use crate::clock::now;
use crate::id::TableId;
use crate::store::{Count, NewRating, Store, StoreError, Write};
use crate::table::{Part, Standing, Table};
use crate::tables::{TableError, Tables};
use crate::wire::{Player, Pool, RatingView, ResultRow};

/// How often somebody looks for tables that another node has left uncounted.
const LOOK: Duration = Duration::from_mins(1);
/// How many tables are looked up at once.
const MOST: u32 = 100;

/// Counts tables that have ended.
#[derive(Debug)]
pub(crate) struct Counter {
    store: Store,
    tables: Tables,
}

impl Counter {
    pub(crate) fn new(store: Store, tables: Tables) -> Self {
        Self { store, tables }
    }

    /// Counts until it is stopped, which is harmless at any moment.
    pub(crate) async fn run(self) {
        loop {
            if let Err(error) = self.count_all().await {
                tracing::warn!(%error, "tables could not be counted");
            }
            // Either way there may be something to count.
            let _ = timeout(LOOK, self.tables.ended()).await;
        }
    }

    /// A table that cannot be counted waits for the next time, and keeps no other waiting.
    async fn count_all(&self) -> Result<(), TableError> {
        let mut left_out = BTreeSet::new();
        loop {
            let mut tables = self.store.uncounted(MOST + left_out.len() as u32).await?;
            tables.retain(|table| !left_out.contains(table));
            if tables.is_empty() {
                return Ok(());
            }
            for table in tables {
                match self.count(&table).await {
                    Ok(()) => {}
                    Err(TableError::Store(
                        error @ (StoreError::Database(_) | StoreError::Closed),
                    )) => return Err(error.into()),
                    Err(error) => {
                        tracing::error!(%table, %error, "a table could not be counted");
                        left_out.insert(table);
                    }
                }
            }
        }
    }

    async fn count(&self, id: &TableId) -> Result<(), TableError> {
        loop {
            let count = self.weigh(id).await?;
            match self.store.write(Write::Count(count)).await {
                Ok(_) => return Ok(()),
                // Somebody's rating has changed meanwhile.
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// What a table counts for as things stand.
    async fn weigh(&self, id: &TableId) -> Result<Count, TableError> {
        let at = now();
        let mut count = Count { table: id.clone(), at, results: Vec::new(), ratings: Vec::new() };
        let table = match self.tables.read(id, |table, _| table.clone()).await {
            Ok(table) => table,
            Err(error) if error.is_damage() => {
                tracing::error!(table = %id, %error, "a damaged log counts for nothing");
                return Ok(count);
            }
            Err(error) => return Err(error),
        };
        let Some(standings) = table.standings().filter(|_| !table.spec().hot_seat) else {
            return Ok(count);
        };
        let people = table.parts().iter().filter_map(Part::person).cloned().collect();
        let programs = self.store.programs_among(&people).await?;
        let pool = if programs.is_empty() { Pool::People } else { Pool::Programs };
        count.results = results(&table, &standings, pool, at);
        if is_rated(&table) {
            count.ratings = self.rate(&count.results).await?;
        }
        Ok(count)
    }

    async fn rate(&self, results: &[ResultRow]) -> Result<Vec<NewRating>, StoreError> {
        let mut before = BTreeMap::new();
        for result in results {
            let ResultRow { pool, game, players, .. } = result;
            let known = self.store.rating(&result.player, (*pool, game, *players)).await?;
            let view = known.unwrap_or_else(|| unrated(result));
            before.insert(result.player.clone(), view);
        }
        Ok(rated(results, &before))
    }
}

/// Games with others count for the ratings, with the standard components, if everyone who began
/// played on or gave up.
fn is_rated(table: &Table) -> bool {
    let replaced = table.parts().iter().any(|part| matches!(part, Part::Replaced(_)));
    table.parts().len() > 1 && table.spec().set.is_none() && !replaced
}

fn results(table: &Table, standings: &[Standing], pool: Pool, at: i64) -> Vec<ResultRow> {
    let players = table.parts().len() as u8;
    let result = |(seat, standing): (Seat, &Standing)| {
        Some(ResultRow {
            table: Some(table.id().clone()),
            seat: seat.number(),
            player: player(&table.parts()[seat.index()])?,
            game: table.spec().game.clone(),
            players,
            pool,
            place: standing.place,
            total: standing.total,
            day: table.spec().day.clone(),
            at,
        })
    };
    Seat::all(players).zip(standings).filter_map(result).collect()
}

/// Whose result it is; nobody's if the players changed.
fn player(part: &Part) -> Option<Player> {
    match part {
        Part::Played(person) | Part::Left(person) => Some(Player::Person(person.clone())),
        Part::Bot(level) => Some(Player::Bot(*level)),
        Part::Replaced(_) => None,
    }
}

/// Where everyone starts.
fn unrated(result: &ResultRow) -> RatingView {
    let WengLinRating { rating, uncertainty } = WengLinRating::new();
    let ResultRow { pool, game, players, .. } = result.clone();
    RatingView { pool, game, players, rating, uncertainty, games: 0 }
}

/// The ratings after a game. A bot that holds several seats gets the mean of what they bring.
fn rated(results: &[ResultRow], before: &BTreeMap<Player, RatingView>) -> Vec<NewRating> {
    let rating = |result: &ResultRow| {
        let RatingView { rating, uncertainty, .. } = before[&result.player];
        [WengLinRating { rating, uncertainty }]
    };
    let ratings: Vec<[WengLinRating; 1]> = results.iter().map(rating).collect();
    let places = results.iter().map(|result| MultiTeamOutcome::new(result.place.into()));
    let teams: Vec<(&[WengLinRating], _)> =
        ratings.iter().map(<[_; 1]>::as_slice).zip(places).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new()).concat();
    let new = |(player, view): (&Player, &RatingView)| {
        let own = results.iter().zip(&after).filter(|(result, _)| result.player == *player);
        let own: Vec<&WengLinRating> = own.map(|(_, rating)| rating).collect();
        let mean = |value: fn(&WengLinRating) -> f64| {
            own.iter().map(|rating| value(rating)).sum::<f64>() / own.len() as f64
        };
        let view = RatingView {
            rating: mean(|rating| rating.rating),
            uncertainty: mean(|rating| rating.uncertainty),
            games: view.games + 1,
            ..view.clone()
        };
        NewRating { player: player.clone(), view }
    };
    before.iter().map(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::PersonId;

    fn result(player: &Player, place: u8) -> ResultRow {
        ResultRow {
            table: Some(TableId::random()),
            seat: 1,
            player: player.clone(),
            game: "tipperary".to_owned(),
            players: 3,
            pool: Pool::People,
            place,
            total: 0,
            day: None,
            at: 0,
        }
    }

    fn rate(results: &[ResultRow]) -> BTreeMap<Player, RatingView> {
        let before = results.iter().map(|result| (result.player.clone(), unrated(result)));
        let rated = rated(results, &before.collect());
        rated.into_iter().map(|new| (new.player, new.view)).collect()
    }

    #[test]
    fn the_better_the_place_the_better_the_rating() {
        let people = [(); 3].map(|()| Player::Person(PersonId::random()));
        let results: Vec<_> =
            people.iter().zip([1, 2, 3]).map(|(player, place)| result(player, place)).collect();
        let after = rate(&results);
        let rating = |place: usize| after[&people[place]].rating;
        assert!(rating(0) > rating(1) && rating(1) > rating(2));
        assert!((rating(1) - 25.0).abs() < 1e-9, "the middle one is where it was");
        assert!(after.values().all(|view| view.uncertainty < 25.0 / 3.0 && view.games == 1));
        assert_eq!(rate(&results), after, "the same results give the same ratings");
    }

    #[test]
    fn a_bot_in_two_seats_is_rated_once() {
        let (person, bot) = (Player::Person(PersonId::random()), Player::Bot(3));
        let after = rate(&[result(&bot, 1), result(&person, 2), result(&bot, 3)]);
        assert_eq!(after.len(), 2);
        assert!((after[&bot].rating - 25.0).abs() < 1e-9);
    }
}
