//! The tasks of the page's main thread, from the browser's trace.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// Trace categories for tasks and what they consist of.
pub const TASKS: &str =
    "toplevel,devtools.timeline,v8,v8.execute,disabled-by-default-v8.wasm.detailed";
/// Trace categories for tasks, frames and the page's marks, with a larger buffer.
pub const FRAMES: &str =
    "toplevel,devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing";
/// The browser's name for the main thread of a page.
const MAIN_THREAD: &str = "CrRendererMain";
/// The browser's name for a task.
const TASK: &str = "ThreadControllerImpl::RunTask";
/// The browser's name for the end of a frame's work on the main thread.
const FRAME_COMMIT: &str = "Commit";

/// A thread, by its process id and thread id.
type Thread = (i64, i64);

/// A task of the main thread, with what it consisted of.
#[derive(Clone, PartialEq, Debug)]
pub struct Task {
    /// The duration in milliseconds.
    pub millis: f64,
    /// The milliseconds spent on each kind of work.
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

/// An event with a duration, in microseconds.
struct Span<'a> {
    name: &'a str,
    from: f64,
    to: f64,
}

/// The events of a trace.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace(pub(crate) Vec<Value>);

impl Trace {
    /// The tasks of the busiest page, in order.
    pub fn tasks(&self) -> Vec<Task> {
        let spans = self.spans(busiest_page(&self.0));
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

    /// The milliseconds that the busiest page worked after each mark of that name until the next
    /// frame was committed.
    pub fn work_until_shown(&self, mark: &str) -> Vec<f64> {
        let thread = busiest_page(&self.0);
        let spans = self.spans(thread);
        let marks = self.0.iter().filter(|it| it["name"] == mark && thread_of(it) == thread);
        let work = |marked: f64| {
            let frame = spans.iter().find(|it| it.name == FRAME_COMMIT && it.from >= marked)?;
            let tasks = spans.iter().filter(|it| it.name == TASK);
            let within = tasks.map(|it| it.to.min(frame.to) - it.from.max(marked));
            Some(within.filter(|micros| *micros > 0.0).sum::<f64>() / 1000.0)
        };
        marks.filter_map(|mark| work(mark["ts"].as_f64()?)).collect()
    }

    /// The events of a thread. Outer ones come before those inside.
    fn spans(&self, thread: Option<Thread>) -> Vec<Span<'_>> {
        let own = self.0.iter().filter(|event| thread_of(event) == thread);
        let mut spans: Vec<_> = own.filter_map(span).collect();
        spans.sort_by(|a, b| a.from.total_cmp(&b.from).then(b.to.total_cmp(&a.to)));
        spans
    }
}

/// The main thread with the most work.
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

/// The parts of a task: the time of each event without the events inside.
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

/// The kind of work of an event.
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

    fn main_thread(tid: i64) -> Value {
        json!({"name": "thread_name", "pid": 1, "tid": tid, "args": {"name": MAIN_THREAD}})
    }

    #[test]
    fn the_parts_of_a_task_are_timed_separately() {
        let trace = Trace(vec![
            main_thread(7),
            event("FunctionCall", 7, 1_000.0, 50_000.0),
            event(TASK, 7, 0.0, 80_000.0),
            event("wasm.CompileLazy", 7, 2_000.0, 20_000.0),
            event("Layout", 7, 60_000.0, 10_000.0),
            event(TASK, 7, 90_000.0, 2_000.0),
            event(TASK, 8, 0.0, 900_000.0),
        ]);
        let found = trace.tasks();
        assert_eq!(found.len(), 2);
        assert_eq!(
            found[0].to_string(),
            "80 ms: the program 30, compiling WebAssembly 20, the browser 20, layout 10"
        );
        assert_eq!(found[1].to_string(), "2 ms: the browser 2");
    }

    #[test]
    fn a_trace_without_a_page_has_no_tasks() {
        let trace = Trace(vec![event(TASK, 8, 0.0, 900.0), event(FRAME_COMMIT, 8, 0.0, 9.0)]);
        assert_eq!(trace.tasks(), []);
        assert_eq!(trace.work_until_shown("pressed"), [0.0; 0]);
    }

    #[test]
    fn work_between_a_mark_and_its_frame_is_counted_without_waiting() {
        let mark = |ts: f64| json!({"name": "pressed", "pid": 1, "tid": 7, "ts": ts});
        let trace = Trace(vec![
            main_thread(7),
            event(TASK, 7, 0.0, 10_000.0),
            mark(4_000.0),
            event(TASK, 7, 20_000.0, 8_000.0),
            event(FRAME_COMMIT, 7, 26_000.0, 1_000.0),
            event(TASK, 7, 40_000.0, 8_000.0),
            // No frame follows this mark.
            mark(41_000.0),
        ]);
        assert_eq!(trace.work_until_shown("pressed"), [13.0]);
    }
}
