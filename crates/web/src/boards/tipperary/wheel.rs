//! The wheel: five areas with two tiles each, and who takes from which.

use std::f64::consts::PI;

use js_sys::Math;
use leptos::prelude::*;
use rules::{Game, Seat};
use tipperary::{Orientation, TOWNS, Tipperary};

use super::super::legend::svg_title;
use super::county::arms_symbol;
use super::geometry::SPACE_SIDE;
use super::offers::Piece;
use super::selection::Selection;
use super::tile::{Drawn, piece};
use crate::art::{Symbol, seat_class};
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::signals::after_paint;
use crate::table::BoardContext;

/// The centre of the picture.
const CENTRE: f64 = 260.0;

/// The rotation of the wheel.
#[derive(Copy, Clone, PartialEq, Eq)]
struct WheelRotation {
    round: u8,
    steps: u8,
    /// In degrees since the page was opened, so that each spin continues the last one.
    angle: i32,
}

/// The tiles in each area, as they are shown.
type Areas = ReadSignal<Vec<Vec<u8>>>;

/// The wheel with its areas.
#[component]
pub(super) fn Wheel(
    /// The board's context.
    board: BoardContext<Tipperary>,
    /// The player's selection.
    selection: Selection,
    /// What is shown below it.
    children: Children,
) -> impl IntoView {
    let rotation = Memo::new(move |before: Option<&WheelRotation>| {
        let now = board.state.with(|game| game.wheel().map(|steps| (game.round(), steps)));
        let before = before.copied().unwrap_or(WheelRotation { round: 0, steps: 0, angle: 0 });
        match now {
            Some((round, steps)) if (round, steps) != (before.round, before.steps) => {
                let whole = (before.angle.div_euclid(360) + 1) * 360;
                WheelRotation { round, steps, angle: whole + i32::from(steps) * 72 }
            }
            _ => before,
        }
    });
    // The placement is painted before the tile that replaces it.
    let areas: Areas = after_paint(
        move || board.state.track(),
        move || {
            board.state.with(|game| (1..=TOWNS as u8).map(|it| game.area(it).collect()).collect())
        },
    );
    let steps = move || format!("turned {}", rotation.get().steps);
    let round = move || board.state.with(|game| format!("{}/{}", game.round(), game.rounds()));
    view! {
        <section class="wheel card" aria-label="The wheel">
            <div class="panel-h">
                <h2>"The wheel"</h2>
                <span class="pill"><Symbol name="i-rotate"/>{steps}</span>
            </div>
            <svg class="wheelsvg" viewBox="4 4 512 512" role="img" aria-label=move || in_words(board)
                style=("--turn", move || format!("{}deg", rotation.get().angle))>
                {(1..=TOWNS as u8).map(|area| view! { <Deferred own_frame=true>{wedge(board, selection, areas, area)}</Deferred> }).collect_view()}
                <circle cx="260" cy="260" r="82" class="hub"></circle>
                <g class="spinner"><Deferred>{(0..TOWNS as u8).map(|town| arms(board, town)).collect_view()}</Deferred></g>
                <circle cx="260" cy="260" r="21" class="axle"></circle>
                <text class="hubt" x="260" y="259">"round"</text>
                <text class="hubn" x="260" y="274">{round}</text>
            </svg>
            {children()}
        </section>
    }
}

/// The wheel in words.
fn in_words(board: BoardContext<Tipperary>) -> String {
    board.state.with(|game| {
        let area = |seat: Seat| {
            game.area_of(seat).map(|area| format!("{}: area {area}", board.name(seat)))
        };
        let areas: Vec<String> = Seat::all(game.players()).filter_map(area).collect();
        format!("Five areas with two tiles each. {}", areas.join(", "))
    })
}

/// A point of the wheel: its distance from the centre, and its angle clockwise from the top.
fn polar(radius: f64, degrees: f64) -> (f64, f64) {
    let angle = degrees * PI / 180.0;
    // The browser's sine and cosine save 1 KB of WebAssembly.
    (CENTRE + radius * Math::sin(angle), CENTRE - radius * Math::cos(angle))
}

