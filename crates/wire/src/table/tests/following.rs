//! A table as a client follows it.

use super::*;
use crate::Following;
use crate::id::ClientId;

impl Room {
    /// Tells everything after what the client knows, and a little that it knows.
    fn tell(&self, client: &mut Following) {
        let from = (client.seq() as usize).saturating_sub(2);
        client.hear(&self.log[from..], &BTreeMap::new()).unwrap();
    }

    /// A client that has been told everything, and an action that may be made.
    fn following(&self) -> (Following, Command) {
        let mut client = Following::new(self.registry.clone(), self.table.id().clone());
        self.tell(&mut client);
        let seat = Seat::from_index(self.to_act());
        let action = client.game().unwrap().legal(seat).remove(0);
        (client, Command::Act { seat, action })
    }
}

fn shown(client: &Following) -> usize {
    client.game().unwrap().actions()
}

#[test]
fn an_action_shows_at_once_and_stays_whatever_comes_first() {
    for answer_first in [true, false] {
        let mut room = Room::started(2);
        let (mut client, command) = room.following();
        let (before, id) = (shown(&client), ClientId::random());
        client.send(id.clone(), command.clone()).unwrap();
        assert_eq!((shown(&client), client.waits()), (before + 1, true));
        let own = room.table.seq() + 1;
        room.does(room.to_act(), &command).unwrap();
        if answer_first {
            client.done(&id, own);
            assert_eq!(shown(&client), before + 1);
            room.tell(&mut client);
        } else {
            room.tell(&mut client);
            client.done(&id, own);
        }
        assert!(!client.waits());
        assert_eq!(client.game().unwrap().record(), room.table.game().record());
    }
}

#[test]
fn what_is_refused_is_gone_again() {
    let room = Room::started(2);
    let (mut client, command) = room.following();
    let (before, id) = (client.game().unwrap().record(), ClientId::random());
    client.send(id.clone(), command).unwrap();
    client.refused(&id);
    assert_eq!((client.game().unwrap().record(), client.waits()), (before, false));
}

#[test]
fn what_the_rules_forbid_is_not_sent() {
    let room = Room::started(2);
    let (mut client, command) = room.following();
    let Command::Act { seat, .. } = command else { panic!("an action") };
    let action = "juggle".to_owned();
    assert!(client.send(ClientId::random(), Command::Act { seat, action }).is_err());
    assert!(!client.waits());
}

#[test]
fn what_was_done_in_another_tab_is_no_surprise() {
    let mut room = Room::started(2);
    let (mut client, command) = room.following();
    let id = ClientId::random();
    client.send(id.clone(), command.clone()).unwrap();
    // The other tab has done the same, and was first.
    room.does(room.to_act(), &command).unwrap();
    room.tell(&mut client);
    assert_eq!(client.game().unwrap().record(), room.table.game().record());
    client.refused(&id);
    assert_eq!(client.game().unwrap().record(), room.table.game().record());
}

#[test]
fn a_whole_game_is_followed_from_both_sides() {
    let mut room = Room::started(2);
    let mut clients = [0, 1].map(|_| room.following().0);
    while room.table.stage() == Stage::Playing {
        let seat = Seat::from_index(room.to_act());
        let client = &mut clients[seat.index()];
        let action = client.game().unwrap().legal(seat).remove(0);
        let (id, command) = (ClientId::random(), Command::Act { seat, action });
        client.send(id.clone(), command.clone()).unwrap();
        let own = room.table.seq() + 1;
        room.does(seat.index(), &command).unwrap();
        client.done(&id, own);
        for client in &mut clients {
            room.tell(client);
        }
    }
    for client in clients {
        assert_eq!(client.game().unwrap().record(), room.table.game().record());
        assert_eq!((client.seq(), client.waits()), (room.table.seq(), false));
    }
}

#[test]
fn a_gap_is_noticed() {
    let room = Room::started(2);
    let mut client = Following::new(room.registry.clone(), room.table.id().clone());
    client.hear(&room.log[..2], &BTreeMap::new()).unwrap();
    assert!(client.hear(&room.log[3..], &BTreeMap::new()).is_err());
}
