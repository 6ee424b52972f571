//! Guided games, played to their end by pressing what is marked, and the pages to learn.

use anyhow::{Context, Result, bail, ensure};
use e2e::{BrowserSession, MY_TURN, Server, Size};
use serde_json::{Value, json};

use crate::access::axe;

/// Selectors of what is marked on the boards, by priority: the main button, a hinted element, and
/// what leads to it.
const MARKED_ELEMENTS: &str = "[
    '.go-on.primary',
    '.big-btn.hinted[aria-disabled=false]',
    '.farm .place.hinted',
    '.stepper [aria-label=\"One cube more\"]',
    '.tip .plain.advised',
    '.tip .go.ready',
    '.idea-b',
    '.gm .lp:has(.flag) .tap',
    '.gm .chk .hinted button.box',
    '.gm .trade:has(.hinted):not([open]) summary',
    '.gm .opt.hinted',
    '.gm .lt:has(.flag) .tap[role=button]',
    '.gm .go.hinted',
    '.gm .goals .hinted',
    '.gm .clan .btn.hinted',
    '.gm .sp:has(.flag) .tap',
]";

/// Marks the element to be pressed next with an attribute. Returns the step of the lesson, and
/// whether it is the last.
const CHOOSE: &str = "
    const shown = (it) => {
        const box = it.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && getComputedStyle(it).visibility !== 'hidden';
    };
    const look = () => {
        const step = document.querySelector('.teacher .step')?.textContent;
        if (document.querySelector('.teacher a.btn')) return done(['end', step]);
        const ready = document.querySelector('main:not([aria-busy])');
        const answering = document.querySelector('.go-on[aria-disabled=true]');
        document.querySelectorAll('[data-chosen]').forEach((it) => it.removeAttribute('data-chosen'));
        const place = document.querySelector('.tip .go');
        place?.classList.toggle('ready', place.textContent.includes('Place here'));
        const found = given.map((it) => [...document.querySelectorAll(it)].find(shown)).find(Boolean);
        if (!ready || answering || !found) return setTimeout(look, 15);
        found.setAttribute('data-chosen', '');
        found.scrollIntoView({block: 'center', inline: 'center'});
        done(['chosen', step]);
    };
    look();";

/// Plays a lesson from its page to its last step.
async fn play(session: &BrowserSession, size: Size) -> Result<()> {
    let marked: Value = session.run(&format!("return {MARKED_ELEMENTS}")).await?;
    for _ in 0..120 {
        let chosen = session.wait_for(CHOOSE, marked.clone()).await?;
        if chosen[0] == json!("end") {
            return Ok(());
        }
        session.tap("[data-chosen]", size).await?;
    }
    let at = session.run("return document.querySelector('.teacher')?.textContent").await?;
    bail!("the lesson does not end; the teacher says {at}")
}

async fn a_lesson(game: &str, size: Size) -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, size).await?;
    session.press(&format!("a[href='/learn/{game}/play']")).await?;
    session.find(".teacher .go-on").await?;
    play(&session, size).await.with_context(|| game.to_owned())?;
    session.close().await
}

#[tokio::test]
async fn foxy_and_wooly_is_learned_on_a_phone() -> Result<()> {
    a_lesson("foxy-and-wooly", Size::Phone).await
}

#[tokio::test]
async fn tipperary_is_learned_by_pointer() -> Result<()> {
    a_lesson("tipperary", Size::Desktop).await
}

#[tokio::test]
async fn glen_more_is_learned_by_pointer_and_played_on() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.go(&server, "/learn/glen-more/play").await?;
    play(&session, Size::Desktop).await?;
    session.press(".teacher .play-on").await?;
    session.until("location.pathname.startsWith('/table/')", Value::Null).await?;
    session.until(MY_TURN, Value::Null).await?;
    ensure!(session.run("return document.querySelector('.teacher')").await?.is_null());
    session.close().await
}

#[tokio::test]
async fn an_unexpected_action_is_answered_and_the_expected_one_can_be_made_by_button() -> Result<()>
{
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.go(&server, "/learn/foxy-and-wooly/play").await?;
    session.press(".go-on.primary").await?;
    session.press(".go-on.primary").await?;
    session.find(".big-btn.take.hinted").await?;
    let cubes = "return document.querySelector('.hand .cr .n').textContent";
    let before = session.run(cubes).await?;
    session.press(".big-btn.chase").await?;
    session.find(".notice.on").await?;
    ensure!(session.run(cubes).await? == before, "nothing has happened");
    let step = |number: usize| {
        format!("document.querySelector('.teacher .step').textContent.includes('Step {number} ')")
    };
    session.press(".go-on").await?;
    session.until(&step(4), Value::Null).await?;
    ensure!(session.run(cubes).await? != before, "it was done for them");
    session.press(".teacher .back").await?;
    session.until(&step(3), Value::Null).await?;
    ensure!(session.run(cubes).await? == before, "it was taken back");
    session.close().await
}

/// Opens the n-th playable position of the rules. Returns `false` after the last one.
async fn open_position(session: &BrowserSession, place: usize) -> Result<bool> {
    let script = "document.querySelectorAll('[data-chosen]').forEach((it) => it.removeAttribute('data-chosen'));\
         const button = document.querySelectorAll('.try')[given]?.querySelector('.try-it');\
         button?.setAttribute('data-chosen', ''); done(Boolean(button));";
    let found = session.wait_for(script, json!(place)).await? == json!(true);
    if found {
        session.press("[data-chosen]").await?;
        session.find(".tried .mine").await?;
        let alive = session.run("return document.querySelectorAll('.tried').length").await?;
        ensure!(alive == json!(1), "{alive} pictures are alive");
    }
    Ok(found)
}

#[tokio::test]
async fn positions_in_the_rules_can_be_played() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.go(&server, "/learn/foxy-and-wooly").await?;
    open_position(&session, 0).await?;
    let cubes = "return document.querySelector('.hand .cr .n').textContent";
    let before = session.run(cubes).await?;
    session.press(".try .big-btn.take[aria-disabled=false]").await?;
    let done = "document.querySelector('.try > [role=status]').textContent.includes('That is all')";
    session.until(done, Value::Null).await?;
    ensure!(session.run(cubes).await? != before, "cubes came with the wolf");
    session.press(".try .again").await?;
    session.find(".try .big-btn.take[aria-disabled=false]").await?;
    ensure!(session.run(cubes).await? == before, "it stands as it stood");
    session.close().await
}

async fn every_page(size: Size) -> Result<()> {
    let axe = axe()?;
    let server = Server::start()?;
    let session = BrowserSession::open(&server, size).await?;
    session.go(&server, "/learn").await?;
    session.expect_accessible(&axe).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        session.go(&server, &format!("/learn/{game}")).await?;
        session.expect_accessible(&axe).await?;
        for place in 0.. {
            if !open_position(&session, place).await? {
                break;
            }
            session.expect_accessible(&axe).await?;
        }
        session.go(&server, &format!("/learn/{game}/play")).await?;
        session.find(".teacher .go-on").await?;
        session.expect_accessible(&axe).await?;
        play(&session, size).await?;
        session.expect_accessible(&axe).await?;
    }
    session.close().await
}

#[tokio::test]
async fn axe_finds_nothing_on_pages_to_learn_from_on_a_desktop() -> Result<()> {
    every_page(Size::Desktop).await
}

#[tokio::test]
async fn axe_finds_nothing_on_pages_to_learn_from_on_a_phone() -> Result<()> {
    every_page(Size::Phone).await
}
