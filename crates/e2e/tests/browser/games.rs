//! Whole games on the boards, by mouse and by touch.
//!
//! The test knows nothing about the games: it presses what is offered, primary buttons more often
//! than others, until the score sheet is shown. So it also tries unusual sequences.

use anyhow::{Result, bail};
use e2e::{ACTION_ELEMENT, BrowserSession, MY_TURN, Server, Size};
use serde_json::{Value, json};

/// Marks an element that can be pressed; the first argument decides which. Returns whether the game
/// is over.
const CHOOSE: &str = "
    const shown = (it) => {
        const box = it.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && getComputedStyle(it).visibility !== 'hidden';
    };
    const look = () => {
        if (document.querySelector('.sheet')) return done('over');
        const mine = document.querySelector('main:not([aria-busy]) .pill.hint');
        const offered = [...document.querySelectorAll('main button:not(:disabled), main [role=button]')]
            .filter((it) => !it.closest('.logbox') && it.getAttribute('aria-disabled') !== 'true' && shown(it));
        if (!mine || offered.length === 0) return setTimeout(look, 15);
        document.querySelectorAll('[data-chosen]').forEach((it) => it.removeAttribute('data-chosen'));
        const best = offered.filter((it) => it.matches('.primary'));
        const from = best.length && given % 3 ? best : offered;
        const chosen = from[Math.floor(given / 3) % from.length];
        chosen.setAttribute('data-chosen', '');
        chosen.scrollIntoView({block: 'center', inline: 'center'});
        done('chosen');
    };
    look();";

/// Pseudo-random numbers that are the same in every run.
fn numbers() -> impl Iterator<Item = u32> {
    std::iter::successors(Some(12_345_u32), |seed| {
        Some(seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
    })
    .map(|seed| seed >> 8)
}

async fn a_game_on_the_board(game: &str, size: Size) -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, size).await?;
    session.press(&format!("a[href='/play/{game}']")).await?;
    for number in numbers().take(4000) {
        match session.wait_for(CHOOSE, json!(number)).await? {
            Value::String(said) if said == "over" => {
                return session.close().await;
            }
            _ => session.tap("[data-chosen]", size).await?,
        }
    }
    let said = session.run("return document.querySelector('.say')?.textContent").await?;
    bail!("the game does not end; the table says {said}")
}

#[tokio::test]
async fn tipperary_is_played_by_pointer() -> Result<()> {
    a_game_on_the_board("tipperary", Size::Desktop).await
}

#[tokio::test]
async fn glen_more_is_played_by_pointer() -> Result<()> {
    a_game_on_the_board("glen-more", Size::Desktop).await
}

#[tokio::test]
async fn foxy_and_wooly_is_played_by_pointer() -> Result<()> {
    a_game_on_the_board("foxy-and-wooly", Size::Desktop).await
}

#[tokio::test]
async fn foxy_and_wooly_is_played_by_touch_on_a_phone() -> Result<()> {
    a_game_on_the_board("foxy-and-wooly", Size::Phone).await
}

#[tokio::test]
async fn home_to_the_first_own_move_takes_two_presses() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Desktop).await?;
    session.press("a[href='/play/foxy-and-wooly']").await?;
    session.until(MY_TURN, Value::Null).await?;
    let lines = session.run("return document.querySelectorAll('.log li').length").await?;
    session.press(ACTION_ELEMENT).await?;
    session.until("document.querySelectorAll('.log li').length > given", lines).await?;
    session.close().await
}
