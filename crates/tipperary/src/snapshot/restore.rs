//! Restores states from plain data and validates them: an accepted state can be played to its end.

use rules::{Refusal, Seat, Setup};

use super::{STAGES, SeatSnapshot, Snapshot, SnapshotTile};
use crate::components::{Components, Side, TILES, TOWERS, TOWNS, WOODEN_SHEEP};
use crate::placed_shape::PlacedShape;
use crate::state::{PlacedTile, Stage};
use crate::{Display, Ground, Land, Orientation, Player, Point, Space, Tipperary};

type Checked<T = ()> = Result<T, Refusal>;

fn ensure(contains: bool, reason: impl FnOnce() -> String) -> Checked {
    if contains { Ok(()) } else { Err(Refusal::new(reason())) }
}

impl Snapshot {
    /// The state of this position.
    pub(crate) fn restore(&self, setup: &Setup<Tipperary>) -> Checked<Tipperary> {
        let mut game = Tipperary::start(setup);
        let stage = STAGES.iter().find(|(_, name)| *name == self.stage);
        game.stage = stage.ok_or_else(|| Refusal::new("there is no such stage"))?.0;
        game.round = self.round;
        game.bag_holder = self.bag_holder;
        game.marker = self.marker;
        game.spin = self.spin;
        game.drawing = self.drawing;
        game.unfinished = self.unfinished;
        self.restore_seats(&mut game)?;
        self.restore_tiles(&mut game)?;
        self.restore_supply(&mut game)?;
        check_stage(&game)?;
        check_seats(&game)?;
        Ok(game)
    }

    fn restore_seats(&self, game: &mut Tipperary) -> Checked {
        let players = game.setup.players();
        ensure(self.seats.len() == usize::from(players), || {
            format!("there are {players} seats, not {}", self.seats.len())
        })?;
        let no_such_seat = [self.bag_holder, self.marker, self.drawing].into_iter().flatten();
        let no_such_seat = no_such_seat.chain(self.unfinished).any(|seat| seat.number() > players);
        ensure(!no_such_seat, || format!("a seat is named that is not at a table of {players}"))?;
        let set = game.set();
        for (player, seat) in game.players.iter_mut().zip(&self.seats) {
            *player = seat.restore(set)?;
        }
        let towns: Vec<u8> =
            game.players.iter().filter_map(|player| Some(player.town?.0)).collect();
        let twice = (1..towns.len()).any(|index| towns[..index].contains(&towns[index]));
        ensure(!twice, || "two seats have the same hometown".to_owned())
    }

    /// Checks that every tile is in the bag, in an area or on a display.
    fn restore_tiles(&self, game: &mut Tipperary) -> Checked {
        let areas = self.areas.iter().flatten();
        let placed = game.players.iter().flat_map(Player::tiles).map(|placed| placed.tile);
        let all_tiles = self.bag.iter().chain(areas).copied().chain(placed);
        let mut seen = 0u64;
        for tile in all_tiles {
            ensure((1..=TILES).contains(&tile.into()), || format!("there is no tile {tile}"))?;
            ensure(seen & 1 << (tile - 1) == 0, || format!("tile {tile} is in two places"))?;
            seen |= 1 << (tile - 1);
        }
        ensure(seen == game.bag, || "a tile is nowhere".to_owned())?;
        game.bag = self.bag.iter().fold(0, |bag, tile| bag | 1 << (tile - 1));
        ensure(self.areas.len() == TOWNS, || format!("there are {TOWNS} areas"))?;
        for (area, tiles) in game.areas.iter_mut().zip(&self.areas) {
            *area = match tiles[..] {
                [] => [0, 0],
                [one] => [one, 0],
                [one, other] => [one.min(other), one.max(other)],
                _ => return Err("an area has at most two tiles".into()),
            };
        }
        Ok(())
    }

