//! A county: the display of a seat, drawn from its state.

use leptos::prelude::*;
use rules::{Game, Seat};
use tipperary::{Display, Event, Ground, Land, PlacedTile, Point, Side, Space, Tipperary};

use super::super::legend::svg_title;
use super::geometry::{brackets, outline};
use super::offers::{Piece, land_symbol};
use super::tile::{Drawn, moved_to, piece, places, space};
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::table::BoardContext;

/// Everything on a display, from the bottom up. Pieces are keyed, so that each stays in the DOM as
/// long as it is on the display.
pub(super) fn display_pieces(board: BoardContext<Tipperary>, seat: Seat) -> impl IntoView {
    let town = Memo::new(move |_| board.state.with(|game| game.player(seat).town()));
    let tiles = move || board.state.with(|game| game.player(seat).tiles().to_vec());
    let of = move |select: fn(&Display) -> Vec<(Point, &'static str)>| {
        move || board.state.with(|game| select(game.player(seat).display()))
    };
    view! {
        {move || town.get().map(|(town, side)| home(board, town, side))}
        <Deferred><KeyedList each=tiles key=|tile| (tile.tile(), tile.orientation(), tile.at())
            children=move |tile| laid_tile(board, seat, tile)/></Deferred>
        <Deferred><KeyedList each=of(bonus_tiles) key=|(at, symbol)| (*at, *symbol)
            children=move |(at, symbol)| single_piece(board, seat, at, symbol, "tb bonus")/></Deferred>
        <Deferred><KeyedList each=of(wooden_sheep) key=|(at, _)| *at
            children=move |(at, symbol)| single_piece(board, seat, at, symbol, "no-edge")/></Deferred>
        <Deferred><KeyedList each=of(towers) key=|(at, _)| *at
            children=move |(at, symbol)| single_piece(board, seat, at, symbol, "tb")/></Deferred>
    }
}

fn bonus_tiles(display: &Display) -> Vec<(Point, &'static str)> {
    let symbol = |ground| match ground {
        Ground::Land(display_pieces) => land_symbol(display_pieces),
        // A wooden sheep stands on a meadow.
        _ => land_symbol(Land::Meadow),
    };
    let bonus = display.spaces().iter().filter(|space| space.is_bonus());
    bonus.map(|space| (space.point(), symbol(space.ground()))).collect()
}

fn wooden_sheep(display: &Display) -> Vec<(Point, &'static str)> {
    spaces_with(display, Ground::WoodenSheep, "c-W")
}

fn towers(display: &Display) -> Vec<(Point, &'static str)> {
    spaces_with(display, Ground::Tower, "c-tower")
}

fn spaces_with(
    display: &Display,
    ground: Ground,
    symbol: &'static str,
) -> Vec<(Point, &'static str)> {
    let found = display.spaces().iter().filter(|space| space.ground() == ground);
    found.map(|space| (space.point(), symbol)).collect()
}

fn laid_tile(board: BoardContext<Tipperary>, seat: Seat, tile: PlacedTile) -> impl IntoView {
    let piece_of = Piece::Tile(tile.tile());
    let (spaces, name) = board.state.with_untracked(|game| {
        (piece_of.spaces(game, tile.orientation()), piece_of.description(game, true))
    });
    let fresh = has_happened(
        board,
        |event| matches!(*event, Event::Placed { seat: by, tile: it, .. } if by == seat && it == tile.tile()),
    );
    view! {
        <g transform=moved_to(tile.at())><g class="tile" class:fresh=fresh>{svg_title(name)}{piece(&spaces, "tb", true)}</g></g>
    }
}

/// A piece of one space; without an edge it is a sheep on the meadow below.
fn single_piece(
    board: BoardContext<Tipperary>,
    seat: Seat,
    at: Point,
    symbol: &'static str,
    edge: &'static str,
) -> impl IntoView {
    let fresh = has_happened(board, |event| match *event {
        Event::SheepPlaced { seat: by, at: there }
        | Event::TowerPlaced { seat: by, at: there }
        | Event::BonusPlaced { seat: by, at: there, .. } => by == seat && there == at,
        _ => false,
    });
    view! {
        <g transform=moved_to(at)><g class="tile" class:fresh=fresh>{svg_title(name_of(symbol))}{piece(&[Drawn::one(symbol)], edge, true)}</g></g>
    }
}

