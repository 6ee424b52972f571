//! Tables without sockets and databases.

mod following;
mod gathering;
mod leaving;
mod plans;
mod replacing;
mod taking_back;
mod time;

use std::collections::BTreeMap;

use registry::{AnyGame, Chooser, Fairness, GameId, Registry};
use rules::{Actor, Seat, Turn};

use super::*;
use crate::secret::Secret;

/// A table, its log and its people.
struct Room {
    registry: Registry,
    seed: Secret,
    table: Table,
    log: Vec<Stamped>,
    people: Vec<PersonId>,
    /// What the time is.
    now: i64,
}

fn spec(game: &str, players: usize) -> TableSpec {
    TableSpec {
        game: game.to_owned(),
        options: BTreeMap::new(),
        set: None,
        seats: vec![SeatSpec::Person { kept_for: None }; players],
        public: false,
        open_chat: false,
        day: None,
        hot_seat: false,
        clock: ClockSpec::None,
        stand_in: 3,
    }
}

impl Room {
    fn open(spec: TableSpec) -> Self {
        Self::open_with(spec, 1)
    }

    /// The same deal for the same number, so that a test that passes once passes always.
    fn open_with(spec: TableSpec, deal: u8) -> Self {
        let (registry, seed) = (Registry::new(), Secret::from(Bytes32([deal; 32])));
        let id = "tab1e00000000001".parse().unwrap();
        let people: Vec<PersonId> = spec.seats.iter().map(|_| PersonId::random()).collect();
        let commit = seed.commitment();
        let by = people[0].clone();
        let log = vec![Stamped {
            seq: 1,
            at: 0,
            entry: Entry::Opened { by, spec: Box::new(spec), commit },
        }];
        let table = Table::replay(&id, &registry, &log).unwrap();
        Self { registry, seed, table, log, people, now: 7 }
    }

    /// A game that has begun, one person in each seat.
    fn started(players: usize) -> Self {
        let mut room = Self::open(spec("foxy-and-wooly", players));
        (0..players).for_each(|person| room.join(person, None).unwrap());
        room.does(0, &Command::Start).unwrap();
        room
    }

    fn does(&mut self, person: usize, command: &Command) -> Result<(), String> {
        let draft = self
            .table
            .decide(&self.people[person], command, &self.seed, self.now)
            .map_err(|refusal| refusal.to_string())?;
        let own = draft.own;
        self.take(draft);
        let is_same = self.table.may_have_become(&self.log, command, own);
        assert!(is_same, "{command:?} sent again is not taken for the same");
        Ok(())
    }

    fn take(&mut self, draft: Draft) {
        self.log.extend(draft.entries);
        self.table = draft.table;
    }

    /// Lets every bot that is to act make its first legal action.
    fn bots_act(&mut self) {
        while let Some(call) = self.table.calls().first().copied() {
            let action = self.table.game().legal(call.seat)[0].clone();
            let draft = self.table.decide_call(call, &action, &self.seed, self.now).unwrap();
            self.take(draft);
        }
    }

    /// The last entry's kind and everything in it.
    fn last(&self) -> &Entry {
        &self.log.last().unwrap().entry
    }

    fn join(&mut self, person: usize, seat: Option<u64>) -> Result<(), String> {
        let seat = seat.and_then(Seat::from_number);
        let contribution = Bytes32([100 + person as u8; 32]);
        self.does(person, &Command::Join { seat, contribution, ready: false })
    }

    fn act(&mut self, person: usize, action: &str) -> Result<(), String> {
        let seat = Seat::from_index(person);
        self.does(person, &Command::Act { seat, action: action.to_owned() })
    }

    fn undo(&mut self, person: usize) -> Result<(), String> {
        self.does(person, &Command::Undo { seat: Seat::from_index(person) })
    }

    /// Whose turn it is.
    fn to_act(&self) -> usize {
        match self.table.turn() {
            Turn::Seats(seats) => seats.first().unwrap().index(),
            turn => panic!("nobody is to act: {turn:?}"),
        }
    }

