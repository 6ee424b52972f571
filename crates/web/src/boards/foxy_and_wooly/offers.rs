//! [`Offers`]: the legal actions by where the board offers them, and previews of them.

use foxy_and_wooly::{Action, Direction, Event, FoxyAndWooly, Row, Slot, Special, best_allocation};
use rules::{Actor, Game, Seat, Turn};

/// The approximate value of a cube in points.
const CUBE_VALUE: i32 = 2;

/// A move of a sheep with a move token.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct SheepMove {
    pub(super) direction: Direction,
    pub(super) from: Slot,
    pub(super) to: Slot,
}

impl SheepMove {
    pub(super) const fn action(self) -> Action {
        let Self { direction, from, to } = self;
        Action::Move { direction, from, to }
    }
}

/// The legal actions by where the board offers them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Offers {
    /// Decisions about a wolf, as buttons.
    pub(super) wolf_decisions: Vec<Action>,
    /// Bids, as a stepper.
    pub(super) bids: Vec<u8>,
    /// Whether passing is possible, as a button.
    pub(super) pass: bool,
    /// Moves of sheep: on the pasture, and as buttons beside the token.
    pub(super) moves: Vec<SheepMove>,
    /// Rows whose waiting wolf may attack, as buttons.
    pub(super) attacks: Vec<Row>,
    /// Whether ending the moves is possible, as a button.
    pub(super) done: bool,
}

impl Offers {
    pub(super) fn from_legal(legal: &[Action]) -> Self {
        let mut offers = Self::default();
        for &action in legal {
            match action {
                Action::Chase | Action::Take | Action::TakeGun | Action::Steal => {
                    offers.wolf_decisions.push(action);
                }
                Action::Bid(cubes) => offers.bids.push(cubes),
                Action::Pass => offers.pass = true,
                Action::Move { direction, from, to } => {
                    offers.moves.push(SheepMove { direction, from, to });
                }
                Action::Attack(row) => offers.attacks.push(row),
                Action::Done => offers.done = true,
                Action::Deal(_) | Action::First(_) => {}
            }
        }
        offers
    }

    /// The moves of the sheep on a slot.
    pub(super) fn moves_from(&self, slot: Slot) -> impl Iterator<Item = SheepMove> {
        self.moves.iter().copied().filter(move |way| way.from == slot)
    }

    /// The legal bid nearest to a wish.
    pub(super) fn bid_near(&self, wish: u8) -> Option<u8> {
        self.bids.iter().copied().min_by_key(|bid| bid.abs_diff(wish))
    }
}

/// The consequences of an action.
#[derive(Clone, Debug)]
pub(super) struct Preview {
    pub(super) seat: Seat,
    /// The position after it.
    pub(super) after: FoxyAndWooly,
    pub(super) events: Vec<Event>,
    /// The seat's score if the game ended before it and after it.
    pub(super) points: (i32, i32),
    /// Its approximate value in points.
    pub(super) value: i32,
}

impl Preview {
    /// The preview of a legal action.
    pub(super) fn of(state: &FoxyAndWooly, seat: Seat, action: Action) -> Self {
        let mut after = *state;
        let mut events = Vec::new();
        after.apply_unchecked(seat.into(), action, &mut events);
        Self::between(state, after, seat, events)
    }

    /// The preview of a bid that wins the auction.
    pub(super) fn of_winning_bid(state: &FoxyAndWooly, seat: Seat, bid: u8) -> Self {
        let mut after = *state;
        let mut events = Vec::new();
        after.apply_unchecked(seat.into(), Action::Bid(bid), &mut events);
        while after.place() == state.place() {
            let Turn::Seats(seats) = after.turn() else { break };
            let Some(other) = seats.first() else { break };
            after.apply_unchecked(Actor::Seat(other), Action::Pass, &mut events);
        }
        Self::between(state, after, seat, events)
    }

    fn between(state: &FoxyAndWooly, after: FoxyAndWooly, seat: Seat, events: Vec<Event>) -> Self {
        let points = |state: &FoxyAndWooly| state.score_if_it_ended(seat).total();
        let points = (points(state), points(&after));
        let cubes = state.farm(seat).cubes;
        let gained = i32::from(after.farm(seat).cubes) - i32::from(cubes);
        let value = CUBE_VALUE * gained + assets(&after, seat, cubes) - assets(state, seat, cubes);
        Self { seat, after, events, points, value }
    }

    /// The cubes of the seat after it.
    pub(super) const fn cubes(&self) -> u8 {
        self.after.farm(self.seat).cubes
    }
}

/// The approximate value of sheep and tokens with that number of cubes. What a cube will score
/// depends on the sheep that are left at the end, so cubes are counted separately.
fn assets(state: &FoxyAndWooly, seat: Seat, cubes: u8) -> i32 {
    let farm = state.farm(seat);
    let mut sheep = farm.sheep;
    state.doomed(seat).into_iter().for_each(|slot| sheep.remove(slot));
    let in_hand = |special: Special| {
        let each = match special {
            Special::Gun => 3,
            Special::Steal => 4,
            Special::Move(_) => 2,
            Special::Flock => i32::from(sheep.count()),
            _ => 0,
        };
        i32::from(farm.has(special)) * each
    };
    let tokens: i32 = Special::ALL.into_iter().map(in_hand).sum();
    best_allocation(sheep, cubes, &farm.specials).points + tokens
}

