//! [`Selection`]: the selected piece, its orientation, and where it is held.

use std::sync::Arc;

use leptos::prelude::*;
use rules::{Actor, Game};
use tipperary::{Action, Display, Orientation, Point, Tipperary};

use super::badges::{Badge, badges};
use super::geometry::{next_spot, snapped};
use super::offer::{Offers, Piece, spots};
use super::tile::places;
use crate::table::BoardContext;

/// How far, in spaces, a legal position attracts a tile, and a piece of a single space.
const REACH: (f64, f64) = (0.8, 1.1);

/// The preview of a placement.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Found {
    /// The placement is legal.
    Brings {
        /// The changes.
        badges: Vec<Badge>,
        /// The value of the barrel after it.
        whiskey: u8,
        /// The display after it.
        display: Box<Display>,
    },
    /// The placement is refused, with the reason.
    Refused(String),
}

/// The player's selection: a piece, its orientation and position. Copies share it.
#[derive(Copy, Clone)]
pub(super) struct Aim {
    board: BoardContext<Tipperary>,
    /// What may be done.
    pub(super) offers: Memo<Offers>,
    chosen: RwSignal<Option<Piece>>,
    /// The selected piece.
    pub(super) piece: Memo<Option<Piece>>,
    /// The orientation of the piece.
    pub(super) orientation: RwSignal<Orientation>,
    /// The top left corner of its bounding box, if it is held over the display.
    pub(super) at: RwSignal<Option<Point>>,
    /// Whether it stays there: then the view follows it, and it does not follow the pointer.
    pub(super) pinned: RwSignal<bool>,
    /// The legal positions in its orientation.
    pub(super) spots: Memo<Arc<Vec<Point>>>,
    /// The action that places it there.
    action: Memo<Option<Action>>,
    /// The preview of that action.
    pub(super) found: Memo<Option<Found>>,
}

impl Aim {
    /// The selection for a board.
    pub(super) fn new(board: BoardContext<Tipperary>) -> Self {
        let offers = Memo::new(move |_| {
            let seat = board.to_act.get();
            let of =
                |seat| board.state.with(|game| board.legal.with(|all| Offers::of(game, seat, all)));
            seat.map(of).unwrap_or_default()
        });
        let chosen = RwSignal::new(None);
        let piece = Memo::new(move |_| {
            let chosen = chosen.get();
            offers.with(|offers| {
                chosen.filter(|it| offers.pieces.contains(it)).or(offers.pieces.first().copied())
            })
        });
        let orientation = RwSignal::new(Orientation::AS_PRINTED);
        let at = RwSignal::new(None::<Point>);
        let spots = Memo::new(move |_| {
            let (seat, piece) = (board.to_act.get(), piece.get());
            let (Some(seat), Some(piece)) = (seat, piece) else { return Arc::default() };
            let lies = orientation.get();
            let found = board
                .state
                .with(|game| board.legal.with(|legal| spots(game, seat, legal, piece, lies)));
            Arc::new(found)
        });
        let action = Memo::new(move |_| {
            let (piece, at) = (piece.get()?, at.get()?);
            Some(board.state.with(|game| piece.action(game, orientation.get(), at)))
        });
        let found =
            Memo::new(move |_| look(board, action.get()?, spots.get().contains(&at.get()?)));
        let aim = Self {
            board,
            offers,
            chosen,
            piece,
            orientation,
            at,
            pinned: RwSignal::new(false),
            spots,
            action,
            found,
        };
        aim.let_go_after_each_decision();
        aim
    }

    /// Clears the selection when the decision changes.
    fn let_go_after_each_decision(self) {
        let decision = Memo::new(move |_| (self.board.to_act.get(), self.offers.get()));
        Effect::watch(
            move || decision.get(),
            move |_, _, _| {
                self.put_back();
                self.chosen.set(None);
            },
            false,
        );
    }

    /// Puts the piece back into the tray in its original orientation.
    pub(super) fn put_back(self) {
        self.drop_it();
        self.orientation.set(Orientation::AS_PRINTED);
    }

    /// Takes the piece off the display.
    pub(super) fn drop_it(self) {
        self.at.set(None);
        self.pinned.set(false);
    }

    /// Selects a piece that follows the pointer, and so has no position until the pointer is over
    /// the display.
    pub(super) fn take_up(self, piece: Piece) {
        if self.piece.get_untracked() != Some(piece) {
            self.chosen.set(Some(piece));
            self.orientation.set(Orientation::AS_PRINTED);
        }
        self.drop_it();
    }

    /// Selects a piece and holds it over the display.
    pub(super) fn choose(self, piece: Piece) {
        if self.piece.get_untracked() != Some(piece) {
            let middle = self.middle();
            self.chosen.set(Some(piece));
            self.orientation.set(Orientation::AS_PRINTED);
            if let Some(middle) = middle {
                self.hold_over(middle);
            }
        }
        if self.at.get_untracked().is_none() {
            self.start();
        }
    }

