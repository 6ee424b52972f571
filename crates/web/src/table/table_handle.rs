//! [`Table`]: a table as pages and boards use it, with signals that follow the game and callbacks
//! to act.

use std::sync::Arc;

use leptos::prelude::*;
use registry::{AnyGame, DescribedAction};
use rules::{Names, Seat, Turn};

use super::Study;
use crate::signals::after_paint;

/// The progress of a bot's search.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct BotProgress {
    /// The bot's seat.
    pub seat: Seat,
    /// The used share of its budget, from 0 to 1.
    pub share: f32,
}

/// A bot's advice for the seat to act.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The number of actions made when it was asked for.
    pub moment: usize,
    /// The best few actions with the seat's expected share of the victory after each, the best
    /// first.
    pub choices: Vec<(String, f64)>,
}

/// A seat's player as panels show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerLabel {
    /// The name in the log.
    pub name: String,
    /// The kind of player, in a word or two.
    pub kind: String,
}

/// Views that only some tables have, such as those of the server. Other tables carry none of their
/// code.
#[derive(Copy, Clone)]
pub struct TableSlots {
    /// In the top bar.
    pub toolbar: Callback<(), AnyView>,
    /// In the menu.
    pub menu: Callback<(), AnyView>,
    /// Between the top bar and the board.
    pub banner: Callback<(), AnyView>,
}

/// A table as a page holds it. Copies share the table.
#[derive(Copy, Clone)]
pub struct Table {
    /// The present state of the game.
    pub game: RwSignal<Arc<AnyGame>>,
    /// The player of each seat.
    pub players: Signal<Arc<Vec<PlayerLabel>>>,
    /// The log; the last action is described after it has been painted.
    pub log: ReadSignal<Arc<Vec<DescribedAction>>>,
    /// The shown moment, as a number of actions; `None` for the present.
    pub moment: RwSignal<Option<usize>>,
    /// The bot that is searching.
    pub thinking: RwSignal<Option<BotProgress>>,
    /// The last hint.
    pub hint: RwSignal<Option<Hint>>,
    /// A message for the person, such as why an action is refused.
    pub notice: RwSignal<Option<String>>,
    /// The seats that this device plays; none for spectators.
    pub own_seats: Signal<Vec<Seat>>,
    /// Makes an action of a seat, in notation.
    pub act: Callback<(Seat, String)>,
    /// Takes back the last action.
    pub undo: Callback<()>,
    /// Whether there is something to take back.
    pub can_undo: Signal<bool>,
    /// Asks a bot for a hint.
    pub ask_hint: Callback<()>,
    /// The evaluation and the private line.
    pub study: Study,
    /// Whether it is a replay: there is no present to go back to.
    pub is_replay: bool,
    /// Views of the kind of table, if it has any.
    pub slots: Option<TableSlots>,
}

impl Table {
    /// A game that is followed and cannot be acted on; the base of all tables.
    pub(crate) fn read_only(
        game: RwSignal<Arc<AnyGame>>,
        players: Signal<Arc<Vec<PlayerLabel>>>,
    ) -> Self {
        Self {
            game,
            players,
            log: log_signal(game, players),
            moment: RwSignal::new(None),
            thinking: RwSignal::new(None),
            hint: RwSignal::new(None),
            notice: RwSignal::new(None),
            own_seats: Signal::stored(Vec::new()),
            act: Callback::new(|_| ()),
            undo: Callback::new(|()| ()),
            can_undo: Signal::stored(false),
            ask_hint: Callback::new(|()| ()),
            study: Study::new(Signal::stored(false), false),
            is_replay: false,
            slots: None,
        }
    }

    /// The number of actions before the shown position.
    pub fn shown(self) -> usize {
        let actions = self.game.with(|game| game.actions());
        self.moment.get().map_or(actions, |moment| moment.min(actions))
    }

    /// The game up to the shown moment.
    pub fn shown_game(self) -> Arc<AnyGame> {
        let game = self.game.get();
        let later = game.actions() - self.shown();
        if later == 0 {
            return game;
        }
        let mut shown = AnyGame::clone(&game);
        shown.undo(later).expect("no more than there has been");
        Arc::new(shown)
    }

    /// Whether the present is shown, not a moment of the past.
    pub fn is_live(self) -> bool {
        self.moment.with(Option::is_none)
    }

    /// The first seat of this device that is to act in the present.
    pub fn seat_to_act(self) -> Option<Seat> {
        let own = self.own_seats.get();
        match self.game.with(|game| game.turn()) {
            Turn::Seats(seats) => own.into_iter().find(|seat| seats.contains(*seat)),
            Turn::Dealer | Turn::Over => None,
        }
    }

    /// The names of the players.
    pub fn names(self) -> Names {
        self.players.with(|players| names_of(players))
    }
}

/// The log of a game as a signal, computed once for all that show it.
pub(crate) fn log_signal(
    game: RwSignal<Arc<AnyGame>>,
    players: Signal<Arc<Vec<PlayerLabel>>>,
) -> ReadSignal<Arc<Vec<DescribedAction>>> {
    let track = move || {
        game.track();
        players.track();
    };
    after_paint(track, move || {
        let names = players.with(|players| names_of(players));
        Arc::new(game.with(|game| game.describe_history(&names)))
    })
}

fn names_of(players: &[PlayerLabel]) -> Names {
    let mut names = Names::numbered(players.len() as u8);
    for (seat, player) in Seat::all(players.len() as u8).zip(players) {
        names.set(seat, player.name.clone());
    }
    names
}
