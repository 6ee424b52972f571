//! The animations of events.

use foxy_and_wooly::{Event, Wolf};

use super::super::animation::SymbolAnimation;
use super::token_art::symbol;
use super::words::row_name;

/// The maximum number of cubes in an animation; more cannot be told apart.
const MAX_CUBES: u8 = 9;

/// The animations of an action's events.
pub(super) fn animations_of(events: &[Event]) -> Vec<SymbolAnimation> {
    let fired = events.iter().any(|event| matches!(event, Event::Fired { .. }));
    events.iter().flat_map(|event| event_animations(*event, fired)).collect()
}

fn event_animations(event: Event, fired: bool) -> Vec<SymbolAnimation> {
    let one = |symbol: &str, from: String, to: String| SymbolAnimation {
        symbol: symbol.to_owned(),
        from,
        to,
    };
    let cubes = |count: u8, from: &str, to: &str| {
        let animation = one("cube-shep", from.to_owned(), to.to_owned());
        vec![animation; count.min(MAX_CUBES).into()]
    };
    let slot_of = |seat, slot| format!("slot-{seat}-{slot}");
    let hand = |seat| format!("cubes-{seat}");
    match event {
        Event::Chased { seat, .. } => cubes(1, &hand(seat), "pot"),
        Event::Stole { seat, cubes: count } => cubes(count, "pot", &hand(seat)),
        Event::Took { seat, wolf, cubes: count } => {
            let mut animations = cubes(count, "pot", &hand(seat));
            let to = match wolf {
                Wolf::Hungry(_) if fired => return animations,
                Wolf::Hungry(slot) => slot_of(seat, slot),
                Wolf::Waiting(row) => format!("gate-{seat}-{}", row_name(row)),
            };
            animations.push(one("wolf", "big".to_owned(), to));
            animations
        }
        Event::Fired { seat, target: Some(target), .. } => {
            vec![one("wolf", "big".to_owned(), slot_of(seat, target))]
        }
        Event::Won { seat, special, cubes: count } => {
            let mut animations = cubes(count, &hand(seat), "pot");
            let token = symbol(special.token());
            animations.push(one(&token, "big".to_owned(), format!("tokens-{seat}")));
            animations
        }
        Event::Moved { seat, from, to } => {
            vec![one("sheep", slot_of(seat, from), slot_of(seat, to))]
        }
        Event::Attacked { seat, row, eaten: Some(slot) } => {
            vec![one("wolf", format!("gate-{seat}-{}", row_name(row)), slot_of(seat, slot))]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use foxy_and_wooly::Slot;
    use rules::Seat;

    use super::*;

    #[test]
    fn a_shot_wolf_is_animated_only_to_its_victim() {
        let seat = Seat::from_index(1);
        let slot = |number| Slot::new(number).unwrap();
        let took = Event::Took { seat, wolf: Wolf::Hungry(slot(7)), cubes: 2 };
        let fired = Event::Fired { seat, wolf: slot(7), target: Some(slot(4)) };
        let wolves = |events: &[Event]| {
            let all =
                animations_of(events).into_iter().filter(|animation| animation.symbol == "wolf");
            all.map(|animation| animation.to).collect::<Vec<_>>()
        };
        assert_eq!(wolves(&[took]), ["slot-2-7"]);
        assert_eq!(wolves(&[took, fired]), ["slot-2-4"]);
        assert_eq!(animations_of(&[took]).len(), 3, "two cubes and the wolf");
    }
}
