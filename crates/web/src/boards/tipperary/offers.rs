//! [`Offers`]: the legal actions as pieces to be placed, and buttons.

use rules::{Game, Seat};
use tipperary::{Action, Land, Orientation, Point, Tipperary};

use super::tile::Drawn;

/// A piece that is placed on a display.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Piece {
    /// A landscape tile, by its number.
    Tile(u8),
    /// A wooden sheep.
    Sheep,
    /// The drawn bonus tile.
    Bonus(Land),
    /// A tower.
    Tower,
}

impl Piece {
    /// The piece that an action places, its orientation, and its position.
    pub(super) fn of(
        game: &Tipperary,
        seat: Seat,
        action: Action,
    ) -> Option<(Self, Orientation, Point)> {
        let upright = Orientation::AS_PRINTED;
        match action {
            Action::Place { tile, orientation, at } => Some((Self::Tile(tile), orientation, at)),
            Action::Sheep(at) => Some((Self::Sheep, upright, at)),
            Action::Bonus(at) => Some((Self::Bonus(game.player(seat).drawn()?), upright, at)),
            Action::Tower(at) => Some((Self::Tower, upright, at)),
            _ => None,
        }
    }

    /// The action that places it there.
    pub(super) fn action(self, game: &Tipperary, orientation: Orientation, at: Point) -> Action {
        match self {
            Self::Tile(tile) => game.normalise(Action::Place { tile, orientation, at }),
            Self::Sheep => Action::Sheep(at),
            Self::Bonus(_) => Action::Bonus(at),
            Self::Tower => Action::Tower(at),
        }
    }

    /// Its spaces, from the top left corner of its bounding box.
    pub(super) fn spaces(self, game: &Tipperary, orientation: Orientation) -> Vec<Drawn> {
        match self {
            Self::Tile(tile) => {
                let shape = game.setup().set().tile(tile).shape(orientation);
                shape.spaces().iter().map(|space| Drawn::of(*space)).collect()
            }
            Self::Sheep => vec![Drawn::one("c-W")],
            Self::Bonus(land) => vec![Drawn::one(land_symbol(land))],
            Self::Tower => vec![Drawn::one("c-tower")],
        }
    }

    /// The columns and rows of its bounding box.
    pub(super) fn size(self, game: &Tipperary, orientation: Orientation) -> (i16, i16) {
        let spaces = self.spaces(game, orientation);
        let extent = |along: fn(&Drawn) -> i16| spaces.iter().map(along).max().unwrap_or(0) + 1;
        (extent(|space| space.x), extent(|space| space.y))
    }

    /// Whether it can be turned and flipped.
    pub(super) const fn can_turn(self) -> bool {
        matches!(self, Self::Tile(_))
    }

    /// Its name.
    pub(super) fn name(self) -> String {
        match self {
            Self::Tile(tile) => format!("Tile {tile}"),
            Self::Sheep => "Sheep".to_owned(),
            Self::Bonus(_) => "Bonus tile".to_owned(),
            Self::Tower => "Tower".to_owned(),
        }
    }

    /// What it shows, in words. The symbols of a placed piece have had their effect, so they are
    /// left out.
    pub(super) fn description(self, game: &Tipperary, laid: bool) -> String {
        match self {
            Self::Tile(tile) => {
                let shape = game.setup().set().tile(tile).shape(Orientation::AS_PRINTED);
                let land = |space: &tipperary::TileSpace| {
                    let sheep =
                        if space.symbol && !laid { " that brings a wooden sheep" } else { "" };
                    format!("{}{sheep}", space.land.name())
                };
                let lands: Vec<String> = shape.spaces().iter().map(land).collect();
                lands.join(", ")
            }
            Self::Sheep => "for a meadow".to_owned(),
            Self::Bonus(land) => land.name().to_owned(),
            Self::Tower => "for a free space".to_owned(),
        }
    }
}

/// The symbol of a landscape.
pub(super) const fn land_symbol(land: Land) -> &'static str {
    match land {
        Land::Meadow => "c-M",
        Land::Pasture => "c-P1",
        Land::RichPasture => "c-P2",
        Land::Grain => "c-G",
        Land::Distillery => "c-D",
        Land::Ruin => "c-R",
        Land::Bog => "c-B",
        Land::Circle1 => "c-S1",
        Land::Circle2 => "c-S2",
        Land::Circle3 => "c-S3",
        Land::Circle4 => "c-S4",
    }
}

