//! Plays one seat's game on, the others only as far as they take tiles.

use rules::{Game, Seat, Turn};
use shelf::Chooser;
use shelf::tipperary::{Action, Components, Land, Stage, TILES, TOWNS, Tipperary};

use super::field::{Field, Gains, Piece, place};
use super::outlook::Outlook;
use super::sight::Sight;

/// So many places are looked at closely, those that look best at a glance.
const CLOSE_LOOKS: usize = 6;

/// So many rounds are played; what comes after them is left to the outlook. That is quicker than
/// playing to the end, and no worse.
const ROUNDS_AHEAD: u8 = 3;
/// In so many of them every turn of the wheel comes equally often.
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

    /// The largest flock.
    pub(super) const fn flock(&self) -> u8 {
        self.field.flock
    }

    /// How many rounds the seat still has to place a tile in.
    pub(super) const fn left(&self) -> u8 {
        self.left
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
        next.outlook()
    }

    /// Plays on for some rounds and gives what the display can be expected to end with then.
    pub(super) fn play_on(&mut self, trial: u64, chooser: &mut Chooser) -> f32 {
        self.take_gains(chooser);
        for round in 0..self.left.min(ROUNDS_AHEAD) {
            self.refill(chooser);
            let spin = spin(round, trial, chooser);
            let area = (usize::from(self.towns[0]) + spin) % TOWNS;
            let tile = self.place_best(self.areas[area]);
            self.areas[area] = self.areas[area].map(|other| if other == tile { 0 } else { other });
            for other in 1..self.players {
                let area = (usize::from(self.towns[other]) + spin) % TOWNS;
                self.areas[area][chooser.below(2) as usize] = 0;
            }
            self.left -= 1;
            self.take_gains(chooser);
        }
        self.outlook()
    }

    /// Puts tiles from the bag into the areas that miss one, as long as it holds any.
    fn refill(&mut self, chooser: &mut Chooser) {
        for slot in self.areas.iter_mut().flatten().filter(|slot| **slot == 0) {
            let count = self.bag.count_ones();
            if count == 0 {
                return;
            }
            let mut left = self.bag;
            for _ in 0..chooser.below(count.into()) {
                left &= left - 1;
            }
            *slot = left.trailing_zeros() as u8 + 1;
            self.bag &= !(1 << (*slot - 1));
        }
    }

    /// Places the tile that promises most where it promises most.
    fn place_best(&mut self, tiles: [u8; 2]) -> u8 {
        let left = self.left - 1;
        let mut best: Option<(f32, u8, Field, Gains)> = None;
        for (tile, piece) in self.shortlist(tiles).into_iter().flatten() {
            let mut field = self.field.clone();
            let mut gains = field.lay(self.set, &piece);
            gains.sheep += self.set.tile(tile).symbols();
            (0..gains.sheep).for_each(|_| field.graze());
            gains.sheep = 0;
            let outlook = (self.judge)(self.set, &field, left, gains.draws);
            if best.as_ref().is_none_or(|(most, ..)| outlook > *most) {
                best = Some((outlook, tile, field, gains));
            }
        }
        let Some((_, tile, field, gains)) = best else { return tiles[0] };
        (self.field, self.pending) = (field, gains);
        tile
    }

    /// The places that look best at a glance.
    fn shortlist(&self, tiles: [u8; 2]) -> [Option<(u8, Piece)>; CLOSE_LOOKS] {
        let sight = Sight::of(&self.field, self.left);
        let mut found = [None; CLOSE_LOOKS];
        let mut looks = [i16::MIN; CLOSE_LOOKS];
        for tile in tiles.into_iter().filter(|&tile| tile > 0) {
            for shape in self.set.tile(tile).shapes() {
                let glance = sight.glance(shape);
                self.field.each_fit(shape, |row, column| {
                    let look = glance(row, column);
                    if look <= looks[CLOSE_LOOKS - 1] {
                        return;
                    }
                    let mut slot = CLOSE_LOOKS - 1;
                    while slot > 0 && look > looks[slot - 1] {
                        (looks[slot], found[slot]) = (looks[slot - 1], found[slot - 1]);
                        slot -= 1;
                    }
                    (looks[slot], found[slot]) = (look, Some((tile, shape, row, column)));
                });
            }
        }
        found.map(|fit| {
            let (tile, shape, row, column) = fit?;
            Some((tile, Piece::tile(shape, row, column)?))
        })
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
        let mut best: Option<(f32, Field, Gains)> = None;
        for (row, bit) in self.field.bonus_places() {
            let mut field = self.field.clone();
            let mut gains = field.lay(self.set, &Piece::one(row, bit, land));
            (0..gains.sheep).for_each(|_| field.graze());
            gains.sheep = 0;
            let outlook = (self.judge)(self.set, &field, self.left, gains.draws);
            if best.as_ref().is_none_or(|(most, ..)| outlook > *most) {
                best = Some((outlook, field, gains));
            }
        }
        if let Some((_, field, gains)) = best {
            self.field = field;
            self.pending.draws += gains.draws;
        }
    }
}

/// How far the wheel turns in a round of a trial.
fn spin(round: u8, trial: u64, chooser: &mut Chooser) -> usize {
    const TURNS: u64 = TOWNS as u64;
    if round < EVEN_ROUNDS {
        (trial / TURNS.pow(round.into()) % TURNS) as usize
    } else {
        chooser.below(TURNS) as usize
    }
}
