//! Accessibility and layout of all pages: axe finds no violation, and no page is wider than its
//! window.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use e2e::{BrowserSession, ExpectedError, OPERATOR_SECRET, Server, Size, Tour};
use serde_json::json;

/// From small phones to large screens.
const WIDTHS: [u32; 5] = [360, PHONE, 1024, DESKTOP, 3840];
/// At this width axe checks the light scheme.
const PHONE: u32 = 390;
/// At this width axe checks the dark scheme.
const DESKTOP: u32 = 1920;

/// The width of the page, and the elements beyond its window. Phones zoom out on pages that are too
/// wide, so the page itself does not know the width of the window.
const OVERFLOW: &str = "
    const name = (it) => `${it.tagName.toLowerCase()}.${it.getAttribute('class')}`;
    const beyond = [...document.querySelectorAll('#app *')]
        .filter((it) => it.getBoundingClientRect().right + scrollX > given + 1);
    done([document.scrollingElement.scrollWidth, beyond.slice(0, 8).map(name)]);";

/// The source of axe, which `cargo verify` fetches from npm.
pub(crate) fn axe() -> Result<String> {
    let path = env::var_os("BELLWETHER_AXE")
        .context("BELLWETHER_AXE names the file axe.min.js of the npm package axe-core")?;
    Ok(fs::read_to_string(path)?)
}

/// Checks all pages of one part of a tour and collects the violations.
struct Inspection {
    server: Server,
    session: BrowserSession,
    axe: String,
    wrong: RefCell<Vec<String>>,
}

impl Inspection {
    async fn begin() -> Result<Self> {
        let server = Server::start_with(&[("BELLWETHER_ADMIN_SECRET", OPERATOR_SECRET)])?;
        let session = BrowserSession::open(&server, Size::Desktop).await?;
        Ok(Self { server, session, axe: axe()?, wrong: RefCell::default() })
    }

    fn tour(&self) -> Tour<'_> {
        Tour { server: &self.server, session: &self.session }
    }

    /// Checks widths, and runs axe.
    async fn look(&self, name: &str) -> Result<()> {
        for width in WIDTHS {
            self.session.resize(width, 900).await?;
            self.session.set_dark(width == DESKTOP).await?;
            let found = self.session.wait_for(OVERFLOW, json!(width)).await?;
            if found[0].as_u64() > Some(width.into()) {
                self.note(&format!(
                    "{name}: {} pixels in a window of {width}: {}",
                    found[0], found[1]
                ));
            }
            if [PHONE, DESKTOP].contains(&width)
                && let Err(error) = self.session.expect_accessible(&self.axe).await
            {
                self.note(&format!("{name}, {width} pixels wide: {error:#}"));
            }
        }
        Ok(())
    }

    fn note(&self, wrong: &str) {
        self.wrong.borrow_mut().push(wrong.to_owned());
    }

    async fn end(self, expected_errors: &[ExpectedError]) -> Result<()> {
        let wrong = self.wrong.into_inner();
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
        self.session.close_expecting(expected_errors).await
    }
}

#[tokio::test]
async fn pages_fit_their_window_and_pass_axe() -> Result<()> {
    let inspection = Inspection::begin().await?;
    let titles = RefCell::new(BTreeMap::<String, String>::new());
    let look = async |name: &str| {
        let title = inspection.session.browser.title().await?;
        if !title.ends_with(" · Bellwether") {
            inspection.note(&format!("{name} is called {title}"));
        }
        // All pages that report something missing may have the same title.
        let twin = titles.borrow_mut().insert(title, name.to_owned());
        if let Some(twin) = twin.filter(|_| !name.ends_with("missing")) {
            inspection.note(&format!("{name} is called the same as {twin}"));
        }
        inspection.look(name).await
    };
    inspection.tour().pages(look).await?;
    inspection.end(&[]).await
}

#[tokio::test]
async fn tables_fit_their_window_and_pass_axe() -> Result<()> {
    let inspection = Inspection::begin().await?;
    inspection.tour().tables(async |name| inspection.look(name).await).await?;
    // The tour ends with a panic.
    inspection.end(&[ExpectedError::Panic]).await
}

#[tokio::test]
async fn pages_about_people_fit_their_window_and_pass_axe() -> Result<()> {
    let inspection = Inspection::begin().await?;
    inspection.tour().people(async |name| inspection.look(name).await).await?;
    inspection.end(&[]).await
}

/// How wide the page is with that window, and what reaches beyond it.
async fn width_in(session: &BrowserSession, window: u32) -> Result<serde_json::Value> {
    session.resize(window, 844).await?;
    session.wait_for(OVERFLOW, json!(window)).await
}

#[tokio::test]
async fn a_full_table_with_clocks_is_no_wider_than_its_window() -> Result<()> {
    let server = Server::start()?;
    let session = BrowserSession::open(&server, Size::Phone).await?;
    for (game, players) in [("tipperary", 5), ("glen-more", 5), ("foxy-and-wooly", 4)] {
        let mut seats = vec![json!({"for": "bot", "level": 1}); players - 1];
        seats.push(json!({"for": "person"}));
        let clock = json!({"kind": "real-time", "base": 86_000, "increment": 10});
        let spec = json!({"game": game, "seats": seats, "clock": clock});
        let opened = session.post("/api/tables", spec).await?;
        let table = opened["table"].as_str().context("a table was opened")?;
        session.go(&server, &format!("/t/{table}")).await?;
        session.press(".room .join").await?;
        session.press(".room .start").await?;
        session.find(".people .clock").await?;
        for window in [320, 360, 390, 844, 1024] {
            let found = width_in(&session, window).await?;
            ensure!(
                found[0].as_u64() <= Some(window.into()),
                "{game}: {} pixels in a window of {window}: {}",
                found[0],
                found[1]
            );
        }
    }
    session.close().await
}
