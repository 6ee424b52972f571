//! Costs, and whether a purse can pay them in any way at all.
//!
//! The check is exact and needs no search tree. Take one row of the warehouse: a player with `own`
//! cubes of it who still has to turn in `need` of them leaves it, after selling all spare cubes,
//! with `covered + need - own` covered spaces (at least none, and at most three or it is
//! impossible). Turning in an own cube or buying one does not change that number, nor does selling
//! a cube that is bought back later. So every way to pay ends with the same coins, and the price
//! of needing one more cube is the price of the next space of its row: it never falls as the need
//! grows, and the cheapest cubes may be chosen greedily where the choice is free.

use crate::resource::Resource;
use crate::warehouse::{ROW, Warehouse, worth};

/// A cost, or the rest of one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Due {
    /// Nothing.
    #[default]
    Nothing,
    /// These resources and barrels.
    Fixed {
        /// Cubes by [`Resource::index`].
        need: [u8; 5],
        /// Barrels.
        whiskey: u8,
    },
    /// That many resources, different from each other and from those turned in before.
    Different {
        /// The number of resources.
        count: u8,
        /// The resources turned in before, as bits.
        used: u8,
    },
    /// That many resources of any kinds.
    Any {
        /// The number of resources.
        count: u8,
    },
    /// A clan member or a chieftain.
    ClanOrChieftain,
}

impl Due {
    /// Whether nothing is due.
    #[inline]
    pub const fn is_met(self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Fixed { need: [0, 0, 0, 0, 0], whiskey } => whiskey == 0,
            Self::Different { count, .. } | Self::Any { count } => count == 0,
            Self::Fixed { .. } | Self::ClanOrChieftain => false,
        }
    }

    /// Whether a cube of the resource can be turned in for it.
    #[inline]
    pub const fn wants(self, resource: Resource) -> bool {
        match self {
            Self::Nothing | Self::ClanOrChieftain => false,
            Self::Fixed { need, .. } => need[resource.index()] > 0,
            Self::Different { count, used } => count > 0 && used & bit(resource) == 0,
            Self::Any { count } => count > 0,
        }
    }

    /// Whether a barrel can be turned in for it.
    #[inline]
    pub const fn wants_whiskey(self) -> bool {
        matches!(self, Self::Fixed { whiskey: 1.., .. })
    }

    /// Whether this can be the rest of a cost after a part of it is paid.
    pub(crate) fn is_rest_of(self, whole: Self) -> bool {
        match (self, whole) {
            (Self::Fixed { need, whiskey }, Self::Fixed { need: all, whiskey: barrels }) => {
                whiskey <= barrels && need.into_iter().zip(all).all(|(rest, all)| rest <= all)
            }
            (Self::Different { count, used }, Self::Different { count: all, .. }) => {
                u32::from(count) + used.count_ones() == u32::from(all)
            }
            (Self::Any { count }, Self::Any { count: all }) => count <= all,
            (Self::ClanOrChieftain, Self::ClanOrChieftain) => true,
            _ => false,
        }
    }

    /// Deducts a cube of a resource, which must be due.
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

    /// Deducts a barrel, which must be due.
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

/// A player's means of payment, with the warehouse for trading.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Purse {
    coins: u16,
    whiskey: u16,
    clan: bool,
    warehouse: Warehouse,
    /// The covered spaces of each row once all cubes are sold; below 0 for cubes that do not fit.
    left: [i16; 5],
    /// The number of coins once all cubes are sold.
    wealth: u16,
}

impl Purse {
    /// A purse with that many coins, cubes (by [`Resource::index`]) and barrels; `clan` says
    /// whether there is a clan member or chieftain to spare.
    #[inline]
    pub fn new(coins: u16, cubes: [u8; 5], whiskey: u16, clan: bool, warehouse: Warehouse) -> Self {
        let (mut left, mut wealth) = ([0; 5], coins);
        for resource in Resource::ALL {
            let covered = i16::from(warehouse.covered(resource));
            let rest = covered - i16::from(cubes[resource.index()]);
            left[resource.index()] = rest;
            wealth = wealth.saturating_add(worth(covered) - worth(rest));
        }
        Self { coins, whiskey, clan, warehouse, left, wealth }
    }

