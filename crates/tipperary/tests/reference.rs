//! The fast algorithms agree with the reference implementation on random positions.

mod support;

use proptest::prelude::*;
use rules::conformance::{Dice, visit};
use rules::{Actor, Game, NoEvents, Seat, Setup, Turn};
use support::reference;
use tipperary::{Action, Ground, Preview, Tipperary};

/// Calls `look` for every decision of random games, with its action.
fn walk(games: u64, mut look: impl FnMut(&Tipperary, Seat, Action)) {
    visit::<Tipperary>(games, |step| {
        if let Actor::Seat(seat) = step.next.actor {
            look(step.state, seat, step.next.action);
        }
    });
}

#[test]
fn rectangles_flocks_and_exploration_agree_with_plain_ones() {
    walk(4, |game, seat, _| {
        let display = game.player(seat).display();
        let grid = reference::grid(display);
        assert_eq!(display.area(), reference::area(&grid));
        assert_eq!(display.flock(), reference::flock(&grid));
        assert_eq!(display.unexplored(), reference::unexplored(&grid));
        let most = game.setup().set().track().len() as u8 - 1;
        assert_eq!(game.player(seat).whiskey(), reference::whiskeys(&grid).min(most));
    });
}

#[test]
fn legal_placements_agree_with_plain_ones() {
    walk(1, |game, seat, action| {
        let Action::Place { .. } = action else { return };
        let set = game.setup().set();
        let grid = reference::grid(game.player(seat).display());
        let area = game.area_of(seat).expect("the wheel has been spun");
        let mut expected: Vec<Action> = game
            .area(area)
            .flat_map(|tile| {
                let found = reference::placements(&grid, set.tile(tile)).into_iter();
                found.map(move |(orientation, at)| Action::Place { tile, orientation, at })
            })
            .collect();
        expected.sort_unstable();
        assert_eq!(game.legal(seat), expected);
    });
}

/// The effects of an action, by the reference implementation.
fn reference_preview(game: &Tipperary, seat: Seat, action: Action) -> Option<Preview> {
    let player = game.player(seat);
    let before = reference::grid(player.display());
    let mut after = before.clone();
    let set = game.setup().set();
    let mut symbols = 0;
    match action {
        Action::Place { tile, orientation, at } => {
            after.extend(reference::spaces(set.tile(tile), orientation, at));
            symbols = set.tile(tile).symbols();
        }
        Action::Sheep(at) => drop(after.insert(at, Ground::WoodenSheep)),
        Action::Bonus(at) => drop(after.insert(at, Ground::Land(player.drawn()?))),
        Action::Tower(at) => drop(after.insert(at, Ground::Tower)),
        _ => return None,
    }
    let track = set.track();
    let last = track.len() as u8 - 1;
    let from = player.whiskey();
    let to = (from + reference::whiskeys(&after) - reference::whiskeys(&before)).min(last);
    let passed = (from + 1..=to).filter(|&space| track[usize::from(space)].symbol).count() as u8;
    let circles = |grid: &reference::Grid| -> u8 {
        let points =
            |ground: &Ground| if let Ground::Land(land) = ground { land.points() } else { 0 };
        grid.values().map(points).sum()
    };
    let snapshot = game.snapshot();
    let claims: u8 = snapshot.seats.iter().map(|seat| seat.pending.draws).sum();
    let bonus_left = snapshot.supply.bonus.values().sum::<u8>() - claims;
    let change = |of: fn(&reference::Grid) -> u8| tipperary::Change {
        before: of(&before),
        after: of(&after),
    };
    Some(Preview {
        whiskey: to - from,
        whiskey_points: tipperary::Change {
            before: track[usize::from(from)].value,
            after: track[usize::from(to)].value,
        },
        towers: reference::towers(&before, &after).min(snapshot.supply.towers),
        bonus_tiles: reference::sites(&before, &after).min(bonus_left),
        sheep: (symbols + passed).min(snapshot.supply.sheep),
        circles: circles(&after) - circles(&before),
        flock: change(reference::flock),
        area: change(reference::area),
        unexplored: reference::unexplored(&after),
    })
}

#[test]
fn previews_agree_with_plain_ones_and_with_what_happens() {
    walk(4, |game, seat, action| {
        let preview = game.preview(seat, action);
        assert_eq!(preview, reference_preview(game, seat, action), "{action:?}");
        let Some(preview) = preview else { return };
        let next = game.after(seat.into(), action);
        let (old, new) = (game.player(seat), next.player(seat));
        assert_eq!(new.display().area(), preview.area.after);
        assert_eq!(new.display().flock(), preview.flock.after);
        assert_eq!(new.display().unexplored(), preview.unexplored);
        assert_eq!(new.whiskey() - old.whiskey(), preview.whiskey);
        if !matches!(action, Action::Tower(_)) {
            assert_eq!(new.towers() - old.towers(), preview.towers);
        }
        if !matches!(action, Action::Sheep(_)) {
            assert!(new.pending_sheep() - old.pending_sheep() <= preview.sheep);
        }
    });
}

#[test]
fn previews_of_many_actions_agree_with_single_ones() {
    let mut dice = Dice::new(5);
    walk(1, |game, seat, _| {
        let legal = game.legal(seat);
        let mut seen = Vec::new();
        game.preview_each(seat, &legal, |action, preview| seen.push((action, preview)));
        let all_laid = legal.iter().filter(|action| !matches!(action, Action::Draw | Action::Done));
        assert_eq!(seen.len(), all_laid.count());
        for _ in 0..5.min(seen.len()) {
            let (action, preview) = seen[dice.roll(seen.len())];
            assert_eq!(game.preview(seat, action), Some(preview));
        }
    });
}

#[test]
fn there_is_no_preview_of_what_is_not_legal() {
    walk(1, |game, seat, action| {
        for other in
            Seat::all(game.players()).filter(|other| !game.turn().includes((*other).into()))
        {
            assert_eq!(game.preview(other, action), None);
        }
        if let Action::Place { tile, orientation, .. } = action {
            for at in [(0, 0), (999, 999), (-999, 0), (60, 60), (-30, 2)] {
                let far = Action::Place { tile, orientation, at: at.into() };
                let legal = game.legal(seat).binary_search(&game.normalise(far)).is_ok();
                assert_eq!(game.preview(seat, far).is_some(), legal);
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// From any seed, a game stays within the plain rules at every placement.
    #[test]
    fn gains_follow_the_plain_rules(seed in any::<u64>(), players in 1..=5u64) {
        let mut dice = Dice::new(seed);
        let mut game = Tipperary::new(&Setup::new(players).unwrap());
        loop {
            let (actor, action) = match game.turn() {
                Turn::Over => break,
                Turn::Dealer => {
                    (Actor::Dealer, game.deal(&mut Vec::new(), |sum| dice.roll(sum as usize) as u32))
                }
                Turn::Seats(seats) => {
                    let seat = seats.nth(dice.roll(seats.len())).unwrap();
                    let action = game.pick(seat, &mut Vec::new(), |count| dice.roll(count));
                    prop_assert_eq!(game.preview(seat, action), reference_preview(&game, seat, action));
                    (Actor::Seat(seat), action)
                }
            };
            game.apply_unchecked(actor, action, &mut NoEvents);
            let snapshot = game.snapshot();
            let restored = Tipperary::from_snapshot(&game.setup(), &snapshot);
            prop_assert_eq!(restored.as_ref(), Ok(&game));
        }
    }
}
