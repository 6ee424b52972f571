//! The live part: one WebSocket for each page.

mod bell;
mod socket;

pub use bell::Bell;
pub(crate) use socket::{LONGEST_BACKLOG, LONGEST_MESSAGE, READ_BUFFER, Socket};
