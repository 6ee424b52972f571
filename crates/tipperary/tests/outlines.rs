//! The outlines of the largest rectangle and the largest flock.

use rules::conformance::random_play;
use rules::{Seat, Setup};
use tipperary::{Display, Ground, Point, Tipperary};

/// Every display of a random game after every action.
fn displays() -> Vec<Display> {
    let play = random_play(Setup::<Tipperary>::new(3).unwrap(), 7);
    let moments = (0..=play.history().len()).map(|moment| play.state_at(moment));
    let of = |game: Tipperary| Seat::all(3).map(move |seat| *game.player(seat).display());
    moments.flat_map(of).collect()
}

#[test]
fn the_rectangle_is_full_and_as_large_as_it_counts() {
    let mut seen = 0;
    for display in displays() {
        let Some((from, to)) = display.largest_rectangle() else {
            assert_eq!(display.area(), 0);
            continue;
        };
        let places = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Point::new(x, y)));
        let covered = places.filter(|&place| display.at(place).is_some()).count();
        assert_eq!(covered, usize::from(display.area()));
        assert_eq!((to.x - from.x + 1) * (to.y - from.y + 1), i16::from(display.area()));
        seen += 1;
    }
    assert!(seen > 100, "a whole game was looked at");
}

#[test]
fn the_flock_has_as_many_sheep_as_it_counts() {
    for display in displays() {
        let sheep = |place: Point| match display.at(place).map(tipperary::Space::ground) {
            Some(Ground::Land(land)) => land.sheep(),
            Some(Ground::WoodenSheep) => 1,
            _ => 0,
        };
        let flock = display.largest_flock();
        assert!(flock.iter().all(|&place| sheep(place) > 0));
        assert_eq!(flock.iter().map(|&place| sheep(place)).sum::<u8>(), display.flock());
    }
}
