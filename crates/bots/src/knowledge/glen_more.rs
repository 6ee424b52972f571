//! Glen More: a turn as a sequence without detours, what tiles are worth as long as there are
//! turns to come, and the differences that will be scored.

use rules::{Game, Seat};
use shelf::Chooser;
use shelf::glen_more::{
    Action, Activation, Due, FULL, GlenMore, Phase, Place, Resource, SPACES, TILES, Tile, Use,
    Windfall,
};

use super::Knowledge;
use crate::Values;
use crate::runner::fraction;

/// So few tiles are left when cubes are better sold than kept.
const LAST_TILES: usize = 8;
/// What it costs to go one space further on the track: others get more turns.
const STEP: f32 = 1.2;
/// What a tile costs a seat for each tile that it already has too many.
const SURPLUS_TILE: f32 = 3.0;
/// Playouts choose among actions whose worth differs less than this.
const NOISE: f32 = 0.3;

impl Knowledge for GlenMore {
    const MARGIN: f32 = 14.0;
    const TURN_SHARE: f32 = 0.55;

    fn estimate(&self) -> Values {
        let ahead = ahead(self);
        let scoring = self.scoring(3);
        // Differences grow while a game goes on; those of today count for every scoring to come.
        let scorings = 0.3 + 2.7 * ahead;
        Values::each(self.players(), |seat| {
            let place = seat.index();
            let areas = [&scoring.whiskey, &scoring.chieftains, &scoring.locations];
            let differences: u16 = areas.map(|area| area.points[place]).iter().sum();
            let total = self.score(seat).total() as f32;
            total + scorings * f32::from(differences) + holdings(self, seat, ahead)
        })
    }

    /// What brings something for nothing comes first, then what costs something, then the clan.
    /// Cubes are sold at the end, or when nothing else can be done.
    fn prune(&self, seat: Seat, actions: &mut Vec<Action>) {
        if let Some(&free) = actions.iter().find(|&&action| is_free_gain(self, seat, action)) {
            actions.clear();
            actions.push(free);
            return;
        }
        let others = actions.iter().any(|action| !matches!(action, Action::Sell { .. }));
        let sells = !others
            || (self.left().len() <= LAST_TILES && matches!(self.phase(), Phase::Activate(_)));
        let mut last_sold = None;
        actions.retain(|&action| match action {
            Action::Sell { resource, .. } => sells && last_sold.replace(resource) != Some(resource),
            Action::Step { from, to } => is_useful_step(self, seat, from, to),
            _ => true,
        });
    }

    fn rank(&self, seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        let mut appraiser = Appraiser::new(self, seat);
        weights.clear();
        weights.extend(actions.iter().map(|&action| match action {
            Action::Take { space, at } => appraiser.appeal(space.into(), at),
            Action::Step { .. } => -3.0,
            Action::Sell { .. } => -1.0,
            _ => 0.0,
        }));
        let best = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for weight in weights {
            let behind = 1.0 + 0.4 * (best - *weight);
            *weight = 1.0 / (behind * behind);
        }
    }

    fn reply(&self, seat: Seat, chooser: &mut Chooser, buffer: &mut Vec<Action>) -> Action {
        self.legal_into(seat, buffer);
        let mut appraiser = Appraiser::new(self, seat);
        let noise = |chooser: &mut Chooser| NOISE * fraction(chooser);
        let judged = buffer.iter().map(|&action| {
            let worth = match action {
                Action::Take { space, at } => appraiser.appeal(space.into(), at),
                _ => usual(self, seat, action),
            };
            (worth + noise(chooser), action)
        });
        let best = judged.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        best.expect("the seat is to act").1
    }

    fn opens_turn(&self, _: Seat) -> bool {
        matches!(self.phase(), Phase::Take(_))
    }
}

/// How much of the game is still to come, from 1 to 0.
fn ahead(state: &GlenMore) -> f32 {
    state.left().len() as f32 / (TILES - 8) as f32
}

/// What lies in front of a seat that scores nothing by itself.
fn holdings(state: &GlenMore, seat: Seat, ahead: f32) -> f32 {
    let player = state.player(seat);
    let display = player.display();
    let cubes: u8 = display.total().iter().sum();
    let tiles: f32 = display.tiles().map(|(_, tile)| standing_worth(state.tile(tile))).sum();
    let clan = f32::from(display.clan_members());
    let cube = 0.4 + 0.8 * ahead.min(0.5);
    cube * f32::from(cubes) + ahead * (tiles + 1.2 * clan) + 0.3 * ahead * f32::from(player.coins())
}

/// What a tile in the display brings over a whole game.
fn standing_worth(tile: &Tile) -> f32 {
    match &tile.activation {
        Activation::Nothing => 0.0,
        Activation::Produce(_) => 4.0,
        Activation::ProduceAny | Activation::Convert(_) => 5.0,
        Activation::Movement => 3.0,
        Activation::Points(points) => 2.5 * f32::from(*points),
    }
}

/// Whether an action brings something and costs nothing.
fn is_free_gain(state: &GlenMore, seat: Seat, action: Action) -> bool {
    let Action::Activate { at, using: Use::Plainly } = action else { return false };
    let tile = state.player(seat).display().tile_at(at).map(|tile| state.tile(tile));
    tile.is_some_and(|tile| {
        matches!(
            tile.activation,
            Activation::Produce(_) | Activation::Points(_) | Activation::Movement
        )
    })
}