    /// Checks that the number of pieces in the supply, in hand and on displays is right.
    fn restore_supply(&self, game: &mut Tipperary) -> Checked {
        let supply = &self.supply;
        let count = |of: fn(&SeatSnapshot) -> usize| self.seats.iter().map(of).sum::<usize>();
        let sheep = count(|seat| seat.sheep.len() + usize::from(seat.pending.sheep));
        ensure(sheep + usize::from(supply.sheep) == usize::from(WOODEN_SHEEP), || {
            format!("there are {WOODEN_SHEEP} wooden sheep")
        })?;
        let towers = count(|seat| seat.towers.len() + usize::from(seat.towers_in_hand));
        ensure(towers + usize::from(supply.towers) == usize::from(TOWERS), || {
            format!("there are {TOWERS} towers")
        })?;
        (game.sheep, game.towers) = (supply.sheep, supply.towers);
        for land in Land::ALL {
            let code = Some(land.code());
            let taken: usize = self.seats.iter().map(|seat| seat.bonus_tiles(code)).sum();
            let left = supply.bonus.get(land.code()).copied().unwrap_or(0);
            let all = game.bonus[land as usize];
            ensure(taken + usize::from(left) == usize::from(all), || {
                format!("{all} bonus tiles show a {}", land.name())
            })?;
            game.bonus[land as usize] = left;
        }
        let known = supply.bonus.keys().all(|code| Land::from_code(code).is_some());
        ensure(known, || "a bonus tile of the supply shows nothing we know".to_owned())?;
        let none = supply.bonus.values().any(|&count| count == 0);
        ensure(!none, || "kinds of bonus tiles that are used up are left out".to_owned())?;
        let claims = count(|seat| seat.pending.draws.into()) + usize::from(self.drawing.is_some());
        let left: u8 = game.bonus.iter().sum();
        ensure(claims <= left.into(), || {
            "more bonus tiles are to be drawn than are left".to_owned()
        })
    }
}

impl SeatSnapshot {
    /// The number of bonus tiles with that landscape that the seat has.
    fn bonus_tiles(&self, code: Option<&str>) -> usize {
        let placed = self.bonus.iter().filter(|bonus| Some(bonus.land.as_str()) == code).count();
        placed + usize::from(self.pending.bonus.as_deref() == code)
    }

    fn restore(&self, set: &Components) -> Checked<Player> {
        let mut player = Player::NEW;
        let (Some(town), Some(side)) = (&self.town, &self.side) else {
            let nothing = Self { pending: super::SnapshotPending::default(), ..Self::empty() };
            ensure(*self == nothing, || "a seat without a hometown has nothing else".to_owned())?;
            return Ok(player);
        };
        let town = set.towns().iter().position(|known| known.name() == town);
        let town = town.ok_or_else(|| Refusal::new("there is no such hometown"))? as u8;
        let side = Side::ALL.into_iter().find(|known| known.name() == side);
        let side = side.ok_or_else(|| Refusal::new("a hometown has the sides a and b"))?;
        player.set_town(set, town, side);
        self.restore_display(set, &mut player)?;
        let most = set.track().len() - 1;
        let made = usize::from(whiskeys(&player.display)).min(most);
        ensure(usize::from(self.whiskey) == made, || {
            format!("the display has produced {made} whiskeys, not {}", self.whiskey)
        })?;
        (player.whiskey, player.towers) = (self.whiskey, self.towers_in_hand);
        (player.sheep, player.draws) = (self.pending.sheep, self.pending.draws);
        player.drawn = self.pending.bonus.as_deref().map(land).transpose()?;
        Ok(player)
    }

    fn empty() -> Self {
        Self {
            town: None,
            side: None,
            tiles: Vec::new(),
            bonus: Vec::new(),
            sheep: Vec::new(),
            towers: Vec::new(),
            whiskey: 0,
            towers_in_hand: 0,
            pending: super::SnapshotPending::default(),
        }
    }

    /// Places everything again: tiles, bonus tiles, sheep, and towers last.
    fn restore_display(&self, set: &Components, player: &mut Player) -> Checked {
        let limits = self.tiles.len() <= 12
            && self.bonus.len() <= usize::from(crate::BONUS_TILES)
            && self.towers.len() <= usize::from(TOWERS);
        ensure(limits, || "a display has more pieces than there are".to_owned())?;
        for tile in &self.tiles {
            tile.restore(set, player)?;
        }
        for bonus in &self.bonus {
            let placed = PlacedShape::one(bonus.at, land(&bonus.land)?);
            let placed = placed.ok_or_else(|| out_of_reach(bonus.at))?;
            let under = player.display.at(bonus.at);
            let covers = under.is_none_or(crate::legal::takes_bonus_tile);
            ensure(covers, || format!("a bonus tile cannot lie at {}", bonus.at))?;
            player.display.receive(&placed, true);
        }
        ensure(is_connected(&player.display), || "a display hangs together".to_owned())?;
        for &at in &self.sheep {
            let meadow = player.display.at(at).is_some_and(Space::has_room_for_sheep);
            ensure(meadow, || format!("there is no free meadow at {at}"))?;
            player.display.add_sheep(at.x as i8, at.y as i8);
        }
        for &at in &self.towers {
            let (x, y) = near(at)?;
            ensure(player.display.at(at).is_none(), || format!("a tower cannot stand at {at}"))?;
            player.display.add_tower(x, y);
        }
        ensure(is_connected(&player.display), || "towers stand beside the display".to_owned())?;
        player.display.measure();
        Ok(())
    }
}