    /// Plays a random legal action and gives its entry's number.
    fn play_one(&mut self, chooser: &mut Chooser) -> u64 {
        let person = self.to_act();
        let legal = self.table.game().legal(Seat::from_index(person));
        let action = legal[chooser.below(legal.len() as u64) as usize].clone();
        let seq = self.table.seq() + 1;
        self.act(person, &action).unwrap();
        seq
    }

    fn play_to_the_end(&mut self) {
        let mut chooser = Chooser::new(1);
        while self.table.stage() == Stage::Playing {
            self.play_one(&mut chooser);
        }
    }

    fn record(&self) -> String {
        let names = self.people.iter().enumerate();
        let names = names.map(|(place, person)| (person.clone(), format!("P \"{place}\" \\")));
        self.table.record(&names.collect())
    }

    fn checked(&self) -> Result<Checked, UnfairError> {
        Checked::log(self.table.id(), &self.registry, &self.log)
    }
}

#[test]
fn the_log_tells_the_table() {
    let mut room = Room::started(3);
    room.play_to_the_end();
    let text: Vec<String> =
        room.log.iter().map(|entry| serde_json::to_string(entry).unwrap()).collect();
    let log: Vec<Stamped> = text.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    assert_eq!(log, room.log);
    let replayed = Table::replay(room.table.id(), &room.registry, &log).unwrap();
    assert_eq!(replayed.game().record(), room.table.game().record());
    assert_eq!(replayed.stage(), Stage::Ended(Ending::Over));
}

#[test]
fn a_damaged_log_is_refused_with_its_entry() {
    let mut room = Room::started(2);
    room.play_one(&mut Chooser::new(1));
    let replay = |log: &[Stamped]| Table::replay(room.table.id(), &room.registry, log).map(drop);
    assert_eq!(replay(&room.log[1..]).unwrap_err().seq, 1);
    let mut gap = room.log.clone();
    gap.remove(3);
    assert_eq!(replay(&gap).unwrap_err().seq, 5);
    let mut other = room.log.clone();
    other[5].entry = Entry::Acted { seat: Actor::Dealer, action: "nonsense".to_owned() };
    assert_eq!(replay(&other).unwrap_err().seq, 6);
}

#[test]
fn the_dealer_plays_at_once() {
    let room = Room::started(2);
    assert!(matches!(room.table.turn(), Turn::Seats(_)));
    let dealt = |entry: &&Stamped| matches!(entry.entry, Entry::Acted { seat: Actor::Dealer, .. });
    assert_eq!(room.log.iter().filter(dealt).count(), 2 + 18 + 1);
}

#[test]
fn only_the_own_seat_can_be_played() {
    let mut room = Room::started(2);
    let (mine, other) = (room.to_act(), 1 - room.to_act());
    let seat = Seat::from_index(mine);
    let action = room.table.game().legal(seat)[0].clone();
    let stolen = Command::Act { seat, action: action.clone() };
    assert_eq!(room.does(other, &stolen).unwrap_err(), format!("seat {seat} is not yours"));
    room.people.push(PersonId::random());
    assert_eq!(room.does(2, &stolen).unwrap_err(), "you do not sit at this table");
    assert!(room.act(other, &action).unwrap_err().contains("is not to act now"));
    assert!(room.act(mine, "nonsense").is_err());
    room.act(mine, &action).unwrap();
}

