//! The implementation of [`Game`].

use rules::{
    Actor, EventSink, Game, Names, Outcome, Refusal, Score, Seat, Setup, Turn, draw_share,
};

use crate::components::TOWNS;
use crate::row::Row;
use crate::snapshot::Snapshot;
use crate::state::Stage;
use crate::{Action, Components, Event, INFO, Tipperary};

impl Game for Tipperary {
    type Set = Components;
    type Action = Action;
    type Event = Event;
    type Snapshot = Snapshot;

    const INFO: &'static rules::GameInfo = &INFO;

    fn new(setup: &Setup<Self>) -> Self {
        Self::start(setup)
    }

    #[inline]
    fn setup(&self) -> Setup<Self> {
        self.setup
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.whose_turn()
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if seat.number() <= self.setup.players() {
            self.fill_legal(seat, out);
        }
    }

    fn outcomes_into(&self, out: &mut Vec<Outcome<Action>>) {
        out.clear();
        self.fill_outcomes(out);
    }

    #[inline]
    fn apply_unchecked(
        &mut self,
        actor: Actor,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        debug_assert!(self.whose_turn().includes(actor), "it is not the turn of {actor}");
        self.apply_action(actor, action, events);
    }

    fn refusal_reason(&self, actor: Actor, action: Action) -> Refusal {
        self.refusal(actor, action)
    }

    #[inline]
    fn score(&self, seat: Seat) -> Score {
        self.score_sheet(seat)
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot::of(self)
    }

    fn from_snapshot(setup: &Setup<Self>, snapshot: &Snapshot) -> Result<Self, Refusal> {
        snapshot.restore(setup)
    }

    fn describe_event(&self, event: &Event, names: &Names) -> String {
        self.event_text(event, names)
    }

    fn describe_position(&self, names: &Names) -> String {
        self.position_text(names)
    }

    fn normalise(&self, action: Action) -> Action {
        match action {
            Action::Place { tile, orientation, at } => {
                let known = self.set().find_tile(tile);
                let orientation = known.map_or(orientation, |tile| tile.name(orientation));
                Action::Place { tile, orientation, at }
            }
            other => other,
        }
    }

    #[inline]
    fn pick(&self, seat: Seat, _: &mut Vec<Action>, choose: impl FnOnce(usize) -> usize) -> Action {
        self.pick_legal(seat, choose).expect("a seat that is to act has a legal action")
    }

    #[inline]
    fn deal(&self, buffer: &mut Vec<Outcome<Action>>, choose: impl FnOnce(u32) -> u32) -> Action {
        match self.stage {
            Stage::Spin => Action::Spin(choose(TOWNS as u32) as u8),
            Stage::Fill => {
                let tile = self.nth_fill(choose(self.bag.count()));
                tile.expect("the bag has more tiles than a game needs")
            }
            _ => {
                self.outcomes_into(buffer);
                draw_share(buffer, choose)
            }
        }
    }
}
