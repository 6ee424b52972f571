//! Nonsense, the same in every run, and what is right before it is spoiled.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use reqwest::Method;
use serde_json::{Value, json};

/// Makes nonsense.
pub(crate) struct Nonsense(TestRunner);

impl Nonsense {
    pub(crate) fn new() -> Self {
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        Self(TestRunner::new_with_rng(Config::default(), rng))
    }

    pub(crate) fn pick<T: Debug>(&mut self, from: &impl Strategy<Value = T>) -> T {
        from.new_tree(&mut self.0).unwrap().current()
    }

    pub(crate) fn one_of<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.pick(&(0..things.len()))]
    }

    /// Any JSON, not too large.
    pub(crate) fn json(&mut self) -> Value {
        self.pick(&any_json())
    }

    /// Something that was right before one thing in it was changed.
    pub(crate) fn spoiled(&mut self, right: &[Value]) -> Value {
        let mut value = self.one_of(right).clone();
        self.spoil(&mut value);
        value
    }

    fn spoil(&mut self, value: &mut Value) {
        let inside: Vec<&mut Value> = match value {
            Value::Object(fields) => fields.values_mut().collect(),
            Value::Array(items) => items.iter_mut().collect(),
            _ => Vec::new(),
        };
        let place = self.pick(&(0..=inside.len()));
        match inside.into_iter().nth(place) {
            Some(part) => self.spoil(part),
            None => *value = self.json(),
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map("[a-z_]{1,12}", inner, 0..6)
                .prop_map(|map| map.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

/// One of each that a page says, from the golden file, about that table.
pub(crate) fn client_messages(table: &str) -> Vec<Value> {
    let messages = include_str!("../../../wire/tests/golden/client-messages.jsonl");
    let about = |line: &str| line.replace("0123456789abcdef", table);
    messages.lines().map(|line| serde_json::from_str(&about(line)).unwrap()).collect()
}

/// One of each thing that can be done at a table.
pub(crate) fn every_command() -> Vec<Value> {
    let messages = client_messages("").into_iter();
    let commands = messages.filter_map(|message| message.get("command").cloned());
    commands.collect()
}

/// An endpoint as the description has it.
pub(crate) struct Endpoint {
    pub(crate) method: Method,
    /// With names in braces.
    path: String,
    /// The names of what may follow `?`.
    queries: Vec<String>,
    /// Right bodies; none if it takes none.
    pub(crate) bodies: Vec<Value>,
}

impl Endpoint {
    /// Every one that the description has.
    pub(crate) fn all() -> Vec<Self> {
        let description = serde_json::to_value(server::description()).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let of_path = |(path, methods): (&String, &Value)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(|(method, about)| Self::read(method, path, about)).collect::<Vec<_>>()
        };
        paths.iter().flat_map(of_path).collect()
    }

    fn read(method: &str, path: &str, about: &Value) -> Self {
        let kind = about.pointer("/requestBody/content/application~1json/schema/$ref");
        let kind = kind.map(|kind| kind.as_str().unwrap().rsplit('/').next().unwrap());
        let parameters = about["parameters"].as_array().into_iter().flatten();
        let queries = parameters.filter(|parameter| parameter["in"] == "query");
        Self {
            method: method.to_uppercase().parse().unwrap(),
            path: path.to_owned(),
            queries: queries.map(|query| query["name"].as_str().unwrap().to_owned()).collect(),
            bodies: kind.map(right_bodies).unwrap_or_default(),
        }
    }

    /// Whether it is for whoever runs the server.
    pub(crate) fn is_for_operator(&self) -> bool {
        self.path.starts_with("/api/admin")
    }

    /// An address of it that is right.
    pub(crate) fn path(&self, id: &str) -> String {
        self.path.replace("{id}", id).replace("{other}", "level1").replace("{seat}", "1")
    }

    /// An address of it, often a wrong one.
    pub(crate) fn address(&self, nonsense: &mut Nonsense, table: &str, person: &str) -> String {
        let id = if self.path.contains("/people/") { person } else { table };
        let odd = nonsense.pick(&"[a-z0-9%]{0,20}|%ff|%00|\\.\\.|0{16}|-1|99999999999999999999");
        let id = if nonsense.pick(&(0..4)) == 0 { odd.as_str() } else { id };
        let (path, value) = (self.path(id), nonsense.pick(&"[a-z0-9%-]{0,12}"));
        match nonsense.pick(&(0..=self.queries.len())) {
            0 => path,
            place => format!("{path}?{}={value}", self.queries[place - 1]),
        }
    }
}

/// Bodies of a kind that the description names. Whoever adds a kind adds one here.
fn right_bodies(kind: &str) -> Vec<Value> {
    let seats =
        json!([{"for": "person", "kept_for": "0123456789abcdef"}, {"for": "bot", "level": 1}]);
    let clock = json!({"kind": "real-time", "base": 60, "increment": 5});
    let (name, password) = ("Aoife", "correct horse");
    match kind {
        "Credentials" => vec![json!({"name": name, "password": password})],
        "Farewell" => vec![json!({"password": password})],
        "NewName" | "NewProgram" => vec![json!({"name": name})],
        "Order" => {
            let order = |command| json!({"id": "a", "command": command});
            every_command().into_iter().map(order).collect()
        }
        "Planned" => vec![json!({"plan": "chase 1 below 5"})],
        "Saying" => vec![json!({"id": "b", "text": "hello"})],
        "TableSpec" => vec![json!({
            "game": "tipperary", "seats": seats, "options": {"order": "in-turn"}, "public": true,
            "set": "meadowlark-1", "clock": clock, "stand_in": 2, "open_chat": true, "hot_seat": false,
        })],
        "Webhook" => vec![json!({"url": "https://example.org/"})],
        "WhichDay" => vec![json!({"game": "tipperary", "day": "2026-11-15"})],
        kind => panic!("what does a right {kind} look like?"),
    }
}
