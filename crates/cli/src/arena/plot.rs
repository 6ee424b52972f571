//! The results of a contest as pictures.

use std::path::{Path, PathBuf};

use plotters::prelude::*;

use super::contest::{Contest, Named};
use crate::Failure;

const SIZE: (u32, u32) = (900, 480);
const FONT: (&str, u32) = ("sans-serif", 18);
/// How many points one bar of a distribution stands for.
const STEP: i32 = 2;

/// What drawing can fail with, without the backend's type.
type Drawing = Result<(), Box<dyn std::error::Error>>;

/// Draws the rates and the distributions of scores into two files beside the results.
pub(crate) fn draw(contest: &Contest, out: &Path) -> Result<(), Failure> {
    if contest.games.is_empty() {
        return Ok(());
    }
    for (name, picture) in [("rates", rates as fn(&Contest, &Path) -> Drawing), ("scores", scores)]
    {
        let path = beside(out, name);
        picture(contest, &path).map_err(|error| {
            let error = std::io::Error::other(error.to_string());
            Failure::File { path: path.clone(), error }
        })?;
    }
    Ok(())
}

fn beside(out: &Path, name: &str) -> PathBuf {
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{stem}-{name}.svg"))
}

fn title(contest: &Contest) -> String {
    let terms = &contest.terms;
    format!("{} for {}, {} games", terms.game, terms.players, contest.games.len())
}

/// Every bot's share of the victory with its interval, and the fair share as a line.
fn rates(contest: &Contest, path: &Path) -> Drawing {
    let standings = contest.standings();
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("Share of the victory: {}", title(contest)), FONT)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(-0.5..standings.len() as f64 - 0.5, 0.0..1.0)?;
    let name = |x: &f64| {
        let near = (x - x.round()).abs() < 1e-6 && *x >= -0.25;
        let named = near.then(|| standings.get(x.round() as usize)).flatten();
        named.map_or_else(String::new, |named| named.bot.clone())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(2 * standings.len() + 1)
        .x_label_formatter(&name)
        .y_label_formatter(&|share| format!("{:.0} %", 100.0 * share))
        .label_style(FONT)
        .draw()?;
    let fair = 1.0 / contest.terms.bots.len() as f64;
    let ends = [(-0.5, fair), (standings.len() as f64 - 0.5, fair)];
    chart.draw_series([PathElement::new(ends.to_vec(), BLACK.mix(0.5))])?;
    chart.draw_series(standings.iter().enumerate().map(|(place, Named { standing, .. })| {
        let (x, colour) = (place as f64, Palette99::pick(place));
        ErrorBar::new_vertical(x, standing.low, standing.rate, standing.high, colour.filled(), 24)
    }))?;
    root.present()?;
    Ok(())
}

/// How often each bot reached how many points.
fn scores(contest: &Contest, path: &Path) -> Drawing {
    let names: Vec<String> = contest.standings().into_iter().map(|named| named.bot).collect();
    let bars: Vec<Vec<(i32, f64)>> = names.iter().map(|name| distribution(contest, name)).collect();
    let all = || bars.iter().flatten();
    let low = all().map(|bar| bar.0).min().unwrap_or(0);
    let high = all().map(|bar| bar.0).max().unwrap_or(0) + STEP;
    let most = all().map(|bar| bar.1).fold(0.0, f64::max);
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(format!("Points: {}", title(contest)), FONT)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(f64::from(low)..f64::from(high), 0.0..most * 1.1)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .y_label_formatter(&|share| format!("{:.0} %", 100.0 * share))
        .label_style(FONT)
        .draw()?;
    for (place, (name, bars)) in names.iter().zip(&bars).enumerate() {
        let colour = Palette99::pick(place);
        let rectangle = |&(points, share): &(i32, f64)| {
            let corners = [(f64::from(points), 0.0), (f64::from(points + STEP), share)];
            Rectangle::new(corners, colour.mix(0.45).filled())
        };
        chart.draw_series(bars.iter().map(rectangle))?.label(name).legend(move |(x, y)| {
            Rectangle::new([(x, y - 5), (x + 14, y + 5)], Palette99::pick(place).filled())
        });
    }
    chart.configure_series_labels().label_font(FONT).background_style(WHITE).draw()?;
    root.present()?;
    Ok(())
}

/// The share of a bot's games for each range of points.
fn distribution(contest: &Contest, name: &str) -> Vec<(i32, f64)> {
    let seats = contest.games.iter().flat_map(|game| &game.seats);
    let own = seats.filter(|seat| contest.terms.bots[seat.bot] == name);
    let mut counts = std::collections::BTreeMap::new();
    let mut games = 0.0;
    for seat in own {
        *counts.entry(seat.total.div_euclid(STEP) * STEP).or_insert(0.0) += 1.0;
        games += 1.0;
    }
    counts.into_iter().map(|(points, count): (i32, f64)| (points, count / games)).collect()
}
