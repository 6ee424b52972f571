//! The score sheet as a text table.

use registry::AnyGame;
use rules::{Names, Seat};

use crate::style::{GOOD, STRONG, paint};

/// The scores part by part with a column per seat, and the winners.
pub(crate) fn score_sheet(game: &AnyGame, names: &Names) -> String {
    let info = game.id().info();
    let scores = game.scores();
    let seats: Vec<Seat> = Seat::all(game.players()).collect();
    let mut rows = vec![
        std::iter::once(String::new())
            .chain(seats.iter().map(|&seat| names.of(seat).to_owned()))
            .collect(),
    ];
    for (place, part) in info.parts.iter().enumerate() {
        rows.push(row(part.title, scores.iter().map(|score| score.parts[place])));
    }
    rows.push(row("Total", scores.iter().map(rules::Score::total)));
    if let Some(part) = info.tie_break {
        rows.push(row(
            &format!("(tie: {})", part.title.to_lowercase()),
            scores.iter().map(|score| score.tie_break),
        ));
    }
    let total = info.parts.len() + 1;
    let mut sheet = String::new();
    for (place, line) in table(&rows).into_iter().enumerate() {
        let line = if place == 0 || place == total { paint(STRONG, line) } else { line };
        sheet.push_str(&line);
        sheet.push('\n');
    }
    sheet + &closing(game, names)
}

fn row(title: &str, values: impl Iterator<Item = i32>) -> Vec<String> {
    std::iter::once(title.to_owned()).chain(values.map(|value| value.to_string())).collect()
}

fn closing(game: &AnyGame, names: &Names) -> String {
    let winners = game.winners();
    match winners.len() {
        0 => "The game is not over: this is what each seat would score now.\n".to_owned(),
        1 => format!("{}\n", paint(GOOD, format!("{} wins.", names.list(winners)))),
        _ => format!("{}\n", paint(GOOD, format!("{} share the victory.", names.list(winners)))),
    }
}

/// Aligns columns: the first to the left, the others to the right.
fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().zip(&widths).enumerate();
            let cells = cells.map(|(column, (cell, &width))| {
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ")
        })
        .collect()
}
