//! Clocks, with a time that stands still unless a test moves it.

use super::*;

const SECOND: i64 = 1000;
const HOUR: i64 = 3600 * SECOND;

/// A game for that many that has begun at time 0.
fn started(game: &str, players: usize, clock: ClockSpec) -> Room {
    started_with(game, players, clock, 1)
}

fn started_with(game: &str, players: usize, clock: ClockSpec, deal: u8) -> Room {
    let mut room = Room::open_with(TableSpec { clock, ..spec(game, players) }, deal);
    room.now = 0;
    (0..players).for_each(|person| room.join(person, None).unwrap());
    room.does(0, &Command::Start).unwrap();
    room
}

const FIVE_MINUTES: ClockSpec = ClockSpec::RealTime { base: 300, increment: 5 };

/// The seconds that every seat has left.
fn left(room: &Room) -> Vec<i64> {
    let times = room.table.time_left(room.now).unwrap();
    times.into_iter().map(|time| time.left / SECOND).collect()
}

fn running(room: &Room) -> Vec<bool> {
    room.table.time_left(room.now).unwrap().into_iter().map(|time| time.runs).collect()
}

/// Lets somebody act until their clock stands still.
fn finish_turn(room: &mut Room, person: usize) {
    while running(room)[person] {
        let action = room.table.game().legal(Seat::from_index(person))[0].clone();
        room.act(person, &action).unwrap();
    }
}

#[test]
fn a_clock_runs_while_its_seat_is_to_act() {
    let mut room = started("foxy-and-wooly", 2, FIVE_MINUTES);
    let first = room.to_act();
    let of = |room: &Room, seat: usize| left(room)[seat];
    assert_eq!((of(&room, first), of(&room, 1 - first)), (305, 300));
    room.now = 20 * SECOND;
    assert_eq!((of(&room, first), of(&room, 1 - first)), (285, 300));
    room.act(first, "chase").unwrap();
    let second = room.to_act();
    assert_ne!(first, second);
    assert!(running(&room)[second] && !running(&room)[first]);
    room.now = 30 * SECOND;
    assert_eq!((of(&room, first), of(&room, second)), (285, 295));
    assert_eq!(room.table.next_deadline(), Some(20 * SECOND + 305 * SECOND));
}

#[test]
fn clocks_run_together_where_seats_act_together() {
    let mut room = started("tipperary", 3, FIVE_MINUTES);
    assert_eq!(running(&room), [true; 3]);
    room.now = 10 * SECOND;
    finish_turn(&mut room, 1);
    assert_eq!(running(&room), [true, false, true]);
    room.now = 30 * SECOND;
    assert_eq!(left(&room), [275, 295, 275]);
    // Taking it back starts the clock again, without a new increment.
    room.undo(1).unwrap();
    assert_eq!(running(&room), [true; 3]);
    room.now = 40 * SECOND;
    assert_eq!(left(&room), [265, 285, 265]);
}

#[test]
fn what_the_dealer_does_for_one_seat_brings_the_others_no_time() {
    let mut seen = 0;
    for deal in 1..20 {
        let mut room = started_with("tipperary", 3, FIVE_MINUTES, deal);
        let mut chooser = Chooser::new(4);
        while room.table.stage() == Stage::Playing {
            let seat = room.to_act();
            let draws = room.table.game().legal(Seat::from_index(seat)) == ["draw"];
            let (before, turn) = (left(&room), room.table.turn());
            room.play_one(&mut chooser);
            if draws {
                assert_eq!(room.table.turn(), turn, "the bonus tile is still to be placed");
                seen += 1;
                let others = (0..3).filter(|other| *other != seat);
                others.for_each(|other| assert_eq!(left(&room)[other], before[other]));
            }
        }
    }
    assert!(seen > 0, "the dealer was never called for one seat alone");
}

#[test]
fn taking_back_brings_no_time() {
    let mut room = started("foxy-and-wooly", 2, FIVE_MINUTES);
    let first = room.to_act();
    for round in 1..=5 {
        room.act(first, "chase").unwrap();
        room.undo(first).unwrap();
        room.now = round * SECOND;
        assert_eq!(left(&room)[first], 305 - round);
    }
}

#[test]
fn a_bot_plays_for_whoever_is_late_until_they_return() {
    let mut room = started("foxy-and-wooly", 2, FIVE_MINUTES);
    let late = room.to_act();
    let deadline = room.table.next_deadline().unwrap();
    assert!(room.table.decide_time(deadline - 1).is_err());
    room.now = deadline;
    let draft = room.table.decide_time(deadline).unwrap();
    room.take(draft);
    let seat = Seat::from_index(late);
    assert_eq!(*room.last(), Entry::OutOfTime { seat, level: 3 });
    assert_eq!((room.table.calls()[0].seat, room.table.next_deadline()), (seat, None));
    assert_eq!(room.table.parts()[late], Part::Left(room.people[late].clone()));
    room.bots_act();
    room.does(late, &Command::Return).unwrap();
    let person = room.people[late].clone();
    assert_eq!(*room.last(), Entry::Returned { person, seat });
    assert_eq!(left(&room)[late], 35, "a tenth of the base, and the increment");
    assert_eq!(room.does(late, &Command::Return).unwrap_err(), "no bot plays for you");
    assert_eq!(room.table.parts()[late], Part::Left(room.people[late].clone()));
}

