//! How much work the page gives the browser's main thread: while it starts on a slow device, when a
//! move is made, while bots think, and while counties glide. Everything is printed, nothing judged:
//! the figures depend on the machine.

use anyhow::{Context, Result, anyhow, ensure};
use e2e::{A_MOVE, FRAMES, MY_TURN, Server, Size, TASKS, Trouble, Visit, fixture, read};
use rules::Turn;
use serde_json::{Value, json};
use shelf::AnyGame;

/// Where a page is started, from nothing to the first thing one can do there. The first is a line of
/// text: what the browser needs for itself.
const STARTS: [(&str, &str, &str); 5] = [
    ("a line of text", "/healthz", "document.body"),
    ("home", "/", "document.querySelector('.home .lower .tables')"),
    ("Tipperary", "/play/tipperary", MY_TURN),
    ("Glen More", "/play/glen-more", MY_TURN),
    ("Foxy & Wooly", "/play/foxy-and-wooly", MY_TURN),
];
/// A device of the middle range is so many times slower than this one.
const SLOWER: u32 = 4;
/// So often a page is started; the one in the middle is told.
const TIMES: usize = 3;
/// So many tasks of a start are explained.
const EXPLAINED: usize = 5;
/// A line of text has no icon, for which the browser asks all the same.
const NO_ICON: &[Trouble] = &[Trouble::Refusal];
/// So many moves are looked at.
const MOVES: usize = 30;

/// Notes every task of the main thread that takes 50 ms or more.
const NOTE_LONG_TASKS: &str = "
    window.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration)))
        .observe({type: 'longtask', buffered: true});";

/// Marks in the trace that a move is pressed.
const PRESSED: &str = "pressed";
/// Presses a move and waits for the frame that shows it. Before that the page comes to rest, as it has
/// before anybody has thought about a move: what a bot has done is still on its way.
const PRESS: &str = "
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

/// Moves the tile in hand far out and back again, one step a frame, so that the view glides and
/// grows; tells how many frames it took.
const GLIDE: &str = "
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
        for _ in 0..TIMES {
            let visit = Visit::open(&server, Size::Phone).await?;
            start(&visit, &server, path, truth).await?;
            starts.push(long_tasks(&visit).await?);
            visit.close_after(NO_ICON).await?;
        }
        starts.sort_by(|a, b| longest(a).total_cmp(&longest(b)));
        println!("start of {name}, {SLOWER} times slower: {}", in_words(&starts[TIMES / 2]));
        explain(&server, path, truth).await?;
    }
    moves(&server).await?;
    thinking(&server).await?;
    counties(&server).await
}

/// Starts a page once more and tells what its longest tasks consist of. Whoever is watched is slower,
/// so that these figures only say where the time goes.
async fn explain(server: &Server, path: &str, truth: &str) -> Result<()> {
    let visit = Visit::open_traced(server, Size::Phone, TASKS).await?;
    start(&visit, server, path, truth).await?;
    let mut tasks = visit.trace().await?.tasks();
    tasks.sort_by(|a, b| b.millis.total_cmp(&a.millis));
    for task in tasks.iter().take(EXPLAINED) {
        println!("  traced: {task}");
    }
    visit.close_after(NO_ICON).await
}

/// Starts a page in a browser that has kept nothing of it, on a slow device.
async fn start(visit: &Visit, server: &Server, path: &str, truth: &str) -> Result<()> {
    let devtools = visit.browser.cdp();
    let all = json!({"origin": server.url(""), "storageTypes": "all"});
    // Taking down the page that is there would be part of the first task of the new one.
    visit.browser.goto("about:blank").await?;
    devtools.send_raw("Storage.clearDataForOrigin", all).await?;
    devtools.send_raw("Network.clearBrowserCache", json!({})).await?;
    visit.slow_down(SLOWER).await?;
    let note = json!({"source": NOTE_LONG_TASKS});
    devtools.send_raw("Page.addScriptToEvaluateOnNewDocument", note).await?;
    visit.browser.goto(server.url(path)).await?;
    visit.until(truth, Value::Null).await
}

/// Makes moves of Foxy & Wooly and tells how long each takes to show.
async fn moves(server: &Server) -> Result<()> {
    let visit = Visit::open_traced(server, Size::Desktop, FRAMES).await?;
    play(&visit, server).await?;
    let mut times = visit.trace().await?.work_until_shown(PRESSED);
    times.sort_by(f64::total_cmp);
    ensure!(times.len() > 5, "too few moves were made: {}", times.len());
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{} moves: {middle:.1} ms of work until it shows, {worst:.1} ms at worst",
        times.len()
    );
    visit.close().await
}

/// Makes moves against bots of the best level and tells of long tasks.
async fn thinking(server: &Server) -> Result<()> {
    let visit = Visit::open(server, Size::Desktop).await?;
    visit.run("localStorage.setItem('bellwether.level', '5')").await?;
    play(&visit, server).await?;
    println!("while bots thought: {}", in_words(&long_tasks(&visit).await?));
    visit.close().await
}

/// Plays Foxy & Wooly from a table that is all there to the end, or as long as is looked at.
async fn play(visit: &Visit, server: &Server) -> Result<()> {
    visit.go(server, "/play/foxy-and-wooly").await?;
    visit.until(MY_TURN, Value::Null).await?;
    visit.run(NOTE_LONG_TASKS).await?;
    let offered =
        format!("document.querySelector(\"{A_MOVE}\") || document.querySelector('.sheet')");
    for _ in 0..MOVES {
        visit.until(&offered, Value::Null).await?;
        if visit.run("return !!document.querySelector('.sheet')").await? == json!(true) {
            break;
        }
        visit.wait_for(PRESS, json!({"mark": PRESSED, "move": A_MOVE})).await?;
    }
    Ok(())
}

/// Lets the county glide at a table of five, each with eleven tiles or more.
async fn counties(server: &Server) -> Result<()> {
    let visit = Visit::open(server, Size::Desktop).await?;
    visit.open_table(server, "five", &late_in_the_game()?).await?;
    visit.until("document.querySelector('.pick')", Value::Null).await?;
    visit
        .run("window.dispatchEvent(new KeyboardEvent('keydown', {key: '1', bubbles: true}))")
        .await?;
    visit
        .browser
        .cdp()
        .send_raw("Performance.enable", json!({"timeDomain": "threadTicks"}))
        .await?;
    let before = work(&visit).await?;
    let frames =
        visit.wait_for(GLIDE, Value::Null).await?.as_f64().context("frames are counted")?;
    let each = (work(&visit).await? - before) / frames;
    println!("five counties: {each:.1} ms of work a frame while the view glides");
    visit.close().await
}

/// How long the long tasks were that the page has noted, a while after the last thing happened.
async fn long_tasks(visit: &Visit) -> Result<Vec<f64>> {
    let script = "setTimeout(() => done(window.longTasks), 1500)";
    Ok(serde_json::from_value(visit.wait_for(script, Value::Null).await?)?)
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

/// For how many milliseconds the main thread has worked so far.
async fn work(visit: &Visit) -> Result<f64> {
    let told = visit.browser.cdp().send_raw("Performance.getMetrics", json!({})).await?;
    let metrics = told["metrics"].as_array().context("the browser tells what it has done")?;
    let task = metrics.iter().find(|metric| metric["name"] == "TaskDuration");
    let seconds = task.and_then(|metric| metric["value"].as_f64());
    Ok(1000.0 * seconds.context("the browser counts its tasks")?)
}

/// A game of five with as many tiles as can lie while somebody still has one to place.
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
