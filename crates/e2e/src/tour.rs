//! A tour of every page and every board, for checks and screenshots of all of them.
//!
//! A tour visits one page after the other and calls `look` when a page is complete. It has three
//! parts, each for a browser of its own.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::online_session::play_in_words;
use crate::tables::{fixture, position_after_thirds, read};
use crate::{ACTION_ELEMENT, BrowserSession, MY_TURN, Server};

/// The operator's secret.
pub const OPERATOR_SECRET: &str =
    "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e";

/// Makes `createElement` throw, so that mounting anything panics.
pub const BREAK_ELEMENTS: &str = "
    document.createElement = document.createElementNS = () => { throw new Error('broken'); };";
/// Restores `createElement`.
const RESTORE_ELEMENTS: &str = "delete document.createElement; delete document.createElementNS;";

/// The pages that need no account and no table.
const PAGES: [(&str, &str); 24] = [
    ("home", "/"),
    ("learn", "/learn"),
    ("guided-tipperary", "/learn/tipperary/play"),
    ("guided-glen-more", "/learn/glen-more/play"),
    ("guided-foxy-and-wooly", "/learn/foxy-and-wooly/play"),
    ("learn-tipperary", "/learn/tipperary"),
    ("learn-glen-more", "/learn/glen-more"),
    ("learn-foxy-and-wooly", "/learn/foxy-and-wooly"),
    ("new-tipperary", "/new/tipperary"),
    ("new-glen-more", "/new/glen-more"),
    ("new-foxy-and-wooly", "/new/foxy-and-wooly"),
    ("online-tipperary", "/online/tipperary"),
    ("online-glen-more", "/online/glen-more"),
    ("online-foxy-and-wooly", "/online/foxy-and-wooly"),
    ("today", "/today"),
    ("my-games-none", "/games"),
    ("me", "/me"),
    ("replay", "/replay"),
    ("replay-missing", "/replay?table=nobody"),
    ("about", "/about"),
    ("art", "/art"),
    ("admin", "/admin"),
    ("not-found", "/no-such-page"),
    ("table-missing", "/table/nobody"),
];

/// The games, each with a recorded game of the maximum number of players.
const GAMES: [(&str, &str); 3] = [
    ("tipperary", "five-in-turn-careful"),
    ("glen-more", "5p-largest-display"),
    ("foxy-and-wooly", "4-players-gate-left"),
];

/// A hint is shown on the board.
const HINT_SHOWN: &str =
    "document.querySelector('.idea-row, .hints, main .hinted, .big-btn .pill.hint')";

/// A browser on a tour.
#[derive(Copy, Clone, Debug)]
pub struct Tour<'a> {
    /// The server. The operator's page needs one that was started with [`OPERATOR_SECRET`].
    pub server: &'a Server,
    /// The browser.
    pub session: &'a BrowserSession,
}