/// The name of a piece of one space.
fn name_of(symbol: &str) -> &'static str {
    match symbol {
        "c-W" => "wooden sheep on a meadow",
        "c-tower" => "tower",
        _ => Land::ALL
            .into_iter()
            .find(|display_pieces| land_symbol(*display_pieces) == symbol)
            .map_or("", Land::name),
    }
}

/// Whether the last action has caused such an event.
fn has_happened(board: BoardContext<Tipperary>, is_it: impl Fn(&Event) -> bool) -> bool {
    board
        .last_action
        .with_untracked(|last| last.as_ref().is_some_and(|step| step.events.iter().any(is_it)))
}

/// A hometown: the town with its coat of arms, and three landscapes.
fn home(board: BoardContext<Tipperary>, town: u8, side: Side) -> impl IntoView {
    let set = board.state.with_untracked(|game| game.setup().set());
    let town = &set.towns()[usize::from(town)];
    let all: Vec<Point> = town.spaces(side).map(Space::point).collect();
    let lands = town.spaces(side).filter_map(|it| match it.ground() {
        Ground::Land(display_pieces) => Some((display_pieces, it.point())),
        _ => None,
    });
    let (names, lands): (Vec<_>, Vec<_>) = lands
        .map(|(display_pieces, at)| (display_pieces.name(), space(land_symbol(display_pieces), at)))
        .unzip();
    let name = format!("{}: {}", town.title(), names.join(", "));
    let houses = [(53, 5), (99, 7), (53, 101), (99, 99)].map(|(x, y)| {
        view! { <use href="#village" x=x y=y width="38" height="38"></use> }
    });
    view! {
        <g class="tile">
            {svg_title(name)}
            <path class="tb" d=outline(&all, 1.2, 8.0)></path>
            <rect class="town" x="51.5" y="3.5" width="89" height="137" rx="7"></rect>
            <path class="lanes" d="M51 48h90M51 96h90M96 4v136"></path>
            {houses}
            <use href=arms_symbol(town.arms()) x="69" y="44" width="54" height="54"></use>
            {lands}
        </g>
    }
}

/// The symbol of a coat of arms; loaded component sets may have others than the sprite.
pub(super) fn arms_symbol(arms: &str) -> String {
    let known = ["castle", "well", "bridge", "bee", "fort"];
    format!("#arms-{}", known.iter().find(|it| **it == arms).unwrap_or(&"castle"))
}

/// The outline of the largest flock.
pub(super) fn flock_path(display: &Display) -> String {
    outline(&display.largest_flock(), 3.0, 9.0)
}

/// The corners of the largest rectangle.
pub(super) fn rectangle_path(display: &Display) -> String {
    display.largest_rectangle().map(|(from, to)| brackets(from, to)).unwrap_or_default()
}

/// A county in words.
pub(super) fn in_words(game: &Tipperary, seat: Seat, name: &str) -> String {
    let player = game.player(seat);
    let display = player.display();
    let tiles = player.tiles().len();
    format!(
        "{name}'s county with {tiles} tiles: rectangle {}, flock {}, {} spaces around the town free",
        display.area(),
        display.flock(),
        display.unexplored()
    )
}

/// The spaces beside the display that the piece can cover: where it can be added.
pub(super) fn spaces_to_add(
    display: &Display,
    spaces: &[Drawn],
    positions: &[Point],
) -> Vec<Point> {
    let beside = |at: &Point| at.neighbours().iter().any(|&near| display.at(near).is_some());
    let mut found = Vec::new();
    for at in positions.iter().flat_map(|&at| places(spaces, at)).filter(beside) {
        if let Err(place) = found.binary_search(&at) {
            found.insert(place, at);
        }
    }
    found
}
