//! What the tests share.

use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use registry::Registry;
use server::Server;
use server::config::{BotLimits, Clock, Config, Limits, Retention, WebhookRules};
use server::store::{Database, Store};
use sqlx::{AnyConnection, Connection, PgConnection};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::player::Player;

/// A store in an own database. The folder goes away with it.
pub(crate) struct Home {
    pub(crate) database: Database,
    _folder: Option<TempDir>,
}

impl Home {
    /// An SQLite file.
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // A space: paths are not addresses.
        let database = Database::Sqlite(folder.path().join("bell wether.db"));
        Self { database, _folder: Some(folder) }
    }

    /// A PostgreSQL database.
    pub(crate) async fn postgres() -> Self {
        Self::at(schema().await)
    }

    /// The PostgreSQL database at that address.
    pub(crate) fn at(address: String) -> Self {
        Self { database: Database::Postgres(address), _folder: None }
    }

    /// A connection that goes past the store.
    pub(crate) async fn connect(&self) -> AnyConnection {
        sqlx::any::install_default_drivers();
        let address = match &self.database {
            Database::Sqlite(path) => {
                format!("sqlite:{}?mode=rwc", path.to_str().unwrap().replace(' ', "%20"))
            }
            Database::Postgres(address) => address.clone(),
        };
        AnyConnection::connect(&address).await.unwrap()
    }

    pub(crate) async fn store(&self) -> Store {
        Store::open(&self.database).await.unwrap()
    }

    /// A server for this database, on a free port.
    pub(crate) async fn serve(&self) -> Running {
        self.serve_with(|_| ()).await
    }

    pub(crate) async fn serve_with(&self, change: impl FnOnce(&mut Config)) -> Running {
        let mut config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            database: self.database.clone(),
            origin: None,
            admin: None,
            secret: None,
            behind_proxy: false,
            limits: generous(),
            bots: BotLimits { threads: NonZeroUsize::MIN, ..BotLimits::default() },
            webhooks: WebhookRules {
                to_private_addresses: true,
                first_break: Duration::from_millis(20),
            },
            retention: Retention::default(),
            clock: Clock::default(),
        };
        change(&mut config);
        let server = Server::start(config, Registry::new()).await.unwrap();
        let address = format!("127.0.0.1:{}", server.address().port());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(server.run(async { drop(stopped.await) }));
        Running { address, stop, task }
    }
}

/// The address of a new, empty schema; a database of its own would cost ten megabytes each.
async fn schema() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let address = crate::postgres::address();
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&address).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    format!("{address}&options=-csearch_path%3D{name}")
}

/// All tests come from one address.
fn generous() -> Limits {
    let many = NonZeroU32::new(100_000).unwrap();
    Limits {
        requests_per_second: many,
        guests_per_minute: many,
        passwords_per_minute: many,
        passwords_for_a_name_per_minute: many,
        tables_per_minute: many,
        messages_per_second: Limits::default().messages_per_second,
        lines_per_minute: many,
        sockets_per_address: many,
        connections_per_address: many,
        tables_per_minute_per_address: many,
        public_tables_per_person: many,
        public_tables_per_address: many,
        bot_tables_per_person: many,
        bot_tables_per_address: many,
        webhooks_per_minute: many,
        programs_per_minute: many,
        ..Limits::default()
    }
}

/// A server at work.
pub(crate) struct Running {
    pub(crate) address: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    /// Somebody who has said hello.
    pub(crate) async fn player(&self) -> Player {
        let player = Player::new(&self.address);
        player.post("/api/me", ()).await.ok();
        player
    }

    /// Somebody at another address, `127.0.0.<last>`, who has said hello.
    pub(crate) async fn player_from(&self, last: u8) -> Player {
        let player = Player::from_address(&self.address, last);
        player.post("/api/me", ()).await.ok();
        player
    }

    /// Asks it to stop and waits until it has.
    pub(crate) async fn stop(self) {
        drop(self.stop);
        self.task.await.unwrap();
    }
}

/// Makes one test for each database of every function named, which is given a [`Home`].
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(crate::support::Home::sqlite()).await;
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