    /// Holds the piece at the legal position nearest to the hometown.
    pub(super) fn start(self) {
        let home = (2.0, 1.5);
        let (width, height) = self.size();
        let exact = (home.0 - f64::from(width) / 2.0, home.1 - f64::from(height) / 2.0);
        let at = self.spots.with_untracked(|spots| snapped(exact, spots, f64::INFINITY));
        self.put(at);
        self.pinned.set(true);
    }

    /// Selects the piece and the position of an action.
    pub(super) fn take_advice(self, action: Action) {
        let Some(seat) = self.board.to_act.get_untracked() else { return };
        let said = self.board.state.with_untracked(|game| Piece::of(game, seat, action));
        if let Some((piece, orientation, at)) = said {
            self.chosen.set(Some(piece));
            self.orientation.set(orientation);
            self.put(at);
            self.pinned.set(true);
        }
    }

    fn size(self) -> (i16, i16) {
        let lies = self.orientation.get_untracked();
        let piece = self.piece.get_untracked();
        piece.map_or((1, 1), |it| self.board.state.with_untracked(|game| it.size(game, lies)))
    }

    /// The centre of the piece, in spaces.
    pub(super) fn middle(self) -> Option<(f64, f64)> {
        let (width, height) = self.size();
        let at = self.at.get_untracked()?;
        Some((f64::from(at.x) + f64::from(width) / 2.0, f64::from(at.y) + f64::from(height) / 2.0))
    }

    /// Holds the centre of the piece over a point of the grid.
    pub(super) fn hold_over(self, place: (f64, f64)) {
        let Some(piece) = self.piece.get_untracked() else { return };
        let (width, height) = self.size();
        let exact = (place.0 - f64::from(width) / 2.0, place.1 - f64::from(height) / 2.0);
        let reach = if piece.turns() { REACH.0 } else { REACH.1 };
        self.put(self.spots.with_untracked(|spots| snapped(exact, spots, reach)));
    }

    fn put(self, at: Point) {
        if self.at.get_untracked() != Some(at) {
            self.at.set(Some(at));
        }
    }

    /// Turns or flips the piece about its centre.
    pub(super) fn lay(self, change: fn(Orientation) -> Orientation) {
        if !self.piece.get_untracked().is_some_and(Piece::turns) {
            return;
        }
        let before = self.size();
        self.orientation.update(|lies| *lies = change(*lies));
        let after = self.size();
        match self.at.get_untracked() {
            // Rounded towards zero, so that four quarter turns lead back.
            Some(at) => self.put(at.moved((before.0 - after.0) / 2, (before.1 - after.1) / 2)),
            None => self.start(),
        }
    }

    /// Moves the piece with the keyboard: tiles by one space, single pieces to the next legal
    /// position.
    pub(super) fn step(self, way: (i16, i16)) {
        let Some(piece) = self.piece.get_untracked() else { return };
        let Some(at) = self.at.get_untracked() else { return self.start() };
        if piece.turns() {
            self.put(at.moved(way.0, way.1));
        } else if let Some(next) = self.spots.with_untracked(|spots| next_spot(at, way, spots)) {
            self.put(next);
        }
        self.pinned.set(true);
    }

    /// Places the piece if that is legal; if it has no position, it gets one.
    pub(super) fn confirm(self) {
        if self.piece.get_untracked().is_none() {
            return;
        }
        match self.action.get_untracked() {
            None => self.start(),
            Some(action) if self.is_legal() => self.board.act(action),
            Some(_) => self.pinned.set(true),
        }
    }

    /// Whether the position is legal.
    pub(super) fn is_legal(self) -> bool {
        self.found.with_untracked(|found| matches!(found, Some(Found::Brings { .. })))
    }

    /// The spaces that the piece would cover.
    pub(super) fn covered(self) -> Vec<Point> {
        let (Some(piece), Some(at)) = (self.piece.get(), self.at.get()) else { return Vec::new() };
        let lies = self.orientation.get();
        self.board.state.with(|game| places(&piece.spaces(game, lies), at))
    }
}

fn look(board: BoardContext<Tipperary>, action: Action, legal: bool) -> Option<Found> {
    let seat = board.to_act.get()?;
    if !legal {
        return board.why_not(action).map(Found::Refused);
    }
    board.state.with(|game| {
        let preview = game.preview(seat, action)?;
        let after = game.after(Actor::Seat(seat), action);
        Some(Found::Brings {
            badges: badges(game.player(seat).display(), &preview),
            whiskey: preview.whiskey_points.after,
            display: Box::new(*after.player(seat).display()),
        })
    })
}
