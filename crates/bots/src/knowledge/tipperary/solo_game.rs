//! Simulates one seat's game; the other seats only take tiles.

use registry::Chooser;
use registry::tipperary::{Action, Components, Land, Stage, TILES, TOWNS, Tipperary};
use rules::{Game, Seat, Turn};

use super::bitboard::{BitDisplay, Gains, Piece, bits, locate};
use super::evaluation::{Evaluation, policy_value};
use super::placement_score::{PlacementScores, bonus_scores};

/// The number of placements, those with the best fast scores, that are evaluated.
const SHORTLIST_LEN: usize = 6;

/// A trial's result is the mean evaluation after this and every later round: early evaluations
/// have less noise, late ones less bias.
const FIRST_EVALUATED_ROUND: u8 = 3;
/// The number of rounds in which the wheel's turns are stratified over the trials.
const STRATIFIED_ROUNDS: u8 = 2;

/// The state of one seat's simulated game.
#[derive(Clone)]
pub(super) struct SoloGame {
    set: &'static Components,
    evaluate: Evaluation,
    display: BitDisplay,
    pending: Gains,
    drawn: Option<Land>,
    bag: u64,
    areas: [[u8; 2]; TOWNS],
    /// The hometowns' areas before the wheel turns; the simulated seat's first.
    towns: [u8; TOWNS],
    players: usize,
    rounds_left: u8,
}

impl SoloGame {
    /// The seat's game at this position.
    pub(super) fn of(state: &Tipperary, seat: Seat, evaluate: Evaluation) -> Self {
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
        let is_waiting = u8::from(state.stage() == Stage::Place && state.turn() == Turn::Dealer);
        Self {
            set: state.setup().set(),
            evaluate,
            display: BitDisplay::of(player),
            pending: Gains {
                sheep: player.pending_sheep(),
                draws: player.pending_draws() + is_waiting,
            },
            drawn: player.drawn(),
            bag,
            areas,
            towns,
            players: state.players().into(),
            rounds_left: if state.stage() == Stage::Towers { 0 } else { state.rounds() - placed },
        }
    }

    /// A copy with that many bonus tiles to draw.
    #[cfg(test)]
    pub(super) fn with_draws(mut self, draws: u8) -> Self {
        self.pending.draws = draws;
        self
    }

    /// The tiles in the bag as bits.
    #[cfg(test)]
    pub(super) const fn bag(&self) -> u64 {
        self.bag
    }

    /// The largest flock.
    pub(super) const fn flock(&self) -> u8 {
        self.display.flock
    }

    /// The number of rounds in which the seat still has to place a tile.
    pub(super) const fn rounds_left(&self) -> u8 {
        self.rounds_left
    }

    /// Whether all sheep and bonus tiles of the last piece have been taken.
    pub(super) const fn has_taken_gains(&self) -> bool {
        self.pending.sheep == 0 && self.pending.draws == 0 && self.drawn.is_none()
    }

    /// The evaluation of the display.
    pub(super) fn evaluate(&self) -> f32 {
        let mut display = self.display.clone();
        (0..self.pending.sheep).for_each(|_| display.place_sheep());
        let draws = self.pending.draws + u8::from(self.drawn.is_some());
        (self.evaluate)(self.set, &display, self.rounds_left, draws)
    }

    /// The evaluation of the display after an action.
    pub(super) fn evaluate_after(&self, action: Action) -> f32 {
        self.after(action).evaluate()
    }

    /// The mean evaluation after an action and the best placement of the next round, over all turns
    /// of the wheel, with the current tiles.
    pub(super) fn evaluate_lookahead(&self, action: Action) -> f32 {
        let mut next = self.after(action);
        if next.rounds_left == 0 {
            return next.evaluate();
        }
        (0..next.pending.sheep).for_each(|_| next.display.place_sheep());
        let draws = next.pending.draws + u8::from(next.drawn.is_some());
        let scores = PlacementScores::of(&next.display, next.rounds_left);
        let (mut sum, mut count) = (0.0, 0.0);
        for tiles in next.areas {
            if let Some((_, best)) = next.best_placement(&scores, tiles, draws) {
                sum += best.evaluation;
                count += 1.0;
            }
        }
        if count > 0.0 { sum / count } else { next.evaluate() }
    }