fn wedge(
    board: BoardContext<Tipperary>,
    selection: Selection,
    areas: Areas,
    area: u8,
) -> impl IntoView {
    let degrees = f64::from(area - 1) * 72.0;
    let own = move || board.state.with(|game| game.area_of(board.viewer.get()) == Some(area));
    let (number_x, number_y) = polar(235.0, degrees - 31.0);
    let tiles = move || {
        areas.with(|all| all[usize::from(area - 1)].iter().copied().enumerate().collect::<Vec<_>>())
    };
    view! {
        <path class="wedge" class:own=own d=wedge_path(degrees)></path>
        <text class="wn" x=number_x y=number_y + 6.0>{area}</text>
        <KeyedList each=tiles key=|tile| *tile children=move |(index, tile)| {
            let side = if index == 0 { -17.5 } else { 17.5 };
            let chosen = move || selection.piece.get() == Some(Piece::Tile(tile));
            let held = Piece::Tile(tile);
            let (spaces, name) = board.state.with_untracked(|game| (held.spaces(game, Orientation::AS_PRINTED), held.description(game, false)));
            view! {
                <g transform=tile_transform(&spaces, polar(184.0, degrees + side))>
                    <g class="tile fresh" class:sel=chosen>{svg_title(name)}{piece(&spaces, "tb", false)}</g>
                </g>
            }
        }/>
    }
}

/// A sector of the ring, a little narrower than a fifth.
fn wedge_path(degrees: f64) -> String {
    let (outer, inner) = (250.0, 86.0);
    let (a, b) = (polar(outer, degrees - 34.8), polar(outer, degrees + 34.8));
    let (c, d) = (polar(inner, degrees + 33.0), polar(inner, degrees - 33.0));
    format!(
        "M{:.1} {:.1}A{outer} {outer} 0 0 1 {:.1} {:.1}L{:.1} {:.1}A{inner} {inner} 0 0 0 {:.1} {:.1}z",
        a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1
    )
}

/// Moves the centre of a tile to a point, as large as there is room.
fn tile_transform(spaces: &[Drawn], (x, y): (f64, f64)) -> String {
    let extent = |along: fn(&Drawn) -> i16| {
        f64::from((spaces.iter().map(along).max().unwrap_or(0) + 1) * SPACE_SIDE)
    };
    let (width, height) = (extent(|space| space.x), extent(|space| space.y));
    let scale = (100.0 / width.max(height)).min(0.6);
    format!(
        "translate({:.1} {:.1}) scale({scale:.3})",
        x - width * scale / 2.0,
        y - height * scale / 2.0
    )
}

/// A coat of arms on the wheel, with a pointer in the colour of its player.
fn arms(board: BoardContext<Tipperary>, town: u8) -> impl IntoView {
    let degrees = f64::from(town) * 72.0;
    let (x, y) = polar(56.0, degrees);
    let (tip_x, tip_y) = polar(93.0, degrees);
    let symbol = board
        .state
        .with_untracked(|game| arms_symbol(game.setup().set().towns()[usize::from(town)].arms()));
    let lives = Memo::new(move |_| {
        board.state.with(|game| {
            Seat::all(game.players())
                .find(|&seat| game.player(seat).town().is_some_and(|(it, _)| it == town))
        })
    });
    let tip = move || {
        lives.get().map(|seat| view! {
        <g transform=format!("translate({tip_x:.1} {tip_y:.1}) rotate({degrees})") class=seat_class(seat)>
            <path class="tip-mark" d="M-9 6L0-8 9 6z"></path>
        </g>
    })
    };
    view! {
        <g transform=format!("translate({x:.1} {y:.1})")>
            <g class="upright"><use href=symbol x="-18" y="-18" width="36" height="36"
                class:away=move || lives.get().is_none()></use></g>
        </g>
        {tip}
    }
}
