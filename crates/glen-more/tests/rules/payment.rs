//! Costs and payments.

use std::collections::BTreeSet;

use glen_more::{Due, Purse, Resource, Warehouse};
use proptest::prelude::*;

use crate::support::{Five, Scene};

#[test]
fn a_tile_without_cost_is_free() {
    let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t23"]).coins(1, 0).build();
    table.take("t23", "1,1");
    assert!(table.allows("end"));
    assert_eq!(table.player(1).coins(), 0);
}

#[test]
fn a_tile_that_cannot_be_paid_is_not_offered() {
    let table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t26"]).coins(1, 2).build();
    assert!(!table.legal().iter().any(|text| text.starts_with("take 4 ")));
    assert_eq!(
        table.refusal("take 4 @1,1"),
        "you cannot pay for Castle Moil: it costs 1 wood, 1 stone and 1 grain, \
         and selling and buying do not help"
    );
    let table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t26"]).coins(1, 3).build();
    assert!(table.allows("take 4 @1,1"));
}

#[test]
fn costs_are_paid_unit_by_unit_from_any_own_tile() {
    let mut table = Scene::new(4)
        .tile_with(1, "t08", 1, 0, [2, 0, 0, 0, 0])
        .tile_with(1, "t24", 1, 1, [1, 0, 0, 0, 0])
        .track(&["t27"])
        .build();
    table.take("t27", "0,1");
    assert_eq!(table.legal(), ["pay wood @1,0", "pay wood @1,1", "buy wood", "buy stone"]);
    table.act("pay wood @1,1");
    assert_eq!(table.legal(), ["buy stone"]);
    table.act("buy stone");
    assert_eq!(table.cubes(1), [2, 0, 0, 0, 0]);
    assert!(table.allows("end"));
}

#[test]
fn while_something_is_due_only_paying_and_trading_is_possible() {
    let mut table =
        Scene::new(2).tile_with(1, "t08", 1, 0, [2, 0, 0, 0, 0]).track(&["t16"]).build();
    table.take("t16", "1,1");
    assert_eq!(table.legal(), ["buy stone", "sell wood @1,0"]);
    assert_eq!(table.refusal("end"), "first you have to turn in 1 stone");
    assert_eq!(table.refusal("activate @1,0"), "first you have to turn in 1 stone");
}

#[test]
fn what_was_sold_can_be_bought_back_into_the_cost() {
    let mut table = Scene::new(2)
        .tile_with(1, "t07", 0, 1, [0, 1, 0, 0, 0])
        .tile(1, "t18", 1, 0)
        .coins(1, 0)
        .track(&["t16"])
        .build();
    table.take("t16", "1,1");
    table.play(&["sell stone @0,1", "buy stone"]);
    assert_eq!(table.player(1).coins(), 0);
    assert!(table.allows("end"));
}

#[test]
fn a_tavern_costs_a_barrel() {
    let scene =
        |barrels| Scene::new(4).tile(1, "t18", 1, 0).track(&["t33"]).whiskey(1, barrels).build();
    assert!(!scene(0).allows("take 4 @1,1"));
    let mut table = scene(2);
    table.take("t33", "1,1");
    assert_eq!(table.legal(), ["pay whiskey"]);
    table.act("pay whiskey");
    assert_eq!(table.player(1).whiskey(), 1);
}

#[test]
fn loch_oich_costs_two_different_resources() {
    let mut table = Scene::new(4)
        .tile_with(1, "t08", 1, 0, [2, 0, 0, 0, 0])
        .tile_with(1, "t05", 2, 0, [0, 0, 1, 0, 0])
        .coins(1, 0)
        .track(&["t60"])
        .build();
    table.take("t60", "0,1");
    assert_eq!(table.legal(), ["pay wood @1,0", "pay grain @2,0"]);
    table.act("pay wood @1,0");
    assert_eq!(table.legal(), ["pay grain @2,0"]);
    assert_eq!(
        table.refusal("pay wood @1,0"),
        "that is not due: you still have to turn in 1 resource not turned in yet"
    );
}