    /// The game after an action; its sheep and bonus tiles are still to be taken.
    fn after(&self, action: Action) -> Self {
        let mut next = self.clone();
        match action {
            Action::Place { tile, orientation, at } => {
                next.rounds_left = self.rounds_left.saturating_sub(1);
                let of = self.set.tile(tile);
                let piece = locate(at.x, at.y).and_then(|(row, bit)| {
                    Piece::tile(of.shape(orientation), row, bit.trailing_zeros())
                });
                if let Some(piece) = piece {
                    next.pending = next.display.place_piece(self.set, &piece);
                    next.pending.sheep += of.symbols();
                }
                next.take(tile);
            }
            Action::Bonus(at) => {
                if let (Some((row, bit)), Some(land)) = (locate(at.x, at.y), next.drawn.take()) {
                    let gains = next.display.place_piece(self.set, &Piece::bonus(row, bit, land));
                    next.pending.sheep += gains.sheep;
                    next.pending.draws += gains.draws;
                }
            }
            Action::Sheep(at) => {
                next.pending.sheep -= 1;
                if let Some((row, bit)) = locate(at.x, at.y) {
                    next.display.place_sheep_at(row, bit);
                }
            }
            _ => {}
        }
        next
    }

    /// Plays to the end and returns the mean evaluation after round [`FIRST_EVALUATED_ROUND`] and every
    /// later one.
    pub(super) fn play_to_end(&mut self, trial: u64, random: &mut Chooser) -> f32 {
        // A separate stream for bonus tiles: the number of draws does not change wheel and bag.
        let mut bonus_random = Chooser::new(random.below(u64::MAX));
        self.take_gains(&mut bonus_random);
        let (mut sum, mut scored) = (0.0, 0.0);
        for round in 0..self.rounds_left {
            self.refill(random);
            let spin = spin(round, trial, random);
            let area = (usize::from(self.towns[0]) + spin) % TOWNS;
            self.place_best(self.areas[area]);
            for other in 1..self.players {
                let area = (usize::from(self.towns[other]) + spin) % TOWNS;
                self.areas[area][random.below(2) as usize] = 0;
            }
            self.rounds_left -= 1;
            self.take_gains(&mut bonus_random);
            if round + 1 >= FIRST_EVALUATED_ROUND {
                sum += self.evaluate();
                scored += 1.0;
            }
        }
        if scored > 0.0 { sum / scored } else { self.evaluate() }
    }

    /// Takes a tile out of its area.
    fn take(&mut self, tile: u8) {
        for slot in self.areas.iter_mut().flatten().filter(|slot| **slot == tile) {
            *slot = 0;
        }
    }

    /// Puts tiles from the bag into areas with an empty slot, as long as there are any.
    fn refill(&mut self, random: &mut Chooser) {
        for slot in self.areas.iter_mut().flatten().filter(|slot| **slot == 0) {
            let count = self.bag.count_ones();
            if count == 0 {
                return;
            }
            let mut remaining = self.bag;
            for _ in 0..random.below(count.into()) {
                remaining &= remaining - 1;
            }
            *slot = remaining.trailing_zeros() as u8 + 1;
            self.bag &= !(1 << (*slot - 1));
        }
    }

    /// Makes the best placement of these tiles. If none fits, the first one is discarded.
    fn place_best(&mut self, tiles: [u8; 2]) {
        let scores = PlacementScores::of(&self.display, self.rounds_left);
        match self.best_placement(&scores, tiles, 0) {
            Some((tile, best)) => {
                (self.display, self.pending.draws) = (best.display, best.draws);
                self.take(tile);
            }
            None => self.take(tiles[0]),
        }
    }

    /// The best placement of one of these tiles; `draws` more bonus tiles are to be drawn.
    fn best_placement(
        &self,
        scores: &PlacementScores,
        tiles: [u8; 2],
        draws: u8,
    ) -> Option<(u8, Placement)> {
        let mut best: Option<(u8, Placement)> = None;
        for (tile, piece) in self.places(scores, tiles) {
            let sheep = self.set.tile(tile).symbols();
            let placed = self.placed(&piece, sheep, self.rounds_left - 1, draws);
            if best.as_ref().is_none_or(|(_, best)| placed.evaluation > best.evaluation) {
                best = Some((tile, placed));
            }
        }
        best
    }

