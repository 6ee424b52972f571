//! Keyboard shortcuts of the board.

use foxy_and_wooly::{Action, Row, Slot};
use leptos::prelude::*;

use super::intent::Intent;
use super::offer::Offer;
use crate::table::listen_to_keys;

/// What a shortcut does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Pressed {
    Do(Action),
    StepBid(i8),
    Tap(Slot),
    PutBack,
}

/// Listens to shortcuts as long as the board is shown.
#[component]
pub(super) fn Keys(
    /// The player's selection.
    intent: Intent,
) -> impl IntoView {
    listen_to_keys(move |event| {
        let bid = untrack(|| intent.bid());
        let pressed = intent.offer.with_untracked(|offer| meaning(&event.key(), offer, bid));
        if let Some(pressed) = pressed {
            event.prevent_default();
            obey(intent, pressed);
        }
    });
}

fn obey(intent: Intent, pressed: Pressed) {
    match pressed {
        Pressed::Do(action) => intent.act(action),
        Pressed::StepBid(by) => intent.step_bid(by),
        Pressed::Tap(slot) => intent.tap(slot),
        Pressed::PutBack => intent.put_back(),
    }
}

/// The meaning of a key among the actions that may be done.
fn meaning(key: &str, offer: &Offer, bid: Option<u8>) -> Option<Pressed> {
    if let Some(slot) = key.parse().ok().and_then(Slot::new) {
        return (!offer.ways.is_empty()).then_some(Pressed::Tap(slot));
    }
    let key = key.to_lowercase();
    let answer = |action| (!offer.answers.is_empty()).then_some(Pressed::Do(action));
    match key.as_str() {
        "c" => answer(Action::Chase),
        "t" if !offer.answers.is_empty() => answer(Action::Take),
        "g" => answer(Action::TakeGun),
        "s" => answer(Action::Steal),
        "b" => bid.map(|bid| Pressed::Do(Action::Bid(bid))),
        "+" | "=" => bid.map(|_| Pressed::StepBid(1)),
        "-" => bid.map(|_| Pressed::StepBid(-1)),
        "p" => offer.pass.then_some(Pressed::Do(Action::Pass)),
        "d" => offer.done.then_some(Pressed::Do(Action::Done)),
        "escape" => (!offer.ways.is_empty()).then_some(Pressed::PutBack),
        _ => Row::ALL
            .into_iter()
            .find(|row| offer.attacks.contains(row) && row_key(*row).to_lowercase() == key)
            .map(|row| Pressed::Do(Action::Attack(row))),
    }
}

/// The shortcut that lets the wolf at a row's gate attack.
pub(super) const fn row_key(row: Row) -> &'static str {
    match row {
        Row::Top => "T",
        Row::Mid => "M",
        Row::Low => "L",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_only_what_may_be_done() {
        let wolf = Offer { answers: vec![Action::Take], ..Offer::default() };
        assert_eq!(meaning("T", &wolf, None), Some(Pressed::Do(Action::Take)));
        assert_eq!(meaning("p", &wolf, None), None);
        let auction = Offer { bids: vec![2, 3], pass: true, ..Offer::default() };
        assert_eq!(meaning("b", &auction, Some(2)), Some(Pressed::Do(Action::Bid(2))));
        assert_eq!(meaning("+", &auction, Some(2)), Some(Pressed::StepBid(1)));
        assert_eq!(meaning("5", &auction, Some(2)), None, "no sheep can be moved");
        let attacks = Offer { attacks: vec![Row::Top], ..Offer::default() };
        assert_eq!(meaning("t", &attacks, None), Some(Pressed::Do(Action::Attack(Row::Top))));
        assert_eq!(meaning("m", &attacks, None), None);
    }
}
