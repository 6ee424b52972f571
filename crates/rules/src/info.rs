//! Facts about a game as data, so that menus, bots and the protocol need no special cases.

/// The possible numbers of players.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlayerRange {
    /// The minimum.
    pub min: u8,
    /// The maximum.
    pub max: u8,
}

impl PlayerRange {
    /// Whether that many can play.
    pub const fn contains(self, players: u8) -> bool {
        self.min <= players && players <= self.max
    }
}

/// An option that is chosen before the game starts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name in records and in the protocol.
    pub name: &'static str,
    /// The option's title in menus.
    pub title: &'static str,
    /// The possible values; the first is the default.
    pub values: &'static [&'static str],
}

/// One part of a score sheet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PartInfo {
    /// The name in records and in the protocol.
    pub name: &'static str,
    /// The part's title on a score sheet.
    pub title: &'static str,
}

/// Facts about a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name in records and in the protocol.
    pub id: &'static str,
    /// The title for players.
    pub title: &'static str,
    /// A description in one sentence.
    pub summary: &'static str,
    /// The possible numbers of players.
    pub players: PlayerRange,
    /// The duration of a game among people in minutes, from and to.
    pub minutes: (u8, u8),
    /// Whether several seats may be to act at the same time.
    pub simultaneous: bool,
    /// The options.
    pub options: &'static [OptionInfo],
    /// The parts of the score; their sum is the total.
    pub parts: &'static [PartInfo],
    /// The tie-break between equal totals, if there is one: more is better.
    pub tie_break: Option<PartInfo>,
    /// The most actions that a game can have, the dealer's included.
    pub max_actions: usize,
    /// The rules for players (Markdown).
    pub help: &'static str,
}

impl GameInfo {
    /// The index of an option in [`GameInfo::options`].
    pub fn option(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|option| option.name == name)
    }
}
