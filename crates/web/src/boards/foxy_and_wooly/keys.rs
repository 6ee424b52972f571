//! Keyboard shortcuts of the board.

use foxy_and_wooly::{Action, Row, Slot};
use leptos::prelude::*;

use super::offers::Offers;
use super::selection::Selection;
use crate::table::listen_to_keys;

/// What a shortcut does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Shortcut {
    Do(Action),
    StepBid(i8),
    Tap(Slot),
    Deselect,
}

/// Listens to shortcuts as long as the board is shown.
#[component]
pub(super) fn Shortcuts(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    listen_to_keys(move |event| {
        let bid = untrack(|| selection.bid());
        let shortcut =
            selection.offers.with_untracked(|offers| shortcut_for(&event.key(), offers, bid));
        if let Some(shortcut) = shortcut {
            event.prevent_default();
            perform(selection, shortcut);
        }
    });
}

fn perform(selection: Selection, shortcut: Shortcut) {
    match shortcut {
        Shortcut::Do(action) => selection.act(action),
        Shortcut::StepBid(by) => selection.step_bid(by),
        Shortcut::Tap(slot) => selection.tap(slot),
        Shortcut::Deselect => selection.deselect(),
    }
}

/// The meaning of a key among the actions that may be done.
fn shortcut_for(key: &str, offers: &Offers, bid: Option<u8>) -> Option<Shortcut> {
    if let Some(slot) = key.parse().ok().and_then(Slot::new) {
        return (!offers.moves.is_empty()).then_some(Shortcut::Tap(slot));
    }
    let key = key.to_lowercase();
    let answer = |action| (!offers.wolf_decisions.is_empty()).then_some(Shortcut::Do(action));
    match key.as_str() {
        "c" => answer(Action::Chase),
        "t" if !offers.wolf_decisions.is_empty() => answer(Action::Take),
        "g" => answer(Action::TakeGun),
        "s" => answer(Action::Steal),
        "b" => bid.map(|bid| Shortcut::Do(Action::Bid(bid))),
        "+" | "=" => bid.map(|_| Shortcut::StepBid(1)),
        "-" => bid.map(|_| Shortcut::StepBid(-1)),
        "p" => offers.pass.then_some(Shortcut::Do(Action::Pass)),
        "d" => offers.done.then_some(Shortcut::Do(Action::Done)),
        "escape" => (!offers.moves.is_empty()).then_some(Shortcut::Deselect),
        _ => Row::ALL
            .into_iter()
            .find(|row| offers.attacks.contains(row) && row_key(*row).to_lowercase() == key)
            .map(|row| Shortcut::Do(Action::Attack(row))),
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
    fn shortcuts_exist_only_for_legal_actions() {
        let wolf = Offers { wolf_decisions: vec![Action::Take], ..Offers::default() };
        assert_eq!(shortcut_for("T", &wolf, None), Some(Shortcut::Do(Action::Take)));
        assert_eq!(shortcut_for("p", &wolf, None), None);
        let auction = Offers { bids: vec![2, 3], pass: true, ..Offers::default() };
        assert_eq!(shortcut_for("b", &auction, Some(2)), Some(Shortcut::Do(Action::Bid(2))));
        assert_eq!(shortcut_for("+", &auction, Some(2)), Some(Shortcut::StepBid(1)));
        assert_eq!(shortcut_for("5", &auction, Some(2)), None, "no sheep can be moved");
        let attacks = Offers { attacks: vec![Row::Top], ..Offers::default() };
        assert_eq!(shortcut_for("t", &attacks, None), Some(Shortcut::Do(Action::Attack(Row::Top))));
        assert_eq!(shortcut_for("m", &attacks, None), None);
    }
}
