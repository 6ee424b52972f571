//! Plays one seat's game on, the others only as far as they take tiles.

use rules::{Game, Seat, Turn};
use shelf::Chooser;
use shelf::tipperary::{Action, Components, Land, Stage, TILES, TOWNS, Tipperary};

use super::field::{Field, Gains, Piece, bits, place};
use super::outlook::{Outlook, played};
use super::sight::{Sight, glance_at_bonus};

/// So many places are looked at closely, those that look best at a glance.
const CLOSE_LOOKS: usize = 6;

/// From this round of a trial on the outlook after every round counts, each as much as the others:
/// the sooner it is asked the less luck is in it, the later the less is left to it.
const FIRST_JUDGED: u8 = 3;
/// In so many rounds every turn of the wheel comes equally often.
const EVEN_ROUNDS: u8 = 2;

/// What one seat's game needs to go on.
#[derive(Clone)]
pub(super) struct Solo {
    set: &'static Components,
    judge: Outlook,
    field: Field,
    pending: Gains,
    drawn: Option<Land>,
    bag: u64,
    areas: [[u8; 2]; TOWNS],
    /// The areas of the others' hometowns before the wheel turns, and our own first.
    towns: [u8; TOWNS],
    players: usize,
    left: u8,
}

impl Solo {
    /// The seat's game as it stands; the tile of this round is placed.
    pub(super) fn of(state: &Tipperary, seat: Seat, judge: Outlook) -> Self {
        let player = state.player(seat);
        let mut bag: u64 = (1 << TILES) - 1;
        let mut areas = [[0; 2]; TOWNS];
        for (area, tiles) in (1..).zip(&mut areas) {
            for (slot, tile) in tiles.iter_mut().zip(state.area(area)) {
                *slot = tile;
                bag &= !(1 << (tile - 1));
            }
        }
        let mut towns = [0; TOWNS];
        let seats = || Seat::all(state.players());
        for other in seats() {
            for placed in state.player(other).tiles() {
                bag &= !(1 << (placed.tile() - 1));
            }
        }
        let others = seats().filter(|&other| other != seat);
        for (slot, other) in towns.iter_mut().zip(std::iter::once(seat).chain(others)) {
            *slot = state.player(other).town().map_or(0, |(town, _)| town);
        }
        let placed = player.tiles().len() as u8;
        let waiting = u8::from(state.stage() == Stage::Place && state.turn() == Turn::Dealer);
        Self {
            set: state.setup().set(),
            judge,
            field: Field::of(player),
            pending: Gains {
                sheep: player.pending_sheep(),
                draws: player.pending_draws() + waiting,
            },
            drawn: player.drawn(),
            bag,
            areas,
            towns,
            players: state.players().into(),
            left: if state.stage() == Stage::Towers { 0 } else { state.rounds() - placed },
        }
    }

    /// The same with so many bonus tiles to be drawn.
    #[cfg(test)]
    pub(super) fn with_draws(mut self, draws: u8) -> Self {
        self.pending.draws = draws;
        self
    }

    /// The tiles in the bag, as bits.
    #[cfg(test)]
    pub(super) const fn bag(&self) -> u64 {
        self.bag
    }

    /// The largest flock.
    pub(super) const fn flock(&self) -> u8 {
        self.field.flock
    }

    /// How many rounds the seat still has to place a tile in.
    pub(super) const fn left(&self) -> u8 {
        self.left
    }

    /// Whether nothing that the last piece has brought is still to be taken.
    pub(super) const fn has_all_its_gains(&self) -> bool {
        self.pending.sheep == 0 && self.pending.draws == 0 && self.drawn.is_none()
    }

    /// What the display can be expected to end with, as it stands.
    pub(super) fn outlook(&self) -> f32 {
        let mut field = self.field.clone();
        (0..self.pending.sheep).for_each(|_| field.graze());
        let draws = self.pending.draws + u8::from(self.drawn.is_some());
        (self.judge)(self.set, &field, self.left, draws)
    }

    /// What the display can be expected to end with after an action.
    pub(super) fn outlook_after(&self, action: Action) -> f32 {
        self.after(action).outlook()
    }