#[test]
fn bots_play_their_seats_and_nobody_elses() {
    let mut spec = spec("foxy-and-wooly", 3);
    spec.seats[1] = SeatSpec::Bot { level: 2 };
    let mut room = Room::open(spec);
    room.join(0, None).unwrap();
    assert_eq!(room.join(1, Some(2)).unwrap_err(), "seat 2 is not free for you");
    assert_eq!(room.does(0, &Command::Start).unwrap_err(), "one seat is still empty");
    room.join(2, None).unwrap();
    assert!(room.table.calls().is_empty());
    room.does(0, &Command::Start).unwrap();
    let mut chooser = Chooser::new(3);
    while room.table.stage() == Stage::Playing {
        room.bots_act();
        if room.table.stage() == Stage::Playing {
            assert_ne!(room.to_act(), 1);
            room.play_one(&mut chooser);
        }
    }
    assert!(room.checked().is_ok());
    assert_eq!(room.table.parts()[1], Part::Bot(2));
    let record = room.record();
    assert!(record.contains("[seat 2 \"Bot of level 2\"]\n[played-by 2 \"level2 from 1\"]"));
    assert!(AnyGame::load(&room.registry, &record).is_ok());
}

#[test]
fn a_bot_that_answers_an_old_call_is_too_late() {
    let mut spec = spec("tipperary", 3);
    spec.seats[1] = SeatSpec::Bot { level: 1 };
    spec.seats[2] = SeatSpec::Bot { level: 1 };
    let mut room = Room::open(spec);
    room.join(0, None).unwrap();
    room.does(0, &Command::Start).unwrap();
    let calls = room.table.calls();
    assert_eq!(calls.len(), 2, "both bots are to act at the same time");
    // What others do meanwhile does not disturb a bot; what it has done itself does.
    room.play_one(&mut Chooser::new(1));
    assert_eq!(room.table.calls(), calls);
    let answer = |room: &Room, call: Call| {
        let action = room.table.game().legal(call.seat).first().cloned().unwrap_or_default();
        room.table.decide_call(call, &action, &room.seed, 7).map_err(|error| error.to_string())
    };
    let draft = answer(&room, calls[0]).unwrap();
    room.take(draft);
    assert_eq!(answer(&room, calls[0]).unwrap_err(), "the bot's answer comes too late");
    let draft = answer(&room, calls[1]).unwrap();
    room.take(draft);
}

#[test]
fn wrong_tables_are_not_opened() {
    let registry = Registry::new();
    let reason = |spec: TableSpec| spec.check(&registry).unwrap_err().to_string();
    let good = spec("foxy-and-wooly", 2);
    assert!(reason(spec("chess", 2)).starts_with("there is no game \"chess\""));
    assert!(reason(spec("foxy-and-wooly", 9)).contains("players"));
    let bots = vec![SeatSpec::Bot { level: 1 }; 2];
    assert_eq!(
        reason(TableSpec { seats: bots, ..good.clone() }),
        "a table needs a seat for a person"
    );
    let level = vec![SeatSpec::Person { kept_for: None }, SeatSpec::Bot { level: 6 }];
    let no_level = "there is no level 6: levels are 1 to 5";
    assert_eq!(reason(TableSpec { seats: level, ..good.clone() }), no_level);
    let options = BTreeMap::from([("gate".to_owned(), "up".to_owned())]);
    assert!(reason(TableSpec { options, ..good }).contains("gate"));
}

#[test]
fn at_a_hot_seat_table_one_person_plays_all_seats() {
    let mut room = Room::open(TableSpec { hot_seat: true, ..spec("foxy-and-wooly", 3) });
    room.join(0, None).unwrap();
    assert_eq!(room.join(1, None).unwrap_err(), "there is no free seat at this table");
    room.does(0, &Command::Start).unwrap();
    room.people = vec![room.people[0].clone(); 3];
    room.play_to_the_end();
    assert!(room.checked().is_ok());
    assert_eq!(room.record().matches("[contribution ").count(), 1);
    let game = AnyGame::load(&room.registry, &room.record()).unwrap();
    assert!(matches!(game.fairness(), Ok(Fairness::Verified(_))));
}

