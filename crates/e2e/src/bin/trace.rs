//! Measures the work of the page's main thread: at startup on a slow device, for an action, while
//! bots search, and while counties are animated. The numbers depend on the machine, so they are
//! printed but not checked.

use anyhow::{Context, Result, anyhow, ensure};
use e2e::{
    ACTION_ELEMENT, BrowserSession, ExpectedError, FRAMES, MY_TURN, Server, Size, TASKS, fixture,
    read,
};
use registry::AnyGame;
use rules::Turn;
use serde_json::{Value, json};

/// Pages with the condition that ends their startup. The first one is a line of text: what the
/// browser itself needs.
const STARTS: [(&str, &str, &str); 5] = [
    ("a line of text", "/healthz", "document.body"),
    ("home", "/", "document.querySelector('.home .lower .tables')"),
    ("Tipperary", "/play/tipperary", MY_TURN),
    ("Glen More", "/play/glen-more", MY_TURN),
    ("Foxy & Wooly", "/play/foxy-and-wooly", MY_TURN),
];
/// How many times slower than this machine a mid-range device is.
const SLOWDOWN: u32 = 4;
/// The number of startups of a page; the median is printed.
const RUNS: usize = 3;
/// The number of tasks of a startup that are broken down.
const EXPLAINED_TASKS: usize = 5;
/// A line of text has no icon, which the browser requests nevertheless.
const NO_ICON_ERRORS: &[ExpectedError] = &[ExpectedError::Refused];
/// The number of measured actions.
const MEASURED_ACTIONS: usize = 30;

/// Records every task of the main thread that takes 50 ms or more.
const RECORD_LONG_TASKS: &str = "
    window.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
        .observe({type: 'longtask', buffered: true});";

/// The trace mark of a press.
const PRESSED: &str = "pressed";
/// Presses an action and waits for the frame that shows it. Before that it waits until the page is
/// at rest: the bot's last action may still be animated.
const PRESS_ACTION: &str = "
    const moving = (it) => it.playState === 'running' && it.effect.getTiming().iterations !== Infinity;
    const press = () => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
        performance.mark(given.mark);
        document.querySelector(given.move).click();
    };
    const rest = () => document.getAnimations().some(moving)
        ? requestAnimationFrame(rest)
        : requestIdleCallback(press);
    rest();";

/// Moves the selected tile far out and back, one step per frame, so that the view moves and grows.
/// Returns the number of frames.
const MOVE_TILE: &str = "
    const keys = [...Array(12).fill('ArrowRight'), ...Array(12).fill('ArrowLeft')];
    const steps = Array(10).fill(keys).flat();
    const step = (made) => {
        if (made === steps.length) return done(made);
        window.dispatchEvent(new KeyboardEvent('keydown', {key: steps[made], bubbles: true}));
        requestAnimationFrame(() => step(made + 1));
    };
    requestAnimationFrame(() => step(0));";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let server = Server::start()?;
    for (name, path, truth) in STARTS {
        let mut starts = Vec::new();
        for _ in 0..RUNS {
            let session = BrowserSession::open(&server, Size::Phone).await?;
            start(&session, &server, path, truth).await?;
            starts.push(long_tasks(&session).await?);
            session.close_expecting(NO_ICON_ERRORS).await?;
        }
        starts.sort_by(|a, b| longest(a).total_cmp(&longest(b)));
        println!("start of {name}, {SLOWDOWN} times slower: {}", in_words(&starts[RUNS / 2]));
        explain(&server, path, truth).await?;
    }
    moves(&server).await?;
    thinking(&server).await?;
    counties(&server).await
}

/// Starts a page once more and prints what its longest tasks consist of. Tracing slows the page
/// down, so these numbers only show proportions.
async fn explain(server: &Server, path: &str, truth: &str) -> Result<()> {
    let session = BrowserSession::open_traced(server, Size::Phone, TASKS).await?;
    start(&session, server, path, truth).await?;
    let mut tasks = session.trace().await?.tasks();
    tasks.sort_by(|a, b| b.millis.total_cmp(&a.millis));
    for task in tasks.iter().take(EXPLAINED_TASKS) {
        println!("  traced: {task}");
    }
    session.close_expecting(NO_ICON_ERRORS).await
}

/// Starts a page on a slow device without a cache.
async fn start(session: &BrowserSession, server: &Server, path: &str, truth: &str) -> Result<()> {
    let devtools = session.browser.cdp();
    let all = json!({"origin": server.url(""), "storageTypes": "all"});
    // Otherwise unloading the former page would be part of the first task.
    session.browser.goto("about:blank").await?;
    devtools.send_raw("Storage.clearDataForOrigin", all).await?;
    devtools.send_raw("Network.clearBrowserCache", json!({})).await?;
    session.slow_down(SLOWDOWN).await?;
    let note = json!({"source": RECORD_LONG_TASKS});
    devtools.send_raw("Page.addScriptToEvaluateOnNewDocument", note).await?;
    session.browser.goto(server.url(path)).await?;
    session.until(truth, Value::Null).await
}

