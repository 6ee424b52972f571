//! `bellwether verify` with the logs of tables.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use registry::Registry;
use rules::{Seat, Turn};
use wire::Log;
use wire::id::{PersonId, TableId};
use wire::secret::{Bytes32, Secret};
use wire::table::{Command as Order, Entry, Stage, Stamped, Table, TableSpec};

/// The log of a finished hot-seat game in which actions were undone across draws.
fn log_with_undone_draws() -> Log {
    let (registry, id, seed, person) =
        (Registry::new(), TableId::random(), Secret::random(), PersonId::random());
    let text = r#"{"game": "tipperary", "seats": [{"for": "person"}, {"for": "person"}], "hot_seat": true}"#;
    let spec: TableSpec = serde_json::from_str(text).unwrap();
    let spec = Box::new(spec);
    let entry = Entry::Opened { by: person.clone(), spec, commit: seed.commitment() };
    let mut entries = vec![Stamped { seq: 1, at: 0, entry }];
    let mut table = Table::replay(&id, &registry, &entries).unwrap();
    let mut does = |table: &mut Table, order: &Order| {
        let draft = table.decide(&person, order, &seed, 0).unwrap();
        entries.extend(draft.entries);
        *table = draft.table;
    };
    let contribution = Bytes32::random();
    does(&mut table, &Order::Join { seat: None, contribution, ready: true });
    does(&mut table, &Order::Start);
    let first = table.seq() + 1;
    let act = |table: &Table| {
        let Turn::Seats(seats) = table.turn() else { panic!("somebody is to act") };
        let seat: Seat = seats.first().unwrap();
        Order::Act { seat, action: table.game().legal(seat)[0].clone() }
    };
    for _ in 0..4 {
        let order = act(&table);
        does(&mut table, &order);
    }
    does(&mut table, &Order::AskUndo { to: first });
    while table.stage() == Stage::Playing {
        let order = act(&table);
        does(&mut table, &order);
    }
    Log { table: id, entries, names: BTreeMap::new(), more: false }
}

fn verify(folder: &Path, log: &Log) -> (bool, String) {
    let path = folder.join("log.json");
    std::fs::write(&path, serde_json::to_string(log).unwrap()).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_bellwether")).arg("verify").arg(&path).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn a_log_proves_its_draws_also_those_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut log = log_with_undone_draws();
    let (valid, text) = verify(folder.path(), &log);
    assert!(valid && text.contains("draws follow from the seed"), "{text}");
    assert!(text.contains("of them taken back."), "{text}");
    let ended = log.entries.pop().unwrap();
    let (valid, text) = verify(folder.path(), &log);
    assert!(valid && text.contains("its seed is not revealed yet"), "{text}");
    log.entries.push(ended);
    log.table = TableId::random();
    let (valid, text) = verify(folder.path(), &log);
    assert!(!valid && text.contains("does not follow from the seed"), "{text}");
    log.more = true;
    let (valid, text) = verify(folder.path(), &log);
    assert!(!valid && text.contains("only the beginning of the log"), "{text}");
    log.more = false;
    log.entries.remove(5);
    let (valid, text) = verify(folder.path(), &log);
    assert!(!valid && text.contains("entry 7: it comes after entry 5"), "{text}");
}

#[test]
fn what_is_no_log_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (table, names) = (TableId::random(), BTreeMap::new());
    let log = Log { table, entries: Vec::new(), names, more: false };
    let (valid, text) = verify(folder.path(), &log);
    assert!(!valid && text.contains("a log starts with the opening of the table"), "{text}");
}
