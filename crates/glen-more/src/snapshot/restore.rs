//! Restores a state from plain data. All validation of positions is here.

use rules::{MAX_SEATS, Refusal, Seat};

use crate::display::{CAPACITY, Display};
use crate::payment::Due;
use crate::place::Place;
use crate::resource::Resource;
use crate::set::{Set, TileSet};
use crate::slots::Slots;
use crate::state::{Bill, GlenMore, Phase, Player, Points, Progress};
use crate::tile::{Activation, Location, Prize, TileId};
use crate::track::{SPACES, Space, Track};
use crate::warehouse::Warehouse;

use super::display::read_display;
use super::{DueData, PhaseName, PlayerData, Position, Snapshot, TurnData, UseData};

/// The most points in a snapshot: more than any game leads to, and small enough for every sum.
const MAX_POINTS: u16 = 9999;
const MAX_THINGS: u16 = 999;
const MAX_PEOPLE: u16 = 100;

pub(super) type Checked<T> = Result<T, Refusal>;

pub(super) fn ensure(holds: bool, reason: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { Err(Refusal::new(reason())) }
}

impl GlenMore {
    pub(crate) fn restore(set: &'static Set, players: u8, data: &Snapshot) -> Checked<Self> {
        let mut state = Self::start(set, players);
        ensure(data.players.len() == usize::from(players), || {
            format!("there are {} players at a table of {players}", data.players.len())
        })?;
        let mut seen = TileSet::default();
        state.left = read_left(&data.left, &mut seen)?;
        state.track = read_track(players, data, &mut seen)?;
        state.warehouse = Warehouse::with_covered(data.warehouse.to_array())
            .ok_or("a row of the warehouse has three spaces")?;
        for (seat, player) in Seat::all(players).zip(&data.players) {
            state.table[seat.index()] = read_player(set, player, &mut seen)
                .map_err(|reason| Refusal::new(format!("seat {seat}: {reason}")))?;
        }
        state.phase = read_phase(data)?;
        state.check_track()?;
        state.read_turn(data.turn.as_ref())?;
        state.read_cards(data)?;
        state.check_start()?;
        Ok(state)
    }

    /// Checks that the chain has no gaps, and that the figure to act is where it must be.
    fn check_track(&self) -> Checked<()> {
        let track = &self.track;
        let filled = |from: usize| {
            (from..SPACES).all(|steps| track.spaces[track.ahead(steps)] != Space::Empty)
        };
        let fits = match self.phase {
            Phase::First => track.spaces == [Space::Empty; SPACES] && track.gap == 0,
            Phase::Take(seat) => track.front() == Space::Figure(seat) && filled(1),
            Phase::Roll => track.front() == Space::Die && filled(1),
            Phase::Pay(_) | Phase::Choose(_) | Phase::Activate(_) => {
                track.front() == Space::Empty && filled(2)
            }
            Phase::Draw => track.front() == Space::Empty && self.is_chain(),
            Phase::Over => self.is_chain(),
        };
        ensure(fits, || "the track does not fit to what is to be done".to_owned())?;
        ensure(self.left.is_empty() == (self.phase == Phase::Over), || {
            "the game is over exactly if all tiles are drawn".to_owned()
        })
    }

    /// Whether all empty spaces lie between the gap and the head.
    fn is_chain(&self) -> bool {
        let spaces = (1..SPACES).map(|steps| self.track.spaces[self.track.ahead(steps)]);
        let mut chain = spaces.skip_while(|&space| space == Space::Empty);
        chain.next().is_some_and(Space::moves) && chain.all(|space| space != Space::Empty)
    }

    /// Checks that a position before the first action is the initial one.
    fn check_start(&self) -> Checked<()> {
        let fresh = || *self == Self::start(self.set(), self.players);
        ensure(self.phase != Phase::First || fresh(), || {
            "something has happened before the start".to_owned()
        })
    }

