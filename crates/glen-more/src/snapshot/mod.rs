//! The position as plain data.

mod display;
mod restore;

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::display::Display;
use crate::payment::Due;
use crate::place::Place;
use crate::resource::Resource;
use crate::set::TileSet;
use crate::state::{Bill, GlenMore, Phase, Player};
use crate::track::Space;

/// The position as plain data; `docs/state/glen-more.md` describes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// What the game waits for.
    pub phase: PhaseName,
    /// The seat to act, if it is a seat's turn.
    pub seat: Option<Seat>,
    /// The fourteen spaces: `""`, a tile, `seat N` or `die`.
    pub track: Vec<String>,
    /// The empty space behind the head, to which the next tile is drawn.
    pub gap: u8,
    /// The tiles that have not been drawn.
    pub left: Vec<String>,
    /// The number of covered spaces of each row.
    pub warehouse: PerResource,
    /// In seat order.
    pub players: Vec<PlayerData>,
    /// The progress of the turn, once a tile is taken.
    pub turn: Option<TurnData>,
}

/// What the game waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// The starting player.
    First,
    /// A tile for the track.
    Draw,
    /// The die.
    Roll,
    /// A tile to be taken.
    Take,
    /// A unit to be paid.
    Pay,
    /// A resource to be chosen.
    Choose,
    /// Activations and movement.
    Activate,
    /// Nothing.
    Over,
}

/// A small number for each resource.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are the resources")]
pub struct PerResource {
    pub wood: u8,
    pub stone: u8,
    pub grain: u8,
    pub cattle: u8,
    pub sheep: u8,
}

impl PerResource {
    /// By [`Resource::index`].
    pub const fn to_array(self) -> [u8; 5] {
        [self.wood, self.stone, self.grain, self.cattle, self.sheep]
    }
}

impl From<[u8; 5]> for PerResource {
    fn from([wood, stone, grain, cattle, sheep]: [u8; 5]) -> Self {
        Self { wood, stone, grain, cattle, sheep }
    }
}

/// The state of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerData {
    /// Coins in hand.
    pub coins: u16,
    /// Barrels.
    pub whiskey: u16,
    /// Chieftains put aside.
    pub chieftains: u8,
    /// Special location cards, by their tiles.
    pub cards: Vec<String>,
    /// Points so far.
    pub points: PointsData,
    /// The display, row by row from the south.
    pub display: Vec<TileData>,
}

/// A player's points from scorings and activations.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointsData {
    /// For barrels in scorings.
    pub whiskey: u16,
    /// For chieftains and caps in scorings.
    pub chieftains: u16,
    /// For special location cards in scorings.
    pub locations: u16,
    /// For activations.
    pub tiles: u16,
}

/// A tile in a display.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileData {
    /// The tile, or `village` for the starting village.
    pub tile: String,
    /// To the east.
    pub x: i8,
    /// To the north.
    pub y: i8,
    /// Clan members on it.
    pub clan: u8,
    /// Cubes on it.
    pub cubes: PerResource,
}

/// The progress of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnData {
    /// The place of the taken tile.
    pub taken: Position,
    /// What is still due.
    pub due: Option<DueData>,
    /// The tile whose use is being paid for; none while the taken tile is paid for.
    pub using: Option<UseData>,
    /// The number of resources that can still be chosen.
    pub choices: u8,
    /// The tiles that may still be activated because the new tile touches them.
    pub open: Vec<Position>,
    /// Whether Loch Ness still allows one tile elsewhere.
    pub elsewhere: bool,
    /// Movement points.
    pub movement: u8,
}

/// A place in a display.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// To the east.
    pub x: i8,
    /// To the north.
    pub y: i8,
}

impl From<Place> for Position {
    fn from(place: Place) -> Self {
        Self { x: place.x(), y: place.y() }
    }
}

/// What is still due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum DueData {
    /// Exactly these.
    Fixed {
        /// Cubes.
        resources: PerResource,
        /// Barrels.
        whiskey: u8,
    },
    /// Different resources.
    Different {
        /// The number of resources.
        count: u8,
        /// Those turned in before.
        used: Vec<String>,
    },
    /// Any resources.
    Any {
        /// The number of resources.
        count: u8,
    },
    /// A clan member or a chieftain.
    Clan,
}

