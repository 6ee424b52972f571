//! Taking back: freely, and with everyone's leave.

use super::*;

impl Room {
    /// A game of Tipperary for three that has begun.
    fn together(deal: u8) -> Self {
        let mut room = Self::open_with(spec("tipperary", 3), deal);
        (0..3).for_each(|person| room.join(person, None).unwrap());
        room.does(0, &Command::Start).unwrap();
        room
    }

    /// Somebody of those who are to act makes an action.
    fn anybody_acts(&mut self, chooser: &mut Chooser) -> usize {
        let Turn::Seats(seats) = self.table.turn() else { panic!("somebody is to act") };
        let seats: Vec<Seat> = seats.into_iter().collect();
        let seat = seats[chooser.below(seats.len() as u64) as usize];
        let legal = self.table.game().legal(seat);
        let action = legal[chooser.below(legal.len() as u64) as usize].clone();
        self.act(seat.index(), &action).unwrap();
        seat.index()
    }

    fn last_spin(&self) -> u64 {
        let spins = |step: &&Step| step.action.starts_with("spin ");
        self.table.line.iter().rev().find(spins).expect("every round has one").seq
    }
}

#[test]
fn with_bots_alone_nobody_has_to_be_asked_to_go_back() {
    let mut spec = spec("foxy-and-wooly", 2);
    spec.seats[1] = SeatSpec::Bot { level: 1 };
    let mut room = Room::open(spec);
    room.join(0, None).unwrap();
    room.does(0, &Command::Start).unwrap();
    room.bots_act();
    let before = room.table.game().record();
    let seq = room.play_one(&mut Chooser::new(5));
    room.bots_act();
    room.does(0, &Command::AskUndo { to: seq }).unwrap();
    assert_eq!(room.table.game().record(), before);
    room.does(0, &Command::OfferEnd).unwrap();
    assert_eq!(room.table.stage(), Stage::Ended(Ending::Agreed));
}

#[test]
fn an_action_is_taken_back_freely_until_another_depends_on_it() {
    let mut room = Room::started(2);
    let mut chooser = Chooser::new(4);
    let before = room.table.game().record();
    let first = room.to_act();
    assert_eq!(room.undo(first).unwrap_err(), "you have nothing to take back");
    room.act(first, "chase").unwrap();
    room.undo(first).unwrap();
    assert_eq!(room.table.game().record(), before);
    room.act(first, "chase").unwrap();
    let second = room.to_act();
    assert_ne!(first, second);
    room.play_one(&mut chooser);
    let refused = room.undo(first).unwrap_err();
    assert_eq!(refused, "somebody else has acted on it: ask the others to go back");
    assert_eq!(room.log.iter().filter(|e| matches!(e.entry, Entry::Undone { .. })).count(), 1);
}

#[test]
fn in_simultaneous_play_an_action_is_taken_back_past_the_others() {
    let mut room = Room::open(spec("tipperary", 3));
    (0..3).for_each(|person| room.join(person, None).unwrap());
    room.does(0, &Command::Start).unwrap();
    let everyone = Turn::Seats(rules::SeatSet::all(3));
    assert_eq!(room.table.turn(), everyone);
    for person in [0, 1] {
        let action = room.table.game().legal(Seat::from_index(person))[0].clone();
        room.act(person, &action).unwrap();
    }
    room.undo(0).unwrap();
    let acted = |person| {
        let actor = Actor::Seat(Seat::from_index(person));
        room.table.line.iter().filter(|step| step.actor == actor).count()
    };
    assert_eq!((acted(0), acted(1)), (0, 1));
    assert!(room.table.turn().includes(Actor::Seat(Seat::from_index(0))));
}

#[test]
fn further_back_only_if_the_others_agree() {
    let mut room = Room::started(3);
    let mut chooser = Chooser::new(2);
    let (first, before) = (room.to_act(), room.table.game().record());
    let seq = room.play_one(&mut chooser);
    let theirs = room.play_one(&mut chooser);
    let ask = Command::AskUndo { to: seq };
    let wrong = room.does(first, &Command::AskUndo { to: theirs }).unwrap_err();
    assert_eq!(wrong, "that is no action of yours that counts");
    assert_eq!(room.table.last_action_of(Seat::from_index(first)), Some(seq));
    room.does(first, &ask).unwrap();
    let agreed = vec![room.people[first].clone()];
    assert_eq!(room.table.asked(), [Asked { wish: Wish::GoBack { to: seq }, agreed }]);
    let others: Vec<usize> = (0..3).filter(|person| *person != first).collect();
    room.does(others[0], &Command::AnswerUndo { yes: true }).unwrap();
    room.does(others[1], &Command::AnswerUndo { yes: false }).unwrap();
    assert_eq!(
        room.does(others[1], &Command::AnswerUndo { yes: true }).unwrap_err(),
        "nobody has asked to go back"
    );
    room.does(first, &ask).unwrap();
    assert_ne!(room.table.game().record(), before);
    for other in others {
        room.does(other, &Command::AnswerUndo { yes: true }).unwrap();
    }
    assert_eq!(room.table.game().record(), before);
    assert_eq!(room.to_act(), first);
}

