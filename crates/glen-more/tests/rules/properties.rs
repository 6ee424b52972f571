//! Random games: fast algorithms agree with reference implementations, and invariants hold.

use glen_more::{Due, GlenMore, Phase, Place, Resource, Space};
use rules::conformance::visit;
use rules::{Game, Seat};

/// The coins of all players and of the warehouse.
fn all_coins(state: &GlenMore) -> u32 {
    let hands = Seat::all(state.players()).map(|seat| u32::from(state.player(seat).coins()));
    let rows = Resource::ALL
        .into_iter()
        .map(|resource| (1..=u32::from(state.warehouse().covered(resource))).sum::<u32>());
    hands.sum::<u32>() + rows.sum::<u32>()
}

#[test]
fn coins_are_never_lost() {
    visit::<GlenMore>(5, |step| {
        let players = u32::from(step.state.players());
        let start = 6 * players + if players <= 3 { 5 } else { 0 };
        let armadale = Seat::all(step.state.players())
            .any(|seat| step.state.player(seat).cards().has(glen_more::Location::ArmadaleCastle));
        assert_eq!(all_coins(step.state), start + if armadale { 3 } else { 0 });
    });
}

#[test]
fn in_a_turn_one_space_of_the_track_is_empty_and_the_head_acts() {
    visit::<GlenMore>(5, |step| {
        let track = step.state.track();
        let empty = track.spaces().iter().filter(|space| **space == Space::Empty).count();
        let front = track.spaces()[(track.gap() + 1) % 14];
        match step.state.phase() {
            Phase::Take(seat) => assert_eq!((empty, front), (1, Space::Figure(seat))),
            Phase::Roll => assert_eq!((empty, front), (1, Space::Die)),
            Phase::Pay(_) | Phase::Choose(_) | Phase::Activate(_) => assert_eq!(empty, 2),
            Phase::First | Phase::Draw | Phase::Over => {}
        }
    });
}

#[test]
fn totals_of_cubes_and_clan_members_agree_with_the_tiles() {
    visit::<GlenMore>(5, |step| {
        for seat in Seat::all(step.state.players()) {
            let display = step.state.player(seat).display();
            let places: Vec<Place> = display.tiles().map(|(place, _)| place).collect();
            assert!(places.is_sorted_by(|a, b| a < b));
            for resource in Resource::ALL {
                let cubes = places.iter().map(|&at| display.cubes_at(at).of(resource));
                assert_eq!(cubes.sum::<u8>(), display.total()[resource.index()]);
            }
            let clan: u8 = places.iter().map(|&at| display.clan_at(at)).sum();
            assert_eq!(clan, display.clan_members());
        }
    });
}

#[test]
fn a_payment_once_begun_can_always_be_finished() {
    visit::<GlenMore>(8, |step| {
        if let Phase::Pay(seat) = step.state.phase() {
            assert!(step.state.quote_due(seat).is_some(), "{:?}", step.state);
        }
    });
}

#[test]
fn offered_takes_are_those_that_fit_and_can_be_paid() {
    visit::<GlenMore>(5, |step| {
        let Phase::Take(seat) = step.state.phase() else { return };
        let mut expected = Vec::new();
        for space in 0..14 {
            let Some(tile) = step.state.track().tile(space) else { continue };
            if step.state.quote(seat, tile).is_some() {
                let places = step.state.places_for(seat, tile).into_iter();
                expected.extend(places.map(|at| format!("take {space} @{at}")));
            }
        }
        let legal = step.state.legal(seat).into_iter().map(|action| step.state.write(action));
        let takes: Vec<String> = legal.filter(|text| text.starts_with("take")).collect();
        assert_eq!(takes, expected);
    });
}

#[test]
fn selling_never_makes_a_payment_impossible() {
    visit::<GlenMore>(8, |step| {
        let Phase::Pay(seat) = step.state.phase() else { return };
        for action in step.state.legal(seat) {
            if matches!(action, glen_more::Action::Sell { .. }) {
                let sold = step.state.after(seat.into(), action);
                assert!(sold.quote_due(seat).is_some());
            }
        }
    });
}

#[test]
fn the_cheapest_step_is_always_legal() {
    visit::<GlenMore>(5, |step| {
        let Phase::Pay(seat) = step.state.phase() else { return };
        let legal = step.state.legal(seat);
        match step.state.cheapest_step(seat) {
            Some(action) => assert!(legal.contains(&action), "{action:?} is not legal"),
            None => assert_eq!(step.state.due(), Due::ClanOrChieftain),
        }
    });
}
