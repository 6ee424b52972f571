//! Both databases keep what they are given, once and in order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rules::Seat;
use server::id::{PersonId, SessionId, TableId};
use server::secret::{Bytes32, Secret};
use server::store::{
    Append, Delivery, NewPerson, NewTable, Store, StoreError, StoredWebhook, Summary, Write,
};
use server::table::{ClockSpec, Entry, SeatSpec, Stamped, TableSpec};

use sqlx::Connection;

use crate::support::{Home, on_both};

on_both!(
    a_log_is_kept_in_order,
    an_entry_is_written_by_one_only,
    a_batch_is_stored_as_a_whole,
    many_writers_lose_nothing,
    everything_is_there_after_reopening,
    tables_are_listed,
    people_sign_in_and_out,
    a_name_belongs_to_one_person,
    a_deleted_person_leaves_no_trace,
    a_session_is_not_stored_as_it_is,
    nobody_who_is_gone_sits_down,
    a_use_is_noted_once_a_day,
    a_setting_keeps_its_first_value,
    a_closed_store_takes_nothing,
    a_write_that_is_refused_takes_no_other_with_it,
    messages_wait_once_and_take_turns,
);

fn entry(seq: u64) -> Stamped {
    Stamped { seq, at: seq as i64 * 10, entry: Entry::Started }
}

fn newcomer() -> NewPerson {
    NewPerson { id: PersonId::random(), name: "Guest".to_owned(), session: SessionId::random() }
}

async fn person(store: &Store) -> NewPerson {
    let person = newcomer();
    store.write(Write::AddPerson { person: person.clone(), now: 5 }).await.unwrap();
    person
}

async fn table(store: &Store, public: bool) -> TableId {
    let seed = Secret::random();
    let spec = TableSpec {
        game: "foxy-and-wooly".to_owned(),
        options: BTreeMap::new(),
        set: None,
        seats: vec![SeatSpec::Person { kept_for: None }; 2],
        public,
        open_chat: false,
        day: None,
        hot_seat: false,
        clock: ClockSpec::None,
        stand_in: 3,
    };
    let spec = Box::new(spec);
    let opened = Entry::Opened { by: PersonId::random(), spec, commit: seed.commitment() };
    let table = NewTable {
        id: TableId::random(),
        game: "foxy-and-wooly".to_owned(),
        public,
        seed: seed.clone(),
        opened: Stamped { seq: 1, at: 10, entry: opened },
    };
    let id = table.id.clone();
    store.write(Write::OpenTable(table)).await.unwrap();
    assert_eq!(store.seed(&id).await.unwrap(), Some(seed));
    id
}

pub(crate) fn append(table: &TableId, entries: Vec<Stamped>, client_key: Option<&str>) -> Write {
    let first = entries.first().map_or(0, |stamped| stamped.seq);
    Write::Append(Append {
        table: table.clone(),
        entries,
        client_key: client_key.map(|key| (first, key.to_owned())),
        summary: None,
        sitting: None,
        bots: None,
        over: Vec::new(),
        stir: Arc::default(),
    })
}

async fn seqs(store: &Store, table: &TableId, after: u64) -> Vec<u64> {
    let entries = store.entries(table, after, u32::MAX).await.unwrap();
    entries.iter().map(|stored| stored.stamped.seq).collect()
}

async fn a_log_is_kept_in_order(home: Home) {
    let store = home.store().await;
    let id = table(&store, false).await;
    store.write(append(&id, vec![entry(2), entry(3)], Some("me/1"))).await.unwrap();
    store.write(append(&id, vec![entry(4)], None)).await.unwrap();
    assert_eq!(seqs(&store, &id, 0).await, [1, 2, 3, 4]);
    assert_eq!(seqs(&store, &id, 2).await, [3, 4]);
    assert!(seqs(&store, &id, u64::MAX).await.is_empty());
    let keys: Vec<_> = store
        .entries(&id, 0, u32::MAX)
        .await
        .unwrap()
        .into_iter()
        .map(|stored| stored.client_key)
        .collect();
    assert_eq!(keys, [None, Some("me/1".to_owned()), None, None]);
    assert_eq!(store.entries(&id, 3, u32::MAX).await.unwrap()[0].stamped, entry(4));
    assert_eq!(store.seed(&TableId::random()).await.unwrap(), None);
}

