//! Objects that this device stores in `IndexedDB`, such as tables and evaluations of games.

use std::marker::PhantomData;

use idb::{
    Database, DatabaseEvent, Error, Factory, KeyPath, ObjectStoreParams, Transaction,
    TransactionMode, TransactionResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wasm_bindgen::JsValue;

const VERSION: u32 = 1;

/// A type of stored objects. Each has a database of its own, so that one can be changed or deleted
/// without the others.
pub trait Stored: Serialize + DeserializeOwned {
    /// The name of the database.
    const DATABASE: &str;
    /// The name of the object store in it.
    const STORE: &str;
}

/// `IndexedDB` refused an operation.
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

/// All stored objects of one type, by their `id`.
pub struct ObjectStore<T>(Database, PhantomData<T>);

impl<T: Stored> ObjectStore<T> {
    /// Opens the database, and creates it if it does not exist.
    ///
    /// # Errors
    /// If the browser provides no database.
    pub async fn open() -> Result<Self, StoreError> {
        let mut request = Factory::new()?.open(T::DATABASE, Some(VERSION))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else { return };
            let mut params = ObjectStoreParams::new();
            params.key_path(Some(KeyPath::new_single("id")));
            // If this fails, the first use of the store reports it.
            let _ = database.create_object_store(T::STORE, params);
        });
        Ok(Self(request.await?, PhantomData))
    }

    /// Stores an object; replaces the one with the same id.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn put(&self, object: &T) -> Result<(), StoreError> {
        let transaction = self.0.transaction(&[T::STORE], TransactionMode::ReadWrite)?;
        let value = serde_wasm_bindgen::to_value(object)?;
        let put = transaction.object_store(T::STORE)?.put(&value, None)?;
        complete(transaction, put).await
    }

    /// The object with that id.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Option<T>, StoreError> {
        let transaction = self.0.transaction(&[T::STORE], TransactionMode::ReadOnly)?;
        let value = transaction.object_store(T::STORE)?.get(JsValue::from_str(id))?.await?;
        Ok(value.map(serde_wasm_bindgen::from_value).transpose()?)
    }

    /// All stored objects. Unreadable ones are left out.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn all(&self) -> Result<Vec<T>, StoreError> {
        let transaction = self.0.transaction(&[T::STORE], TransactionMode::ReadOnly)?;
        let values = transaction.object_store(T::STORE)?.get_all(None, None)?.await?;
        let objects = values.into_iter();
        Ok(objects.filter_map(|value| serde_wasm_bindgen::from_value(value).ok()).collect())
    }

    /// Deletes the object with that id.
    ///
    /// # Errors
    /// If the browser refuses.
    pub async fn delete(&self, id: &str) -> Result<(), StoreError> {
        let transaction = self.0.transaction(&[T::STORE], TransactionMode::ReadWrite)?;
        let delete = transaction.object_store(T::STORE)?.delete(JsValue::from_str(id))?;
        complete(transaction, delete).await
    }
}

/// Commits a transaction and waits until it is complete. It is committed explicitly because the
/// browser ends an idle transaction, and the caller may continue in a later task.
async fn complete<R>(
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
