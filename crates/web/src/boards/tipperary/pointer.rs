//! Mouse, pen and touch: holding a piece over the county, dragging, turning and placing it.
//!
//! A piece is placed by a second tap on it, or by dragging it from the tray to a legal position.
//! Dragging a piece that is on the county already only moves it, since placing may reveal something
//! and then cannot be undone.

use js_sys::Math;
use leptos::prelude::*;
use leptos::svg::Svg;
use tipperary::{Orientation, Point};
use web_sys::{MouseEvent, PointerEvent, TouchEvent, WheelEvent};

use super::geometry::View;
use super::offers::Piece;
use super::selection::Selection;

/// The movement of a press from which it is a drag, in pixels.
const DRAG_THRESHOLD: f64 = 8.0;
/// How far, in spaces, a piece from the tray is held above a finger, which would hide it.
const FINGER_LIFT: f64 = 1.2;
/// The angle of two fingers for a quarter turn, in degrees.
const TWIST_DEGREES: f64 = 40.0;
/// The movement of the mouse wheel for a quarter turn.
const WHEEL_STEP: f64 = 60.0;

/// Where a press began.
#[derive(Copy, Clone, PartialEq)]
enum Origin {
    /// On a piece in the tray.
    Tray(Piece),
    /// On the piece that is held on the county.
    Piece,
    /// Anywhere else on the county.
    Ground,
}

/// A mouse button or a finger that is down.
#[derive(Copy, Clone)]
struct Press {
    id: i32,
    start: (f64, f64),
    moved: bool,
    origin: Origin,
    /// From the pointer to the centre of the piece, in spaces.
    grip: (f64, f64),
}

/// The pointers on the viewer's county.
#[derive(Copy, Clone)]
pub(super) struct Pointer {
    selection: Selection,
    view: Memo<View>,
    svg: NodeRef<Svg>,
    press: StoredValue<Option<Press>>,
    fingers: StoredValue<Vec<(i32, (f64, f64))>>,
    twisted: StoredValue<f64>,
    rolled: StoredValue<f64>,
    /// Whether the last press on the tray was a touch, which has no position after it is lifted.
    is_touch: StoredValue<bool>,
    /// Where the piece was put last, and the pixel of that press.
    last_pin: StoredValue<Option<(Point, (f64, f64))>>,
}

impl Pointer {
    /// The pointers on that picture with that view.
    pub(super) fn new(selection: Selection, view: Memo<View>, svg: NodeRef<Svg>) -> Self {
        let pointer = Self {
            selection,
            view,
            svg,
            press: StoredValue::new(None),
            fingers: StoredValue::new(Vec::new()),
            twisted: StoredValue::new(0.0),
            rolled: StoredValue::new(0.0),
            is_touch: StoredValue::new(false),
            last_pin: StoredValue::new(None),
        };
        // A drag continues outside of the picture, so the window is listened to.
        let moves =
            window_event_listener(leptos::ev::pointermove, move |event| pointer.on_drag(&event));
        let ups =
            window_event_listener(leptos::ev::pointerup, move |event| pointer.on_release(&event));
        let cancels = window_event_listener(leptos::ev::pointercancel, move |event| {
            pointer.forget_press(&event);
        });
        on_cleanup(move || {
            moves.remove();
            ups.remove();
            cancels.remove();
        });
        pointer
    }

    /// The point of the grid under a pointer, and whether it is on the picture.
    fn grid_point(self, event: &PointerEvent) -> Option<((f64, f64), bool)> {
        let rect = self.svg.get_untracked()?.get_bounding_client_rect();
        let (x, y) = client_point(event);
        let pixel = (x - rect.left(), y - rect.top());
        let size = (rect.width(), rect.height());
        let inside = (0.0..size.0).contains(&pixel.0) && (0.0..size.1).contains(&pixel.1);
        Some((self.view.get_untracked().place_at(size, pixel), inside))
    }

