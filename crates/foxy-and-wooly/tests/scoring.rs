//! Final scores.

mod support;

use foxy_and_wooly::{Allocation, FoxyAndWooly, Phase, Row, Sheep, Slot, Special, best_allocation};
use proptest::prelude::*;
use rules::Game;
use support::{Acting, Scene, seat};

/// A finished game in which seat 1 has these.
fn finished(sheep: &[u8], cubes: u8, tokens: &[&str]) -> FoxyAndWooly {
    let rest = 18 - cubes;
    Scene::new(2)
        .sheep(1, sheep)
        .cubes(1, cubes)
        .cubes(2, rest.min(9))
        .holds(1, tokens)
        .after_bidding(Phase::Over, None)
        .build()
}

/// The parts of seat 1's score: farm, tokens, flock, free.
fn parts(game: &FoxyAndWooly) -> [i32; 4] {
    game.score(seat(1)).parts[..4].try_into().unwrap()
}

#[test]
fn a_sheep_with_a_cube_scores_its_slot() {
    assert_eq!(parts(&finished(&[3, 8], 2, &[])), [11, 0, 0, 0]);
}

#[test]
fn a_sheep_without_a_cube_scores_nothing() {
    assert_eq!(parts(&finished(&[3, 8], 1, &[])), [8, 0, 0, 0]);
    assert_eq!(parts(&finished(&[3, 8], 0, &[])), [0, 0, 0, 0]);
}

#[test]
fn two_free_cubes_score_one_and_a_single_one_nothing() {
    assert_eq!(parts(&finished(&[], 4, &[])), [0, 0, 0, 2]);
    assert_eq!(parts(&finished(&[], 5, &[])), [0, 0, 0, 2]);
    assert_eq!(parts(&finished(&[], 1, &[])), [0, 0, 0, 0]);
}

#[test]
fn the_flock_token_scores_one_for_every_surviving_sheep_with_or_without_a_cube() {
    assert_eq!(parts(&finished(&[1, 2, 3], 0, &["flock"])), [0, 0, 3, 0]);
    assert_eq!(parts(&finished(&[1, 2, 3], 1, &["flock"])), [3, 0, 3, 0]);
}

#[test]
fn the_flock_token_counts_sheep_with_other_tokens_too() {
    assert_eq!(parts(&finished(&[1, 2], 0, &["flock", "pair8"])), [0, 8, 2, 0]);
}

#[test]
fn pair8_takes_two_sheep_for_eight_points_once() {
    assert_eq!(parts(&finished(&[1, 2, 3, 4], 0, &["pair8"])), [0, 8, 0, 0]);
    assert_eq!(parts(&finished(&[1], 0, &["pair8"])), [0, 0, 0, 0]);
}

#[test]
fn pair10_takes_two_sheep_and_a_cube_for_ten_points_once() {
    assert_eq!(parts(&finished(&[1, 2, 3, 4], 1, &["pair10"])), [0, 10, 0, 0]);
    assert_eq!(parts(&finished(&[1, 2], 0, &["pair10"])), [0, 0, 0, 0]);
}

#[test]
fn solo12_takes_a_sheep_and_three_cubes_for_twelve_points_once() {
    assert_eq!(parts(&finished(&[1, 2], 3, &["solo12"])), [0, 12, 0, 0]);
    assert_eq!(parts(&finished(&[1, 2], 2, &["solo12"])), [3, 0, 0, 0]);
}

#[test]
fn trade3_scores_three_for_every_two_cubes_as_often_as_wanted() {
    assert_eq!(parts(&finished(&[], 7, &["trade3"])), [0, 9, 0, 0]);
}

#[test]
fn sheep_and_cubes_serve_only_one_purpose() {
    // Two sheep: the pair of them is worth more than their slots, but they cannot do both.
    assert_eq!(parts(&finished(&[1, 2], 2, &["pair8"])), [0, 8, 0, 1]);
}

#[test]
fn the_score_is_the_best_allocation() {
    // On 8 and 9 the sheep are worth more than a pair.
    assert_eq!(parts(&finished(&[8, 9], 2, &["pair8"])), [17, 0, 0, 0]);
    // Cubes of low sheep are better traded.
    assert_eq!(parts(&finished(&[1, 9], 3, &["trade3"])), [9, 3, 0, 0]);
}

#[test]
fn among_equal_allocations_the_farm_counts_most_then_the_tokens() {
    // 1 + 2 on the farm is as much as a trade.
    assert_eq!(parts(&finished(&[1, 2], 2, &["trade3"])), [3, 0, 0, 0]);
    // 4 + 5 on the farm is as much as a pair and two free cubes.
    assert_eq!(parts(&finished(&[4, 5], 2, &["pair8"])), [9, 0, 0, 0]);
}

#[test]
fn the_printed_example_of_thirty_points() {
    // The picture is lost; nine sheep less those on 4, 5 and 6 with a cube each make 30.
    let game = finished(&[1, 2, 3, 7, 8, 9], 6, &[]);
    assert_eq!(game.score(seat(1)).total(), 30);
}

#[test]
fn the_printed_examples_of_the_scoring_tokens() {
    assert_eq!(parts(&finished(&[1, 2], 1, &["pair10"]))[1], 10);
    assert_eq!(parts(&finished(&[1], 3, &["solo12"]))[1], 12);
    assert_eq!(parts(&finished(&[1, 2], 0, &["pair8"]))[1], 8);
}

