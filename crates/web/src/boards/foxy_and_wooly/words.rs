//! The texts of the board: the prompt, and the labels of buttons.

use foxy_and_wooly::{Action, Event, FoxyAndWooly, Phase, Row, Special, Token, Wolf};
use rules::{Game, Names, Seat, Turn};

use super::offers::{Offers, Preview};

/// Such as "no cubes", "1 cube", "2 cubes".
pub(super) fn cubes(count: u8) -> String {
    match count {
        0 => "no cubes".to_owned(),
        1 => "1 cube".to_owned(),
        _ => format!("{count} cubes"),
    }
}

/// Such as "worth about +2".
pub(super) fn value_text(points: i32) -> String {
    match points {
        0 => "worth about nothing".to_owned(),
        points if points < 0 => format!("worth about −{}", -points),
        points => format!("worth about +{points}"),
    }
}

/// The name of a row.
pub(super) const fn row_name(row: Row) -> &'static str {
    match row {
        Row::Top => "top",
        Row::Mid => "middle",
        Row::Low => "low",
    }
}

/// The title of a special token.
pub(super) fn special_title(special: Special) -> String {
    let name = special.called();
    capitalised(name.strip_prefix("the ").unwrap_or(name))
}

/// The name of a token.
pub(crate) fn token_name(token: Token) -> String {
    match (token.wolf(), token.special()) {
        (Some(Wolf::Hungry(slot)), _) => format!("wolf {slot}"),
        (Some(Wolf::Waiting(row)), _) => format!("the wolf of the {} row", row_name(row)),
        (None, Some(special)) => special.called().to_owned(),
        (None, None) => token.to_string(),
    }
}

/// The effect of a token.
pub(super) fn token_does(token: Token) -> String {
    match (token.wolf(), token.special()) {
        (Some(Wolf::Hungry(slot)), _) => format!("eats the sheep on {slot} at once"),
        (Some(Wolf::Waiting(row)), _) => {
            format!("waits at the {} gate and eats at the end", row_name(row))
        }
        (None, special) => special.map(Special::describe).unwrap_or_default().to_owned(),
    }
}

/// The text with a capital first letter.
pub(super) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The prompt for a seat of this device that is to act.
pub(super) fn prompt(state: &FoxyAndWooly, offers: &Offers) -> String {
    let can_move = !offers.moves.is_empty();
    match (state.phase(), state.token()) {
        (Phase::Bidding, Some(token)) if token.is_wolf() => {
            let name = token_name(token);
            if offers.wolf_decisions.contains(&Action::Chase) {
                format!("Chase {name} away, or take it.")
            } else if offers.wolf_decisions.contains(&Action::Steal) {
                format!("You have no cube to chase {name}: take it, or steal.")
            } else {
                format!("You have no cube to chase {name}: take it.")
            }
        }
        (Phase::Bidding, Some(token)) if offers.bids.is_empty() => {
            format!("You cannot bid more for {}: pass.", token_name(token))
        }
        (Phase::Bidding, Some(token)) => format!("Bid for {}, or pass.", token_name(token)),
        (Phase::Attacks, _) => attack_prompt(&offers.attacks, can_move),
        (Phase::Finish, _) => "Move a sheep, or leave all where they are.".to_owned(),
        _ => String::new(),
    }
}

fn attack_prompt(rows: &[Row], can_move: bool) -> String {
    let first = if can_move { "Move a sheep first, or let" } else { "Let" };
    match rows {
        [row] => format!("{first} the wolf at your {} gate attack.", row_name(*row)),
        _ => format!("{first} the wolves at your gates attack, in the order you like."),
    }
}

/// The prompt while others are to act.
pub(super) fn waiting_prompt(state: &FoxyAndWooly, names: &Names, live: bool) -> String {
    match state.turn() {
        Turn::Seats(seats) if live => format!("Waiting for {}.", names.list(seats)),
        Turn::Seats(seats) => format!("{} is to act.", names.list(seats)),
        Turn::Dealer => "The tokens are being dealt.".to_owned(),
        Turn::Over => {
            let best = state.scores().iter().map(rules::Score::total).max().unwrap_or_default();
            let winners = state.winners();
            let verb = if winners.len() == 1 { "wins" } else { "share the victory" };
            format!("The game is over: {} {verb} with {best} points.", names.list(winners))
        }
    }
}

/// The smaller sentence: what is known about the token, and what comes next.
pub(super) fn detail(state: &FoxyAndWooly, names: &Names) -> String {
    let Some(token) = state.token() else {
        return match state.phase() {
            Phase::Attacks => "All tokens are gone; the wolves at the gates attack.".to_owned(),
            Phase::Finish => "The wolves have eaten; these are the last moves.".to_owned(),
            _ => String::new(),
        };
    };
    let text = match (token.special(), state.auction().bid) {
        (Some(_), Some(bid)) => {
            let offered = if bid.cubes == 0 { "nothing".to_owned() } else { cubes(bid.cubes) };
            format!("{} has bid {offered}. ", names.of(bid.seat))
        }
        (Some(_), None) => "Nobody has bid yet. ".to_owned(),
        (None, _) => String::new(),
    };
    let coming = &state.field()[state.place() + 1..];
    match coming {
        [] => format!("{text}This is the last token."),
        [next] => format!("{text}Next and last: {}.", token_name(*next)),
        [next, then, ..] => {
            format!("{text}Next: {}, then {}.", token_name(*next), token_name(*then))
        }
    }
}

