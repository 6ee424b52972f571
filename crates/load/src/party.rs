//! A party: four clients that play one game after the other, each with a WebSocket.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::stream::{SelectAll, SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt, stream};
use registry::{Chooser, Registry};
use rules::Seat;
use serde_json::{Value, json};
use tokio::time::{Instant as Moment, sleep_until};
use tokio_tungstenite::tungstenite::{Error, Message};
use wire::ServerMessage;

use crate::game::Game;
use crate::guest::{Guest, Socket};
use crate::times::Times;

/// The number of players at a table.
pub(crate) const SEATS: usize = 4;

type Incoming = stream::BoxStream<'static, (usize, Result<Message, Error>)>;

/// Four clients with their games.
pub(crate) struct Party {
    registry: Registry,
    sinks: Vec<SplitSink<Socket, Message>>,
    incoming: SelectAll<Incoming>,
    /// For each socket, the number of the last entry of the current game that it has received.
    last_received: [u64; SEATS],
    games: VecDeque<Game>,
    chooser: Chooser,
}

/// A party's measurements.
#[derive(Default)]
pub(crate) struct Measured {
    /// The times until the acting client received the acknowledgement.
    pub(crate) acknowledged: Times,
    /// The times until the next client to act received the entry.
    pub(crate) seen: Times,
}

impl Party {
    /// Four guests with their games, all started.
    pub(crate) async fn gather(
        http: &reqwest::Client,
        address: &str,
        games: usize,
        seed: u64,
    ) -> Result<Self> {
        let mut guests = Vec::new();
        for _ in 0..SEATS {
            guests.push(Guest::hello(http, address).await?);
        }
        let mut tables = Vec::new();
        for _ in 0..games {
            tables.push(begin(&guests).await?);
        }
        let mut party = Self {
            registry: Registry::new(),
            sinks: Vec::new(),
            incoming: SelectAll::new(),
            last_received: [0; SEATS],
            games: tables.iter().filter_map(|table| table.parse().ok()).map(Game::new).collect(),
            chooser: Chooser::new(seed),
        };
        for (place, guest) in guests.iter().enumerate() {
            let (mut sink, incoming) = guest.live().await?.split();
            for table in &tables {
                let message = json!({"type": "subscribe", "table": table, "after": 0});
                sink.send(Message::text(message.to_string())).await?;
            }
            party.sinks.push(sink);
            party.incoming.push(tagged(place, incoming));
        }
        party.wait_for_all(games).await?;
        Ok(party)
    }

    /// Waits until every socket has received every game.
    async fn wait_for_all(&mut self, games: usize) -> Result<()> {
        let mut heard = 0;
        while heard < games * SEATS {
            let (_, text) = self.next().await?;
            if let Ok(ServerMessage::Entries { table, entries, .. }) = serde_json::from_str(&text) {
                let game = self.games.iter_mut().find(|game| game.id == table);
                game.context("an unknown table")?.add_entries(&self.registry, &entries)?;
                heard += 1;
            }
        }
        self.last_received = [self.games.front().map_or(0, Game::seq); SEATS];
        Ok(())
    }

    async fn next(&mut self) -> Result<(usize, String)> {
        loop {
            let (place, message) = self.incoming.next().await.context("the server is gone")?;
            match message? {
                Message::Text(text) => return Ok((place, text.as_str().to_owned())),
                Message::Close(frame) => bail!("the server says goodbye: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Plays until that time or until all games are over; returns whether there were enough games.
    pub(crate) async fn play(
        &mut self,
        until: Instant,
        every: Option<Duration>,
        measured: &mut Measured,
    ) -> Result<bool> {
        let mut next = every.map(|every| Moment::now() + every.mul_f64(self.fraction()));
        while Instant::now() < until {
            let Some(seat) = self.seat_to_act() else { return Ok(false) };
            if let (Some(at), Some(every)) = (next, every) {
                sleep_until(at).await;
                next = Some(at + every);
            }
            self.act(seat, measured).await?;
        }
        Ok(true)
    }

    fn fraction(&mut self) -> f64 {
        self.chooser.below(1000) as f64 / 1000.0
    }

    /// The seat to act, at the next game if this one is over; `None` if all are.
    fn seat_to_act(&mut self) -> Option<Seat> {
        loop {
            let game = self.games.front()?;
            if let Some(seat) = game.to_act() {
                return Some(seat);
            }
            self.games.pop_front();
            self.last_received = [self.games.front().map_or(0, Game::seq); SEATS];
        }
    }

    /// Makes one action and waits until the acting and the next client have received it.
    async fn act(&mut self, seat: Seat, measured: &mut Measured) -> Result<()> {
        let game = self.games.front().context("there is a game")?;
        let order = game.command_for(seat, &mut self.chooser)?;
        let start = Instant::now();
        self.sinks[seat.index()].send(Message::text(order)).await?;
        let (mut acknowledged, mut seen, before) = (false, false, game.seq());
        while !(acknowledged && seen) {
            let (place, text) = self.next().await?;
            if text.starts_with(r#"{"type":"done""#) {
                measured.acknowledged.add(start.elapsed());
                acknowledged = true;
            } else if text.starts_with(r#"{"type":"entries""#) {
                self.on_entries(place, &text)?;
            } else if !text.starts_with(r#"{"type":"presence""#) {
                bail!("{text}");
            }
            if !seen && self.next_has_received(before) {
                measured.seen.add(start.elapsed());
                seen = true;
            }
        }
        Ok(())
    }

    /// Only the first of four copies is parsed; of the others only the number is read.
    fn on_entries(&mut self, place: usize, text: &str) -> Result<()> {
        let game = self.games.front_mut().context("there is a game")?;
        let last = last_seq(text).context("entries are numbered")?;
        if !text.contains(game.id.as_str()) {
            return Ok(());
        }
        if last > game.seq() {
            let ServerMessage::Entries { entries, .. } = serde_json::from_str(text)? else {
                bail!("{text}");
            };
            game.add_entries(&self.registry, &entries)?;
        }
        self.last_received[place] = last;
        Ok(())
    }

    /// Whether there is a new entry and the client to act has received it.
    fn next_has_received(&self, before: u64) -> bool {
        let Some(game) = self.games.front() else { return true };
        let last_received =
            game.to_act().map_or(game.seq(), |seat| self.last_received[seat.index()]);
        game.seq() > before && last_received >= game.seq()
    }
}

fn tagged(place: usize, incoming: SplitStream<Socket>) -> Incoming {
    incoming.map(move |message| (place, message)).boxed()
}

/// The number of the last entry in a message.
fn last_seq(text: &str) -> Option<u64> {
    let (_, after) = text.rsplit_once(r#""seq":"#)?;
    after.split(',').next()?.parse().ok()
}

/// Opens a table for the guests and starts it.
pub(crate) async fn begin(guests: &[Guest]) -> Result<String> {
    let seats: Vec<Value> = guests.iter().map(|_| json!({"for": "person"})).collect();
    let first = guests.first().context("there are guests")?;
    let table = first.open(&json!({"game": "foxy-and-wooly", "seats": seats})).await?;
    for guest in guests {
        let contribution = "5a".repeat(32);
        guest.does(&table, json!({"do": "join", "contribution": contribution})).await?;
    }
    first.does(&table, json!({"do": "start"})).await?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_number_is_found() {
        let text = r#"{"entries":[{"seq":41,"at":1},{"seq":42,"at":2,"kind":"acted"}]}"#;
        assert_eq!(last_seq(text), Some(42));
        assert_eq!(last_seq("{}"), None);
    }
}
