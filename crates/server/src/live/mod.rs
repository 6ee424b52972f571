//! The live part: one WebSocket for each page, and who is where.

mod bell;
mod lobby;
mod presence;
mod socket;
mod watch;

pub use bell::{Bell, Lists, Rung, Topic};
pub(crate) use lobby::Lobby;
pub use lobby::Stir;
pub(crate) use presence::{Announcement, Presence};
pub(crate) use socket::{
    LONGEST_BACKLOG, LONGEST_LIST, LONGEST_MESSAGE, READ_BUFFER, Socket, WRITE_BUFFER,
};
pub(crate) use watch::text;