    /// Checks that each special location has its card, except one that is not paid for yet.
    fn read_cards(&mut self, data: &Snapshot) -> Checked<()> {
        let unpaid = matches!(self.phase, Phase::Pay(_)) && self.progress.bill == Bill::Tile;
        let unpaid = self.taken_at().filter(|_| unpaid);
        for (seat, player) in Seat::all(self.players).zip(&data.players) {
            let mine = self.phase.seat() == Some(seat);
            let player_state = &mut self.table[seat.index()];
            for (place, tile) in player_state.display.tiles() {
                if let Some(location) = Location::of(tile)
                    && !(mine && unpaid == Some(place))
                {
                    player_state.cards.add(location);
                }
            }
            let cards = player_state.cards.iter().map(|card| card.tile().to_string());
            ensure(cards.eq(player.cards.iter().cloned()), || {
                format!("seat {seat}: the cards do not go with the special locations")
            })?;
        }
        self.check_elsewhere()
    }

    fn check_elsewhere(&self) -> Checked<()> {
        let Some(seat) = self.phase.seat().filter(|_| self.progress.elsewhere) else {
            return Ok(());
        };
        let ness = self.player(seat).cards.has(Location::LochNess)
            && self.taken_location(seat) != Some(Location::LochOich);
        ensure(ness, || "nothing elsewhere can be activated without Loch Ness".to_owned())
    }

    fn read_turn(&mut self, turn: Option<&TurnData>) -> Checked<()> {
        let (seat, turn) = match (self.phase, turn) {
            (Phase::Pay(seat) | Phase::Choose(seat) | Phase::Activate(seat), Some(turn)) => {
                (seat, turn)
            }
            (Phase::Pay(_) | Phase::Choose(_) | Phase::Activate(_), None) => {
                return Err("there is nothing about the turn".into());
            }
            (_, Some(_)) => return Err("there is a turn before a tile is taken".into()),
            (_, None) => return Ok(()),
        };
        let display = &self.player(seat).display;
        let slot = find_slot(display, turn.taken)?;
        ensure(display.tile(slot) != TileId::STARTING_VILLAGE, || {
            "nobody takes a starting village".to_owned()
        })?;
        let mut open = Slots::EMPTY;
        for &position in &turn.open {
            open.insert(find_slot(display, position)?);
        }
        self.progress = Progress {
            slot: slot as u8,
            due: read_due(turn.due.as_ref())?,
            bill: read_bill(display, turn.using)?,
            choices: turn.choices,
            open,
            elsewhere: turn.elsewhere,
            movement: turn.movement,
        };
        self.check_progress(seat)
    }

    fn check_progress(&self, seat: Seat) -> Checked<()> {
        let Progress { due, bill, choices, open, elsewhere, movement, .. } = self.progress;
        let activating = match self.phase {
            Phase::Pay(_) => {
                self.check_due(seat, due, bill)?;
                bill != Bill::Tile
            }
            Phase::Choose(_) => {
                self.check_choices(seat)?;
                false
            }
            _ => true,
        };
        let paying = matches!(self.phase, Phase::Pay(_));
        let choosing = matches!(self.phase, Phase::Choose(_));
        ensure(paying || due == Due::Nothing && bill == Bill::Tile, || {
            "something is due though nothing is being paid".to_owned()
        })?;
        ensure(choosing || choices == 0, || "there is nothing to choose".to_owned())?;
        if activating {
            return self.check_open(seat);
        }
        ensure(open.is_empty() && !elsewhere && movement == 0, || {
            "the activation has not begun yet".to_owned()
        })
    }

    fn check_open(&self, seat: Seat) -> Checked<()> {
        let display = &self.player(seat).display;
        let everywhere = self.taken_location(seat) == Some(Location::LochOich);
        let new = display.place(usize::from(self.progress.slot));
        let reached = if everywhere { display.slots() } else { display.around(new) };
        let passive = |slot: usize| {
            let activation = self.tile_in(seat, slot).activation;
            matches!(activation, Activation::Nothing | Activation::Movement)
        };
        let open = self.progress.open;
        ensure(open.without(reached).is_empty() && !open.iter().any(passive), || {
            "a tile is open that the new one does not activate".to_owned()
        })?;
        ensure(usize::from(self.progress.movement) <= display.len(), || {
            "there are more movement points than tiles".to_owned()
        })
    }