/// A tile in use.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseData {
    /// Its place.
    pub at: Position,
    /// The points of its prize.
    pub points: u8,
    /// The barrels of its prize.
    pub whiskey: u8,
}

impl GlenMore {
    pub(crate) fn to_snapshot(&self) -> Snapshot {
        let seat = self.phase.seat();
        let taken = seat.filter(|_| !matches!(self.phase, Phase::Take(_)));
        Snapshot {
            phase: phase_name(self.phase),
            seat,
            track: self.track.spaces.map(space_name).to_vec(),
            gap: self.track.gap,
            left: tile_names(self.left),
            warehouse: Resource::ALL.map(|resource| self.warehouse.covered(resource)).into(),
            players: self.table[..usize::from(self.players)].iter().map(player_data).collect(),
            turn: taken.map(|seat| self.turn_data(&self.player(seat).display)),
        }
    }

    fn turn_data(&self, display: &Display) -> TurnData {
        let progress = &self.progress;
        let position = |slot: usize| Position::from(display.place(slot));
        TurnData {
            taken: position(progress.slot.into()),
            due: due_data(progress.due),
            using: match progress.bill {
                Bill::Tile => None,
                Bill::Use { slot, prize } => Some(UseData {
                    at: position(slot.into()),
                    points: prize.points,
                    whiskey: prize.whiskey,
                }),
            },
            choices: progress.choices,
            open: progress.open.iter().map(position).collect(),
            elsewhere: progress.elsewhere,
            movement: progress.movement,
        }
    }
}

const fn phase_name(phase: Phase) -> PhaseName {
    match phase {
        Phase::First => PhaseName::First,
        Phase::Draw => PhaseName::Draw,
        Phase::Roll => PhaseName::Roll,
        Phase::Take(_) => PhaseName::Take,
        Phase::Pay(_) => PhaseName::Pay,
        Phase::Choose(_) => PhaseName::Choose,
        Phase::Activate(_) => PhaseName::Activate,
        Phase::Over => PhaseName::Over,
    }
}

fn space_name(space: Space) -> String {
    match space {
        Space::Empty => String::new(),
        Space::Tile(tile) => tile.to_string(),
        Space::Figure(seat) => format!("seat {seat}"),
        Space::Die => "die".to_owned(),
    }
}

fn tile_names(tiles: TileSet) -> Vec<String> {
    tiles.iter().map(|tile| tile.to_string()).collect()
}

fn player_data(player: &Player) -> PlayerData {
    let display = &player.display;
    let tile_data = |slot: usize| TileData {
        tile: display.tile(slot).to_string(),
        x: display.place(slot).x(),
        y: display.place(slot).y(),
        clan: display.clan(slot),
        cubes: Resource::ALL.map(|resource| display.cubes(slot).of(resource)).into(),
    };
    PlayerData {
        coins: player.coins,
        whiskey: player.whiskey,
        chieftains: player.chieftains,
        cards: player.cards.iter().map(|card| card.tile().to_string()).collect(),
        points: PointsData {
            whiskey: player.points.whiskey,
            chieftains: player.points.chieftains,
            locations: player.points.locations,
            tiles: player.points.tiles,
        },
        display: display.slots().iter().map(tile_data).collect(),
    }
}

fn due_data(due: Due) -> Option<DueData> {
    match due {
        Due::Nothing => None,
        Due::Fixed { need, whiskey } => Some(DueData::Fixed { resources: need.into(), whiskey }),
        Due::Different { count, used } => {
            let paid = Resource::ALL.into_iter().filter(|it| used >> it.index() & 1 != 0);
            let used = paid.map(|resource| resource.name().to_owned()).collect();
            Some(DueData::Different { count, used })
        }
        Due::Any { count } => Some(DueData::Any { count }),
        Due::ClanOrChieftain => Some(DueData::Clan),
    }
}
