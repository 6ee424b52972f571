//! Sets of tiles of a display.

/// A set of indices into a display's list of tiles, iterated in ascending order.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Slots(pub(crate) u64);

impl Slots {
    pub(crate) const EMPTY: Self = Self(0);

    /// The first `len` slots.
    #[inline]
    pub(crate) const fn first(len: usize) -> Self {
        Self(!(u64::MAX << len))
    }

    #[inline]
    pub(crate) const fn only(slot: usize) -> Self {
        Self(1 << slot)
    }

    #[inline]
    pub(crate) const fn contains(self, slot: usize) -> bool {
        self.0 >> slot & 1 != 0
    }

    #[inline]
    pub(crate) const fn insert(&mut self, slot: usize) {
        self.0 |= 1 << slot;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, slot: usize) {
        self.0 &= !(1 << slot);
    }

    #[inline]
    #[must_use]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members in ascending order.
    #[inline]
    pub(crate) const fn iter(self) -> SlotIter {
        SlotIter(self.0)
    }

    /// Moves every member from `slot` on up by one.
    #[inline]
    pub(crate) const fn open_gap(&mut self, slot: usize) {
        let below = self.0 & !(u64::MAX << slot);
        self.0 = below | (self.0 ^ below) << 1;
    }
}

impl IntoIterator for Slots {
    type Item = usize;
    type IntoIter = SlotIter;

    #[inline]
    fn into_iter(self) -> SlotIter {
        self.iter()
    }
}

/// Iterates [`Slots`].
#[derive(Clone, Debug)]
pub(crate) struct SlotIter(u64);

impl Iterator for SlotIter {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let slot = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(slot)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}
