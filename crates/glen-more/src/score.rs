//! Scorings and the final score.

use rules::{EventSink, Score, Seat};

use crate::event::{Area, Event, Scoring};
use crate::state::{GlenMore, Player};
use crate::tile::{Colour, Location, Tile};

/// The points by the difference to the player with the fewest.
const DIFFERENCE: [u16; 6] = [0, 1, 2, 3, 5, 8];

const POINTS_PER_COLOURED_TILE: i32 = 2;
const POINTS_PER_VILLAGE: i32 = 3;
const PENALTY_PER_TILE: i32 = 3;

impl Area {
    /// Compares the counts of the first `players` seats.
    fn compare(players: u8, count: impl Fn(Seat) -> u16) -> Self {
        let mut area = Self::default();
        for seat in Seat::all(players) {
            area.counts[seat.index()] = count(seat);
        }
        let fewest = Seat::all(players).map(|seat| area.counts[seat.index()]).min();
        for seat in Seat::all(players) {
            let difference = area.counts[seat.index()] - fewest.unwrap_or_default();
            area.points[seat.index()] = points_for_difference(difference);
        }
        area
    }
}

/// The points for a difference to the player with the fewest.
pub fn points_for_difference(difference: u16) -> u16 {
    DIFFERENCE[usize::from(difference).min(DIFFERENCE.len() - 1)]
}

/// The final parts of a seat's score.
struct FinalParts {
    abbey: i32,
    morar: i32,
    duart: i32,
    coins: i32,
    penalty: i32,
}

impl GlenMore {
    /// The result of a scoring at this position.
    pub fn scoring(&self, round: u8) -> Scoring {
        let area = |count: &dyn Fn(&Player) -> u16| {
            Area::compare(self.players, |seat| count(self.player(seat)))
        };
        Scoring {
            round,
            whiskey: area(&|player| player.whiskey),
            chieftains: area(&|player| self.chieftains_and_tams(player)),
            locations: area(&|player| player.cards.len() as u16),
        }
    }

    /// Chieftains, doubled by Castle of Mey, plus the caps on the cards.
    fn chieftains_and_tams(&self, player: &Player) -> u16 {
        let weight = if player.cards.has(Location::CastleOfMey) { 2 } else { 1 };
        let tams = player.cards.iter().map(|card| u16::from(self.tile(card.tile()).tams));
        u16::from(player.chieftains) * weight + tams.sum::<u16>()
    }

    /// Adds the points of a scoring to all players.
    pub(crate) fn score_round(&mut self, round: u8, events: &mut impl EventSink<Event>) {
        let scoring = self.scoring(round);
        for seat in Seat::all(self.players) {
            let points = &mut self.player_mut(seat).points;
            points.whiskey += scoring.whiskey.points[seat.index()];
            points.chieftains += scoring.chieftains.points[seat.index()];
            points.locations += scoring.locations.points[seat.index()];
        }
        events.emit(Event::Scored(scoring));
    }

    /// Reports the points of the end of the game.
    pub(crate) fn report_final_scoring(&self, events: &mut impl EventSink<Event>) {
        for seat in Seat::all(self.players) {
            let FinalParts { abbey, morar, duart, coins, penalty } = self.final_parts(seat);
            events.emit(Event::FinallyScored { seat, abbey, morar, duart, coins, penalty });
        }
    }

    fn final_parts(&self, seat: Seat) -> FinalParts {
        let player = self.player(seat);
        let bonus = |location, each: i32, counts: &dyn Fn(&Tile) -> bool| {
            if player.cards.has(location) { each * self.count_tiles(player, counts) } else { 0 }
        };
        let colour = |colour| move |tile: &Tile| tile.colour == colour;
        FinalParts {
            abbey: bonus(Location::IonaAbbey, POINTS_PER_COLOURED_TILE, &colour(Colour::Yellow)),
            morar: bonus(Location::LochMorar, POINTS_PER_COLOURED_TILE, &colour(Colour::Green)),
            duart: bonus(Location::DuartCastle, POINTS_PER_VILLAGE, &Tile::is_village),
            coins: player.coins.into(),
            penalty: -PENALTY_PER_TILE * self.tiles_beyond_fewest(player),
        }
    }

    fn count_tiles(&self, player: &Player, counts: impl Fn(&Tile) -> bool) -> i32 {
        player.display.tiles().filter(|&(_, tile)| counts(self.tile(tile))).count() as i32
    }

    fn tiles_beyond_fewest(&self, player: &Player) -> i32 {
        let everybody = &self.table[..usize::from(self.players)];
        let fewest = everybody.iter().map(|player| player.display.len()).min().unwrap_or_default();
        (player.display.len() - fewest) as i32
    }

    /// The parts of the score in the order of the game's info.
    pub(crate) fn score_sheet(&self, seat: Seat) -> Score {
        let player = self.player(seat);
        let points = player.points;
        let last = self.final_parts(seat);
        let hand = [points.whiskey, points.chieftains, points.locations, points.tiles];
        let mut parts = [0; rules::MAX_PARTS];
        parts[..4].copy_from_slice(&hand.map(i32::from));
        parts[4..9].copy_from_slice(&[
            last.abbey,
            last.morar,
            last.duart,
            last.coins,
            last.penalty,
        ]);
        let cubes = player.display.total().into_iter().map(i32::from).sum();
        Score { parts, tie_break: cubes }
    }
}