#[test]
fn a_cube_that_leads_to_a_dead_end_is_not_accepted() {
    // One sheep worth 3 coins and an empty purse: it has to be sold, and two others bought.
    let mut table = Scene::new(4)
        .tile_with(1, "t03", 0, 1, [0, 0, 0, 0, 1])
        .coins(1, 0)
        .warehouse([0, 1, 3, 3, 3])
        .track(&["t60"])
        .build();
    table.take("t60", "0,-1");
    assert_eq!(table.legal(), ["sell sheep @0,1"]);
    assert_eq!(
        table.refusal("pay sheep @0,1"),
        "with sheep turned in, the rest of the cost could not be paid any more"
    );
    table.act("sell sheep @0,1");
    assert_eq!(table.legal(), ["buy wood", "buy stone"]);
    table.play(&["buy stone", "buy wood"]);
    assert_eq!(table.player(1).coins(), 0);
}

#[test]
fn loch_ness_costs_a_clan_member_or_a_chieftain() {
    let mut table = Scene::new(4)
        .tile(1, "t08", 1, 0)
        .clan(1, 1, 0, 1)
        .chieftains(1, 1)
        .track(&["t37"])
        .build();
    table.take("t37", "0,1");
    assert_eq!(table.legal(), ["pay clan @0,0", "pay clan @1,0", "pay chieftain"]);
    let mut by_chieftain = table.clone();
    by_chieftain.act("pay chieftain");
    assert_eq!(by_chieftain.player(1).chieftains(), 0);
    table.act("pay clan @0,0");
    assert_eq!((table.clan_at(1, 0, 0), table.clan_at(1, 1, 0)), (0, 1));
    assert_eq!(table.player(1).chieftains(), 1, "a clan member paid becomes no chieftain");
}

#[test]
fn the_last_clan_member_next_to_loch_ness_is_never_paid() {
    let scene = |members| {
        let scene = Scene::new(4).tile(1, "t08", 1, 0).tile(1, "t18", 2, 0).track(&["t37"]);
        scene.clan(1, 2, 0, members)
    };
    // The one at 2,0 is too far away to hold the new tile.
    let mut table = scene(1).build();
    table.take("t37", "0,1");
    assert_eq!(table.legal(), ["pay clan @2,0"]);
    assert_eq!(
        table.refusal("pay clan @0,0"),
        "the clan member at 0,0 is the only one next to the new tile"
    );
    assert_eq!(table.refusal("pay chieftain"), "you have no chieftain to turn in");
    let alone = scene(0).build();
    assert!(!alone.allows("take 4 @0,1"), "the last one of a display cannot be paid");
    assert_eq!(
        alone.refusal("take 4 @0,1"),
        "you have no clan member or chieftain to spare for Loch Ness"
    );
}

#[test]
fn two_clan_members_on_one_tile_can_spare_one() {
    let mut table = Scene::new(4).clan(1, 0, 0, 2).track(&["t37"]).build();
    table.take("t37", "0,1");
    assert_eq!(table.legal(), ["pay clan @0,0"]);
}

#[test]
fn affordability_knows_that_prices_rise() {
    // Three coins buy two sheep (1 + 2), two coins do not.
    for (coins, twice) in [(2, false), (3, true)] {
        let mut table = Scene::new(4).tile(1, "t18", 1, 0).track(&["t10"]).coins(1, coins).build();
        table.take("t10", "1,1");
        assert!(table.allows("activate @1,1 x1"));
        assert_eq!(table.allows("activate @1,1 x2"), twice, "{coins} coins");
    }
}

/// A purse for the search: coins, cubes, covered spaces.
type Position = (u16, Five, Five, Due);

/// A reference implementation by exhaustive search: turning in, buying, selling, in any order.
fn can_meet_by_search(position: Position, seen: &mut BTreeSet<String>) -> bool {
    let (coins, cubes, covered, due) = position;
    if due.is_met() {
        return true;
    }
    if !seen.insert(format!("{position:?}")) {
        return false;
    }
    Resource::ALL.into_iter().any(|resource| {
        let index = resource.index();
        let (mut fewer, mut lower, mut higher) = (cubes, covered, covered);
        fewer[index] = fewer[index].saturating_sub(1);
        lower[index] = lower[index].saturating_sub(1);
        higher[index] += 1;
        let price = u16::from(higher[index]);
        let owned = cubes[index] > 0;
        let paid = due.wants(resource).then(|| after(due, resource));
        let mut search = |position| can_meet_by_search(position, seen);
        (owned && paid.is_some_and(|due| search((coins, fewer, covered, due))))
            || (covered[index] < 3
                && price <= coins
                && paid.is_some_and(|due| search((coins - price, cubes, higher, due))))
            || (owned
                && covered[index] > 0
                && search((coins + u16::from(covered[index]), fewer, lower, due)))
    })
}

