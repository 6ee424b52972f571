//! The settings of a search, each with a sensible default.

/// How a playout goes on behind the tree.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Playouts {
    /// Every legal action is equally likely.
    Random,
    /// As the game's knowledge says, and at random in this share of all decisions.
    Informed {
        /// How often a decision is left to chance, from 0 to 1; as the game's knowledge says if left
        /// open (default).
        slips: Option<f32>,
    },
}

/// How the tree search works. `SearchOptions::default()` uses everything that is known about a
/// game; `SearchOptions::plain()` nothing but its rules.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// How strongly actions that were tried seldom are tried again. Default: 1.
    pub exploration: f32,
    /// How much of a playout's worth is the distance in points instead of the victory; as the
    /// game's knowledge says if left open (default).
    pub margin_weight: Option<f32>,
    /// Whether others who are seen to go by the rule of thumb are expected to go on like that.
    /// Default: yes.
    pub watchful: bool,
    /// How playouts go on behind the tree. Default: informed.
    pub playouts: Playouts,
    /// Whether actions are ranked and pruned by the game's knowledge. Default: yes.
    pub ranked: bool,
    /// So many of the seat's possibilities are seen at all, whichever they are; the rest is
    /// overlooked. Default: all are seen.
    pub attention: usize,
    /// The most actions that are considered in one position, the highest ranked ones. Default: 60.
    pub width: usize,
    /// So many actions are considered at first, and more of them as visits come in (as many more
    /// as the square root of the visits). Default: 12.
    pub first_width: usize,
    /// A playout is cut short after this many decisions and the position estimated. Default: never.
    pub horizon: u32,
    /// The most positions that are remembered, of about 64 bytes each. Default: 2^20.
    pub most_nodes: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            margin_weight: None,
            watchful: true,
            playouts: Playouts::Informed { slips: None },
            ranked: true,
            attention: usize::MAX,
            width: 60,
            first_width: 12,
            horizon: u32::MAX,
            most_nodes: 1 << 20,
        }
    }
}

impl SearchOptions {
    /// A search that knows only the rules.
    pub fn plain() -> Self {
        Self {
            watchful: false,
            playouts: Playouts::Random,
            ranked: false,
            width: usize::MAX,
            first_width: usize::MAX,
            ..Self::default()
        }
    }
}
