//! Where events go, and the names that their sentences use.

use crate::Seat;

/// Receives the events of an action in order.
pub trait EventSink<E> {
    /// Receives one event.
    fn emit(&mut self, event: E);
}

/// Drops all events; the compiler then removes their construction too. For searches.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoEvents;

impl<E> EventSink<E> for NoEvents {
    #[inline]
    fn emit(&mut self, _: E) {}
}

impl<E> EventSink<E> for Vec<E> {
    fn emit(&mut self, event: E) {
        self.push(event);
    }
}

/// The names of the seats' players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// "Seat 1", "Seat 2" and so on.
    pub fn numbered(players: u8) -> Self {
        Self(Seat::all(players).map(|seat| format!("Seat {seat}")).collect())
    }

    /// Sets the name of a seat.
    pub fn set(&mut self, seat: Seat, name: impl Into<String>) {
        if let Some(slot) = self.0.get_mut(seat.index()) {
            *slot = name.into();
        }
    }

    /// The name of a seat.
    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("Somebody", String::as_str)
    }

    /// "Aoife", "Aoife and Brigid", "Aoife, Brigid and Conor".
    pub fn list(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        let names: Vec<&str> = seats.into_iter().map(|seat| self.of(seat)).collect();
        join_names(&names)
    }
}

/// Joins names: "nobody", "Aoife", "Aoife and Brigid", "Aoife, Brigid and Conor".
pub fn join_names(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        None => "nobody".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_people_say_them() {
        let mut names = Names::numbered(3);
        names.set(Seat::from_index(1), "Brigid");
        assert_eq!(names.list([]), "nobody");
        assert_eq!(names.list(Seat::all(1)), "Seat 1");
        assert_eq!(names.list(Seat::all(2)), "Seat 1 and Brigid");
        assert_eq!(names.list(Seat::all(3)), "Seat 1, Brigid and Seat 3");
    }
}
