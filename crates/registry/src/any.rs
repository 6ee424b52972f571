//! A game in progress whose type is not known at compile time, with actions in notation.

use rules::record::{Document, RecordError};
use rules::{
    Actor, Game, Names, NoEvents, Notation, NotationError, PerftTooLarge, Play, Probability,
    Refusal, Score, Seat, SeatSet, Setup, SetupError, Turn, probabilities,
};
use serde_json::Value;
use thiserror::Error;

use crate::dealer::{Key, draw, draw_today};
use crate::fairness::{Fairness, FairnessError, check_fairness};
use crate::games::{AnyGame, GameId, RegisteredGame, Registry};
use crate::playout::{Playout, PlayoutStats};
use crate::{with_game, with_game_type};

/// The setup of a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The game.
    pub game: GameId,
    /// The number of players.
    pub players: u64,
    /// Options with other values than their defaults.
    pub options: Vec<(String, String)>,
    /// The component set's id; `None` for the standard one.
    pub set: Option<String>,
}

impl NewGame {
    /// A game for that many players with the standard set and default options.
    pub const fn of(game: GameId, players: u64) -> Self {
        Self { game, players, options: Vec::new(), set: None }
    }

    fn setup<G: RegisteredGame>(&self, registry: &Registry) -> Result<Setup<G>, SetupError> {
        let mut setup = Setup::new(self.players)?;
        for (option, value) in &self.options {
            setup = setup.with_option(option, value)?;
        }
        match &self.set {
            Some(set) => setup.with_set_named(set, &G::sets(registry)),
            None => Ok(setup),
        }
    }
}

/// The reason why an action was not made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ActError {
    /// The text is no action.
    #[error(transparent)]
    Unreadable(#[from] NotationError),
    /// The action is not legal now.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// An action that was made, with the sentences of its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescribedAction {
    /// The actor.
    pub actor: Actor,
    /// The notation.
    pub action: String,
    /// The sentences of its events.
    pub sentences: Vec<String>,
}

impl AnyGame {
    /// A new game.
    ///
    /// # Errors
    /// If the game cannot be set up this way.
    pub fn new(registry: &Registry, new: &NewGame) -> Result<Self, SetupError> {
        with_game_type!(new.game, G => Ok(G::any(Play::new(new.setup::<G>(registry)?))))
    }