async fn an_entry_is_written_by_one_only(home: Home) {
    let one = home.store().await;
    // Nobody else has the file of an SQLite.
    let other = if one.is_shared() { home.store().await } else { one.clone() };
    let id = table(&one, false).await;
    let write = |store: Store| {
        let write = append(&id, vec![entry(2)], None);
        async move { store.write(write).await }
    };
    let outcomes = tokio::join!(write(one.clone()), write(other), write(one.clone()));
    let outcomes = [outcomes.0, outcomes.1, outcomes.2];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    let lost = outcomes.iter().filter(|outcome| matches!(outcome, Err(StoreError::Conflict)));
    assert_eq!(lost.count(), 2);
    assert_eq!(seqs(&one, &id, 0).await, [1, 2]);
}

async fn a_batch_is_stored_as_a_whole(home: Home) {
    let store = home.store().await;
    let id = table(&store, false).await;
    let broken = append(&id, vec![entry(2), entry(3), entry(3)], None);
    assert!(matches!(store.write(broken).await, Err(StoreError::Conflict)));
    assert_eq!(seqs(&store, &id, 0).await, [1]);
    let nowhere = append(&TableId::random(), vec![entry(2)], None);
    assert!(matches!(store.write(nowhere).await, Err(StoreError::Refused(_))));
}

/// Writes at the same time, good ones and lost ones, share commits and do not disturb each other.
async fn many_writers_lose_nothing(home: Home) {
    let store = home.store().await;
    let mut tables = Vec::new();
    for _ in 0..8 {
        tables.push(table(&store, false).await);
    }
    let mut writers = tokio::task::JoinSet::new();
    for id in &tables {
        let (store, id) = (store.clone(), id.clone());
        writers.spawn(async move {
            for seq in 2..22 {
                store.write(append(&id, vec![entry(seq)], None)).await.unwrap();
                let late = store.write(append(&id, vec![entry(seq)], None)).await;
                assert!(matches!(late, Err(StoreError::Conflict)));
            }
        });
    }
    writers.join_all().await;
    for id in &tables {
        assert_eq!(seqs(&store, id, 0).await, (1..22).collect::<Vec<_>>());
    }
}

async fn everything_is_there_after_reopening(home: Home) {
    let store = home.store().await;
    let id = table(&store, false).await;
    store.write(append(&id, vec![entry(2)], None)).await.unwrap();
    store.close().await;
    assert_eq!(seqs(&home.store().await, &id, 0).await, [1, 2]);
}

async fn tables_are_listed(home: Home) {
    let store = home.store().await;
    let (private, public) = (table(&store, false).await, table(&store, true).await);
    let (one, other) = (person(&store).await.id, person(&store).await.id);
    let sit = |table: &TableId, seq, stage, people: &[&PersonId]| {
        Write::Append(Append {
            table: table.clone(),
            entries: vec![entry(seq)],
            client_key: None,
            summary: Some(Summary { stage, changed_at: entry(seq).at, due: None }),
            sitting: Some(people.iter().map(|&person| person.clone()).collect()),
            bots: None,
            over: Vec::new(),
            stir: Arc::default(),
        })
    };
    store.write(sit(&private, 2, "gathering", &[&one, &other])).await.unwrap();
    store.write(sit(&public, 2, "gathering", &[&one])).await.unwrap();
    let listed = store.public_tables(10).await.unwrap();
    assert_eq!(listed, std::slice::from_ref(&public));
    store.write(sit(&public, 3, "ended", &[&one])).await.unwrap();
    store.write(sit(&private, 3, "gathering", &[&one])).await.unwrap();
    assert_eq!(store.public_tables(10).await.unwrap(), []);
    assert_eq!(store.tables_of(&one, false, 10).await.unwrap(), [private]);
    assert_eq!(store.tables_of(&one, true, 10).await.unwrap(), [public]);
    assert_eq!(store.tables_of(&one, true, 0).await.unwrap(), []);
    assert_eq!(store.tables_of(&other, false, 10).await.unwrap(), []);
}

async fn people_sign_in_and_out(home: Home) {
    let store = home.store().await;
    let guest = person(&store).await;
    let found = store.session(&guest.session, 0).await.unwrap().unwrap();
    assert_eq!((&found.person.id, found.person.guest), (&guest.id, true));
    assert!(store.session(&guest.session, 5).await.unwrap().is_none(), "too old");
    let second = SessionId::random();
    let open = Write::OpenSession { session: second.clone(), person: guest.id.clone(), now: 6 };
    store.write(open).await.unwrap();
    let close = Write::CloseSession { session: guest.session.clone(), person: guest.id.clone() };
    store.write(close).await.unwrap();
    assert!(store.session(&guest.session, 0).await.unwrap().is_none());
    assert!(store.session(&second, 0).await.unwrap().is_some());
    store.write(Write::CloseAllSessions(guest.id)).await.unwrap();
    assert!(store.session(&second, 0).await.unwrap().is_none());
}

