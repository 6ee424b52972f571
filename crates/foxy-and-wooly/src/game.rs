//! The implementation of [`Game`].

use rules::{
    Actor, EventSink, Game, GameInfo, Names, OptionInfo, Outcome, PartInfo, PlayerRange, Refusal,
    Score, Seat, Setup, Turn,
};

use crate::action::Action;
use crate::components::Components;
use crate::event::Event;
use crate::farm::Gate;
use crate::snapshot::Snapshot;
use crate::state::{FoxyAndWooly, MAX_PLAYERS};

/// Facts about the game as data.
pub static INFO: GameInfo = GameInfo {
    id: "foxy-and-wooly",
    title: "Foxy & Wooly",
    summary: "Chase the wolf on to your neighbour, or take it with all the cubes it has cost.",
    players: PlayerRange { min: 2, max: MAX_PLAYERS as u8 },
    minutes: (20, 30),
    simultaneous: false,
    options: &[OptionInfo {
        name: "gate",
        title: "On which side of the farm the wolves wait",
        values: &["left", "right"],
    }],
    parts: &[
        PartInfo { name: "farm", title: "Sheep with a shepherd" },
        PartInfo { name: "tokens", title: "Sheep and cubes with tokens" },
        PartInfo { name: "flock", title: "Flock token" },
        PartInfo { name: "free", title: "Free cubes" },
    ],
    tie_break: Some(PartInfo { name: "sheep", title: "Surviving sheep" }),
    max_actions: 4000,
    help: include_str!("../help.md"),
};

impl Game for FoxyAndWooly {
    type Set = Components;
    type Action = Action;
    type Event = Event;
    type Snapshot = Snapshot;

    const INFO: &'static GameInfo = &INFO;

    fn new(setup: &Setup<Self>) -> Self {
        Self::start(setup)
    }

    fn setup(&self) -> Setup<Self> {
        let gate = if self.gate == Gate::Left { "left" } else { "right" };
        Setup::new(self.players.into())
            .and_then(|setup| setup.with_option("gate", gate))
            .map(|setup| setup.with_set(self.set))
            .expect("the state was made from such a setup")
    }

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.turn_now()
    }

    #[inline]
    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        self.fill_legal(seat, out);
    }

    #[inline]
    fn pick(
        &self,
        seat: Seat,
        buffer: &mut Vec<Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Action {
        self.pick_place(seat, buffer, choose)
    }

    fn outcomes_into(&self, out: &mut Vec<Outcome<Action>>) {
        self.fill_outcomes(out);
    }

    #[inline]
    fn deal(&self, _: &mut Vec<Outcome<Action>>, choose: impl FnOnce(u32) -> u32) -> Action {
        self.deal_share(choose)
    }

    #[inline]
    fn apply_unchecked(
        &mut self,
        actor: Actor,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        self.make(actor, action, events);
    }

    fn refusal_reason(&self, actor: Actor, action: Action) -> Refusal {
        self.refusal(actor, action)
    }

    #[inline]
    fn score(&self, seat: Seat) -> Score {
        self.score_of(seat)
    }

    fn snapshot(&self) -> Snapshot {
        self.to_snapshot()
    }

    fn from_snapshot(setup: &Setup<Self>, snapshot: &Snapshot) -> Result<Self, Refusal> {
        Self::restore(setup, snapshot)
    }

    fn describe_event(&self, event: &Event, names: &Names) -> String {
        self.sentence(*event, names)
    }

    fn describe_position(&self, names: &Names) -> String {
        self.text_table(names)
    }
}
