//! What people call the commands that they send, so that what is sent twice is done once.

use rules::Refusal;

use super::Loaded;
use crate::table::Command;

/// What somebody is told who calls two things the same.
pub(crate) const USED_ID: &str = "this id was used for something else: give everything its own";

/// What its sender calls a command, and the command; none if the name itself says everything.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) key: String,
    pub(super) command: Option<Command>,
}

impl Loaded {
    /// The entry that something has become that was sent before, if it was.
    pub(super) fn became(&self, sent: &Sent) -> Result<Option<u64>, Refusal> {
        let Some(&seq) = self.sent.get(&sent.key) else { return Ok(None) };
        let is_same = |command: &Command| self.table.may_have_become(&self.log, command, seq);
        if sent.command.as_ref().is_none_or(is_same) { Ok(Some(seq)) } else { Err(USED_ID.into()) }
    }
}
