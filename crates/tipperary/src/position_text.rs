//! The position as plain text that can be played from.

use std::fmt::Write;

use rules::{Names, Seat};

use crate::components::TOWNS;
use crate::state::Stage;
use crate::{Display, Ground, Land, Player, Point, Tipperary};

impl Tipperary {
    pub(crate) fn position_text(&self, names: &Names) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = self.draw_centre(&mut text, names);
        for seat in Seat::all(self.setup.players()) {
            let _ = self.draw_seat(&mut text, seat, names);
        }
        text
    }

    fn draw_centre(&self, out: &mut String, names: &Names) -> std::fmt::Result {
        let waiting = match self.stage {
            Stage::Towns => "hometowns are handed out",
            Stage::Bag => "the cloth bag is handed out",
            Stage::Fill => "the areas are filled",
            Stage::Spin => "the wheel is spun",
            Stage::Place => "tiles are placed",
            Stage::Towers => "towers are put up",
            Stage::Over => "the game is over",
        };
        writeln!(out, "Round {} of {}: {waiting}.", self.round, self.rounds())?;
        let somebody = |seat: Option<Seat>| seat.map_or("nobody", |seat| names.of(seat));
        let (bag, marker) = (somebody(self.bag_holder), somebody(self.marker));
        writeln!(out, "Cloth bag: {bag}. Largest flock marker: {marker}.")?;
        writeln!(
            out,
            "Supply: {} wooden sheep, {} towers, {} bonus tiles; {} tiles in the bag.",
            self.sheep,
            self.towers,
            self.bonus_supply(),
            self.bag.count_ones()
        )?;
        for area in 1..=TOWNS as u8 {
            let tiles: Vec<String> = self.area(area).map(|tile| self.draw_tile(tile)).collect();
            let whose =
                Seat::all(self.setup.players()).find(|&seat| self.area_of(seat) == Some(area));
            let whose = whose.map_or(String::new(), |seat| format!(" ({})", names.of(seat)));
            writeln!(out, "Area {area}{whose}: {}", tiles.join("; "))?;
        }
        let lands = Land::ALL.map(|land| format!("{} {}", land.code(), land.name()));
        writeln!(out, "Spaces: {}; + with a sheep symbol.", lands.join(", "))
    }

    /// A tile in one line, its rows separated by slashes.
    fn draw_tile(&self, number: u8) -> String {
        let shape = &self.set().tile(number).shapes()[0];
        let row = |y: u8| {
            let space = |x: u8| {
                let found = shape.spaces().iter().find(|space| (space.x, space.y) == (x, y));
                found.map_or("--".to_owned(), |space| {
                    let symbol = if space.symbol { "+" } else { "" };
                    format!("{}{symbol}", space.land.code())
                })
            };
            (0..shape.width()).map(space).collect::<Vec<_>>().join(" ")
        };
        let rows: Vec<String> = (0..shape.height()).map(row).collect();
        format!("{number} = {}", rows.join(" / "))
    }

    fn draw_seat(&self, out: &mut String, seat: Seat, names: &Names) -> std::fmt::Result {
        let player = &self.players[seat.index()];
        let Some((town, side)) = player.town else {
            return writeln!(out, "\n{} has no hometown yet.", names.of(seat));
        };
        let town = self.set().towns()[usize::from(town)].title();
        writeln!(out, "\n{} in {town} (side {})", names.of(seat), side.name())?;
        let track = self.set().track();
        let barrel = track[usize::from(player.whiskey)].value;
        let display = &player.display;
        writeln!(
            out,
            "Rectangle {}, flock {}, whiskey {barrel}, circles {}, unexplored {}, towers {}. Total {}.",
            display.area(),
            display.flock(),
            display.circles(),
            display.unexplored(),
            player.towers,
            self.score_sheet(seat).total()
        )?;
        draw_pending(out, player)?;
        draw_display(out, display)
    }
}

fn draw_pending(out: &mut String, player: &Player) -> std::fmt::Result {
    if player.sheep > 0 {
        writeln!(out, "To place: {} wooden sheep.", player.sheep)?;
    }
    if player.draws > 0 {
        let tiles = if player.draws == 1 { "bonus tile" } else { "bonus tiles" };
        writeln!(out, "To draw: {} {tiles}.", player.draws)?;
    }
    if let Some(land) = player.drawn {
        writeln!(out, "To lay down: a bonus tile with a {}.", land.name())?;
    }
    Ok(())
}

/// The display as a grid: columns are named by x, rows by y.
fn draw_display(out: &mut String, display: &Display) -> std::fmt::Result {
    let (left, right) = display.columns();
    let (top, bottom) = display.rows();
    let columns = (i16::from(left) - 1)..=(i16::from(right) + 1);
    write!(out, "     ")?;
    for x in columns.clone() {
        write!(out, "{x:>4}")?;
    }
    writeln!(out)?;
    for y in (i16::from(top) - 1)..=(i16::from(bottom) + 1) {
        write!(out, "{y:>4} ")?;
        for x in columns.clone() {
            write!(out, "{:>4}", draw_space(display, Point::new(x, y)))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "     ## town, A tower, w wooden sheep, * bonus tile")
}

fn draw_space(display: &Display, point: Point) -> String {
    let Some(space) = display.at(point) else { return ".".to_owned() };
    let ground = match space.ground() {
        Ground::Town => "##",
        Ground::Land(land) => land.code(),
        Ground::WoodenSheep => "w",
        Ground::Tower => "A",
    };
    format!("{ground}{}", if space.is_bonus() { "*" } else { "" })
}
