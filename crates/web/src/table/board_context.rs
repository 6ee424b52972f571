//! [`BoardContext`]: a board's view of a table, typed by its game.

use std::sync::Arc;

use leptos::prelude::*;
use registry::{AnyGame, RegisteredGame};
use rules::{Actor, Game, Names, Seat};

use super::Table;

/// An action with its events, for narration and animation.
#[derive(Clone, PartialEq, Debug)]
pub struct AppliedAction<G: Game> {
    /// The number of actions up to and including it.
    pub number: usize,
    /// Who acted.
    pub actor: Actor,
    /// The action.
    pub action: G::Action,
    /// What happened.
    pub events: Vec<G::Event>,
}

/// What a board shows and can do. Copies share the table.
pub struct BoardContext<G: Game> {
    /// The table.
    pub table: Table,
    /// The shown position: the present one, or one of the past.
    pub state: Memo<Arc<G>>,
    /// The action that led to the shown position.
    pub last_action: Memo<Option<Arc<AppliedAction<G>>>>,
    /// The seat that this device may act for now; `None` while others are to act or the past is
    /// shown.
    pub to_act: Memo<Option<Seat>>,
    /// The legal actions of that seat, in ascending order.
    pub legal: Memo<Arc<Vec<G::Action>>>,
    /// The seat whose things are drawn large: the one to act, or else the first of this device.
    pub viewer: Memo<Seat>,
    /// The names of the players.
    pub names: Memo<Names>,
    /// The actions of a bot's hint, with the expected share of the victory after each.
    pub hints: Memo<Vec<(G::Action, f64)>>,
}

#[allow(clippy::expl_impl_clone_on_copy, reason = "deriving it would ask for `G: Copy`")]
impl<G: Game> Clone for BoardContext<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for BoardContext<G> {}

impl<G: RegisteredGame> BoardContext<G> {
    /// The context of a table with a game of that type.
    pub fn new(table: Table) -> Self {
        let first = table.game.with_untracked(|game| Arc::new(state_at::<G>(game, 0)));
        let state = Memo::new(move |_| {
            let shown = table.shown();
            table.game.with(|game| {
                G::play_of(game)
                    .map_or_else(|| first.clone(), |_| Arc::new(state_at::<G>(game, shown)))
            })
        });
        let last_action = Memo::new(move |_| {
            let shown = table.shown();
            table.game.with(|game| applied_action::<G>(game, shown).map(Arc::new))
        });
        let to_act = Memo::new(move |_| if table.is_live() { table.seat_to_act() } else { None });
        let legal = Memo::new(move |_| {
            let legal = to_act.get().map(|seat| state.with(|state| state.legal(seat)));
            Arc::new(legal.unwrap_or_default())
        });
        let viewer = Memo::new(move |before: Option<&Seat>| {
            let first = || table.own_seats.get().first().copied();
            let previous_own =
                || before.copied().filter(|seat| table.own_seats.get().contains(seat));
            to_act.get().or_else(previous_own).or_else(first).unwrap_or(Seat::from_index(0))
        });
        let names = Memo::new(move |_| table.names());
        let hints = Memo::new(move |_| hinted_actions::<G>(table, &state.get()));
        Self { table, state, last_action, to_act, legal, viewer, names, hints }
    }

    /// Makes an action for the seat that this device may act for.
    pub fn act(self, action: G::Action) {
        if let Some(seat) = self.to_act.get_untracked() {
            let notation = self.state.with_untracked(|state| state.write(action));
            self.table.act.run((seat, notation));
        }
    }

    /// Why an action is refused; `None` if it is legal.
    pub fn why_not(self, action: G::Action) -> Option<String> {
        let seat = self.to_act.get()?;
        self.state.with(|state| state.check(seat.into(), action).err()).map(|why| why.to_string())
    }

    /// All seats, the viewer's first, then clockwise.
    pub fn seats(self) -> Vec<Seat> {
        let players = self.state.with(|state| state.players());
        let viewer = self.viewer.get().index();
        let count = usize::from(players);
        (0..count).map(|offset| Seat::from_index((viewer + offset) % count)).collect()
    }

    /// The name of a seat's player.
    pub fn name(self, seat: Seat) -> String {
        self.names.with(|names| names.of(seat).to_owned())
    }

    /// Whether the seat is played on this device.
    pub fn is_own(self, seat: Seat) -> bool {
        self.table.own_seats.with(|own| own.contains(&seat))
    }
}

fn state_at<G: RegisteredGame>(game: &AnyGame, actions: usize) -> G {
    let play = G::play_of(game).expect("a board is only shown for its own game");
    if actions >= play.history().len() { play.state().clone() } else { play.state_at(actions) }
}

fn applied_action<G: RegisteredGame>(game: &AnyGame, actions: usize) -> Option<AppliedAction<G>> {
    let before = actions.checked_sub(1)?;
    let step = *G::play_of(game)?.history().get(before)?;
    let mut state = state_at::<G>(game, before);
    let mut events = Vec::new();
    state.apply_unchecked(step.actor, step.action, &mut events);
    Some(AppliedAction { number: actions, actor: step.actor, action: step.action, events })
}

fn hinted_actions<G: RegisteredGame>(table: Table, state: &G) -> Vec<(G::Action, f64)> {
    let shown = table.shown();
    table.hint.with(|hint| {
        let current = hint.as_ref().filter(|hint| hint.moment == shown);
        let choices = current.map(|hint| hint.choices.as_slice()).unwrap_or_default();
        choices
            .iter()
            .filter_map(|(notation, share)| Some((state.read(notation).ok()?, *share)))
            .collect()
    })
}
