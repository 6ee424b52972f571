//! One measurement: so many tables for so long.

use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;

use crate::party::{Measured, Party};
use crate::server::{Server, work_of};

/// What is expected at most, so that nobody runs out of games: actions a second, at all tables and
/// at one.
const MOST_ACTIONS: usize = 14_000;
const MOST_AT_ONE: usize = 900;
/// The fewest actions of a game for four.
const ACTIONS_A_GAME: usize = 40;
/// A page watches no more tables than this.
const MOST_GAMES: usize = 64;

/// How fast people act.
#[derive(Copy, Clone)]
pub(crate) enum Pace {
    /// As soon as they can.
    AsFastAsPossible,
    /// Once in that time at each table.
    Every(Duration),
}

/// The seconds of work done on either side.
#[derive(Copy, Clone)]
struct Work {
    server: f64,
    players: f64,
}

impl Work {
    fn of(server: &Server) -> Result<Self> {
        Ok(Self { server: server.work()?, players: work_of("self")? })
    }

    fn since(self, before: Self) -> Self {
        Self { server: self.server - before.server, players: self.players - before.players }
    }
}

/// One measurement.
pub(crate) struct Plan {
    pub(crate) tables: usize,
    pub(crate) length: Duration,
    pub(crate) pace: Pace,
}

impl Plan {
    /// How many games each party needs.
    fn games(&self) -> usize {
        let seconds = self.length.as_secs_f64();
        let actions = match self.pace {
            Pace::AsFastAsPossible => {
                seconds * (MOST_ACTIONS / self.tables).min(MOST_AT_ONE) as f64
            }
            Pace::Every(time) => seconds / time.as_secs_f64(),
        };
        (actions as usize / ACTIONS_A_GAME + 1).min(MOST_GAMES)
    }

    /// Plays, prints how it went, and gives the moves a second.
    pub(crate) async fn measure(&self, server: &Server) -> Result<f64> {
        let parties = self.gather(server).await?;
        println!("{} tables of four are played at http://{}", self.tables, server.address);
        let every = match self.pace {
            Pace::AsFastAsPossible => None,
            Pace::Every(time) => Some(time),
        };
        let (start, work) = (Instant::now(), Work::of(server)?);
        let until = start + self.length;
        let mut playing = JoinSet::new();
        for mut party in parties {
            playing.spawn(async move {
                let mut measured = Measured::default();
                let enough = party.play(until, every, &mut measured).await?;
                anyhow::Ok((measured, enough, party))
            });
        }
        let (mut all, mut short) = (Measured::default(), 0);
        let mut parties = Vec::new();
        while let Some(played) = playing.join_next().await {
            let (measured, enough, party) = played??;
            all.acknowledged.extend(measured.acknowledged);
            all.seen.extend(measured.seen);
            short += usize::from(!enough);
            parties.push(party);
        }
        let (seconds, work) = (start.elapsed().as_secs_f64(), Work::of(server)?.since(work));
        self.print(&mut all, seconds, work);
        if short > 0 {
            println!("    {short} of {} tables ran out of games before the end", self.tables);
        }
        Ok(all.acknowledged.len() as f64 / seconds)
    }

    async fn gather(&self, server: &Server) -> Result<Vec<Party>> {
        let http = reqwest::Client::new();
        let mut gathering = JoinSet::new();
        for number in 0..self.tables {
            let (http, address, games) = (http.clone(), server.address.clone(), self.games());
            gathering
                .spawn(async move { Party::gather(&http, &address, games, number as u64).await });
        }
        gathering.join_all().await.into_iter().collect()
    }

    fn print(&self, all: &mut Measured, seconds: f64, work: Work) {
        let moves = all.acknowledged.len();
        let pace = match self.pace {
            Pace::AsFastAsPossible => "as fast as possible".to_owned(),
            Pace::Every(time) => format!("one every {} ms at each", time.as_millis()),
        };
        println!("{} tables of four, {pace}:", self.tables);
        println!("    {:.0} moves/s ({moves} in {seconds:.1} s)", moves as f64 / seconds);
        for (name, work) in [("server", work.server), ("players", work.players)] {
            println!(
                "    {name:<17} busy {:3.0} %, {:.0} µs a move",
                100.0 * work / seconds,
                1e6 * work / moves.max(1) as f64,
            );
        }
        for (name, times) in
            [("acknowledged", &mut all.acknowledged), ("seen by the next", &mut all.seen)]
        {
            let (half, most) = (times.percentile(50), times.percentile(99));
            println!("    {name:<17} p50 {half:6.2} ms   p99 {most:6.2} ms");
        }
    }
}
