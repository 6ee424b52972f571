//! The engine protocol: one answer per line for any line, and a refusal changes nothing.

use std::borrow::Cow;
use std::io::BufReader;

use bellwether::engine::Engine;
use registry::Registry;
use registry::protocol::{Line, Request};
use serde_json::Value;

/// Passes bytes to an engine, line by line.
pub fn protocol(data: &[u8]) {
    let mut engine = Engine::new(Registry::new());
    for line in data.split(|&byte| byte == b'\n') {
        let request = std::str::from_utf8(line).map_or_else(|_| Line::error(""), Line::read);
        if !takes_long(&request) {
            hand(&mut engine, line, &request);
        }
        if request.request == Ok(Request::Quit) {
            break;
        }
    }
}

fn hand(engine: &mut Engine, line: &[u8], request: &Line) {
    let before = engine.hash();
    let answers = answers(engine, &with_few_sims(line, request));
    if std::str::from_utf8(line).is_ok_and(|text| text.trim().is_empty()) {
        assert_eq!(answers, "", "a blank line has no answer");
        return;
    }
    let answer = one_answer(&answers);
    assert_eq!(answer.get("id"), request.id.as_ref(), "an answer repeats the id: {answer}");
    assert!(answer["ok"] == true || engine.hash() == before, "a refusal changes nothing: {answer}");
}

/// Whether a request takes so long that it would slow the fuzzer down.
fn takes_long(line: &Line) -> bool {
    match line.request {
        Ok(Request::Perft { depth }) => depth > 2,
        Ok(Request::Random { count, .. }) => count > 3,
        _ => false,
    }
}

/// Limits a bot's request to a few simulations.
fn with_few_sims<'a>(line: &'a [u8], request: &Line) -> Cow<'a, [u8]> {
    if !matches!(request.request, Ok(Request::Bot { .. })) {
        return Cow::Borrowed(line);
    }
    let mut asked: Value = serde_json::from_slice(line).expect("what was read once is JSON");
    let fields = asked.as_object_mut().expect("a request is an object");
    fields.remove("millis");
    fields.insert("sims".to_owned(), 2.into());
    Cow::Owned(asked.to_string().into_bytes())
}

fn answers(engine: &mut Engine, line: &[u8]) -> String {
    let mut output = Vec::new();
    engine.serve(BufReader::new(line), &mut output).expect("memory can be read and written");
    String::from_utf8(output).expect("answers are text")
}

fn one_answer(answers: &str) -> Value {
    let answer = answers.strip_suffix('\n').expect("an answer ends with a newline");
    assert!(!answer.contains('\n'), "one answer for a line: {answer}");
    let answer: Value = serde_json::from_str(answer).expect("an answer is JSON");
    let is_refusal = !answer["ok"].as_bool().expect("an answer says whether it is ok");
    assert_eq!(is_refusal, answer["error"].is_string(), "a refusal has a reason: {answer}");
    answer
}
