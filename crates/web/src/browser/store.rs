//! The tables that this device keeps, in the browser's own database.

use idb::{Database, DatabaseEvent, Error, Factory, KeyPath, ObjectStoreParams, TransactionMode};
use rules::Turn;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wasm_bindgen::JsValue;

use super::now;
use crate::table::{Draws, Local, Sitter};

const DATABASE: &str = "bellwether";
const VERSION: u32 = 1;
const TABLES: &str = "tables";

/// A table as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedTable {
    /// Its name in addresses.
    pub id: String,
    /// The game so far.
    pub record: String,
    /// Who sits where.
    pub sitters: Vec<Sitter>,
    /// Where the dealer's draws come from.
    pub draws: Draws,
    /// When it was started, in milliseconds since 1970.
    pub started: f64,
    /// When it last changed.
    pub changed: f64,
    /// Whether the game is over.
    pub over: bool,
}

impl SavedTable {
    /// A table as it stands now.
    pub fn of(id: String, local: &Local, started: f64) -> Self {
        Self {
            id,
            record: local.game().record(),
            sitters: local.sitters().to_vec(),
            draws: local.draws().clone(),
            started,
            changed: now(),
            over: local.game().turn() == Turn::Over,
        }
    }
}

/// The browser's database would not have it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("this browser does not let pages keep anything: {0}")]
pub struct StoreError(String);

impl From<Error> for StoreError {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_wasm_bindgen::Error> for StoreError {
    fn from(error: serde_wasm_bindgen::Error) -> Self {
        Self(error.to_string())
    }
}

/// The tables of this device.
pub struct Store(Database);

impl Store {
    /// Opens the database, which is made at the first visit.
    ///
    /// # Errors
    /// If the browser has none for us.
    pub async fn open() -> Result<Self, StoreError> {
        let mut request = Factory::new()?.open(DATABASE, Some(VERSION))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else { return };
            let mut params = ObjectStoreParams::new();
            params.key_path(Some(KeyPath::new_single("id")));
            // A store that cannot be made is missed, and said so, at the first use.
            let _ = database.create_object_store(TABLES, params);
        });
        Ok(Self(request.await?))
    }

    /// Keeps a table, in place of what was kept of it before.
    ///
    /// # Errors
    /// If the browser would not have it.
    pub async fn put(&self, table: &SavedTable) -> Result<(), StoreError> {
        let transaction = self.0.transaction(&[TABLES], TransactionMode::ReadWrite)?;
        let value = serde_wasm_bindgen::to_value(table)?;
        transaction.object_store(TABLES)?.put(&value, None)?.await?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// The table with that id.
    ///
    /// # Errors
    /// If the browser does not give it.
    pub async fn get(&self, id: &str) -> Result<Option<SavedTable>, StoreError> {
        let transaction = self.0.transaction(&[TABLES], TransactionMode::ReadOnly)?;
        let value = transaction.object_store(TABLES)?.get(JsValue::from_str(id))?.await?;
        Ok(value.map(serde_wasm_bindgen::from_value).transpose()?)
    }

    /// All tables, the one that changed last first.
    ///
    /// # Errors
    /// If the browser does not give them.
    pub async fn all(&self) -> Result<Vec<SavedTable>, StoreError> {
        let transaction = self.0.transaction(&[TABLES], TransactionMode::ReadOnly)?;
        let values = transaction.object_store(TABLES)?.get_all(None, None)?.await?;
        let mut tables: Vec<SavedTable> = values
            .into_iter()
            .filter_map(|value| serde_wasm_bindgen::from_value(value).ok())
            .collect();
        tables.sort_by(|a, b| b.changed.total_cmp(&a.changed));
        Ok(tables)
    }

    /// Forgets a table.
    ///
    /// # Errors
    /// If the browser would not.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        let transaction = self.0.transaction(&[TABLES], TransactionMode::ReadWrite)?;
        transaction.object_store(TABLES)?.delete(JsValue::from_str(id))?.await?;
        transaction.commit()?.await?;
        Ok(())
    }
}
