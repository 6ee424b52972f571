//! Motion: what an action has moved travels from where it was to where it is.

use foxy_and_wooly::{Event, FoxyAndWooly, Wolf};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::token::symbol;
use super::words::row_name;
use crate::browser::{painted, wants_little_motion};
use crate::each::Each;
use crate::table::Desk;

/// So many cubes fly at most; more would only be a blur.
const MOST: u8 = 9;
/// Between two cubes of a flight, in milliseconds.
const STAGGER: usize = 28;

/// A thing that travels between two places of the board, by their names.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Flight {
    symbol: String,
    from: String,
    to: String,
}

/// A flight with where it is on the screen.
#[derive(Clone, PartialEq, Debug)]
struct Path {
    symbol: String,
    from: (f64, f64),
    to: (f64, f64),
    size: f64,
    wait: usize,
}

/// The things that travel after the last action.
#[component]
pub(super) fn Flights(
    /// The desk.
    desk: Desk<FoxyAndWooly>,
) -> impl IntoView {
    let flying = RwSignal::new((0, Vec::<Path>::new()));
    Effect::new(move |before: Option<usize>| {
        let step = desk.last.get();
        let number = step.as_ref().map_or(0, |step| step.number);
        let onward = before.is_some_and(|before| number == before + 1);
        if let Some(step) = step.filter(|_| onward && !wants_little_motion()) {
            // Where things are is known without work once the move has been painted.
            spawn_local(async move {
                painted().await;
                flying.try_set((step.number, paths(&flights(&step.events))));
            });
        }
        number
    });
    let all = move || {
        let (number, paths) = flying.get();
        paths.into_iter().enumerate().map(move |(index, path)| (number, index, path))
    };
    view! {
        <div class="flights" aria-hidden="true">
            <Each each=all key=|(number, index, _)| (*number, *index) children=|(_, _, path)| drawn(&path)/>
        </div>
    }
}

fn drawn(path: &Path) -> impl IntoView + use<> {
    let pixels = |value: f64| format!("{value:.1}px");
    view! {
        <svg class="fly" viewBox="0 0 48 48"
            style=("--x0", pixels(path.from.0))
            style=("--y0", pixels(path.from.1))
            style=("--x1", pixels(path.to.0))
            style=("--y1", pixels(path.to.1))
            style=("--size", pixels(path.size))
            style=("--wait", format!("{}ms", path.wait))>
            <use href=format!("#{}", path.symbol)></use>
        </svg>
    }
}

/// What travels because of these events.
fn flights(events: &[Event]) -> Vec<Flight> {
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

/// Where the flights go on the screen; those without a visible start or end do not take place.
fn paths(flights: &[Flight]) -> Vec<Path> {
    let path = |(index, flight): (usize, &Flight)| {
        let (from, size) = middle_of(&flight.from)?;
        let (to, other) = middle_of(&flight.to)?;
        let size = size.min(other).clamp(22.0, 64.0);
        let corner = |(x, y): (f64, f64)| (x - size / 2.0, y - size / 2.0);
        let wait = index * STAGGER;
        Some(Path { symbol: flight.symbol.clone(), from: corner(from), to: corner(to), size, wait })
    };
    flights.iter().enumerate().filter_map(path).collect()
}

/// The middle of a place on the screen, and its height.
fn middle_of(place: &str) -> Option<((f64, f64), f64)> {
    let element = document().query_selector(&format!("[data-at='{place}']")).ok().flatten()?;
    let area = element.get_bounding_client_rect();
    let middle = (area.left() + area.width() / 2.0, area.top() + area.height() / 2.0);
    (area.width() > 0.0).then_some((middle, area.height()))
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