    /// The display with a piece, with its sheep and `sheep` more placed.
    fn placed(&self, piece: &Piece, sheep: u8, rounds_left: u8, draws: u8) -> Placement {
        let mut display = self.display.clone();
        let gains = display.place_piece(self.set, piece);
        (0..gains.sheep + sheep).for_each(|_| display.place_sheep());
        let evaluation = policy_value(self.set, &display, rounds_left, draws + gains.draws);
        Placement { evaluation, display, draws: gains.draws }
    }

    /// The placements of these tiles with the best fast scores.
    fn places(
        &self,
        scores: &PlacementScores,
        tiles: [u8; 2],
    ) -> impl Iterator<Item = (u8, Piece)> {
        let mut best = Shortlist::default();
        for tile in tiles.into_iter().filter(|&tile| tile > 0) {
            for shape in self.set.tile(tile).shapes() {
                let tile_scores = scores.tile_scores(shape);
                self.display.for_each_fit(shape, &scores.reach, |row, corners| {
                    let scores = tile_scores(row);
                    for corner in bits(corners) {
                        let column = corner.trailing_zeros();
                        best.offer(scores[column as usize], (tile, shape, row, column));
                    }
                });
            }
        }
        let piece = |(tile, shape, row, column)| Some((tile, Piece::tile(shape, row, column)?));
        best.places.into_iter().flatten().filter_map(piece)
    }

    /// Takes all sheep and bonus tiles of the last piece.
    fn take_gains(&mut self, chooser: &mut Chooser) {
        loop {
            (0..self.pending.sheep).for_each(|_| self.display.place_sheep());
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
            let placed = self.placed(&Piece::bonus(row, bit, land), 0, self.rounds_left, 0);
            if best.as_ref().is_none_or(|best| placed.evaluation > best.evaluation) {
                best = Some(placed);
            }
        }
        if let Some(best) = best {
            self.display = best.display;
            self.pending.draws += best.draws;
        }
    }

    /// The placements of a bonus tile with the best fast scores.
    fn bonus_places(&self, land: Land) -> impl Iterator<Item = (usize, u32)> + use<> {
        let tile_scores = bonus_scores(&self.display, self.rounds_left, land);
        let mut best = Shortlist::default();
        for (row, bit) in self.display.bonus_places() {
            best.offer(tile_scores(row, bit), (row, bit));
        }
        best.places.into_iter().flatten()
    }
}

/// The result of placing a piece.
struct Placement {
    evaluation: f32,
    display: BitDisplay,
    /// The number of bonus tiles it gives.
    draws: u8,
}

/// The placements with the highest scores, best first.
struct Shortlist<P> {
    scores: [i16; SHORTLIST_LEN],
    places: [Option<P>; SHORTLIST_LEN],
}

impl<P: Copy> Default for Shortlist<P> {
    fn default() -> Self {
        Self { scores: [i16::MIN; SHORTLIST_LEN], places: [None; SHORTLIST_LEN] }
    }
}

impl<P: Copy> Shortlist<P> {
    /// Adds a placement if its score is among the highest.
    #[inline]
    fn offer(&mut self, score: i16, locate: P) {
        let Self { scores, places } = self;
        let mut slot = SHORTLIST_LEN - 1;
        if score <= scores[slot] {
            return;
        }
        while slot > 0 && score > scores[slot - 1] {
            (scores[slot], places[slot]) = (scores[slot - 1], places[slot - 1]);
            slot -= 1;
        }
        (scores[slot], places[slot]) = (score, Some(locate));
    }
}

/// The turn of the wheel in a round of a trial.
fn spin(round: u8, trial: u64, random: &mut Chooser) -> usize {
    const TURNS: u64 = TOWNS as u64;
    if round < STRATIFIED_ROUNDS {
        (trial / TURNS.pow(round.into()) % TURNS) as usize
    } else {
        random.below(TURNS) as usize
    }
}