    /// What the display can be expected to end with after an action and the round that follows,
    /// over all turns of the wheel, with the tiles that lie there now.
    pub(super) fn outlook_beyond(&self, action: Action) -> f32 {
        let mut next = self.after(action);
        if next.left == 0 {
            return next.outlook();
        }
        (0..next.pending.sheep).for_each(|_| next.field.graze());
        let draws = next.pending.draws + u8::from(next.drawn.is_some());
        let sight = Sight::of(&next.field, next.left);
        let (mut sum, mut count) = (0.0, 0.0);
        for tiles in next.areas {
            if let Some((_, best)) = next.best_placement(&sight, tiles, draws) {
                sum += best.outlook;
                count += 1.0;
            }
        }
        if count > 0.0 { sum / count } else { next.outlook() }
    }

    /// How it stands after an action; what that brings is still to be taken.
    fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        match action {
            Action::Place { tile, orientation, at } => {
                next.left = self.left.saturating_sub(1);
                let of = self.set.tile(tile);
                let piece = place(at.x, at.y).and_then(|(row, bit)| {
                    Piece::tile(of.shape(orientation), row, bit.trailing_zeros())
                });
                if let Some(piece) = piece {
                    next.pending = next.field.lay(self.set, &piece);
                    next.pending.sheep += of.symbols();
                }
                next.take(tile);
            }
            Action::Bonus(at) => {
                if let (Some((row, bit)), Some(land)) = (place(at.x, at.y), next.drawn.take()) {
                    let gains = next.field.lay(self.set, &Piece::one(row, bit, land));
                    next.pending.sheep += gains.sheep;
                    next.pending.draws += gains.draws;
                }
            }
            Action::Sheep(at) => {
                next.pending.sheep -= 1;
                if let Some((row, bit)) = place(at.x, at.y) {
                    next.field.graze_at(row, bit);
                }
            }
            _ => {}
        }
        next
    }

    /// Plays on to the end and gives what the display can be expected to end with by what it promises
    /// after the third and every later round.
    pub(super) fn play_on(&mut self, trial: u64, luck: &mut Chooser) -> f32 {
        // Bonus tiles have a luck of their own: whoever draws one more meets the same wheel and bag.
        let mut bonus_luck = Chooser::new(luck.below(u64::MAX));
        self.take_gains(&mut bonus_luck);
        let (mut sum, mut judged) = (0.0, 0.0);
        for round in 0..self.left {
            self.refill(luck);
            let spin = spin(round, trial, luck);
            let area = (usize::from(self.towns[0]) + spin) % TOWNS;
            self.place_best(self.areas[area]);
            for other in 1..self.players {
                let area = (usize::from(self.towns[other]) + spin) % TOWNS;
                self.areas[area][luck.below(2) as usize] = 0;
            }
            self.left -= 1;
            self.take_gains(&mut bonus_luck);
            if round + 1 >= FIRST_JUDGED {
                sum += self.outlook();
                judged += 1.0;
            }
        }
        if judged > 0.0 { sum / judged } else { self.outlook() }
    }

    /// Takes a tile out of its area.
    fn take(&mut self, tile: u8) {
        for slot in self.areas.iter_mut().flatten().filter(|slot| **slot == tile) {
            *slot = 0;
        }
    }

    /// Puts tiles from the bag into the areas that miss one, as long as it holds any.
    fn refill(&mut self, luck: &mut Chooser) {
        for slot in self.areas.iter_mut().flatten().filter(|slot| **slot == 0) {
            let count = self.bag.count_ones();
            if count == 0 {
                return;
            }
            let mut left = self.bag;
            for _ in 0..luck.below(count.into()) {
                left &= left - 1;
            }
            *slot = left.trailing_zeros() as u8 + 1;
            self.bag &= !(1 << (*slot - 1));
        }
    }

    /// Places the tile that promises most where it promises most. If none fits, the first one goes.
    fn place_best(&mut self, tiles: [u8; 2]) {
        let sight = Sight::of(&self.field, self.left);
        match self.best_placement(&sight, tiles, 0) {
            Some((tile, best)) => {
                (self.field, self.pending.draws) = (best.field, best.draws);
                self.take(tile);
            }
            None => self.take(tiles[0]),
        }
    }

    /// The best place for one of these tiles, and which; so many bonus tiles are to be drawn besides.
    fn best_placement(&self, sight: &Sight, tiles: [u8; 2], draws: u8) -> Option<(u8, Placement)> {
        let mut best: Option<(u8, Placement)> = None;
        for (tile, piece) in self.places(sight, tiles) {
            let sheep = self.set.tile(tile).symbols();
            let placed = self.placed(&piece, sheep, self.left - 1, draws);
            if best.as_ref().is_none_or(|(_, best)| placed.outlook > best.outlook) {
                best = Some((tile, placed));
            }
        }
        best
    }

    /// A piece in its place, with all sheep that it brings and so many more put where they belong.
    fn placed(&self, piece: &Piece, sheep: u8, left: u8, draws: u8) -> Placement {
        let mut field = self.field.clone();
        let gains = field.lay(self.set, piece);
        (0..gains.sheep + sheep).for_each(|_| field.graze());
        let outlook = played(self.set, &field, left, draws + gains.draws);
        Placement { outlook, field, draws: gains.draws }
    }

    /// The places for one of these tiles that look best at a glance.
    fn places(&self, sight: &Sight, tiles: [u8; 2]) -> impl Iterator<Item = (u8, Piece)> {
        let mut best = Shortlist::default();
        for tile in tiles.into_iter().filter(|&tile| tile > 0) {
            for shape in self.set.tile(tile).shapes() {
                let glance = sight.glance(shape);
                self.field.each_fit(shape, &sight.reach, |row, corners| {
                    let looks = glance(row);
                    for corner in bits(corners) {
                        let column = corner.trailing_zeros();
                        best.offer(looks[column as usize], (tile, shape, row, column));
                    }
                });
            }
        }
        let piece = |(tile, shape, row, column)| Some((tile, Piece::tile(shape, row, column)?));
        best.places.into_iter().flatten().filter_map(piece)
    }

    /// Takes all that the last piece has brought.
    fn take_gains(&mut self, chooser: &mut Chooser) {
        loop {
            (0..self.pending.sheep).for_each(|_| self.field.graze());
            self.pending.sheep = 0;
            if let Some(land) = self.drawn.take() {
                self.place_bonus(land);
            } else if self.pending.draws > 0 {
                self.pending.draws -= 1;
                self.drawn = Some(self.draw(chooser));
            } else {
                return;
            }
        }
    }

    fn draw(&self, chooser: &mut Chooser) -> Land {
        let counts = self.set.bonus();
        let sum: u8 = counts.iter().sum();
        let mut share = chooser.below(sum.into()) as u8;
        for (land, count) in Land::ALL.into_iter().zip(counts) {
            if share < count {
                return land;
            }
            share -= count;
        }
        Land::Meadow
    }

    fn place_bonus(&mut self, land: Land) {
        let mut best: Option<Placement> = None;
        for (row, bit) in self.bonus_places(land) {
            let placed = self.placed(&Piece::one(row, bit, land), 0, self.left, 0);
            if best.as_ref().is_none_or(|best| placed.outlook > best.outlook) {
                best = Some(placed);
            }
        }
        if let Some(best) = best {
            self.field = best.field;
            self.pending.draws += best.draws;
        }
    }

    /// The places for a bonus tile that look best at a glance.
    fn bonus_places(&self, land: Land) -> impl Iterator<Item = (usize, u32)> + use<> {
        let glance = glance_at_bonus(&self.field, self.left, land);
        let mut best = Shortlist::default();
        for (row, bit) in self.field.bonus_places() {
            best.offer(glance(row, bit), (row, bit));
        }
        best.places.into_iter().flatten()
    }
}

