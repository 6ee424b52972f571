//! How good actions look: what a tile brings for the rest of the game, what it costs, what it
//! activates, and how far it is on the track.

use rules::Seat;
use shelf::glen_more::{
    Action, Activation, Due, FULL, GlenMore, Place, Resource, SPACES, TILES, Tile, Use, Windfall,
};

/// So few tiles are left when cubes are better sold than kept.
pub(super) const LAST_TILES: usize = 8;

/// What actions are judged by, in points. Weights named `early` count for the part of the game that
/// is still to come.
#[derive(Copy, Clone, Debug)]
pub(super) struct Taste {
    /// What it costs to go one space further on the track: others get more turns.
    pub(super) step: f32,
    /// What tiles bring as long as they lie there.
    pub(super) produce_early: f32,
    pub(super) convert_early: f32,
    pub(super) movement_early: f32,
    pub(super) points_early: f32,
    pub(super) clan_early: f32,
    pub(super) whiskey: f32,
    pub(super) location: f32,
    pub(super) tam: f32,
    /// What is given away.
    pub(super) own_cube: f32,
    pub(super) bought_cube: f32,
    pub(super) given_whiskey: f32,
    pub(super) any_cube: f32,
    /// What an activation brings at once.
    pub(super) produced: f32,
    pub(super) produced_early: f32,
    pub(super) moved: f32,
    pub(super) won_whiskey: f32,
    pub(super) turned_in: f32,
}

impl Taste {
    /// What a tile in the display brings over a whole game.
    pub(super) fn standing_worth(&self, tile: &Tile) -> f32 {
        match &tile.activation {
            Activation::Nothing => 0.0,
            Activation::Produce(_) => self.produce_early,
            Activation::ProduceAny | Activation::Convert(_) => self.convert_early,
            Activation::Movement => self.movement_early,
            Activation::Points(points) => self.points_early * f32::from(*points),
        }
    }
}

/// The weights that are played with.
pub(super) const TASTE: Taste = Taste {
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

/// So many tiles lie on the track when the first one is taken.
const LAID_OUT: usize = 8;

/// How much of the game is still to come, from about 1 to 0.
pub(super) fn ahead(state: &GlenMore) -> f32 {
    state.left().len() as f32 / (TILES - LAID_OUT) as f32
}

/// Judges what a seat can do. What depends only on a tile is worked out once for all places it
/// could go to.
pub(super) struct Appraiser<'a> {
    state: &'a GlenMore,
    seat: Seat,
    taste: &'a Taste,
    ahead: f32,
    /// The space on the track whose tile was looked at last, and how good it looks.
    space: usize,
    tile: f32,
}

impl<'a> Appraiser<'a> {
    pub(super) fn new(state: &'a GlenMore, seat: Seat, taste: &'a Taste) -> Self {
        Self { state, seat, taste, ahead: ahead(state), space: usize::MAX, tile: 0.0 }
    }

    /// How good an action looks.
    pub(super) fn worth(&mut self, action: Action) -> f32 {
        match action {
            Action::Take { space, at } => self.appeal(space.into(), at),
            _ => self.usual(action),
        }
    }

    /// How good it looks to take a tile and lay it there.
    fn appeal(&mut self, space: usize, at: Place) -> f32 {
        if space != self.space {
            (self.space, self.tile) = (space, self.tile_appeal(space));
        }
        let display = self.state.player(self.seat).display();
        let near = display.tiles().filter(|(place, _)| place.is_near(at));
        let activated =
            near.map(|(place, tile)| self.activation_worth(self.state.tile(tile), place));
        self.tile + activated.sum::<f32>()
    }

