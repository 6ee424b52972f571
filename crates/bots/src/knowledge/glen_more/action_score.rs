//! Scores of actions: what a tile brings for the rest of the game, its cost, what it activates, and
//! its distance on the track.

use registry::glen_more::{
    Action, Activation, Due, FULL, GlenMore, Place, Resource, SPACES, TILES, Tile, Use, Windfall,
};
use rules::Seat;

/// The number of remaining tiles from which cubes are better sold than kept.
pub(super) const LAST_TILES: usize = 8;

/// The weights of the scores, in points. Weights named `early` are multiplied by the part of the
/// game that remains.
#[derive(Copy, Clone, Debug)]
pub(super) struct Weights {
    /// The cost of one space on the track: the others get more turns.
    pub(super) step: f32,
    /// The value of tiles for later activations.
    pub(super) produce_early: f32,
    pub(super) convert_early: f32,
    pub(super) movement_early: f32,
    pub(super) points_early: f32,
    pub(super) clan_early: f32,
    pub(super) whiskey: f32,
    pub(super) location: f32,
    pub(super) tam: f32,
    /// The cost of what is paid.
    pub(super) own_cube: f32,
    pub(super) bought_cube: f32,
    pub(super) given_whiskey: f32,
    pub(super) any_cube: f32,
    /// The value of an activation now.
    pub(super) produced: f32,
    pub(super) produced_early: f32,
    pub(super) moved: f32,
    pub(super) won_whiskey: f32,
    pub(super) turned_in: f32,
}

impl Weights {
    /// The value of a tile in the display over a whole game.
    pub(super) fn standing_value(&self, tile: &Tile) -> f32 {
        match &tile.activation {
            Activation::Nothing => 0.0,
            Activation::Produce(_) => self.produce_early,
            Activation::ProduceAny | Activation::Convert(_) => self.convert_early,
            Activation::Movement => self.movement_early,
            Activation::Points(points) => self.points_early * f32::from(*points),
        }
    }
}

/// The weights in use.
pub(super) const WEIGHTS: Weights = Weights {
    step: 1.2,
    produce_early: 4.0,
    convert_early: 5.0,
    movement_early: 3.0,
    points_early: 2.5,
    clan_early: 3.0,
    whiskey: 4.0,
    location: 3.5,
    tam: 0.8,
    own_cube: 1.0,
    bought_cube: 0.3,
    given_whiskey: 2.0,
    any_cube: 1.3,
    produced: 0.6,
    produced_early: 0.6,
    moved: 0.5,
    won_whiskey: 2.0,
    turned_in: 0.9,
};

/// The number of tiles on the track when the first one is taken.
const LAID_OUT: usize = 8;

/// The part of the game that remains, from about 1 to 0.
pub(super) fn remaining(state: &GlenMore) -> f32 {
    state.left().len() as f32 / (TILES - LAID_OUT) as f32
}

/// Scores a seat's actions. The part of a score that depends only on the tile is computed once for
/// all its locations.
pub(super) struct ActionScorer<'a> {
    state: &'a GlenMore,
    seat: Seat,
    weights: &'a Weights,
    remaining: f32,
    /// The space on the track of the last scored tile, and that tile's score.
    space: usize,
    tile: f32,
}

impl<'a> ActionScorer<'a> {
    pub(super) fn new(state: &'a GlenMore, seat: Seat, weights: &'a Weights) -> Self {
        Self { state, seat, weights, remaining: remaining(state), space: usize::MAX, tile: 0.0 }
    }

    /// The score of an action.
    pub(super) fn score(&mut self, action: Action) -> f32 {
        match action {
            Action::Take { space, at } => self.tile_and_location_score(space.into(), at),
            _ => self.other_score(action),
        }
    }

    /// The score of taking a tile and placing it there.
    fn tile_and_location_score(&mut self, space: usize, at: Place) -> f32 {
        if space != self.space {
            (self.space, self.tile) = (space, self.tile_score(space));
        }
        let display = self.state.player(self.seat).display();
        let near = display.tiles().filter(|(place, _)| place.is_near(at));
        let activated =
            near.map(|(place, tile)| self.activation_value(self.state.tile(tile), place));
        self.tile + activated.sum::<f32>()
    }

