//! The spaces of the largest rectangle and of the largest flock, for boards that show them.

use crate::{Display, Ground, Land, Point, Space};

impl Display {
    /// The upper left and the lower right space of the largest full rectangle; of several, the first
    /// in reading order. `None` on an empty display.
    pub fn largest_rectangle(&self) -> Option<(Point, Point)> {
        let mut corners = self.spaces().iter().map(|space| space.point());
        corners.find_map(|corner| self.rectangle_from(corner))
    }

    /// A rectangle of the largest size with that upper left corner.
    fn rectangle_from(&self, corner: Point) -> Option<(Point, Point)> {
        let covered = |right: i16, down: i16| self.at(corner.moved(right, down)).is_some();
        let mut width = i16::MAX;
        for down in (0..).take_while(|&down| covered(0, down)) {
            let reach = (0..width).take_while(|&right| covered(right, down)).count();
            width = reach as i16;
            if width * (down + 1) == i16::from(self.area()) {
                return Some((corner, corner.moved(width - 1, down)));
            }
        }
        None
    }

    /// The spaces of the largest flock; of several, the first in reading order.
    pub fn largest_flock(&self) -> Vec<Point> {
        let grazed = self.spaces().iter().filter(|space| sheep_on(**space) > 0);
        let flocks = grazed.map(|space| self.flock_around(space.point()));
        let size = |flock: &[Point]| -> u8 {
            flock.iter().filter_map(|&point| self.at(point)).map(sheep_on).sum()
        };
        flocks.into_iter().find(|flock| size(flock) == self.flock()).unwrap_or_default()
    }

    fn flock_around(&self, start: Point) -> Vec<Point> {
        let mut flock = vec![start];
        let mut next = 0;
        while let Some(&from) = flock.get(next) {
            for near in from.neighbours() {
                let grazed = self.at(near).is_some_and(|space| sheep_on(space) > 0);
                if grazed && !flock.contains(&near) {
                    flock.push(near);
                }
            }
            next += 1;
        }
        flock
    }
}

fn sheep_on(space: Space) -> u8 {
    match space.ground() {
        Ground::Land(land) => Land::sheep(land),
        Ground::WoodenSheep => 1,
        Ground::Town | Ground::Tower => 0,
    }
}
