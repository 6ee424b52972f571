//! The prompt.

use leptos::prelude::*;
use rules::{Game, Seat, Turn};
use tipperary::{Action, Stage, Tipperary};

use super::offers::{Offers, Piece};
use crate::table::BoardContext;

/// What the player is to do, or what is waited for.
pub(super) fn sentence(board: BoardContext<Tipperary>, offers: &Offers) -> String {
    if !board.table.is_live() {
        return "You are looking back.".to_owned();
    }
    let Some(seat) = board.to_act.get() else {
        return board.state.with(|game| waiting(board, game));
    };
    let task = task(offers);
    if board.table.own_seats.with(Vec::len) > 1 {
        format!("{}: {task}", board.name(seat))
    } else {
        task
    }
}

/// What to do with those offers.
fn task(offers: &Offers) -> String {
    let draws = offers.buttons.contains(&Action::Draw);
    match offers.pieces.first() {
        Some(Piece::Tile(_)) => "Place one of your two tiles.".to_owned(),
        Some(Piece::Bonus(land)) => format!("Lay down your bonus tile: a {}.", land.name()),
        Some(Piece::Sheep) if draws => "Place a wooden sheep, or draw your bonus tile.".to_owned(),
        Some(Piece::Sheep) if offers.left > 1 => {
            format!("Place your {} wooden sheep on meadows.", offers.left)
        }
        Some(Piece::Sheep) => "Place your wooden sheep on a meadow.".to_owned(),
        Some(Piece::Tower) if offers.left > 1 => {
            format!("Put up your towers: you have {}.", offers.left)
        }
        Some(Piece::Tower) => "Put up your last tower.".to_owned(),
        None if draws => "Draw your bonus tile.".to_owned(),
        None => "Choose what to do.".to_owned(),
    }
}

/// What happens while the player has nothing to do.
fn waiting(board: BoardContext<Tipperary>, game: &Tipperary) -> String {
    match game.turn() {
        Turn::Over => {
            let winners: Vec<String> =
                game.winners().into_iter().map(|seat| board.name(seat)).collect();
            match winners.as_slice() {
                _ if game.players() == 1 => {
                    format!("The game is over: {} points.", game.score(Seat::from_index(0)).total())
                }
                [one] => format!("The game is over: {one} wins."),
                _ => format!("The game is over: {} share the victory.", name_list(&winners)),
            }
        }
        Turn::Dealer => "The wheel is about to spin.".to_owned(),
        Turn::Seats(seats) => {
            let names: Vec<String> = seats.into_iter().map(|seat| board.name(seat)).collect();
            format!("Waiting for {}.", name_list(&names))
        }
    }
}

/// How it is done, or who else is to act.
pub(super) fn detail(board: BoardContext<Tipperary>, offers: &Offers, is_touch: bool) -> String {
    if board.to_act.get().is_none() {
        return String::new();
    }
    let how = match (offers.pieces.first(), is_touch) {
        (None, _) => "It is turned up at once, so this cannot be taken back.",
        (Some(Piece::Tile(_)), true) => "Tap the county to hold it there, tap again to place it.",
        (Some(Piece::Tile(_)), false) => {
            "Click to hold it there, click again to place it; the mouse wheel turns it."
        }
        (Some(_), true) => "Tap a marked space, then tap again.",
        (Some(_), false) => "Click a marked space, then click again.",
    };
    [how.to_owned(), others(board)]
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Who else is to act.
fn others(board: BoardContext<Tipperary>) -> String {
    let own = board.to_act.get();
    let names = board.state.with(|game| match game.turn() {
        Turn::Seats(seats) if game.stage() == Stage::Place => seats
            .into_iter()
            .filter(|seat| Some(*seat) != own)
            .map(|seat| board.name(seat))
            .collect(),
        _ => Vec::new(),
    });
    match names.len() {
        0 => String::new(),
        1 => format!("{} is choosing too.", names[0]),
        _ => format!("{} are choosing too.", name_list(&names)),
    }
}

/// Names as a list, such as "Ann, Ben and Cara".
fn name_list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use tipperary::Land;

    use super::*;

    #[test]
    fn name_lists_end_with_and() {
        let names =
            |all: &[&str]| name_list(&all.iter().map(|&it| it.to_owned()).collect::<Vec<_>>());
        assert_eq!(names(&["Ann"]), "Ann");
        assert_eq!(names(&["Ann", "Ben", "Cara"]), "Ann, Ben and Cara");
    }

    #[test]
    fn every_decision_has_a_prompt() {
        let offers = |pieces: &[Piece], left, buttons: &[Action]| Offers {
            pieces: pieces.to_vec(),
            left,
            buttons: buttons.to_vec(),
        };
        let said = [
            offers(&[Piece::Tile(3), Piece::Tile(9)], 0, &[]),
            offers(&[Piece::Bonus(Land::Bog)], 0, &[]),
            offers(&[Piece::Sheep], 2, &[]),
            offers(&[Piece::Sheep], 1, &[Action::Draw]),
            offers(&[], 1, &[Action::Draw]),
            offers(&[Piece::Tower], 2, &[Action::Done]),
        ]
        .map(|offers| task(&offers));
        let mut different = said.to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), said.len(), "{said:?}");
        assert!(said.iter().all(|sentence| sentence.ends_with('.')));
    }
}