    /// Whether a cost can be paid by turning in, selling and buying in any order.
    #[inline]
    pub fn can_meet(&self, due: Due) -> bool {
        match due {
            Due::Nothing => true,
            Due::Fixed { need, whiskey } => {
                self.whiskey >= u16::from(whiskey)
                    && self.price_of_all(need).is_some_and(|price| price <= self.wealth)
            }
            Due::Different { count, used } => self.affords(self.one_of_each(used), count, 0),
            Due::Any { count } => self.affords(self.all_on_offer(), count, 0),
            Due::ClanOrChieftain => self.clan,
        }
    }

    /// Whether a cost can still be paid if the next cube turned in, from a tile or through the
    /// warehouse, is of that resource. The cost must be payable.
    #[inline]
    pub fn can_continue(&self, due: Due, resource: Resource) -> bool {
        if !due.wants(resource) {
            return false;
        }
        let Some(price) = self.price_of_one(resource) else { return false };
        match due {
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

    /// Whether the coins are enough to buy a cube now.
    #[inline]
    pub fn can_buy(&self, resource: Resource) -> bool {
        self.warehouse.price(resource).is_some_and(|price| u16::from(price) <= self.coins)
    }

    /// The final price of those cubes, with own ones at the price they would have sold for; `None`
    /// if a row has not enough of them on offer.
    #[inline]
    fn price_of_all(&self, need: [u8; 5]) -> Option<u16> {
        let mut price = 0;
        for (left, need) in self.left.into_iter().zip(need) {
            if need > 0 {
                let covered = left + i16::from(need);
                if covered > i16::from(ROW) {
                    return None;
                }
                price += worth(covered) - worth(left);
            }
        }
        Some(price)
    }

    /// Coins in hand.
    pub const fn coins(&self) -> u16 {
        self.coins
    }

    /// The prices.
    pub const fn warehouse(&self) -> &Warehouse {
        &self.warehouse
    }

    /// Own cubes of the resource.
    pub fn cubes(&self, resource: Resource) -> u8 {
        (i16::from(self.warehouse.covered(resource)) - self.left[resource.index()]) as u8
    }

    /// The final price of the `nth` cube after those before it, an own one at the price it would have
    /// sold for; `None` if there is none.
    #[inline]
    pub(crate) fn price_of_nth(&self, resource: Resource, nth: u8) -> Option<u8> {
        let price = (self.left[resource.index()] + i16::from(nth)).max(0) as u8;
        (price <= ROW).then_some(price)
    }

    #[inline]
    fn price_of_one(&self, resource: Resource) -> Option<u8> {
        self.price_of_nth(resource, 1)
    }

    /// The number of cubes at each price, one of each resource not `used`.
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

    /// The number of cubes at each price.
    #[inline]
    fn all_on_offer(&self) -> [u8; 4] {
        let mut offers = [0u8; 4];
        for left in self.left {
            let unsaleable = (-left).clamp(0, i16::from(u8::MAX)) as u8;
            offers[0] = offers[0].saturating_add(unsaleable);
            for price in left.max(0) + 1..=i16::from(ROW) {
                offers[price as usize] += 1;
            }
        }
        offers
    }

    /// Whether the cheapest `count` of those cubes are affordable, besides one that costs `extra`.
    #[inline]
    fn affords(&self, offers: [u8; 4], count: u8, extra: u8) -> bool {
        let (mut missing, mut price) = (count, u16::from(extra));
        for (each, available) in (0..).zip(offers) {
            let chosen = missing.min(available);
            missing -= chosen;
            price += each * u16::from(chosen);
        }
        missing == 0 && price <= self.wealth
    }
}
