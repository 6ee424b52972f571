//! Drawings of tiles: ground by colour, river or road, picture, cost, windfall, plaque.

use glen_more::{Activation, Colour, Conversion, Due, Prize, Resource, Tile, Wanted, Windfall};
use leptos::prelude::*;

/// An element of a plaque.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum PlaqueElement {
    /// A symbol of the sprite.
    Symbol(String),
    /// A sign such as `+` or `→`.
    Sign(String),
    /// Victory points.
    Points(String),
}

/// The side of a symbol on a plaque and in a column of costs.
const SYMBOL_SIZE: f64 = 18.0;
const COST_SIZE: f64 = 19.0;
const SIGN_WIDTH: f64 = 10.0;
const PADDING: f64 = 3.5;

impl PlaqueElement {
    fn cube(resource: Resource) -> Self {
        Self::Symbol(cube(resource))
    }

    fn sign(sign: &str) -> Self {
        Self::Sign(sign.to_owned())
    }

    fn width(&self) -> f64 {
        match self {
            Self::Symbol(_) => SYMBOL_SIZE,
            Self::Sign(_) => SIGN_WIDTH,
            Self::Points(text) => (5.0 + 7.2 * text.chars().count() as f64).max(SYMBOL_SIZE),
        }
    }
}

/// The symbol of a resource's cube.
pub(super) fn cube(resource: Resource) -> String {
    format!("cube-{resource}")
}

/// The symbol of the ground.
fn ground(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "gb-yellow",
        Colour::Green => "gb-green",
        Colour::Brown => "gb-brown",
        Colour::Gray => "gb-gray",
        Colour::Blue => "gb-blue",
    }
}

/// The symbol of the picture.
pub(super) fn picture(tile: &Tile) -> &'static str {
    match (&tile.activation, tile.location) {
        (Activation::Nothing, _) => "loch",
        (Activation::Movement, Some(_)) => "castle",
        (Activation::Movement, None) => "village",
        (Activation::ProduceAny, _) => "abbey",
        (Activation::Points(_), _) => "tavern",
        (Activation::Produce(Resource::Wood), _) => "forest",
        (Activation::Produce(Resource::Stone), _) => "quarry",
        (Activation::Produce(Resource::Grain), _) => "fields",
        (Activation::Produce(Resource::Cattle), _) => "cattle-pasture",
        (Activation::Produce(Resource::Sheep), _) => "fold",
        (Activation::Convert(conversion), _) => workshop(conversion),
    }
}

fn workshop(conversion: &Conversion) -> &'static str {
    match conversion.wanted() {
        _ if conversion.offers().iter().any(|offer| offer.prize.whiskey > 0) => "still",
        Wanted::Different => "fair",
        Wanted::Any => "grocer",
        Wanted::Exactly(need) if need[Resource::Stone.index()] > 0 => "bridge",
        Wanted::Only(_) | Wanted::Exactly(_) => "butcher",
    }
}

/// The symbol of what an activation brings.
pub(super) fn yield_symbol(activation: &Activation) -> String {
    match activation {
        Activation::Nothing => "loch".to_owned(),
        Activation::Movement => "move".to_owned(),
        Activation::Produce(resource) => cube(*resource),
        Activation::ProduceAny => "cube-any".to_owned(),
        Activation::Points(_) => "vp".to_owned(),
        Activation::Convert(conversion) => prize_symbol(conversion.offers()[0].prize).to_owned(),
    }
}

fn prize_symbol(prize: Prize) -> &'static str {
    if prize.whiskey > 0 { "barrel" } else { "vp" }
}

/// The elements of the plaque at the bottom.
fn plaque(activation: &Activation) -> Vec<PlaqueElement> {
    match activation {
        Activation::Nothing => Vec::new(),
        Activation::Movement => vec![PlaqueElement::Symbol("move".to_owned())],
        Activation::Produce(resource) => {
            vec![PlaqueElement::sign("+"), PlaqueElement::cube(*resource)]
        }
        Activation::ProduceAny => {
            vec![PlaqueElement::sign("+"), PlaqueElement::Symbol("cube-any".to_owned())]
        }
        Activation::Points(points) => vec![PlaqueElement::Points(points.to_string())],
        Activation::Convert(conversion) => conversion_marks(conversion),
    }
}

