//! Queries for clients and bots that change nothing: the cost of a tile, its places, the tiles it
//! would activate there, and the next turn.

use rules::Seat;

use crate::action::Action;
use crate::payment::{Due, Purse};
use crate::place::Place;
use crate::placement::Spots;
use crate::resource::Resource;
use crate::state::{Bill, GlenMore, Phase};
use crate::tile::{Activation, Location, Prize, TileId};
use crate::track::{SPACES, Space, Track};

/// A payment that keeps the most coins, and among those sells the fewest cubes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Quote {
    /// Own cubes to turn in, by [`Resource::index`].
    pub own: [u8; 5],
    /// Cubes to buy, by [`Resource::index`].
    pub bought: [u8; 5],
    /// The price of the bought cubes together.
    pub coins: u16,
    /// Cubes that have to be sold first because there are too few coins.
    pub sold: [u8; 5],
    /// Barrels to turn in.
    pub whiskey: u8,
    /// Whether a clan member or a chieftain has to be turned in.
    pub clan: bool,
}

/// The track after the head moves to a space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NextTurn {
    /// The next head: a figure or the die.
    pub head: Space,
    /// The tiles that leave the game, with their spaces.
    pub leaving: Vec<(usize, TileId)>,
    /// The number of tiles that stay on the track.
    pub staying: usize,
    /// The number of tiles that are drawn.
    pub draws: usize,
}

/// Whether a tile next to the one taken in this turn can still be activated.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reach {
    /// Activated automatically for its movement point.
    ByItself,
    /// Not activated yet; it may be activated if its use is legal.
    Open,
    /// Activated.
    Done,
}

impl Purse {
    /// A way to pay what is due, if there is any.
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

    /// The cubes that pay what is due with the least loss.
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

    /// The fewest cubes to sell for enough coins, without those to be turned in.
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

    /// How the seat could turn in that much now; `None` if it cannot.
    pub fn quote_for(&self, seat: Seat, due: Due) -> Option<Quote> {
        self.purse(seat).quote(due)
    }

    /// How the seat could pay what is due now; `None` if it cannot.
    pub fn quote_due(&self, seat: Seat) -> Option<Quote> {
        self.purse(seat).quote(self.progress.due)
    }

    /// The places for a tile in the seat's display, whatever its cost.
    pub fn places_for(&self, seat: Seat, tile: TileId) -> Vec<Place> {
        Spots::of(&self.player(seat).display).for_tile(self.tile(tile)).to_vec()
    }

    /// The places of the tiles that a tile placed there would activate, including its own: those with
    /// an activation. Loch Oich activates the whole display.
    pub fn would_activate(&self, seat: Seat, tile: TileId, at: Place) -> Vec<Place> {
        let display = &self.player(seat).display;
        let everywhere = Location::of(tile) == Some(Location::LochOich);
        let reached = if everywhere { display.slots() } else { display.around(at) };
        let old = reached.iter().map(|slot| (display.place(slot), display.tile(slot)));
        let all = old.chain([(at, tile)]);
        let active = all.filter(|&(_, tile)| self.tile(tile).activation != Activation::Nothing);
        let mut places: Vec<Place> = Vec::new();
        for (place, _) in active {
            places.insert(places.partition_point(|other| *other < place), place);
        }
        places
    }

    /// The tiles that the one taken in this turn activates, in the order of their places, and
    /// whether they have been; empty before that tile is paid for.
    pub fn reached(&self) -> Vec<(Place, Reach)> {
        let using = matches!(self.progress.bill, Bill::Use { .. });
        let (Phase::Activate(seat) | Phase::Pay(seat)) = self.phase else { return Vec::new() };
        if !using && matches!(self.phase, Phase::Pay(_)) {
            return Vec::new();
        }
        let display = &self.player(seat).display;
        let everywhere = self.taken_location(seat) == Some(Location::LochOich);
        let new = display.place(usize::from(self.progress.slot));
        let slots = if everywhere { display.slots() } else { display.around(new) };
        let reach = |slot| match self.tile_in(seat, slot).activation {
            Activation::Nothing => None,
            Activation::Movement => Some(Reach::ByItself),
            _ if self.progress.open.contains(slot) => Some(Reach::Open),
            _ => Some(Reach::Done),
        };
        slots.iter().filter_map(|slot| Some((display.place(slot), reach(slot)?))).collect()
    }

    /// The place and the prize of the tile whose use is being paid for; `None` while nothing or the
    /// taken tile is paid for.
    pub fn in_use(&self) -> Option<(Place, Prize)> {
        let seat = self.phase.seat()?;
        match self.progress.bill {
            Bill::Use { slot, prize } => {
                Some((self.player(seat).display.place(slot.into()), prize))
            }
            Bill::Tile => None,
        }
    }

    /// The number of resources that can still be chosen.
    pub const fn choices(&self) -> u8 {
        self.progress.choices
    }

    /// Whether Loch Ness still allows one tile that does not touch the new one.
    pub const fn may_activate_elsewhere(&self) -> bool {
        self.progress.elsewhere
    }

    /// The next step of the payment that keeps the most coins; cubes are taken from the tiles with
    /// most of them. `None` if nothing is due, or if the seat has to choose a person to turn in.
    pub fn cheapest_step(&self, seat: Seat) -> Option<Action> {
        if self.phase != Phase::Pay(seat) || self.progress.due == Due::ClanOrChieftain {
            return None;
        }
        let quote = self.quote_due(seat)?;
        let first = |wanted: [u8; 5]| {
            Resource::ALL.into_iter().find(|resource| wanted[resource.index()] > 0)
        };
        if let Some(resource) = first(quote.own) {
            return Some(Action::Pay { resource, at: self.fullest(seat, resource)? });
        }
        if quote.whiskey > 0 {
            return Some(Action::PayWhiskey);
        }
        if let Some(resource) = first(quote.sold) {
            return Some(Action::Sell { resource, at: self.fullest(seat, resource)? });
        }
        first(quote.bought).map(Action::Buy)
    }

    /// The place with most cubes of the resource.
    fn fullest(&self, seat: Seat, resource: Resource) -> Option<Place> {
        let display = &self.player(seat).display;
        let slots = display.cube_slots(resource).iter();
        let fullest = slots.max_by_key(|&slot| display.cubes(slot).of(resource))?;
        Some(display.place(fullest))
    }

    /// The track after the head moves to a space; `None` if that has no tile or no figure is at the
    /// head.
    pub fn next_turn(&self, space: usize) -> Option<NextTurn> {
        self.track.tile(space).filter(|_| self.track.front().moves())?;
        let mut track = self.track;
        track.move_head(space);
        self.turn_after(track)
    }

    /// The track after the seat that has taken a tile ends its turn; `None` between turns.
    pub fn after_turn(&self) -> Option<NextTurn> {
        self.taken_at()?;
        self.turn_after(self.track)
    }

    /// The track after a figure has left its space at the head.
    fn turn_after(&self, mut track: Track) -> Option<NextTurn> {
        let mut leaving = Vec::new();
        track.clear_behind_head(|space, tile| leaving.push((space, tile)));
        let steps = (1..SPACES).find(|&steps| track.spaces[track.ahead(steps)].moves())?;
        let head = track.spaces[track.ahead(steps)];
        let staying = track.tiles_ahead().count();
        Some(NextTurn { head, leaving, staying, draws: (steps - 1).min(self.left.len()) })
    }
}
