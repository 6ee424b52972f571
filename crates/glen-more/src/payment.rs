//! What is due, and whether a purse can meet it in any way at all.
//!
//! The search is exact and needs no tree. Take one row of the warehouse: a player with `own` cubes
//! of it who still has to turn in `need` of them leaves it, after selling all that can be spared,
//! with `covered + need - own` covered spaces (at least none, and at most three or it is
//! impossible). Turning in an own cube or buying one does not change that number, nor does selling
//! a cube that is bought back later. So every way to pay ends with the same coins, and the price
//! of needing one more cube is the price of the next space of its row: it never falls as the need
//! grows, and the cheapest cubes may be chosen greedily where the choice is free.

use crate::resource::Resource;
use crate::warehouse::{ROW, Warehouse, worth};

/// What still has to be turned in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Due {
    /// Nothing (any more).
    #[default]
    Nothing,
    /// Exactly these.
    Fixed {
        /// Cubes by [`Resource::index`].
        need: [u8; 5],
        /// Barrels.
        whiskey: u8,
    },
    /// That many resources, different from each other and from those turned in before.
    Different {
        /// How many.
        count: u8,
        /// The ones turned in before, as bits.
        used: u8,
    },
    /// That many resources of any kinds.
    Any {
        /// How many.
        count: u8,
    },
    /// A clan member or a chieftain.
    ClanOrChieftain,
}

impl Due {
    /// Whether all is paid.
    #[inline]
    pub const fn is_met(&self) -> bool {
        match *self {
            Self::Nothing => true,
            Self::Fixed { need: [0, 0, 0, 0, 0], whiskey } => whiskey == 0,
            Self::Different { count, .. } | Self::Any { count } => count == 0,
            Self::Fixed { .. } | Self::ClanOrChieftain => false,
        }
    }

    /// Whether a cube of the resource is among what is due.
    #[inline]
    pub const fn wants(&self, resource: Resource) -> bool {
        match *self {
            Self::Nothing | Self::ClanOrChieftain => false,
            Self::Fixed { need, .. } => need[resource.index()] > 0,
            Self::Different { count, used } => count > 0 && used & bit(resource) == 0,
            Self::Any { count } => count > 0,
        }
    }

    /// Whether a barrel is among what is due.
    #[inline]
    pub const fn wants_whiskey(&self) -> bool {
        matches!(*self, Self::Fixed { whiskey: 1.., .. })
    }

    /// Whether this is what can be left of a whole cost after some of it is paid.
    pub(crate) fn is_rest_of(&self, whole: &Self) -> bool {
        match (self, whole) {
            (Self::Fixed { need, whiskey }, Self::Fixed { need: all, whiskey: barrels }) => {
                whiskey <= barrels && need.iter().zip(all).all(|(rest, all)| rest <= all)
            }
            (Self::Different { count, used }, Self::Different { count: all, .. }) => {
                u32::from(*count) + used.count_ones() == u32::from(*all)
            }
            (Self::Any { count }, Self::Any { count: all }) => count <= all,
            (Self::ClanOrChieftain, Self::ClanOrChieftain) => true,
            _ => false,
        }
    }

    /// What is due once a cube of that resource, which must be due, is turned in.
    #[inline]
    pub(crate) const fn turn_in(&mut self, resource: Resource) {
        match self {
            Self::Nothing | Self::ClanOrChieftain => {}
            Self::Fixed { need, .. } => need[resource.index()] -= 1,
            Self::Different { count, used } => {
                *count -= 1;
                *used |= bit(resource);
            }
            Self::Any { count } => *count -= 1,
        }
    }

    /// What is due once a barrel, which must be due, is turned in.
    #[inline]
    pub(crate) const fn turn_in_whiskey(&mut self) {
        if let Self::Fixed { whiskey, .. } = self {
            *whiskey -= 1;
        }
    }
}

const fn bit(resource: Resource) -> u8 {
    1 << resource.index()
}

/// What a player has to pay with, and the warehouse to trade at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Purse {
    /// Coins in hand.
    pub coins: u16,
    /// Cubes in the display, by [`Resource::index`].
    pub cubes: [u8; 5],
    /// Barrels.
    pub whiskey: u16,
    /// Whether there is a clan member or chieftain to spare.
    pub clan: bool,
    /// The prices.
    pub warehouse: Warehouse,
}