#[test]
fn an_action_ends_wishes_and_offers() {
    let mut room = Room::started(2);
    let mut chooser = Chooser::new(2);
    let first = room.to_act();
    let seq = room.play_one(&mut chooser);
    room.does(first, &Command::AskUndo { to: seq }).unwrap();
    room.does(first, &Command::OfferEnd).unwrap();
    room.play_one(&mut chooser);
    let answer = Command::AnswerUndo { yes: true };
    assert_eq!(room.does(1 - first, &answer).unwrap_err(), "nobody has asked to go back");
    room.does(1 - first, &Command::OfferEnd).unwrap();
    assert_eq!(room.table.stage(), Stage::Playing);
}

#[test]
fn what_the_dealer_draws_for_another_does_not_stand_in_the_way() {
    let mut seen = 0;
    for deal in 1..=20 {
        let mut room = Room::together(deal);
        let mut chooser = Chooser::new(deal.into());
        while room.table.stage() == Stage::Playing {
            let drawer = room.anybody_acts(&mut chooser);
            let line = &room.table.line;
            let drawn = line.last().filter(|step| step.action.starts_with("bonus "));
            let drawn = drawn.filter(|step| step.actor == Actor::Dealer).cloned();
            let acted = |person: &usize| {
                let own = room.table.last_of(Seat::from_index(*person));
                *person != drawer && own > room.last_spin()
            };
            let (Some(drawn), Some(other)) = (drawn, (0..3).find(acted)) else { continue };
            let refused = room.undo(drawer).unwrap_err();
            assert_eq!(refused, "the dealer has drawn since then: ask the others to go back");
            room.undo(other).unwrap();
            assert!(room.table.line.contains(&drawn), "what was drawn stays");
            seen += 1;
        }
        assert!(room.checked().is_ok());
        let record = AnyGame::load(&room.registry, &room.record()).unwrap();
        assert!(matches!(record.fairness(), Ok(Fairness::Verified(_))));
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn actions_are_taken_back_to_the_spin_and_no_further() {
    let (mut free, mut refused) = (0, 0);
    for deal in 1..=10 {
        let mut room = Room::together(deal);
        let mut chooser = Chooser::new(deal.into());
        while room.table.stage() == Stage::Playing {
            room.anybody_acts(&mut chooser);
            let person = chooser.below(3) as usize;
            let (before, spin) = (room.table.draws_that_count(), room.last_spin());
            while chooser.below(4) == 0 && room.table.stage() == Stage::Playing {
                let own = room.table.last_of(Seat::from_index(person));
                match room.undo(person) {
                    Ok(()) => {
                        assert!(own > spin, "entry {own} was before the spin");
                        free += 1;
                    }
                    Err(_) => refused += 1,
                }
                assert_eq!(room.table.draws_that_count(), before, "every draw stands");
            }
        }
        assert!(room.checked().is_ok());
        let record = AnyGame::load(&room.registry, &room.record()).unwrap();
        assert!(matches!(record.fairness(), Ok(Fairness::Verified(_))));
        let replayed = Table::replay(room.table.id(), &room.registry, &room.log).unwrap();
        assert_eq!(replayed.game().record(), room.table.game().record());
    }
    assert!(free > 50 && refused > 50, "{free} taken back, {refused} refused");
}

#[test]
fn what_was_done_is_told_apart_from_what_was_not() {
    let mut room = Room::started(2);
    let mine = room.to_act();
    let seq = room.play_one(&mut Chooser::new(1));
    let Entry::Acted { action, .. } = room.log[seq as usize - 1].entry.clone() else { panic!() };
    let (seat, other) = (Seat::from_index(mine), Seat::from_index(1 - mine));
    let act = |seat, action: &str| Command::Act { seat, action: action.to_owned() };
    let is_of =
        |room: &Room, command: &Command, seq| room.table.may_have_become(&room.log, command, seq);
    assert!(is_of(&room, &act(seat, &action), seq));
    for wrong in [act(other, &action), act(seat, "fence"), act(seat, "?"), Command::Start] {
        assert!(!is_of(&room, &wrong, seq), "{wrong:?}");
    }
    assert!(!is_of(&room, &act(seat, &action), seq - 1), "another entry");
    assert!(!is_of(&room, &act(seat, &action), 1000), "no entry");
    room.undo(mine).unwrap();
    let undone = room.table.seq();
    assert!(is_of(&room, &Command::Undo { seat }, undone));
    assert!(!is_of(&room, &Command::Undo { seat: other }, undone));
}
