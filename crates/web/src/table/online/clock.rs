//! Clocks: the time left according to the server, minus the time since then.

use gloo_timers::callback::Interval;
use leptos::prelude::*;
use rules::Seat;
use wire::Times;

use super::OnlineTable;
use crate::art::Symbol;
use crate::browser;

/// How often clocks are updated, in milliseconds.
const UPDATE_INTERVAL: u32 = 500;
/// The time left below which a clock is marked, in milliseconds.
const LOW_TIME_MILLIS: i64 = 30_000;

/// The server's times, and when they were received.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ClockReading {
    pub(super) times: Times,
    pub(super) received_at: f64,
}

impl ClockReading {
    /// A seat's time left in milliseconds, and whether its clock runs.
    fn time_left(&self, seat: Seat, now: f64) -> Option<(i64, bool)> {
        let time = self.times.seats.get(seat.index())?;
        let passed = if time.runs { (now - self.received_at).max(0.0) as i64 } else { 0 };
        Some(((time.left - passed).max(0), time.runs))
    }
}

/// Such as `4:05`, `1:02:09` or `2 days`.
pub(super) fn format_time(millis: i64) -> String {
    let seconds = millis / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (2.., _) => format!("{days} days"),
        (1, _) => format!("1 day {hours} h"),
        (0, 1..) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => format!("{minutes}:{:02}", seconds % 60),
    }
}

/// The time, updated regularly if the table has a clock.
pub(super) fn current_time(online: OnlineTable) -> Signal<f64> {
    let now = RwSignal::new(browser::now());
    if online.with(|table| !table.spec().clock.is_none()) == Some(true) {
        let tick = Interval::new(UPDATE_INTERVAL, move || now.set(browser::now()));
        let tick = StoredValue::new_local(Some(tick));
        on_cleanup(move || drop(tick.try_update_value(Option::take)));
    }
    now.into()
}

/// A seat's clock, if the table has one.
#[component]
pub(super) fn Clock(
    /// The table.
    online: OnlineTable,
    /// The seat.
    seat: Seat,
    /// The time.
    now: Signal<f64>,
) -> impl IntoView {
    let time_left = Memo::new(move |_| {
        let (time_left, runs) =
            online.times.with(|heard| heard.as_ref()?.time_left(seat, now.get()))?;
        Some((format_time(time_left), runs, time_left < LOW_TIME_MILLIS))
    });
    move || {
        time_left.get().map(|(text, runs, is_low)| {
            view! {
                <span class="clock" class:runs=runs class:short=is_low>
                    <Symbol name="i-clock" size=15/><span class="sr">"Time left: "</span>{text}
                </span>
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_formatted_by_their_length() {
        for (seconds, text) in [
            (0, "0:00"),
            (65, "1:05"),
            (3_599, "59:59"),
            (3_729, "1:02:09"),
            (90_000, "1 day 1 h"),
            (3 * 86_400, "3 days"),
        ] {
            assert_eq!(format_time(seconds * 1000), text);
        }
    }
}
