//! Random play does not allocate: buffers are reused.

use std::alloc::System;

use registry::{GameId, Playout, with_game_type};
use rules::{Game, Setup};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The allocations and actions of some hundred games of every setup, after a few to warm up.
fn allocations<G: Game>() -> (u64, u64) {
    let (mut allocations, mut actions) = (0, 0);
    for setup in Setup::<G>::every() {
        let start = G::new(&setup);
        let mut playout = Playout::new(1);
        playout.play(&start, 30);
        let region = Region::new(ALLOCATOR);
        actions += playout.play(&start, 100).actions;
        let change = region.change();
        allocations += (change.allocations + change.reallocations) as u64;
    }
    (allocations, actions)
}

/// One test for all games, because other threads would be counted too.
#[test]
fn random_play_allocates_nothing_for_an_action() {
    for game in GameId::ALL {
        let (found, actions) = with_game_type!(game, G => allocations::<G>());
        // Only a list longer than any before makes a buffer grow.
        assert!(found * 1000 < actions, "{game}: {found} allocations in {actions} actions");
    }
}
