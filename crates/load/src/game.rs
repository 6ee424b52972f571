//! A client's copy of a table.

use anyhow::{Context, Result};
use registry::{Chooser, Registry};
use rules::{Seat, Turn};
use serde_json::json;
use wire::id::TableId;
use wire::table::{Stamped, Table};

/// A table, computed from the server's entries.
pub(crate) struct Game {
    pub(crate) id: TableId,
    table: Option<Table>,
}

impl Game {
    pub(crate) const fn new(id: TableId) -> Self {
        Self { id, table: None }
    }

    /// The number of the last entry.
    pub(crate) fn seq(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::seq)
    }

    /// Adds the new ones among those entries.
    pub(crate) fn add_entries(&mut self, registry: &Registry, entries: &[Stamped]) -> Result<()> {
        let known = self.seq();
        let news = entries.iter().filter(|stamped| stamped.seq > known);
        match &mut self.table {
            Some(table) => news.into_iter().try_for_each(|stamped| table.fold(stamped))?,
            None => self.table = Some(Table::replay(&self.id, registry, news)?),
        }
        Ok(())
    }

    /// The seat to act; `None` after the end.
    pub(crate) fn to_act(&self) -> Option<Seat> {
        match self.table.as_ref()?.turn() {
            Turn::Seats(seats) => seats.first(),
            Turn::Dealer | Turn::Over => None,
        }
    }

    /// The command for a random action of the seat.
    pub(crate) fn command_for(&self, seat: Seat, chooser: &mut Chooser) -> Result<String> {
        let table = self.table.as_ref().context("nothing is known of the table")?;
        let mut legal = table.game().legal(seat);
        let action = legal.swap_remove(chooser.below(legal.len() as u64) as usize);
        let command = json!({"do": "act", "seat": seat, "action": action});
        let id = format!("m{}", table.seq());
        Ok(json!({"type": "command", "table": self.id, "id": id, "command": command}).to_string())
    }
}
