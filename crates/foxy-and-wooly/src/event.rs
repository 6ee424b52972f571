//! Events and their sentences.

use rules::{Game, Names, Seat};

use crate::farm::{Row, Slot};
use crate::state::FoxyAndWooly;
use crate::token::{Special, Token, Wolf};

/// An effect of an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sentences below explain the fields")]
pub enum Event {
    Dealt { token: Token, to: Option<Seat> },
    First { seat: Seat },
    Chased { seat: Seat, pot: u8 },
    Stole { seat: Seat, cubes: u8 },
    Took { seat: Seat, wolf: Wolf, cubes: u8 },
    Fired { seat: Seat, wolf: Slot, target: Option<Slot> },
    Eaten { seat: Seat, slot: Slot },
    Spared { seat: Seat, slot: Slot },
    Waits { seat: Seat, row: Row },
    Bid { seat: Seat, cubes: u8 },
    Passed { seat: Seat },
    Won { seat: Seat, special: Special, cubes: u8 },
    Discarded { special: Special },
    Moved { seat: Seat, from: Slot, to: Slot },
    Attacked { seat: Seat, row: Row, eaten: Option<Slot> },
    Finished { seat: Seat },
    Over,
}

impl FoxyAndWooly {
    pub(crate) fn sentence(&self, event: Event, names: &Names) -> String {
        match event {
            Event::Dealt { token, to: Some(seat) } => {
                format!("{} starts with {}.", names.of(seat), token_name(token))
            }
            Event::Dealt { token, to: None } => {
                format!("Token {} of the field is {}.", self.field().len(), token_name(token))
            }
            Event::First { seat } => format!("{} opens the first token.", names.of(seat)),
            Event::Chased { seat, pot } => {
                format!("{} chases the wolf: {} on the field.", names.of(seat), cubes_are(pot))
            }
            Event::Stole { seat, cubes } => {
                format!(
                    "{} steals {} from the field and sends the wolf on.",
                    names.of(seat),
                    counted(cubes)
                )
            }
            Event::Took { seat, wolf, cubes } => {
                format!("{} takes {} and {}.", names.of(seat), wolf_name(wolf), counted(cubes))
            }
            Event::Fired { seat, wolf, target: Some(target) } => {
                format!(
                    "{} fires the gun: the wolf attacks {target} instead of {wolf}.",
                    names.of(seat)
                )
            }
            Event::Fired { seat, target: None, .. } => {
                format!("{} fires the gun: the wolf runs away.", names.of(seat))
            }
            Event::Eaten { seat, slot } => format!("{} loses the sheep on {slot}.", names.of(seat)),
            Event::Spared { seat, slot } => {
                format!("{} has no sheep on {slot}: nothing is lost.", names.of(seat))
            }
            Event::Waits { seat, row } => {
                format!("It waits at {}'s {} gate.", names.of(seat), row.name())
            }
            Event::Bid { seat, cubes } => format!("{} bids {}.", names.of(seat), counted(cubes)),
            Event::Passed { seat } => format!("{} passes.", names.of(seat)),
            Event::Won { seat, special, cubes } => {
                let token = token_name(special.token());
                format!("{} gets {token} for {}.", names.of(seat), counted(cubes))
            }
            Event::Discarded { special } => {
                format!("Nobody wants {}: it leaves the game.", token_name(special.token()))
            }
            Event::Moved { seat, from, to } => {
                format!("{} moves the sheep on {from} to {to}.", names.of(seat))
            }
            Event::Attacked { seat, row, eaten } => attack_sentence(names.of(seat), row, eaten),
            Event::Finished { seat } => format!("{} moves no more sheep.", names.of(seat)),
            Event::Over => self.closing_sentence(names),
        }
    }

    fn closing_sentence(&self, names: &Names) -> String {
        let winners = self.winners();
        let verb = if winners.len() == 1 { "wins" } else { "share the victory" };
        let best = self.scores().iter().map(rules::Score::total).max().unwrap_or_default();
        format!("The game is over: {} {verb} with {best} points.", names.list(winners))
    }
}

fn attack_sentence(name: &str, row: Row, eaten: Option<Slot>) -> String {
    let row = row.name();
    match eaten {
        Some(slot) => format!("The wolf at {name}'s {row} gate takes the sheep on {slot}."),
        None => format!("The wolf at {name}'s {row} gate finds no sheep."),
    }
}

/// The name of a token in a sentence.
pub(crate) fn token_name(token: Token) -> String {
    match (token.wolf(), token.special()) {
        (Some(wolf), _) => wolf_name(wolf),
        (_, Some(special)) => special.called().to_owned(),
        (None, None) => token.to_string(),
    }
}

fn wolf_name(wolf: Wolf) -> String {
    match wolf {
        Wolf::Hungry(slot) => format!("wolf {slot}"),
        Wolf::Waiting(row) => format!("the {} wolf", row.name()),
    }
}

/// "no cubes", "1 cube", "2 cubes".
pub(crate) fn counted(cubes: u8) -> String {
    match cubes {
        0 => "no cubes".to_owned(),
        1 => "1 cube".to_owned(),
        _ => format!("{cubes} cubes"),
    }
}

fn cubes_are(cubes: u8) -> String {
    format!("{} {}", counted(cubes), if cubes == 1 { "is" } else { "are" })
}
