//! Restores a display from plain data: connected tiles, and cubes only where they can be.

use crate::display::{CAPACITY, Display, FULL};
use crate::place::Place;
use crate::resource::Resource;
use crate::set::{Set, TileSet};
use crate::slots::Slots;
use crate::tile::{Activation, Location};

use super::TileData;
use super::restore::{Checked, ensure, read_tile};

/// Restores the tiles of a display, at most [`CAPACITY`], with cubes and clan members.
pub(super) fn read_display(set: &Set, tiles: &[TileData], seen: &mut TileSet) -> Checked<Display> {
    let mut display = Display::new();
    let starting = tiles.iter().filter(|tile| tile.tile == "village").count();
    ensure(starting == 1, || "a display has one starting village".to_owned())?;
    for data in tiles {
        let place = Place::new(data.x, data.y);
        let far = i16::from(data.x).abs().max(i16::from(data.y).abs());
        ensure(far < CAPACITY as i16, || format!("{place} is too far away"))?;
        if data.tile == "village" {
            ensure(place == Place::ORIGIN, || "the starting village lies at 0,0".to_owned())?;
            continue;
        }
        ensure(display.slot_at(place).is_none(), || format!("there are two tiles at {place}"))?;
        let tile = read_tile(&data.tile, seen)?;
        display.insert(place, tile, set.tile(tile));
    }
    for data in tiles {
        restore_pieces(&mut display, set, data)?;
    }
    check_shape(&display, set)?;
    Ok(display)
}

/// Restores the clan members and cubes of a tile.
fn restore_pieces(display: &mut Display, set: &Set, data: &TileData) -> Checked<()> {
    let slot = display.slot_at(Place::new(data.x, data.y)).unwrap_or_default();
    (0..data.clan).for_each(|_| display.add_clan_member(slot));
    let id = display.tile(slot);
    let tile = set.tile(id);
    let cubes = data.cubes.to_array();
    let total = cubes.iter().map(|&count| u16::from(count)).sum::<u16>();
    let only = |resource: Resource| u16::from(cubes[resource.index()]) == total;
    let fits = match tile.activation {
        Activation::Produce(resource) => total <= FULL.into() && only(resource),
        Activation::ProduceAny => total <= FULL.into(),
        _ if tile.location == Some(Location::LochLochy) => total <= 2,
        _ => total == 0,
    };
    ensure(fits, || format!("those cubes cannot lie on the tile {id}"))?;
    for resource in Resource::ALL {
        (0..cubes[resource.index()]).for_each(|_| display.add_cube(slot, resource));
    }
    Ok(())
}

/// Checks that the tiles are connected, the river is one line in column 0 and the road one in row
/// 0, and nothing blocks their ends.
fn check_shape(display: &Display, set: &Set) -> Checked<()> {
    let tiles = || display.tiles().map(|(place, tile)| (place, set.tile(tile)));
    let rivers = tiles().filter(|(_, tile)| tile.river).count();
    let roads = tiles().filter(|(_, tile)| tile.road).count();
    let straight =
        tiles().all(|(at, tile)| (!tile.river || at.x() == 0) && (!tile.road || at.y() == 0));
    let [south, north] = display.river_ends();
    let [west, east] = display.road_ends();
    let continuous = rivers == (north.y() - south.y() - 1) as usize
        && roads == (east.x() - west.x() - 1) as usize;
    let unblocked = [south, north, west, east].iter().all(|&end| display.slot_at(end).is_none());
    ensure(straight && continuous && unblocked, || {
        "the river or the road is not one straight line".to_owned()
    })?;
    ensure(is_connected(display), || "the display is in several parts".to_owned())
}

fn is_connected(display: &Display) -> bool {
    let mut reached = Slots::only(display.slot_at(Place::ORIGIN).unwrap_or_default());
    loop {
        let grown = display.slots().iter().filter(|&slot| {
            let place = display.place(slot);
            reached.iter().any(|near| near == slot || display.place(near).shares_edge(place))
        });
        let grown = grown.fold(reached, |all, slot| all.or(Slots::only(slot)));
        if grown == reached {
            return reached == display.slots();
        }
        reached = grown;
    }
}
