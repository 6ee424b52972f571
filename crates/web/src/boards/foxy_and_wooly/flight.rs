//! The animations of events.

use foxy_and_wooly::{Event, Wolf};

use super::super::flight::Flight;
use super::token::symbol;
use super::words::row_name;

/// The maximum number of cubes in an animation; more cannot be told apart.
const MOST: u8 = 9;

/// The animations of an action's events.
pub(super) fn flights(events: &[Event]) -> Vec<Flight> {
    let fired = events.iter().any(|event| matches!(event, Event::Fired { .. }));
    events.iter().flat_map(|event| flights_of(*event, fired)).collect()
}

fn flights_of(event: Event, fired: bool) -> Vec<Flight> {
    let one =
        |symbol: &str, from: String, to: String| Flight { symbol: symbol.to_owned(), from, to };
    let cubes = |count: u8, from: &str, to: &str| {
        let flight = one("cube-shep", from.to_owned(), to.to_owned());
        vec![flight; count.min(MOST).into()]
    };
    let slot_of = |seat, slot| format!("slot-{seat}-{slot}");
    let hand = |seat| format!("cubes-{seat}");
    match event {
        Event::Chased { seat, .. } => cubes(1, &hand(seat), "pot"),
        Event::Stole { seat, cubes: count } => cubes(count, "pot", &hand(seat)),
        Event::Took { seat, wolf, cubes: count } => {
            let mut flights = cubes(count, "pot", &hand(seat));
            let to = match wolf {
                Wolf::Hungry(_) if fired => return flights,
                Wolf::Hungry(slot) => slot_of(seat, slot),
                Wolf::Waiting(row) => format!("gate-{seat}-{}", row_name(row)),
            };
            flights.push(one("wolf", "big".to_owned(), to));
            flights
        }
        Event::Fired { seat, target: Some(target), .. } => {
            vec![one("wolf", "big".to_owned(), slot_of(seat, target))]
        }
        Event::Won { seat, special, cubes: count } => {
            let mut flights = cubes(count, &hand(seat), "pot");
            let token = symbol(special.token());
            flights.push(one(&token, "big".to_owned(), format!("tokens-{seat}")));
            flights
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
    fn a_wolf_that_is_shot_at_flies_only_to_where_it_bites() {
        let seat = Seat::from_index(1);
        let slot = |number| Slot::new(number).unwrap();
        let took = Event::Took { seat, wolf: Wolf::Hungry(slot(7)), cubes: 2 };
        let fired = Event::Fired { seat, wolf: slot(7), target: Some(slot(4)) };
        let wolves = |events: &[Event]| {
            let all = flights(events).into_iter().filter(|flight| flight.symbol == "wolf");
            all.map(|flight| flight.to).collect::<Vec<_>>()
        };
        assert_eq!(wolves(&[took]), ["slot-2-7"]);
        assert_eq!(wolves(&[took, fired]), ["slot-2-4"]);
        assert_eq!(flights(&[took]).len(), 3, "two cubes and the wolf");
    }
}
