//! The position as plain data. Field names are part of the protocol.

mod restore;

use std::collections::BTreeMap;

use rules::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::row::Row;
use crate::state::Stage;
use crate::{Ground, Land, Player, Point, Tipperary};

/// The whole position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// What the game waits for: `towns`, `bag`, `fill`, `spin`, `place`, `towers` or `over`.
    pub stage: String,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// The seat with the cloth bag.
    pub bag_holder: Option<Seat>,
    /// The seat with the marker for the largest flock.
    pub marker: Option<Seat>,
    /// The number of fifths that the wheel has turned this round.
    pub spin: Option<u8>,
    /// The tiles of the five areas, in ascending order.
    pub areas: Vec<Vec<u8>>,
    /// The tiles in the bag, in ascending order.
    pub bag: Vec<u8>,
    /// The supply.
    pub supply: SnapshotSupply,
    /// The seat that waits for the dealer to reveal a bonus tile.
    pub drawing: Option<Seat>,
    /// The seats that have not finished the placement of this round, or their towers.
    pub unfinished: SeatSet,
    /// The state of each seat, in seat order.
    pub seats: Vec<SeatSnapshot>,
}

/// The supply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotSupply {
    /// Wooden sheep.
    pub sheep: u8,
    /// Towers.
    pub towers: u8,
    /// Bonus tiles that have not been revealed, including those that seats have a claim to.
    pub bonus: BTreeMap<String, u8>,
}

/// The state of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSnapshot {
    /// The hometown.
    pub town: Option<String>,
    /// The side of it that is up.
    pub side: Option<String>,
    /// The tiles on the display, by number.
    pub tiles: Vec<SnapshotTile>,
    /// The bonus tiles on the display, row by row.
    pub bonus: Vec<SnapshotBonus>,
    /// The wooden sheep on the display, row by row.
    pub sheep: Vec<Point>,
    /// The towers on the display, row by row.
    pub towers: Vec<Point>,
    /// The number of whiskeys produced, up to the end of the track.
    pub whiskey: u8,
    /// Towers in hand.
    pub towers_in_hand: u8,
    /// Effects that have to be taken.
    pub pending: SnapshotPending,
}

/// A tile on a display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotTile {
    /// Its number.
    pub tile: u8,
    /// Its orientation.
    pub orientation: String,
    /// The top left corner of its bounding box.
    pub at: Point,
}

/// A bonus tile on a display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotBonus {
    /// Its landscape.
    pub land: String,
    /// Its position.
    pub at: Point,
}

/// Effects that have to be taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotPending {
    /// Wooden sheep to be placed.
    pub sheep: u8,
    /// Bonus tiles to be drawn.
    pub draws: u8,
    /// A bonus tile to be placed.
    pub bonus: Option<String>,
}

const STAGES: [(Stage, &str); 7] = [
    (Stage::Towns, "towns"),
    (Stage::Bag, "bag"),
    (Stage::Fill, "fill"),
    (Stage::Spin, "spin"),
    (Stage::Place, "place"),
    (Stage::Towers, "towers"),
    (Stage::Over, "over"),
];

impl Snapshot {
    pub(crate) fn of(game: &Tipperary) -> Self {
        let stage = STAGES.iter().find(|(stage, _)| *stage == game.stage);
        let left = Land::ALL.into_iter().zip(game.bonus).filter(|(_, count)| *count > 0);
        Self {
            stage: stage.map_or_else(String::new, |(_, name)| (*name).to_owned()),
            round: game.round,
            bag_holder: game.bag_holder,
            marker: game.marker,
            spin: game.spin,
            areas: (1..=game.areas.len() as u8).map(|area| game.area(area).collect()).collect(),
            bag: game.bag.columns().map(|tile| tile as u8 + 1).collect(),
            supply: SnapshotSupply {
                sheep: game.sheep,
                towers: game.towers,
                bonus: left.map(|(land, count)| (land.code().to_owned(), count)).collect(),
            },
            drawing: game.drawing,
            unfinished: game.unfinished,
            seats: Seat::all(game.setup.players())
                .map(|seat| SeatSnapshot::of(game, game.player(seat)))
                .collect(),
        }
    }
}

impl SeatSnapshot {
    fn of(game: &Tipperary, player: &Player) -> Self {
        let spaces = || player.display.spaces().iter();
        let bonus = |land: Land, at| SnapshotBonus { land: land.code().to_owned(), at };
        let on = |ground: Ground| {
            spaces().filter(move |space| space.ground() == ground).map(|space| space.point())
        };
        Self {
            town: player.town.map(|(town, _)| game.set().towns()[usize::from(town)].name().into()),
            side: player.town.map(|(_, side)| side.name().to_owned()),
            tiles: player.tiles().iter().copied().map(SnapshotTile::of).collect(),
            bonus: spaces()
                .filter(|space| space.is_bonus())
                .map(|space| match space.ground() {
                    Ground::Land(land) => bonus(land, space.point()),
                    // Only meadows take sheep.
                    _ => bonus(Land::Meadow, space.point()),
                })
                .collect(),
            sheep: on(Ground::WoodenSheep).collect(),
            towers: on(Ground::Tower).collect(),
            whiskey: player.whiskey,
            towers_in_hand: player.towers,
            pending: SnapshotPending {
                sheep: player.sheep,
                draws: player.draws,
                bonus: player.drawn.map(|land| land.code().to_owned()),
            },
        }
    }
}

impl SnapshotTile {
    fn of(placed: crate::PlacedTile) -> Self {
        Self {
            tile: placed.tile(),
            orientation: placed.orientation().name().to_owned(),
            at: placed.at(),
        }
    }
}