/// What comes of a piece in its place.
struct Placement {
    outlook: f32,
    field: Field,
    /// Bonus tiles that it brings.
    draws: u8,
}

/// The few places that look best, the best first.
struct Shortlist<P> {
    looks: [i16; CLOSE_LOOKS],
    places: [Option<P>; CLOSE_LOOKS],
}

impl<P: Copy> Default for Shortlist<P> {
    fn default() -> Self {
        Self { looks: [i16::MIN; CLOSE_LOOKS], places: [None; CLOSE_LOOKS] }
    }
}

impl<P: Copy> Shortlist<P> {
    /// Takes a place in if it looks better than one of those that are there.
    #[inline]
    fn offer(&mut self, look: i16, place: P) {
        let Self { looks, places } = self;
        let mut slot = CLOSE_LOOKS - 1;
        if look <= looks[slot] {
            return;
        }
        while slot > 0 && look > looks[slot - 1] {
            (looks[slot], places[slot]) = (looks[slot - 1], places[slot - 1]);
            slot -= 1;
        }
        (looks[slot], places[slot]) = (look, Some(place));
    }
}

/// How far the wheel turns in a round of a trial.
fn spin(round: u8, trial: u64, luck: &mut Chooser) -> usize {
    const TURNS: u64 = TOWNS as u64;
    if round < EVEN_ROUNDS {
        (trial / TURNS.pow(round.into()) % TURNS) as usize
    } else {
        luck.below(TURNS) as usize
    }
}
