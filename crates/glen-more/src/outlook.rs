//! Looking ahead without acting: what a tile would cost, where it could go and what it would
//! activate there, and who would be next. Clients and bots share these answers.

use rules::Seat;

use crate::payment::{Due, Purse};
use crate::place::Place;
use crate::placement::Spots;
use crate::resource::Resource;
use crate::state::GlenMore;
use crate::tile::{Activation, Location, TileId};
use crate::track::{SPACES, Space};

/// A way to pay that keeps the most coins, and among those sells the fewest cubes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Quote {
    /// Own cubes to turn in, by [`Resource::index`].
    pub own: [u8; 5],
    /// Cubes to buy, by [`Resource::index`].
    pub bought: [u8; 5],
    /// What the bought cubes cost together.
    pub coins: u16,
    /// Cubes that have to be sold first because the coins in hand are too few.
    pub sold: [u8; 5],
    /// Barrels to turn in.
    pub whiskey: u8,
    /// Whether a clan member or a chieftain has to be turned in.
    pub clan: bool,
}

/// What follows if the head goes to a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextTurn {
    /// Who is at the head then: a figure or the die.
    pub head: Space,
    /// The tiles that are left behind and leave the game, with their spaces.
    pub leaving: Vec<(usize, TileId)>,
    /// How many tiles are drawn.
    pub draws: usize,
}

impl Purse {
    /// A way to meet what is due, if there is any.
    pub fn quote(&self, due: Due) -> Option<Quote> {
        if !self.can_meet(due) {
            return None;
        }
        let (whiskey, clan) = match due {
            Due::Fixed { whiskey, .. } => (whiskey, false),
            _ => (0, due == Due::ClanOrChieftain),
        };
        let mut quote = Quote { whiskey, clan, ..Quote::default() };
        let need = self.cheapest_need(due);
        for resource in Resource::ALL {
            let index = resource.index();
            quote.own[index] = need[index].min(self.cubes(resource));
            quote.bought[index] = need[index] - quote.own[index];
            let covered = u16::from(self.warehouse().covered(resource));
            quote.coins +=
                (1..=u16::from(quote.bought[index])).map(|nth| covered + nth).sum::<u16>();
        }
        quote.sold = self.sell_for(quote.coins, quote.own);
        Some(quote)
    }

    /// The cubes that meet what is due with the least loss.
    fn cheapest_need(&self, mut due: Due) -> [u8; 5] {
        let mut need = match due {
            Due::Fixed { need, .. } => return need,
            _ => [0; 5],
        };
        while !due.is_met() && due != Due::ClanOrChieftain {
            let open = Resource::ALL.into_iter().filter(|&resource| due.wants(resource));
            let priced = open.filter_map(|resource| {
                let nth = need[resource.index()] + 1;
                let own = self.cubes(resource) >= nth;
                self.price_of_nth(resource, nth).map(|price| (price, !own, resource))
            });
            let Some((_, _, resource)) = priced.min() else { break };
            need[resource.index()] += 1;
            due.turn_in(resource);
        }
        need
    }

    /// The fewest cubes to sell, those turned in excepted, so that the coins are enough.
    fn sell_for(&self, coins: u16, kept: [u8; 5]) -> [u8; 5] {
        let (mut warehouse, mut in_hand, mut sold) = (*self.warehouse(), self.coins(), [0; 5]);
        while in_hand < coins {
            let spare = Resource::ALL.into_iter().filter(|&resource| {
                let index = resource.index();
                self.cubes(resource) > kept[index] + sold[index]
            });
            let dearest = spare.max_by_key(|&resource| warehouse.reward(resource));
            let Some(resource) = dearest.filter(|&it| warehouse.reward(it).is_some()) else {
                break;
            };
            in_hand += u16::from(warehouse.sell(resource));
            sold[resource.index()] += 1;
        }
        sold
    }
}

impl GlenMore {
    /// How the seat could pay for a tile now; `None` if it cannot.
    pub fn quote(&self, seat: Seat, tile: TileId) -> Option<Quote> {
        self.purse(seat).quote(self.tile(tile).cost)
    }

    /// How the seat could pay what is due now; `None` if it cannot.
    pub fn quote_due(&self, seat: Seat) -> Option<Quote> {
        self.purse(seat).quote(self.progress.due)
    }

    /// Where a tile could go in the seat's display, whatever it costs.
    pub fn places_for(&self, seat: Seat, tile: TileId) -> Vec<Place> {
        Spots::of(&self.player(seat).display).for_tile(self.tile(tile)).to_vec()
    }

    /// The places of the tiles that a tile laid there would activate, its own among them: those
    /// that then do anything at all. Loch Oich activates the whole display.
    pub fn would_activate(&self, seat: Seat, tile: TileId, at: Place) -> Vec<Place> {
        let display = &self.player(seat).display;
        let everywhere = Location::of(tile) == Some(Location::LochOich);
        let reached = if everywhere { display.slots() } else { display.around(at) };
        let old = reached.iter().map(|slot| (display.place(slot), display.tile(slot)));
        let all = old.chain([(at, tile)]);
        let active = all.filter(|&(_, tile)| self.tile(tile).activation != Activation::Nothing);
        let mut places: Vec<Place> = active.map(|(place, _)| place).collect();
        places.sort_unstable();
        places
    }

    /// What follows if the head goes to that space of the track; `None` if there is no tile or
    /// nobody at the head.
    pub fn next_turn(&self, space: usize) -> Option<NextTurn> {
        self.track.tile(space).filter(|_| self.track.front().moves())?;
        let mut track = self.track;
        track.move_head(space);
        let mut leaving = Vec::new();
        track.clear_behind_head(|space, tile| leaving.push((space, tile)));
        let steps = (1..SPACES).find(|&steps| track.spaces[track.ahead(steps)].moves())?;
        let head = track.spaces[track.ahead(steps)];
        Some(NextTurn { head, leaving, draws: (steps - 1).min(self.left.len()) })
    }
}
