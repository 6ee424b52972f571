//! What the page's main thread was busy with, read from the browser's own trace.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// What the browser writes down when it is traced.
pub(crate) const CATEGORIES: &str =
    "toplevel,devtools.timeline,v8,v8.execute,disabled-by-default-v8.wasm.detailed";
/// What the browser calls the main thread of a page.
const MAIN_THREAD: &str = "CrRendererMain";
/// What it calls a task.
const TASK: &str = "ThreadControllerImpl::RunTask";

/// A thread, by its process and its own number.
type Thread = (i64, i64);

/// One task of the main thread, with what it consisted of.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// How long it took, in milliseconds.
    pub millis: f64,
    /// What it was spent on, in milliseconds each.
    pub spent: BTreeMap<&'static str, f64>,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0} ms", self.millis)?;
        let mut spent: Vec<_> = self.spent.iter().filter(|(_, millis)| **millis >= 1.0).collect();
        spent.sort_by(|a, b| b.1.total_cmp(a.1));
        for (place, (what, millis)) in spent.into_iter().enumerate() {
            let before = if place == 0 { ": " } else { ", " };
            write!(f, "{before}{what} {millis:.0}")?;
        }
        Ok(())
    }
}

/// Something that took a while, in microseconds.
struct Span<'a> {
    name: &'a str,
    from: f64,
    to: f64,
}

/// The tasks of the busiest page, in order, from the events of a trace.
pub(crate) fn tasks(events: &[Value]) -> Vec<Task> {
    let Some(thread) = busiest_page(events) else { return Vec::new() };
    let mut spans: Vec<Span<'_>> =
        events.iter().filter(|event| thread_of(event) == Some(thread)).filter_map(span).collect();
    // What contains something comes before it.
    spans.sort_by(|a, b| a.from.total_cmp(&b.from).then(b.to.total_cmp(&a.to)));
    let mut tasks = Vec::new();
    let mut rest = spans.as_slice();
    while let Some((first, later)) = rest.split_first() {
        let inside = later.partition_point(|span| span.from < first.to);
        if first.name == TASK {
            tasks.push(task(first, &later[..inside]));
            rest = &later[inside..];
        } else {
            rest = later;
        }
    }
    tasks
}

/// The main thread that has had most to do.
fn busiest_page(events: &[Value]) -> Option<Thread> {
    let is_main = |event: &&Value| event["args"]["name"] == MAIN_THREAD;
    let mut busy: BTreeMap<Thread, f64> =
        events.iter().filter(is_main).filter_map(thread_of).map(|thread| (thread, 0.0)).collect();
    for event in events.iter().filter(|event| event["name"] == TASK) {
        let thread = thread_of(event).and_then(|thread| busy.get_mut(&thread));
        if let (Some(busy), Some(span)) = (thread, span(event)) {
            *busy += span.to - span.from;
        }
    }
    busy.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(thread, _)| thread)
}

fn thread_of(event: &Value) -> Option<Thread> {
    Some((event["pid"].as_i64()?, event["tid"].as_i64()?))
}

fn span(event: &Value) -> Option<Span<'_>> {
    let (name, from) = (event["name"].as_str()?, event["ts"].as_f64()?);
    Some(Span { name, from, to: from + event["dur"].as_f64()? })
}

/// What a task consisted of: everything counts without what lies inside it.
fn task(whole: &Span<'_>, inside: &[Span<'_>]) -> Task {
    let mut spent = BTreeMap::<&str, f64>::new();
    let mut around = vec![whole];
    let mut count = |span: &Span<'_>, micros: f64| {
        *spent.entry(kind(span.name)).or_default() += micros / 1000.0;
    };
    count(whole, whole.to - whole.from);
    for span in inside {
        around.retain(|outer| span.from < outer.to);
        if let Some(outer) = around.last() {
            count(outer, span.from - span.to);
        }
        count(span, span.to - span.from);
        around.push(span);
    }
    Task { millis: (whole.to - whole.from) / 1000.0, spent }
}

/// What kind of work an event stands for.
fn kind(name: &str) -> &'static str {
    match name {
        "UpdateLayoutTree" | "ParseAuthorStyleSheet" => "styles",
        "Layout" | "HitTest" => "layout",
        "Paint" | "PrePaint" | "Layerize" | "Commit" | "UpdateLayer" => "painting",
        "ParseHTML" => "reading HTML",
        "FunctionCall" | "RunMicrotasks" | "v8.callFunction" | "v8.run" | "EvaluateScript" => {
            "the program"
        }
        _ if name.starts_with("wasm.") || name == "FlushInstructionCache" => {
            "compiling WebAssembly"
        }
        _ if name.starts_with("V8.GC") => "collecting garbage",
        _ if name.starts_with("V8.") || name.starts_with("v8.compile") => "compiling JavaScript",
        _ => "the browser",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(name: &str, tid: i64, ts: f64, dur: f64) -> Value {
        json!({"name": name, "pid": 1, "tid": tid, "ts": ts, "dur": dur})
    }

    #[test]
    fn a_task_is_told_apart_by_what_it_was_spent_on() {
        let events = [
            json!({"name": "thread_name", "pid": 1, "tid": 7, "args": {"name": MAIN_THREAD}}),
            event("FunctionCall", 7, 1_000.0, 50_000.0),
            event(TASK, 7, 0.0, 80_000.0),
            event("wasm.CompileLazy", 7, 2_000.0, 20_000.0),
            event("Layout", 7, 60_000.0, 10_000.0),
            event(TASK, 7, 90_000.0, 2_000.0),
            event(TASK, 8, 0.0, 900_000.0),
        ];
        let found = tasks(&events);
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].to_string(),
            "80 ms: the program 30, compiling WebAssembly 20, the browser 20, layout 10"
        );
        assert_eq!(found[1].to_string(), "2 ms: the browser 2");
    }

    #[test]
    fn a_trace_without_a_page_has_no_tasks() {
        assert_eq!(tasks(&[event(TASK, 8, 0.0, 900.0)]), []);
    }
}
