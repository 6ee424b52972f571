//! The shape of the database: it is brought up to date at the start, and never back. And how sure
//! its commits are.

use std::borrow::Cow;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use server::id::TableId;
use server::store::{Database, OpenError, Store, StoredEntry, Write};
use server::table::{Entry, Stamped};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, SqlSafeStr};

use crate::support::{Home, on_both};

on_both!(an_older_database_is_brought_up_to_date, a_newer_database_is_left_alone);

/// The changes that were made first, up to that number.
fn first_changes(count: usize) -> Migrator {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    assert!(files.len() > count, "there are later ones");
    let change = |(number, file): (i64, _)| {
        let sql = AssertSqlSafe(std::fs::read_to_string(file).unwrap()).into_sql_str();
        Migration::new(number, Cow::Borrowed(""), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations((1..).zip(&files[..count]).map(change).collect())
}

async fn run(on: &mut AnyConnection, sql: &'static str) {
    sqlx::query(sql).execute(on).await.unwrap();
}

async fn an_older_database_is_brought_up_to_date(home: Home) {
    let mut old = home.connect().await;
    first_changes(1).run(&mut old).await.unwrap();
    run(
        &mut old,
        "INSERT INTO tables (id, game, listed, stage, seed, created_at, changed_at) \
         VALUES ('tab1e00000000001', 'tipperary', 1, 'gathering', 'none', 1, 1)",
    )
    .await;
    run(
        &mut old,
        "INSERT INTO entries (table_id, seq, client_key, at, body) \
         VALUES ('tab1e00000000001', 2, 'me/1', 20, '{\"kind\":\"started\"}'), \
                ('tab1e00000000001', 1, NULL, 5, '{\"kind\":\"started\"}')",
    )
    .await;
    old.close().await.unwrap();
    let table: TableId = "tab1e00000000001".parse().unwrap();
    for _ in 0..2 {
        let store = home.store().await;
        assert_eq!(store.public_tables(10).await.unwrap(), std::slice::from_ref(&table));
        let log = store.entries(&table, 0, u32::MAX).await.unwrap();
        let kept = |StoredEntry { stamped, client_key }: StoredEntry| (stamped, client_key);
        let entry = |seq, at| Stamped { seq, at, entry: Entry::Started };
        let expected = [(entry(1, 5), None), (entry(2, 20), Some("me/1".to_owned()))];
        assert_eq!(log.into_iter().map(kept).collect::<Vec<_>>(), expected);
        assert_eq!(store.planned_tables().await.unwrap(), [], "the newest table is there");
        store.close().await;
    }
}

async fn a_newer_database_is_left_alone(home: Home) {
    home.store().await.close().await;
    let mut newer = home.connect().await;
    run(
        &mut newer,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT 9999, 'of tomorrow', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .await;
    newer.close().await.unwrap();
    let error = Store::open(&home.database).await.unwrap_err();
    assert!(matches!(error, OpenError::Newer), "{error}");
    assert!(error.to_string().contains("newer version of Bellwether"));
}

#[tokio::test]
async fn a_file_that_is_made_is_for_nobody_else_to_read() {
    let home = Home::sqlite();
    let Database::Sqlite(file) = &home.database else { panic!("it is a file") };
    let store = home.store().await;
    store.write(Write::Setting { name: "key", value: String::new() }).await.unwrap();
    for ending in ["", "-wal", "-shm"] {
        let name = format!("{}{ending}", file.display());
        let mode = std::fs::metadata(&name).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

/// SQLite's waiting for the disk is counted from outside, in the tests of the program.
#[tokio::test]
async fn postgres_commits_wait_for_the_disk_whatever_is_usual_there() {
    let Home { database: Database::Postgres(address), .. } = Home::postgres().await else {
        panic!("it is a PostgreSQL")
    };
    // Whoever runs this database does not wait.
    let home = Home::at(format!("{address}%20-csynchronous_commit%3Doff"));
    let store = home.store().await;
    let mut outside = home.connect().await;
    let setting: String =
        sqlx::query_scalar("SHOW synchronous_commit").fetch_one(&mut outside).await.unwrap();
    assert_eq!(setting, "off");
    run(&mut outside, "CREATE TABLE seen (setting TEXT)").await;
    run(
        &mut outside,
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
         INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$",
    )
    .await;
    run(
        &mut outside,
        "CREATE TRIGGER note AFTER INSERT ON settings FOR EACH ROW EXECUTE FUNCTION note()",
    )
    .await;
    store.write(Write::Setting { name: "key", value: String::new() }).await.unwrap();
    let seen: Vec<String> =
        sqlx::query_scalar("SELECT setting FROM seen").fetch_all(&mut outside).await.unwrap();
    assert_eq!(seen, ["on"]);
}
