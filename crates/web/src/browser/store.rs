//! What this device keeps, in the browser's own databases: tables, and what bots think of them.

use std::marker::PhantomData;

use idb::{
    Database, DatabaseEvent, Error, Factory, KeyPath, ObjectStoreParams, Transaction,
    TransactionMode, TransactionResult,
};
use rules::Turn;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wasm_bindgen::JsValue;

use super::now;
use crate::table::{Draws, Evaluation, Local, Sitter};

const VERSION: u32 = 1;

/// Something that is kept under its `id`, each kind in a database of its own: one can be changed or
/// thrown away without the others.
pub trait Kept: Serialize + DeserializeOwned {
    /// The name of its database.
    const DATABASE: &str;
    /// Where in it.
    const PLACE: &str;
}

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

impl Kept for SavedTable {
    const DATABASE: &str = "bellwether";
    const PLACE: &str = "tables";
}

/// What bots think of a game, as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SavedEvaluation {
    /// The digest of the game's record.
    pub id: String,
    /// What they think.
    pub evaluation: Evaluation,
}

impl Kept for SavedEvaluation {
    const DATABASE: &str = "bellwether-evaluations";
    const PLACE: &str = "evaluations";
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
pub type Store = Drawer<SavedTable>;

/// Everything of one kind that this device keeps.
pub struct Drawer<T>(Database, PhantomData<T>);

impl<T: Kept> Drawer<T> {
    /// Opens the database, which is made at the first visit.
    ///
    /// # Errors
    /// If the browser has none for us.
    pub async fn open() -> Result<Self, StoreError> {
        let mut request = Factory::new()?.open(T::DATABASE, Some(VERSION))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else { return };
            let mut params = ObjectStoreParams::new();
            params.key_path(Some(KeyPath::new_single("id")));
            // A store that cannot be made is missed, and said so, at the first use.
            let _ = database.create_object_store(T::PLACE, params);
        });
        Ok(Self(request.await?, PhantomData))
    }

    /// Keeps something, in place of what was kept under its id before.
    ///
    /// # Errors
    /// If the browser would not have it.
    pub async fn put(&self, thing: &T) -> Result<(), StoreError> {
        let transaction = self.0.transaction(&[T::PLACE], TransactionMode::ReadWrite)?;
        let value = serde_wasm_bindgen::to_value(thing)?;
        let put = transaction.object_store(T::PLACE)?.put(&value, None)?;
        see_through(transaction, put).await
    }

    /// What is kept under that id.
    ///
    /// # Errors
    /// If the browser does not give it.
    pub async fn get(&self, id: &str) -> Result<Option<T>, StoreError> {
        let transaction = self.0.transaction(&[T::PLACE], TransactionMode::ReadOnly)?;
        let value = transaction.object_store(T::PLACE)?.get(JsValue::from_str(id))?.await?;
        Ok(value.map(serde_wasm_bindgen::from_value).transpose()?)
    }

    /// Forgets what is kept under that id.
    ///
    /// # Errors
    /// If the browser would not.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        let transaction = self.0.transaction(&[T::PLACE], TransactionMode::ReadWrite)?;
        let delete = transaction.object_store(T::PLACE)?.delete(JsValue::from_str(id))?;
        see_through(transaction, delete).await
    }
}

/// Waits until a change is kept. It is closed at once: the browser ends a change of which nothing more
/// is asked, and whoever waits here may go on in a later task.
async fn see_through<R>(
    transaction: Transaction,
    request: impl IntoFuture<Output = Result<R, Error>>,
) -> Result<(), StoreError> {
    let request = request.into_future();
    let end = transaction.commit()?.into_future();
    request.await?;
    match end.await? {
        TransactionResult::Committed => Ok(()),
        TransactionResult::Aborted => Err(StoreError("it has taken a change back".to_owned())),
    }
}

impl Drawer<SavedTable> {
    /// All tables, the one that changed last first.
    ///
    /// # Errors
    /// If the browser does not give them.
    pub async fn all(&self) -> Result<Vec<SavedTable>, StoreError> {
        let place = SavedTable::PLACE;
        let transaction = self.0.transaction(&[place], TransactionMode::ReadOnly)?;
        let values = transaction.object_store(place)?.get_all(None, None)?.await?;
        let mut tables: Vec<SavedTable> = values
            .into_iter()
            .filter_map(|value| serde_wasm_bindgen::from_value(value).ok())
            .collect();
        tables.sort_by(|a, b| b.changed.total_cmp(&a.changed));
        Ok(tables)
    }
}
