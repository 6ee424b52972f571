//! Events, their sentences, and the text table.

use glen_more::{Event, GlenMore};
use rules::{Game, Names, Seat};

use crate::support::{Scene, Table};

fn told(table: &Table, events: &[Event]) -> Vec<String> {
    let mut names = Names::numbered(table.state.players());
    names.set(Seat::from_index(0), "Anna");
    events.iter().map(|event| table.state.describe_event(event, &names)).collect()
}

#[test]
fn a_turn_is_told_sentence_by_sentence() {
    let mut table = Scene::new(2)
        .tile_with(1, "t18", 1, 0, [0, 0, 1, 0, 0])
        .track(&["t11"])
        .left(&["t10", "t32"])
        .build();
    let mut story = Vec::new();
    for text in ["take 3 @1,1", "buy stone", "activate @1,1", "pay grain @1,0", "activate @1,0"] {
        let events = table.act(text);
        story.extend(told(&table, &events));
    }
    for text in ["sell grain @1,0", "step 0,0>1,1", "end"] {
        let events = table.act(text);
        story.extend(told(&table, &events));
    }
    let expected = [
        "Anna moves to space 3 and places the distillery (t11) at 1,1.",
        "Anna buys 1 stone at the warehouse for 2 coins and turns it in.",
        "Anna gets 1 barrel of whiskey from the distillery at 1,1.",
        "Anna gets 1 movement point.",
        "Anna uses the distillery at 1,1 for 1 barrel.",
        "Anna turns in 1 grain from the wheat field at 1,0.",
        "Anna gets 1 barrel of whiskey from the distillery at 1,1.",
        "Anna gets 1 grain on the wheat field at 1,0.",
        "Anna sells 1 grain from the wheat field at 1,0 for 1 coin.",
        "A clan member of Anna moves from 0,0 to 1,1.",
        "Anna ends the turn.",
    ];
    assert_eq!(story, expected);
    let events = table.act("draw t10");
    assert_eq!(
        told(&table, &events),
        [
            "The butcher (t10) comes onto space 13 of the track.",
            "Scoring 1. Whiskey: Anna 2 (+2), Seat 2 0 (+0); chieftains and caps: Anna 0 (+0), \
             Seat 2 0 (+0); special locations: Anna 0 (+0), Seat 2 0 (+0).",
        ]
    );
}

#[test]
fn the_end_is_told_for_everybody() {
    let mut table =
        Scene::new(2).left(&["t66"]).tile(1, "t48", 1, 0).track(&["t12"]).coins(2, 0).build();
    table.take("t12", "1,1");
    let events = table.act("promote @0,0");
    assert_eq!(told(&table, &events), ["A clan member of Anna at 0,0 becomes a chieftain."]);
    table.act("end");
    let events = table.act("draw t66");
    assert_eq!(
        told(&table, &events)[2..],
        [
            "At the end Anna gets +2 for Iona Abbey, +6 for coins, -6 for tiles.",
            "At the end Seat 2 gets nothing more.",
        ]
    );
}

#[test]
fn special_locations_and_the_die_are_told() {
    let mut table = Scene::new(2)
        .tile(1, "t48", 1, 0)
        .chieftains(1, 1)
        .clan(1, 0, 0, 2)
        .track(&["t37", "t52", "t30", "t33"])
        .whiskey(1, 1)
        .build();
    let tell = |table: &mut Table, text: &str| {
        let events = table.act(text);
        told(table, &events).join(" ")
    };
    let mut ness = table.clone();
    ness.take("t37", "0,1");
    assert_eq!(
        tell(&mut ness.clone(), "pay chieftain").split('.').next(),
        Some("Anna turns in a chieftain")
    );
    let clan = tell(&mut ness, "pay clan @0,0");
    assert!(
        clan.starts_with("Anna turns in a clan member from 0,0. Anna gets the card Loch Ness.")
    );
    let mut shiel = table.clone();
    shiel.take("t52", "0,1");
    assert!(tell(&mut shiel, "skip").starts_with("Anna leaves Iona Abbey empty."));
    let mut castle = table.clone();
    castle.take("t30", "1,1");
    castle.act("buy wood");
    let paid = tell(&mut castle, "buy stone");
    assert!(paid.contains("Anna gets a clan member on Armadale Castle at 1,1."), "{paid}");
    assert!(paid.contains("Anna gets 3 coins."), "{paid}");
    table.take("t33", "1,1");
    assert!(tell(&mut table, "pay whiskey").starts_with("Anna turns in 1 barrel."));
    assert_eq!(tell(&mut table, "activate @1,1"), "Anna gets 3 points from the tavern at 1,1.");
    let rolled = table.state.describe_event(&Event::Rolled { pips: 2 }, &Names::numbered(2));
    assert_eq!(rolled, "The die shows 2 and moves 2 tiles ahead.");
}

