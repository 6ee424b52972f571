//! What the fuzz targets do: one function for each, from any bytes to a promise kept or a panic.
//!
//! The targets themselves (`fuzz/`) need a nightly compiler and only call these functions. The
//! tests of this crate replay what the fuzzers have found so far (`fuzz/corpus/`) on any compiler.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc, reason = "a promise that is broken panics: that is the point")]

mod components;
mod protocol;
mod records;

pub use components::components;
pub use protocol::protocol;
pub use records::records;

/// What a target does with an input.
pub type Body = fn(&[u8]);

/// The names of the targets and what they do.
pub const TARGETS: [(&str, Body); 3] =
    [("components", components), ("protocol", protocol), ("records", records)];
