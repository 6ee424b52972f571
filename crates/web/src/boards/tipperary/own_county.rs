//! The viewer's county: the largest part of the board, where pieces are placed.

use leptos::prelude::*;
use leptos::svg::{G, Svg};
use tipperary::Tipperary;
use web_sys::SvgElement;

use super::badges::Badges;
use super::county::{display_pieces, in_words};
use super::geometry::View;
use super::overlays::{
    added_space_marks, hinted_placements, legal_space_marks, preview_outlines, selected_piece,
};
use super::pointer::{Pointer, keep_from_scrolling};
use super::selection::Selection;
use super::tray::{HintButtons, Tray};
use crate::deferred::Deferred;
use crate::table::BoardContext;

/// The free spaces shown around the county; a tile that extends further moves the view.
const VIEW_MARGIN: f64 = 1.5;

/// The viewer's county with the selected piece.
#[component]
pub(super) fn OwnCounty(
    /// The board's context.
    board: BoardContext<Tipperary>,
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let svg = NodeRef::<Svg>::new();
    let cameras = [NodeRef::<G>::new(), NodeRef::<G>::new()];
    let view_shown = Memo::new(move |_| {
        let followed =
            if selection.is_pinned.get() { selection.covered_spaces() } else { Vec::new() };
        board.state.with(|game| {
            let display = game.player(board.viewer.get()).display();
            View::of(display, VIEW_MARGIN).with(&followed)
        })
    });
    // Two pictures lie on each other, so that moving parts do not repaint the whole county.
    animate_view(view_shown, svg, cameras);
    let pointer = Pointer::new(selection, view_shown, svg);
    let view_box = move || view_shown.get().view_box();
    let label = move || {
        let seat = board.viewer.get();
        board.state.with(|game| in_words(game, seat, &board.name(seat)))
    };
    let described = "Arrow keys move the piece in hand, R turns it, F flips it, Enter puts it down, \
                     Escape lets it go; figures choose what to hold.";
    view! {
        <section class="mine card" aria-label="Your county">
            <div class="board" tabindex="0" role="application" aria-label=label
                aria-roledescription="county" aria-describedby="tip-keys"
                class:busy=move || selection.piece.get().is_some()
                on:pointerdown=move |event| pointer.on_press(&event)
                on:pointermove=move |event| pointer.on_hover(&event)
                on:pointerleave=move |_| pointer.on_leave()
                on:touchstart=|event| keep_from_scrolling(&event)
                on:touchmove=|event| keep_from_scrolling(&event)
                on:wheel=move |event| pointer.on_wheel(&event)>
                <svg class="disp" node_ref=svg viewBox=view_box aria-hidden="true">
                    <defs>
                        <pattern id="tip-dots" width="48" height="48" patternUnits="userSpaceOnUse" x="-24" y="-24">
                            <circle class="dot-g" cx="24" cy="24" r="1.6"></circle>
                        </pattern>
                    </defs>
                    <g class="cam" node_ref=cameras[0]>
                        <rect x="-4800" y="-4800" width="9600" height="9600" fill="url(#tip-dots)"></rect>
                        <Deferred>{added_space_marks(board, selection)}</Deferred>
                        <Deferred own_frame=true>{move || display_pieces(board, board.viewer.get())}</Deferred>
                    </g>
                </svg>
                <svg class="disp" viewBox=view_box aria-hidden="true">
                    <g class="cam" node_ref=cameras[1]>
                        <Deferred own_frame=true>
                            {legal_space_marks(selection)}
                            {hinted_placements(board)}
                            {selected_piece(board, selection)}
                            {preview_outlines(board, selection)}
                        </Deferred>
                    </g>
                </svg>
            </div>
            <HintButtons board selection/>
            <p class="sr" id="tip-keys">{described}</p>
            <Deferred><Badges selection/></Deferred>
            <Deferred><Tray board selection pointer/></Deferred>
        </section>
    }
}

/// Animates changes of the view.
fn animate_view(view: Memo<View>, svg: NodeRef<Svg>, cameras: [NodeRef<G>; 2]) {
    Effect::new(move |before: Option<View>| {
        let now = view.get();
        let before = before.filter(|before| *before != now);
        if let (Some(before), Some(svg)) = (before, svg.get_untracked()) {
            let rect = svg.get_bounding_client_rect();
            let start = now.transform_from(before, (rect.width(), rect.height()));
            for camera in cameras.iter().filter_map(GetUntracked::get_untracked) {
                // A browser that refuses shows no animation.
                let _ = animate(&camera, start);
            }
        }
        now
    });
}

fn animate(
    camera: &SvgElement,
    (x, y, factor): (f64, f64, f64),
) -> Result<(), wasm_bindgen::JsValue> {
    camera.class_list().remove_1("glide")?;
    let from = format!("translate({x}px, {y}px) scale({factor})");
    let style = SvgElement::style(camera);
    style.set_property("transform", &from)?;
    // Reading the size applies the start, so that the transition has one.
    camera.get_bounding_client_rect();
    camera.class_list().add_1("glide")?;
    style.set_property("transform", "none")
}
