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
    pub const fn is_met(self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Fixed { need: [0, 0, 0, 0, 0], whiskey } => whiskey == 0,
            Self::Different { count, .. } | Self::Any { count } => count == 0,
            Self::Fixed { .. } | Self::ClanOrChieftain => false,
        }
    }

    /// Whether a cube of the resource is among what is due.
    #[inline]
    pub const fn wants(self, resource: Resource) -> bool {
        match self {
            Self::Nothing | Self::ClanOrChieftain => false,
            Self::Fixed { need, .. } => need[resource.index()] > 0,
            Self::Different { count, used } => count > 0 && used & bit(resource) == 0,
            Self::Any { count } => count > 0,
        }
    }

    /// Whether a barrel is among what is due.
    #[inline]
    pub const fn wants_whiskey(self) -> bool {
        matches!(self, Self::Fixed { whiskey: 1.., .. })
    }

    /// Whether this is what can be left of a whole cost after some of it is paid.
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
    coins: u16,
    whiskey: u16,
    clan: bool,
    warehouse: Warehouse,
    /// Covered spaces of each row once all cubes are sold; below 0 for cubes it would not take.
    left: [i16; 5],
    /// The coins in hand once all cubes are sold.
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

    /// Whether what is due can be met by turning in, selling and buying in any order.
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

    /// Whether what is due can still be met if the next cube turned in, from a tile or through the
    /// warehouse, is of that resource. What is due must be possible to meet.
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

    /// Whether the coins in hand buy a cube now.
    #[inline]
    pub fn can_buy(&self, resource: Resource) -> bool {
        self.warehouse.price(resource).is_some_and(|price| u16::from(price) <= self.coins)
    }

    /// What that need costs in the end, own cubes counted at what they would have sold for; `None`
    /// if some row has not enough of them on offer.
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

    /// What the `nth` cube costs in the end, after those before it, an own one counted at what it
    /// would have sold for; `None` if there is none to be had.
    #[inline]
    pub(crate) fn price_of_nth(&self, resource: Resource, nth: u8) -> Option<u8> {
        let price = (self.left[resource.index()] + i16::from(nth)).max(0) as u8;
        (price <= ROW).then_some(price)
    }

    #[inline]
    fn price_of_one(&self, resource: Resource) -> Option<u8> {
        self.price_of_nth(resource, 1)
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

    /// Whether the cheapest `count` of those cubes can be had, besides one that costs `extra`.
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
