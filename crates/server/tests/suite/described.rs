//! The description of the HTTP part, and whether an answer is one that it describes.

use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

static DESCRIPTION: LazyLock<Value> =
    LazyLock::new(|| serde_json::to_value(server::description()).unwrap());

/// The whole description.
pub(crate) fn description() -> &'static Value {
    &DESCRIPTION
}

/// What a reference leads to, or the value itself.
pub(crate) fn resolved(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        Some(reference) => description().pointer(&reference[1..]).expect(reference),
        None => value,
    }
}

/// Every operation with its path and its method.
pub(crate) fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    let paths = description()["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

/// What a schema of that name, or any other, refuses about a value.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut root = json!({"components": description()["components"]});
    root.as_object_mut().unwrap().extend(schema.as_object().cloned().unwrap_or_default());
    let validator: Validator = jsonschema::validator_for(&root).unwrap();
    let fault = |error: jsonschema::ValidationError<'_>| {
        format!("{} at {:?}", error, error.instance_path().to_string())
    };
    validator.iter_errors(value).map(fault).collect()
}

/// What a schema among the components refuses about a value.
pub(crate) fn faults_of(name: &str, value: &Value) -> Vec<String> {
    faults(&json!({"$ref": format!("#/components/schemas/{name}")}), value)
}

fn is_at(template: &str, path: &str) -> bool {
    let (mut names, mut parts) = (template.split('/'), path.split('/'));
    loop {
        match (names.next(), parts.next()) {
            (None, None) => return true,
            (Some(name), Some(part)) if name == part || name.starts_with('{') => {}
            _ => return false,
        }
    }
}

fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let method = method.to_lowercase();
    let there = |(template, with, _): &(&str, &str, _)| *with == method && is_at(template, path);
    operations().find(there).map(|(.., operation)| operation)
}

/// What is done when somebody asks for it is something that the description allows to ask for.
pub(crate) fn check_request(method: &str, path: &str, body: &[u8]) {
    let Some(operation) = operation(method, path) else { return };
    let told = format!("{method} {path}: {}", String::from_utf8_lossy(body));
    let content = &operation["requestBody"]["content"]["application/json"];
    let (Some(schema), Ok(value)) = (content.get("schema"), serde_json::from_slice(body)) else {
        return;
    };
    let faults = faults(schema, &value);
    assert!(faults.is_empty(), "{told}: {faults:#?}");
}

/// An answer has a status that the description knows, and a body as it says. Nothing is said of
/// addresses and methods that are not described.
pub(crate) fn check(method: &str, path: &str, status: u16, kind: &str, text: &str) {
    let Some(operation) = operation(method, path) else { return };
    let told = format!("{method} {path}: {status} {text}");
    let responses: &Map<_, _> = operation["responses"].as_object().unwrap();
    let Some(response) = responses.get(&status.to_string()) else {
        panic!("this status is not described: {told}");
    };
    let Some(content) = resolved(response)["content"].as_object() else {
        assert!(text.is_empty(), "no body is described: {told}");
        return;
    };
    let media = kind.split(';').next().unwrap_or_default();
    let Some(media_type) = content.get(media) else { panic!("{kind} is not described: {told}") };
    if media == "application/json" {
        let value = serde_json::from_str(text).expect(&told);
        let faults = faults(&media_type["schema"], &value);
        assert!(faults.is_empty(), "{told}: {faults:#?}");
    }
}
