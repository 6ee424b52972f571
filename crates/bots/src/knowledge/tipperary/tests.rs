//! The quick picture of a display against the rules.

use rules::{Actor, Game, Seat, Setup};
use shelf::tipperary::{Action, Tipperary};
use shelf::{Chooser, Playout};

use super::field::{Field, Gains, Piece, place};
use super::ground::best_ground;
use super::outlook::learned;
use super::solo::Solo;

/// The piece that an action lays down, if all of it lies inside the picture.
fn piece(state: &Tipperary, seat: Seat, action: Action) -> Option<Piece> {
    match action {
        Action::Place { tile, orientation, at } => {
            let (row, bit) = place(at.x, at.y)?;
            let shape = state.setup().set().tile(tile).shape(orientation);
            Piece::tile(shape, row, bit.trailing_zeros())
        }
        Action::Bonus(at) => {
            let (row, bit) = place(at.x, at.y)?;
            Some(Piece::one(row, bit, state.player(seat).drawn()?))
        }
        _ => None,
    }
}

/// Whether the picture shows the whole display.
fn is_whole(state: &Tipperary, seat: Seat) -> bool {
    state.player(seat).display().spaces().iter().all(|space| {
        let point = space.point();
        place(point.x, point.y).is_some()
    })
}

/// Looks at every action of some random games.
fn each_action(mut look: impl FnMut(&Tipperary, Seat, Action)) {
    for seed in 0..30 {
        let mut state = Tipperary::new(&Setup::new(2).unwrap());
        let mut playout = Playout::new(seed);
        while let Some(next) = playout.choose(&state) {
            if let Actor::Seat(seat) = next.actor {
                look(&state, seat, next.action);
            }
            state = state.after(next.actor, next.action);
        }
    }
}

#[test]
fn a_field_gains_what_the_rules_give() {
    let mut seen = 0;
    each_action(|state, seat, action| {
        let Some(piece) = piece(state, seat, action).filter(|_| is_whole(state, seat)) else {
            return;
        };
        let mut field = Field::of(state.player(seat));
        let Gains { draws, .. } = field.lay(state.setup().set(), &piece);
        let after = state.after(seat.into(), action);
        assert!(field == Field::of(after.player(seat)), "{}", state.write(action));
        let drawn = after.player(seat).pending_draws() - state.player(seat).pending_draws();
        assert_eq!(draws, drawn, "{}", state.write(action));
        seen += 1;
    });
    assert!(seen > 500, "only {seen} pieces lay near the hometown");
}

#[test]
fn towers_are_worth_no_more_than_the_best_plan() {
    each_action(|state, seat, _| {
        if is_whole(state, seat) {
            let points = best_ground(&Field::of(state.player(seat)));
            let plan = state.tower_plan(seat).points();
            assert!(points <= plan, "{points} against {plan}");
            assert!(points == plan || state.player(seat).towers() > 0, "{points} against {plan}");
        }
    });
}

#[test]
fn the_same_luck_gives_the_same_outlook() {
    each_action(|state, seat, _| {
        if state.round() == 6 {
            let play_on = || Solo::of(state, seat, learned).play_on(&mut Chooser::new(7));
            let points = play_on();
            assert!(points > 20.0, "a sensible player expects more than {points}");
            assert_eq!(points.to_bits(), play_on().to_bits());
        }
    });
}
