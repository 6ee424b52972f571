//! How values whose JSON does not follow from their Rust types are described to other programs. No
//! value of these types exists: fields name them as their `value_type`.

use std::collections::BTreeMap;

use rules::MAX_SEATS;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny};
use utoipa::openapi::schema::{Array, Object, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

/// The largest number that the server counts to: what its databases can hold.
const MOST: i64 = i64::MAX;

/// Text that fits a pattern.
pub(crate) fn text(pattern: impl Into<String>, about: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).description(Some(about))
}

fn number(least: i64, most: i64, about: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(least as isize))
        .maximum(Some(most as isize))
        .description(Some(about))
}

fn one_of_these<const N: usize>(words: [&str; N], about: &str) -> ObjectBuilder {
    let object: Object = Object::with_type(Type::String);
    ObjectBuilder::from(object).enum_values(Some(words)).description(Some(about))
}

macro_rules! described {
    ($($(#[$doc:meta])* $name:ident => $schema:expr,)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub enum $name {}

            impl PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    Schema::from($schema).into()
                }
            }

            impl ToSchema for $name {}
        )*
    };
}

described! {
    /// The number of a seat.
    SeatNumber => number(1, 5, "The number of a seat.").examples([1]),
    /// How strong a bot is.
    Level => number(1, 5, "How strong a bot is.").examples([3]),
    /// A count that a database can hold.
    Count => number(0, MOST, "The number of an entry or a line; 0 for none."),
    /// Who acts: a seat or the dealer.
    ActorView => OneOfBuilder::new()
        .item(Ref::from_schema_name("SeatNumber"))
        .item(one_of_these(["*"], "The dealer."))
        .description(Some("Who acts: the number of a seat, or `*` for the dealer.")),
    /// Who may act now.
    TurnView => OneOfBuilder::new()
        .item(Array::new(Ref::from_schema_name("SeatNumber")))
        .item(one_of_these(["*", "over"], "The dealer, or nobody."))
        .description(Some("Who may act: seats in ascending order, `*` for the dealer, or `over`.")),
    /// How far a table has come.
    StageName => one_of_these(["gathering", "playing", "ended"], "How far a table has come."),
}

/// Reads a [`Count`].
pub(crate) fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(from)?;
    if i64::try_from(number).is_ok() {
        return Ok(number);
    }
    Err(D::Error::custom(format!("{number} is too large: numbers go up to {MOST}")))
}

/// Reads how many play.
pub(crate) fn seats<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    let number = u8::deserialize(from)?;
    if (1..=MAX_SEATS).contains(&usize::from(number)) {
        return Ok(number);
    }
    Err(D::Error::custom(format!("games are for 1 to {MAX_SEATS} players, not for {number}")))
}

/// Reads a choice without fields of its own. Serde would leave aside whatever else is there, also
/// where it is told to refuse unknown fields.
#[allow(clippy::zero_sized_map_values, reason = "a set would be read from a list")]
pub(crate) fn no_fields<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    match BTreeMap::<String, IgnoredAny>::deserialize(from)?.keys().next() {
        None => Ok(()),
        Some(name) => Err(D::Error::custom(format!("unknown field `{name}`"))),
    }
}
