//! Checks the bitboards and evaluations against the rules.

use std::collections::BTreeSet;

use registry::tipperary::{Action, Land, Tipperary};
use registry::{Chooser, Playout};
use rules::{Actor, Game, Seat, Setup};

use super::bitboard::{BitDisplay, Gains, Piece, PlacedSpace, SIDE, bits, locate, neighbour_count};
use super::evaluation::policy_value;
use super::marker::{MARKER, marker_points};
use super::solo_game::SoloGame;
use super::target_rectangle::{GapCosts, TargetRectangle, best_rectangle_points};
use super::{MAX_LOOKAHEAD_ACTIONS, apply_lookahead};
use crate::Knowledge;
use crate::sort::{WeightedIndex, sort_by_weight, weighted_indices};

/// The piece that an action places, if all of it lies inside the board.
fn piece(state: &Tipperary, seat: Seat, action: Action) -> Option<Piece> {
    match action {
        Action::Place { tile, orientation, at } => {
            let (row, bit) = locate(at.x, at.y)?;
            let shape = state.setup().set().tile(tile).shape(orientation);
            Piece::tile(shape, row, bit.trailing_zeros())
        }
        Action::Bonus(at) => {
            let (row, bit) = locate(at.x, at.y)?;
            Some(Piece::bonus(row, bit, state.player(seat).drawn()?))
        }
        _ => None,
    }
}

/// Whether the board shows the whole display.
fn is_whole(state: &Tipperary, seat: Seat) -> bool {
    state.player(seat).display().spaces().iter().all(|space| {
        let point = space.point();
        locate(point.x, point.y).is_some()
    })
}

/// Calls `look` for every action of some random games.
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
fn bitboard_effects_agree_with_the_rules() {
    let mut seen = 0;
    each_action(|state, seat, action| {
        let Some(piece) = piece(state, seat, action).filter(|_| is_whole(state, seat)) else {
            return;
        };
        let mut display = BitDisplay::of(state.player(seat));
        let Gains { draws, .. } = display.place_piece(state.setup().set(), &piece);
        let after = state.after(seat.into(), action);
        assert!(display == BitDisplay::of(after.player(seat)), "{}", state.write(action));
        let drawn = after.player(seat).pending_draws() - state.player(seat).pending_draws();
        assert_eq!(draws, drawn, "{}", state.write(action));
        seen += 1;
    });
    assert!(seen > 500, "only {seen} pieces lay near the hometown");
}

