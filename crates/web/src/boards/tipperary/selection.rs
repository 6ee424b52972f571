//! [`Selection`]: the selected piece, its orientation, and where it is held.

use std::sync::Arc;

use leptos::prelude::*;
use rules::{Actor, Game};
use tipperary::{Action, Display, Orientation, Point, Tipperary};

use super::badges::{Badge, badges};
use super::geometry::{next_position, snap};
use super::offers::{Offers, Piece, legal_positions};
use super::tile::places;
use crate::table::BoardContext;

/// How far, in spaces, a legal position attracts a tile, and a piece of a single space.
const SNAP_DISTANCE: (f64, f64) = (0.8, 1.1);

/// The preview of a placement.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PlacementPreview {
    /// The placement is legal.
    Legal {
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
pub(super) struct Selection {
    board: BoardContext<Tipperary>,
    /// What may be done.
    pub(super) offers: Memo<Offers>,
    chosen_piece: RwSignal<Option<Piece>>,
    /// The selected piece.
    pub(super) piece: Memo<Option<Piece>>,
    /// The orientation of the piece.
    pub(super) orientation: RwSignal<Orientation>,
    /// The top left corner of its bounding box, if it is held over the display.
    pub(super) position: RwSignal<Option<Point>>,
    /// Whether it stays there: then the view follows it, and it does not follow the pointer.
    pub(super) is_pinned: RwSignal<bool>,
    /// The legal positions in its orientation.
    pub(super) legal_positions: Memo<Arc<Vec<Point>>>,
    /// The action that places it there.
    action: Memo<Option<Action>>,
    /// The preview of that action.
    pub(super) preview: Memo<Option<PlacementPreview>>,
}

impl Selection {
    /// The selection for a board.
    pub(super) fn new(board: BoardContext<Tipperary>) -> Self {
        let offers = Memo::new(move |_| {
            let seat = board.to_act.get();
            let of =
                |seat| board.state.with(|game| board.legal.with(|all| Offers::of(game, seat, all)));
            seat.map(of).unwrap_or_default()
        });
        let chosen_piece = RwSignal::new(None);
        let piece = Memo::new(move |_| {
            let chosen_piece = chosen_piece.get();
            offers.with(|offers| {
                chosen_piece
                    .filter(|it| offers.pieces.contains(it))
                    .or(offers.pieces.first().copied())
            })
        });
        let orientation = RwSignal::new(Orientation::AS_PRINTED);
        let position = RwSignal::new(None::<Point>);
        let legal_positions = Memo::new(move |_| {
            let (seat, piece) = (board.to_act.get(), piece.get());
            let (Some(seat), Some(piece)) = (seat, piece) else { return Arc::default() };
            let current_orientation = orientation.get();
            let legal_positions = board.state.with(|game| {
                board
                    .legal
                    .with(|legal| legal_positions(game, seat, legal, piece, current_orientation))
            });
            Arc::new(legal_positions)
        });
        let action = Memo::new(move |_| {
            let (piece, at) = (piece.get()?, position.get()?);
            Some(board.state.with(|game| piece.action(game, orientation.get(), at)))
        });
        let preview = Memo::new(move |_| {
            preview_placement(
                board,
                action.get()?,
                legal_positions.get().contains(&position.get()?),
            )
        });
        let selection = Self {
            board,
            offers,
            chosen_piece,
            piece,
            orientation,
            position,
            is_pinned: RwSignal::new(false),
            legal_positions,
            action,
            preview,
        };
        selection.clear_after_each_decision();
        selection
    }

    /// Clears the selection when the decision changes.
    fn clear_after_each_decision(self) {
        let decision = Memo::new(move |_| (self.board.to_act.get(), self.offers.get()));
        Effect::watch(
            move || decision.get(),
            move |_, _, _| {
                self.put_back();
                self.chosen_piece.set(None);
            },
            false,
        );
    }

    /// Puts the piece back into the tray in its original orientation.
    pub(super) fn put_back(self) {
        self.remove_from_display();
        self.orientation.set(Orientation::AS_PRINTED);
    }

    /// Takes the piece off the display.
    pub(super) fn remove_from_display(self) {
        self.position.set(None);
        self.is_pinned.set(false);
    }

    /// Selects a piece that follows the pointer, and so has no position until the pointer is over
    /// the display.
    pub(super) fn select_for_pointer(self, piece: Piece) {
        if self.piece.get_untracked() != Some(piece) {
            self.chosen_piece.set(Some(piece));
            self.orientation.set(Orientation::AS_PRINTED);
        }
        self.remove_from_display();
    }

    /// Selects a piece and holds it over the display.
    pub(super) fn select(self, piece: Piece) {
        if self.piece.get_untracked() != Some(piece) {
            let centre = self.centre();
            self.chosen_piece.set(Some(piece));
            self.orientation.set(Orientation::AS_PRINTED);
            if let Some(centre) = centre {
                self.hold_over(centre);
            }
        }
        if self.position.get_untracked().is_none() {
            self.place_near_home();
        }
    }

    /// Holds the piece at the legal position nearest to the hometown.
    pub(super) fn place_near_home(self) {
        let home_centre = (2.0, 1.5);
        let (width, height) = self.size();
        let exact_corner =
            (home_centre.0 - f64::from(width) / 2.0, home_centre.1 - f64::from(height) / 2.0);
        let at =
            self.legal_positions.with_untracked(|spots| snap(exact_corner, spots, f64::INFINITY));
        self.set_position(at);
        self.is_pinned.set(true);
    }

    /// Selects the piece and the position of an action.
    pub(super) fn select_hinted(self, action: Action) {
        let Some(seat) = self.board.to_act.get_untracked() else { return };
        let placement = self.board.state.with_untracked(|game| Piece::of(game, seat, action));
        if let Some((piece, orientation, at)) = placement {
            self.chosen_piece.set(Some(piece));
            self.orientation.set(orientation);
            self.set_position(at);
            self.is_pinned.set(true);
        }
    }

    fn size(self) -> (i16, i16) {
        let current_orientation = self.orientation.get_untracked();
        let piece = self.piece.get_untracked();
        piece.map_or((1, 1), |it| {
            self.board.state.with_untracked(|game| it.size(game, current_orientation))
        })
    }

    /// The centre of the piece, in spaces.
    pub(super) fn centre(self) -> Option<(f64, f64)> {
        let (width, height) = self.size();
        let at = self.position.get_untracked()?;
        Some((f64::from(at.x) + f64::from(width) / 2.0, f64::from(at.y) + f64::from(height) / 2.0))
    }

    /// Holds the centre of the piece over a point of the grid.
    pub(super) fn hold_over(self, place: (f64, f64)) {
        let Some(piece) = self.piece.get_untracked() else { return };
        let (width, height) = self.size();
        let exact_corner = (place.0 - f64::from(width) / 2.0, place.1 - f64::from(height) / 2.0);
        let reach = if piece.can_turn() { SNAP_DISTANCE.0 } else { SNAP_DISTANCE.1 };
        self.set_position(
            self.legal_positions.with_untracked(|spots| snap(exact_corner, spots, reach)),
        );
    }

    fn set_position(self, at: Point) {
        if self.position.get_untracked() != Some(at) {
            self.position.set(Some(at));
        }
    }

    /// Turns or flips the piece about its centre.
    pub(super) fn reorient(self, change: fn(Orientation) -> Orientation) {
        if !self.piece.get_untracked().is_some_and(Piece::can_turn) {
            return;
        }
        let before = self.size();
        self.orientation
            .update(|current_orientation| *current_orientation = change(*current_orientation));
        let after = self.size();
        match self.position.get_untracked() {
            // Rounded towards zero, so that four quarter turns lead back.
            Some(at) => {
                self.set_position(at.moved((before.0 - after.0) / 2, (before.1 - after.1) / 2));
            }
            None => self.place_near_home(),
        }
    }

    /// Moves the piece with the keyboard: tiles by one space, single pieces to the next legal
    /// position.
    pub(super) fn step(self, direction: (i16, i16)) {
        let Some(piece) = self.piece.get_untracked() else { return };
        let Some(at) = self.position.get_untracked() else { return self.place_near_home() };
        if piece.can_turn() {
            self.set_position(at.moved(direction.0, direction.1));
        } else if let Some(next) =
            self.legal_positions.with_untracked(|spots| next_position(at, direction, spots))
        {
            self.set_position(next);
        }
        self.is_pinned.set(true);
    }

    /// Places the piece if that is legal; if it has no position, it gets one.
    pub(super) fn confirm(self) {
        if self.piece.get_untracked().is_none() {
            return;
        }
        match self.action.get_untracked() {
            None => self.place_near_home(),
            Some(action) if self.is_legal() => self.board.act(action),
            Some(_) => self.is_pinned.set(true),
        }
    }

    /// Whether the position is legal.
    pub(super) fn is_legal(self) -> bool {
        self.preview
            .with_untracked(|preview| matches!(preview, Some(PlacementPreview::Legal { .. })))
    }

    /// The spaces that the piece would cover.
    pub(super) fn covered_spaces(self) -> Vec<Point> {
        let (Some(piece), Some(at)) = (self.piece.get(), self.position.get()) else {
            return Vec::new();
        };
        let current_orientation = self.orientation.get();
        self.board.state.with(|game| places(&piece.spaces(game, current_orientation), at))
    }
}

fn preview_placement(
    board: BoardContext<Tipperary>,
    action: Action,
    legal: bool,
) -> Option<PlacementPreview> {
    let seat = board.to_act.get()?;
    if !legal {
        return board.why_not(action).map(PlacementPreview::Refused);
    }
    board.state.with(|game| {
        let preview = game.preview(seat, action)?;
        let after = game.after(Actor::Seat(seat), action);
        Some(PlacementPreview::Legal {
            badges: badges(game.player(seat).display(), &preview),
            whiskey: preview.whiskey_points.after,
            display: Box::new(*after.player(seat).display()),
        })
    })
}
