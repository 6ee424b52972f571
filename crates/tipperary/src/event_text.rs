//! Events as sentences.

use rules::{Names, Seat};

use crate::components::TOWNS;
use crate::{Event, Tipperary};

impl Tipperary {
    pub(crate) fn event_text(&self, event: &Event, names: &Names) -> String {
        self.table_event(*event, names)
            .or_else(|| placement_event(*event, names))
            .or_else(|| gain_event(*event, names))
            .unwrap_or_default()
    }

    /// Events in the middle of the table.
    fn table_event(&self, event: Event, names: &Names) -> Option<String> {
        let name = |seat: Seat| names.of(seat);
        Some(match event {
            Event::Settled { seat, town, side } => {
                let town = &self.set().towns()[usize::from(town)];
                let (title, arms, side) = (town.title(), town.arms(), side.name());
                format!("{} lives in {title} (coat of arms: {arms}), side {side} up.", name(seat))
            }
            Event::BagGiven(seat) => format!("{} holds the cloth bag.", name(seat)),
            Event::Filled { area, tile } => format!("Tile {tile} comes to area {area}."),
            Event::Spun { by, steps, round } => self.spin_text(by, steps, round, names),
            Event::BagPassed { to, round } => {
                format!("Round {round} is over; {} holds the cloth bag now.", name(to))
            }
            Event::TowersBegin => "The last round is over: towers are put up.".to_owned(),
            Event::Ended => format!("The game is over: {}.", self.result_text(names)),
            _ => return None,
        })
    }

    fn spin_text(&self, by: Seat, steps: u8, round: u8, names: &Names) -> String {
        let area = |seat: Seat| {
            let (town, _) = self.players[seat.index()].town.unwrap_or((0, crate::Side::A));
            format!("{} area {}", names.of(seat), (town + steps) % TOWNS as u8 + 1)
        };
        let areas: Vec<String> = Seat::all(self.setup.players()).map(area).collect();
        format!("Round {round}: {} spins the wheel. {}.", names.of(by), areas.join(", "))
    }

    fn result_text(&self, names: &Names) -> String {
        let totals = Seat::all(self.setup.players())
            .map(|seat| format!("{} {}", names.of(seat), self.score_sheet(seat).total()));
        totals.collect::<Vec<_>>().join(", ")
    }
}

/// Pieces that a seat places.
fn placement_event(event: Event, names: &Names) -> Option<String> {
    let name = |seat: Seat| names.of(seat);
    Some(match event {
        Event::Placed { seat, tile, orientation, at } => {
            format!("{} places tile {tile} ({}) at {at}.", name(seat), orientation.name())
        }
        Event::SheepPlaced { seat, at } => format!("{} puts a wooden sheep at {at}.", name(seat)),
        Event::Drawing(seat) => format!("{} takes a bonus tile.", name(seat)),
        Event::Revealed { seat, land } => {
            format!("{}'s bonus tile shows a {}.", name(seat), land.name())
        }
        Event::BonusPlaced { seat, land, at, covers } => {
            let how = if covers { "onto the meadow at" } else { "at" };
            format!("{} lays the {} {how} {at}.", name(seat), land.name())
        }
        Event::TowerPlaced { seat, at } => format!("{} puts up a tower at {at}.", name(seat)),
        Event::TowersDone(seat) => format!("{} puts up no more towers.", name(seat)),
        _ => return None,
    })
}

/// The effects of placed pieces.
fn gain_event(event: Event, names: &Names) -> Option<String> {
    let name = |seat: Seat| names.of(seat);
    Some(match event {
        Event::Distilled { seat, made, from, to } => whiskey_text(name(seat), made, from, to),
        Event::RunCompleted { seat, run, tower } => {
            let gain = if tower { "a tower" } else { "no tower, for none is left" };
            format!("{}'s ruins from {} to {} bring {gain}.", name(seat), run.from, run.to)
        }
        Event::SiteMade { seat, site, bonus_tile } => {
            let gain = if bonus_tile { "a bonus tile" } else { "no bonus tile, for none is left" };
            let (bogs, at) = (site.bogs, site.at);
            format!("{}'s new protected site of {bogs} bogs at {at} brings {gain}.", name(seat))
        }
        Event::SheepGained { seat, gained, missing: 0 } => {
            format!("{} gains {gained} wooden sheep.", name(seat))
        }
        Event::SheepGained { seat, gained, missing } => format!(
            "{} gains {gained} wooden sheep; the supply has no more ({missing} missing).",
            name(seat)
        ),
        Event::SheepLost { seat, count } => {
            format!(
                "{} has no meadow left for {count} wooden sheep: back to the supply.",
                name(seat)
            )
        }
        Event::FlockGrew { seat, from, to } => {
            format!("{}'s largest flock grows from {from} to {to} sheep.", name(seat))
        }
        Event::AreaGrew { seat, from, to } => {
            format!("{}'s largest rectangle grows from {from} to {to} spaces.", name(seat))
        }
        Event::Explored(seat) => format!("{}'s hometown is enclosed on all sides.", name(seat)),
        _ => return marker_event(event, names),
    })
}

fn whiskey_text(name: &str, made: u8, from: u8, to: u8) -> String {
    let whiskeys = if made == 1 { "1 whiskey".to_owned() } else { format!("{made} whiskeys") };
    if from == to {
        format!("{name} makes {whiskeys}, but the barrel is at the end.")
    } else {
        format!("{name} makes {whiskeys}: the barrel rolls from {from} to {to}.")
    }
}

fn marker_event(event: Event, names: &Names) -> Option<String> {
    let name = |seat: Seat| names.of(seat);
    Some(match event {
        Event::MarkerTaken { by, from, flock } => {
            let from = from.map_or_else(String::new, |from| format!(" from {}", name(from)));
            let by = name(by);
            format!("{by} has the largest flock alone, {flock} sheep, and takes the marker{from}.")
        }
        Event::MarkerReturned { by, flock } => format!(
            "Others are tied for the largest flock with {flock} sheep: {} gives the marker back.",
            name(by)
        ),
        _ => return None,
    })
}

/// A name in notation as a title: `an-chathair` is An Chathair.
pub(crate) fn title(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}