impl SnapshotTile {
    fn restore(&self, set: &Components, player: &mut Player) -> Checked {
        let number = self.tile;
        ensure((1..=TILES).contains(&number.into()), || format!("there is no tile {number}"))?;
        let tile = set.tile(number);
        let orientation = Orientation::from_name(&self.orientation)
            .ok_or_else(|| Refusal::new("orientations are r0 to r3 and m0 to m3"))?;
        let orientation = tile.name(orientation);
        let shape_at = PlacedShape::near(tile.shape(orientation), self.at);
        let shape_at = shape_at.ok_or_else(|| out_of_reach(self.at))?;
        let free = shape_at.spaces().all(|placed| player.display.at(placed.point()).is_none());
        ensure(free, || format!("tile {number} overlaps something"))?;
        player.display.receive(&shape_at, false);
        let (x, y) = near(self.at)?;
        player.add_tile(PlacedTile { tile: number, orientation, y, x });
        Ok(())
    }
}

fn land(code: &str) -> Checked<Land> {
    Land::from_code(code).ok_or_else(|| Refusal::new("a bonus tile shows nothing we know"))
}

fn out_of_reach(at: Point) -> Refusal {
    Refusal::new(format!("no display reaches {at}"))
}

fn near(at: Point) -> Checked<(i8, i8)> {
    let x = i8::try_from(at.x).map_err(|_| out_of_reach(at))?;
    let y = i8::try_from(at.y).map_err(|_| out_of_reach(at))?;
    Ok((x, y))
}

/// Whether all spaces of a display are connected.
fn is_connected(display: &Display) -> bool {
    let mut reached = vec![Point::new(1, 1)];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        for near in from.neighbours() {
            if display.at(near).is_some() && !reached.contains(&near) {
                reached.push(near);
            }
        }
        next += 1;
    }
    reached.len() == display.spaces().len()
}

/// The number of neighbours of grain and distillery, without those printed on the hometown.
fn whiskeys(display: &Display) -> u8 {
    let at = |point| display.at(point).map(Space::ground);
    let is = |point, land| at(point) == Some(Ground::Land(land));
    let grains = display.spaces().iter().map(|space| space.point());
    let grains = grains.filter(|&point| is(point, Land::Grain));
    let beside = |grain: Point| {
        let near = grain.neighbours().into_iter();
        near.filter(move |&near| {
            let printed = |point: Point| {
                let index = (point.x as i8, point.y as i8);
                crate::display::HOME_LANDS.contains(&index)
                    && display.at(point).is_some_and(|space| !space.is_bonus())
            };
            is(near, Land::Distillery) && !(printed(near) && printed(grain))
        })
        .count()
    };
    grains.map(beside).sum::<usize>().min(u8::MAX.into()) as u8
}

/// Checks that the parts of the position belong to its stage.
fn check_stage(game: &Tipperary) -> Checked {
    let players = usize::from(game.setup.players());
    let settled = game.players.iter().take_while(|player| player.town.is_some()).count();
    let all_settled = game.players.iter().filter(|player| player.town.is_some()).count();
    ensure(settled == all_settled, || "hometowns are handed out in seat order".to_owned())?;
    let setting_up = matches!(game.stage, Stage::Towns | Stage::Bag);
    let towns = if game.stage == Stage::Towns { settled < players } else { settled == players };
    ensure(towns, || "the hometowns do not belong to this stage".to_owned())?;
    ensure(game.bag_holder.is_none() == setting_up, || {
        "somebody holds the cloth bag once the hometowns are handed out".to_owned()
    })?;
    let rounds = game.rounds();
    let last = matches!(game.stage, Stage::Towers | Stage::Over);
    let possible = match game.stage {
        Stage::Towns | Stage::Bag => game.round == 0,
        Stage::Fill | Stage::Spin => game.round < rounds,
        Stage::Place => (1..=rounds).contains(&game.round),
        Stage::Towers | Stage::Over => game.round == rounds,
    };
    ensure(possible, || format!("round {} does not belong to this stage", game.round))?;
    let spun = game.spin.is_some_and(|steps| usize::from(steps) < TOWNS);
    let spin = if game.stage == Stage::Place { spun } else { game.spin.is_none() };
    ensure(spin, || "the wheel points to areas while tiles are placed, and only then".to_owned())?;
    ensure(game.marker.is_none() || (players > 1 && game.round > 0), || {
        "nobody can hold the marker yet".to_owned()
    })?;
    let waiting = game.stage == Stage::Place || game.stage == Stage::Towers;
    ensure(game.unfinished.is_empty() != waiting, || {
        "seats are unfinished while they place tiles or towers, and only then".to_owned()
    })?;
    check_areas(game, last)
}

