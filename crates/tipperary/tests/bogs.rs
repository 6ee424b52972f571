//! Bogs, protected sites and bonus tiles.

mod support;

use rules::{Actor, Game, Turn};
use support::{AS_DEALT, Table, places, seat};
use tipperary::{Event, Land, Point, Tipperary};

/// The rulebook's chain: a lone bog at the left, a ruin, a meadow and a ruin at the right, and a
/// tile that makes a protected site.
fn chain() -> Table {
    let mut table = Table::solo("B M R", &["R", "B", "B M"]);
    table.place(1, "r0", "3,0");
    table.place(2, "r0", "4,2");
    assert_eq!(table.draws(1), 0);
    let events = table.place(3, "r0", "5,2");
    assert!(events.iter().any(|event| matches!(event, Event::SiteMade { bonus_tile: true, .. })));
    assert_eq!(table.draws(1), 1);
    table
}

#[test]
fn a_bonus_bog_makes_another_site_and_its_bonus_ruin_a_tower() {
    let mut table = chain();
    table.bonus(1, "b", "0,0");
    assert_eq!(table.draws(1), 1);
    table.bonus(1, "r", "3,1");
    assert_eq!(table.towers(1), 1);
}

#[test]
fn a_bonus_bog_that_only_expands_a_site_brings_nothing() {
    let mut table = chain();
    table.bonus(1, "b", "6,2");
    assert_eq!(table.draws(1), 0);
    assert_eq!(table.game.round(), 4);
}

#[test]
fn a_bog_between_two_bogs_that_touch_at_a_corner_brings_one_bonus_tile() {
    let mut table = Table::solo("S1 B S1", &["S1 B", "B"]);
    table.place(1, "r0", "3,0");
    assert_eq!(table.draws(1), 0);
    table.place(2, "r0", "4,1");
    assert_eq!(table.draws(1), 1);
}

#[test]
fn adding_to_a_protected_site_brings_nothing() {
    let mut table = Table::solo(AS_DEALT, &["B B S1", "B"]);
    table.place(1, "r0", "4,1");
    table.bonus(1, "r", "1,-1");
    table.place(2, "r0", "4,2");
    assert_eq!(table.draws(1), 0);
    assert_eq!(table.game.round(), 3);
}

#[test]
fn one_tile_can_make_two_sites() {
    let mut table = Table::solo(AS_DEALT, &["B B S1 B B"]);
    table.place(1, "r0", "4,1");
    assert_eq!(table.draws(1), 2);
}

#[test]
fn a_bonus_tile_goes_beside_the_display_or_onto_a_free_meadow() {
    let mut table = Table::solo("M R S1", &["B B M+"]);
    table.place(1, "r0", "4,1");
    table.act(1, "sheep 6,1");
    table.act(1, "draw");
    reveal(&mut table, Land::Ruin);
    let at = places(&table.legal(1), "bonus");
    assert!(at.contains(&Point::new(0, 1)), "onto the meadow of the hometown");
    assert!(at.contains(&Point::new(7, 1)), "beside the display");
    assert!(!at.contains(&Point::new(6, 1)), "not onto a meadow with a sheep");
    assert!(!at.contains(&Point::new(3, 1)), "not onto a ruin");
    assert!(!at.contains(&Point::new(9, 9)), "not far away");
    assert!(table.refusal(1, "bonus 6,1").contains("a meadow without sheep"));
    assert!(table.refusal(1, "bonus 3,1").contains("there is a ruin"));
    assert!(table.refusal(1, "bonus 9,9").contains("would not touch"));
}

#[test]
fn a_bonus_meadow_takes_a_sheep_but_no_bonus_tile() {
    let mut table = Table::solo(AS_DEALT, &["B B S1 B B", "R+"]);
    table.place(1, "r0", "4,1");
    table.bonus(1, "m", "1,-1");
    table.act(1, "draw");
    reveal(&mut table, Land::Ruin);
    assert_eq!(table.refusal(1, "bonus 1,-1"), "there is a bonus tile at 1,-1 already");
    table.act(1, "bonus 2,-1");
    table.place(2, "r0", "3,0");
    assert_eq!(table.legal(1), ["sheep 1,-1"]);
}

fn reveal(table: &mut Table, land: Land) {
    let action = tipperary::Action::Reveal { seat: seat(1), land };
    table.game.apply(Actor::Dealer, action, &mut rules::NoEvents).unwrap();
}

#[test]
fn a_drawn_bonus_tile_is_placed_before_anything_else() {
    let mut table = Table::solo("M M M", &["B+ B S1 B B S1"]);
    table.place(1, "r0", "4,1");
    assert!(table.legal(1).contains(&"sheep 0,1".to_owned()));
    table.act(1, "draw");
    assert_eq!(table.game.turn(), Turn::Dealer);
    reveal(&mut table, Land::Ruin);
    assert!(table.legal(1).iter().all(|action| action.starts_with("bonus ")));
    assert_eq!(table.refusal(1, "sheep 0,1"), "you have to lay down your bonus tile first");
}

#[test]
fn the_dealer_draws_uniformly_from_the_bonus_tiles_left() {
    let mut table = Table::solo(AS_DEALT, &["B B S1 B B"]);
    table.place(1, "r0", "4,1");
    table.bonus(1, "r", "1,-1");
    table.act(1, "draw");
    let weights = table.game.outcomes();
    let text: Vec<String> = weights
        .iter()
        .map(|outcome| format!("{} {}", table.game.write(outcome.action), outcome.weight))
        .collect();
    assert_eq!(
        text,
        [
            "bonus 1 m 1",
            "bonus 1 p1 2",
            "bonus 1 g 2",
            "bonus 1 d 2",
            "bonus 1 r 1",
            "bonus 1 b 2",
            "bonus 1 s2 1"
        ]
    );
}

#[test]
fn a_pending_draw_reserves_a_bonus_tile() {
    let table = Table::new("together", AS_DEALT, &[&["B B S1 B B"], &["B B S2 B B"]]);
    let mut snapshot = table.game.snapshot();
    let lands = ["p1", "p1", "r", "r", "m", "b", "s2", "g", "g"];
    let laid = lands.iter().enumerate().map(|(index, land)| tipperary::SnapshotBonus {
        land: (*land).to_owned(),
        at: Point::new(4 + index as i16, 1),
    });
    snapshot.seats[1].bonus = laid.collect();
    snapshot.supply.bonus = [("d".to_owned(), 2), ("b".to_owned(), 1)].into();
    let mut game = Tipperary::from_snapshot(&table.game.setup(), &snapshot).unwrap();
    for (number, text) in [(1, "place 1 r0 4,1"), (2, "place 2 r0 1,-1")] {
        let action = game.read(text).unwrap();
        game.apply(seat(number).into(), action, &mut rules::NoEvents).unwrap();
    }
    assert_eq!(game.player(seat(1)).pending_draws(), 2);
    // Three were left and two are reserved, so one of the two sites brings nothing.
    assert_eq!(game.player(seat(2)).pending_draws(), 1);
}

#[test]
fn after_a_draw_only_the_dealer_acts_and_then_the_unfinished_seats() {
    let mut table = Table::new("together", AS_DEALT, &[&["B B S1"], &["R"]]);
    table.act(1, "place 1 r0 4,1");
    table.act(1, "draw");
    assert_eq!(table.game.turn(), Turn::Dealer);
    assert_eq!(table.refusal(2, "place 2 r0 1,-1"), "the dealer is to act now");
    reveal(&mut table, Land::Grain);
    assert_eq!(table.game.turn(), Turn::Seats(rules::SeatSet::all(2)));
}