    /// Loads a record.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn load(registry: &Registry, text: &str) -> Result<Self, RecordError> {
        let (document, damage) = Document::parse(text);
        let game = match (game_of(&document), damage) {
            (Ok(game), damage) => return load_as(game, registry, document, damage),
            (Err(error), damage) => {
                damage.filter(|damage| damage.line <= error.line).unwrap_or(error)
            }
        };
        Err(game)
    }

    /// A new game with the same setup.
    #[must_use]
    pub fn restarted(&self) -> Self {
        with_game!(self, play => RegisteredGame::any(Play::new(*play.setup())))
    }

    /// The number of players.
    pub fn players(&self) -> u8 {
        with_game!(self, play => play.setup().players())
    }

    /// The actors that may act now.
    pub fn turn(&self) -> Turn {
        with_game!(self, play => play.state().turn())
    }

    /// The players' names in the record.
    pub fn names(&self) -> Names {
        with_game!(self, play => play.names())
    }

    /// The legal actions of a seat, sorted by bytes.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        with_game!(self, play => {
            let set = play.setup().set();
            let actions = play.state().legal(seat);
            let mut texts: Vec<String> = actions.iter().map(|action| action.text(set)).collect();
            texts.sort_unstable();
            texts
        })
    }

    /// The dealer's possible actions with their probabilities, sorted by bytes.
    pub fn outcomes(&self) -> Vec<(String, Probability)> {
        with_game!(self, play => {
            let set = play.setup().set();
            let outcomes = play.state().outcomes();
            let texts = outcomes.iter().map(|outcome| outcome.action.text(set));
            let mut named: Vec<_> = texts.zip(probabilities(&outcomes)).collect();
            named.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            named
        })
    }

    /// The legal form of an action, if the actor may make it now.
    ///
    /// # Errors
    /// If it is no action or not legal.
    pub fn check(&self, actor: Actor, notation: &str) -> Result<String, ActError> {
        with_game!(self, play => {
            let action = play.state().read(notation)?;
            Ok(play.state().write(play.state().check(actor, action)?))
        })
    }

    /// The name under which an action stands in the legal list, whether it is legal now or not.
    ///
    /// # Errors
    /// If the text is no action.
    pub fn normal(&self, notation: &str) -> Result<String, NotationError> {
        with_game!(self, play => {
            let state = play.state();
            Ok(state.write(state.normalise(state.read(notation)?)))
        })
    }

    /// Makes an action if it is legal, and gives its legal name.
    ///
    /// # Errors
    /// If it is no action or not legal; the game is unchanged then.
    pub fn apply(&mut self, actor: Actor, notation: &str) -> Result<String, ActError> {
        with_game!(self, play => {
            let action = play.state().read(notation)?;
            let action = play.apply(actor, action, &mut NoEvents)?;
            Ok(play.state().write(action))
        })
    }

    /// Makes an action if it is legal, and returns the sentences of its events.
    ///
    /// # Errors
    /// If it is no action or not legal; the game is unchanged then.
    pub fn apply_described(
        &mut self,
        actor: Actor,
        notation: &str,
        names: &Names,
    ) -> Result<DescribedAction, ActError> {
        with_game!(self, play => {
            let action = play.state().read(notation)?;
            let mut events = Vec::new();
            let action = play.apply(actor, action, &mut events)?;
            let sentences = events.iter().map(|event| play.state().describe_event(event, names)).collect();
            Ok(DescribedAction { actor, action: play.state().write(action), sentences })
        })
    }

    /// The sentences of the events that a legal action would cause.
    ///
    /// # Errors
    /// If it is no action or not legal.
    pub fn describe_action(
        &self,
        actor: Actor,
        notation: &str,
        names: &Names,
    ) -> Result<Vec<String>, ActError> {
        with_game!(self, play => {
            let mut state = Clone::clone(play.state());
            let action = state.read(notation)?;
            let mut events = Vec::new();
            state.apply(actor, action, &mut events)?;
            Ok(events.iter().map(|event| state.describe_event(event, names)).collect())
        })
    }

    /// All actions so far, with the sentences of their events.
    pub fn describe_history(&self, names: &Names) -> Vec<DescribedAction> {
        with_game!(self, play => {
            let mut state = play.state_at(0);
            let described = |step: &rules::Move<_>| {
                let mut events = Vec::new();
                let action = state.write(step.action);
                state.apply_unchecked(step.actor, step.action, &mut events);
                let sentences = events.iter().map(|event| state.describe_event(event, names)).collect();
                DescribedAction { actor: step.actor, action, sentences }
            };
            play.history().iter().map(described).collect()
        })
    }

    /// The position as plain text.
    pub fn describe_position(&self, names: &Names) -> String {
        with_game!(self, play => play.state().describe_position(names))
    }

    /// The number of actions so far.
    pub fn actions(&self) -> usize {
        with_game!(self, play => play.history().len())
    }

    /// The actor of the last action.
    pub fn last_actor(&self) -> Option<Actor> {
        with_game!(self, play => play.history().last().map(|step| step.actor))
    }

    /// Undoes that many actions, the dealer's included.
    ///
    /// # Errors
    /// If there are fewer actions; the game is unchanged then.
    pub fn undo(&mut self, count: usize) -> Result<(), Refusal> {
        with_game!(self, play => play.undo(count))
    }

    /// Undoes the seat's last action and keeps the later ones of other seats, if they are legal
    /// without it and the dealer has not drawn since.
    ///
    /// # Errors
    /// If there is no such action or a later one depends on it; the game is unchanged then.
    pub fn undo_last_of(&mut self, seat: Seat) -> Result<(), Refusal> {
        with_game!(self, play => play.undo_last_of(seat))
    }

    /// Makes the dealer's next action under that key, if the dealer is to act. Draws are numbered
    /// by the dealer's actions so far.
    pub fn deal(&mut self, key: &Key) -> Option<String> {
        with_game!(self, play => {
            let action = draw(key, play.dealer_actions() as u64, play.state())?;
            let action = play.apply(Actor::Dealer, action, &mut NoEvents).ok()?;
            Some(play.state().write(action))
        })
    }

    /// Makes the dealer's next action of the day's deal under that key, if the dealer is to act.
    pub fn deal_today(&mut self, key: &Key) -> Option<String> {
        with_game!(self, play => {
            let action = draw_today(key, play)?;
            let action = play.apply(Actor::Dealer, action, &mut NoEvents).ok()?;
            Some(play.state().write(action))
        })
    }

    /// The position with its setup as JSON.
    pub fn state(&self) -> Value {
        with_game!(self, play => serde_json::to_value(play.state().public_state()).unwrap_or_default())
    }

    /// The hash of the state: equal for equal states on every platform.
    pub fn hash(&self) -> u64 {
        with_game!(self, play => play.state().state_hash())
    }

    /// The number of action sequences of that length from here. What obviously has too many is
    /// refused before it is begun.
    ///
    /// # Errors
    /// If more than `limit` positions would be visited.
    pub fn perft(&self, depth: u32, limit: u64) -> Result<u64, PerftTooLarge> {
        with_game!(self, play => crate::perft::perft(play.state(), depth, limit))
    }

    /// All scores in seat order.
    pub fn scores(&self) -> Vec<Score> {
        with_game!(self, play => play.state().scores())
    }

    /// The winners; empty before the end.
    pub fn winners(&self) -> SeatSet {
        with_game!(self, play => play.state().winners())
    }

    /// The record as text.
    pub fn record(&self) -> String {
        with_game!(self, play => play.record())
    }

    /// Plays random games with the same setup; this game is unchanged.
    pub fn play_random_games(&self, seed: u64, count: u64) -> PlayoutStats {
        with_game!(self, play => Playout::new(seed).play(&Game::new(play.setup()), count))
    }

    /// Checks the dealer's draws against the seed that the record reveals.
    ///
    /// # Errors
    /// The first problem.
    pub fn fairness(&self) -> Result<Fairness, FairnessError> {
        with_game!(self, play => check_fairness(play))
    }
}

fn game_of(document: &Document) -> Result<GameId, RecordError> {
    let header = document.headers().find(|(_, header)| header.key == "game");
    let (line, header) = header.ok_or_else(|| document.missing("game"))?;
    let name = header.value().unwrap_or_default();
    GameId::named(name).ok_or_else(|| {
        let name = rules::notation::quoted(name);
        RecordError::new(line, format!("there is no game {name}; there are {}", GameId::list()))
    })
}

fn load_as(
    game: GameId,
    registry: &Registry,
    document: Document,
    damage: Option<RecordError>,
) -> Result<AnyGame, RecordError> {
    with_game_type!(game, G => {
        Ok(G::any(Play::from_document(document, damage, &G::sets(registry))?))
    })
}
