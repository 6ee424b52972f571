//! The legend of Glen More.

use super::super::legend::LegendEntry;

/// Pieces first, then tiles by what their activation does.
pub(super) const SYMBOLS: [LegendEntry; 22] = [
    ("cube-any", "Cube", "Wood, stone, grain, cattle or sheep; a tile holds three"),
    ("clan", "Clan member", "New tiles go next to one"),
    ("move", "Movement point", "Moves a clan member, or makes it a chieftain"),
    ("chieftain", "Chieftain", "Compared with others in scorings"),
    ("tam", "Cap", "Counts like a chieftain"),
    ("barrel", "Whiskey", "Compared with others in scorings"),
    ("card", "Special location", "Has a power, and is compared in scorings"),
    ("coin", "Coin", "Buys at the warehouse; a point at the end"),
    ("vp", "Points", "At once, when the tile is activated"),
    ("forest", "Forest", "1 wood"),
    ("quarry", "Quarry", "1 stone"),
    ("fields", "Wheat field", "1 grain"),
    ("cattle-pasture", "Pasture", "1 cattle"),
    ("fold", "Meadow", "1 sheep"),
    ("village", "Village, castle", "A movement point"),
    ("still", "Distillery", "1 grain for a barrel of whiskey"),
    ("butcher", "Butcher", "Sheep or cattle for points"),
    ("fair", "Annual fair", "Different resources for points"),
    ("grocer", "Grocer", "Any 3 resources for points"),
    ("bridge", "Bridge", "Wood and stone for points"),
    ("tavern", "Tavern", "Points"),
    ("loch", "Loch", "Nothing; its card has a power"),
];

#[cfg(test)]
mod tests {
    use super::super::super::legend::all_are_drawn;
    use super::*;

    #[test]
    fn every_symbol_is_in_the_sprite() {
        assert!(all_are_drawn(&SYMBOLS));
    }
}
