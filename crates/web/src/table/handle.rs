//! A table as pages and boards hold it: signals that follow the game, and the ways to act.

use std::sync::Arc;

use leptos::prelude::*;
use rules::{Names, Seat, Turn};
use shelf::{AnyGame, Told};

use super::Study;
use crate::settled::afterwards;

/// A bot at work.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Thinking {
    /// In that seat.
    pub seat: Seat,
    /// How far it has come, from 0 to 1.
    pub share: f32,
}

/// What a bot would do in the person's place.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// How many actions had been made when it was asked.
    pub moment: usize,
    /// The best few actions with the seat's share of the victory behind them, the best first.
    pub choices: Vec<(String, f64)>,
}

/// Who plays a seat, as panels show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// What the log calls them.
    pub name: String,
    /// What kind of player it is, in a word or two.
    pub kind: String,
}

/// What belongs to a game with people far away. Tables of this device carry none of its code.
#[derive(Copy, Clone)]
pub struct Company {
    /// What stands in the bar.
    pub tools: Callback<(), AnyView>,
    /// What stands in the menu.
    pub menu: Callback<(), AnyView>,
    /// What stands between the bar and the board.
    pub around: Callback<(), AnyView>,
}

/// A table in the hands of a page. Copies are the same table.
#[derive(Copy, Clone)]
pub struct Table {
    /// The game as it stands.
    pub game: RwSignal<Arc<AnyGame>>,
    /// Who plays each seat.
    pub players: Signal<Arc<Vec<Player>>>,
    /// Everything that has happened, in words; what was done last is put into words once it is seen.
    pub told: ReadSignal<Arc<Vec<Told>>>,
    /// The moment that is looked at, by the number of actions made; nothing for now.
    pub moment: RwSignal<Option<usize>>,
    /// The bot that thinks right now.
    pub thinking: RwSignal<Option<Thinking>>,
    /// What a bot would do.
    pub hint: RwSignal<Option<Hint>>,
    /// A word to the person: why something cannot be done.
    pub notice: RwSignal<Option<String>>,
    /// Which seats this device plays; none for a spectator.
    pub own: Signal<Vec<Seat>>,
    /// Makes an action of a seat, in notation.
    pub act: Callback<(Seat, String)>,
    /// Takes back the last action; only offered where it says it can.
    pub undo: Callback<()>,
    /// Whether something can be taken back.
    pub can_undo: Signal<bool>,
    /// Asks a bot what it would do.
    pub ask_hint: Callback<()>,
    /// What is done with the game besides playing it.
    pub study: Study,
    /// Whether it is only looked at: there is no game to go back to.
    pub past: bool,
    /// What the table has besides the game if it is one of the server's.
    pub company: Option<Company>,
}

impl Table {
    /// A game that is followed and at which nothing can be done: what all tables have in common.
    pub(crate) fn still(game: RwSignal<Arc<AnyGame>>, players: Signal<Arc<Vec<Player>>>) -> Self {
        Self {
            game,
            players,
            told: telling(game, players),
            moment: RwSignal::new(None),
            thinking: RwSignal::new(None),
            hint: RwSignal::new(None),
            notice: RwSignal::new(None),
            own: Signal::stored(Vec::new()),
            act: Callback::new(|_| ()),
            undo: Callback::new(|()| ()),
            can_undo: Signal::stored(false),
            ask_hint: Callback::new(|()| ()),
            study: Study::new(Signal::stored(false), false),
            past: false,
            company: None,
        }
    }

    /// The number of actions that the shown position has behind it.
    pub fn shown(self) -> usize {
        let actions = self.game.with(|game| game.actions());
        self.moment.get().map_or(actions, |moment| moment.min(actions))
    }

    /// The game up to the moment that is shown.
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

    /// Whether the game as it stands is shown, not a moment of the past.
    pub fn is_live(self) -> bool {
        self.moment.with(Option::is_none)
    }

    /// The seat of this device that is to act as the game stands; the first, if several are.
    pub fn seat_to_act(self) -> Option<Seat> {
        let own = self.own.get();
        match self.game.with(|game| game.turn()) {
            Turn::Seats(seats) => own.into_iter().find(|seat| seats.contains(*seat)),
            Turn::Dealer | Turn::Over => None,
        }
    }

    /// What the log calls the people at the table.
    pub fn names(self) -> Names {
        self.players.with(|players| names_of(players))
    }
}

/// A game in words, told once for everyone who shows or says it.
pub(crate) fn telling(
    game: RwSignal<Arc<AnyGame>>,
    players: Signal<Arc<Vec<Player>>>,
) -> ReadSignal<Arc<Vec<Told>>> {
    let changed = move || {
        game.track();
        players.track();
    };
    afterwards(changed, move || {
        let names = players.with(|players| names_of(players));
        Arc::new(game.with(|game| game.told(&names)))
    })
}

fn names_of(players: &[Player]) -> Names {
    let mut names = Names::numbered(players.len() as u8);
    for (seat, player) in Seat::all(players.len() as u8).zip(players) {
        names.set(seat, player.name.clone());
    }
    names
}
