//! The trait that every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{
    Actor, ComponentSet, EventSink, GameInfo, Names, NoEvents, Notation, NotationError, Outcome,
    PublicState, Refusal, Score, Seat, SeatSet, Setup, Turn, draw_share, winners,
};

/// The state of a game, with its rules.
///
/// A state is flat and cheap to clone, because a search clones millions. It contains no hidden
/// information (what a bag hides is drawn when it is revealed) and no history.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The tiles, tokens and tables of the game.
    type Set: ComponentSet;
    /// One decision of a seat, or one outcome of the dealer. `Ord` is the order of legal lists.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + Notation<Self::Set> + 'static;
    /// Something that an action caused, for narration and animation.
    type Event: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The position as plain data. Field names are part of the protocol.
    type Snapshot: Clone + PartialEq + Debug + Serialize + DeserializeOwned;

    /// The game's name, options and limits.
    const INFO: &'static GameInfo;

    /// The state before the first action.
    fn new(setup: &Setup<Self>) -> Self;

    /// Players, component set and options.
    fn setup(&self) -> Setup<Self>;

    /// Which actors may act now.
    fn turn(&self) -> Turn;

    /// Clears `out` and fills it with the legal actions of `seat` in ascending order; with nothing
    /// if the seat is not to act.
    fn legal_into(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Clears `out` and fills it with the dealer's possible actions in ascending order; with
    /// nothing if the dealer is not to act.
    fn outcomes_into(&self, out: &mut Vec<Outcome<Self::Action>>);

    /// Makes an action that is known to be legal.
    ///
    /// The action must be in the actor's legal list (or among the dealer's outcomes). Any other
    /// may panic or lead to an impossible state; this is asserted in debug builds only.
    fn apply_unchecked(
        &mut self,
        actor: Actor,
        action: Self::Action,
        events: &mut impl EventSink<Self::Event>,
    );

    /// The reason why an action of an actor whose turn it is is not legal. For illegal actions only.
    fn refusal_reason(&self, actor: Actor, action: Self::Action) -> Refusal;

    /// The seat's score; before the end, the score if the game ended now.
    fn score(&self, seat: Seat) -> Score;

    /// The position as plain data; two states with the same setup are equal exactly if their
    /// snapshots are.
    fn snapshot(&self) -> Self::Snapshot;

    /// The state of that position.
    ///
    /// # Errors
    /// If the data describes no possible position.
    fn from_snapshot(setup: &Setup<Self>, snapshot: &Self::Snapshot) -> Result<Self, Refusal>;

    /// An event as a sentence. Every action causes at least one event, and the sentences of its
    /// events together contain everything a player needs to know.
    fn describe_event(&self, event: &Self::Event, names: &Names) -> String;

    /// The position as plain text that can be played from: several lines, no colour.
    fn describe_position(&self, names: &Names) -> String;

    // ------------------------------------------------------------------------------------------
    // Provided methods. A game overrides those that it can do faster or better.

    /// The form of an action in the legal list, for games in which an action can be written in
    /// several ways.
    fn normalise(&self, action: Self::Action) -> Self::Action {
        action
    }

    /// The number of players.
    #[inline]
    fn players(&self) -> u8 {
        self.setup().players()
    }

    /// The legal action of `seat` at an index. `choose` is given the length of the legal list and
    /// returns the index. `buffer` is scratch space.
    ///
    /// # Panics
    /// If the seat is not to act.
    #[inline]
    fn pick(
        &self,
        seat: Seat,
        buffer: &mut Vec<Self::Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Self::Action {
        self.legal_into(seat, buffer);
        buffer[choose(buffer.len())]
    }

    /// The dealer's outcome that contains a share of the total weight. `choose` is given the sum of all
    /// weights and returns a number below it. `buffer` is scratch space.
    ///
    /// # Panics
    /// If the dealer is not to act.
    #[inline]
    fn deal(
        &self,
        buffer: &mut Vec<Outcome<Self::Action>>,
        choose: impl FnOnce(u32) -> u32,
    ) -> Self::Action {
        self.outcomes_into(buffer);
        draw_share(buffer, choose)
    }

    /// The legal actions of a seat, in ascending order.
    fn legal(&self, seat: Seat) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.legal_into(seat, &mut actions);
        actions
    }

    /// The dealer's possible actions, in ascending order.
    fn outcomes(&self) -> Vec<Outcome<Self::Action>> {
        let mut outcomes = Vec::new();
        self.outcomes_into(&mut outcomes);
        outcomes
    }

    /// The legal form of an action, if the actor may make it now.
    ///
    /// # Errors
    /// If it is not the actor's turn or the action is not legal.
    fn check(&self, actor: Actor, action: Self::Action) -> Result<Self::Action, Refusal> {
        self.check_turn(actor)?;
        let action = self.normalise(action);
        let legal = match actor {
            Actor::Dealer => self.outcomes().iter().any(|outcome| outcome.action == action),
            Actor::Seat(seat) => self.legal(seat).binary_search(&action).is_ok(),
        };
        if legal { Ok(action) } else { Err(self.refusal_reason(actor, action)) }
    }

    /// Checks that the actor may act now.
    ///
    /// # Errors
    /// If it is not the actor's turn.
    fn check_turn(&self, actor: Actor) -> Result<(), Refusal> {
        let turn = self.turn();
        if turn.includes(actor) {
            return Ok(());
        }
        if let Actor::Seat(seat) = actor
            && seat.number() > self.players()
        {
            let reason = format!("there is no seat {seat} at a table of {}", self.players());
            return Err(Refusal::new(reason));
        }
        let seats = |seats: SeatSet| {
            let numbers: Vec<String> = seats.into_iter().map(|seat| seat.to_string()).collect();
            let word = if numbers.len() == 1 { "seat" } else { "seats" };
            format!("{word} {}", numbers.join(", "))
        };
        Err(Refusal::new(match (turn, actor) {
            (Turn::Over, _) => "the game is over".to_owned(),
            (Turn::Dealer, _) => "the dealer is to act now".to_owned(),
            (Turn::Seats(to_act), Actor::Dealer) => {
                format!("the dealer is not to act now, but {}", seats(to_act))
            }
            (Turn::Seats(to_act), Actor::Seat(seat)) => {
                format!("seat {seat} is not to act now, but {}", seats(to_act))
            }
        }))
    }

    /// Makes an action if it is legal, and returns its legal form.
    ///
    /// # Errors
    /// If it is not legal; the state is unchanged then.
    fn apply(
        &mut self,
        actor: Actor,
        action: Self::Action,
        events: &mut impl EventSink<Self::Event>,
    ) -> Result<Self::Action, Refusal> {
        let action = self.check(actor, action)?;
        self.apply_unchecked(actor, action, events);
        Ok(action)
    }

    /// A copy of the state after a legal action. The precondition is that of
    /// [`Game::apply_unchecked`].
    #[must_use]
    fn after(&self, actor: Actor, action: Self::Action) -> Self {
        let mut next = self.clone();
        next.apply_unchecked(actor, action, &mut NoEvents);
        next
    }

    /// Whether the game is over.
    #[inline]
    fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// All scores in seat order.
    fn scores(&self) -> Vec<Score> {
        Seat::all(self.players()).map(|seat| self.score(seat)).collect()
    }

    /// The winners; empty before the end.
    fn winners(&self) -> SeatSet {
        if self.is_over() { winners(self.scores().into_iter()) } else { SeatSet::EMPTY }
    }

    /// The text form of an action.
    fn write(&self, action: Self::Action) -> String {
        action.text(self.setup().set())
    }

    /// Reads the text form of an action.
    ///
    /// # Errors
    /// If it is the form of no action.
    fn read(&self, text: &str) -> Result<Self::Action, NotationError> {
        Self::Action::read(text, self.setup().set())
    }

    /// The whole position with its setup, as data.
    fn public_state(&self) -> PublicState<Self::Snapshot> {
        PublicState::of(self)
    }

    /// The first eight bytes of the SHA-256 of the state's JSON: equal on every platform.
    fn state_hash(&self) -> u64 {
        self.public_state().hash()
    }
}