#[test]
fn a_game_ends_when_all_agree() {
    let mut room = Room::started(3);
    room.does(0, &Command::OfferEnd).unwrap();
    room.does(1, &Command::OfferEnd).unwrap();
    assert!(matches!(&room.table.asked()[..], [asked] if asked.wish == Wish::End));
    assert_eq!(room.table.asked()[0].agreed.len(), 2);
    room.does(2, &Command::DeclineEnd).unwrap();
    assert_eq!(room.table.asked(), []);
    (0..3).for_each(|person| room.does(person, &Command::OfferEnd).unwrap());
    assert_eq!(room.table.stage(), Stage::Ended(Ending::Agreed));
    let refused = room.does(0, &Command::OfferEnd).unwrap_err();
    assert_eq!(refused, "the game has ended");
    assert!(room.record().contains("[ended \"agreed\"]"));
    assert!(AnyGame::load(&room.registry, &room.record()).is_ok());
}

#[test]
fn giving_up_ends_a_game_for_two() {
    let mut room = Room::started(2);
    let seat = Seat::from_index(1);
    room.does(1, &Command::Resign { seat }).unwrap();
    assert_eq!(room.table.stage(), Stage::Ended(Ending::Resigned { seat }));
    let game = AnyGame::load(&room.registry, &room.record()).unwrap();
    assert_eq!(game.fairness(), Ok(Fairness::Verified(21)));
}

#[test]
fn a_finished_table_proves_its_draws() {
    for game in GameId::ALL {
        let players = game.info().players.min.into();
        let mut room = Room::open(spec(game.info().id, players));
        (0..players).for_each(|person| room.join(person, None).unwrap());
        room.does(0, &Command::Start).unwrap();
        assert_eq!(room.checked(), Err(UnfairError::NotEnded));
        assert!(!room.record().contains("[seed "));
        room.play_to_the_end();
        let Checked { draws, taken_back: 0 } = room.checked().unwrap() else {
            panic!("nothing was taken back")
        };
        let loaded = AnyGame::load(&room.registry, &room.record()).unwrap();
        assert_eq!(loaded.fairness(), Ok(Fairness::Verified(draws as usize)));
        assert_eq!(loaded.names().of(Seat::from_index(0)), "P \"0\" \\");
    }
}

#[test]
fn a_cheating_server_is_found_out() {
    let mut room = Room::started(2);
    room.play_to_the_end();
    let honest = room.log.clone();
    for stamped in &mut room.log {
        if let Entry::Ended { seed, .. } = &mut stamped.entry {
            *seed = Bytes32([2; 32]);
        }
    }
    assert_eq!(room.checked(), Err(UnfairError::OtherSeed));
    room.log = honest;
    for stamped in &mut room.log {
        if let Entry::Joined { contribution, .. } = &mut stamped.entry {
            *contribution = Bytes32([9; 32]);
        }
    }
    assert!(matches!(room.checked(), Err(UnfairError::OtherDraw { .. })));
}

#[test]
fn the_seed_is_not_in_the_log_before_the_end() {
    let mut room = Room::started(2);
    let seed = room.seed.reveal().to_string();
    let log = serde_json::to_string(&room.log).unwrap();
    assert!(!log.contains(&seed) && !format!("{:?}", room.table).contains(&seed));
    room.play_to_the_end();
    assert!(serde_json::to_string(&room.log).unwrap().contains(&seed));
}

#[test]
fn a_rematch_comes_after_the_end() {
    let mut room = Room::started(2);
    let rematch = room.table.id().rematch();
    let decide = |room: &Room, person: &PersonId| {
        room.table.decide_rematch(person, rematch.clone(), 0).map_err(|error| error.to_string())
    };
    let too_soon = decide(&room, &room.people[0]).unwrap_err();
    assert_eq!(too_soon, "a rematch comes after the end of the game");
    room.play_to_the_end();
    assert!(decide(&room, &PersonId::random()).is_err());
    let draft = decide(&room, &room.people[1]).unwrap();
    assert_eq!(draft.table.rematch(), Some(&rematch));
}
