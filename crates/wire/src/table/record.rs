//! The record of a table: the line that counts, with what a reader needs to check it.

use std::collections::BTreeMap;
use std::fmt::Write;

use rules::{Actor, Seat};

use super::{Ending, Part, Stage, Stint, Table};
use crate::id::PersonId;

impl Table {
    /// The record as text. People are called as `names` says, seats without a name are left out,
    /// bots by their level.
    ///
    /// A seed proves the draws of a record only if none was taken back; otherwise the log proves
    /// them, and the record says so.
    pub fn record(&self, names: &BTreeMap<PersonId, String>) -> String {
        let record = self.game.record();
        let (game, actions) = record.split_once("\n\n").unwrap_or((&record, ""));
        format!("{game}\n{}\n{actions}", self.headers(names))
    }

    fn headers(&self, names: &BTreeMap<PersonId, String>) -> String {
        let mut text = String::new();
        for seat in self.all_seats() {
            if let Some(name) = self.name(seat, names) {
                line(&mut text, format_args!("[seat {seat} {}]", quoted(&name)));
            }
            let stints = self.stints_of(seat);
            if !stints.is_empty() {
                line(&mut text, format_args!("[played-by {seat} \"{}\"]", stints.join(", ")));
            }
        }
        line(&mut text, format_args!("[table \"{}\"]", self.id));
        match &self.spec.day {
            // Everyone can make that day's draws: there is nothing to prove.
            Some(day) => line(&mut text, format_args!("[today \"{day}\"]")),
            None => self.prove(&mut text),
        }
        match self.stage {
            Stage::Ended(Ending::Agreed) => line(&mut text, format_args!("[ended \"agreed\"]")),
            Stage::Ended(Ending::Resigned { seat }) => {
                line(&mut text, format_args!("[ended \"resigned {seat}\"]"));
            }
            Stage::Ended(Ending::Over) | Stage::Gathering | Stage::Playing => {}
        }
        text
    }

    /// What the draws are checked with.
    fn prove(&self, text: &mut String) {
        line(text, format_args!("[commit \"{}\"]", self.commit));
        for (seat, contribution) in &self.contributions {
            line(text, format_args!("[contribution {seat} \"{contribution}\"]"));
        }
        match (self.seed, self.all_draws_count()) {
            (Some(seed), true) => line(text, format_args!("[seed \"{seed}\"]")),
            (Some(_), false) => {
                let note =
                    "draws were taken back: the table's log has them all, for bellwether verify";
                line(text, format_args!("; {note}"));
            }
            (None, _) => {}
        }
    }

    /// What the seat's first player is called.
    fn name(&self, seat: Seat, names: &BTreeMap<PersonId, String>) -> Option<String> {
        let person = match self.parts.get(seat.index()) {
            Some(Part::Bot(level)) => return Some(format!("Bot of level {level}")),
            Some(part) => part.person(),
            None => self.seated[seat.index()].as_ref(),
        };
        person.and_then(|person| names.get(person)).cloned()
    }

    /// When bots played the seat, in numbers of actions.
    fn stints_of(&self, seat: Seat) -> Vec<String> {
        let before = |seq: u64| self.line.partition_point(|step| step.seq < seq);
        let shown = |Stint { level, from, to, .. }: &Stint| {
            let (first, last) = (before(*from) + 1, to.map(before));
            match last {
                Some(last) if last < first => None,
                Some(last) => Some(format!("level{level} from {first} to {last}")),
                None => Some(format!("level{level} from {first}")),
            }
        };
        self.stints.iter().filter(|stint| stint.seat == seat).filter_map(shown).collect()
    }

    fn all_draws_count(&self) -> bool {
        self.draws_that_count() == self.draws
    }

    pub(super) fn draws_that_count(&self) -> u64 {
        self.line.iter().filter(|step| step.actor == Actor::Dealer).count() as u64
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("a string takes any text");
}

/// A value between quotes, as records write it.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', r"\\").replace('"', "\\\""))
}
