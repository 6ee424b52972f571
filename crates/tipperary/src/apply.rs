//! The effects of actions.

use rules::{Actor, EventSink, Seat, SeatSet};

use crate::board::{Board, sized};
use crate::display::{Ground, Space};
use crate::layers::{LayerBoard, sized_layers};
use crate::placed_shape::{PlacedLand, PlacedShape};
use crate::row::Row;
use crate::state::{PlacedTile, Stage};
use crate::{Action, Display, Event, Land, Orientation, Player, Point, Run, Side, Site, Tipperary};

/// The effects of new spaces on a display.
pub(crate) struct PlacementEffects {
    pub(crate) whiskey: u8,
    pub(crate) area: u8,
    pub(crate) flock: u8,
}

/// Receives completed lines and new sites.
pub(crate) trait EffectObserver {
    fn run(&mut self, run: Run);
    fn site(&mut self, site: Site);
}

impl<T: Row, const N: usize> LayerBoard<T, N> {
    /// Places new spaces and returns their effects on a display.
    #[inline]
    pub(crate) fn effects(
        &mut self,
        display: &Display,
        new: &PlacedShape,
        finds: &mut impl EffectObserver,
    ) -> PlacementEffects {
        let whiskey = self.lay(new);
        self.completed_runs(new, |run| finds.run(run));
        self.new_sites(new, |site| finds.site(site));
        PlacementEffects {
            whiskey,
            area: self.board.area_with(new, display.area),
            flock: self.flock_with(new, display.flock),
        }
    }
}

fn effects<T: Row, const N: usize>(
    display: &Display,
    new: &PlacedShape,
    finds: &mut impl EffectObserver,
) -> PlacementEffects {
    LayerBoard::<T, N>::with(display, |layers| layers.effects(display, new, finds))
}

/// Takes towers and bonus tiles from the supply as they are earned, and reports the events.
struct Gains<'a, S> {
    seat: Seat,
    towers: u8,
    towers_left: u8,
    draws: u8,
    bonus_left: u8,
    events: &'a mut S,
}

impl<S: EventSink<Event>> EffectObserver for Gains<'_, S> {
    fn run(&mut self, run: Run) {
        let tower = self.towers < self.towers_left;
        self.towers += u8::from(tower);
        self.events.emit(Event::RunCompleted { seat: self.seat, run, tower });
    }

    fn site(&mut self, site: Site) {
        let bonus_tile = self.draws < self.bonus_left;
        self.draws += u8::from(bonus_tile);
        self.events.emit(Event::SiteMade { seat: self.seat, site, bonus_tile });
    }
}

fn area_with<T: Row, const N: usize>(display: &Display, new: &PlacedShape) -> u8 {
    // Called after the space was added, so the board contains it.
    Board::<T, N>::of(display).area_with(new, display.area)
}

fn flock_with<T: Row, const N: usize>(display: &Display, new: &PlacedShape) -> u8 {
    LayerBoard::<T, N>::with(display, |layers| layers.flock_with(new, display.flock))
}

impl Tipperary {
    #[inline]
    pub(crate) fn apply_action(
        &mut self,
        actor: Actor,
        action: Action,
        events: &mut impl EventSink<Event>,
    ) {
        match (actor, action) {
            (_, Action::Town { seat, town, side }) => {
                self.give_town(seat, town, side);
                events.emit(Event::Settled { seat, town, side });
            }
            (_, Action::Bag(seat)) => {
                self.bag_holder = Some(seat);
                events.emit(Event::BagGiven(seat));
                self.stage = Stage::Fill;
            }
            (_, Action::Fill { area, tile }) => self.fill(area, tile, events),
            (_, Action::Spin(steps)) => self.spin(steps, events),
            (_, Action::Reveal { seat, land }) => self.reveal(seat, land, events),
            (Actor::Seat(seat), Action::Place { tile, orientation, at }) => {
                self.place(seat, tile, orientation, at, events);
            }
            (Actor::Seat(seat), Action::Sheep(at)) => self.place_sheep(seat, at, events),
            (Actor::Seat(seat), Action::Draw) => {
                self.players[seat.index()].draws -= 1;
                self.drawing = Some(seat);
                events.emit(Event::Drawing(seat));
            }
            (Actor::Seat(seat), Action::Bonus(at)) => self.place_bonus(seat, at, events),
            (Actor::Seat(seat), Action::Tower(at)) => self.place_tower(seat, at, events),
            (Actor::Seat(seat), Action::Done) => {
                events.emit(Event::TowersDone(seat));
                self.finish_towers(seat, events);
            }
            (Actor::Dealer, _) => debug_assert!(false, "{action:?} is no action of the dealer"),
        }
    }

    fn give_town(&mut self, seat: Seat, town: u8, side: Side) {
        let set = self.set();
        self.players[seat.index()].set_town(set, town, side);
        if seat.number() == self.setup.players() {
            self.stage = Stage::Bag;
        }
    }

