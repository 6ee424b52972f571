//! One measurement: a number of tables for a time.

use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;

use crate::party::{Measured, Party};
use crate::server::{Server, work_of};

/// The expected maximum of actions per second, at all tables and at one; there are enough games
/// for that many.
const MAX_ACTIONS_PER_SECOND: usize = 16_000;
const MAX_ACTIONS_PER_SECOND_AT_ONE_TABLE: usize = 6_000;
/// The fewest actions of a game for four.
const MIN_ACTIONS_PER_GAME: usize = 40;
/// The most tables that a socket may watch.
const MAX_GAMES_PER_PARTY: usize = 64;

/// The speed of the players.
#[derive(Copy, Clone)]
pub(crate) enum Pace {
    /// The next action follows at once.
    AsFastAsPossible,
    /// One action per table in that time.
    Every(Duration),
}

/// The processor time of client and server in seconds.
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

/// The plan of one measurement.
pub(crate) struct Plan {
    pub(crate) tables: usize,
    pub(crate) length: Duration,
    pub(crate) pace: Pace,
}

impl Plan {
    /// The number of games needed at each table.
    fn games(&self) -> usize {
        let seconds = self.length.as_secs_f64();
        let actions = match self.pace {
            Pace::AsFastAsPossible => {
                seconds
                    * (MAX_ACTIONS_PER_SECOND / self.tables)
                        .min(MAX_ACTIONS_PER_SECOND_AT_ONE_TABLE) as f64
            }
            Pace::Every(time) => seconds / time.as_secs_f64(),
        };
        actions as usize / MIN_ACTIONS_PER_GAME + 1
    }

    /// Plays, prints the results, and returns the actions per second.
    pub(crate) async fn measure(&self, server: &Server) -> Result<f64> {
        let relays = self.gather(server).await?;
        println!("{} tables of four are played at http://{}", self.tables, server.address);
        let every = match self.pace {
            Pace::AsFastAsPossible => None,
            Pace::Every(time) => Some(time),
        };
        let (start, work) = (Instant::now(), Work::of(server)?);
        let until = start + self.length;
        let mut playing = JoinSet::new();
        for mut relay in relays {
            playing.spawn(async move {
                let mut measured = Measured::default();
                let enough = play_in_turn(&mut relay, until, every, &mut measured).await?;
                anyhow::Ok((measured, enough, relay))
            });
        }
        let (mut all, mut short) = (Measured::default(), 0);
        // Connections stay open until all have played, because closing them is work too.
        let mut relays = Vec::new();
        while let Some(played) = playing.join_next().await {
            let (measured, enough, relay) = played??;
            all.acknowledged.extend(measured.acknowledged);
            all.seen.extend(measured.seen);
            short += usize::from(!enough);
            relays.push(relay);
        }
        let (seconds, work) = (start.elapsed().as_secs_f64(), Work::of(server)?.since(work));
        self.print(&mut all, seconds, work);
        if short > 0 {
            println!("    {short} of {} tables ran out of games before the end", self.tables);
        }
        Ok(all.acknowledged.len() as f64 / seconds)
    }

    /// For each table its parties, which play one after the other.
    async fn gather(&self, server: &Server) -> Result<Vec<Vec<Party>>> {
        let http = reqwest::Client::new();
        let mut gathering = JoinSet::new();
        let parties = self.games().div_ceil(MAX_GAMES_PER_PARTY);
        let games = self.games().div_ceil(parties);
        for number in 0..self.tables {
            let (http, address) = (http.clone(), server.address.clone());
            gathering.spawn(async move {
                let mut relay = Vec::with_capacity(parties);
                for party in 0..parties {
                    let seed = (number * parties + party) as u64;
                    relay.push(Party::gather(&http, &address, games, seed).await?);
                }
                anyhow::Ok(relay)
            });
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

/// Each party plays in turn until its games are over; returns whether there were enough games.
async fn play_in_turn(
    relay: &mut [Party],
    until: Instant,
    every: Option<Duration>,
    measured: &mut Measured,
) -> Result<bool> {
    for party in relay {
        if party.play(until, every, measured).await? {
            return Ok(true);
        }
    }
    Ok(false)
}
