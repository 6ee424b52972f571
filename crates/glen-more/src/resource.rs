//! The five resources.

use std::fmt;

use rules::NotationError;
use rules::notation::quoted;

/// A resource: traded by the warehouse and produced by tiles. Whiskey is not one.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Resource {
    /// Green cubes, from forests.
    Wood,
    /// Gray cubes, from quarries.
    Stone,
    /// Yellow cubes, from wheat fields.
    Grain,
    /// Brown cubes, from pastures.
    Cattle,
    /// White cubes, from meadows.
    Sheep,
}

impl Resource {
    /// All five, in the order of the warehouse's rows.
    pub const ALL: [Self; 5] = [Self::Wood, Self::Stone, Self::Grain, Self::Cattle, Self::Sheep];

    /// The index in [`Resource::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in notation and in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Stone => "stone",
            Self::Grain => "grain",
            Self::Cattle => "cattle",
            Self::Sheep => "sheep",
        }
    }

    /// The resource of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|resource| resource.name() == name)
    }

    /// Reads the name in a notation.
    ///
    /// # Errors
    /// If it is none of the five.
    pub(crate) fn read(word: &str) -> Result<Self, NotationError> {
        Self::from_name(word).ok_or_else(|| {
            NotationError::new(format!(
                "{} is no resource: wood, stone, grain, cattle or sheep",
                quoted(word)
            ))
        })
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