fn conversion_marks(conversion: &Conversion) -> Vec<PlaqueElement> {
    let offers = conversion.offers();
    let points: Vec<String> = offers.iter().map(|offer| offer.prize.points.to_string()).collect();
    let prize = if offers[0].prize.whiskey > 0 {
        PlaqueElement::Symbol("barrel".to_owned())
    } else {
        PlaqueElement::Points(points.join("·"))
    };
    let mut marks = match conversion.wanted() {
        Wanted::Exactly(need) => cubes(need),
        Wanted::Only(resource) => vec![PlaqueElement::cube(resource)],
        // Its points already say the number, so the sign alone leaves room for them.
        Wanted::Different => return vec![PlaqueElement::sign("≠"), prize],
        Wanted::Any => {
            vec![
                PlaqueElement::Sign(offers[0].count.to_string()),
                PlaqueElement::Symbol("cube-any".to_owned()),
            ]
        }
    };
    marks.extend([PlaqueElement::sign("→"), prize]);
    marks
}

fn cubes(need: [u8; 5]) -> Vec<PlaqueElement> {
    let each = |it: Resource| std::iter::repeat_n(PlaqueElement::cube(it), need[it.index()].into());
    Resource::ALL.into_iter().flat_map(each).collect()
}

/// The elements of the column at the top left.
pub(super) fn cost(due: Due) -> Vec<PlaqueElement> {
    match due {
        Due::Nothing => Vec::new(),
        Due::Fixed { need, whiskey } => {
            let barrels =
                std::iter::repeat_n(PlaqueElement::Symbol("barrel".to_owned()), whiskey.into());
            cubes(need).into_iter().chain(barrels).collect()
        }
        Due::Different { count, .. } | Due::Any { count } => {
            vec![PlaqueElement::Symbol("cube-any".to_owned()); count.into()]
        }
        Due::ClanOrChieftain => vec![PlaqueElement::Symbol("clan".to_owned())],
    }
}

/// Elements side by side: each with its left edge, and the total width.
fn in_a_row(marks: Vec<PlaqueElement>) -> (Vec<(f64, PlaqueElement)>, f64) {
    let mut x = PADDING;
    let mut row = Vec::new();
    for mark in marks {
        let width = mark.width();
        row.push((x, mark));
        x += width + 1.0;
    }
    (row, x - 1.0 + PADDING)
}

/// A symbol of the sprite at that position of a drawing.
pub(super) fn symbol(name: impl Into<String>, x: f64, y: f64, size: f64) -> impl IntoView {
    let href = format!("#{}", name.into());
    view! { <use href=href x=x y=y width=size height=size></use> }
}

/// A tile of 100 by 100 units.
#[component]
pub(super) fn TileArt(
    /// The tile.
    tile: &'static Tile,
) -> impl IntoView {
    let (left, top, size) = match (tile.activation, tile.river, tile.road) {
        (Activation::Nothing, ..) => (16.0, 16.0, 68.0),
        (_, true, _) => (8.0, 16.0, 56.0),
        (_, _, true) => (22.0, 8.0, 56.0),
        _ => (20.0, 12.0, 60.0),
    };
    view! {
        {symbol(ground(tile.colour), 0.0, 0.0, 100.0)}
        {tile.river.then(|| line("rv", "M50 2C50 26 82 28 82 50S50 74 50 98"))}
        {tile.road.then(|| line("rd", "M2 50C20 50 26 66 50 66S80 50 98 50"))}
        {symbol(picture(tile), left, top, size)}
        {(0..tile.tams).map(|tam| symbol("tam", 75.0, 25.0 + 12.0 * f64::from(tam), 20.0)).collect_view()}
        {name_of(tile)}
        {plaque_of(tile)}
        {cost_of(tile)}
        {windfall_of(tile)}
    }
}

fn line(class: &str, way: &'static str) -> impl IntoView {
    view! { <path class=format!("{class}0") d=way></path><path class=format!("{class}1") d=way></path> }
}

/// The name of a special location, whose power is its own.
fn name_of(tile: &'static Tile) -> Option<impl IntoView> {
    tile.location?;
    let y = if tile.activation == Activation::Nothing { 80.0 } else { 61.0 };
    Some(view! {
        <rect class="band" x="5" y=y width="90" height="13.5" rx="4"></rect>
        <text class="bandt" x="50" y=y + 10.4>{tile.name.clone()}</text>
    })
}

