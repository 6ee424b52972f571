//! A clock of processor time, for contests on a machine with other work: waiting for the processor
//! costs a bot none of its budget.

use std::time::Duration;

use bots::Clock;
use bots::arena::Entry;
use rustix::time::{ClockId, clock_gettime};

use crate::Failure;

/// The processor time of the current thread.
pub(super) struct ProcessorClock;

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }
}

/// Refuses bots with several threads, because each thread has its own processor time.
pub(super) fn check(entries: &[Entry]) -> Result<(), Failure> {
    match entries.iter().find(|entry| entry.bot.trees > 1) {
        None => Ok(()),
        Some(entry) => Err(Failure::Refused(format!(
            "{} grows several trees at once, and --processor-time counts one thread: \
             take a bot with one tree, or leave the flag out",
            entry.name
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processors_time_goes_on_while_it_works() {
        let before = ProcessorClock.now();
        let mut work = 1_u64;
        while ProcessorClock.now() == before {
            work = std::hint::black_box(work.rotate_left(1));
        }
        assert!(ProcessorClock.now() > before);
    }

    #[test]
    fn bots_with_several_threads_are_refused() {
        let check = |bots: &str| check(&Entry::list(bots).unwrap());
        assert!(check("level5@0.1,greedy").is_ok());
        let refusal = check("level4,level5x2").unwrap_err().to_string();
        assert!(refusal.starts_with("level5x2 grows several trees"), "{refusal}");
    }
}