/// What taking a wolf or chasing it away brings at once, and what follows.
pub(super) fn wolf_consequence(preview: &Preview, names: &Names) -> (String, String) {
    let chased = preview.events.iter().any(|event| matches!(event, Event::Chased { .. }));
    let parts: Vec<String> =
        preview.events.iter().filter_map(|event| gain_or_loss(*event)).collect();
    let now =
        if chased { format!("pay 1 cube, {} left", preview.cubes()) } else { parts.join(", ") };
    (now, what_follows(preview, names))
}

fn gain_or_loss(event: Event) -> Option<String> {
    Some(match event {
        Event::Took { cubes: 0, .. } => "no cubes to gain".to_owned(),
        Event::Took { cubes: count, .. } => format!("gain {}", cubes(count)),
        Event::Stole { cubes: count, .. } => format!("gain {}, pay none", cubes(count)),
        Event::Eaten { slot, .. } => format!("lose the sheep on {slot}"),
        Event::Spared { slot, .. } => format!("no sheep on {slot} to lose"),
        Event::Fired { target: None, .. } => "the wolf runs away".to_owned(),
        Event::Waits { row, .. } => format!("it waits at your {} gate", row_name(row)),
        _ => return None,
    })
}

fn what_follows(preview: &Preview, names: &Names) -> String {
    let after = &preview.after;
    let next = match (after.turn(), preview.events.first()) {
        (Turn::Seats(seats), Some(Event::Took { .. })) => match after.token() {
            Some(token) => format!("{} opens {}", names.list(seats), token_name(token)),
            None => "that was the last token".to_owned(),
        },
        (Turn::Seats(seats), _) => format!("{} is next", names.list(seats)),
        _ => "the game is over".to_owned(),
    };
    match preview.events.first() {
        Some(Event::Took { .. }) => format!("{} in hand, {next}", cubes(preview.cubes())),
        _ => format!("{} on the field, {next}", cubes(after.pot())),
    }
}

/// A pasture in words.
pub(super) fn pasture(state: &FoxyAndWooly, seat: Seat, owner: &str) -> String {
    let farm = state.farm(seat);
    let slots: Vec<String> = farm.sheep.into_iter().map(|slot| slot.to_string()).collect();
    let sheep = if slots.is_empty() { "none".to_owned() } else { slots.join(", ") };
    let mut words = format!("{owner}: sheep on {sheep}");
    for row in Row::ALL {
        if farm.waiting[row as usize] > 0 {
            words.push_str("; a wolf waits at the ");
            words.push_str(row_name(row));
            words.push_str(" gate");
        }
    }
    words
}

/// The field in words.
pub(super) fn field(state: &FoxyAndWooly) -> String {
    let Some(token) = state.token() else {
        return "The field: no token is up".to_owned();
    };
    let coming: Vec<String> =
        state.field()[state.place() + 1..].iter().map(|token| token_name(*token)).collect();
    let coming = if coming.is_empty() { "nothing".to_owned() } else { coming.join(", ") };
    format!(
        "The field: {} is up, {} on it. To come: {coming}",
        token_name(token),
        cubes(state.pot())
    )
}

#[cfg(test)]
mod tests {
    use rules::Actor;

    use super::super::offers::tests::positions;
    use super::*;

    #[test]
    fn every_position_has_a_prompt() {
        for salt in 0..20 {
            for (state, step) in positions(2 + salt as u64 % 3, salt).1 {
                let names = Names::numbered(state.players());
                assert!(waiting_prompt(&state, &names, true).ends_with('.'));
                let Actor::Seat(seat) = step.actor else { continue };
                let sentence = prompt(&state, &Offers::from_legal(&state.legal(seat)));
                assert!(sentence.ends_with('.'), "{sentence:?}");
                assert!(detail(&state, &names).ends_with('.'));
            }
        }
    }

    #[test]
    fn every_wolf_decision_has_a_consequence() {
        for (state, step) in positions(4, 5).1 {
            let Actor::Seat(seat) = step.actor else { continue };
            let names = Names::numbered(4);
            for action in Offers::from_legal(&state.legal(seat)).wolf_decisions {
                let (now, then) = wolf_consequence(&Preview::of(&state, seat, action), &names);
                assert!(!now.is_empty() && !then.is_empty(), "{action:?}");
            }
        }
    }

    #[test]
    fn gains_and_losses_have_a_sign() {
        assert_eq!(value_text(3), "worth about +3");
        assert_eq!(value_text(-2), "worth about −2");
        assert_eq!(value_text(0), "worth about nothing");
    }

    #[test]
    fn every_token_has_a_name_and_an_effect() {
        for token in Token::ALL {
            assert!(!token_name(token).is_empty());
            assert!(!token_does(token).is_empty());
        }
    }
}
