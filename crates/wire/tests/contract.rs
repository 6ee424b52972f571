//! The wire as golden files: it changes only on purpose. `BLESS=1 cargo test` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use wire::table::{Stamped, TimeLeft};
use wire::{
    ChatLine, ClientMessage, Order, Person, Planned, ServerMessage, TableView, Times, VERSION,
};

/// Compares a text with the golden file of that name.
fn is_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, golden, "{} is not what it was", path.display());
}

fn lines(values: &[Value]) -> String {
    let mut lines: Vec<String> = values.iter().map(Value::to_string).collect();
    lines.push(String::new());
    lines.join("\n")
}

const TABLE: &str = "0123456789abcdef";
const PERSON: &str = "fedcba9876543210";
const OTHER: &str = "0000111122223333";

fn commands() -> Vec<Value> {
    vec![
        json!({"do": "join", "contribution": "11".repeat(32)}),
        json!({"do": "join", "seat": 2, "contribution": "11".repeat(32)}),
        json!({"do": "join", "contribution": "11".repeat(32), "ready": true}),
        json!({"do": "ready", "yes": true}),
        json!({"do": "leave"}),
        json!({"do": "start"}),
        json!({"do": "act", "seat": 1, "action": "bid 3"}),
        json!({"do": "undo", "seat": 1}),
        json!({"do": "ask-undo", "to": 30}),
        json!({"do": "answer-undo", "yes": true}),
        json!({"do": "offer-end"}),
        json!({"do": "decline-end"}),
        json!({"do": "resign", "seat": 2}),
        json!({"do": "ask-replacement", "seat": 2, "by": {"for": "bot", "level": 3}}),
        json!({"do": "ask-replacement", "seat": 2, "by": {"for": "person", "kept_for": PERSON}}),
        json!({"do": "answer-replacement", "yes": true}),
        json!({"do": "take-over", "seat": 2}),
        json!({"do": "return"}),
    ]
}

/// The entries, one of each kind.
fn entries() -> Vec<Value> {
    let spec = json!({
        "game": "foxy-and-wooly", "options": {"gate": "right"}, "set": "meadowlark-1",
        "seats": [{"for": "person"}, {"for": "person", "kept_for": PERSON}, {"for": "bot", "level": 3}],
        "public": true, "open_chat": true, "hot_seat": false,
        "clock": {"kind": "real-time", "base": 600, "increment": 10}, "stand_in": 3,
    });
    let entries = [
        json!({"kind": "opened", "by": PERSON, "spec": spec, "commit": "22".repeat(32)}),
        json!({"kind": "joined", "person": PERSON, "seats": [1], "contribution": "11".repeat(32)}),
        json!({"kind": "joined", "person": OTHER, "seats": [2], "contribution": "11".repeat(32), "ready": true}),
        json!({"kind": "ready", "person": PERSON, "yes": true}),
        json!({"kind": "left", "person": PERSON}),
        json!({"kind": "started"}),
        json!({"kind": "acted", "seat": "*", "action": "deal gun"}),
        json!({"kind": "acted", "seat": 1, "action": "chase"}),
        json!({"kind": "undone", "person": PERSON, "taken": [8]}),
        json!({"kind": "undo-asked", "person": PERSON, "to": 8}),
        json!({"kind": "undo-answered", "person": PERSON, "yes": false}),
        json!({"kind": "end-offered", "person": PERSON}),
        json!({"kind": "end-declined", "person": PERSON}),
        json!({"kind": "resigned", "person": PERSON, "seat": 2, "level": 3}),
        json!({"kind": "replacement-asked", "person": PERSON, "seat": 2, "by": {"for": "person"}}),
        json!({"kind": "replacement-answered", "person": PERSON, "yes": true}),
        json!({"kind": "replaced", "seat": 2, "by": {"for": "person"}, "level": 3}),
        json!({"kind": "took-over", "person": PERSON, "seat": 2}),
        json!({"kind": "out-of-time", "seat": 2, "level": 3}),
        json!({"kind": "returned", "person": PERSON, "seat": 2}),
        json!({"kind": "ended", "how": {"way": "over"}, "seed": "33".repeat(32)}),
        json!({"kind": "ended", "how": {"way": "agreed"}, "seed": "33".repeat(32)}),
        json!({"kind": "ended", "how": {"way": "resigned", "seat": 2}, "seed": "33".repeat(32)}),
        json!({"kind": "rematch", "table": TABLE}),
    ];
    let stamp = |(place, entry): (usize, Value)| {
        let mut stamped = json!({"seq": place + 1, "at": 1_700_000_000_000_u64 + place as u64});
        stamped.as_object_mut().unwrap().extend(entry.as_object().unwrap().clone());
        stamped
    };
    entries.into_iter().enumerate().map(stamp).collect()
}

#[test]
fn clients_speak_as_before() {
    let mut messages = vec![
        json!({"type": "subscribe", "table": TABLE, "after": 17, "chat": 3}),
        json!({"type": "unsubscribe", "table": TABLE}),
        json!({"type": "look-around"}),
        json!({"type": "look-away"}),
        json!({"type": "say", "table": TABLE, "id": "c-1", "text": "Well met!"}),
    ];
    let command =
        |command| json!({"type": "command", "table": TABLE, "id": "c-1", "command": command});
    messages.extend(commands().into_iter().map(command));
    let read = |value: &Value| -> ClientMessage { serde_json::from_value(value.clone()).unwrap() };
    let written: Vec<Value> =
        messages.iter().map(|value| serde_json::to_value(read(value)).unwrap()).collect();
    assert_eq!(written, messages);
    is_golden("client-messages.jsonl", &lines(&written));
    let order: Order =
        serde_json::from_value(json!({"id": "c-1", "command": {"do": "start"}})).unwrap();
    is_golden("order.json", &lines(&[serde_json::to_value(order).unwrap()]));
    let plan: Planned = serde_json::from_value(json!({"plan": "chase 4 below 5"})).unwrap();
    is_golden("plan.json", &lines(&[serde_json::to_value(plan).unwrap()]));
}