fn plaque_of(tile: &Tile) -> Option<impl IntoView> {
    let (marks, width) = in_a_row(plaque(&tile.activation));
    if marks.is_empty() {
        return None;
    }
    let left = if tile.river { 6.0 } else { (100.0 - width) / 2.0 };
    let marks = marks.into_iter().map(move |(x, mark)| mark_at(mark, left + x));
    Some(view! {
        <rect class="plq" x=left y="74" width=width height="22" rx="6"></rect>
        {marks.collect_view()}
    })
}

fn mark_at(mark: PlaqueElement, x: f64) -> AnyView {
    let width = mark.width();
    match mark {
        PlaqueElement::Symbol(name) => symbol(name, x, 76.0, SYMBOL_SIZE).into_any(),
        PlaqueElement::Sign(sign) => {
            view! { <text class="pt" x=x + width / 2.0 y="90">{sign}</text> }.into_any()
        }
        PlaqueElement::Points(text) => view! {
            <rect class="vpr" x=x - 0.5 y="76.5" width=width + 1.0 height="17" rx="5"></rect>
            <text class="vpn" x=x + width / 2.0 y="89.3" font-size="11.5">{text}</text>
        }
        .into_any(),
    }
}

fn cost_of(tile: &Tile) -> Option<impl IntoView> {
    let marks = cost(tile.cost);
    if marks.is_empty() {
        return None;
    }
    let height = 4.0 + COST_SIZE * marks.len() as f64;
    let marks = marks.into_iter().enumerate().map(|(place, mark)| match mark {
        PlaqueElement::Symbol(name) => {
            Some(symbol(name, 5.0, 5.0 + COST_SIZE * place as f64, COST_SIZE))
        }
        PlaqueElement::Sign(_) | PlaqueElement::Points(_) => None,
    });
    let different = matches!(tile.cost, Due::Different { .. });
    Some(view! {
        <rect class="cst" x="3" y="3" width="23" height=height rx="6"></rect>
        {marks.collect_view()}
        {different.then(|| view! { <text class="pt" x="33" y="17">"≠"</text> })}
    })
}

fn windfall_of(tile: &Tile) -> Option<impl IntoView> {
    let name = match tile.windfall {
        Windfall::Nothing => return None,
        Windfall::ClanMember => "clan",
        Windfall::Whiskey => "barrel",
    };
    Some(
        view! { <circle class="wf" cx="86" cy="14" r="12"></circle>{symbol(name, 77.0, 5.0, 18.0)} },
    )
}

#[cfg(test)]
mod tests {
    use glen_more::{Set, TILES, TileId};
    use rules::ComponentSet;

    use super::*;

    const SPRITE: &str = include_str!("../../../assets/art.svg");

    fn tiles() -> impl Iterator<Item = &'static Tile> {
        (0..=TILES).map(|number| Set::standard().tile(TileId::new(number)))
    }

    #[test]
    fn every_tile_uses_symbols_of_the_sprite() {
        for tile in tiles() {
            let marks = plaque(&tile.activation).into_iter().chain(cost(tile.cost));
            let names = marks.filter_map(|mark| match mark {
                PlaqueElement::Symbol(name) => Some(name),
                PlaqueElement::Sign(_) | PlaqueElement::Points(_) => None,
            });
            let pictures = [ground(tile.colour), picture(tile)].map(str::to_owned);
            for name in names.chain(pictures).chain([yield_symbol(&tile.activation)]) {
                let drawn = SPRITE.contains(&format!("<symbol id=\"{name}\""));
                assert!(drawn, "{name} of {} is not drawn", tile.name);
            }
        }
    }

    #[test]
    fn every_plaque_fits_its_tile() {
        for tile in tiles() {
            let (_, width) = in_a_row(plaque(&tile.activation));
            let left = if tile.river { 6.0 } else { (100.0 - width) / 2.0 };
            assert!(left >= 0.0 && left + width <= 100.0, "{}: {width} wide", tile.name);
        }
    }

    #[test]
    fn names_of_tiles_go_with_their_pictures() {
        let picture_of = |name: &str| tiles().find(|tile| tile.name == name).map(picture);
        let pairs = [("distillery", "still"), ("bridge", "bridge"), ("grocer", "grocer")];
        for (name, expected) in pairs {
            assert_eq!(picture_of(name), Some(expected));
        }
        assert_eq!(picture_of("annual fair"), Some("fair"));
    }
}