/// The seat that took each token of the field so far; `None` for those that left the game.
pub(super) fn tokens_taken_by(
    start: FoxyAndWooly,
    history: &[rules::Move<Action>],
) -> Vec<Option<Seat>> {
    let mut state = start;
    let mut tokens_taken_by = Vec::new();
    let mut events = Vec::new();
    for step in history {
        events.clear();
        state.apply_unchecked(step.actor, step.action, &mut events);
        tokens_taken_by.extend(events.iter().filter_map(|event| match *event {
            Event::Took { seat, .. } | Event::Won { seat, .. } => Some(Some(seat)),
            Event::Discarded { .. } => Some(None),
            _ => None,
        }));
    }
    tokens_taken_by
}

#[cfg(test)]
pub(super) mod tests {
    use rules::{Move, NoEvents, Setup};

    use super::*;

    /// Every position of a game whose decisions follow a simple pattern.
    pub(in crate::boards::foxy_and_wooly) fn positions(
        players: u64,
        mut salt: usize,
    ) -> (FoxyAndWooly, Vec<(FoxyAndWooly, Move<Action>)>) {
        let start = FoxyAndWooly::new(&Setup::new(players).unwrap());
        let mut state = start;
        let mut game = Vec::new();
        loop {
            salt = salt.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            let chance = salt >> 33;
            let (actor, actions) = match state.turn() {
                Turn::Over => return (start, game),
                Turn::Dealer => {
                    let outcomes = state.outcomes();
                    (Actor::Dealer, outcomes.iter().map(|outcome| outcome.action).collect())
                }
                Turn::Seats(seats) => {
                    let seat = seats.first().unwrap();
                    (Actor::Seat(seat), state.legal(seat))
                }
            };
            let action = actions[chance % actions.len()];
            game.push((state, Move { actor, action }));
            state.apply(actor, action, &mut NoEvents).unwrap();
        }
    }

    fn all_actions(offers: &Offers) -> Vec<Action> {
        let mut actions = offers.wolf_decisions.clone();
        actions.extend(offers.bids.iter().map(|&bid| Action::Bid(bid)));
        actions.extend(offers.pass.then_some(Action::Pass));
        actions.extend(offers.moves.iter().map(|way| way.action()));
        actions.extend(offers.attacks.iter().map(|&row| Action::Attack(row)));
        actions.extend(offers.done.then_some(Action::Done));
        actions.sort_unstable();
        actions
    }

    #[test]
    fn every_legal_action_is_offered_once() {
        for salt in 0..40 {
            for (state, step) in positions(2 + salt as u64 % 3, salt).1 {
                let Actor::Seat(seat) = step.actor else { continue };
                let mut legal = state.legal(seat);
                legal.sort_unstable();
                assert_eq!(all_actions(&Offers::from_legal(&legal)), legal);
            }
        }
    }

    #[test]
    fn a_preview_says_what_the_action_then_does() {
        for (state, step) in positions(4, 7).1 {
            let Actor::Seat(seat) = step.actor else { continue };
            let preview = Preview::of(&state, seat, step.action);
            let mut after = state;
            let mut events = Vec::new();
            after.apply(step.actor, step.action, &mut events).unwrap();
            assert_eq!(preview.after, after);
            assert_eq!(preview.events, events);
            assert_eq!(preview.points.1, after.score_if_it_ended(seat).total());
        }
    }

    #[test]
    fn a_winning_bid_is_paid_and_brings_the_token() {
        let mut seen = 0;
        for (state, step) in positions(3, 11).1 {
            let (Actor::Seat(seat), Action::Bid(bid)) = (step.actor, step.action) else { continue };
            let preview = Preview::of_winning_bid(&state, seat, bid);
            assert_eq!(preview.cubes(), state.farm(seat).cubes - bid);
            assert_eq!(preview.after.place(), state.place() + 1);
            seen += 1;
        }
        assert!(seen > 0, "the game has bids");
    }

    #[test]
    fn the_value_counts_cubes_and_assets() {
        let mut seen = (0, 0);
        for (state, step) in (0..12).flat_map(|salt| positions(2, salt).1) {
            let Actor::Seat(seat) = step.actor else { continue };
            for action in Offers::from_legal(&state.legal(seat)).wolf_decisions {
                let preview = Preview::of(&state, seat, action);
                let lost = preview.events.iter().any(|it| matches!(it, Event::Eaten { .. }));
                let waits = preview.events.iter().any(|it| matches!(it, Event::Waits { .. }));
                match action {
                    Action::Chase => assert_eq!(preview.value, -CUBE_VALUE),
                    Action::Take if !lost && !waits => {
                        assert_eq!(preview.value, CUBE_VALUE * i32::from(state.pot()));
                        seen.0 += 1;
                    }
                    Action::Take => {
                        assert!(preview.value <= CUBE_VALUE * i32::from(state.pot()));
                        seen.1 += 1;
                    }
                    _ => {}
                }
            }
        }
        assert!(seen.0 > 0 && seen.1 > 0, "wolves that eat and wolves that do not: {seen:?}");
    }

    #[test]
    fn every_token_taken_has_a_seat() {
        let (start, game) = positions(4, 3);
        let history: Vec<_> = game.iter().map(|(_, step)| *step).collect();
        for (moment, (state, _)) in game.iter().enumerate() {
            assert_eq!(tokens_taken_by(start, &history[..moment]).len(), state.place());
        }
    }
}
