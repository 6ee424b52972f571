//! Checks the draws of a finished table: the browser fetches the whole log and repeats every draw,
//! so that the server need not be trusted.

use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::Registry;
use wire::Log;
use wire::id::TableId;
use wire::table::{Checked, Entry, UnfairError};

use crate::net::get;

/// The result of a check, as sentences.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Fair(Vec<String>),
    Unfair(String),
}

/// The button that checks the draws, with the result.
#[component]
pub(crate) fn FairnessCheck(
    /// The table.
    #[prop(into)]
    id: TableId,
) -> impl IntoView {
    let verdict = RwSignal::new(None::<Verdict>);
    let busy = RwSignal::new(false);
    let check = move |_| {
        let id = id.clone();
        busy.set(true);
        spawn_local(async move {
            let verdict_found = match get::<Log>(&format!("/api/tables/{id}/log.json")).await {
                Ok(log) => Verdict::of(&log),
                Err(error) => Verdict::Unfair(error.to_string()),
            };
            verdict.try_set(Some(verdict_found));
            busy.try_set(false);
        });
    };
    let shown = move || match verdict.get() {
        Some(Verdict::Fair(sentences)) => sentences
            .into_iter()
            .map(|sentence| view! { <p>{sentence}</p> })
            .collect_view()
            .into_any(),
        Some(Verdict::Unfair(reason)) => view! { <p class="wrong">{reason}</p> }.into_any(),
        None => ().into_any(),
    };
    view! {
        <section class="fairness card" aria-label="Fairness">
            <button class="btn" on:click=check disabled=move || busy.get()>"Check the draws"</button>
            <div role="status">{shown}</div>
        </section>
    }
}

impl Verdict {
    /// Repeats every draw of a log.
    fn of(log: &Log) -> Self {
        match Checked::log(&log.table, &Registry::new(), &log.entries) {
            Ok(checked) => Self::Fair(explanation(checked, is_deal_of_the_day(log))),
            Err(UnfairError::NotEnded) => Self::Unfair(
                "The game has not ended. Its secret is told after the end; check the draws then."
                    .to_owned(),
            ),
            Err(error) => Self::Unfair(format!("The draws do not check out: {error}.")),
        }
    }
}

fn is_deal_of_the_day(log: &Log) -> bool {
    let opened = log.entries.first().map(|stamped| &stamped.entry);
    matches!(opened, Some(Entry::Opened { spec, .. }) if spec.day.is_some())
}

/// What a check proves, and what it does not.
fn explanation(checked: Checked, is_deal_of_the_day: bool) -> Vec<String> {
    let mut sentences = vec![count_sentence(checked)];
    if is_deal_of_the_day {
        sentences.push(
            "They are those of the day's deal, which are the same for everyone and follow from the date alone."
                .to_owned(),
        );
        return sentences;
    }
    sentences.push(
        "Before anyone sat down, the server had published the fingerprint of a secret number, and the number it told at the end is that very one. Everybody's own random number went into each draw as well, so neither the server nor a player could choose what was drawn. Your browser has made every draw again to see that."
            .to_owned(),
    );
    sentences.push(
        "What this cannot show: whether whoever runs the server looked at coming draws or sat at the table, or whether people talked to each other."
            .to_owned(),
    );
    sentences
}

fn count_sentence(checked: Checked) -> String {
    let draws = match checked.draws {
        0 => return "Nothing was drawn in this game, so there is nothing to check.".to_owned(),
        1 => "The only draw checks out".to_owned(),
        draws => format!("All {draws} draws check out"),
    };
    match checked.taken_back {
        0 => format!("{draws}."),
        1 => format!("{draws}, one that was taken back included."),
        back => format!("{draws}, {back} that were taken back included."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_says_how_many_draws_it_covers() {
        let said = |draws, taken_back| count_sentence(Checked { draws, taken_back });
        assert_eq!(said(63, 0), "All 63 draws check out.");
        assert_eq!(said(63, 2), "All 63 draws check out, 2 that were taken back included.");
        assert_eq!(said(1, 0), "The only draw checks out.");
        assert!(said(0, 0).contains("nothing to check"));
    }

    #[test]
    fn the_explanation_of_a_days_deal_mentions_no_secret() {
        let checked = Checked { draws: 12, taken_back: 0 };
        assert!(explanation(checked, true).concat().contains("the date alone"));
        let secret = explanation(checked, false).concat();
        assert!(secret.contains("secret number") && secret.contains("cannot show"));
    }

    #[test]
    fn a_game_in_progress_cannot_be_checked() {
        let first = include_str!("../../../../wire/tests/golden/entries.jsonl").lines().next();
        let opened = serde_json::from_str(first.unwrap()).unwrap();
        let table = "tab1e00000000001".parse().unwrap();
        let names = std::collections::BTreeMap::new();
        let log = Log { table, entries: vec![opened], names, more: false };
        assert!(matches!(Verdict::of(&log), Verdict::Unfair(why) if why.contains("not ended")));
    }
}