    fn fill(&mut self, area: u8, tile: u8, events: &mut impl EventSink<Event>) {
        self.bag &= !(1 << (tile - 1));
        let tiles = &mut self.areas[usize::from(area) - 1];
        *tiles = match tiles[0] {
            0 => [tile, 0],
            other => [other.min(tile), other.max(tile)],
        };
        events.emit(Event::Filled { area, tile });
        if self.missing_area().is_none() {
            self.stage = Stage::Spin;
        }
    }

    fn spin(&mut self, steps: u8, events: &mut impl EventSink<Event>) {
        self.spin = Some(steps);
        self.round += 1;
        self.stage = Stage::Place;
        self.unfinished = SeatSet::all(self.setup.players());
        let by = self.bag_holder.unwrap_or(Seat::from_index(0));
        events.emit(Event::Spun { by, steps, round: self.round });
    }

    fn reveal(&mut self, seat: Seat, land: Land, events: &mut impl EventSink<Event>) {
        self.bonus[land as usize] -= 1;
        self.players[seat.index()].drawn = Some(land);
        self.drawing = None;
        events.emit(Event::Revealed { seat, land });
    }

    fn place(
        &mut self,
        seat: Seat,
        tile: u8,
        orientation: Orientation,
        at: Point,
        events: &mut impl EventSink<Event>,
    ) {
        let of = self.set().tile(tile);
        if let Some(area) = self.area_of(seat) {
            let tiles = &mut self.areas[usize::from(area) - 1];
            *tiles = [if tiles[0] == tile { tiles[1] } else { tiles[0] }, 0];
        }
        events.emit(Event::Placed { seat, tile, orientation, at });
        let shape_at = PlacedShape::of(of.shape(orientation), at);
        self.lay(seat, &shape_at, false, events);
        let (x, y) = (at.x as i8, at.y as i8);
        self.players[seat.index()].add_tile(PlacedTile { tile, orientation, y, x });
        self.gain_sheep(seat, of.symbols(), events);
        self.finish_placement(seat, events);
    }

    fn place_bonus(&mut self, seat: Seat, at: Point, events: &mut impl EventSink<Event>) {
        let player = &mut self.players[seat.index()];
        let Some(land) = player.drawn.take() else { return };
        let covers = player.display.at(at).is_some();
        events.emit(Event::BonusPlaced { seat, land, at, covers });
        if let Some(tile) = PlacedShape::one(at, land) {
            self.lay(seat, &tile, true, events);
        }
        self.finish_placement(seat, events);
    }

    /// Adds new spaces to a display, with all their effects.
    fn lay(
        &mut self,
        seat: Seat,
        new: &PlacedShape,
        bonus: bool,
        events: &mut impl EventSink<Event>,
    ) {
        let (towers_left, bonus_left) = (self.towers, self.bonus_supply());
        let player = &mut self.players[seat.index()];
        let display = &mut player.display;
        let mut gains =
            Gains { seat, towers: 0, towers_left, draws: 0, bonus_left, events: &mut *events };
        let effects = sized_layers!(display, effects(display, new, &mut gains));
        let (towers, draws) = (gains.towers, gains.draws);
        self.towers -= towers;
        player.towers += towers;
        player.draws += draws;
        let unexplored = player.display.unexplored();
        player.display.receive(new, bonus);
        player.update_sizes(seat, effects.area, effects.flock, events);
        player.report_exploration(seat, unexplored, events);
        self.move_barrel(seat, effects.whiskey, events);
    }

    /// Moves the barrel, and gives the sheep whose symbols it reaches or passes.
    fn move_barrel(&mut self, seat: Seat, made: u8, events: &mut impl EventSink<Event>) {
        if made == 0 {
            return;
        }
        let track = self.set().track();
        let player = &mut self.players[seat.index()];
        let from = usize::from(player.whiskey);
        let to = (from + usize::from(made)).min(track.len() - 1);
        player.whiskey = to as u8;
        let (from_value, to_value) = (track[from].value, track[to].value);
        events.emit(Event::Distilled { seat, made, from: from_value, to: to_value });
        let symbols = track[from + 1..=to].iter().filter(|space| space.symbol).count();
        self.gain_sheep(seat, symbols as u8, events);
    }

    fn gain_sheep(&mut self, seat: Seat, symbols: u8, events: &mut impl EventSink<Event>) {
        if symbols == 0 {
            return;
        }
        let gained = symbols.min(self.sheep);
        self.sheep -= gained;
        self.players[seat.index()].sheep += gained;
        events.emit(Event::SheepGained { seat, gained, missing: symbols - gained });
    }

    fn place_sheep(&mut self, seat: Seat, at: Point, events: &mut impl EventSink<Event>) {
        let (x, y) = (at.x as i8, at.y as i8);
        let player = &mut self.players[seat.index()];
        player.sheep -= 1;
        player.display.add_sheep(x, y);
        events.emit(Event::SheepPlaced { seat, at });
        let display = &player.display;
        let new = PlacedShape::one(at, Land::Pasture);
        let flock = new.map_or(0, |new| sized_layers!(display, flock_with(display, &new)));
        player.update_sizes(seat, display.area, flock, events);
        self.finish_placement(seat, events);
    }