    /// Handles a press on the county.
    pub(super) fn on_press(self, event: &PointerEvent) {
        if event.button() != 0 || self.selection.piece.get_untracked().is_none() {
            return;
        }
        self.fingers
            .update_value(|fingers| fingers.push((event.pointer_id(), client_point(event))));
        if let Some(angle) = self.angle() {
            self.twisted.set_value(angle);
            self.press.set_value(None);
            return;
        }
        let Some((grid_point, _)) = self.grid_point(event) else { return };
        let held = self.is_on_piece(event, grid_point);
        let origin = if held { Origin::Piece } else { Origin::Ground };
        let middle = self.selection.centre().filter(|_| held).unwrap_or(grid_point);
        self.begin_press(event, origin, (middle.0 - grid_point.0, middle.1 - grid_point.1));
    }

    /// Handles a press on a piece in the tray.
    pub(super) fn on_tray_press(self, event: &PointerEvent, piece: Piece) {
        let is_touch = event.pointer_type() == "touch";
        self.is_touch.set_value(is_touch);
        let end_press = if is_touch { -FINGER_LIFT } else { 0.0 };
        self.begin_press(event, Origin::Tray(piece), (0.0, end_press));
    }

    /// Selects a piece in the tray. It follows a mouse or pen from now on; after a touch or a key,
    /// which have no position, it is held on the county.
    pub(super) fn on_tray_click(self, event: &MouseEvent, piece: Piece) {
        // A click with the detail 0 comes from the keyboard.
        if event.detail() == 0 || self.is_touch.get_value() {
            self.selection.select(piece);
        } else {
            self.selection.select_for_pointer(piece);
        }
    }

    fn begin_press(self, event: &PointerEvent, origin: Origin, grip: (f64, f64)) {
        let press = Press {
            id: event.pointer_id(),
            start: client_point(event),
            moved: false,
            origin,
            grip,
        };
        self.press.set_value(Some(press));
    }

    /// Handles a mouse or pen over the county without a pressed button.
    pub(super) fn on_hover(self, event: &PointerEvent) {
        let free = self.press.get_value().is_none() && !self.selection.is_pinned.get_untracked();
        let grid_point = self.grid_point(event).filter(|_| free && event.pointer_type() != "touch");
        if let Some((grid_point, true)) = grid_point {
            self.selection.hold_over(grid_point);
        }
    }

    /// Handles a pointer that leaves the county: a piece that follows it disappears.
    pub(super) fn on_leave(self) {
        if self.press.get_value().is_none() && !self.selection.is_pinned.get_untracked() {
            self.selection.remove_from_display();
        }
    }

    fn on_drag(self, event: &PointerEvent) {
        let id = event.pointer_id();
        self.fingers.update_value(|fingers| {
            fingers
                .iter_mut()
                .filter(|finger| finger.0 == id)
                .for_each(|it| it.1 = client_point(event));
        });
        if self.turn_by_fingers() {
            return;
        }
        let Some(mut press) = self.press.get_value().filter(|press| press.id == id) else { return };
        let (x, y) = client_point(event);
        let far = (x - press.start.0).hypot(y - press.start.1) > DRAG_THRESHOLD;
        if !press.moved && far {
            press.moved = true;
            self.press.set_value(Some(press));
            if let Origin::Tray(piece) = press.origin {
                self.selection.select_for_pointer(piece);
            }
        }
        if let Some((grid_point, true)) = self.grid_point(event).filter(|_| press.moved) {
            self.selection.is_pinned.set(false);
            self.selection.hold_over((grid_point.0 + press.grip.0, grid_point.1 + press.grip.1));
        }
    }