/// Whether a step leads a clan member to where more tiles can be laid beside it.
fn is_useful_step(state: &GlenMore, seat: Seat, from: Place, to: Place) -> bool {
    state.movement() > 0
        && state.player(seat).display().clan_at(to) == 0
        && free_around(state, seat, to) > free_around(state, seat, from) + 1
}

/// How many of the eight places around one hold no tile.
fn free_around(state: &GlenMore, seat: Seat, at: Place) -> usize {
    let near = |place: &Place| place.is_near(at);
    9 - state.player(seat).display().tiles().filter(|(place, _)| near(place)).count()
}

/// Judges tiles that can be taken. What depends only on the tile is worked out once for all places
/// it could go to.
struct Appraiser<'a> {
    state: &'a GlenMore,
    seat: Seat,
    space: usize,
    tile: f32,
}

impl<'a> Appraiser<'a> {
    const fn new(state: &'a GlenMore, seat: Seat) -> Self {
        Self { state, seat, space: usize::MAX, tile: 0.0 }
    }

    /// How good it looks to take a tile and lay it there.
    fn appeal(&mut self, space: usize, at: Place) -> f32 {
        if space != self.space {
            (self.space, self.tile) = (space, tile_appeal(self.state, self.seat, space));
        }
        let display = self.state.player(self.seat).display();
        let near = display.tiles().filter(|(place, _)| place.is_near(at));
        let activated = near.map(|(place, tile)| {
            activation_worth(self.state, self.seat, self.state.tile(tile), place)
        });
        self.tile + activated.sum::<f32>()
    }
}

/// How good a tile looks wherever it goes.
fn tile_appeal(state: &GlenMore, seat: Seat, space: usize) -> f32 {
    let Some(id) = state.track().tile(space) else { return 0.0 };
    let tile = state.tile(id);
    let ahead = ahead(state);
    let steps = (space + SPACES - state.track().gap()) % SPACES;
    let mut appeal = ahead * standing_worth(tile) - STEP * steps as f32;
    appeal += match tile.windfall {
        Windfall::Nothing => 0.0,
        Windfall::ClanMember => 3.0 * ahead,
        Windfall::Whiskey => 4.0,
    };
    if tile.location.is_some() {
        appeal += 3.5 + 0.8 * f32::from(tile.tams);
    }
    appeal -= cost(state, seat, tile);
    appeal -= SURPLUS_TILE * surplus_tiles(state, seat) as f32;
    appeal + new_tile_worth(state, seat, tile)
}

/// How many tiles more the seat has than the one with the fewest.
fn surplus_tiles(state: &GlenMore, seat: Seat) -> usize {
    let tiles = |seat| state.player(seat).display().len();
    let fewest = Seat::all(state.players()).map(tiles).min().unwrap_or(0);
    tiles(seat) - fewest
}

/// What a tile costs in points.
fn cost(state: &GlenMore, seat: Seat, tile: &Tile) -> f32 {
    match tile.cost {
        Due::Nothing => 0.0,
        Due::Fixed { need, whiskey } => {
            let own = state.player(seat).display().total();
            let each = Resource::ALL.map(|resource| {
                let (need, own) = (need[resource.index()], own[resource.index()]);
                let price = state.warehouse().price(resource).map_or(3.0, f32::from);
                f32::from(need.min(own)) + f32::from(need.saturating_sub(own)) * (price + 0.3)
            });
            each.iter().sum::<f32>() + 2.0 * f32::from(whiskey)
        }
        Due::Different { count, .. } | Due::Any { count } => 1.3 * f32::from(count),
        Due::ClanOrChieftain => 3.0,
    }
}

/// What it brings to activate a tile that lies there now.
fn activation_worth(state: &GlenMore, seat: Seat, tile: &Tile, at: Place) -> f32 {
    let produces = matches!(tile.activation, Activation::Produce(_) | Activation::ProduceAny);
    let is_full = || state.player(seat).display().cubes_at(at).total() >= FULL;
    if produces && is_full() { 0.0 } else { new_tile_worth(state, seat, tile) }
}

/// What it brings to activate a tile that has just been laid down.
fn new_tile_worth(state: &GlenMore, seat: Seat, tile: &Tile) -> f32 {
    let display = state.player(seat).display();
    match &tile.activation {
        Activation::Nothing => 0.0,
        Activation::Produce(_) | Activation::ProduceAny => 0.6 + 0.6 * ahead(state),
        Activation::Movement => 0.5,
        Activation::Points(points) => f32::from(*points),
        Activation::Convert(conversion) => {
            let cubes: u8 = display.total().iter().sum();
            let best = conversion.offers().iter().filter(|offer| offer.count <= cubes);
            let best = best.map(|offer| {
                let prize = f32::from(offer.prize.points) + 2.0 * f32::from(offer.prize.whiskey);
                prize - 0.9 * f32::from(offer.count)
            });
            best.fold(0.0, f32::max)
        }
    }
}

/// How good anything but taking a tile looks.
fn usual(state: &GlenMore, seat: Seat, action: Action) -> f32 {
    let display = state.player(seat).display();
    match action {
        Action::Activate { at, using } => {
            let tile = display.tile_at(at).map(|tile| state.tile(tile));
            let worth = tile.map_or(0.0, |tile| activation_worth(state, seat, tile, at));
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
        Action::Step { from, to } if is_useful_step(state, seat, from, to) => 2.2,
        Action::Step { .. } => -4.0,
        _ => 1.0,
    }
}
