//! What was decided when a table was opened, for everyone to see.

use leptos::prelude::*;
use wire::table::{ClockSpec, TableSpec};

use super::Online;

/// The settings of a table, a line each.
#[component]
pub(super) fn Settings(
    /// The table.
    online: Online,
) -> impl IntoView {
    let lines = move || online.with(|table| in_words(table.spec())).unwrap_or_default();
    view! {
        <ul class="settings small">
            {move || lines().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
        </ul>
    }
}

fn in_words(spec: &TableSpec) -> Vec<String> {
    let mut lines = vec![clock_in_words(spec.clock)];
    lines.extend(spec.options.iter().map(|(name, value)| format!("Option {name}: {value}.")));
    lines.extend(spec.set.iter().map(|set| format!("Component set {set}.")));
    lines.push(match spec.public {
        true => "Everyone sees this table in the list of open tables.".to_owned(),
        false => "Only those who have the link find this table.".to_owned(),
    });
    if spec.clock != ClockSpec::None {
        let level = spec.stand_in;
        lines.push(format!(
            "A bot of level {level} plays for whoever runs out of time, until they return."
        ));
    }
    if spec.open_chat {
        lines.push("Spectators may talk.".to_owned());
    }
    lines
}

/// How much time everyone has.
pub(crate) fn clock_in_words(clock: ClockSpec) -> String {
    match clock {
        ClockSpec::None => "No clock: everyone takes the time they need.".to_owned(),
        ClockSpec::RealTime { base, increment } => {
            let base = match (base / 60, base % 60) {
                (minutes, 0) => format!("{minutes} minutes"),
                (0, seconds) => format!("{seconds} seconds"),
                (minutes, seconds) => format!("{minutes} minutes {seconds} seconds"),
            };
            format!("{base} each for the whole game, and {increment} seconds more for every turn.")
        }
        ClockSpec::Correspondence { hours } if hours % 24 == 0 => match hours / 24 {
            1 => "One day for every move.".to_owned(),
            days => format!("{days} days for every move."),
        },
        ClockSpec::Correspondence { hours } => format!("{hours} hours for every move."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told_in_words() {
        let real = ClockSpec::RealTime { base: 900, increment: 20 };
        let told = "15 minutes each for the whole game, and 20 seconds more for every turn.";
        assert_eq!(clock_in_words(real), told);
        let days = ClockSpec::Correspondence { hours: 72 };
        assert_eq!(clock_in_words(days), "3 days for every move.");
    }
}
