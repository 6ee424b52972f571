//! Events as sentences.

use rules::{Names, Seat};

use crate::components::TOWNS;
use crate::{Event, Tipperary};

/// "1 sheep", "2 sheep": the words that do not change, and those that do.
fn counted(count: u8, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Tipperary {
    pub(crate) fn narrate(&self, event: &Event, names: &Names) -> String {
        let name = |seat: Seat| names.of(seat);
        match *event {
            Event::Settled { seat, town, side } => {
                let town = &self.set().towns()[usize::from(town)];
                let (title, arms, side) = (title(town.name()), town.arms(), side.name());
                format!("{} lives in {title} (coat of arms: {arms}), side {side} up.", name(seat))
            }
            Event::BagGiven(seat) => format!("{} holds the cloth bag.", name(seat)),
            Event::Filled { area, tile } => format!("Tile {tile} comes to area {area}."),
            Event::Spun { by, steps, round } => self.tell_spin(by, steps, round, names),
            Event::BagPassed { to, round } => {
                format!("Round {round} is over; {} holds the cloth bag now.", name(to))
            }
            Event::TowersBegin => "The last round is over: towers are put up.".to_owned(),
            Event::Ended => format!("The game is over: {}.", self.tell_result(names)),
            Event::MarkerTaken { by, from: Some(from), flock } => format!(
                "{} has the largest flock alone, {flock} sheep, and takes the marker from {}.",
                name(by),
                name(from)
            ),
            Event::MarkerTaken { by, from: None, flock } => format!(
                "{} has the largest flock alone, {flock} sheep, and takes the marker.",
                name(by)
            ),
            Event::MarkerReturned { by, flock } => format!(
                "Others are tied for the largest flock with {flock} sheep: {} gives the marker back.",
                name(by)
            ),
            _ => tell_placement(event, names),
        }
    }

    fn tell_spin(&self, by: Seat, steps: u8, round: u8, names: &Names) -> String {
        let area = |seat: Seat| {
            let (town, _) = self.players[seat.index()].town.unwrap_or((0, crate::Side::A));
            format!("{} area {}", names.of(seat), (town + steps) % TOWNS as u8 + 1)
        };
        let areas: Vec<String> = Seat::all(self.setup.players()).map(area).collect();
        format!("Round {round}: {} spins the wheel. {}.", names.of(by), areas.join(", "))
    }

    fn tell_result(&self, names: &Names) -> String {
        let totals = Seat::all(self.setup.players())
            .map(|seat| format!("{} {}", names.of(seat), self.score_sheet(seat).total()));
        totals.collect::<Vec<_>>().join(", ")
    }
}

/// What happens on one seat's display.
fn tell_placement(event: &Event, names: &Names) -> String {
    let name = |seat: Seat| names.of(seat);
    match *event {
        Event::Placed { seat, tile, orientation, at } => {
            format!("{} places tile {tile} ({}) at {at}.", name(seat), orientation.name())
        }
        Event::Distilled { seat, made, from, to } => {
            let whiskeys = counted(made, "whiskey", "whiskeys");
            if from == to {
                format!("{} makes {whiskeys}, but the barrel is at the end.", name(seat))
            } else {
                format!("{} makes {whiskeys}: the barrel rolls from {from} to {to}.", name(seat))
            }
        }
        Event::RunCompleted { seat, run, tower } => {
            let gain = if tower { "a tower" } else { "no tower, for none is left" };
            format!("{}'s ruins from {} to {} bring {gain}.", name(seat), run.from, run.to)
        }
        Event::SiteMade { seat, site, bonus_tile } => {
            let gain = if bonus_tile { "a bonus tile" } else { "no bonus tile, for none is left" };
            let bogs = site.bogs;
            format!(
                "{}'s new protected site of {bogs} bogs at {} brings {gain}.",
                name(seat),
                site.at
            )
        }
        Event::SheepGained { seat, gained, missing } if missing > 0 => format!(
            "{} gains {}; the supply has no more ({missing} missing).",
            name(seat),
            counted(gained, "wooden sheep", "wooden sheep")
        ),
        Event::SheepGained { seat, gained, .. } => {
            format!("{} gains {}.", name(seat), counted(gained, "wooden sheep", "wooden sheep"))
        }
        Event::SheepPlaced { seat, at } => format!("{} puts a wooden sheep at {at}.", name(seat)),
        Event::SheepLost { seat, count } => format!(
            "{} has no meadow left for {}: back to the supply.",
            name(seat),
            counted(count, "wooden sheep", "wooden sheep")
        ),
        Event::Drawing(seat) => format!("{} takes a bonus tile.", name(seat)),
        Event::Revealed { seat, land } => {
            format!("{}'s bonus tile shows a {}.", name(seat), land.name())
        }
        Event::BonusPlaced { seat, land, at, covers } => {
            let how = if covers { "onto the meadow at" } else { "at" };
            format!("{} lays the {} {how} {at}.", name(seat), land.name())
        }
        Event::FlockGrew { seat, from, to } => {
            format!("{}'s largest flock grows from {from} to {to} sheep.", name(seat))
        }
        Event::AreaGrew { seat, from, to } => {
            format!("{}'s largest rectangle grows from {from} to {to} spaces.", name(seat))
        }
        Event::Explored(seat) => format!("{}'s hometown is enclosed on all sides.", name(seat)),
        Event::TowerPlaced { seat, at } => format!("{} puts up a tower at {at}.", name(seat)),
        Event::TowersDone(seat) => format!("{} puts up no more towers.", name(seat)),
        _ => format!("{event:?}"),
    }
}

/// A name of notation as a title: `an-chathair` is An Chathair.
pub(crate) fn title(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}