    /// Returns sheep that cannot be placed to the supply, and ends the seat's placement if nothing is
    /// pending.
    fn finish_placement(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let player = &mut self.players[seat.index()];
        if player.draws > 0 || player.drawn.is_some() {
            return;
        }
        if player.sheep > 0 && player.display.meadows() > 0 {
            return;
        }
        if player.sheep > 0 {
            let count = std::mem::take(&mut player.sheep);
            self.sheep += count;
            events.emit(Event::SheepLost { seat, count });
        }
        self.unfinished = self.unfinished.without(seat);
        if self.unfinished.is_empty() {
            self.end_round(events);
        }
    }

    fn end_round(&mut self, events: &mut impl EventSink<Event>) {
        self.award_marker(events);
        self.spin = None;
        if self.round == self.rounds() {
            return self.begin_towers(events);
        }
        let holder = self.bag_holder.map(|seat| seat.left(self.setup.players()));
        self.bag_holder = holder;
        if let Some(to) = holder {
            events.emit(Event::BagPassed { to, round: self.round });
        }
        self.stage = Stage::Fill;
    }

    fn award_marker(&mut self, events: &mut impl EventSink<Event>) {
        if self.setup.players() == 1 {
            return;
        }
        let flock = |seat: Seat| self.players[seat.index()].display.flock;
        let seats = || Seat::all(self.setup.players());
        let largest = seats().map(flock).max().unwrap_or(0);
        let tied: SeatSet = seats().filter(|&seat| flock(seat) == largest).collect();
        match (self.marker, tied.first()) {
            (holder, Some(by)) if tied.len() == 1 && holder != Some(by) => {
                self.marker = Some(by);
                events.emit(Event::MarkerTaken { by, from: holder, flock: largest });
            }
            (Some(by), _) if !tied.contains(by) => {
                self.marker = None;
                events.emit(Event::MarkerReturned { by, flock: largest });
            }
            _ => {}
        }
    }

    fn begin_towers(&mut self, events: &mut impl EventSink<Event>) {
        let has_towers = |seat: &Seat| self.players[seat.index()].towers > 0;
        self.unfinished = Seat::all(self.setup.players()).filter(has_towers).collect();
        if self.unfinished.is_empty() {
            self.stage = Stage::Over;
            events.emit(Event::Ended);
        } else {
            self.stage = Stage::Towers;
            events.emit(Event::TowersBegin);
        }
    }

    fn place_tower(&mut self, seat: Seat, at: Point, events: &mut impl EventSink<Event>) {
        let (x, y) = (at.x as i8, at.y as i8);
        let player = &mut self.players[seat.index()];
        player.towers -= 1;
        let unexplored = player.display.unexplored();
        player.display.add_tower(x, y);
        events.emit(Event::TowerPlaced { seat, at });
        // Only the position of the new space counts for the rectangle, not its landscape.
        let new = PlacedShape::one(at, Land::Meadow);
        let display = &player.display;
        let area = new.map_or(0, |new| sized!(display, area_with(display, &new)));
        player.update_sizes(seat, area, display.flock, events);
        player.report_exploration(seat, unexplored, events);
        if player.towers == 0 {
            self.finish_towers(seat, events);
        }
    }

    fn finish_towers(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        self.unfinished = self.unfinished.without(seat);
        if self.unfinished.is_empty() {
            self.stage = Stage::Over;
            events.emit(Event::Ended);
        }
    }
}

impl Display {
    /// Adds a tile, or a bonus tile beside the display or onto a meadow.
    pub(crate) fn receive(&mut self, new: &PlacedShape, bonus: bool) {
        let is_covered = |placed: &PlacedLand| self.at(placed.point()).is_some();
        match new.spaces().next().filter(|placed| bonus && is_covered(placed)) {
            Some(placed) => self.cover(placed),
            None => self.add(new.spaces().map(|placed| {
                let ground = Ground::Land(placed.land);
                Space::new(placed.x, placed.y, ground, bonus)
            })),
        }
    }
}

impl Player {
    /// Updates the sizes of the rectangle and the flock.
    fn update_sizes(
        &mut self,
        seat: Seat,
        area: u8,
        flock: u8,
        events: &mut impl EventSink<Event>,
    ) {
        let display = &mut self.display;
        let (old_area, old_flock) = (display.area, display.flock);
        (display.area, display.flock) = (area, flock);
        if flock > old_flock {
            events.emit(Event::FlockGrew { seat, from: old_flock, to: flock });
        }
        if area > old_area {
            events.emit(Event::AreaGrew { seat, from: old_area, to: area });
        }
    }

    /// Reports that the last space around the hometown has been covered.
    fn report_exploration(&self, seat: Seat, before: u8, events: &mut impl EventSink<Event>) {
        if before > 0 && self.display.unexplored() == 0 {
            events.emit(Event::Explored(seat));
        }
    }
}