    /// Checks that what is due is the rest of a cost, and can be paid.
    fn check_due(&self, seat: Seat, due: Due, bill: Bill) -> Checked<()> {
        let rest = match bill {
            Bill::Tile => {
                let tile = self.tile_in(seat, usize::from(self.progress.slot));
                due.is_rest_of(tile.cost)
            }
            Bill::Use { slot, prize } => match self.tile_in(seat, slot.into()).activation {
                Activation::Convert(conversion) => {
                    let mut ways = conversion.offers().iter().filter(|way| way.prize == prize);
                    !self.progress.open.contains(slot.into())
                        && ways.any(|&way| due.is_rest_of(conversion.due(way)))
                }
                _ => false,
            },
        };
        ensure(rest && !due.is_met(), || "what is due is not what is left of a cost".to_owned())?;
        let possible = match due {
            Due::ClanOrChieftain => {
                self.player(seat).chieftains > 0 || !self.spare_clan_members(seat).is_empty()
            }
            _ => self.purse(seat).can_meet(due),
        };
        ensure(possible, || "what is due cannot be paid".to_owned())
    }

    fn check_choices(&self, seat: Seat) -> Checked<()> {
        let display = &self.player(seat).display;
        let choices = self.progress.choices;
        let fits = match self.taken_location(seat) {
            Some(Location::LochLochy) => {
                let cubes = display.cubes(usize::from(self.progress.slot)).total();
                choices > 0 && u16::from(choices) + u16::from(cubes) <= 2
            }
            Some(Location::LochShiel) => {
                let abbey = Location::IonaAbbey.tile();
                let tiles = display.slots();
                choices == 1
                    && tiles
                        .iter()
                        .any(|it| display.tile(it) == abbey && display.cubes(it).is_empty())
            }
            _ => false,
        };
        ensure(fits, || "there is nothing to choose like that".to_owned())
    }
}

fn read_phase(data: &Snapshot) -> Checked<Phase> {
    let seated: fn(Seat) -> Phase = match data.phase {
        PhaseName::Take => Phase::Take,
        PhaseName::Pay => Phase::Pay,
        PhaseName::Choose => Phase::Choose,
        PhaseName::Activate => Phase::Activate,
        other => {
            ensure(data.seat.is_none(), || "it is no seat's turn now".to_owned())?;
            return Ok(match other {
                PhaseName::First => Phase::First,
                PhaseName::Draw => Phase::Draw,
                PhaseName::Roll => Phase::Roll,
                _ => Phase::Over,
            });
        }
    };
    let seat = data.seat.ok_or("it is nobody's turn")?;
    ensure(usize::from(seat.number()) <= data.players.len(), || {
        format!("there is no seat {seat}")
    })?;
    Ok(seated(seat))
}

pub(super) fn read_tile(name: &str, seen: &mut TileSet) -> Checked<TileId> {
    let tile = TileId::read(name).map_err(|error| Refusal::new(error.to_string()))?;
    ensure(!seen.contains(tile), || format!("the tile {tile} is in two places"))?;
    seen.insert(tile);
    Ok(tile)
}

fn read_left(names: &[String], seen: &mut TileSet) -> Checked<TileSet> {
    let mut left = TileSet::default();
    for name in names {
        left.insert(read_tile(name, seen)?);
    }
    Ok(left)
}

