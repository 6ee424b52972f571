//! Seats that change their players.

use super::*;

fn seat(index: usize) -> Seat {
    Seat::from_index(index)
}

fn ask(index: usize, by: SeatSpec) -> Command {
    Command::AskReplacement { seat: seat(index), by }
}

const YES: Command = Command::AnswerReplacement { yes: true };
const NO: Command = Command::AnswerReplacement { yes: false };
const BOT: SeatSpec = SeatSpec::Bot { level: 4 };
const ANYBODY: SeatSpec = SeatSpec::Person { kept_for: None };

#[test]
fn a_bot_plays_on_for_whoever_gives_up_among_three() {
    let mut room = Room::started(3);
    let (gone, resign) = (room.people[1].clone(), Command::Resign { seat: seat(1) });
    room.does(1, &resign).unwrap();
    assert_eq!(room.table.stage(), Stage::Playing);
    assert_eq!(room.table.bots(), [None, Some(3), None]);
    assert_eq!(room.table.parts()[1], Part::Left(gone.clone()));
    assert!(room.table.everyone().contains(&gone) && !room.table.people().contains(&gone));
    assert_eq!(room.does(1, &resign).unwrap_err(), "you do not sit at this table");
    // The last two may still give up; the last one ends it.
    room.does(0, &Command::Resign { seat: seat(0) }).unwrap();
    room.does(2, &Command::Resign { seat: seat(2) }).unwrap();
    assert_eq!(room.table.stage(), Stage::Ended(Ending::Resigned { seat: seat(2) }));
    let record = room.record();
    assert!(record.contains("[played-by 2 \"level3 from 23\"]"), "{record}");
    assert!(AnyGame::load(&room.registry, &record).is_ok());
}

#[test]
fn a_seat_of_a_hot_seat_table_can_be_given_up() {
    let mut room = Room::open(TableSpec { hot_seat: true, ..spec("foxy-and-wooly", 3) });
    room.join(0, None).unwrap();
    room.does(0, &Command::Start).unwrap();
    room.does(0, &Command::Resign { seat: seat(1) }).unwrap();
    assert_eq!(room.table.bots(), [None, Some(3), None]);
    assert_eq!(room.table.stage(), Stage::Playing);
}

#[test]
fn a_person_is_replaced_by_a_bot_when_all_others_agree() {
    let mut room = Room::started(4);
    room.does(0, &ask(3, BOT)).unwrap();
    assert_eq!(
        room.does(1, &ask(3, BOT)).unwrap_err(),
        "somebody has asked for another player already"
    );
    assert_eq!(room.does(0, &YES).unwrap_err(), "you have agreed to that already");
    room.does(1, &YES).unwrap();
    let agreed = room.table.asked().remove(0).agreed;
    assert!(room.people[..2].iter().all(|person| agreed.contains(person)));
    // Actions do not end the matter.
    room.play_one(&mut Chooser::new(1));
    room.does(2, &NO).unwrap();
    assert_eq!(room.does(1, &YES).unwrap_err(), "nobody has asked for another player");
    room.does(0, &ask(3, BOT)).unwrap();
    room.does(1, &YES).unwrap();
    assert_eq!(room.table.bots()[3], None);
    room.does(2, &YES).unwrap();
    assert_eq!(room.table.bots()[3], Some(4));
    assert_eq!(room.table.parts()[3], Part::Replaced(room.people[3].clone()));
    assert_eq!(room.does(3, &Command::OfferEnd).unwrap_err(), "you do not sit at this table");
    assert!(room.table.open_seats().next().is_none());
}

#[test]
fn nobody_is_thrown_out_by_a_single_opponent() {
    let mut room = Room::started(2);
    room.does(0, &ask(1, BOT)).unwrap();
    assert_eq!(room.table.bots(), [None, None], "the other one has a say in it");
    room.does(1, &NO).unwrap();
    // Leaving goes the same way: one asks, the other agrees.
    room.does(1, &ask(1, BOT)).unwrap();
    assert_eq!(room.table.bots(), [None, None]);
    room.does(0, &YES).unwrap();
    assert_eq!(room.table.bots(), [None, Some(4)]);
    let refused = room.does(0, &ask(0, BOT)).unwrap_err();
    assert_eq!(refused, "nobody would be left: give up, or end the game");
}

#[test]
fn somebody_new_takes_over_an_open_seat() {
    let mut room = Room::started(3);
    room.does(2, &ask(2, ANYBODY)).unwrap();
    room.does(0, &YES).unwrap();
    room.does(1, &YES).unwrap();
    assert_eq!(room.table.bots()[2], Some(3), "a bot plays meanwhile");
    let take_over = Command::TakeOver { seat: seat(2) };
    assert_eq!(room.does(0, &take_over).unwrap_err(), "you sit at this table already");
    let newcomer = PersonId::random();
    room.people.push(newcomer.clone());
    let closed = Command::TakeOver { seat: seat(1) };
    assert_eq!(room.does(3, &closed).unwrap_err(), "seat 2 is not open to you");
    room.does(3, &take_over).unwrap();
    assert_eq!((room.table.bots()[2], &room.table.seated()[2]), (None, &Some(newcomer.clone())));
    room.people[2] = newcomer;
    room.play_to_the_end();
    assert!(room.checked().is_ok(), "the draws do not depend on who plays on");
    assert!(AnyGame::load(&room.registry, &room.record()).is_ok());
}

#[test]
fn an_open_seat_can_be_kept_for_somebody() {
    let mut room = Room::started(3);
    let friend = PersonId::random();
    room.people.extend([friend.clone(), PersonId::random()]);
    let sitting = SeatSpec::Person { kept_for: Some(room.people[0].clone()) };
    assert_eq!(
        room.does(1, &ask(2, sitting)).unwrap_err(),
        "that person sits at this table already"
    );
    room.does(0, &ask(2, SeatSpec::Person { kept_for: Some(friend) })).unwrap();
    room.does(1, &YES).unwrap();
    let take_over = Command::TakeOver { seat: seat(2) };
    assert_eq!(room.does(4, &take_over).unwrap_err(), "seat 3 is not open to you");
    room.does(3, &take_over).unwrap();
    assert_eq!(room.table.bots(), [None; 3]);
}