impl Tour<'_> {
    /// All pages without an account.
    ///
    /// # Errors
    /// If a page does not load, or `look` fails.
    pub async fn pages(&self, look: impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        for (name, path) in PAGES {
            self.session.go(self.server, path).await?;
            look(name).await.with_context(|| name.to_owned())?;
        }
        Ok(())
    }

    /// Local tables: every board at its start, in the middle, with a hint, as text, at the end, and
    /// in a replay.
    ///
    /// # Errors
    /// If a board does not load, or `look` fails.
    pub async fn tables(&self, look: impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        let session = self.session;
        for (game, record) in GAMES {
            let see = async |what: &str| {
                let name = format!("{game}-{what}");
                look(&name).await.with_context(|| name.clone())
            };
            session.go(self.server, &format!("/play/{game}")).await?;
            session.until(MY_TURN, Value::Null).await?;
            see("start").await?;
            self.middle(game, record, &see).await?;
            let whole = read(&fixture(game, record)?)?;
            session.open_table(self.server, &format!("{game}-over"), &whole).await?;
            session.find(".sheet").await?;
            see("over").await?;
            self.replay(game, record).await?;
            see("replay").await?;
        }
        session.go(self.server, "/today/here").await?;
        session.until(MY_TURN, Value::Null).await?;
        look("today-here").await.context("today-here")?;
        session.press(".menu summary").await?;
        look("menu").await.context("menu")?;
        session.go(self.server, "/games").await?;
        look("my-games").await.context("my-games")?;
        self.study(&look).await?;
        self.crash().await?;
        look("crash").await.context("crash")
    }

    /// A board in the middle of a game, with a hint, and as text.
    async fn middle(
        &self,
        game: &str,
        record: &str,
        see: &impl AsyncFn(&str) -> Result<()>,
    ) -> Result<()> {
        let session = self.session;
        let (middle, _) = position_after_thirds(&read(&fixture(game, record)?)?, 2)?;
        session.open_table(self.server, &format!("{game}-middle"), &middle).await?;
        session.until(MY_TURN, Value::Null).await?;
        see("middle").await?;
        session.press(".tools > .btn:has([href='#i-bot'])").await?;
        session.until(HINT_SHOWN, Value::Null).await?;
        see("advice").await?;
        session.press(".menu summary").await?;
        session.press(".menu .in-words").await?;
        session.find(".text-table .actions button").await?;
        see("words").await?;
        session.run("localStorage.removeItem('bellwether.view')").await.map(drop)
    }

    /// The replay of a recorded game, in the middle.
    async fn replay(&self, game: &str, record: &str) -> Result<()> {
        self.session.go(self.server, "/replay").await?;
        let file = fixture(game, record)?;
        self.session.find("#record-file").await?.send_keys(file.to_string_lossy()).await?;
        self.session.find(".replay .work button").await?;
        let middle = "const bar = document.querySelector('.scrub'); bar.value = Math.round(bar.max / 2);\
             bar.dispatchEvent(new Event('input', {bubbles: true}));";
        self.session.run(middle).await?;
        self.session.wait_until_loaded().await
    }

    /// The evaluation of a short game, and a private line in it.
    async fn study(&self, look: &impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        self.replay("foxy-and-wooly", "2-players-gate-left").await?;
        self.session.press(".work button").await?;
        let said = "document.querySelector('.study [role=status]')?.textContent";
        self.session.until(said, Value::Null).await?;
        self.session.press(".points summary").await?;
        look("study").await.context("study")?;
        self.session.press(".try-line").await?;
        self.session.find(".line-strip").await?;
        self.session.wait_until_loaded().await?;
        look("line").await.context("line")
    }

    /// The crash dialog.
    async fn crash(&self) -> Result<()> {
        self.session.go(self.server, "/play/foxy-and-wooly").await?;
        self.session.until(MY_TURN, Value::Null).await?;
        // Views that are still deferred may panic before the press does.
        let break_it =
            format!("{BREAK_ELEMENTS} document.querySelector('{ACTION_ELEMENT}')?.click();");
        self.session.run(&break_it).await?;
        self.session.find("#crash[open]").await?;
        self.session.run(RESTORE_ELEMENTS).await.map(drop)
    }

    /// Pages about people and online tables, with an account.
    ///
    /// # Errors
    /// If a page does not load, or `look` fails.
    pub async fn people(&self, look: impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        let session = self.session;
        let see = async |name: &str, path: &str, shown: &str| {
            session.go(self.server, path).await?;
            session.find(shown).await?;
            session.wait_until_loaded().await?;
            look(name).await.with_context(|| name.to_owned())
        };
        let name = json!({"name": "Aoife", "password": "a shepherd's word"});
        let person = id(&session.post("/api/me/claim", name).await?["id"]);
        let seats = [json!({"for": "person"}), json!({"for": "bot", "level": 1})];
        let spec = json!({"game": "glen-more", "seats": seats, "public": true});
        let table = id(&session.post("/api/tables", spec).await?["table"]);
        session.run("localStorage.setItem('bellwether.known', 'yes')").await?;
        see("me-named", "/me", "#sign-out").await?;
        self.table(&table, &look).await?;
        see("home-named", "/", &format!(".tables a[href='/t/{table}']")).await?;
        let today = id(&session.post("/api/today", json!({})).await?["table"]);
        session.run("localStorage.setItem('bellwether.view', 'words')").await?;
        session.go(self.server, &format!("/t/{today}")).await?;
        session.find(".text-table").await?;
        play_in_words(session, usize::MAX, 0).await?;
        session.run("localStorage.removeItem('bellwether.view')").await?;
        see("online-over", &format!("/t/{today}"), ".after").await?;
        see("today-scores", "/today", ".scores td").await?;
        see("profile", &format!("/people/{person}"), ".profile .pill").await?;
        see("online-replay", &format!("/replay?table={today}"), ".fairness").await?;
        self.operator().await?;
        look("admin-inside").await.context("admin-inside")
    }

    /// An online table: the room, the game, its menu and its chat.
    async fn table(&self, table: &str, look: &impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        let session = self.session;
        session.go(self.server, &format!("/t/{table}")).await?;
        session.press(".room .join").await?;
        session.find(".room .mine").await?;
        look("room").await.context("room")?;
        session.press(".room .start").await?;
        session.find(".people .acts").await?;
        session.wait_until_loaded().await?;
        look("online").await.context("online")?;
        session.press(".menu summary").await?;
        look("online-menu").await.context("online-menu")?;
        session.press(".tools .open-chat").await?;
        session.find(".chat.drawer").await?;
        look("online-chat").await.context("online-chat")
    }

    /// The operator's page, with a search result.
    async fn operator(&self) -> Result<()> {
        let session = self.session;
        session.go(self.server, "/admin").await?;
        session.find(".admin [type=password]").await?.send_keys(OPERATOR_SECRET).await?;
        session.press(".admin [type=submit]").await?;
        session.find("[role=search] input").await?.send_keys("aoi").await?;
        session.press("[role=search] [type=submit]").await?;
        session.find(".admin .tables .btn.danger").await?;
        session.wait_until_loaded().await
    }
}

fn id(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
