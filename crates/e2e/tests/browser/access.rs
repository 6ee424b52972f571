//! Pages that everybody can use, on whatever they have: axe finds nothing on any of them, and none
//! is wider than its window.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use e2e::{SECRET, Server, Size, Tour, Trouble, Visit};
use serde_json::json;

/// From the smallest phones to the largest screens.
const WIDTHS: [u32; 5] = [360, PHONE, 1024, DESKTOP, 3840];
/// Here axe looks at the page in the light.
const PHONE: u32 = 390;
/// Here axe looks at the page in the dark.
const DESKTOP: u32 = 1920;

/// How wide the page is, and what reaches beyond its window. A browser on a phone shows a page that is
/// too wide from further away, so that the page itself does not know how wide its window is.
const BEYOND: &str = "
    const name = (it) => `${it.tagName.toLowerCase()}.${it.getAttribute('class')}`;
    const beyond = [...document.querySelectorAll('#app *')]
        .filter((it) => it.getBoundingClientRect().right + scrollX > given + 1);
    done([document.scrollingElement.scrollWidth, beyond.slice(0, 8).map(name)]);";

/// Axe's own text, which `cargo verify` fetches from npm.
pub(crate) fn axe() -> Result<String> {
    let path = env::var_os("BELLWETHER_AXE")
        .context("BELLWETHER_AXE names the file axe.min.js of the npm package axe-core")?;
    Ok(fs::read_to_string(path)?)
}

/// Looks at everything there is to see on one part of a tour, and tells of all that is wrong there.
struct Inspection {
    server: Server,
    visit: Visit,
    axe: String,
    wrong: RefCell<Vec<String>>,
}

impl Inspection {
    async fn begin() -> Result<Self> {
        let server = Server::start_with(&[("BELLWETHER_ADMIN_SECRET", SECRET)])?;
        let visit = Visit::open(&server, Size::Desktop).await?;
        Ok(Self { server, visit, axe: axe()?, wrong: RefCell::default() })
    }

    fn tour(&self) -> Tour<'_> {
        Tour { server: &self.server, visit: &self.visit }
    }

    /// The page never has to be pushed sideways, and axe finds nothing.
    async fn look(&self, name: &str) -> Result<()> {
        for width in WIDTHS {
            self.visit.resize(width, 900).await?;
            self.visit.set_dark(width == DESKTOP).await?;
            let found = self.visit.wait_for(BEYOND, json!(width)).await?;
            if found[0].as_u64() > Some(width.into()) {
                self.note(&format!(
                    "{name}: {} pixels in a window of {width}: {}",
                    found[0], found[1]
                ));
            }
            if [PHONE, DESKTOP].contains(&width)
                && let Err(error) = self.visit.expect_accessible(&self.axe).await
            {
                self.note(&format!("{name}, {width} pixels wide: {error:#}"));
            }
        }
        Ok(())
    }

    fn note(&self, wrong: &str) {
        self.wrong.borrow_mut().push(wrong.to_owned());
    }

    async fn end(self, troubles: &[Trouble]) -> Result<()> {
        let wrong = self.wrong.into_inner();
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
        self.visit.close_after(troubles).await
    }
}

#[tokio::test]
async fn all_pages_fit_and_keep_nobody_out() -> Result<()> {
    let inspection = Inspection::begin().await?;
    let titles = RefCell::new(BTreeMap::<String, String>::new());
    let look = async |name: &str| {
        let title = inspection.visit.browser.title().await?;
        if !title.ends_with(" · Bellwether") {
            inspection.note(&format!("{name} is called {title}"));
        }
        // What is not there is called the same wherever it is missed.
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
async fn all_tables_fit_and_keep_nobody_out() -> Result<()> {
    let inspection = Inspection::begin().await?;
    inspection.tour().tables(async |name| inspection.look(name).await).await?;
    // The last thing to see is how the page breaks.
    inspection.end(&[Trouble::Crash]).await
}

#[tokio::test]
async fn all_pages_about_people_fit_and_keep_nobody_out() -> Result<()> {
    let inspection = Inspection::begin().await?;
    inspection.tour().people(async |name| inspection.look(name).await).await?;
    inspection.end(&[]).await
}

/// How wide the page is with that window, and what reaches beyond it.
async fn width_in(visit: &Visit, window: u32) -> Result<serde_json::Value> {
    visit.resize(window, 844).await?;
    visit.wait_for(BEYOND, json!(window)).await
}

#[tokio::test]
async fn a_full_table_with_clocks_is_no_wider_than_its_window() -> Result<()> {
    let server = Server::start()?;
    let visit = Visit::open(&server, Size::Phone).await?;
    for (game, players) in [("tipperary", 5), ("glen-more", 5), ("foxy-and-wooly", 4)] {
        let mut seats = vec![json!({"for": "bot", "level": 1}); players - 1];
        seats.push(json!({"for": "person"}));
        let clock = json!({"kind": "real-time", "base": 86_000, "increment": 10});
        let spec = json!({"game": game, "seats": seats, "clock": clock});
        let opened = visit.post("/api/tables", spec).await?;
        let table = opened["table"].as_str().context("a table was opened")?;
        visit.go(&server, &format!("/t/{table}")).await?;
        visit.press(".room .join").await?;
        visit.press(".room .start").await?;
        visit.find(".people .clock").await?;
        for window in [320, 360, 390, 844, 1024] {
            let found = width_in(&visit, window).await?;
            ensure!(
                found[0].as_u64() <= Some(window.into()),
                "{game}: {} pixels in a window of {window}: {}",
                found[0],
                found[1]
            );
        }
    }
    visit.close().await
}
