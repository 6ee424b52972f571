//! What the tests share.

use server::store::{Database, Store};
use tempfile::TempDir;

/// A store in an own database. The folder goes away with it.
pub(crate) struct Home {
    pub(crate) database: Database,
    _folder: Option<TempDir>,
}

impl Home {
    /// An SQLite file.
    pub(crate) async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // A space: paths are not addresses.
        let database = Database::Sqlite(folder.path().join("bell wether.db"));
        Self { database, _folder: Some(folder) }
    }

    /// A PostgreSQL database.
    pub(crate) async fn postgres() -> Self {
        let database = Database::Postgres(crate::postgres::database().await);
        Self { database, _folder: None }
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.database).await.unwrap()
    }
}

/// Makes one test for each database of every function named, which is given a [`Home`].
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::support::Home::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::support::Home::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both;
