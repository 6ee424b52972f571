//! The results of a contest as text.

use std::fmt::Write;

use bots::arena::Verdict;
use registry::GameId;

use super::contest::{Contest, Named};
use crate::style::{GOOD, STRONG, paint};

/// The rates in one line.
pub(crate) fn line(contest: &Contest) -> String {
    let rates = contest
        .standings()
        .into_iter()
        .map(|Named { bot, standing }| format!("{bot} {:.1} %", 100.0 * standing.rate));
    rates.collect::<Vec<_>>().join(", ")
}

/// The results as a table.
pub(crate) fn text(contest: &Contest) -> String {
    let terms = &contest.terms;
    let heading = format!(
        "{} for {}: {} games on {} deals",
        terms.game,
        terms.players,
        contest.games.len(),
        contest.games.len() as u64 / terms.players.max(1)
    );
    let mut text = format!("{}\n", paint(STRONG, heading));
    let standings = contest.standings();
    let width = standings.iter().map(|named| named.bot.len()).max().unwrap_or(0);
    for Named { bot, standing } in &standings {
        let rate = format!(
            "{:5.1} % [{:.1}, {:.1}]",
            100.0 * standing.rate,
            100.0 * standing.low,
            100.0 * standing.high
        );
        let effort = format!("{:8.2} ms {:8.0} sims a decision", standing.millis, standing.sims);
        let total = format!("{:6.2} ± {:.2} points", standing.total, standing.total_spread);
        let _ = writeln!(text, "  {bot:<width$}  {}  {total}  {effort}", paint(STRONG, rate));
        let _ = writeln!(text, "  {:<width$}  {}", "", parts(&terms.game, &standing.parts));
    }
    text + &verdict(contest)
}

fn parts(game: &str, means: &[f64]) -> String {
    let titles = GameId::named(game).map_or(&[][..], |game| game.info().parts);
    let parts = titles.iter().zip(means).map(|(part, mean)| format!("{} {mean:.1}", part.name));
    parts.collect::<Vec<_>>().join(", ")
}

fn verdict(contest: &Contest) -> String {
    let first = contest.terms.bots.first().map_or("", String::as_str);
    let sprt = contest.sprt();
    let sentence = match sprt.verdict() {
        Verdict::Stronger => format!("{first} is stronger than the others."),
        Verdict::NotStronger => format!("{first} is not stronger than the others."),
        Verdict::Undecided => format!("Whether {first} is stronger is not decided yet."),
    };
    format!("{}\n", paint(GOOD, sentence))
}