/// Makes actions of Foxy & Wooly and prints how long each takes to be shown.
async fn moves(server: &Server) -> Result<()> {
    let session = BrowserSession::open_traced(server, Size::Desktop, FRAMES).await?;
    play(&session, server).await?;
    let mut times = session.trace().await?.work_until_shown(PRESSED);
    times.sort_by(f64::total_cmp);
    ensure!(times.len() > 5, "too few moves were made: {}", times.len());
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{} moves: {middle:.1} ms of work until it shows, {worst:.1} ms at worst",
        times.len()
    );
    session.close().await
}

/// Plays against bots of the best level and prints the long tasks.
async fn thinking(server: &Server) -> Result<()> {
    let session = BrowserSession::open(server, Size::Desktop).await?;
    session.run("localStorage.setItem('bellwether.level', '5')").await?;
    play(&session, server).await?;
    println!("while bots thought: {}", in_words(&long_tasks(&session).await?));
    session.close().await
}

/// Plays Foxy & Wooly to its end, or for the number of measured actions.
async fn play(session: &BrowserSession, server: &Server) -> Result<()> {
    session.go(server, "/play/foxy-and-wooly").await?;
    session.until(MY_TURN, Value::Null).await?;
    session.run(RECORD_LONG_TASKS).await?;
    let offered =
        format!("document.querySelector(\"{ACTION_ELEMENT}\") || document.querySelector('.sheet')");
    for _ in 0..MEASURED_ACTIONS {
        session.until(&offered, Value::Null).await?;
        if session.run("return !!document.querySelector('.sheet')").await? == json!(true) {
            break;
        }
        session.wait_for(PRESS_ACTION, json!({"mark": PRESSED, "move": ACTION_ELEMENT})).await?;
    }
    Ok(())
}

/// Animates the county at a table of five, each with eleven tiles or more.
async fn counties(server: &Server) -> Result<()> {
    let session = BrowserSession::open(server, Size::Desktop).await?;
    session.open_table(server, "five", &late_in_the_game()?).await?;
    session.until("document.querySelector('.pick')", Value::Null).await?;
    session
        .run("window.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))")
        .await?;
    session
        .browser
        .cdp()
        .send_raw("Performance.enable", json!({"timeDomain": "threadTicks"}))
        .await?;
    let before = work(&session).await?;
    let frames =
        session.wait_for(MOVE_TILE, Value::Null).await?.as_f64().context("frames are counted")?;
    let each = (work(&session).await? - before) / frames;
    println!("five counties: {each:.1} ms of work a frame while the view glides");
    session.close().await
}

/// The lengths of the long tasks that the page has recorded, a while after the last action.
async fn long_tasks(session: &BrowserSession) -> Result<Vec<f64>> {
    let script = "setTimeout(() => done(window.longTasks), 1500)";
    Ok(serde_json::from_value(session.wait_for(script, Value::Null).await?)?)
}

fn longest(tasks: &[f64]) -> f64 {
    tasks.iter().copied().fold(0.0, f64::max)
}

fn in_words(tasks: &[f64]) -> String {
    if tasks.is_empty() {
        return "no task of 50 ms or more".to_owned();
    }
    let each: Vec<String> = tasks.iter().map(|millis| format!("{millis:.0}")).collect();
    format!("tasks of 50 ms or more: {}", each.join(", "))
}

/// The milliseconds that the main thread has worked so far.
async fn work(session: &BrowserSession) -> Result<f64> {
    let told = session.browser.cdp().send_raw("Performance.getMetrics", json!({})).await?;
    let metrics = told["metrics"].as_array().context("the browser tells what it has done")?;
    let task = metrics.iter().find(|metric| metric["name"] == "TaskDuration");
    let seconds = task.and_then(|metric| metric["value"].as_f64());
    Ok(1000.0 * seconds.context("the browser counts its tasks")?)
}

/// A game of five with as many tiles as possible while somebody still has one to place.
fn late_in_the_game() -> Result<AnyGame> {
    let mut game = read(&fixture("tipperary", "five-in-turn-careful")?)?;
    let places_a_tile = |game: &AnyGame| match game.turn() {
        Turn::Seats(seats) => seats.first().is_some_and(|seat| game.legal(seat).len() > 20),
        Turn::Dealer | Turn::Over => false,
    };
    while !places_a_tile(&game) {
        game.undo(1).map_err(|refusal| anyhow!("{refusal}"))?;
    }
    Ok(game)
}
