//! Everything there is to see: every page and every board, for whoever looks at all of them.
//!
//! A tour goes from one sight to the next and has each of them looked at as soon as it is all there.
//! It comes in three parts, each for a browser of its own.

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::evening::play_in_words;
use crate::tables::{after_thirds, fixture, read};
use crate::{A_MOVE, MY_TURN, Server, Visit};

/// What whoever runs the server has to know to see its page.
pub const SECRET: &str = "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e";

/// From now on the browser makes no element: whatever puts up something new panics.
pub const BREAK: &str = "
    document.createElement = document.createElementNS = () => { throw new Error('broken'); };";
/// The browser makes elements again.
const MEND: &str = "delete document.createElement; delete document.createElementNS;";

/// Pages as everybody sees them who comes for the first time.
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

/// The games, each with a recorded one of as many people as can play it.
const GAMES: [(&str, &str); 3] = [
    ("tipperary", "five-in-turn-careful"),
    ("glen-more", "5p-largest-display"),
    ("foxy-and-wooly", "4-players-gate-left"),
];

/// A bot's advice is on the board.
const ADVICE: &str =
    "document.querySelector('.idea-row, .hints, main .hinted, .big-btn .pill.hint')";

/// A browser on its way through all there is.
#[derive(Copy, Clone, Debug)]
pub struct Tour<'a> {
    /// Where its pages come from. To be let onto the operator's page, it was started with [`SECRET`].
    pub server: &'a Server,
    /// The browser.
    pub visit: &'a Visit,
}

