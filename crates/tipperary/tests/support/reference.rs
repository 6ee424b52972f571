//! A reference implementation of the rules of a display, simple and slow.

use std::collections::{BTreeMap, BTreeSet};

use tipperary::{Display, Ground, Land, Orientation, Point, Tile};

/// The content of each covered position.
pub(crate) type Grid = BTreeMap<Point, Ground>;

pub(crate) fn grid(display: &Display) -> Grid {
    display.spaces().iter().map(|space| (space.point(), space.ground())).collect()
}

fn is(grid: &Grid, point: Point, land: Land) -> bool {
    grid.get(&point) == Some(&Ground::Land(land))
}

pub(crate) fn sheep_on(ground: Ground) -> u8 {
    match ground {
        Ground::Land(land) => land.sheep(),
        Ground::WoodenSheep => 1,
        Ground::Town | Ground::Tower => 0,
    }
}

/// The connected groups of spaces with a property.
pub(crate) fn groups(grid: &Grid, holds: impl Fn(Ground) -> bool) -> Vec<BTreeSet<Point>> {
    let mut left: BTreeSet<Point> =
        grid.iter().filter(|(_, ground)| holds(**ground)).map(|(point, _)| *point).collect();
    let mut groups = Vec::new();
    while let Some(start) = left.pop_first() {
        let mut group = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            for near in point.neighbours() {
                if left.remove(&near) {
                    group.insert(near);
                    open.push(near);
                }
            }
        }
        groups.push(group);
    }
    groups
}

pub(crate) fn flock(grid: &Grid) -> u8 {
    let flocks = groups(grid, |ground| sheep_on(ground) > 0);
    let size = |flock: &BTreeSet<Point>| flock.iter().map(|point| sheep_on(grid[point])).sum();
    flocks.iter().map(size).max().unwrap_or(0)
}

/// Tries every top left corner, then every width and height from there.
pub(crate) fn area(grid: &Grid) -> u8 {
    let mut best = 0;
    for corner in grid.keys() {
        let mut width = i16::MAX;
        for height in 1.. {
            let row = corner.y + height - 1;
            let full = |x: i16| grid.contains_key(&Point::new(corner.x + x, row));
            width = (0..width).take_while(|&x| full(x)).count() as i16;
            if width == 0 {
                break;
            }
            best = best.max(width * height);
        }
    }
    best as u8
}

pub(crate) fn whiskeys(grid: &Grid) -> u8 {
    let grains = grid.keys().filter(|point| is(grid, **point, Land::Grain));
    let beside = |grain: &Point| {
        let near = grain.neighbours().into_iter();
        near.filter(|&near| is(grid, near, Land::Distillery)).count() as u8
    };
    grains.map(beside).sum()
}

/// The longest straight lines of ruins, three or longer, as sets of spaces.
fn lines(grid: &Grid) -> Vec<BTreeSet<Point>> {
    let ruin = |point: Point| is(grid, point, Land::Ruin);
    let mut lines = Vec::new();
    for &start in grid.keys().filter(|point| ruin(**point)) {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let step = |by: i16| Point::new(start.x + dx * by, start.y + dy * by);
            if ruin(step(-1)) {
                continue;
            }
            let line: BTreeSet<Point> =
                (0..100).map(step).take_while(|&point| ruin(point)).collect();
            if line.len() >= 3 {
                lines.push(line);
            }
        }
    }
    lines
}

/// The number of towers that the step from one grid to the next earns.
pub(crate) fn towers(before: &Grid, after: &Grid) -> u8 {
    let old = lines(before);
    let is_new = |line: &&BTreeSet<Point>| {
        let grown = line.iter().any(|&point| !is(before, point, Land::Ruin));
        grown && !old.iter().any(|old| old.is_subset(line))
    };
    lines(after).iter().filter(is_new).count() as u8
}

/// The number of bonus tiles that the step from one grid to the next earns.
pub(crate) fn sites(before: &Grid, after: &Grid) -> u8 {
    let sites = |grid: &Grid| -> Vec<BTreeSet<Point>> {
        let groups = groups(grid, |ground| ground == Ground::Land(Land::Bog));
        groups.into_iter().filter(|group| group.len() >= 2).collect()
    };
    let old = sites(before);
    let is_new = |site: &&BTreeSet<Point>| {
        let grown = site.iter().any(|&point| !is(before, point, Land::Bog));
        grown && !old.iter().any(|old| old.is_subset(site))
    };
    sites(after).iter().filter(is_new).count() as u8
}

/// How many of the spaces around the hometown are free.
pub(crate) fn unexplored(grid: &Grid) -> u8 {
    let home = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)];
    let near = |x: i16, y: i16| {
        home.iter().any(|&(a, b): &(i16, i16)| a.abs_diff(x) <= 1 && b.abs_diff(y) <= 1)
    };
    let around = (-1..=4).flat_map(|x| (-1..=3).map(move |y| (x, y)));
    let around = around.filter(|&(x, y)| near(x, y) && !home.contains(&(x, y)));
    around.filter(|&(x, y)| !grid.contains_key(&Point::new(x, y))).count() as u8
}

/// The spaces of a tile at a position.
pub(crate) fn spaces(tile: &Tile, orientation: Orientation, at: Point) -> Vec<(Point, Ground)> {
    let space = |space: &tipperary::TileSpace| {
        let point = Point::new(at.x + i16::from(space.x), at.y + i16::from(space.y));
        (point, Ground::Land(space.land))
    };
    tile.shape(orientation).spaces().iter().map(space).collect()
}

/// All placements of a tile, each with the first of its orientations.
pub(crate) fn placements(grid: &Grid, tile: &Tile) -> Vec<(Orientation, Point)> {
    let xs = || grid.keys().map(|point| point.x);
    let ys = || grid.keys().map(|point| point.y);
    let (left, right) = (xs().min().unwrap() - 7, xs().max().unwrap() + 7);
    let (top, bottom) = (ys().min().unwrap() - 7, ys().max().unwrap() + 7);
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for orientation in Orientation::all() {
        for at in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Point::new(x, y))) {
            let spaces = spaces(tile, orientation, at);
            let free = spaces.iter().all(|(point, _)| !grid.contains_key(point));
            let mut near = spaces.iter().flat_map(|(point, _)| point.neighbours());
            let touches = near.any(|near| grid.contains_key(&near));
            let key: Vec<_> =
                spaces.iter().map(|(point, ground)| (*point, format!("{ground:?}"))).collect();
            if free && touches && seen.insert(key) {
                found.push((orientation, at));
            }
        }
    }
    found
}
