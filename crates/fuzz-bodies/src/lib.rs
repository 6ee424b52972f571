//! The bodies of the fuzz targets: functions that check a property for any bytes and panic if it
//! does not hold.
//!
//! The targets themselves (`fuzz/`) need a nightly compiler and only call these functions. The
//! tests of this crate replay the corpora (`fuzz/corpus/`) on any compiler.
#![forbid(unsafe_code)]
#![allow(clippy::missing_panics_doc, reason = "a promise that is broken panics: that is the point")]

mod components;
mod protocol;
mod records;

pub use components::components;
pub use protocol::protocol;
pub use records::records;

/// The body of a target.
pub type Body = fn(&[u8]);

/// The targets by name.
pub const TARGETS: [(&str, Body); 3] =
    [("components", components), ("protocol", protocol), ("records", records)];
