//! The legend of Tipperary.

use super::super::legend::LegendEntry;

/// Landscapes first, then pieces and what scores.
pub(super) const SYMBOLS: [LegendEntry; 14] = [
    ("c-M", "Meadow", "Room for a wooden sheep or a bonus tile"),
    ("c-P1", "Pasture", "Its sheep join the flock beside them"),
    ("c-P2", "Rich pasture", "The same with two sheep"),
    ("c-G", "Grain field", "Beside a distillery it makes a whiskey"),
    ("c-D", "Distillery", "Beside a grain field it makes a whiskey"),
    ("c-R", "Ruin", "Three in a line bring a tower"),
    ("c-B", "Bog", "Two side by side bring a bonus tile"),
    ("c-S3", "Stone circle", "Points by its number of stones"),
    ("plus-sheep", "Sheep symbol", "Brings a wooden sheep with its tile"),
    ("c-W", "Wooden sheep", "Makes a pasture of a meadow"),
    ("c-tower", "Tower", "Fills a free space at the end"),
    ("barrel", "Whiskey", "Moves your barrel on to more points"),
    ("flock-marker", "Marker", "5 points for the largest flock"),
    ("i-rect", "Rectangle", "A point for each space of your largest one"),
];

#[cfg(test)]
mod tests {
    use tipperary::Land;

    use super::super::super::legend::all_are_drawn;
    use super::super::offers::land_symbol;
    use super::*;

    #[test]
    fn the_legend_has_every_landscape() {
        assert!(all_are_drawn(&SYMBOLS));
        for land in Land::ALL {
            // Stone circles differ only in their number.
            let symbol = land_symbol(land);
            let is_in_legend = |line: &LegendEntry| line.0 == symbol || symbol.starts_with("c-S");
            assert!(SYMBOLS.iter().any(is_in_legend), "{symbol}");
        }
    }
}