#[test]
fn bitboard_placements_agree_with_the_rules() {
    let mut seen = 0;
    each_action(|state, seat, action| {
        if !matches!(action, Action::Place { .. }) || !is_whole(state, seat) {
            return;
        }
        let set = state.setup().set();
        let mut legal = BTreeSet::new();
        for action in state.legal(seat) {
            let Action::Place { tile, orientation, at } = action else { continue };
            // The board ends before the display does.
            let (Some(_), Some((row, bit))) = (piece(state, seat, action), locate(at.x, at.y))
            else {
                continue;
            };
            let shape = set.tile(tile).shape(orientation);
            let turned = set.tile(tile).shapes().iter().position(|it| std::ptr::eq(it, shape));
            legal.insert((tile, turned.unwrap(), row, bit));
        }
        let display = BitDisplay::of(state.player(seat));
        let mut fits = BTreeSet::new();
        for tile in legal.iter().map(|&(tile, ..)| tile).collect::<BTreeSet<_>>() {
            for (turned, shape) in set.tile(tile).shapes().iter().enumerate() {
                display.for_each_fit(shape, &display.reach(), |row, corners| {
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
fn drawing_a_bonus_tile_changes_no_other_random_number_of_a_trial() {
    let mut seen = 0;
    each_action(|state, seat, _| {
        if state.round() == 4 && is_whole(state, seat) {
            let bag_after = |draws| {
                let mut solo_game = SoloGame::of(state, seat, policy_value).with_draws(draws);
                solo_game.play_to_end(3, &mut Chooser::new(7));
                solo_game.bag()
            };
            assert_eq!(bag_after(0), bag_after(2));
            seen += 1;
        }
    });
    assert!(seen > 20, "only {seen} trials were made");
}

/// The indices of the values in descending order.
fn in_order(values: &[f32]) -> Vec<u32> {
    let mut order: Vec<WeightedIndex> = weighted_indices(values).collect();
    sort_by_weight(&mut order);
    order.into_iter().map(|it| it.index).collect()
}

#[test]
fn actions_are_ranked_by_their_lookahead_values() {
    let mut seen = 0;
    each_action(|state, seat, action| {
        if seen == 40 || !matches!(action, Action::Place { .. }) {
            return;
        }
        let mut legal = state.legal(seat);
        legal.truncate(MAX_LOOKAHEAD_ACTIONS);
        let mut weights = Vec::new();
        state.rank(seat, &legal, &mut weights);
        let solo_game = SoloGame::of(state, seat, policy_value);
        let lookahead: Vec<f32> =
            legal.iter().map(|&action| solo_game.evaluate_lookahead(action)).collect();
        assert_eq!(in_order(&weights), in_order(&lookahead));
        seen += 1;
    });
    assert_eq!(seen, 40);
}

#[test]
fn actions_without_lookahead_are_ranked_behind_those_with() {
    each_action(|state, seat, action| {
        let legal = state.legal(seat);
        if state.round() != 3 || !matches!(action, Action::Place { .. }) {
            return;
        }
        let solo_game = SoloGame::of(state, seat, policy_value);
        let mut values: Vec<f32> = legal.iter().map(|&it| solo_game.evaluate_after(it)).collect();
        let order = in_order(&values);
        apply_lookahead(&solo_game, &legal, &mut values);
        let (with_neighbours, others) = order.split_at(order.len().min(MAX_LOOKAHEAD_ACTIONS));
        let of = |index: &u32| values[*index as usize];
        let least = with_neighbours.iter().map(of).fold(f32::INFINITY, f32::min);
        assert!(others.iter().map(of).all(|evaluation| evaluation <= least));
        assert!(others.is_sorted_by(|a, b| of(a) >= of(b)));
    });
}

#[test]
fn towers_are_worth_no_more_than_the_best_plan() {
    each_action(|state, seat, _| {
        if is_whole(state, seat) {
            let points = best_rectangle_points(&BitDisplay::of(state.player(seat)));
            let plan = state.tower_plan(seat).points();
            assert!(points <= plan, "{points} against {plan}");
            assert!(points == plan || state.player(seat).towers() > 0, "{points} against {plan}");
        }
    });
}

#[test]
fn the_same_random_numbers_give_the_same_evaluation() {
    each_action(|state, seat, _| {
        if state.round() == 6 {
            let play_to_end =
                || SoloGame::of(state, seat, policy_value).play_to_end(0, &mut Chooser::new(7));
            let points = play_to_end();
            assert!(points > 20.0, "a sensible player expects more than {points}");
            assert_eq!(points.to_bits(), play_to_end().to_bits());
        }
    });
}

/// The value of the best rectangle in fixed-point units, by trying every rectangle.
fn best_rectangle_value(display: &BitDisplay, costs: GapCosts) -> i32 {
    let parts = |points: f32| (points * 64.0) as i32;
    let worth = |row: usize, column: usize| {
        let placed = PlacedSpace { row, bit: 1 << column, land: Land::Meadow };
        match neighbour_count(&display.covered, placed) {
            _ if display.covered[row] & placed.bit != 0 => parts(1.0),
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
fn the_target_rectangle_is_the_best_of_all_rectangles() {
    let costs = GapCosts { open: 0.97, tight: 1.4, closed: 1.6 };
    let mut seen = 0;
    each_action(|state, seat, _| {
        if state.round() % 4 == 3 && seen < 40 {
            let display = BitDisplay::of(state.player(seat));
            let target = TargetRectangle::best(&display, costs);
            assert_eq!((target.value * 64.0) as i32, best_rectangle_value(&display, costs));
            seen += 1;
        }
    });
    assert_eq!(seen, 40);
}

#[test]
fn the_expected_marker_points_of_two_seats_sum_to_the_marker() {
    each_action(|state, _, _| {
        let both = Seat::all(2).map(|seat| {
            let player = state.player(seat);
            let rounds_left = state.rounds() - player.tiles().len() as u8;
            marker_points(state, seat, player.display().flock(), rounds_left)
        });
        let sum: f32 = both.sum();
        assert!((sum - MARKER).abs() < 1e-4, "{sum}");
    });
}
