//! A table in words: how much time there is, who sits there, and whose turn it is.

use std::fmt;

use rules::{Seat, join_names};

use crate::glance::TableView;
use crate::id::PersonId;
use crate::table::ClockSpec;

impl fmt::Display for ClockSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("No clock"),
            Self::RealTime { base, increment } => {
                f.write_str(&seconds(base))?;
                f.write_str(" each")?;
                if increment > 0 {
                    write!(f, ", {} more every turn", seconds(increment))?;
                }
                Ok(())
            }
            Self::Correspondence { hours } => write!(f, "{} a move", span(hours.into())),
        }
    }
}

/// A number of things: `1 day`, `3 days`.
fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn seconds(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => count(seconds.into(), "second"),
        (minutes, 0) => count(minutes.into(), "minute"),
        (minutes, seconds) => format!("{minutes}:{seconds:02} minutes"),
    }
}

fn span(hours: u64) -> String {
    if hours.is_multiple_of(24) { count(hours / 24, "day") } else { count(hours, "hour") }
}

/// How long that is, roughly, in milliseconds: `3 days`, `5 hours`, `40 minutes`, `20 seconds`.
fn roughly(millis: i64) -> String {
    let seconds = millis.max(0) as u64 / 1000;
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units.into_iter().find(|(unit, _)| seconds >= 2 * unit);
    unit.map_or_else(|| count(seconds, "second"), |(unit, name)| count(seconds / unit, name))
}

impl TableView {
    /// What somebody is called there.
    pub fn name_of(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("Somebody", String::as_str)
    }

    /// Who sits there besides that person: `Aoife, Seán and a bot`.
    pub fn company(&self, besides: Option<&PersonId>) -> String {
        let others = self.seated.iter().flatten().filter(|person| Some(*person) != besides);
        let mut names: Vec<String> = others.map(|person| self.name_of(person).to_owned()).collect();
        let is_bot =
            |(seated, bot): &(&Option<PersonId>, &Option<u8>)| seated.is_none() && bot.is_some();
        match self.seated.iter().zip(&self.bots).filter(is_bot).count() {
            0 => {}
            1 => names.push("a bot".to_owned()),
            bots => names.push(format!("{bots} bots")),
        }
        join_names(&names)
    }

    /// Whose turn it is: `your move`, `Aoife’s turn`, `a bot’s turn`; nothing unless the game is on.
    pub fn whose_turn(&self, me: Option<&PersonId>) -> Option<String> {
        if me.is_some_and(|me| self.waits_for(me)) {
            return Some("your move".to_owned());
        }
        let name = |seat: Seat| self.seated[seat.index()].as_ref().map(|who| self.name_of(who));
        let waited_for: Vec<&str> = self.to_act().filter_map(name).collect();
        match waited_for.as_slice() {
            _ if self.turn == rules::Turn::Over => None,
            [] => Some("a bot’s turn".to_owned()),
            [one] => Some(format!("{one}’s turn")),
            several => Some(format!("{} to move", count(several.len() as u64, "player"))),
        }
    }

    /// How much time the one with the least of it has, among those who are to act: `3 hours left`.
    pub fn time_left(&self) -> Option<String> {
        let seats = &self.times.as_ref()?.seats;
        let running = self.to_act().filter_map(|seat| seats.get(seat.index()));
        running.map(|time| time.left).min().map(|left| format!("{} left", roughly(left)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told_in_words() {
        let real_time = |base, increment| ClockSpec::RealTime { base, increment }.to_string();
        assert_eq!(ClockSpec::None.to_string(), "No clock");
        assert_eq!(real_time(600, 10), "10 minutes each, 10 seconds more every turn");
        assert_eq!(real_time(90, 0), "1:30 minutes each");
        let by_move = |hours| ClockSpec::Correspondence { hours }.to_string();
        assert_eq!(
            (by_move(24), by_move(36)),
            ("1 day a move".to_owned(), "36 hours a move".to_owned())
        );
    }

    #[test]
    fn time_is_told_roughly() {
        let told = [0, 20_000, 119_000, 121_000, 7_300_000, 200_000_000].map(roughly);
        assert_eq!(
            told,
            ["0 seconds", "20 seconds", "119 seconds", "2 minutes", "2 hours", "2 days"]
        );
    }
}
