//! Pages that everybody can use: axe finds nothing on any of them.

use std::{env, fs};

use anyhow::{Context, Result};
use e2e::{MY_TURN, Server, Size, Visit};
use serde_json::{Value, json};

/// Axe's own text, which `cargo verify` fetches from npm.
fn axe() -> Result<String> {
    let path = env::var_os("BELLWETHER_AXE")
        .context("BELLWETHER_AXE names the file axe.min.js of the npm package axe-core")?;
    Ok(fs::read_to_string(path)?)
}

async fn every_page(size: Size) -> Result<()> {
    let axe = axe()?;
    let server = Server::start()?;
    let visit = Visit::open(&server, size).await?;
    let pages = [
        "/",
        "/new/tipperary",
        "/new/glen-more",
        "/online/foxy-and-wooly",
        "/me",
        "/today",
        "/admin",
        "/games",
        "/replay",
        "/art",
        "/about",
        "/no-such-page",
    ];
    for page in pages {
        visit.go(&server, page).await?;
        visit.expect_accessible(&axe).await?;
    }
    let name = json!({"name": "Aoife", "password": "a shepherd's word"});
    let person = visit.post("/api/me/claim", name).await?;
    let seats = [json!({"for": "person"}), json!({"for": "bot", "level": 1})];
    let spec = json!({"game": "glen-more", "seats": seats, "public": true});
    let table = visit.post("/api/tables", spec).await?;
    visit.run("localStorage.setItem('bellwether.known', 'yes')").await?;
    let id = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let profile = format!("/people/{}", id(&person["id"]));
    for (page, shown) in [
        ("/", format!(".tables a[href='/t/{}']", id(&table["table"]))),
        ("/me", "#sign-out".to_owned()),
        (profile.as_str(), ".profile .pill".to_owned()),
    ] {
        visit.go(&server, page).await?;
        visit.find(&shown).await?;
        visit.expect_accessible(&axe).await?;
    }
    visit.go(&server, &format!("/t/{}", id(&table["table"]))).await?;
    visit.press(".room .join").await?;
    visit.find(".room .mine").await?;
    visit.expect_accessible(&axe).await?;
    visit.press(".room .start").await?;
    visit.find(".people .acts").await?;
    visit.press(".menu summary").await?;
    visit.press(".tools .open-chat").await?;
    visit.find(".chat.drawer").await?;
    visit.expect_accessible(&axe).await?;
    for game in ["tipperary", "glen-more", "foxy-and-wooly"] {
        visit.go(&server, "/").await?;
        visit.press(&format!("a[href='/play/{game}']")).await?;
        visit.until(MY_TURN, Value::Null).await?;
        visit.expect_accessible(&axe).await?;
    }
    visit.expect_a_clean_console().await?;
    visit.close().await
}

#[tokio::test]
async fn axe_finds_nothing_on_a_desktop() -> Result<()> {
    every_page(Size::Desktop).await
}

#[tokio::test]
async fn axe_finds_nothing_on_a_phone() -> Result<()> {
    every_page(Size::Phone).await
}
