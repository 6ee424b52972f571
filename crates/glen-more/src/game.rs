//! The implementation of [`Game`].

use rules::{
    Actor, EventSink, Game, GameInfo, Names, Outcome, PartInfo, PlayerRange, Refusal, Score, Seat,
    Setup, Turn,
};

use crate::action::Action;
use crate::event::Event;
use crate::set::Set;
use crate::snapshot::Snapshot;
use crate::state::GlenMore;

const fn part(name: &'static str, title: &'static str) -> PartInfo {
    PartInfo { name, title }
}

impl Game for GlenMore {
    type Set = Set;
    type Action = Action;
    type Event = Event;
    type Snapshot = Snapshot;

    const INFO: &'static GameInfo = &GameInfo {
        id: "glen-more",
        title: "Glen More",
        summary: "Settle a Scottish glen tile by tile: whoever is last on the track moves next.",
        players: PlayerRange { min: 2, max: 5 },
        minutes: (45, 90),
        simultaneous: false,
        options: &[],
        parts: &[
            part("whiskey", "Whiskey"),
            part("chieftains", "Chieftains"),
            part("locations", "Special locations"),
            part("tiles", "Activated tiles"),
            part("abbey", "Iona Abbey"),
            part("morar", "Loch Morar"),
            part("duart", "Duart Castle"),
            part("coins", "Coins"),
            part("penalty", "Tile penalty"),
        ],
        tie_break: Some(part("cubes", "Resource cubes")),
        max_actions: 10_000,
        help: include_str!("../help.md"),
    };

    fn new(setup: &Setup<Self>) -> Self {
        Self::start(setup.set(), setup.players())
    }

    fn setup(&self) -> Setup<Self> {
        let setup = Setup::new(self.players.into());
        setup.expect("a state was set up for two to five").with_set(self.set())
    }

    #[inline]
    fn players(&self) -> u8 {
        self.players
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.whose_turn()
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        self.fill_legal(seat, out);
    }

    fn outcomes_into(&self, out: &mut Vec<Outcome<Action>>) {
        out.clear();
        self.fill_outcomes(out);
    }

    fn apply_unchecked(
        &mut self,
        actor: Actor,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        debug_assert!(self.turn().includes(actor), "{actor} is not to act");
        self.apply_action(actor, action, events);
    }

    fn refusal_reason(&self, actor: Actor, action: Action) -> Refusal {
        self.refusal(actor, action)
    }

    fn score(&self, seat: Seat) -> Score {
        self.score_sheet(seat)
    }

    fn snapshot(&self) -> Snapshot {
        self.to_snapshot()
    }

    fn from_snapshot(setup: &Setup<Self>, snapshot: &Snapshot) -> Result<Self, Refusal> {
        Self::restore(setup.set(), setup.players(), snapshot)
    }

    fn describe_event(&self, event: &Event, names: &Names) -> String {
        self.sentence(event, names)
    }

    fn describe_position(&self, names: &Names) -> String {
        self.table_text(names)
    }

    #[inline]
    fn deal(&self, _: &mut Vec<Outcome<Action>>, choose: impl FnOnce(u32) -> u32) -> Action {
        self.deal_share(choose)
    }
}
