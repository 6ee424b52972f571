//! Several people with browsers at one online table.

use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use serde_json::{Value, json};

use crate::{BrowserSession, ExpectedError, Server, Size};

/// Plays any offered action until the game is over or that number of actions has been made. Returns
/// how many it has made itself. It runs in the page, so that all people play at the same time.
const PLAY_ACTIONS: &str = "
    let played = 0;
    const look = () => {
        const made = document.querySelector('.text-table')?.dataset.actions ?? 0;
        if (document.querySelector('.after') || made >= given.until) return done(played);
        const listed = [...document.querySelectorAll('.actions button')];
        if (listed.length) {
            listed[(played * 7 + given.seed) % listed.length].click();
            played += 1;
        }
        setTimeout(look, 10);
    };
    look();";

/// Plays in the text table until the game is over or that number of actions has been made.
pub(crate) async fn play_in_words(
    session: &BrowserSession,
    until: usize,
    seed: usize,
) -> Result<Value> {
    session.wait_for(PLAY_ACTIONS, json!({"until": until, "seed": seed})).await
}

/// People at one table of a server.
#[derive(Debug)]
pub struct OnlineSession {
    /// The server.
    pub server: Server,
    /// Their browsers, in the order of the seats.
    pub people: Vec<BrowserSession>,
    /// The table's id.
    pub table: String,
}

impl OnlineSession {
    /// Seats that number of people at a new table of a new server. `more` is merged into the
    /// table's spec.
    ///
    /// # Errors
    /// If a request or a page fails.
    pub async fn open(game: &str, people: usize, extra_spec: Value) -> Result<Self> {
        Self::open_at(Server::start()?, game, people, extra_spec).await
    }

    /// The same at an existing server.
    ///
    /// # Errors
    /// If a request or a page fails.
    pub async fn open_at(
        server: Server,
        game: &str,
        people: usize,
        extra_spec: Value,
    ) -> Result<Self> {
        let mut visits = Vec::new();
        for place in 0..people {
            let size = if place == 1 { Size::Phone } else { Size::Desktop };
            visits.push(BrowserSession::open(&server, size).await?);
        }
        let mut spec = json!({"game": game, "seats": vec![json!({"for": "person"}); people]});
        if let (Some(spec), Value::Object(extra_spec)) = (spec.as_object_mut(), extra_spec) {
            spec.extend(extra_spec);
        }
        let opened = visits[0].post("/api/tables", spec).await?;
        let table = opened["table"].as_str().context("a table was opened")?.to_owned();
        let online = Self { server, people: visits, table };
        for session in &online.people {
            session.run("localStorage.setItem('bellwether.view', 'words')").await?;
            session.go(&online.server, &online.path()).await?;
            session.press(".room .join").await?;
            session.find(".room .mine").await?;
        }
        Ok(online)
    }

    /// The path of the table's page.
    pub fn path(&self) -> String {
        format!("/t/{}", self.table)
    }

    /// The first person starts the game. Returns when all pages show it.
    ///
    /// # Errors
    /// If a page does not show it.
    pub async fn start(&self) -> Result<()> {
        self.people[0].press(".room .start").await?;
        for session in &self.people {
            session.find(".text-table").await?;
        }
        Ok(())
    }

    /// All people play at the same time, until the game is over or that number of actions has been
    /// made.
    ///
    /// # Errors
    /// If it takes too long.
    pub async fn play(&self, until: usize) -> Result<usize> {
        let pages = self.people.iter().enumerate();
        let plays = pages.map(|(seed, session)| play_in_words(session, until, seed));
        let played = try_join_all(plays).await?;
        Ok(played.iter().filter_map(Value::as_u64).sum::<u64>() as usize)
    }

    /// Checks that all pages show the same result, and that the server's draws can be verified.
    ///
    /// # Errors
    /// If they do not.
    pub async fn expect_same_result(&self) -> Result<()> {
        let sheet = "const sheet = document.querySelector('.sheet'); return sheet && sheet.innerText.replace(/\\s+/g, ' ');";
        let first = self.people[0].run(sheet).await?;
        ensure!(first.is_string(), "there is no score sheet");
        for session in &self.people {
            let theirs = session.run(sheet).await?;
            ensure!(theirs == first, "one sees {first}, another {theirs}");
        }
        self.people[0].press(".fairness .btn").await?;
        let proof = self.people[0].find(".fairness [role=status] p").await?;
        ensure!(proof.class_name().await?.is_none(), "{}", proof.text().await?);
        let fair = self.people[0].get(&format!("/api/tables/{}/fairness", self.table)).await?;
        ensure!(fair["draws"].as_u64() > Some(0), "the draws are not proved: {fair}");
        Ok(())
    }

    /// Closes all browsers and checks that their consoles are empty.
    ///
    /// # Errors
    /// If a console is not empty.
    pub async fn end(self) -> Result<()> {
        self.end_expecting(&[]).await
    }

    /// The same, with expected errors in the consoles.
    ///
    /// # Errors
    /// If a console has other errors.
    pub async fn end_expecting(self, expected_errors: &[ExpectedError]) -> Result<()> {
        for session in self.people {
            session.close_expecting(expected_errors).await?;
        }
        Ok(())
    }
}