impl Purse {
    /// Whether what is due can be met by turning in, selling and buying in any order.
    #[inline]
    pub fn can_meet(&self, due: &Due) -> bool {
        match *due {
            Due::Nothing => true,
            Due::Fixed { need, whiskey } => {
                self.whiskey >= u16::from(whiskey)
                    && self.cost(&need).is_some_and(|cost| cost <= self.wealth())
            }
            Due::Different { count, used } => self.affords(self.one_of_each(used), count, 0),
            Due::Any { count } => self.affords(self.all_on_offer(), count, 0),
            Due::ClanOrChieftain => self.clan,
        }
    }

    /// Whether what is due can still be met if the next cube turned in, from a tile or through the
    /// warehouse, is of that resource. What is due must be possible to meet.
    #[inline]
    pub fn can_continue(&self, due: &Due, resource: Resource) -> bool {
        if !due.wants(resource) {
            return false;
        }
        let Some(price) = self.price_of_one(resource) else { return false };
        match *due {
            Due::Nothing | Due::ClanOrChieftain => false,
            Due::Fixed { .. } => true,
            Due::Different { count, used } => {
                self.affords(self.one_of_each(used | bit(resource)), count - 1, price)
            }
            Due::Any { count } => {
                let mut offers = self.all_on_offer();
                offers[usize::from(price)] -= 1;
                self.affords(offers, count - 1, price)
            }
        }
    }

    /// Whether the coins in hand buy a cube now.
    #[inline]
    pub fn can_buy(&self, resource: Resource) -> bool {
        self.warehouse.price(resource).is_some_and(|price| u16::from(price) <= self.coins)
    }

    /// Covered spaces of the row once all cubes are sold; below 0 for cubes it would not take.
    #[inline]
    fn left_covered(&self, resource: Resource) -> i16 {
        i16::from(self.warehouse.covered(resource)) - i16::from(self.cubes[resource.index()])
    }

    /// The coins in hand and those in the warehouse: trading only moves them between the two.
    fn wealth(&self) -> u16 {
        let rows = Resource::ALL
            .into_iter()
            .map(|resource| worth(self.warehouse.covered(resource).into()).unwrap_or_default());
        self.coins + rows.sum::<u16>()
    }

    /// The coins that must lie in the warehouse after that need is met; `None` if some row has not
    /// enough cubes on offer.
    #[inline]
    fn cost(&self, need: &[u8; 5]) -> Option<u16> {
        let row = |resource: Resource| {
            worth(self.left_covered(resource) + i16::from(need[resource.index()]))
        };
        Resource::ALL.into_iter().map(row).sum()
    }

    /// What one cube costs in the end, an own one counted at what it would have sold for; `None` if
    /// there is none to be had.
    #[inline]
    pub(crate) fn price_of_one(&self, resource: Resource) -> Option<u8> {
        let price = (self.left_covered(resource) + 1).max(0) as u8;
        (price <= ROW).then_some(price)
    }

    /// How many cubes there are at each price, one of each resource not `used`.
    #[inline]
    fn one_of_each(&self, used: u8) -> [u8; 4] {
        let mut offers = [0; 4];
        for resource in Resource::ALL {
            if used & bit(resource) == 0
                && let Some(price) = self.price_of_one(resource)
            {
                offers[usize::from(price)] += 1;
            }
        }
        offers
    }

    /// How many cubes there are at each price.
    #[inline]
    fn all_on_offer(&self) -> [u8; 4] {
        let mut offers = [0; 4];
        for resource in Resource::ALL {
            let left = self.left_covered(resource);
            offers[0] += (-left).max(0) as u8;
            for price in left.max(0) + 1..=i16::from(ROW) {
                offers[price as usize] += 1;
            }
        }
        offers
    }

    /// Whether the cheapest `count` of those cubes can be had, besides one that costs `extra`.
    #[inline]
    fn affords(&self, offers: [u8; 4], count: u8, extra: u8) -> bool {
        let (mut missing, mut cost) = (count, u16::from(extra));
        for (price, available) in (0..).zip(offers) {
            let chosen = missing.min(available);
            missing -= chosen;
            cost += price * u16::from(chosen);
        }
        let spent_on_nothing = self.cost(&[0; 5]).unwrap_or_default();
        missing == 0 && cost + spent_on_nothing <= self.wealth()
    }
}
