//! Sitting down, being ready, and beginning.

use super::*;

#[test]
fn people_sit_down_stand_up_and_start() {
    let mut room = Room::open(spec("foxy-and-wooly", 2));
    assert_eq!(room.does(0, &Command::Start).unwrap_err(), "you do not sit at this table");
    room.join(0, Some(2)).unwrap();
    assert_eq!(room.join(0, None).unwrap_err(), "you sit at this table already");
    assert_eq!(room.join(1, Some(2)).unwrap_err(), "seat 2 is not free for you");
    assert_eq!(room.join(1, Some(3)).unwrap_err(), "there is no seat 3 at this table");
    assert_eq!(room.does(0, &Command::Start).unwrap_err(), "one seat is still empty");
    room.join(1, None).unwrap();
    room.does(0, &Command::Leave).unwrap();
    assert_eq!(room.table.people().len(), 1);
    room.join(0, None).unwrap();
    room.does(0, &Command::Start).unwrap();
    assert_eq!(room.join(1, None).unwrap_err(), "the game has begun");
    let refused = room.does(1, &Command::Leave).unwrap_err();
    assert_eq!(refused, "the game has begun: ask for somebody to replace you, or give up");
}

#[test]
fn whoever_sits_says_that_they_are_ready() {
    let mut room = Room::open(spec("foxy-and-wooly", 2));
    let ready = |yes| Command::Ready { yes };
    assert_eq!(room.does(0, &ready(true)).unwrap_err(), "you do not sit at this table");
    room.join(0, None).unwrap();
    assert_eq!(room.table.unready(), BTreeSet::from([&room.people[0]]));
    let refused = room.does(0, &ready(false)).unwrap_err();
    assert_eq!(refused, "you have not said that you are ready");
    room.does(0, &ready(true)).unwrap();
    let refused = room.does(0, &ready(true)).unwrap_err();
    assert_eq!(refused, "you have said already that you are ready");
    assert!(room.table.is_ready(&room.people[0]) && room.table.unready().is_empty());
    room.does(0, &ready(false)).unwrap();
    assert!(!room.table.is_ready(&room.people[0]));
}

#[test]
fn standing_up_takes_it_back() {
    let mut room = Room::open(spec("foxy-and-wooly", 2));
    room.join(0, Some(1)).unwrap();
    room.does(0, &Command::Ready { yes: true }).unwrap();
    room.does(0, &Command::Leave).unwrap();
    room.join(0, Some(2)).unwrap();
    assert!(!room.table.is_ready(&room.people[0]), "another seat is another matter");
}

#[test]
fn the_host_can_start_before_everyone_is_ready() {
    let mut room = Room::open(spec("foxy-and-wooly", 2));
    (0..2).for_each(|person| room.join(person, None).unwrap());
    room.does(0, &Command::Start).unwrap();
    assert_eq!(room.table.stage(), Stage::Playing);
    assert_eq!(room.does(1, &Command::Ready { yes: true }).unwrap_err(), "the game has begun");
}

#[test]
fn a_guest_cannot_start_until_everyone_else_is_ready() {
    let mut room = Room::open(spec("foxy-and-wooly", 2));
    (0..2).for_each(|person| room.join(person, None).unwrap());
    let refused = room.does(1, &Command::Start).unwrap_err();
    assert_eq!(refused, "not everyone is ready yet: until then only the host can start");
    room.does(0, &Command::Ready { yes: true }).unwrap();
    room.does(1, &Command::Start).unwrap();
    assert_eq!(room.table.stage(), Stage::Playing);
}

#[test]
fn a_table_whose_host_does_not_sit_there_is_started_by_any_player() {
    let mut spec = spec("foxy-and-wooly", 3);
    spec.seats[0] = SeatSpec::Bot { level: 1 };
    let mut room = Room::open(spec);
    (1..3).for_each(|person| room.join(person, None).unwrap());
    assert!(!room.table.people().contains(&room.people[0]), "the host does not sit there");
    room.does(2, &Command::Start).unwrap();
    assert_eq!(room.table.stage(), Stage::Playing);
}

#[test]
fn programs_are_ready_when_they_sit_down() {
    let join = Command::Join { seat: None, contribution: Bytes32([1; 32]), ready: false };
    let mut room = Room::open(spec("foxy-and-wooly", 2));
    for (place, bot) in [(0, true), (1, false)] {
        let id = room.people[place].clone();
        let person = crate::Person { id, name: String::new(), guest: false, bot };
        room.does(place, &join.clone().by(&person)).unwrap();
    }
    assert_eq!(room.table.unready(), BTreeSet::from([&room.people[1]]));
}