#[test]
fn whoever_acts_too_late_has_run_out_of_time_and_returned() {
    let mut room = started("foxy-and-wooly", 2, FIVE_MINUTES);
    let late = room.to_act();
    room.now = 306 * SECOND;
    let before = room.log.len();
    let seat = Seat::from_index(late);
    let act = Command::Act { seat, action: "chase".to_owned() };
    let draft = room.table.decide(&room.people[late], &act, &room.seed, room.now).unwrap();
    let own = draft.own;
    room.take(draft);
    let kinds: Vec<&Entry> = room.log[before..].iter().map(|stamped| &stamped.entry).collect();
    assert!(matches!(kinds[..2], [Entry::OutOfTime { .. }, Entry::Returned { .. }]), "{kinds:?}");
    let acted = &room.log[own as usize - 1].entry;
    assert_eq!(*acted, Entry::Acted { seat: Actor::Seat(seat), action: "chase".to_owned() });
    assert_eq!(room.table.bots(), [None, None]);
}

#[test]
fn those_who_are_gone_are_not_asked() {
    let mut room = started("foxy-and-wooly", 3, FIVE_MINUTES);
    let late = room.to_act();
    room.now = 306 * SECOND;
    let draft = room.table.decide_time(room.now).unwrap();
    room.take(draft);
    for person in (0..3).filter(|person| *person != late) {
        room.does(person, &Command::OfferEnd).unwrap();
    }
    assert_eq!(room.table.stage(), Stage::Ended(Ending::Agreed));
    assert_eq!(room.does(late, &Command::Return).unwrap_err(), "no bot plays for you");
}

#[test]
fn in_correspondence_every_move_has_the_same_time() {
    // In Glen More a seat makes several moves in a row, in the other game often only one.
    for game in ["foxy-and-wooly", "glen-more"] {
        let mut room = started(game, 2, ClockSpec::Correspondence { hours: 24 });
        let mut chooser = Chooser::new(9);
        let mut in_a_row = 0;
        while room.table.stage() == Stage::Playing {
            assert_eq!(room.table.next_deadline(), Some(room.now + 24 * HOUR), "{game}");
            room.now += 23 * HOUR;
            let seat = room.to_act();
            room.play_one(&mut chooser);
            in_a_row += usize::from(room.table.stage() == Stage::Playing && room.to_act() == seat);
        }
        assert!(in_a_row > 0 || game == "foxy-and-wooly", "nobody moved twice in {game}");
        assert_eq!(room.table.bots(), [None, None]);
    }
}

#[test]
fn in_correspondence_nobody_wins_time_by_taking_back() {
    let mut room = started("glen-more", 2, ClockSpec::Correspondence { hours: 24 });
    let mut chooser = Chooser::new(9);
    // Until somebody may take back a move in the middle of a turn.
    let (seat, deadline) = loop {
        let seat = room.to_act();
        room.play_one(&mut chooser);
        let own = Seat::from_index(seat);
        if room.to_act() == seat && room.table.can_take_back(own) {
            break (seat, room.table.next_deadline());
        }
    };
    let action = room.table.line.last().unwrap().action.clone();
    for _ in 0..5 {
        room.now += HOUR;
        room.undo(seat).unwrap();
        room.act(seat, &action).unwrap();
        assert_eq!(room.table.next_deadline(), deadline, "the same move twice is one");
    }
}

#[test]
fn in_correspondence_those_who_act_together_have_a_deadline_each() {
    let mut room = started("tipperary", 3, ClockSpec::Correspondence { hours: 24 });
    room.now = 10 * HOUR;
    finish_turn(&mut room, 1);
    assert_eq!(running(&room), [true, false, true]);
    room.now = 23 * HOUR;
    let hours = |room: &Room| left(room).into_iter().map(|left| left / 3600).collect::<Vec<_>>();
    assert_eq!(hours(&room), [1, 24, 1], "what one does gives the others no time");
    let draft = room.table.decide_time(24 * HOUR).unwrap();
    room.take(draft);
    assert_eq!(room.table.bots(), [Some(3), None, Some(3)]);
    room.now = 24 * HOUR;
    room.bots_act();
    assert_eq!(running(&room), [false, true, false], "the next round, and one who is there");
    assert_eq!(hours(&room)[1], 24);
}

#[test]
fn the_log_alone_tells_the_time() {
    let mut room = started("tipperary", 2, FIVE_MINUTES);
    let mut chooser = Chooser::new(2);
    for _ in 0..12 {
        room.now += 7 * SECOND;
        room.play_one(&mut chooser);
    }
    let replayed = Table::replay(room.table.id(), &room.registry, &room.log).unwrap();
    let later = room.now + 3 * SECOND;
    assert_eq!(replayed.time_left(later), room.table.time_left(later));
    assert_eq!(replayed.next_deadline(), room.table.next_deadline());
}

#[test]
fn a_game_without_a_clock_has_no_time() {
    let room = Room::started(2);
    assert_eq!((room.table.time_left(7), room.table.next_deadline()), (None, None));
}

#[test]
fn clocks_that_make_no_sense_are_refused() {
    let registry = Registry::new();
    let check = |clock| TableSpec { clock, ..spec("foxy-and-wooly", 2) }.check(&registry).is_ok();
    assert!(check(ClockSpec::RealTime { base: 0, increment: 10 }));
    assert!(!check(ClockSpec::RealTime { base: 5, increment: 4 }));
    assert!(!check(ClockSpec::RealTime { base: u32::MAX, increment: 9 }));
    assert!(check(ClockSpec::Correspondence { hours: 72 }));
    assert!(!check(ClockSpec::Correspondence { hours: 0 }));
    assert!(!check(ClockSpec::Correspondence { hours: 721 }));
}
