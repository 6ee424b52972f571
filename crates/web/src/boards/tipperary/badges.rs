//! Badges: what a placement would change.

use leptos::prelude::*;
use tipperary::{Change, Display, Preview};

use super::selection::{PlacementPreview, Selection};
use crate::art::Symbol;

/// A change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Badge {
    symbol: &'static str,
    what: String,
    change: String,
}

/// The changes of a display, the most important first.
pub(super) fn badges(display: &Display, preview: &Preview) -> Vec<Badge> {
    let mut badges = Vec::new();
    let mut say = |symbol, what: String, change: String| {
        badges.push(Badge { symbol, what, change });
    };
    if preview.whiskey > 0 {
        say("barrel", format!("+{} whiskey", preview.whiskey), arrow(preview.whiskey_points));
    }
    if preview.towers > 0 {
        say("tower", plural("tower", preview.towers), format!("+{}", preview.towers));
    }
    if preview.bonus_tiles > 0 {
        say(
            "fox",
            plural("bonus tile", preview.bonus_tiles),
            format!("draw {}", preview.bonus_tiles),
        );
    }
    if preview.sheep > 0 {
        say("wooden-sheep", format!("{} sheep", preview.sheep), "to place".to_owned());
    }
    if preview.flock.before != preview.flock.after {
        say("sheep", "flock".to_owned(), arrow(preview.flock));
    }
    if preview.area.before != preview.area.after {
        say("i-rect", "rectangle".to_owned(), arrow(preview.area));
    }
    if preview.circles > 0 {
        let before = display.circles();
        let after = before + u16::from(preview.circles);
        say("stones3", "stone circles".to_owned(), format!("{before} → {after}"));
    }
    if preview.unexplored != display.unexplored() {
        let free = Change { before: display.unexplored(), after: preview.unexplored };
        say("village", "free around the town".to_owned(), arrow(free));
    }
    badges
}

fn arrow(change: Change) -> String {
    format!("{} → {}", change.before, change.after)
}

fn plural(word: &str, count: u8) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

/// The badges of the selected placement, or why it is refused.
#[component]
pub(super) fn Badges(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let found = move || match selection.preview.get() {
        None => Vec::new(),
        Some(PlacementPreview::Refused(reason)) => {
            vec![view! { <li class="no">{capitalised(&reason)}</li> }.into_any()]
        }
        Some(PlacementPreview::Legal { badges, .. }) if badges.is_empty() => {
            vec![view! { <li class="none">"changes nothing at once"</li> }.into_any()]
        }
        Some(PlacementPreview::Legal { badges, .. }) => badges.into_iter().map(badge).collect(),
    };
    view! { <ul class="badges" aria-live="polite" aria-label="What it brings">{found}</ul> }
}

fn badge(badge: Badge) -> AnyView {
    view! {
        <li><Symbol name=badge.symbol.to_owned()/>{badge.what}" "<b>{badge.change}</b></li>
    }
    .into_any()
}

/// A reason as a sentence.
pub(super) fn capitalised(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

#[cfg(test)]
mod tests {
    use rules::{Actor, Game, Seat, Setup};
    use tipperary::{Action, Side, Tipperary};

    use super::*;

    #[test]
    fn badges_show_only_changes() {
        let mut game = Tipperary::new(&Setup::new(1).unwrap());
        let seat = Seat::from_index(0);
        game.apply_unchecked(
            Actor::Dealer,
            Action::Town { seat, town: 0, side: Side::A },
            &mut Vec::new(),
        );
        let display = game.player(seat).display();
        let still = Preview {
            flock: Change { before: 1, after: 1 },
            area: Change { before: 6, after: 6 },
            unexplored: display.unexplored(),
            ..Preview::default()
        };
        assert_eq!(badges(display, &still), []);
        let busy = Preview {
            whiskey: 2,
            whiskey_points: Change { before: 3, after: 10 },
            flock: Change { before: 1, after: 4 },
            ..still
        };
        let text: Vec<String> = badges(display, &busy)
            .into_iter()
            .map(|it| format!("{} {}", it.what, it.change))
            .collect();
        assert_eq!(text, ["+2 whiskey 3 → 10", "flock 1 → 4"]);
    }
}