fn claim(person: &PersonId, name: &str) -> Write {
    Write::Claim {
        person: person.clone(),
        name: name.to_owned(),
        name_key: name.to_lowercase(),
        name_shape: name.to_lowercase(),
        password: "hash".to_owned(),
        session: SessionId::random(),
        now: 7,
    }
}

async fn a_name_belongs_to_one_person(home: Home) {
    let store = home.store().await;
    let (one, other) = (person(&store).await.id, person(&store).await.id);
    assert_eq!(store.write(claim(&one, "Aoife")).await.unwrap(), 1);
    let taken = store.write(claim(&other, "AOIFE")).await;
    assert!(matches!(taken, Err(StoreError::Conflict)), "{taken:?}");
    assert_eq!(store.write(claim(&one, "Brigid")).await.unwrap(), 0, "claimed already");
    let account = store.account("aoife").await.unwrap().unwrap();
    assert_eq!((account.person, account.password.as_str()), (one.clone(), "hash"));
    assert!(store.account("brigid").await.unwrap().is_none());
    let names = store.names(&BTreeSet::from([one.clone(), other])).await.unwrap();
    assert_eq!((names.len(), names[&one].as_str()), (2, "Aoife"));
}

async fn a_deleted_person_leaves_no_trace(home: Home) {
    let store = home.store().await;
    let NewPerson { id, session, .. } = person(&store).await;
    store.write(claim(&id, "Aoife")).await.unwrap();
    store.write(Write::DeletePerson { person: id.clone(), now: 9 }).await.unwrap();
    assert!(store.session(&session, 0).await.unwrap().is_none());
    assert_eq!(store.person(&id).await.unwrap(), None);
    assert!(store.account("aoife").await.unwrap().is_none());
    assert_eq!(store.names(&BTreeSet::from([id.clone()])).await.unwrap()[&id], "Somebody");
    let next = person(&store).await.id;
    assert_eq!(store.write(claim(&next, "Aoife")).await.unwrap(), 1, "the name is free again");
}

async fn a_setting_keeps_its_first_value(home: Home) {
    let store = home.store().await;
    assert_eq!(store.setting("key").await.unwrap(), None);
    let set = |value: &str| Write::Setting { name: "key", value: value.to_owned() };
    assert_eq!(store.write(set("first")).await.unwrap(), 1);
    assert_eq!(store.write(set("second")).await.unwrap(), 0);
    assert_eq!(store.setting("key").await.unwrap().as_deref(), Some("first"));
}

async fn a_closed_store_takes_nothing(home: Home) {
    let store = home.store().await;
    assert!(store.takes_writes().await);
    store.close().await;
    assert!(store.setting("key").await.is_err());
    assert!(store.write(Write::Setting { name: "key", value: String::new() }).await.is_err());
}

/// Writes that come at the same time are committed together where there is one writer.
async fn a_write_that_is_refused_takes_no_other_with_it(home: Home) {
    let store = home.store().await;
    let id = table(&store, false).await;
    let mut writes = tokio::task::JoinSet::new();
    for round in 0..100 {
        let write = match round % 4 {
            0 => Write::AddPerson { person: newcomer(), now: round },
            // The table is not there, the person is not, and the entry is.
            1 => append(&TableId::random(), vec![entry(1)], None),
            2 => Write::OpenSession {
                session: SessionId::random(),
                person: PersonId::random(),
                now: round,
            },
            _ => append(&id, vec![entry(1)], None),
        };
        let store = store.clone();
        writes.spawn(async move { (round % 4, store.write(write).await) });
    }
    while let Some(done) = writes.join_next().await {
        match done.unwrap() {
            (0, written) => assert_eq!(written.unwrap(), 1),
            (3, written) => assert!(matches!(written, Err(StoreError::Conflict)), "{written:?}"),
            (_, written) => assert!(matches!(written, Err(StoreError::Refused(_))), "{written:?}"),
        }
    }
    let overview = store.overview(0).await.unwrap();
    assert_eq!((overview.guests, seqs(&store, &id, 0).await), (25, vec![1]));
}

