//! Between turns: figures, the die, new tiles, and the scorings when a stack is used up.

use rules::{EventSink, Seat};

use crate::event::Event;
use crate::state::{GlenMore, Phase, Progress};
use crate::tile::TileId;
use crate::track::{Space, Track};

impl GlenMore {
    pub(super) fn first(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.track = Track::with_figures(self.players, seat);
        self.phase = Phase::Draw;
        events.emit(Event::Started { seat });
    }

    pub(super) fn end(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.progress = Progress::default();
        events.emit(Event::Ended { seat });
        self.clear_track(events);
    }

    pub(super) fn pass(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        events.emit(Event::Passed { seat });
        self.jump(1, events);
    }

    pub(super) fn roll(&mut self, pips: u8, events: &mut impl EventSink<Event>) {
        events.emit(Event::Rolled { pips });
        self.jump(pips.into(), events);
    }

    /// Moves the head onto the tile that is `tiles` tiles ahead, which leaves the game.
    fn jump(&mut self, tiles: usize, events: &mut impl EventSink<Event>) {
        let target = self.track.tiles_ahead().nth(tiles - 1);
        debug_assert!(target.is_some(), "the track is full of tiles");
        if let Some((space, tile)) = target {
            self.track.move_head(space);
            events.emit(Event::Removed { tile, space: space as u8 });
        }
        self.clear_track(events);
    }

    /// Removes the tiles behind the new head and draws others.
    fn clear_track(&mut self, events: &mut impl EventSink<Event>) {
        self.track.clear_behind_head(|space, tile| {
            events.emit(Event::Removed { tile, space: space as u8 });
        });
        self.phase = Phase::Draw;
    }

    pub(super) fn draw(&mut self, tile: TileId, events: &mut impl EventSink<Event>) {
        let space = self.track.gap;
        self.left.remove(tile);
        self.track.fill_gap(tile);
        events.emit(Event::Drawn { tile, space });
        let stack = self.tile(tile).stack;
        if stack > 0 && self.set().stack(stack.into()).and(self.left).is_empty() {
            self.score_round(stack, events);
        }
        if self.left.is_empty() {
            self.phase = Phase::Over;
            self.report_final_scoring(events);
        } else {
            self.begin_turn();
        }
    }

    /// Starts the head's turn once only the space behind it is empty.
    fn begin_turn(&mut self) {
        self.phase = match self.track.front() {
            Space::Figure(seat) => Phase::Take(seat),
            Space::Die => Phase::Roll,
            Space::Empty | Space::Tile(_) => Phase::Draw,
        };
    }
}
