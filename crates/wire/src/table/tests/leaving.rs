//! Those who leave, and what that counts for.

use super::*;

fn places(room: &Room) -> Vec<u8> {
    let standings = room.table.standings().expect("the game has come out somehow");
    standings.into_iter().map(|standing| standing.place).collect()
}

fn resign(room: &mut Room, person: usize) {
    room.does(person, &Command::Resign { seat: Seat::from_index(person) }).unwrap();
}

#[test]
fn whoever_gives_up_comes_after_everyone_who_stayed() {
    let mut room = Room::started(3);
    resign(&mut room, 1);
    assert_eq!(room.table.standings(), None, "the game goes on");
    let mut chooser = Chooser::new(1);
    while room.table.stage() == Stage::Playing {
        room.bots_act();
        if room.table.stage() == Stage::Playing {
            room.play_one(&mut chooser);
        }
    }
    assert_eq!(places(&room)[1], 3);
}

#[test]
fn the_last_to_give_up_is_not_behind_those_who_left_before() {
    let mut room = Room::started(3);
    for person in [1, 0, 2] {
        resign(&mut room, person);
    }
    assert_eq!(room.table.stage(), Stage::Ended(Ending::Resigned { seat: Seat::from_index(2) }));
    assert_eq!(places(&room), [1, 1, 1], "nobody has stayed");
    let mut spec = spec("foxy-and-wooly", 3);
    spec.seats[0] = SeatSpec::Bot { level: 1 };
    let mut room = Room::open(spec);
    for person in [1, 2] {
        room.join(person, None).unwrap();
    }
    room.does(1, &Command::Start).unwrap();
    for person in [1, 2] {
        resign(&mut room, person);
    }
    assert_eq!(places(&room), [1, 2, 2], "the bot has stayed");
}

#[test]
fn whoever_was_late_counts_as_left_also_after_coming_back() {
    let clock = ClockSpec::Correspondence { hours: 1 };
    let mut room = Room::open(TableSpec { clock, ..spec("foxy-and-wooly", 2) });
    (0..2).for_each(|person| room.join(person, None).unwrap());
    room.does(0, &Command::Start).unwrap();
    let late = room.to_act();
    room.now = room.table.next_deadline().unwrap();
    room.does(late, &Command::Return).unwrap();
    assert_eq!(room.table.bots(), [None, None]);
    room.play_to_the_end();
    let expected = if late == 0 { [2, 1] } else { [1, 2] };
    assert_eq!(places(&room), expected);
}

#[test]
fn what_was_ended_by_agreement_has_no_winner() {
    let mut room = Room::started(2);
    (0..2).for_each(|person| room.does(person, &Command::OfferEnd).unwrap());
    assert_eq!(room.table.standings(), None);
}

#[test]
fn somebody_who_will_not_come_back_keeps_nobody_waiting() {
    let mut room = Room::open(TableSpec { hot_seat: true, ..spec("foxy-and-wooly", 3) });
    let person = room.people[0].clone();
    assert_eq!(room.table.farewell(&person), []);
    room.join(0, None).unwrap();
    assert_eq!(room.table.farewell(&person), [Command::Leave]);
    room.does(0, &Command::Start).unwrap();
    let farewell = room.table.farewell(&person);
    assert_eq!(farewell.len(), 3, "one for each seat");
    for command in &farewell {
        room.does(0, command).unwrap();
    }
    assert!(matches!(room.table.stage(), Stage::Ended(_)));
    assert_eq!(room.table.farewell(&person), []);
}