#[test]
fn passing_and_starting_are_told() {
    let mut table = Scene::new(4).clan(1, 0, 0, 0).track(&["t12"]).build();
    let events = table.act("pass");
    assert_eq!(
        told(&table, &events),
        [
            "Anna can take nothing and moves on to the next tile.",
            "The meadow (t12) on space 4 leaves the game.",
        ]
    );
    let mut table = Table::start(2);
    let events = table.act("first 1");
    assert_eq!(told(&table, &events), ["Anna starts."]);
}

#[test]
fn a_scoring_tells_everybodys_counts_and_points() {
    let mut table = Scene::new(4)
        .left(&["t10", "t32"])
        .tile(1, "t18", 1, 0)
        .whiskey(3, 4)
        .track(&["t12"])
        .build();
    table.take("t12", "1,1");
    table.act("end");
    let events = table.act("draw t10");
    let Some(Event::Scored(scoring)) = events.last() else { panic!("a scoring is told") };
    assert_eq!(scoring.whiskey.counts, [0, 0, 4, 0, 0]);
    assert_eq!(scoring.whiskey.points, [0, 0, 5, 0, 0]);
}

#[test]
fn the_table_can_be_read() {
    let table = Scene::new(2)
        .tile_with(1, "t18", 1, 0, [0, 0, 2, 0, 0])
        .tile(2, "t35", 0, 1)
        .track(&["t10", "t26", "t60"])
        .build();
    let text = table.state.describe_position(&Names::numbered(2));
    for line in [
        "Seat 1 takes a tile.",
        "   0  Seat 1",
        "   2  the die",
        "   3  t10 butcher, turns 1/2 sheep into 2/4 points",
        "   4  t26 Castle Moil, gives 1 movement; costs 1 wood, 1 stone and 1 grain; brings a clan member",
        "   5  t60 Loch Oich (river); costs 2 different resources",
        "Warehouse (buy/sell): wood 2/1, stone 2/1, grain 2/1, cattle 2/1, sheep 2/1",
        "Seat 1: 6 coins, 0 barrels of whiskey, 0 chieftains, 0 points so far",
        "     0,0  starting village (river, road), gives 1 movement, 1 clan member",
        "     1,0  wheat field (road), gives 1 grain, 2 grain",
        "Seat 2: 6 coins, 0 barrels of whiskey, 0 chieftains, 0 points so far; cards: Loch Morar",
    ] {
        assert!(text.lines().any(|found| found == line), "{line:?} is missing in\n{text}");
    }
}

#[test]
fn every_phase_has_a_prompt() {
    let mut prompts = std::collections::BTreeSet::new();
    rules::conformance::visit::<GlenMore>(2, |step| {
        let text = step.state.describe_position(&Names::numbered(step.state.players()));
        let prompt = text.lines().next().expect("there is a first line").to_owned();
        assert!(prompt.ends_with('.'), "{prompt}");
        prompts.insert(prompt.split_whitespace().nth(2).map(str::to_owned));
    });
    assert!(prompts.len() >= 5, "{prompts:?}");
}