#[test]
fn the_server_speaks_as_before() {
    let entries: Vec<Stamped> =
        entries().into_iter().map(|entry| serde_json::from_value(entry).unwrap()).collect();
    let (table, id) = (|| TABLE.parse().unwrap(), || "c-1".parse().unwrap());
    let you =
        Person { id: PERSON.parse().unwrap(), name: "Aoife".to_owned(), guest: false, bot: false };
    let line = ChatLine {
        seq: 1,
        at: 1_700_000_000_000,
        person: PERSON.parse().unwrap(),
        text: "Well met!".to_owned(),
    };
    let names: BTreeMap<_, _> = [(PERSON.parse().unwrap(), "Aoife".to_owned())].into();
    let left = |left, runs| TimeLeft { left, runs };
    let times =
        Times { at: 1_700_000_000_123, seats: vec![left(59_000, true), left(60_000, false)] };
    let messages = [
        ServerMessage::Hello { version: VERSION, you: Some(you) },
        ServerMessage::Hello { version: VERSION, you: None },
        ServerMessage::Entries {
            table: table(),
            entries,
            names: names.clone(),
            times: Some(times),
        },
        ServerMessage::Chat { table: table(), lines: vec![line], names },
        ServerMessage::Presence {
            table: table(),
            here: vec![PERSON.parse().unwrap()],
            spectators: 2,
        },
        ServerMessage::Lists { open: true, mine: false },
        ServerMessage::Done { id: id(), seq: 30 },
        ServerMessage::Refused { id: id(), error: "it is not your turn".to_owned(), again: false },
        ServerMessage::Failed { table: None, error: "what?".to_owned() },
    ];
    let written: Vec<Value> =
        messages.iter().map(|message| serde_json::to_value(message).unwrap()).collect();
    is_golden("server-messages.jsonl", &lines(&written));
    let read = |value: &Value| -> ServerMessage { serde_json::from_value(value.clone()).unwrap() };
    assert_eq!(written.iter().map(read).collect::<Vec<_>>(), messages, "clients understand it");
}

/// A table with a person, a seat kept for another one, a free seat and a bot.
fn view(stage: &str, turn: &Value) -> Value {
    json!({
        "id": TABLE,
        "spec": {
            "game": "foxy-and-wooly", "options": {}, "public": true, "open_chat": false,
            "seats": [{"for": "person"}, {"for": "person", "kept_for": OTHER}, {"for": "person"}, {"for": "bot", "level": 3}],
            "hot_seat": false, "clock": {"kind": "correspondence", "hours": 48}, "stand_in": 3,
        },
        "stage": stage, "ending": null, "opened_by": PERSON,
        "seated": [PERSON, null, null, null], "bots": [null, null, null, 3], "open": [],
        "times": {"at": 1_700_000_000_123_u64, "seats": [{"left": 172_800_000, "runs": false}]},
        "names": {PERSON: "Aoife"}, "turn": turn, "seq": 2, "rematch": null,
    })
}

#[test]
fn a_table_looks_as_before() {
    let written = view("gathering", &json!("over"));
    let read: TableView = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), written);
    is_golden("table-view.json", &lines(&[written]));
}

#[test]
fn a_glance_tells_who_may_sit_and_who_is_waited_for() {
    let (person, other) = (PERSON.parse().unwrap(), OTHER.parse().unwrap());
    let read = |stage, turn| -> TableView { serde_json::from_value(view(stage, &turn)).unwrap() };
    let gathering = read("gathering", json!("over"));
    assert_eq!((gathering.free_for(None), gathering.free_for(Some(&other))), (1, 2));
    assert!(gathering.seats(&person) && !gathering.seats(&other));
    assert!(!gathering.waits_for(&person));
    let playing = read("playing", json!([1, 4]));
    assert_eq!(playing.free_for(Some(&other)), 0, "once the game is on, seats are taken over");
    assert!(playing.waits_for(&person) && !playing.waits_for(&other));
    assert_eq!(playing.to_act().map(rules::Seat::number).collect::<Vec<_>>(), [1]);
    let said = |turn, me| read("playing", turn).whose_turn(me);
    assert_eq!(said(json!([1]), Some(&person)).as_deref(), Some("your move"));
    assert_eq!(said(json!([1]), Some(&other)).as_deref(), Some("Aoife’s turn"));
    assert_eq!(said(json!([4]), None).as_deref(), Some("a bot’s turn"));
    assert_eq!(gathering.whose_turn(Some(&person)), None);
    assert_eq!(
        (playing.company(None), playing.time_left()),
        ("Aoife and a bot".to_owned(), Some("2 days left".to_owned()))
    );
}

#[test]
fn entries_are_stored_as_before() {
    let written: Vec<Value> = entries();
    let read = |value: &Value| -> Stamped { serde_json::from_value(value.clone()).unwrap() };
    let again: Vec<Value> =
        written.iter().map(|value| serde_json::to_value(read(value)).unwrap()).collect();
    assert_eq!(again, written);
    is_golden("entries.jsonl", &lines(&written));
}

#[test]
fn a_turn_is_a_list_of_seats_or_a_word() {
    for turn in [json!([1, 3]), json!("*"), json!("over")] {
        let read: rules::Turn = serde_json::from_value(turn.clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), turn);
    }
    for wrong in [json!([]), json!([9]), json!("nobody"), json!(1)] {
        assert!(serde_json::from_value::<rules::Turn>(wrong.clone()).is_err(), "{wrong}");
    }
}