/// The legal actions of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Offers {
    /// The pieces that can be placed.
    pub(super) pieces: Vec<Piece>,
    /// The number of wooden sheep or towers that are left.
    pub(super) left: u8,
    /// The actions without a position.
    pub(super) buttons: Vec<Action>,
}

impl Offers {
    /// Sorts the legal actions of a seat.
    pub(super) fn of(game: &Tipperary, seat: Seat, legal: &[Action]) -> Self {
        let mut offers = Self::default();
        for &action in legal {
            match Piece::of(game, seat, action) {
                Some((piece, ..)) if offers.pieces.contains(&piece) => {}
                Some((piece, ..)) => offers.pieces.push(piece),
                None => offers.buttons.push(action),
            }
        }
        let player = game.player(seat);
        offers.left = match offers.pieces.first() {
            Some(Piece::Sheep) => player.pending_sheep(),
            Some(Piece::Tower) => player.towers(),
            _ => player.pending_draws(),
        };
        offers
    }
}

/// The legal positions of a piece in an orientation.
pub(super) fn legal_positions(
    game: &Tipperary,
    seat: Seat,
    legal: &[Action],
    piece: Piece,
    orientation: Orientation,
) -> Vec<Point> {
    let fits = |&action: &Action| {
        let (offered, _, at) = Piece::of(game, seat, action)?;
        (offered == piece && piece.action(game, orientation, at) == action).then_some(at)
    };
    legal.iter().filter_map(fits).collect()
}

/// The label and the symbol of a button.
pub(super) const fn button_label(action: Action) -> (&'static str, &'static str) {
    match action {
        Action::Draw => ("fox", "Draw a bonus tile"),
        _ => ("i-check", "No more towers"),
    }
}

#[cfg(test)]
mod tests {
    use rules::{Actor, Setup, Turn};

    use super::*;

    /// Plays a game with the n-th legal action each time, and calls `look` for every decision.
    fn each_decision(players: u64, step: usize, mut look: impl FnMut(&Tipperary, Seat, &[Action])) {
        let mut game = Tipperary::new(&Setup::new(players).unwrap());
        let mut count = step;
        loop {
            count = count.wrapping_mul(31).wrapping_add(7);
            let (actor, action) = match game.turn() {
                Turn::Over => return,
                Turn::Dealer => {
                    let outcomes = game.outcomes();
                    (Actor::Dealer, outcomes[count % outcomes.len()].action)
                }
                Turn::Seats(seats) => {
                    let seat = seats.first().unwrap();
                    let legal = game.legal(seat);
                    look(&game, seat, &legal);
                    (seat.into(), legal[count % legal.len()])
                }
            };
            game.apply_unchecked(actor, action, &mut Vec::new());
        }
    }

    #[test]
    fn the_offers_are_exactly_the_legal_actions() {
        let mut seen = [0; 3];
        for (players, step) in [(1, 3), (2, 5), (3, 11), (5, 29)] {
            each_decision(players, step, |game, seat, legal| {
                let offers = Offers::of(game, seat, legal);
                let mut offered = offers.buttons.clone();
                for &piece in &offers.pieces {
                    for orientation in Orientation::all() {
                        let legal_positions =
                            legal_positions(game, seat, legal, piece, orientation);
                        offered.extend(
                            legal_positions.iter().map(|&at| piece.action(game, orientation, at)),
                        );
                    }
                    seen[usize::from(!piece.can_turn())] += 1;
                }
                seen[2] += offers.buttons.len();
                offered.sort_unstable();
                offered.dedup();
                assert_eq!(offered, legal);
            });
        }
        assert!(seen.iter().all(|&kind| kind > 0), "every kind of decision was met: {seen:?}");
    }

    #[test]
    fn a_piece_is_found_by_its_action() {
        each_decision(2, 17, |game, seat, legal| {
            for &action in legal {
                if let Some((piece, orientation, at)) = Piece::of(game, seat, action) {
                    assert_eq!(piece.action(game, orientation, at), action);
                    assert!(!piece.spaces(game, orientation).is_empty());
                }
            }
        });
    }
}