impl Tour<'_> {
    /// All pages as somebody sees them who has done nothing yet.
    ///
    /// # Errors
    /// If a page does not come, or whoever looks at it says so.
    pub async fn pages(&self, look: impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        for (name, path) in PAGES {
            self.visit.go(self.server, path).await?;
            look(name).await.with_context(|| name.to_owned())?;
        }
        Ok(())
    }

    /// Tables of this device: every board at its start, in the middle, with advice, in words, at the
    /// end and looked back at; and whatever leads to them.
    ///
    /// # Errors
    /// If a board does not come, or whoever looks at it says so.
    pub async fn tables(&self, look: impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        let visit = self.visit;
        for (game, record) in GAMES {
            let see = async |what: &str| {
                let name = format!("{game}-{what}");
                look(&name).await.with_context(|| name.clone())
            };
            visit.go(self.server, &format!("/play/{game}")).await?;
            visit.until(MY_TURN, Value::Null).await?;
            see("start").await?;
            self.middle(game, record, &see).await?;
            let whole = read(&fixture(game, record)?)?;
            visit.open_table(self.server, &format!("{game}-over"), &whole).await?;
            visit.find(".sheet").await?;
            see("over").await?;
            self.replay(game, record).await?;
            see("replay").await?;
        }
        visit.go(self.server, "/today/here").await?;
        visit.until(MY_TURN, Value::Null).await?;
        look("today-here").await.context("today-here")?;
        visit.press(".menu summary").await?;
        look("menu").await.context("menu")?;
        visit.go(self.server, "/games").await?;
        look("my-games").await.context("my-games")?;
        self.study(&look).await?;
        self.crash().await?;
        look("crash").await.context("crash")
    }

    /// A board in the middle of a game, with advice, and in words.
    async fn middle(
        &self,
        game: &str,
        record: &str,
        see: &impl AsyncFn(&str) -> Result<()>,
    ) -> Result<()> {
        let visit = self.visit;
        let (middle, _) = after_thirds(&read(&fixture(game, record)?)?, 2)?;
        visit.open_table(self.server, &format!("{game}-middle"), &middle).await?;
        visit.until(MY_TURN, Value::Null).await?;
        see("middle").await?;
        visit.press(".tools > .btn:has([href='#i-bot'])").await?;
        visit.until(ADVICE, Value::Null).await?;
        see("advice").await?;
        visit.press(".menu summary").await?;
        visit.press(".menu .in-words").await?;
        visit.find(".text-table .actions button").await?;
        see("words").await?;
        visit.run("localStorage.removeItem('bellwether.view')").await.map(drop)
    }

    /// A recorded game, looked at in the middle.
    async fn replay(&self, game: &str, record: &str) -> Result<()> {
        self.visit.go(self.server, "/replay").await?;
        let file = fixture(game, record)?;
        self.visit.find("#record-file").await?.send_keys(file.to_string_lossy()).await?;
        self.visit.find(".replay .work button").await?;
        let middle = "const bar = document.querySelector('.scrub'); bar.value = Math.round(bar.max / 2);\
             bar.dispatchEvent(new Event('input', {bubbles: true}));";
        self.visit.run(middle).await?;
        self.visit.settle().await
    }

    /// What bots think of a short game, and a line that is tried in it.
    async fn study(&self, look: &impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        self.replay("foxy-and-wooly", "2-players-gate-left").await?;
        self.visit.press(".work button").await?;
        let said = "document.querySelector('.study [role=status]')?.textContent";
        self.visit.until(said, Value::Null).await?;
        self.visit.press(".points summary").await?;
        look("study").await.context("study")?;
        self.visit.press(".try-line").await?;
        self.visit.find(".line-strip").await?;
        self.visit.settle().await?;
        look("line").await.context("line")
    }

    /// The page after a fault of its own.
    async fn crash(&self) -> Result<()> {
        self.visit.go(self.server, "/play/foxy-and-wooly").await?;
        self.visit.until(MY_TURN, Value::Null).await?;
        // It may break by itself as soon as it can, with whatever is still to be put up.
        let break_it = format!("{BREAK} document.querySelector('{A_MOVE}')?.click();");
        self.visit.run(&break_it).await?;
        self.visit.find("#crash[open]").await?;
        self.visit.run(MEND).await.map(drop)
    }

    /// Pages about people and their tables, as somebody sees them who has a name.
    ///
    /// # Errors
    /// If a page does not come, or whoever looks at it says so.
    pub async fn people(&self, look: impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        let visit = self.visit;
        let see = async |name: &str, path: &str, shown: &str| {
            visit.go(self.server, path).await?;
            visit.find(shown).await?;
            visit.settle().await?;
            look(name).await.with_context(|| name.to_owned())
        };
        let name = json!({"name": "Aoife", "password": "a shepherd's word"});
        let person = id(&visit.post("/api/me/claim", name).await?["id"]);
        let seats = [json!({"for": "person"}), json!({"for": "bot", "level": 1})];
        let spec = json!({"game": "glen-more", "seats": seats, "public": true});
        let table = id(&visit.post("/api/tables", spec).await?["table"]);
        visit.run("localStorage.setItem('bellwether.known', 'yes')").await?;
        see("me-named", "/me", "#sign-out").await?;
        self.table(&table, &look).await?;
        see("home-named", "/", &format!(".tables a[href='/t/{table}']")).await?;
        let today = id(&visit.post("/api/today", json!({})).await?["table"]);
        visit.run("localStorage.setItem('bellwether.view', 'words')").await?;
        visit.go(self.server, &format!("/t/{today}")).await?;
        visit.find(".text-table").await?;
        play_in_words(visit, usize::MAX, 0).await?;
        visit.run("localStorage.removeItem('bellwether.view')").await?;
        see("online-over", &format!("/t/{today}"), ".after").await?;
        see("today-scores", "/today", ".scores td").await?;
        see("profile", &format!("/people/{person}"), ".profile .pill").await?;
        see("online-replay", &format!("/replay?table={today}"), ".fairness").await?;
        self.operator().await?;
        look("admin-inside").await.context("admin-inside")
    }

    /// A table of the server: the room, the game, its menu and its chat.
    async fn table(&self, table: &str, look: &impl AsyncFn(&str) -> Result<()>) -> Result<()> {
        let visit = self.visit;
        visit.go(self.server, &format!("/t/{table}")).await?;
        visit.press(".room .join").await?;
        visit.find(".room .mine").await?;
        look("room").await.context("room")?;
        visit.press(".room .start").await?;
        visit.find(".people .acts").await?;
        visit.settle().await?;
        look("online").await.context("online")?;
        visit.press(".menu summary").await?;
        look("online-menu").await.context("online-menu")?;
        visit.press(".tools .open-chat").await?;
        visit.find(".chat.drawer").await?;
        look("online-chat").await.context("online-chat")
    }

    /// The operator's page, with somebody found.
    async fn operator(&self) -> Result<()> {
        let visit = self.visit;
        visit.go(self.server, "/admin").await?;
        visit.find(".admin [type=password]").await?.send_keys(SECRET).await?;
        visit.press(".admin [type=submit]").await?;
        visit.find("[role=search] input").await?.send_keys("aoi").await?;
        visit.press("[role=search] [type=submit]").await?;
        visit.find(".admin .tables .btn.danger").await?;
        visit.settle().await
    }
}

fn id(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