/// The rest of a cost after a cube, implemented independently.
fn after(due: Due, resource: Resource) -> Due {
    match due {
        Due::Fixed { mut need, whiskey } => {
            need[resource.index()] -= 1;
            Due::Fixed { need, whiskey }
        }
        Due::Different { count, used } => {
            Due::Different { count: count - 1, used: used | 1 << resource.index() }
        }
        Due::Any { count } => Due::Any { count: count - 1 },
        Due::Nothing | Due::ClanOrChieftain => due,
    }
}

fn purse((coins, cubes, covered, _): Position) -> Purse {
    let warehouse = Warehouse::with_covered(covered).expect("rows have three spaces");
    Purse::new(coins, cubes, 0, false, warehouse)
}

fn any_due() -> impl Strategy<Value = Due> {
    prop_oneof![
        proptest::array::uniform5(0u8..3).prop_map(|need| Due::Fixed { need, whiskey: 0 }),
        (1u8..=5).prop_map(|count| Due::Different { count, used: 0 }),
        (1u8..=4).prop_map(|count| Due::Any { count }),
        (1u8..=3, 0u8..32).prop_map(|(count, used)| Due::Different { count, used }),
    ]
}

fn any_position() -> impl Strategy<Value = Position> {
    let cubes = proptest::array::uniform5(prop_oneof![3 => Just(0u8), 1 => 1u8..=3]);
    (0u16..=8, cubes, proptest::array::uniform5(0u8..=3), any_due())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn feasibility_agrees_with_an_exhaustive_search(position in any_position()) {
        let possible = can_meet_by_search(position, &mut BTreeSet::new());
        prop_assert_eq!(purse(position).can_meet(position.3), possible);
        prop_assert_eq!(purse(position).quote(position.3).is_some(), possible);
    }

    #[test]
    fn each_next_cube_agrees_with_an_exhaustive_search(position in any_position()) {
        let (coins, cubes, covered, due) = position;
        if due.is_met() || !purse(position).can_meet(due) {
            return Ok(());
        }
        for resource in Resource::ALL {
            let index = resource.index();
            let wanted = due.wants(resource);
            let next = purse(position).can_continue(due, resource);
            if wanted && cubes[index] > 0 {
                let mut fewer = cubes;
                fewer[index] -= 1;
                let paid = (coins, fewer, covered, after(due, resource));
                prop_assert_eq!(next, can_meet_by_search(paid, &mut BTreeSet::new()));
            }
            if wanted && purse(position).can_buy(resource) {
                let mut higher = covered;
                higher[index] += 1;
                let coins = coins - u16::from(higher[index]);
                let bought = (coins, cubes, higher, after(due, resource));
                prop_assert_eq!(next, can_meet_by_search(bought, &mut BTreeSet::new()));
            }
            prop_assert!(wanted || !next);
        }
    }

    #[test]
    fn a_quote_can_be_carried_out(position in any_position()) {
        let (coins, cubes, covered, due) = position;
        let Some(quote) = purse(position).quote(due) else { return Ok(()) };
        let (mut coins, mut cubes, mut covered, mut due) = (coins, cubes, covered, due);
        for resource in Resource::ALL {
            for _ in 0..quote.sold[resource.index()] {
                prop_assert!(cubes[resource.index()] > 0 && covered[resource.index()] > 0);
                cubes[resource.index()] -= 1;
                coins += u16::from(covered[resource.index()]);
                covered[resource.index()] -= 1;
            }
        }
        let before = coins;
        for resource in Resource::ALL {
            for _ in 0..quote.own[resource.index()] {
                prop_assert!(due.wants(resource) && cubes[resource.index()] > 0);
                cubes[resource.index()] -= 1;
                due = after(due, resource);
            }
            for _ in 0..quote.bought[resource.index()] {
                covered[resource.index()] += 1;
                prop_assert!(due.wants(resource) && covered[resource.index()] <= 3);
                coins = coins.checked_sub(covered[resource.index()].into()).expect("enough coins");
                due = after(due, resource);
            }
        }
        prop_assert!(due.is_met());
        prop_assert_eq!(before - coins, quote.coins);
    }
}