/// Checks that the areas have the tiles of this stage.
fn check_areas(game: &Tipperary, last: bool) -> Checked {
    let missing = |area: &[u8; 2]| area.map(|tile| usize::from(tile == 0)).iter().sum::<usize>();
    let fits = match game.stage {
        Stage::Towns | Stage::Bag => game.areas.iter().all(|area| missing(area) == 2),
        Stage::Fill if game.round == 0 => {
            let lacks: Vec<usize> = game.areas.iter().map(missing).collect();
            lacks.is_sorted()
                && lacks.iter().filter(|&&lack| lack == 1).count() <= 1
                && lacks[4] > 0
        }
        Stage::Fill => {
            let missing: Vec<usize> = game.areas.iter().map(missing).collect();
            let sum: usize = missing.iter().sum();
            missing.iter().all(|&lack| lack < 2)
                && (1..=usize::from(game.setup.players())).contains(&sum)
        }
        Stage::Spin => game.areas.iter().all(|area| missing(area) == 0),
        Stage::Place => {
            let expected = |index: usize| {
                let whose = Seat::all(game.setup.players())
                    .find(|&seat| game.area_of(seat) == Some(index as u8 + 1));
                usize::from(whose.is_some_and(|seat| game.has_placed(seat)))
            };
            (0..TOWNS).all(|index| missing(&game.areas[index]) == expected(index))
        }
        Stage::Towers | Stage::Over => {
            game.areas.iter().map(missing).sum::<usize>() == usize::from(game.setup.players())
                && last
        }
    };
    ensure(fits, || "the areas do not have the tiles of this stage".to_owned())
}

/// Checks that every seat has done what it must have done, and can continue.
fn check_seats(game: &Tipperary) -> Checked {
    for seat in Seat::all(game.setup.players()) {
        let player = game.player(seat);
        let placing = game.stage == Stage::Place;
        let unfinished = game.unfinished.contains(seat);
        let tiles = player.tile_count();
        let placed = tiles == game.round;
        let on_time = placed || (placing && unfinished && tiles + 1 == game.round);
        ensure(on_time, || format!("seat {seat} has placed {tiles} tiles"))?;
        let pending = player.sheep > 0 || player.draws > 0 || player.drawn.is_some();
        let may_pend = placing && unfinished && placed;
        ensure(!pending || may_pend, || format!("seat {seat} cannot have effects pending"))?;
        let waits = game.drawing == Some(seat);
        ensure(!waits || (may_pend && player.drawn.is_none()), || {
            format!("seat {seat} cannot be drawing a bonus tile")
        })?;
        if may_pend && !waits {
            let room = player.sheep > 0 && player.display.meadows() > 0;
            let goes_on = room || player.draws > 0 || player.drawn.is_some();
            ensure(goes_on, || format!("seat {seat} has nothing left to do"))?;
        }
        let towers = player.display.spaces().iter().any(|space| space.ground() == Ground::Tower);
        let last = matches!(game.stage, Stage::Towers | Stage::Over);
        ensure(!towers || last, || "towers are put up after the last round".to_owned())?;
        let building = game.stage == Stage::Towers && unfinished;
        ensure(!building || player.towers > 0, || format!("seat {seat} has no tower left"))?;
    }
    check_order(game)
}

/// In turn: checks that seats before the one to act are finished, and those after it have not begun.
fn check_order(game: &Tipperary) -> Checked {
    if game.stage != Stage::Place {
        return Ok(());
    }
    let to_act = game.to_act();
    let waiting = game.unfinished.into_iter().filter(|&seat| !to_act.contains(seat));
    let begun = waiting.into_iter().any(|seat| game.has_placed(seat));
    let draws = game.drawing.is_none_or(|seat| to_act.contains(seat));
    ensure(!begun && draws, || "a seat has begun before its turn".to_owned())
}
