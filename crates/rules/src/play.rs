//! A game in progress: its state, history and record.

use std::sync::Arc;

use crate::record::{Document, RecordError, resolve_setup};
use crate::{Actor, EventSink, Game, Names, NoEvents, Notation, Refusal, Seat, Setup, Turn};

/// An action with its actor.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Move<A> {
    /// The actor.
    pub actor: Actor,
    /// The action.
    pub action: A,
}

/// A game with its history. The state always follows from the history, and the record contains
/// both setup and history.
#[derive(Clone, Debug)]
pub struct Play<G: Game> {
    setup: Setup<G>,
    state: G,
    history: Vec<Move<G::Action>>,
    document: Document,
    /// States of before, each with the number of actions that lead to it, ascending: whoever goes
    /// back again and again does not begin at the beginning each time. Shared between copies.
    checkpoints: Vec<(usize, Arc<G>)>,
}

/// More states of before than this are not kept.
const MOST_CHECKPOINTS: usize = 16;

impl<G: Game> Play<G> {
    /// A new game.
    pub fn new(setup: Setup<G>) -> Self {
        let document = Document::new::<G>(&setup);
        Self {
            setup,
            state: G::new(&setup),
            history: Vec::new(),
            document,
            checkpoints: Vec::new(),
        }
    }

    /// Loads a record, with one of the given component sets.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn load(text: &str, sets: &[&'static G::Set]) -> Result<Self, RecordError> {
        let (document, damage) = Document::parse(text);
        Self::from_document(document, damage, sets)
    }

    /// Loads a parsed record; `damage` is the error at which parsing stopped.
    ///
    /// # Errors
    /// The first error, with its line.
    pub fn from_document(
        document: Document,
        damage: Option<RecordError>,
        sets: &[&'static G::Set],
    ) -> Result<Self, RecordError> {
        let headers_damaged = || damage.clone().filter(|_| !document.has_actions());
        if let Some(damage) = headers_damaged() {
            return Err(damage);
        }
        let setup = resolve_setup::<G>(&document, sets)?;
        let (history, checkpoints) = (Vec::new(), Vec::new());
        let mut play = Self { setup, state: G::new(&setup), history, document, checkpoints };
        play.replay_document()?;
        if let Some(damage) = damage {
            return Err(damage);
        }
        play.document.complete::<G>(&play.setup, &play.state);
        Ok(play)
    }

    fn replay_document(&mut self) -> Result<(), RecordError> {
        let mut replayed = self.document.clone();
        for (index, line) in self.document.action_lines() {
            let record_error = |reason: String| RecordError::new(line.number, reason);
            if self.state.is_over() {
                return Err(record_error("the game is over before this action".to_owned()));
            }
            let read = G::Action::read(line.notation, self.setup.set());
            let action = read.map_err(|error| record_error(error.to_string()))?;
            let applied = self.state.apply(line.actor, action, &mut NoEvents);
            let action = applied.map_err(|refusal| record_error(refusal.to_string()))?;
            self.history.push(Move { actor: line.actor, action });
            let normalised = action.text(self.setup.set());
            if normalised != line.notation {
                replayed.rewrite_action(index, &normalised);
            }
        }
        self.document.check_result(&self.state)?;
        self.document = replayed;
        Ok(())
    }

    /// Players, component set and options.
    pub const fn setup(&self) -> &Setup<G> {
        &self.setup
    }

    /// The current state.
    pub const fn state(&self) -> &G {
        &self.state
    }

    /// All actions so far.
    pub fn history(&self) -> &[Move<G::Action>] {
        &self.history
    }

    /// The number of actions that were the dealer's.
    pub fn dealer_actions(&self) -> usize {
        self.history.iter().filter(|step| step.actor == Actor::Dealer).count()
    }

    /// The record as text.
    pub fn record(&self) -> String {
        self.document.to_string()
    }

    /// The record's lines and headers.
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The players' names in the record.
    pub fn names(&self) -> Names {
        self.document.names(self.setup.players())
    }

    /// Makes an action if it is legal, and returns its legal form.
    ///
    /// # Errors
    /// If it is not legal; the game is unchanged then.
    pub fn apply(
        &mut self,
        actor: Actor,
        action: G::Action,
        events: &mut impl EventSink<G::Event>,
    ) -> Result<G::Action, Refusal> {
        let action = self.state.apply(actor, action, events)?;
        self.history.push(Move { actor, action });
        self.document.push_action(actor, &action.text(self.setup.set()));
        if self.state.turn() == Turn::Over {
            self.document.push_result(&self.state);
        }
        Ok(action)
    }

    /// Undoes that many actions, the dealer's included.
    ///
    /// # Errors
    /// If there are fewer actions; the game is unchanged then.
    pub fn undo(&mut self, count: usize) -> Result<(), Refusal> {
        let kept = self.history.len().checked_sub(count).ok_or_else(|| {
            Refusal::new(format!(
                "{count} actions cannot be taken back: there have been {}",
                self.history.len()
            ))
        })?;
        self.state = self.go_back(kept);
        self.history.truncate(kept);
        self.document.pop_actions(count);
        Ok(())
    }

    /// Undoes the seat's last action and keeps the later ones of other seats, if they are legal
    /// without it and the dealer has not drawn since.
    ///
    /// # Errors
    /// If there is no such action or a later one depends on it; the game is unchanged then.
    pub fn undo_last_of(&mut self, seat: Seat) -> Result<(), Refusal> {
        let is_own = |step: &Move<G::Action>| step.actor == Actor::Seat(seat);
        let last_index = self.history.iter().rposition(is_own);
        let index = last_index.ok_or_else(|| Refusal::new("you have nothing to take back"))?;
        let later_moves = self.history[index + 1..].to_vec();
        if later_moves.iter().any(|step| step.actor == Actor::Dealer) {
            return Err(Refusal::new("something new has been revealed since then"));
        }
        let mut undone = self.clone();
        undone.undo(later_moves.len() + 1)?;
        for step in later_moves {
            let applied = undone.apply(step.actor, step.action, &mut NoEvents);
            applied.map_err(|_| Refusal::new("somebody has acted on it since then"))?;
        }
        *self = undone;
        Ok(())
    }

    /// The state after the first `kept` actions, from the last checkpoint before it. New checkpoints
    /// halve the way there again and again, so that the next steps back are short.
    fn go_back(&mut self, kept: usize) -> G {
        self.checkpoints.retain(|(actions, _)| *actions <= kept);
        let (mut place, mut state) = match self.checkpoints.last() {
            Some((actions, state)) => (*actions, G::clone(state)),
            None => (0, G::new(&self.setup)),
        };
        while place < kept {
            let next = place + (kept - place).div_ceil(2);
            for step in &self.history[place..next] {
                state.apply_unchecked(step.actor, step.action, &mut NoEvents);
            }
            place = next;
            self.checkpoints.push((place, Arc::new(state.clone())));
        }
        self.thin_checkpoints();
        state
    }

    /// Drops every second checkpoint once there are too many; the last one stays.
    fn thin_checkpoints(&mut self) {
        if self.checkpoints.len() > MOST_CHECKPOINTS {
            let last = self.checkpoints.len() - 1;
            let mut left = (0..=last).rev();
            self.checkpoints.retain(|_| left.next().is_some_and(|left| left.is_multiple_of(2)));
        }
    }

    /// The state after the first `actions` actions.
    pub fn state_at(&self, actions: usize) -> G {
        let mut state = G::new(&self.setup);
        for step in self.history.iter().take(actions) {
            state.apply_unchecked(step.actor, step.action, &mut NoEvents);
        }
        state
    }
}