fn read_track(players: u8, data: &Snapshot, seen: &mut TileSet) -> Checked<Track> {
    let names: &[String; SPACES] =
        data.track.as_slice().try_into().map_err(|_| "the track has 14 spaces")?;
    ensure(usize::from(data.gap) < SPACES, || "the track has 14 spaces".to_owned())?;
    let mut track = Track { gap: data.gap, ..Track::EMPTY };
    let (mut figures, mut dice) = ([0; MAX_SEATS], 0);
    for (space, name) in track.spaces.iter_mut().zip(names) {
        *space = read_space(name, seen)?;
        match *space {
            Space::Figure(seat) => figures[seat.index()] += 1,
            Space::Die => dice += 1,
            Space::Empty | Space::Tile(_) => {}
        }
    }
    if data.phase == PhaseName::First {
        return Ok(track);
    }
    let expected = std::array::from_fn(|seat| u8::from(seat < usize::from(players)));
    ensure(figures == expected && dice == u8::from(players <= 3), || {
        "each figure stands on the track once, and the die with two or three players".to_owned()
    })?;
    ensure(track.spaces[track.gap()] == Space::Empty, || "the gap is not empty".to_owned())?;
    Ok(track)
}

fn read_space(name: &str, seen: &mut TileSet) -> Checked<Space> {
    match name {
        "" => Ok(Space::Empty),
        "die" => Ok(Space::Die),
        _ => match name.strip_prefix("seat ") {
            Some(seat) => Seat::all(MAX_SEATS as u8)
                .find(|known| known.to_string() == seat)
                .map(Space::Figure)
                .ok_or_else(|| Refusal::new(format!("there is no {name}"))),
            None => read_tile(name, seen).map(Space::Tile),
        },
    }
}

fn read_player(set: &Set, data: &PlayerData, seen: &mut TileSet) -> Checked<Player> {
    let points = data.points;
    let all = [points.whiskey, points.chieftains, points.locations, points.tiles];
    ensure(all.iter().all(|&points| points <= MAX_POINTS), || {
        format!("nobody has more than {MAX_POINTS} points of a kind")
    })?;
    ensure(data.coins <= MAX_THINGS && data.whiskey <= MAX_THINGS, || {
        format!("nobody has more than {MAX_THINGS} coins or barrels")
    })?;
    ensure(data.display.len() <= CAPACITY, || format!("a display has at most {CAPACITY} tiles"))?;
    let people = data.display.iter().map(|tile| u16::from(tile.clan)).sum::<u16>();
    ensure(people + u16::from(data.chieftains) <= MAX_PEOPLE, || {
        format!("nobody has more than {MAX_PEOPLE} clan members and chieftains")
    })?;
    let mut player = Player::new();
    player.coins = data.coins;
    player.whiskey = data.whiskey;
    player.chieftains = data.chieftains;
    player.points = Points {
        whiskey: points.whiskey,
        chieftains: points.chieftains,
        locations: points.locations,
        tiles: points.tiles,
    };
    player.display = read_display(set, &data.display, seen)?;
    Ok(player)
}

fn find_slot(display: &Display, at: Position) -> Checked<usize> {
    let place = Place::new(at.x, at.y);
    display.slot_at(place).ok_or_else(|| Refusal::new(format!("there is no tile at {place}")))
}

fn read_bill(display: &Display, using: Option<UseData>) -> Checked<Bill> {
    let Some(UseData { at, points, whiskey }) = using else { return Ok(Bill::Tile) };
    let slot = find_slot(display, at)? as u8;
    Ok(Bill::Use { slot, prize: Prize { points, whiskey } })
}

fn read_due(due: Option<&DueData>) -> Checked<Due> {
    Ok(match due {
        None => Due::Nothing,
        Some(DueData::Fixed { resources, whiskey }) => {
            Due::Fixed { need: resources.to_array(), whiskey: *whiskey }
        }
        Some(DueData::Different { count, used }) => {
            let mut bits = 0;
            for name in used {
                let resource = Resource::from_name(name)
                    .ok_or_else(|| Refusal::new(format!("{name:?} is no resource")))?;
                bits |= 1 << resource.index();
            }
            Due::Different { count: *count, used: bits }
        }
        Some(DueData::Any { count }) => Due::Any { count: *count },
        Some(DueData::Clan) => Due::ClanOrChieftain,
    })
}