    /// How good a tile looks wherever it goes.
    fn tile_appeal(&self, space: usize) -> f32 {
        let (state, taste, ahead) = (self.state, self.taste, self.ahead);
        let Some(id) = state.track().tile(space) else { return 0.0 };
        let tile = state.tile(id);
        let steps = (space + SPACES - state.track().gap()) % SPACES;
        let mut appeal = ahead * taste.standing_worth(tile) - taste.step * steps as f32;
        appeal += match tile.windfall {
            Windfall::Nothing => 0.0,
            Windfall::ClanMember => taste.clan_early * ahead,
            Windfall::Whiskey => taste.whiskey,
        };
        if tile.location.is_some() {
            appeal += taste.location + taste.tam * f32::from(tile.tams);
        }
        appeal - self.cost(tile) + self.new_tile_worth(tile)
    }

    /// What a tile costs in points.
    fn cost(&self, tile: &Tile) -> f32 {
        let taste = self.taste;
        match tile.cost {
            Due::Nothing => 0.0,
            Due::Fixed { need, whiskey } => {
                let own = self.state.player(self.seat).display().total();
                let each = Resource::ALL.map(|resource| {
                    let (need, own) = (need[resource.index()], own[resource.index()]);
                    let price = self.state.warehouse().price(resource).map_or(3.0, f32::from);
                    let bought = f32::from(need.saturating_sub(own)) * (price + taste.bought_cube);
                    taste.own_cube * f32::from(need.min(own)) + bought
                });
                each.iter().sum::<f32>() + taste.given_whiskey * f32::from(whiskey)
            }
            Due::Different { count, .. } | Due::Any { count } => taste.any_cube * f32::from(count),
            Due::ClanOrChieftain => 3.0,
        }
    }

    /// What it brings to activate a tile that lies there now.
    fn activation_worth(&self, tile: &Tile, at: Place) -> f32 {
        let produces = matches!(tile.activation, Activation::Produce(_) | Activation::ProduceAny);
        let is_full = || self.state.player(self.seat).display().cubes_at(at).total() >= FULL;
        if produces && is_full() { 0.0 } else { self.new_tile_worth(tile) }
    }

    /// What it brings to activate a tile that has just been laid down.
    fn new_tile_worth(&self, tile: &Tile) -> f32 {
        let taste = self.taste;
        match &tile.activation {
            Activation::Nothing => 0.0,
            Activation::Produce(_) | Activation::ProduceAny => {
                taste.produced + taste.produced_early * self.ahead
            }
            Activation::Movement => taste.moved,
            Activation::Points(points) => f32::from(*points),
            Activation::Convert(conversion) => {
                let display = self.state.player(self.seat).display();
                let cubes: u8 = display.total().iter().sum();
                let best = conversion.offers().iter().filter(|offer| offer.count <= cubes);
                let best = best.map(|offer| {
                    let whiskey = taste.won_whiskey * f32::from(offer.prize.whiskey);
                    let prize = f32::from(offer.prize.points) + whiskey;
                    prize - taste.turned_in * f32::from(offer.count)
                });
                best.fold(0.0, f32::max)
            }
        }
    }

    /// How good anything but taking a tile looks.
    fn usual(&self, action: Action) -> f32 {
        let state = self.state;
        let display = state.player(self.seat).display();
        match action {
            Action::Activate { at, using } => {
                let tile = display.tile_at(at).map(|tile| state.tile(tile));
                let worth = tile.map_or(0.0, |tile| self.activation_worth(tile, at));
                let more = if let Use::Times(count) = using { f32::from(count) } else { 0.0 };
                3.0 + worth + more
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

/// Whether a step leads a clan member to where more tiles can be laid beside it.
pub(super) fn is_useful_step(state: &GlenMore, seat: Seat, from: Place, to: Place) -> bool {
    state.movement() > 0
        && state.player(seat).display().clan_at(to) == 0
        && free_around(state, seat, to) > free_around(state, seat, from) + 1
}

/// How many of the eight places around one hold no tile.
fn free_around(state: &GlenMore, seat: Seat, at: Place) -> usize {
    let near = |place: &Place| place.is_near(at);
    9 - state.player(seat).display().tiles().filter(|(place, _)| near(place)).count()
}
