//! The settings with which a table was opened.

use leptos::prelude::*;
use wire::table::{ClockSpec, TableSpec};

use super::OnlineTable;

/// The settings, one in a line.
#[component]
pub(super) fn SpecList(
    /// The table.
    online: OnlineTable,
) -> impl IntoView {
    let lines = move || online.with(|table| spec_lines(table.spec())).unwrap_or_default();
    view! {
        <ul class="settings small">
            {move || lines().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
        </ul>
    }
}

fn spec_lines(spec: &TableSpec) -> Vec<String> {
    let mut lines = vec![format!("{}.", spec.clock)];
    lines.extend(spec.options.iter().map(|(name, value)| format!("Option {name}: {value}.")));
    lines.extend(spec.set.iter().map(|set| format!("Component set {set}.")));
    lines.push(if spec.public {
        "Everyone sees this table in the list of open tables.".to_owned()
    } else {
        "Only those who have the link find this table.".to_owned()
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
