//! Loading pages: deferred views, layout shifts, and links.

use anyhow::{Context, Result, ensure};
use e2e::{BrowserSession, MY_TURN, Server, Size};
use serde_json::{Value, json};

/// Elements of a board with their expected number.
const COMPLETE_BOARD: [(&str, &str); 3] = [
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
async fn a_board_is_complete_when_it_is_not_busy() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    for (game, parts) in COMPLETE_BOARD {
        session.go(&server, &format!("/play/{game}")).await?;
        session.until(MY_TURN, Value::Null).await?;
        let counted: Vec<(u32, u32)> = serde_json::from_value(session.run(parts).await?)?;
        let whole = |&(there, wanted): &(u32, u32)| there > 0 && there == wanted;
        ensure!(counted.iter().all(whole), "{game}: {counted:?}");
    }
    session.close().await
}

/// The cumulative layout shift while the page was loaded.
const LAYOUT_SHIFT: &str = "
    const add = (list) => list.getEntries().reduce((sum, jump) => sum + jump.value, 0);
    new PerformanceObserver((list) => done(add(list))).observe({type: 'layout-shift', buffered: true});
    // It is not called without any shift.
    requestAnimationFrame(() => setTimeout(() => done(0), 100));";
/// Browsers call less than 0.1 good. Log entries that move on cause 0.01.
const MAX_LAYOUT_SHIFT: f64 = 0.05;

#[tokio::test]
async fn pages_load_without_layout_shifts() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.slow_down(4).await?;
    for (width, height) in [(390, 844), (1024, 768), (1440, 900)] {
        session.resize(width, height).await?;
        for page in ["/", "/play/tipperary", "/play/glen-more", "/play/foxy-and-wooly"] {
            session.go(&server, page).await?;
            let jumped = session.wait_for(LAYOUT_SHIFT, Value::Null).await?;
            let jumped = jumped.as_f64().context("a number")?;
            ensure!(
                jumped < MAX_LAYOUT_SHIFT,
                "{page} jumps by {jumped} in a window {width} pixels wide"
            );
        }
    }
    session.close().await
}

#[tokio::test]
async fn the_footer_of_the_home_page_links_to_all_pages() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Phone).await?;
    for page in ["/games", "/replay", "/today", "/about", "/art"] {
        session.go(&server, "/").await?;
        session.press(&format!(".foot nav a[href='{page}']")).await?;
        let there =
            "location.pathname === given && document.querySelector('main:not([aria-busy])')";
        session.until(there, json!(page)).await?;
    }
    session.close().await
}

#[tokio::test]
async fn the_field_adapts_to_its_window() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.go(&server, "/play/foxy-and-wooly").await?;
    let windows = [
        (1000, 1100, "wide"),
        (1500, 1100, "tall"),
        (1500, 760, "wide"),
        (1900, 1100, "wide"),
        (500, 1100, "tall"),
    ];
    for (width, height, drawing) in windows {
        session.browser.set_window_rect(0, 0, width, height).await?;
        session.find(&format!(".field .{drawing} .big")).await?;
        let other = if drawing == "wide" { "tall" } else { "wide" };
        let script = format!("return document.querySelectorAll('.field .{other}').length");
        ensure!(session.run(&script).await? == json!(0), "one drawing at a time");
    }
    session.close().await
}

#[tokio::test]
async fn the_buttons_of_a_board_are_visible_on_a_laptop() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    for (game, button) in [
        ("tipperary", ".acts .go"),
        ("glen-more", ".plan .acts .go"),
        ("foxy-and-wooly", ".choice > :first-child"),
    ] {
        session.go(&server, &format!("/play/{game}")).await?;
        session.until(MY_TURN, Value::Null).await?;
        for (width, height) in [(1366, 768), (1024, 800), (1536, 800), (1440, 900)] {
            let window =
                json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
            session.browser.cdp().send_raw("Emulation.setDeviceMetricsOverride", window).await?;
            let is_seen = format!(
                "(({{top, bottom}}) => top > 0 && bottom <= innerHeight)\
                 (document.querySelector('{button}').getBoundingClientRect())"
            );
            session
                .until(&is_seen, Value::Null)
                .await
                .with_context(|| format!("{game} in a window of {width} × {height}"))?;
        }
    }
    session.close().await
}