async fn messages_wait_once_and_take_turns(home: Home) {
    let store = home.store().await;
    let (busy, quiet) = (person(&store).await.id, person(&store).await.id);
    for person in [&busy, &quiet] {
        let webhook =
            StoredWebhook { url: "https://a.example/".to_owned(), secret: Secret::random() };
        let set = Write::SetWebhook { person: person.clone(), webhook, now: 0 };
        store.write(set).await.unwrap();
    }
    let note = async |person: &PersonId, table: &TableId, next_at| {
        let (person, table) = (person.clone(), table.clone());
        let id = SessionId::random().to_string();
        store.write(Write::AddDelivery(Delivery { id, person, table, tries: 0, next_at })).await
    };
    let (mut tables, mut noted) = (Vec::new(), 0);
    for _ in 0..110 {
        let table = table(&store, false).await;
        noted += note(&busy, &table, 10).await.unwrap();
        tables.push(table);
    }
    assert_eq!(noted, 100, "no more waits for one person");
    note(&quiet, &tables[0], 20).await.unwrap();
    let due = store.deliveries(30, 2, 10).await.unwrap();
    let people: Vec<&PersonId> = due.iter().map(|delivery| &delivery.person).collect();
    assert_eq!(people, [&busy, &quiet, &busy]);
    // It becomes the person's turn again while the message is under way: it is told once more.
    let mut sent = due[0].clone();
    let take_on = Write::TakeOn { delivery: sent.clone(), again_at: 1000 };
    assert_eq!(store.write(take_on).await.unwrap(), 1);
    sent.next_at = 1000;
    assert_eq!(note(&busy, &sent.table, 25).await.unwrap(), 1);
    assert_eq!(store.write(Write::DropDelivery(sent.clone())).await.unwrap(), 0);
    let due = store.deliveries(30, 200, 200).await.unwrap();
    let same = due.iter().filter(|d| d.person == busy && d.table == sent.table);
    assert_eq!(same.map(|d| (&d.id, d.tries)).collect::<Vec<_>>(), [(&sent.id, 0)]);
    store.close().await;
}

async fn a_session_is_not_stored_as_it_is(home: Home) {
    let store = home.store().await;
    let NewPerson { id, session, .. } = person(&store).await;
    let mut connection = home.connect().await;
    let stored: String =
        sqlx::query_scalar("SELECT id FROM sessions").fetch_one(&mut connection).await.unwrap();
    assert!(!stored.contains(session.as_str()) && stored.len() == 64, "{stored}");
    store.close().await;
    // As an earlier version has stored it.
    let query = sqlx::query("UPDATE sessions SET id = $1, used_at = NULL").bind(session.as_str());
    query.execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let store = home.store().await;
    let found = store.session(&session, 0).await.unwrap().unwrap();
    assert_eq!((found.person.id, found.used_at), (id, 5));
}

async fn nobody_who_is_gone_sits_down(home: Home) {
    let store = home.store().await;
    let joined = |seq: u64, person: &NewPerson| Stamped {
        seq,
        at: 10,
        entry: Entry::Joined {
            person: person.id.clone(),
            seats: vec![Seat::from_number(1).unwrap()],
            contribution: Bytes32([0; 32]),
            ready: false,
        },
    };
    let took_over = |seq: u64, person: &NewPerson| Stamped {
        seq,
        at: 10,
        entry: Entry::TookOver { person: person.id.clone(), seat: Seat::from_number(1).unwrap() },
    };
    let (here, deleted, banned, signed_out, named) = (
        person(&store).await,
        person(&store).await,
        person(&store).await,
        person(&store).await,
        person(&store).await,
    );
    store.write(Write::DeletePerson { person: deleted.id.clone(), now: 9 }).await.unwrap();
    store.write(Write::Ban { person: banned.id.clone(), now: 9 }).await.unwrap();
    store.write(Write::CloseAllSessions(signed_out.id.clone())).await.unwrap();
    store.write(claim(&named.id, "Aoife")).await.unwrap();
    store.write(Write::CloseAllSessions(named.id.clone())).await.unwrap();
    let id = table(&store, false).await;
    for gone in [&deleted, &banned, &signed_out] {
        for entry in [joined(2, gone), took_over(2, gone)] {
            let refused = store.write(append(&id, vec![entry], None)).await;
            assert!(matches!(refused, Err(StoreError::Gone)), "{refused:?}");
        }
    }
    store.write(append(&id, vec![joined(2, &here)], None)).await.unwrap();
    store.write(append(&id, vec![joined(3, &named)], None)).await.unwrap();
    assert_eq!(seqs(&store, &id, 0).await, [1, 2, 3]);
}

async fn a_use_is_noted_once_a_day(home: Home) {
    const DAY: i64 = 24 * 60 * 60 * 1000;
    let store = home.store().await;
    let session = person(&store).await.session;
    let note = |now| Write::NoteUse { session: session.clone(), now };
    assert_eq!(store.write(note(5 + DAY - 1)).await.unwrap(), 0);
    assert_eq!(store.write(note(5 + DAY)).await.unwrap(), 1);
    assert_eq!(store.write(note(5 + DAY + 1)).await.unwrap(), 0);
    assert_eq!(store.session(&session, 0).await.unwrap().unwrap().used_at, 5 + DAY);
}
