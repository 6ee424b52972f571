//! Drawings of tiles: spaces on a common ground.

use leptos::prelude::*;
use tipperary::{Point, TileSpace};

use super::geometry::{SPACE_SIDE, outline};
use super::offers::land_symbol;

/// A space of a piece as it is drawn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Drawn {
    pub(super) x: i16,
    pub(super) y: i16,
    /// Its symbol.
    pub(super) symbol: &'static str,
    /// Whether it brings a wooden sheep when it is placed.
    pub(super) brings_sheep: bool,
}

impl Drawn {
    /// The only space of a piece.
    pub(super) const fn one(symbol: &'static str) -> Self {
        Self { x: 0, y: 0, symbol, brings_sheep: false }
    }

    /// A space of a tile.
    pub(super) fn of(space: TileSpace) -> Self {
        let symbol = land_symbol(space.land);
        Self { x: space.x.into(), y: space.y.into(), symbol, brings_sheep: space.symbol }
    }

    /// Its position if the corner of its piece is there.
    pub(super) const fn at(self, corner: Point) -> Point {
        corner.moved(self.x, self.y)
    }
}

/// The positions of spaces, from the corner of their piece.
pub(super) fn places(spaces: &[Drawn], corner: Point) -> Vec<Point> {
    spaces.iter().map(|space| space.at(corner)).collect()
}

/// A piece with its dark edge. The sheep symbol is drawn only on pieces that are not placed yet.
pub(super) fn piece(spaces: &[Drawn], edge: &'static str, laid: bool) -> impl IntoView + use<> {
    let around = outline(&places(spaces, Point::new(0, 0)), 1.2, 8.0);
    let bringing = spaces.iter().filter(|space| !laid && space.brings_sheep);
    let sheep = bringing.map(|space| {
        view! { <use href="#plus-sheep" x=space.x * SPACE_SIDE + 1 y=space.y * SPACE_SIDE + 1 width="22" height="22"></use> }
    });
    let sheep = sheep.collect_view();
    view! {
        <path class=edge d=around></path>
        {spaces.iter().map(|drawn| space(drawn.symbol, Point::new(drawn.x, drawn.y))).collect_view()}
        {sheep}
    }
}

/// A space at a position of a display.
pub(super) fn space(symbol: &str, at: Point) -> impl IntoView + use<> {
    let inset = |along: i16| f64::from(along * SPACE_SIDE) + 2.5;
    view! { <use href=format!("#{symbol}") x=inset(at.x) y=inset(at.y) width="43" height="43"></use> }
}

/// A translation from the origin to a position.
pub(super) fn moved_to(at: Point) -> String {
    format!("translate({} {})", at.x * SPACE_SIDE, at.y * SPACE_SIDE)
}

/// A piece in a square picture, such as on a button.
pub(super) fn picture(spaces: &[Drawn], edge: &'static str) -> impl IntoView + use<> {
    let extent = |along: fn(&Drawn) -> i16| spaces.iter().map(along).max().unwrap_or(0) + 1;
    let (width, height) = (extent(|space| space.x), extent(|space| space.y));
    let side = width.max(height).max(2) * SPACE_SIDE + 4;
    let (left, top) = ((width * SPACE_SIDE - side) / 2, (height * SPACE_SIDE - side) / 2);
    view! {
        <svg viewBox=format!("{left} {top} {side} {side}") aria-hidden="true">
            <g class="tile">{piece(spaces, edge, false)}</g>
        </svg>
    }
}
