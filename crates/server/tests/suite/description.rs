//! The description of the HTTP part is complete, and changes only on purpose. `BLESS=1 cargo test`
//! writes it anew. That answers are as it says is checked wherever a test asks for something.

use std::fs;

use serde_json::{Value, json};

use crate::described::{self, faults_of, operations, resolved};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/openapi.json");

#[test]
fn the_description_is_as_before() {
    let text = format!("{}\n", server::description().to_pretty_json().unwrap());
    if std::env::var_os("BLESS").is_some() {
        fs::write(PATH, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(PATH).unwrap(), "{PATH} is not what it was");
}

#[test]
fn every_operation_is_described_completely() {
    let mut ids = Vec::new();
    for (path, method, operation) in operations() {
        let told = format!("{method} {path}");
        ids.push(operation["operationId"].as_str().expect(&told));
        assert!(!operation["tags"].as_array().expect(&told).is_empty(), "{told}");
        assert!(!operation["summary"].as_str().expect(&told).is_empty(), "{told}");
        assert!(!operation["security"].as_array().expect(&told).is_empty(), "{told}");
        let responses = operation["responses"].as_object().unwrap();
        for status in ["408", "429", "500", "503"] {
            assert!(responses.contains_key(status), "{told}: {status}");
        }
        for (status, response) in responses {
            let (response, told) = (resolved(response), format!("{told}: {status}"));
            assert!(!response["description"].as_str().expect(&told).is_empty(), "{told}");
            if status.starts_with(['4', '5']) {
                let schema = &response["content"]["application/json"]["schema"];
                assert_eq!(schema, &json!({"$ref": "#/components/schemas/Problem"}), "{told}");
            }
        }
        for scheme in operation["security"].as_array().unwrap() {
            for name in scheme.as_object().unwrap().keys() {
                let schemes = &described::description()["components"]["securitySchemes"];
                assert!(schemes[name].is_object(), "{told}: {name}");
            }
        }
    }
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count, "every operation has an id of its own");
}

fn golden(lines: &'static str) -> impl Iterator<Item = Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap())
}

#[test]
fn one_of_each_is_as_described() {
    let golden_files = [
        ("Stamped", include_str!("../../../wire/tests/golden/entries.jsonl")),
        ("TableView", include_str!("../../../wire/tests/golden/table-view.json")),
        ("Order", include_str!("../../../wire/tests/golden/order.json")),
        ("Planned", include_str!("../../../wire/tests/golden/plan.json")),
        ("ClientMessage", include_str!("../../../wire/tests/golden/client-messages.jsonl")),
        ("ServerMessage", include_str!("../../../wire/tests/golden/server-messages.jsonl")),
    ];
    let mut faults = Vec::new();
    for (name, lines) in golden_files {
        let of = |value: Value| (faults_of(name, &value), value);
        faults.extend(golden(lines).map(of).filter(|(faults, _)| !faults.is_empty()));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
