//! How pages begin: they are put up bit by bit, and from the home page one gets everywhere.

use anyhow::{Context, Result, ensure};
use e2e::{MY_TURN, Server, Size, Visit};
use serde_json::{Value, json};

/// Every place of a board has its contents: what there is so often, and how often it should be.
const WHOLE: [(&str, &str); 3] = [
    (
        "tipperary",
        "const of = (it) => document.querySelectorAll(it).length;\
         return [[of('.wedge'), 5], [of('.players .parts'), of('.players .pp')], [of('.opp .disp'), of('.opp')]]",
    ),
    (
        "glen-more",
        "const of = (it) => document.querySelectorAll(it).length;\
         return [[of('.goods li'), 5 * of('.pp')], [of('.whr'), 5], [of('.opp .gd'), of('.opp')]]",
    ),
    (
        "foxy-and-wooly",
        "const of = (it) => document.querySelectorAll(it).length;\
         return [[of('.fieldsvg'), 1], [of('.place'), 9 * of('.farm')], [of('.opp .farm'), of('.opp')], [of('.gate'), 3 * of('.farm')]]",
    ),
];

#[tokio::test]
async fn a_board_is_whole_when_it_is_busy_no_longer() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for (game, parts) in WHOLE {
        visit.go(&server, &format!("/play/{game}")).await?;
        visit.until(MY_TURN, Value::Null).await?;
        let counted: Vec<(u32, u32)> = serde_json::from_value(visit.run(parts).await?)?;
        let whole = |&(there, wanted): &(u32, u32)| there > 0 && there == wanted;
        ensure!(counted.iter().all(whole), "{game}: {counted:?}");
    }
    visit.close().await
}

/// How much of the window has moved, and by how much of it, while the page came: what browsers call
/// a layout shift.
const JUMPED: &str = "
    const add = (list) => list.getEntries().reduce((sum, jump) => sum + jump.value, 0);
    new PerformanceObserver((list) => done(add(list))).observe({type: 'layout-shift', buffered: true});
    // Without any jump it is not called.
    requestAnimationFrame(() => setTimeout(() => done(0), 100));";
/// Browsers call a page that jumps by less than 0.1 good. A log whose lines move on is 0.01.
const STILL: f64 = 0.05;

#[tokio::test]
async fn nothing_jumps_while_a_page_comes() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.slow_down(4).await?;
    for (width, height) in [(390, 844), (1024, 768), (1440, 900)] {
        visit.resize(width, height).await?;
        for page in ["/", "/play/tipperary", "/play/glen-more", "/play/foxy-and-wooly"] {
            visit.go(&server, page).await?;
            let jumped = visit.wait_for(JUMPED, Value::Null).await?;
            let jumped = jumped.as_f64().context("a number")?;
            ensure!(jumped < STILL, "{page} jumps by {jumped} in a window {width} pixels wide");
        }
    }
    visit.close().await
}

#[tokio::test]
async fn a_phone_gets_everywhere_from_the_foot_of_the_home_page() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Phone).await?;
    for page in ["/games", "/replay", "/today", "/about", "/art"] {
        visit.go(&server, "/").await?;
        visit.press(&format!(".foot nav a[href='{page}']")).await?;
        let there =
            "location.pathname === given && document.querySelector('main:not([aria-busy])')";
        visit.until(there, json!(page)).await?;
    }
    visit.close().await
}

#[tokio::test]
async fn a_field_turns_with_its_window() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.go(&server, "/play/foxy-and-wooly").await?;
    let windows = [
        (1000, 1100, "wide"),
        (1500, 1100, "tall"),
        (1500, 760, "wide"),
        (1900, 1100, "wide"),
        (500, 1100, "tall"),
    ];
    for (width, height, drawing) in windows {
        visit.browser.set_window_rect(0, 0, width, height).await?;
        visit.find(&format!(".field .{drawing} .big")).await?;
        let other = if drawing == "wide" { "tall" } else { "wide" };
        let script = format!("return document.querySelectorAll('.field .{other}').length");
        ensure!(visit.run(&script).await? == json!(0), "one drawing at a time");
    }
    visit.close().await
}

#[tokio::test]
async fn what_there_is_to_do_is_in_sight_on_a_laptop() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for (game, button) in [
        ("tipperary", ".acts .go"),
        ("glen-more", ".plan .acts .go"),
        ("foxy-and-wooly", ".choice > :first-child"),
    ] {
        visit.go(&server, &format!("/play/{game}")).await?;
        visit.until(MY_TURN, Value::Null).await?;
        for (width, height) in [(1366, 768), (1024, 800), (1536, 800), (1440, 900)] {
            let window =
                json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
            visit.browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", window).await?;
            let is_seen = format!(
                "(({{top, bottom}}) => top > 0 && bottom <= innerHeight)\
                 (document.querySelector('{button}').getBoundingClientRect())"
            );
            visit
                .until(&is_seen, Value::Null)
                .await
                .with_context(|| format!("{game} in a window of {width} × {height}"))?;
        }
    }
    visit.close().await
}
