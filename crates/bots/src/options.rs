//! The settings of a search, each with a default.

/// How playouts choose the seats' actions.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum PlayoutPolicy {
    /// Uniformly.
    Random,
    /// By the game's heuristic, except for a share of random decisions.
    Informed {
        /// The probability of a random decision, from 0 to 1. `None` (default): the game's own.
        random_rate: Option<f32>,
    },
}

/// The settings of a tree search. `SearchOptions::default()` uses all knowledge of a game;
/// `SearchOptions::rules_only()` none.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchOptions {
    /// The weight of the exploration term. Default: 1.
    pub exploration: f32,
    /// The weight of the distance in points in the utility of a playout; the rest is the victory.
    /// `None` (default): the game's own.
    pub margin_weight: Option<f32>,
    /// Whether opponents that seem to play by the heuristic are predicted to go on doing so.
    /// Default: yes.
    pub models_opponents: bool,
    /// How playouts choose actions. Default: informed.
    pub playouts: PlayoutPolicy,
    /// Whether actions are pruned and given priors by the game's knowledge. Default: yes.
    pub uses_knowledge: bool,
    /// The most root actions that are considered, a random subset. Default: all.
    pub max_root_actions: usize,
    /// The most children of a node, the highest ranked actions. Default: 60.
    pub width: usize,
    /// Progressive widening: this many children are candidates at first, plus the square root of the
    /// node's visits. Default: 12.
    pub initial_width: usize,
    /// The most decisions of a playout; the position is estimated then. Default: no limit.
    pub horizon: u32,
    /// The most nodes of the tree, of about 64 bytes each. Default: 2^20.
    pub max_nodes: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            margin_weight: None,
            models_opponents: true,
            playouts: PlayoutPolicy::Informed { random_rate: None },
            uses_knowledge: true,
            max_root_actions: usize::MAX,
            width: 60,
            initial_width: 12,
            horizon: u32::MAX,
            max_nodes: 1 << 20,
        }
    }
}

impl SearchOptions {
    /// A search without knowledge beyond the rules.
    pub fn rules_only() -> Self {
        Self {
            models_opponents: false,
            playouts: PlayoutPolicy::Random,
            uses_knowledge: false,
            width: usize::MAX,
            initial_width: usize::MAX,
            ..Self::default()
        }
    }
}
