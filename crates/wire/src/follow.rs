//! A table as a client follows it: what the server has said, and on top of it what the person has
//! done here and the server has not answered yet.

use std::collections::BTreeMap;

use registry::{AnyGame, Registry};
use rules::{Actor, Seat};

use crate::id::{ClientId, PersonId, TableId};
use crate::table::{Command, Entry, LogError, Stamped, Table};

/// Something that was sent and not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sent {
    id: ClientId,
    command: Command,
    /// The log has it, though the server has not answered yet.
    is_in_log: bool,
    /// The server has done it as this entry, which it has not told yet.
    done: Option<u64>,
}

/// A table as a client follows it.
#[derive(Clone, Debug)]
pub struct Following {
    registry: Registry,
    id: TableId,
    table: Option<Table>,
    names: BTreeMap<PersonId, String>,
    sent: Vec<Sent>,
    /// The game with what was sent.
    game: Option<AnyGame>,
}

impl Following {
    /// A table of which nothing is known yet.
    pub fn new(registry: Registry, id: TableId) -> Self {
        Self { registry, id, table: None, names: BTreeMap::new(), sent: Vec::new(), game: None }
    }

    /// The table as the server has told it, once it has.
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The game as the person sees it: with the actions that the server has not answered yet.
    pub const fn game(&self) -> Option<&AnyGame> {
        self.game.as_ref()
    }

    /// The number of the last entry that the server has told.
    pub fn seq(&self) -> u64 {
        self.table.as_ref().map_or(0, Table::seq)
    }

    /// What people are called.
    pub const fn names(&self) -> &BTreeMap<PersonId, String> {
        &self.names
    }

    /// Whether something was done here that the server has not answered.
    pub fn waits(&self) -> bool {
        !self.sent.is_empty()
    }

    /// Takes what the server tells; what is known already is passed over.
    ///
    /// # Errors
    /// If it does not fit what was told before.
    pub fn hear(
        &mut self,
        entries: &[Stamped],
        names: &BTreeMap<PersonId, String>,
    ) -> Result<(), LogError> {
        self.names.extend(names.iter().map(|(id, name)| (id.clone(), name.clone())));
        for stamped in entries {
            if stamped.seq > self.seq() {
                self.take(stamped)?;
            }
        }
        self.look_ahead();
        Ok(())
    }

    fn take(&mut self, stamped: &Stamped) -> Result<(), LogError> {
        match &mut self.table {
            None => self.table = Some(Table::replay(&self.id, &self.registry, [stamped])?),
            Some(table) => table.fold(stamped)?,
        }
        if let Entry::Acted { seat: Actor::Seat(seat), action } = &stamped.entry {
            let told = |sent: &&mut Sent| !sent.is_in_log && sent.acts(*seat, action);
            if let Some(sent) = self.sent.iter_mut().find(told) {
                sent.is_in_log = true;
            }
        }
        self.sent.retain(|sent| sent.done.is_none_or(|seq| seq > stamped.seq));
        Ok(())
    }

    /// Notes a command that goes to the server. An action shows at once.
    ///
    /// # Errors
    /// If the rules do not allow the action; nothing is noted then.
    pub fn send(&mut self, id: ClientId, command: Command) -> Result<(), String> {
        let command = match (command, &self.game) {
            (Command::Act { seat, action }, Some(game)) => {
                let action = game.check(seat.into(), &action).map_err(|error| error.to_string())?;
                Command::Act { seat, action }
            }
            (command, _) => command,
        };
        self.sent.push(Sent { id, command, is_in_log: false, done: None });
        self.look_ahead();
        Ok(())
    }

    /// The server has done what was sent under that name. It stays in sight until the log has it.
    pub fn done(&mut self, id: &ClientId, seq: u64) {
        if self.seq() >= seq {
            return self.refused(id);
        }
        if let Some(sent) = self.sent.iter_mut().find(|sent| sent.id == *id) {
            sent.done = Some(seq);
        }
    }

    /// The server will not do what was sent under that name.
    pub fn refused(&mut self, id: &ClientId) {
        self.sent.retain(|sent| sent.id != *id);
        self.look_ahead();
    }

    /// The game as it will be if the server agrees to everything.
    fn look_ahead(&mut self) {
        let Some(table) = &self.table else { return };
        let mut game = table.game().clone();
        for sent in self.sent.iter().filter(|sent| !sent.is_in_log) {
            if let Command::Act { seat, action } = &sent.command
                && game.apply((*seat).into(), action).is_err()
            {
                // It was made in another position: what comes of it is for the server to say.
                break;
            }
        }
        self.game = Some(game);
    }
}

impl Sent {
    fn acts(&self, by: Seat, what: &str) -> bool {
        matches!(&self.command, Command::Act { seat, action } if *seat == by && action == what)
    }
}
