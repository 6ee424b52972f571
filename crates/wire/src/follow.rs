//! A table as a client follows it: what the server has said, and on top of it what the person has
//! done here and the server has not answered yet.

use std::collections::BTreeMap;

use rules::{Actor, Seat};
use shelf::{AnyGame, Shelf};

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
    shelf: Shelf,
    id: TableId,
    table: Option<Table>,
    names: BTreeMap<PersonId, String>,
    sent: Vec<Sent>,
    /// The game with what was sent.
    game: Option<AnyGame>,
}

impl Following {
    /// A table of which nothing is known yet.
    pub fn new(shelf: Shelf, id: TableId) -> Self {
        Self { shelf, id, table: None, names: BTreeMap::new(), sent: Vec::new(), game: None }
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

    /// What somebody is called.
    pub fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("Somebody", String::as_str)
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
            None => self.table = Some(Table::replay(&self.id, &self.shelf, [stamped])?),
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

#[cfg(test)]
mod tests {
    use rules::Turn;

    use super::*;
    use crate::secret::{Bytes32, Secret};
    use crate::table::{ClockSpec, SeatSpec, Stage, TableSpec};

    /// The server's side of a table for two.
    struct Server {
        seed: Secret,
        people: [PersonId; 2],
        table: Table,
        log: Vec<Stamped>,
    }

    impl Server {
        fn started() -> Self {
            let (seed, people) =
                (Secret::from(Bytes32([3; 32])), [(); 2].map(|()| PersonId::random()));
            let seat = SeatSpec::Person { kept_for: None };
            let spec = TableSpec {
                game: "foxy-and-wooly".to_owned(),
                options: BTreeMap::new(),
                set: None,
                seats: vec![seat; 2],
                public: false,
                open_chat: false,
                day: None,
                hot_seat: false,
                clock: ClockSpec::None,
                stand_in: 3,
            };
            let entry = Entry::Opened {
                by: people[0].clone(),
                spec: Box::new(spec),
                commit: seed.commitment(),
            };
            let log = vec![Stamped { seq: 1, at: 0, entry }];
            let table = Table::replay(&table_id(), &Shelf::new(), &log).unwrap();
            let mut server = Self { seed, people, table, log };
            for person in 0..2 {
                let contribution = Bytes32([person; 32]);
                server.does(person.into(), &Command::Join { seat: None, contribution });
            }
            server.does(0, &Command::Start);
            server
        }

        fn does(&mut self, person: usize, command: &Command) -> u64 {
            let draft = self.table.decide(&self.people[person], command, &self.seed, 0).unwrap();
            self.log.extend(draft.entries);
            self.table = draft.table;
            draft.own
        }

        /// Tells everything after what the client knows, and a little that it knows.
        fn tell(&self, client: &mut Following) {
            let from = (client.seq() as usize).saturating_sub(2);
            client.hear(&self.log[from..], &BTreeMap::new()).unwrap();
        }
    }

    fn table_id() -> TableId {
        "tab1e00000000002".parse().unwrap()
    }

    fn to_act(game: &AnyGame) -> Seat {
        match game.turn() {
            Turn::Seats(seats) => seats.first().unwrap(),
            turn => panic!("nobody is to act: {turn:?}"),
        }
    }

    /// A client that has been told everything, and an action that it may make.
    fn following(server: &Server) -> (Following, Command) {
        let mut client = Following::new(Shelf::new(), table_id());
        server.tell(&mut client);
        let game = client.game().unwrap();
        let seat = to_act(game);
        let action = game.legal(seat).remove(0);
        (client, Command::Act { seat, action })
    }

    fn shown(client: &Following) -> usize {
        client.game().unwrap().actions()
    }

    #[test]
    fn an_action_shows_at_once_and_stays_whatever_comes_first() {
        for answer_first in [true, false] {
            let mut server = Server::started();
            let (mut client, command) = following(&server);
            let (before, id) = (shown(&client), ClientId::random());
            client.send(id.clone(), command.clone()).unwrap();
            assert_eq!((shown(&client), client.waits()), (before + 1, true));
            let own = server.does(to_act(server.table.game()).index(), &command);
            if answer_first {
                client.done(&id, own);
                assert_eq!(shown(&client), before + 1);
                server.tell(&mut client);
            } else {
                server.tell(&mut client);
                client.done(&id, own);
            }
            assert!(!client.waits());
            assert_eq!(client.game().unwrap().record(), server.table.game().record());
        }
    }

    #[test]
    fn what_is_refused_is_gone_again() {
        let server = Server::started();
        let (mut client, command) = following(&server);
        let (before, id) = (client.game().unwrap().record(), ClientId::random());
        client.send(id.clone(), command).unwrap();
        client.refused(&id);
        assert_eq!((client.game().unwrap().record(), client.waits()), (before, false));
    }

    #[test]
    fn what_the_rules_forbid_is_not_sent() {
        let server = Server::started();
        let (mut client, command) = following(&server);
        let Command::Act { seat, .. } = command else { panic!("an action") };
        let action = "juggle".to_owned();
        assert!(client.send(ClientId::random(), Command::Act { seat, action }).is_err());
        assert!(!client.waits());
    }

    #[test]
    fn what_was_done_in_another_tab_is_no_surprise() {
        let mut server = Server::started();
        let (mut client, command) = following(&server);
        let id = ClientId::random();
        client.send(id.clone(), command.clone()).unwrap();
        // The other tab has done the same, and was first.
        server.does(to_act(server.table.game()).index(), &command);
        server.tell(&mut client);
        assert_eq!(client.game().unwrap().record(), server.table.game().record());
        client.refused(&id);
        assert_eq!(client.game().unwrap().record(), server.table.game().record());
    }

    #[test]
    fn a_whole_game_is_followed_from_both_sides() {
        let mut server = Server::started();
        let mut clients = [0, 1].map(|_| following(&server).0);
        while server.table.stage() == Stage::Playing {
            let seat = to_act(server.table.game());
            let client = &mut clients[seat.index()];
            let action = client.game().unwrap().legal(seat).remove(0);
            let (id, command) = (ClientId::random(), Command::Act { seat, action });
            client.send(id.clone(), command.clone()).unwrap();
            let own = server.does(seat.index(), &command);
            client.done(&id, own);
            for client in &mut clients {
                server.tell(client);
            }
        }
        for client in clients {
            assert_eq!(client.game().unwrap().record(), server.table.game().record());
            assert_eq!((client.seq(), client.waits()), (server.table.seq(), false));
        }
    }

    #[test]
    fn a_gap_is_noticed() {
        let server = Server::started();
        let mut client = Following::new(Shelf::new(), table_id());
        client.hear(&server.log[..2], &BTreeMap::new()).unwrap();
        assert!(client.hear(&server.log[3..], &BTreeMap::new()).is_err());
    }
}
