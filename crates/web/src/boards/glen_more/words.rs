//! The texts of the board.

use glen_more::{Action, Due, GlenMore, Place, Prize, Quote, Resource, Space, Tile, TileId, Use};
use rules::{Names, Seat};

/// How many of the next player's tiles are named.
const MAX_NAMED_TILES: usize = 3;

/// Such as "1 coin", "2 coins".
pub(super) fn with_count(count: impl Into<i32>, word: &str) -> String {
    match count.into() {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}

/// Such as "1 wood, 1 stone and 1 grain".
pub(super) fn listed(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// The text with a capital first letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Cubes by [`Resource::index`], such as "2 wood and 1 stone".
pub(super) fn cubes(counts: [u8; 5]) -> String {
    let some = Resource::ALL.into_iter().filter(|it| counts[it.index()] > 0);
    listed(some.map(|it| format!("{} {it}", counts[it.index()])).collect())
}

/// The position of a tile relative to the starting village.
pub(super) fn position_text(place: Place) -> String {
    let part = |steps: i8, ahead: &str, back: &str| match steps {
        0 => None,
        steps if steps > 0 => Some(format!("{steps} {ahead}")),
        steps => Some(format!("{} {back}", -steps)),
    };
    let parts = [part(place.y(), "north", "south"), part(place.x(), "east", "west")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "home".to_owned() } else { parts.join(", ") }
}

/// The name of a tile of a display, such as "forest".
pub(super) fn tile_name(state: &GlenMore, seat: Seat, at: Place) -> String {
    let tile = state.player(seat).display().tile_at(at);
    tile.map_or_else(|| "empty place".to_owned(), |tile| state.tile(tile).name.clone())
}

/// A tile with its position, such as "forest (1 east)".
pub(super) fn tile_with_position(state: &GlenMore, seat: Seat, at: Place) -> String {
    format!("{} ({})", tile_name(state, seat, at), position_text(at))
}

/// What a use gives.
pub(super) fn prize(prize: Prize) -> String {
    if prize.whiskey > 0 {
        format!("{} of whiskey", with_count(prize.whiskey, "barrel"))
    } else {
        with_count(prize.points, "point")
    }
}

/// What a use takes, such as "2 sheep" or "3 different".
pub(super) fn cost_text(due: Due) -> String {
    match due {
        Due::Different { count: 1, .. } | Due::Any { count: 1 } => "any cube".to_owned(),
        Due::Different { count, .. } => format!("{count} different"),
        Due::Any { count } => format!("any {count}"),
        _ => due.text(),
    }
}

/// A way to pay, such as "turn in 1 wood of yours and buy 1 stone for 2 coins".
pub(super) fn quote_text(quote: &Quote) -> String {
    let mut given = Vec::new();
    if quote.own != [0; 5] {
        given.push(format!("{} of yours", cubes(quote.own)));
    }
    if quote.whiskey > 0 {
        given.push(with_count(quote.whiskey, "barrel"));
    }
    if quote.clan {
        given.push("a clan member or a chieftain".to_owned());
    }
    let mut parts = Vec::new();
    if quote.sold != [0; 5] {
        parts.push(format!("sell {}", cubes(quote.sold)));
    }
    if !given.is_empty() {
        parts.push(format!("turn in {}", listed(given)));
    }
    if quote.bought != [0; 5] {
        parts.push(format!("buy {} for {}", cubes(quote.bought), with_count(quote.coins, "coin")));
    }
    listed(parts)
}

/// The part of it that the seat does not have, such as "1 stone".
fn missing_text(state: &GlenMore, seat: Seat, due: Due) -> Option<String> {
    let player = state.player(seat);
    let Due::Fixed { need, whiskey } = due else { return None };
    let own = player.display().total();
    let missing = std::array::from_fn(|index| need[index].saturating_sub(own[index]));
    let barrels = u16::from(whiskey).saturating_sub(player.whiskey());
    let barrels = (barrels > 0).then(|| with_count(barrels, "barrel"));
    let parts: Vec<String> =
        Some(cubes(missing)).filter(|text| !text.is_empty()).into_iter().chain(barrels).collect();
    (!parts.is_empty()).then(|| listed(parts))
}

/// The cost of a tile, and whether the seat has it or what it would have to do.
pub(super) fn price(state: &GlenMore, seat: Seat, tile: TileId) -> String {
    let cost = state.tile(tile).cost;
    if cost == Due::Nothing {
        return "costs nothing".to_owned();
    }
    let lack = missing_text(state, seat, cost).map(|text| format!("you lack {text}"));
    let means = match state.quote(seat, tile) {
        None => match lack {
            Some(lack) => format!("{lack}, and selling and buying do not help"),
            None => "you cannot pay that, not even by selling and buying".to_owned(),
        },
        Some(quote) if quote.bought == [0; 5] => "you have it".to_owned(),
        Some(quote) => {
            let way = format!("you would {}", quote_text(&quote));
            lack.map_or_else(|| way.clone(), |lack| format!("{lack}: {way}"))
        }
    };
    format!("costs {}; {means}", cost.text())
}

/// Such as "Village: costs 1 wood; you have it. 4 places fit."
pub(super) fn offer(state: &GlenMore, seat: Seat, tile: TileId) -> String {
    let places = match state.places_for(seat, tile).len() {
        0 => no_place(state.tile(tile)),
        1 => "One place fits.".to_owned(),
        places => format!("{places} places fit."),
    };
    format!("{}: {}. {places}", capitalised(&state.tile(tile).name), price(state, seat, tile))
}

fn no_place(tile: &Tile) -> String {
    let line = match (tile.river, tile.road) {
        (true, _) => "the end of your river",
        (_, true) => "the end of your road",
        _ => "any free place",
    };
    format!("No place fits: no clan member stands next to {line}.")
}

/// What the next player can take, and what leaves the game. `taken` is the space of the tile that
/// is taken before.
pub(super) fn next_turn(
    state: &GlenMore,
    next: &glen_more::NextTurn,
    taken: Option<usize>,
    names: &Names,
) -> String {
    let stays = |space: usize| {
        Some(space) != taken && next.leaving.iter().all(|&(leaving, _)| leaving != space)
    };
    let staying = state.track().tiles_ahead().filter(|&(space, _)| stays(space));
    let mut tiles: Vec<String> =
        staying.take(MAX_NAMED_TILES).map(|(_, tile)| state.tile(tile).called()).collect();
    match next.staying.saturating_sub(tiles.len()) {
        0 => {}
        more => tiles.push(format!("{more} more")),
    }
    match next.draws {
        0 => {}
        1 => tiles.push("a new one".to_owned()),
        draws => tiles.push(format!("{draws} new ones")),
    }
    let tiles = if tiles.is_empty() { "no tiles".to_owned() } else { listed(tiles) };
    let then = match next.head {
        Space::Figure(seat) => format!("Then {} chooses from {tiles}.", names.of(seat)),
        _ => format!("Then the die moves over {tiles}."),
    };
    let leaving: Vec<String> =
        next.leaving.iter().map(|&(_, tile)| state.tile(tile).called()).collect();
    match leaving.len() {
        0 => then,
        1 => format!("{then} {} leaves the game.", capitalised(&listed(leaving))),
        _ => format!("{then} {} leave the game.", capitalised(&listed(leaving))),
    }
}

/// An action as an imperative, such as "Take the forest (1 east)".
pub(super) fn action(state: &GlenMore, seat: Seat, action: Action) -> String {
    let there = |at: Place| tile_with_position(state, seat, at);
    match action {
        Action::Take { space, at } => {
            let tile = state.track().tile(space.into());
            let name = tile.map_or_else(String::new, |tile| state.tile(tile).called());
            format!("Take {name} and place it {}", position_text(at))
        }
        Action::Pass => "Pass: your figure moves on to the next tile".to_owned(),
        Action::Pay { resource, at } => format!("Turn in 1 {resource} from the {}", there(at)),
        Action::PayWhiskey => "Turn in a barrel of whiskey".to_owned(),
        Action::PayClan(at) => format!("Turn in a clan member from the {}", there(at)),
        Action::PayChieftain => "Turn in a chieftain".to_owned(),
        Action::Buy(resource) => {
            let price = state.warehouse().price(resource).unwrap_or_default();
            format!("Buy 1 {resource} for {} and turn it in", with_count(price, "coin"))
        }
        Action::Choose(resource) => format!("Take 1 {resource}"),
        Action::Skip => "Take nothing for the Abbey".to_owned(),
        Action::Activate { at, using } => match using {
            Use::Plainly => format!("Activate the {}", there(at)),
            Use::Times(count) => {
                format!("Activate the {} with {}", there(at), with_count(count, "cube"))
            }
            Use::Taking(resource) => format!("Activate the {} for 1 {resource}", there(at)),
        },
        Action::Step { from, to } => {
            format!("Move a clan member from the {} to the {}", there(from), there(to))
        }
        Action::Promote(at) => format!("Make the clan member on the {} a chieftain", there(at)),
        Action::Sell { resource, at } => {
            let coins = state.warehouse().reward(resource).unwrap_or_default();
            format!("Sell 1 {resource} from the {} for {}", there(at), with_count(coins, "coin"))
        }
        Action::End => "End the turn".to_owned(),
        Action::First(_) | Action::Draw(_) | Action::Roll(_) => String::new(),
    }
}

/// A tile of a display with what is on it, such as "forest (river), gives 1 wood; 2 wood".
pub(super) fn on_tile(state: &GlenMore, seat: Seat, at: Place) -> String {
    let display = state.player(seat).display();
    let brief = display.tile_at(at).map_or_else(String::new, |tile| state.tile(tile).brief());
    let here = display.cubes_at(at);
    let clan = display.clan_at(at);
    let lying = cubes(Resource::ALL.map(|resource| here.of(resource)));
    let standing = (clan > 0).then(|| with_count(clan, "clan member"));
    let things = Some(lying).filter(|text| !text.is_empty()).into_iter().chain(standing);
    let things: Vec<String> = things.collect();
    let where_ = position_text(at);
    if things.is_empty() {
        format!("{brief}, {where_}")
    } else {
        format!("{brief}, {where_}; on it {}", listed(things))
    }
}

#[cfg(test)]
mod tests {
    use rules::{Game, Setup};

    use super::*;

    #[test]
    fn positions_use_the_compass() {
        assert_eq!(position_text(Place::ORIGIN), "home");
        assert_eq!(position_text(Place::new(-2, 1)), "1 north, 2 west");
        assert_eq!(position_text(Place::new(1, -3)), "3 south, 1 east");
    }

    #[test]
    fn prices_say_what_is_missing() {
        let state = GlenMore::new(&Setup::new(4).expect("four may play"));
        let seat = Seat::from_index(0);
        let price = |tile| price(&state, seat, TileId::new(tile));
        assert_eq!(price(1), "costs nothing");
        let village = "costs 1 stone; you lack 1 stone: you would buy 1 stone for 1 coin";
        assert_eq!(price(14), village);
        let tavern = "costs 1 whiskey; you lack 1 barrel, and selling and buying do not help";
        assert_eq!(price(33), tavern);
    }

    #[test]
    fn the_next_turn_names_the_tiles() {
        let mut state = GlenMore::new(&Setup::new(4).expect("four may play"));
        while state.phase().seat().is_none() {
            let outcome = state.outcomes()[0].action;
            state.apply(rules::Actor::Dealer, outcome, &mut rules::NoEvents).expect("it is legal");
        }
        let track: Vec<(usize, TileId)> = state.track().tiles_ahead().collect();
        let names = Names::numbered(4);
        let told = |taken: usize| {
            let next = state.next_turn(track[taken].0).expect("somebody is next");
            next_turn(&state, &next, Some(track[taken].0), &names)
        };
        let name = |place: usize| state.tile(track[place].1).called();
        let first = told(0);
        assert!(
            first.contains(&format!("from {}, {}, {}, ", name(1), name(2), name(3))),
            "{first}"
        );
        assert!(first.contains(" more and a new one."), "{first}");
        assert!(!told(track.len() - 1).contains(" 0 more"));
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!(cubes([1, 2, 0, 1, 0]), "1 wood, 2 stone and 1 cattle");
        assert_eq!(capitalised("élan"), "Élan");
        assert_eq!(with_count(0u8, "coin"), "0 coins");
    }
}