    fn on_release(self, event: &PointerEvent) {
        let Some(press) = self.end_press(event) else { return };
        let Some((grid_point, inside)) = self.grid_point(event) else { return };
        match press.origin {
            Origin::Tray(_) if press.moved && inside => self.selection.confirm(),
            Origin::Tray(_) if press.moved => self.selection.remove_from_display(),
            Origin::Tray(_) => {}
            Origin::Piece if !press.moved => self.selection.confirm(),
            Origin::Piece => self.pin(client_point(event)),
            Origin::Ground => {
                if !press.moved {
                    self.selection.hold_over(grid_point);
                }
                self.pin(client_point(event));
            }
        }
    }

    /// Leaves the piece where it is.
    fn pin(self, pixel: (f64, f64)) {
        self.last_pin.set_value(self.selection.position.get_untracked().map(|at| (at, pixel)));
        self.selection.is_pinned.set(true);
    }

    /// Whether a press is on the held piece, or where it was put before the view followed it: the
    /// second press of a double click is meant for it.
    fn is_on_piece(self, event: &PointerEvent, grid_point: (f64, f64)) -> bool {
        let (x, y) = client_point(event);
        let under = Point::new(grid_point.0.floor() as i16, grid_point.1.floor() as i16);
        let again = self.last_pin.get_value().is_some_and(|(at, pixel)| {
            self.selection.position.get_untracked() == Some(at)
                && (x - pixel.0).hypot(y - pixel.1) < DRAG_THRESHOLD
        });
        self.selection.is_pinned.get_untracked()
            && (again || untrack(|| self.selection.covered_spaces()).contains(&under))
    }

    fn forget_press(self, event: &PointerEvent) {
        self.end_press(event);
    }

    /// Ends the press of a pointer, if it has one.
    fn end_press(self, event: &PointerEvent) -> Option<Press> {
        let id = event.pointer_id();
        self.fingers.update_value(|fingers| fingers.retain(|finger| finger.0 != id));
        let press = self.press.get_value().filter(|press| press.id == id)?;
        self.press.set_value(None);
        Some(press)
    }

    /// The angle from one finger to the other, if two are down.
    fn angle(self) -> Option<f64> {
        self.fingers.with_value(|fingers| match fingers.as_slice() {
            [(_, a), (_, b)] => Some(Math::atan2(b.1 - a.1, b.0 - a.0).to_degrees()),
            _ => None,
        })
    }

    /// Turns the piece with two fingers. Returns whether two are down.
    fn turn_by_fingers(self) -> bool {
        let Some(angle) = self.angle() else { return false };
        let by = angle - self.twisted.get_value();
        let by = by - 360.0 * (by / 360.0).round_ties_even();
        if by.abs() > TWIST_DEGREES {
            // The next quarter turn needs a little more, so that the piece does not flicker.
            self.twisted.update_value(|twisted| *twisted += by.signum() * 1.5 * TWIST_DEGREES);
            self.selection.reorient(if by > 0.0 {
                Orientation::turned
            } else {
                turned_counterclockwise
            });
        }
        true
    }

    /// Handles the mouse wheel over the county.
    pub(super) fn on_wheel(self, event: &WheelEvent) {
        let turns = self.selection.piece.get_untracked().is_some_and(Piece::can_turn);
        if !turns || self.selection.position.get_untracked().is_none() || event.ctrl_key() {
            return;
        }
        event.prevent_default();
        self.rolled.update_value(|rolled| *rolled += event.delta_y());
        let rolled = self.rolled.get_value();
        if rolled.abs() >= WHEEL_STEP {
            self.rolled.set_value(0.0);
            self.selection.reorient(if rolled > 0.0 {
                Orientation::turned
            } else {
                turned_counterclockwise
            });
        }
    }
}

/// Prevents scrolling with two fingers, which turn the piece; one finger may scroll.
pub(super) fn keep_from_scrolling(event: &TouchEvent) {
    if event.touches().length() > 1 && event.cancelable() {
        event.prevent_default();
    }
}

fn turned_counterclockwise(orientation: Orientation) -> Orientation {
    orientation.turned().turned().turned()
}

fn client_point(event: &PointerEvent) -> (f64, f64) {
    (event.client_x().into(), event.client_y().into())
}
