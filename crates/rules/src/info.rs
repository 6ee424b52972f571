//! What a game is, as data: menus, bots and the protocol need no special cases.

/// How many people can play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlayerRange {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
}

impl PlayerRange {
    /// Whether that many can play.
    pub const fn contains(self, players: u8) -> bool {
        self.min <= players && players <= self.max
    }
}

/// A choice made before the game starts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name in records and in the protocol.
    pub name: &'static str,
    /// What the choice is about, for a menu.
    pub title: &'static str,
    /// The possible values; the first is the default.
    pub values: &'static [&'static str],
}

/// One part of a score sheet.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PartInfo {
    /// The name in records and in the protocol.
    pub name: &'static str,
    /// What the part counts, for a score sheet.
    pub title: &'static str,
}

/// What a game is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name in records and in the protocol.
    pub id: &'static str,
    /// The name that people say.
    pub title: &'static str,
    /// What it is in one sentence.
    pub summary: &'static str,
    /// How many can play.
    pub players: PlayerRange,
    /// About how many minutes a game takes among people, from and to.
    pub minutes: (u8, u8),
    /// Whether several seats may be to act at the same time.
    pub simultaneous: bool,
    /// The choices made before the start.
    pub options: &'static [OptionInfo],
    /// The parts of the score; their sum is the total.
    pub parts: &'static [PartInfo],
    /// What decides between equal totals, if anything does: more is better.
    pub tie_break: Option<PartInfo>,
    /// No game has more actions than this, the dealer's included.
    pub longest: usize,
    /// The rules in our own words, for players (Markdown).
    pub help: &'static str,
}

impl GameInfo {
    /// The place of an option in [`GameInfo::options`].
    pub fn option(&self, name: &str) -> Option<usize> {
        self.options.iter().position(|option| option.name == name)
    }
}
