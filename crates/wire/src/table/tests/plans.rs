//! Answers given in advance.

use super::*;

impl Room {
    fn plans(&self, person: usize, text: &str) -> Result<SeatPlan, String> {
        let seat = Seat::from_index(person);
        let plan = self.table.check_plan(&self.people[person], seat, text);
        plan.map_err(|refusal| refusal.to_string())
    }

    /// Does something, and what was planned after it; gives the seats whose plans are over.
    fn does_with(&mut self, person: usize, command: &Command, plans: &[SeatPlan]) -> Vec<Seat> {
        let who = &self.people[person];
        let mut draft = self.table.decide(who, command, &self.seed, self.now).unwrap();
        let own = draft.own;
        let over = draft.carry_out(plans, &self.seed).unwrap();
        assert_eq!(draft.own, own, "the command is still what it was");
        self.take(draft);
        over.into_iter().map(|plan| plan.seat).collect()
    }

    fn act_with(&mut self, person: usize, action: &str, plans: &[SeatPlan]) -> Vec<Seat> {
        let act = Command::Act { seat: Seat::from_index(person), action: action.to_owned() };
        self.does_with(person, &act, plans)
    }

    /// The actions of people since that entry.
    fn acted_after(&self, seq: u64) -> Vec<String> {
        let later = self.log.iter().filter(|stamped| stamped.seq > seq);
        let acted = later.filter_map(|stamped| match &stamped.entry {
            Entry::Acted { seat: Actor::Seat(seat), action } => Some(format!("{seat} {action}")),
            _ => None,
        });
        acted.collect()
    }
}

#[test]
fn a_plan_answers_in_the_same_breath() {
    let mut room = Room::started(2);
    let (first, before) = (room.to_act(), room.table.seq());
    let plan = room.plans(1 - first, "chase 1 below 3").unwrap();
    assert_eq!(room.act_with(first, "chase", std::slice::from_ref(&plan)), []);
    assert_eq!(room.to_act(), first, "it is the first one's turn again");
    let (one, other) = (first + 1, 2 - first);
    assert_eq!(room.acted_after(before), [format!("{one} chase"), format!("{other} chase")]);
    assert_eq!(room.act_with(first, "chase", std::slice::from_ref(&plan)), []);
    assert_eq!(room.to_act(), 1 - first, "three cubes are too many");
    let over = room.act_with(1 - first, "take", std::slice::from_ref(&plan));
    assert_eq!(over, [Seat::from_index(1 - first)], "the wolf is gone");
}

#[test]
fn two_plans_go_on_until_one_has_had_enough() {
    let mut room = Room::started(2);
    let (first, before) = (room.to_act(), room.table.seq());
    let plans = [
        room.plans(first, "chase 1 below 36").unwrap(),
        room.plans(1 - first, "chase 1 below 6").unwrap(),
    ];
    let mut draft = room.table.decide_plans(room.now).unwrap();
    assert_eq!(draft.carry_out(&plans, &room.seed).unwrap(), []);
    room.take(draft);
    assert_eq!(room.acted_after(before).len(), 7, "the seventh cube is one too many");
    assert_eq!(room.to_act(), 1 - first);
    assert_eq!(room.table.time_left(room.now), None);
}

#[test]
fn what_is_taken_back_is_not_done_again() {
    let mut room = Room::started(2);
    let first = room.to_act();
    let plan = room.plans(1 - first, "chase 1 below 5").unwrap();
    room.act_with(first, "chase", std::slice::from_ref(&plan));
    let seat = Seat::from_index(1 - first);
    let over = room.does_with(1 - first, &Command::Undo { seat }, std::slice::from_ref(&plan));
    assert_eq!(over, [seat]);
    assert_eq!(room.to_act(), 1 - first, "they decide themselves now");
}

