//! Tables as this device stores them.

use rules::Turn;
use serde::{Deserialize, Serialize};

use super::{DrawSource, LocalTable, SeatPlayer};
use crate::browser::{ObjectStore, StoreError, Stored, now};

/// The tables on this device.
pub type TableStore = ObjectStore<SavedTable>;

/// A stored table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedTable {
    /// The id in URLs.
    pub id: String,
    /// The record of the game so far.
    pub record: String,
    /// The player of each seat.
    #[serde(rename = "sitters")]
    pub seat_players: Vec<SeatPlayer>,
    /// Where the dealer's draws come from.
    pub draws: DrawSource,
    /// When it was started, in milliseconds since 1970.
    pub started: f64,
    /// When it was last changed, in milliseconds since 1970.
    pub changed: f64,
    /// Whether the game is over.
    pub over: bool,
}

impl SavedTable {
    /// A table in its present state.
    pub fn of(id: String, local: &LocalTable, started: f64) -> Self {
        Self {
            id,
            record: local.game().record(),
            seat_players: local.seat_players().to_vec(),
            draws: local.draws().clone(),
            started,
            changed: now(),
            over: local.game().turn() == Turn::Over,
        }
    }
}

impl Stored for SavedTable {
    const DATABASE: &str = "bellwether";
    const STORE: &str = "tables";
}

impl TableStore {
    /// All tables, the last changed one first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn newest_first(&self) -> Result<Vec<SavedTable>, StoreError> {
        let mut tables = self.all().await?;
        tables.sort_by(|a, b| b.changed.total_cmp(&a.changed));
        Ok(tables)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_earlier_versions_can_be_read() {
        let stored = r#"{"id":"a1","record":"[game \"tipperary\"]","sitters":[{"kind":"person","name":"Ann"},{"kind":"bot","level":2}],"draws":{"kind":"seed","seed":"07"},"started":1.0,"changed":2.0,"over":false}"#;
        let saved: SavedTable = serde_json::from_str(stored).unwrap();
        assert_eq!(saved.seat_players.len(), 2);
        assert_eq!(serde_json::to_string(&saved).unwrap(), stored);
    }
}
