//! Facts about the game as data.

use rules::{GameInfo, OptionInfo, PartInfo, PlayerRange};

/// Facts about the game.
pub const INFO: GameInfo = GameInfo {
    id: "tipperary",
    title: "Tipperary",
    summary: "Fit landscape tiles around your hometown: sheep, whiskey, and one great rectangle.",
    players: PlayerRange { min: 1, max: 5 },
    minutes: (20, 45),
    simultaneous: true,
    options: &[OptionInfo {
        name: "order",
        title: "Who places when",
        values: &["together", "in-turn"],
    }],
    parts: &[
        PartInfo { name: "area", title: "Largest rectangle" },
        PartInfo { name: "sheep", title: "Largest flock" },
        PartInfo { name: "marker", title: "Largest flock of all" },
        PartInfo { name: "exploration", title: "Hometown enclosed" },
        PartInfo { name: "whiskey", title: "Whiskey" },
        PartInfo { name: "circles", title: "Stone circles" },
    ],
    tie_break: None,
    // With five: 5 hometowns, 1 bag, 55 tiles filled and 50 placed, 10 spins, 24 sheep, 12 bonus
    // tiles in three steps, 12 towers, 5 times "done". Fewer players need less.
    max_actions: 198,
    help: include_str!("../help.md"),
};