#[test]
fn what_others_take_back_leaves_the_plan_alone() {
    let mut room = Room::started(3);
    let first = room.to_act();
    let planner = (first + 1) % 3;
    let plan = room.plans(planner, "chase 2 below 5").unwrap();
    room.act_with(first, "chase", std::slice::from_ref(&plan));
    let undo = Command::Undo { seat: Seat::from_index(first) };
    assert_eq!(room.does_with(first, &undo, std::slice::from_ref(&plan)), []);
}

#[test]
fn only_those_who_play_plan_and_only_what_can_be() {
    let mut room = Room::open(spec("foxy-and-wooly", 3));
    (0..3).for_each(|person| room.join(person, None).unwrap());
    assert_eq!(room.plans(0, "chase 1 below 5").unwrap_err(), "the game has not begun yet");
    room.does(0, &Command::Start).unwrap();
    let refused = |person: &PersonId, seat, text: &str| {
        room.table.check_plan(person, Seat::from_index(seat), text).unwrap_err().to_string()
    };
    let (own, stranger) = (&room.people[0], PersonId::random());
    assert_eq!(refused(own, 1, "chase 1 below 5"), "seat 2 is not yours");
    assert_eq!(refused(&stranger, 0, "chase 1 below 5"), "you do not sit at this table");
    assert_eq!(refused(own, 0, "nonsense"), "a plan looks like `chase 4 below 5`");
    assert_eq!(refused(own, 0, "chase 99 below 5"), "there is no token 99");
    let mut other = Room::open(spec("tipperary", 1));
    other.join(0, None).unwrap();
    other.does(0, &Command::Start).unwrap();
    let reason = "in Tipperary no answer can be given in advance";
    assert_eq!(other.plans(0, "chase 1 below 5").unwrap_err(), reason);
}

#[test]
fn a_plan_ends_with_the_seat_and_rests_while_a_bot_plays_it() {
    let clock = ClockSpec::Correspondence { hours: 1 };
    let mut room = Room::open(TableSpec { clock, ..spec("foxy-and-wooly", 3) });
    (0..3).for_each(|person| room.join(person, None).unwrap());
    room.does(0, &Command::Start).unwrap();
    let late = room.to_act();
    let plan = room.plans(late, "chase 1 below 5").unwrap();
    room.now += 2 * 60 * 60 * 1000;
    let mut draft = room.table.decide_plans(room.now).unwrap();
    assert_eq!(draft.carry_out(std::slice::from_ref(&plan), &room.seed).unwrap(), []);
    room.take(draft);
    assert!(matches!(room.last(), Entry::OutOfTime { .. }), "the bot decides");
    assert_eq!(
        room.plans(late, "chase 1 below 5").unwrap_err(),
        "a bot plays for you: come back first"
    );
    let before = room.table.seq();
    room.does_with(late, &Command::Return, std::slice::from_ref(&plan));
    assert_eq!(
        room.acted_after(before),
        [format!("{} chase", late + 1)],
        "and then the plan again"
    );
    let seat = Seat::from_index(late);
    let over = room.does_with(late, &Command::Resign { seat }, std::slice::from_ref(&plan));
    assert_eq!(over, [seat]);
}

#[test]
fn nothing_is_planned_in_real_time() {
    let clocks = [
        (ClockSpec::RealTime { base: 600, increment: 5 }, false),
        (ClockSpec::Correspondence { hours: 48 }, true),
        (ClockSpec::None, true),
    ];
    for (clock, may_plan) in clocks {
        let mut room = Room::open(TableSpec { clock, ..spec("foxy-and-wooly", 2) });
        (0..2).for_each(|person| room.join(person, None).unwrap());
        room.does(0, &Command::Start).unwrap();
        let planned = room.plans(0, "chase 1 below 3");
        assert_eq!(planned.is_ok(), may_plan, "{planned:?}");
        let says_why = |reason: String| reason.starts_with("this table is played in real time");
        assert!(planned.err().is_none_or(says_why));
    }
}
