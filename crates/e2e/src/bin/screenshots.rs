//! Shows every page and board at several sizes, light and dark, and keeps the pictures.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use e2e::{MY_TURN, Server, Size, Visit};
use serde_json::Value;

/// Width and height of the window.
const SIZES: [(u32, u32); 3] = [(390, 844), (1024, 768), (1920, 1080)];
const PAGES: [(&str, &str); 10] = [
    ("home", "/"),
    ("new-table", "/new/tipperary"),
    ("open-online", "/online/tipperary"),
    ("my-games", "/games"),
    ("me", "/me"),
    ("today", "/today"),
    ("replay", "/replay"),
    ("about", "/about"),
    ("art", "/art"),
    ("learn", "/learn/glen-more"),
];
const GAMES: [&str; 3] = ["tipperary", "glen-more", "foxy-and-wooly"];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("say into which folder the pictures go")?;
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Desktop).await?;
    for theme in ["light", "dark"] {
        visit.run(&format!("localStorage.setItem('bellwether.theme', '{theme}')")).await?;
        for (width, height) in SIZES {
            visit.browser.set_window_rect(0, 0, width, height).await?;
            let name = |page: &str| folder.join(format!("{page}-{width}-{theme}.png"));
            all(&visit, &server, &name).await?;
        }
    }
    println!("the pictures are in {}", folder.display());
    visit.close().await
}

async fn all(visit: &Visit, server: &Server, name: &impl Fn(&str) -> PathBuf) -> Result<()> {
    for (page, path) in PAGES {
        visit.go(server, path).await?;
        keep(visit, &name(page)).await?;
    }
    for game in GAMES {
        visit.go(server, &format!("/play/{game}")).await?;
        visit.until(MY_TURN, Value::Null).await?;
        keep(visit, &name(game)).await?;
    }
    Ok(())
}

async fn keep(visit: &Visit, path: &Path) -> Result<()> {
    Ok(visit.browser.screenshot(path).await?)
}
