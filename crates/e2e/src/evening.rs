//! Several people with browsers of their own at one table.

use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use serde_json::{Value, json};

use crate::{Server, Size, Trouble, Visit};

/// Plays whatever is offered until the game is over or so many actions were made, and gives how often
/// it played. The page plays by itself, so that everyone plays at the same time.
const PLAY: &str = "
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

/// Plays at the table in words, whatever is offered, until the game is over or so many actions were
/// made.
pub(crate) async fn play_in_words(visit: &Visit, until: usize, seed: usize) -> Result<Value> {
    visit.wait_for(PLAY, json!({"until": until, "seed": seed})).await
}

/// People at one table of a server.
#[derive(Debug)]
pub struct Evening {
    /// Where they play.
    pub server: Server,
    /// Their browsers, in the order of their seats.
    pub people: Vec<Visit>,
    /// The table's id.
    pub table: String,
}

impl Evening {
    /// So many people sit down at a new table of a new server; `more` goes into what is decided
    /// about the table.
    ///
    /// # Errors
    /// If something does not go as it should.
    pub async fn gather(game: &str, people: usize, more: Value) -> Result<Self> {
        Self::gather_at(Server::start()?, game, people, more).await
    }

    /// The same at a server that is there.
    ///
    /// # Errors
    /// If something does not go as it should.
    pub async fn gather_at(server: Server, game: &str, people: usize, more: Value) -> Result<Self> {
        let mut visits = Vec::new();
        for place in 0..people {
            let size = if place == 1 { Size::Phone } else { Size::Desktop };
            visits.push(Visit::open(&server, size).await?);
        }
        let mut spec = json!({"game": game, "seats": vec![json!({"for": "person"}); people]});
        if let (Some(spec), Value::Object(more)) = (spec.as_object_mut(), more) {
            spec.extend(more);
        }
        let opened = visits[0].post("/api/tables", spec).await?;
        let table = opened["table"].as_str().context("a table was opened")?.to_owned();
        let evening = Self { server, people: visits, table };
        for visit in &evening.people {
            visit.run("localStorage.setItem('bellwether.view', 'words')").await?;
            visit.go(&evening.server, &evening.path()).await?;
            visit.press(".room .join").await?;
            visit.find(".room .mine").await?;
        }
        Ok(evening)
    }

    /// The page of the table.
    pub fn path(&self) -> String {
        format!("/t/{}", self.table)
    }

    /// The first of them starts the game, and everyone sees it.
    ///
    /// # Errors
    /// If somebody does not.
    pub async fn start(&self) -> Result<()> {
        self.people[0].press(".room .start").await?;
        for visit in &self.people {
            visit.find(".text-table").await?;
        }
        Ok(())
    }

    /// Everyone plays at the same time, until the game is over or so many actions were made.
    ///
    /// # Errors
    /// If it takes too long.
    pub async fn play(&self, until: usize) -> Result<usize> {
        let pages = self.people.iter().enumerate();
        let plays = pages.map(|(seed, visit)| play_in_words(visit, until, seed));
        let played = try_join_all(plays).await?;
        Ok(played.iter().filter_map(Value::as_u64).sum::<u64>() as usize)
    }

    /// Everyone sees the same end, and the server can prove its draws.
    ///
    /// # Errors
    /// If not.
    pub async fn expect_the_same_end(&self) -> Result<()> {
        let sheet = "const sheet = document.querySelector('.sheet'); return sheet && sheet.innerText.replace(/\\s+/g, ' ');";
        let first = self.people[0].run(sheet).await?;
        ensure!(first.is_string(), "there is no score sheet");
        for visit in &self.people {
            let theirs = visit.run(sheet).await?;
            ensure!(theirs == first, "one sees {first}, another {theirs}");
        }
        self.people[0].press(".fairness .btn").await?;
        let proof = self.people[0].find(".fairness [role=status] p").await?;
        ensure!(proof.class_name().await?.is_none(), "{}", proof.text().await?);
        let fair = self.people[0].get(&format!("/api/tables/{}/fairness", self.table)).await?;
        ensure!(fair["draws"].as_u64() > Some(0), "the draws are not proved: {fair}");
        Ok(())
    }

    /// Everyone goes home, with nothing in their consoles.
    ///
    /// # Errors
    /// If a console says something.
    pub async fn end(self) -> Result<()> {
        self.end_after(&[]).await
    }

    /// The same, but for what such troubles leave in the consoles.
    ///
    /// # Errors
    /// If a console says anything else.
    pub async fn end_after(self, troubles: &[Trouble]) -> Result<()> {
        for visit in self.people {
            visit.close_after(troubles).await?;
        }
        Ok(())
    }
}