    /// The score of a tile without its location.
    fn tile_score(&self, space: usize) -> f32 {
        let (state, weights, remaining) = (self.state, self.weights, self.remaining);
        let Some(id) = state.track().tile(space) else { return 0.0 };
        let tile = state.tile(id);
        let steps = (space + SPACES - state.track().gap()) % SPACES;
        let mut score = remaining * weights.standing_value(tile) - weights.step * steps as f32;
        score += match tile.windfall {
            Windfall::Nothing => 0.0,
            Windfall::ClanMember => weights.clan_early * remaining,
            Windfall::Whiskey => weights.whiskey,
        };
        if tile.location.is_some() {
            score += weights.location + weights.tam * f32::from(tile.tams);
        }
        score - self.cost(tile) + self.new_tile_value(tile)
    }

    /// The cost of a tile in points.
    fn cost(&self, tile: &Tile) -> f32 {
        let weights = self.weights;
        match tile.cost {
            Due::Nothing => 0.0,
            Due::Fixed { need, whiskey } => {
                let own = self.state.player(self.seat).display().total();
                let each = Resource::ALL.map(|resource| {
                    let (need, own) = (need[resource.index()], own[resource.index()]);
                    let price = self.state.warehouse().price(resource).map_or(3.0, f32::from);
                    let bought =
                        f32::from(need.saturating_sub(own)) * (price + weights.bought_cube);
                    weights.own_cube * f32::from(need.min(own)) + bought
                });
                each.iter().sum::<f32>() + weights.given_whiskey * f32::from(whiskey)
            }
            Due::Different { count, .. } | Due::Any { count } => {
                weights.any_cube * f32::from(count)
            }
            Due::ClanOrChieftain => 3.0,
        }
    }

    /// The value of activating a tile in the display.
    fn activation_value(&self, tile: &Tile, at: Place) -> f32 {
        let produces = matches!(tile.activation, Activation::Produce(_) | Activation::ProduceAny);
        let is_full = || self.state.player(self.seat).display().cubes_at(at).total() >= FULL;
        if produces && is_full() { 0.0 } else { self.new_tile_value(tile) }
    }

    /// The value of activating a tile that was just placed.
    fn new_tile_value(&self, tile: &Tile) -> f32 {
        let weights = self.weights;
        match &tile.activation {
            Activation::Nothing => 0.0,
            Activation::Produce(_) | Activation::ProduceAny => {
                weights.produced + weights.produced_early * self.remaining
            }
            Activation::Movement => weights.moved,
            Activation::Points(points) => f32::from(*points),
            Activation::Convert(conversion) => {
                let display = self.state.player(self.seat).display();
                let cubes: u8 = display.total().iter().sum();
                let best = conversion.offers().iter().filter(|offer| offer.count <= cubes);
                let best = best.map(|offer| {
                    let whiskey = weights.won_whiskey * f32::from(offer.prize.whiskey);
                    let prize = f32::from(offer.prize.points) + whiskey;
                    prize - weights.turned_in * f32::from(offer.count)
                });
                best.fold(0.0, f32::max)
            }
        }
    }

    /// The score of every action except taking a tile.
    fn other_score(&self, action: Action) -> f32 {
        let state = self.state;
        let display = state.player(self.seat).display();
        match action {
            Action::Activate { at, using } => {
                let tile = display.tile_at(at).map(|tile| state.tile(tile));
                let score = tile.map_or(0.0, |tile| self.activation_value(tile, at));
                let more = if let Use::Times(count) = using { f32::from(count) } else { 0.0 };
                3.0 + score + more
            }
            Action::Pay { at, .. } => 6.0 + f32::from(display.cubes_at(at).total()),
            Action::Buy(resource) => 4.0 - state.warehouse().price(resource).map_or(3.0, f32::from),
            Action::PayWhiskey | Action::Choose(_) => 5.0,
            Action::Promote(_) if display.clan_members() > 2 || state.left().len() < 20 => 4.0,
            Action::End | Action::PayChieftain => 2.0,
            Action::Sell { .. } if state.left().len() <= LAST_TILES => 2.5,
            Action::Sell { .. } => -5.0,
            Action::Step { from, to } if is_useful_step(state, self.seat, from, to) => 2.2,
            Action::Step { .. } => -4.0,
            _ => 1.0,
        }
    }
}

/// Whether a step leads a clan member to where more tiles can be placed beside it.
pub(super) fn is_useful_step(state: &GlenMore, seat: Seat, from: Place, to: Place) -> bool {
    state.movement() > 0
        && state.player(seat).display().clan_at(to) == 0
        && free_neighbours(state, seat, to) > free_neighbours(state, seat, from) + 1
}

/// How many of the eight neighbouring places hold no tile.
fn free_neighbours(state: &GlenMore, seat: Seat, at: Place) -> usize {
    let near = |place: &Place| place.is_near(at);
    9 - state.player(seat).display().tiles().filter(|(place, _)| near(place)).count()
}
