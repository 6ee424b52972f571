//! Events as sentences.

use rules::{Names, Seat};

use crate::event::{Area, Event, Scoring};
use crate::place::Place;
use crate::state::GlenMore;
use crate::tile::{Tile, TileId};

/// "1 coin", "2 coins".
pub(crate) fn counted(count: impl Into<i32>, word: &str) -> String {
    match count.into() {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}

/// A sentence that starts with a capital letter.
fn capitalised(sentence: String) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => sentence,
    }
}

impl Tile {
    /// "the forest", "Loch Ness".
    pub fn called(&self) -> String {
        let article = if self.location.is_some() { "" } else { "the " };
        format!("{article}{}", self.name)
    }
}

impl GlenMore {
    /// "the forest (t24)".
    fn named(&self, tile: TileId) -> String {
        format!("{} ({tile})", self.tile(tile).called())
    }

    /// "the forest at 1,0".
    fn tile_at(&self, seat: Seat, at: Place) -> String {
        let tile = self.player(seat).display.tile_at(at);
        let name = tile.map_or("a tile".to_owned(), |tile| self.tile(tile).called());
        format!("{name} at {at}")
    }

    pub(crate) fn sentence(&self, event: &Event, names: &Names) -> String {
        match *event {
            Event::Started { seat } => format!("{} starts.", names.of(seat)),
            Event::Drawn { tile, space } => {
                capitalised(format!("{} comes onto space {space} of the track.", self.named(tile)))
            }
            Event::Rolled { pips } => {
                format!("The die shows {pips} and moves {} ahead.", counted(pips, "tile"))
            }
            Event::Removed { tile, space } => {
                capitalised(format!("{} on space {space} leaves the game.", self.named(tile)))
            }
            Event::Scored(ref scoring) => self.scoring_sentence(scoring, names),
            Event::FinallyScored { seat, abbey, morar, duart, coins, penalty } => {
                final_sentence(names.of(seat), [abbey, morar, duart, coins, penalty])
            }
            _ => self.sentence_of_turn(event, names),
        }
    }

    /// The sentence of an event of a seat's turn.
    fn sentence_of_turn(&self, event: &Event, names: &Names) -> String {
        match *event {
            Event::Took { seat, tile, space, at } => format!(
                "{} moves to space {space} and places {} at {at}.",
                names.of(seat),
                self.named(tile)
            ),
            Event::Passed { seat } => {
                format!("{} can take nothing and moves on to the next tile.", names.of(seat))
            }
            Event::Skipped { seat } => {
                format!("{} leaves Iona Abbey empty.", names.of(seat))
            }
            Event::Stepped { seat, from, to } => {
                format!("A clan member of {} moves from {from} to {to}.", names.of(seat))
            }
            Event::Promoted { seat, at } => {
                format!("A clan member of {} at {at} becomes a chieftain.", names.of(seat))
            }
            Event::Ended { seat } => format!("{} ends the turn.", names.of(seat)),
            Event::Used { seat, tile, at, prize } => {
                let prize = if prize.whiskey > 0 {
                    counted(prize.whiskey, "barrel")
                } else {
                    counted(prize.points, "point")
                };
                let name = self.tile(tile).called();
                format!("{} uses {name} at {at} for {prize}.", names.of(seat))
            }
            _ => self.sentence_of_goods(event, names),
        }
    }

    /// The sentence of a payment or gain.
    fn sentence_of_goods(&self, event: &Event, names: &Names) -> String {
        match *event {
            Event::Paid { seat, resource, at } => {
                format!("{} turns in 1 {resource} from {}.", names.of(seat), self.tile_at(seat, at))
            }
            Event::PaidWhiskey { seat } => format!("{} turns in 1 barrel.", names.of(seat)),
            Event::PaidClanMember { seat, at } => {
                format!("{} turns in a clan member from {at}.", names.of(seat))
            }
            Event::PaidChieftain { seat } => format!("{} turns in a chieftain.", names.of(seat)),
            Event::Bought { seat, resource, coins } => format!(
                "{} buys 1 {resource} at the warehouse for {} and turns it in.",
                names.of(seat),
                counted(coins, "coin")
            ),
            Event::Sold { seat, resource, at, coins } => format!(
                "{} sells 1 {resource} from {} for {}.",
                names.of(seat),
                self.tile_at(seat, at),
                counted(coins, "coin")
            ),
            Event::Produced { seat, resource, at } => {
                format!("{} gets 1 {resource} on {}.", names.of(seat), self.tile_at(seat, at))
            }
            Event::ClanMemberCame { seat, at } => {
                format!("{} gets a clan member on {}.", names.of(seat), self.tile_at(seat, at))
            }
            _ => self.sentence_of_gains(event, names),
        }
    }

    fn sentence_of_gains(&self, event: &Event, names: &Names) -> String {
        let (seat, gain) = match *event {
            Event::WhiskeyGained { seat, barrels, at } => {
                let from = self.tile_at(seat, at);
                (seat, format!("{} of whiskey from {from}", counted(barrels, "barrel")))
            }
            Event::CoinsGained { seat, coins } => (seat, counted(coins, "coin")),
            Event::CardTaken { seat, tile } => (seat, format!("the card {}", self.tile(tile).name)),
            Event::PointsGained { seat, points, at } => {
                let from = self.tile_at(seat, at);
                (seat, format!("{} from {from}", counted(points, "point")))
            }
            Event::MovementGained { seat, points } => (seat, counted(points, "movement point")),
            _ => return String::new(),
        };
        format!("{} gets {gain}.", names.of(seat))
    }

    fn scoring_sentence(&self, scoring: &Scoring, names: &Names) -> String {
        let area = |title: &str, area: &Area| {
            let seats = Seat::all(self.players).map(|seat| {
                let (count, points) = (area.counts[seat.index()], area.points[seat.index()]);
                format!("{} {count} (+{points})", names.of(seat))
            });
            format!("{title}: {}", seats.collect::<Vec<_>>().join(", "))
        };
        format!(
            "Scoring {}. {}; {}; {}.",
            scoring.round,
            area("Whiskey", &scoring.whiskey),
            area("chieftains and caps", &scoring.chieftains),
            area("special locations", &scoring.locations)
        )
    }
}

fn final_sentence(name: &str, parts: [i32; 5]) -> String {
    let titles = ["for Iona Abbey", "for Loch Morar", "for Duart Castle", "for coins", "for tiles"];
    let told: Vec<String> = titles
        .iter()
        .zip(parts)
        .filter(|(_, points)| *points != 0)
        .map(|(title, points)| format!("{points:+} {title}"))
        .collect();
    let told = if told.is_empty() { "nothing more".to_owned() } else { told.join(", ") };
    format!("At the end {name} gets {told}.")
}