#[test]
fn the_highest_total_wins() {
    let game = finished(&[9], 1, &[]);
    assert_eq!(game.winners().into_iter().map(rules::Seat::number).collect::<Vec<_>>(), [2]);
}

#[test]
fn ties_go_to_more_surviving_sheep() {
    // 9 points each: one sheep on 9, or two sheep on 4 and 5.
    let game = Scene::new(2)
        .sheep(1, &[9])
        .cubes(1, 1)
        .sheep(2, &[4, 5])
        .cubes(2, 2)
        .after_bidding(Phase::Over, None)
        .build();
    assert_eq!(game.score(seat(1)).total(), game.score(seat(2)).total());
    assert_eq!(game.winners().into_iter().map(rules::Seat::number).collect::<Vec<_>>(), [2]);
}

#[test]
fn sheep_with_tokens_count_as_survivors() {
    let game = finished(&[1, 2, 9], 2, &["pair8"]);
    assert_eq!(game.score(seat(1)).tie_break, 3);
}

#[test]
fn a_tie_with_as_many_sheep_is_a_shared_victory() {
    let game = Scene::new(2)
        .sheep(1, &[3, 6])
        .cubes(1, 2)
        .sheep(2, &[4, 5])
        .cubes(2, 2)
        .after_bidding(Phase::Over, None)
        .build();
    assert_eq!(game.winners().len(), 2);
}

#[test]
fn before_the_end_the_score_is_as_if_the_game_ended_now() {
    let mut game = Scene::new(2).holds(1, &["move-h"]).waiting(1, &[Row::Top]).block("gun").build();
    assert_eq!(parts(&game), [45, 0, 0, 0]);
    game.act("bid 5");
    assert_eq!(parts(&game), [45, 0, 0, 0], "cubes bid but not paid count as in hand");
    assert!(game.winners().is_empty());
}

/// A reference implementation that tries all allocations of sheep and cubes.
fn plain_best(sheep: &[i32], cubes: i32, has: &dyn Fn(Special) -> i32) -> Allocation {
    let tokens = [Special::Pair8, Special::Pair10, Special::Solo12];
    let mut best = Allocation::default();
    // What each sheep does: 0 nothing, 1 farm, 2.. with one of the tokens.
    for code in 0..5u32.pow(sheep.len() as u32) {
        let roles: Vec<u32> =
            (0..sheep.len() as u32).map(|place| code / 5u32.pow(place) % 5).collect();
        let with = |role: u32| roles.iter().filter(|&&other| other == role).count() as i32;
        let sets = [with(2) / 2, with(3) / 2, with(4)];
        let whole = with(2) % 2 == 0 && with(3) % 2 == 0;
        let owned = tokens.iter().zip(sets).all(|(&token, sets)| sets <= has(token));
        let left = cubes - with(1) - sets[1] - 3 * sets[2];
        if !whole || !owned || left < 0 {
            continue;
        }
        let on_farm =
            roles.iter().zip(sheep).filter(|(role, _)| **role == 1).map(|(_, &slot)| slot);
        let farm: i32 = on_farm.sum();
        let most_traded = if has(Special::Trade3) > 0 { left / 2 } else { 0 };
        for traded in 0..=most_traded {
            let tokens = 8 * sets[0] + 10 * sets[1] + 12 * sets[2] + 3 * traded;
            let free = (left - 2 * traded) / 2;
            best = best.max(Allocation { points: farm + tokens + free, farm, tokens, free });
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_fast_allocation_is_the_best_of_all_allocations(
        slots in proptest::collection::btree_set(1u8..=9, 0..=6),
        cubes in 0u8..=14,
        tokens in proptest::collection::vec(0u8..=2, 4),
    ) {
        let sheep: Sheep = slots.iter().filter_map(|&slot| Slot::new(slot)).collect();
        let mut specials = [0; 10];
        for (special, count) in [Special::Pair8, Special::Pair10, Special::Solo12, Special::Trade3].into_iter().zip(tokens) {
            specials[special.index()] = count;
        }
        let has = |special: Special| i32::from(specials[special.index()]);
        let slots: Vec<i32> = slots.iter().map(|&slot| slot.into()).collect();
        let fast = best_allocation(sheep, cubes, &specials);
        prop_assert_eq!(fast, plain_best(&slots, cubes.into(), &has));
    }
}

#[test]
fn if_it_ended_now_the_wolves_at_the_gates_would_eat_first() {
    let scene =
        || Scene::new(2).sheep(1, &[2, 3, 9]).cubes(1, 3).waiting(1, &[Row::Top]).block("w1");
    let left = scene().build();
    assert_eq!(left.score(seat(1)).total(), 14);
    assert_eq!(left.score_if_it_ended(seat(1)).total(), 12, "the sheep on 2 is eaten");
    assert_eq!(left.doomed(seat(1)).into_iter().map(Slot::number).collect::<Vec<_>>(), [2]);
    let right = scene().gate("right").build();
    assert_eq!(right.score_if_it_ended(seat(1)).total(), 11, "the sheep on 3 is eaten");
    assert_eq!(right.score_if_it_ended(seat(2)), right.score(seat(2)), "no wolf waits there");
}

#[test]
fn two_wolves_at_one_gate_eat_two_sheep_and_find_no_third() {
    let sheep: Sheep = [4, 6].into_iter().filter_map(Slot::new).collect();
    let eaten = |wolves| sheep.eaten_by([0, wolves, 0], foxy_and_wooly::Gate::Left).count();
    assert_eq!([eaten(0), eaten(1), eaten(2), eaten(3)], [0, 1, 2, 2]);
}
