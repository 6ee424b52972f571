//! The drawings of the games on the home page and the pages to learn.

use leptos::prelude::*;
use registry::GameId;

use crate::deferred::Deferred;

/// A symbol of the sprite: its id, its corner, and its side.
type PlacedSymbol = (&'static str, [i16; 3]);

/// The number of symbols that are mounted at once.
const SYMBOLS_PER_DEFERRED: usize = 7;

/// The landscapes in Tipperary's drawing, row by row.
const TIPPERARY_LANDSCAPES: [[&str; 7]; 3] = [
    ["c-R", "c-P2", "c-P1", "c-M", "c-R", "c-M", "c-W"],
    ["c-M", "c-G", "c-D", "c-G", "c-B", "c-S3", "c-P1"],
    ["c-S1", "c-M", "c-M", "c-P1", "c-P2", "c-B", "c-M"],
];

/// The drawing of a game.
pub(super) fn game_picture(game: GameId) -> AnyView {
    match game {
        GameId::Tipperary => tipperary().into_any(),
        GameId::GlenMore => glen_more().into_any(),
        GameId::FoxyAndWooly => foxy_and_wooly().into_any(),
    }
}

fn symbols(all: impl IntoIterator<Item = PlacedSymbol>) -> impl IntoView {
    let one = |(name, [x, y, side]): PlacedSymbol| {
        view! { <use href=format!("#{name}") x=x y=y width=side height=side></use> }
    };
    // Every symbol is a drawing of its own, so a frame mounts a few of them only.
    let all: Vec<PlacedSymbol> = all.into_iter().collect();
    let chunk = |chunk: &[PlacedSymbol]| {
        let chunk = chunk.to_vec();
        view! { <Deferred own_frame=true>{chunk.into_iter().map(one).collect_view()}</Deferred> }
    };
    all.chunks(SYMBOLS_PER_DEFERRED).map(chunk).collect_view()
}

/// The drawing at the top of the home page.
pub(super) fn header_picture() -> impl IntoView {
    let placed = [
        ("village", [18, 44, 96]),
        ("sheep", [112, 52, 96]),
        ("sheep", [196, 78, 66]),
        ("tower", [262, 12, 126]),
        ("still", [358, 24, 116]),
        ("barrel", [462, 76, 66]),
        ("barrel", [508, 90, 52]),
    ];
    view! {
        <svg viewBox="0 0 560 170" width="560">
            <path d="M4 150C90 122 190 128 280 132s190-16 276 10c2 16-60 24-276 24S-4 164 4 150z" fill="var(--leaf)" stroke="var(--line)" stroke-width="2.5"></path>
            <path d="M60 152c-.6-4-3-7-6-8M60 152c0-5 .5-9 2-12M60 152c1-4 3-7 7-8M330 154c-.6-4-3-7-6-8M330 154c0-5 .5-9 2-12M330 154c1-4 3-7 7-8" fill="none" stroke="var(--leaf-3)" stroke-width="3" stroke-linecap="round"></path>
            {symbols(placed)}
        </svg>
    }
}

fn tipperary() -> impl IntoView {
    let spaces = (0..).zip(TIPPERARY_LANDSCAPES).flat_map(|(row, lands)| {
        (0..).zip(lands).map(move |(column, land)| (land, [2 + 50 * column, 2 + 50 * row, 48]))
    });
    view! {
        <svg viewBox="0 0 352 152" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            <rect x="-20" width="400" height="152" fill="var(--tile-edge)"></rect>
            {symbols(spaces)}
        </svg>
    }
}

fn glen_more() -> impl IntoView {
    let placed = [
        ("castle", [18, 14, 80]),
        ("forest", [286, 42, 66]),
        ("village", [100, 52, 66]),
        ("still", [176, 56, 64]),
        ("barrel", [240, 84, 32]),
        ("fold", [22, 88, 60]),
        ("barrel", [262, 90, 32]),
    ];
    view! {
        <svg viewBox="0 0 368 152" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            <rect width="368" height="152" fill="var(--g-blue)"></rect>
            <path d="M0 92C60 30 110 60 150 40s80-50 130-10 70 30 88 20v110H0z" fill="var(--leaf-2)"></path>
            <path d="M0 112c60-30 140-20 200-8s120-10 168-14v62H0z" fill="var(--g-green)"></path>
            <path d="M206 122c26-12 100-18 140-8 18 5 26 8 30 10v36H214c-18-8-36-30-8-38z" fill="var(--water)" stroke="var(--line)" stroke-width="2"></path>
            <path d="M240 128c5-3 10-3 15 0M290 124c5-3 10-3 15 0M322 134c5-3 10-3 15 0M236 142c5-3 10-3 15 0" fill="none" stroke="var(--water-l)" stroke-width="2.4" stroke-linecap="round"></path>
            {symbols(placed)}
            <g class="seat-2">{symbols([("chieftain", [118, 98, 50])])}</g>
        </svg>
    }
}

fn foxy_and_wooly() -> impl IntoView {
    let placed = [
        ("wolf-wait", [250, 38, 80]),
        ("sheep", [26, 76, 64]),
        ("sheep", [88, 90, 58]),
        ("sheep", [140, 72, 56]),
        ("gate", [198, 72, 56]),
    ];
    view! {
        <svg viewBox="0 0 368 152" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
            <rect width="368" height="152" class="night"></rect>
            <circle cx="314" cy="34" r="20" fill="var(--cream)"></circle>
            <path d="M0 96c70-30 150-24 210-10s110-8 158-20v90H0z" fill="var(--leaf-3)"></path>
            <path d="M0 118c80-22 170-14 240-6s90-6 128-10v54H0z" fill="var(--l-past)"></path>
            {symbols(placed)}
        </svg>
    }
}
