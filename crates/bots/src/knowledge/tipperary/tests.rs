//! The quick picture of a display against the rules.

use std::collections::BTreeSet;

use rules::{Actor, Game, Seat, Setup};
use shelf::tipperary::{Action, Land, Tipperary};
use shelf::{Chooser, Playout};

use super::field::{Field, Gains, Laid, Piece, SIDE, beside, bits, place};
use super::ground::{GapCosts, Ground, best_ground};
use super::marker::{MARKER, marker};
use super::outlook::played;
use super::solo::Solo;
use super::{LOOKED_BEYOND, look_beyond};
use crate::Knowledge;
use crate::weighed::{Weighed, heaviest_first, weighed};

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
fn a_tile_fits_where_the_rules_let_it_lie() {
    let mut seen = 0;
    each_action(|state, seat, action| {
        if !matches!(action, Action::Place { .. }) || !is_whole(state, seat) {
            return;
        }
        let set = state.setup().set();
        let mut legal = BTreeSet::new();
        for action in state.legal(seat) {
            let Action::Place { tile, orientation, at } = action else { continue };
            // The picture ends before the display does.
            let (Some(_), Some((row, bit))) = (piece(state, seat, action), place(at.x, at.y))
            else {
                continue;
            };
            let shape = set.tile(tile).shape(orientation);
            let turned = set.tile(tile).shapes().iter().position(|it| std::ptr::eq(it, shape));
            legal.insert((tile, turned.unwrap(), row, bit));
        }
        let field = Field::of(state.player(seat));
        let mut fits = BTreeSet::new();
        for tile in legal.iter().map(|&(tile, ..)| tile).collect::<BTreeSet<_>>() {
            for (turned, shape) in set.tile(tile).shapes().iter().enumerate() {
                field.each_fit(shape, &field.reach(), |row, corners| {
                    fits.extend(bits(corners).map(|bit| (tile, turned, row, bit)));
                });
            }
        }
        assert_eq!(fits, legal);
        seen += 1;
    });
    assert!(seen > 300, "only {seen} tiles were looked at");
}

#[test]
fn drawing_a_bonus_tile_changes_nothing_else_of_a_trial_s_luck() {
    let mut seen = 0;
    each_action(|state, seat, _| {
        if state.round() == 4 && is_whole(state, seat) {
            let bag_after = |draws| {
                let mut solo = Solo::of(state, seat, played).with_draws(draws);
                solo.play_on(3, &mut Chooser::new(7));
                solo.bag()
            };
            assert_eq!(bag_after(0), bag_after(2));
            seen += 1;
        }
    });
    assert!(seen > 20, "only {seen} trials were made");
}

/// The places of numbers, that of the greatest first.
fn in_order(values: &[f32]) -> Vec<u32> {
    let mut order: Vec<Weighed> = weighed(values).collect();
    heaviest_first(&mut order);
    order.into_iter().map(|it| it.place).collect()
}

#[test]
fn actions_are_ranked_by_what_the_next_round_can_make_of_them() {
    let mut seen = 0;
    each_action(|state, seat, action| {
        if seen == 40 || !matches!(action, Action::Place { .. }) {
            return;
        }
        let mut legal = state.legal(seat);
        legal.truncate(LOOKED_BEYOND);
        let mut weights = Vec::new();
        state.rank(seat, &legal, &mut weights);
        let solo = Solo::of(state, seat, played);
        let beyond: Vec<f32> = legal.iter().map(|&action| solo.outlook_beyond(action)).collect();
        assert_eq!(in_order(&weights), in_order(&beyond));
        seen += 1;
    });
    assert_eq!(seen, 40);
}

#[test]
fn actions_that_promise_little_are_ranked_behind_those_that_were_looked_at() {
    each_action(|state, seat, action| {
        let legal = state.legal(seat);
        if state.round() != 3 || !matches!(action, Action::Place { .. }) {
            return;
        }
        let solo = Solo::of(state, seat, played);
        let mut outlooks: Vec<f32> = legal.iter().map(|&it| solo.outlook_after(it)).collect();
        let order = in_order(&outlooks);
        look_beyond(&solo, &legal, &mut outlooks);
        let (near, far) = order.split_at(order.len().min(LOOKED_BEYOND));
        let of = |index: &u32| outlooks[*index as usize];
        let least = near.iter().map(of).fold(f32::INFINITY, f32::min);
        assert!(far.iter().map(of).all(|outlook| outlook <= least));
        assert!(far.is_sorted_by(|a, b| of(a) >= of(b)));
    });
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
            let play_on = || Solo::of(state, seat, played).play_on(0, &mut Chooser::new(7));
            let points = play_on();
            assert!(points > 20.0, "a sensible player expects more than {points}");
            assert_eq!(points.to_bits(), play_on().to_bits());
        }
    });
}

/// What the best rectangle promises, in parts of a point, by looking at every rectangle.
fn best_promise(field: &Field, costs: GapCosts) -> i32 {
    let parts = |points: f32| (points * 64.0) as i32;
    let worth = |row: usize, column: usize| {
        let laid = Laid { row, bit: 1 << column, land: Land::Meadow };
        match beside(&field.covered, laid) {
            _ if field.covered[row] & laid.bit != 0 => parts(1.0),
            4 => parts(-costs.closed),
            3 => parts(-costs.tight),
            _ => parts(-costs.open),
        }
    };
    let mut best = 0;
    for (top, left) in (1..SIDE - 1).flat_map(|top| (0..SIDE).map(move |left| (top, left))) {
        let mut sums = [0; SIDE];
        for bottom in top..SIDE - 1 {
            let mut sum = 0;
            for (right, column) in sums.iter_mut().enumerate().skip(left) {
                *column += worth(bottom, right);
                sum += *column;
                best = best.max(sum);
            }
        }
    }
    best
}

#[test]
fn the_best_ground_is_the_best_of_all_rectangles() {
    let costs = GapCosts { open: 0.97, tight: 1.4, closed: 1.6 };
    let mut seen = 0;
    each_action(|state, seat, _| {
        if state.round() % 4 == 3 && seen < 40 {
            let field = Field::of(state.player(seat));
            let ground = Ground::best(&field, costs);
            assert_eq!((ground.promise * 64.0) as i32, best_promise(&field, costs));
            seen += 1;
        }
    });
    assert_eq!(seen, 40);
}

#[test]
fn two_seats_share_the_chances_of_the_marker() {
    each_action(|state, _, _| {
        let both = Seat::all(2).map(|seat| {
            let player = state.player(seat);
            let left = state.rounds() - player.tiles().len() as u8;
            marker(state, seat, player.display().flock(), left)
        });
        let sum: f32 = both.sum();
        assert!((sum - MARKER).abs() < 1e-4, "{sum}");
    });
}
