//! Guided games, played to their end by pressing what is marked, and the pages around them.

use anyhow::{Context, Result, bail, ensure};
use e2e::{MY_TURN, Server, Size, Visit};
use serde_json::{Value, json};

use crate::access::axe;

/// What is marked, on any of the boards, what comes first first: the way on, what a teacher's hint
/// lies on, and what leads to it.
const MARKED: &str = "[
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

/// Marks what is to be pressed next with an attribute. The answer says which step the lesson is at,
/// and whether it is the last.
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
async fn play(visit: &Visit, size: Size) -> Result<()> {
    let marked: Value = visit.run(&format!("return {MARKED}")).await?;
    for _ in 0..120 {
        let chosen = visit.wait_for(CHOOSE, marked.clone()).await?;
        if chosen[0] == json!("end") {
            return Ok(());
        }
        visit.tap("[data-chosen]", size).await?;
    }
    let at = visit.run("return document.querySelector('.teacher')?.textContent").await?;
    bail!("the lesson does not end; the teacher says {at}")
}

async fn a_lesson(game: &str, size: Size) -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, size).await?;
    visit.press(&format!("a[href='/learn/{game}/play']")).await?;
    visit.find(".teacher .go-on").await?;
    play(&visit, size).await.with_context(|| game.to_owned())?;
    visit.close().await
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
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.go(&server, "/learn/glen-more/play").await?;
    play(&visit, Size::Desktop).await?;
    visit.press(".teacher .play-on").await?;
    visit.until("location.pathname.startsWith('/table/')", Value::Null).await?;
    visit.until(MY_TURN, Value::Null).await?;
    ensure!(visit.run("return document.querySelector('.teacher')").await?.is_null());
    visit.close().await
}

#[tokio::test]
async fn whoever_presses_something_else_is_told_and_whoever_is_stuck_is_helped() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.go(&server, "/learn/foxy-and-wooly/play").await?;
    visit.press(".go-on.primary").await?;
    visit.press(".go-on.primary").await?;
    visit.find(".big-btn.take.hinted").await?;
    let cubes = "return document.querySelector('.hand .cr .n').textContent";
    let before = visit.run(cubes).await?;
    visit.press(".big-btn.chase").await?;
    visit.find(".notice.on").await?;
    ensure!(visit.run(cubes).await? == before, "nothing has happened");
    let step = |number: usize| {
        format!("document.querySelector('.teacher .step').textContent.includes('Step {number} ')")
    };
    visit.press(".go-on").await?;
    visit.until(&step(4), Value::Null).await?;
    ensure!(visit.run(cubes).await? != before, "it was done for them");
    visit.press(".teacher .back").await?;
    visit.until(&step(3), Value::Null).await?;
    ensure!(visit.run(cubes).await? == before, "it was taken back");
    visit.close().await
}

/// Opens the picture in that place of the rules; there is none behind the last.
async fn open_picture(visit: &Visit, place: usize) -> Result<bool> {
    let script = "document.querySelectorAll('[data-chosen]').forEach((it) => it.removeAttribute('data-chosen'));\
         const button = document.querySelectorAll('.try')[given]?.querySelector('.try-it');\
         button?.setAttribute('data-chosen', ''); done(Boolean(button));";
    let found = visit.wait_for(script, json!(place)).await? == json!(true);
    if found {
        visit.press("[data-chosen]").await?;
        visit.find(".tried .mine").await?;
        let alive = visit.run("return document.querySelectorAll('.tried').length").await?;
        ensure!(alive == json!(1), "{alive} pictures are alive");
    }
    Ok(found)
}

#[tokio::test]
async fn pictures_in_the_rules_are_played_with() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    visit.go(&server, "/learn/foxy-and-wooly").await?;
    open_picture(&visit, 0).await?;
    let cubes = "return document.querySelector('.hand .cr .n').textContent";
    let before = visit.run(cubes).await?;
    visit.press(".try .big-btn.take[aria-disabled=false]").await?;
    let done = "document.querySelector('.try > [role=status]').textContent.includes('That is all')";
    visit.until(done, Value::Null).await?;
    ensure!(visit.run(cubes).await? != before, "cubes came with the wolf");
    visit.press(".try .again").await?;
    visit.find(".try .big-btn.take[aria-disabled=false]").await?;
    ensure!(visit.run(cubes).await? == before, "it stands as it stood");
    visit.close().await
}

async fn every_page(size: Size) -> Result<()> {
    let axe = axe()?;
    let server = Server::start()?;
    let visit = Visit::open(&server, size).await?;
    visit.go(&server, "/learn").await?;
    visit.expect_accessible(&axe).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        visit.go(&server, &format!("/learn/{game}")).await?;
        visit.expect_accessible(&axe).await?;
        for place in 0.. {
            if !open_picture(&visit, place).await? {
                break;
            }
            visit.expect_accessible(&axe).await?;
        }
        visit.go(&server, &format!("/learn/{game}/play")).await?;
        visit.find(".teacher .go-on").await?;
        visit.expect_accessible(&axe).await?;
        play(&visit, size).await?;
        visit.expect_accessible(&axe).await?;
    }
    visit.close().await
}

#[tokio::test]
async fn axe_finds_nothing_on_pages_to_learn_from_on_a_desktop() -> Result<()> {
    every_page(Size::Desktop).await
}

#[tokio::test]
async fn axe_finds_nothing_on_pages_to_learn_from_on_a_phone() -> Result<()> {
    every_page(Size::Phone).await
}
