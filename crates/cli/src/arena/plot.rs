//! The results of a contest as plots.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use registry::GameId;

use super::contest::{Contest, Named};
use crate::Failure;

const WIDTH: u32 = 900;
/// The height of everything above and below the bots' rows.
const FRAME_HEIGHT: u32 = 110;
const HEADING: u32 = 48;
const RATE_ROW: u32 = 72;
const SCORE_ROW: u32 = 130;
const MARGIN: i32 = 24;
/// The number of points per bar of a distribution.
const POINTS_PER_BAR: i32 = 2;

const PAPER: RGBColor = RGBColor(251, 249, 244);
const INK: RGBColor = RGBColor(45, 48, 44);
const FAINT: RGBColor = RGBColor(220, 216, 206);
const COLOURS: [RGBColor; 5] = [
    RGBColor(52, 112, 88),
    RGBColor(198, 112, 52),
    RGBColor(74, 98, 160),
    RGBColor(150, 66, 108),
    RGBColor(128, 120, 48),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// The result of drawing, without the backend's type.
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

fn colour(place: usize) -> RGBColor {
    COLOURS[place % COLOURS.len()]
}

fn font(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// An image with a heading, and the area below it.
fn sheet<'a>(
    path: &'a Path,
    height: u32,
    title: &str,
    contest: &Contest,
) -> Result<Area<'a>, Box<dyn std::error::Error>> {
    let root = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
    root.fill(&PAPER)?;
    let terms = &contest.terms;
    let game = GameId::named(&terms.game).map_or(terms.game.as_str(), |game| game.info().title);
    let heading = format!("{title} · {game} for {} · {} games", terms.players, contest.games.len());
    root.draw(&Text::new(heading, (MARGIN, 18), font(20)))?;
    Ok(root.margin(HEADING, 0, MARGIN, MARGIN))
}

/// The scale below a chart and its grid lines.
fn draw_axis(chart: &mut Chart<'_>, label: &dyn Fn(&f64) -> String) -> Drawing {
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .max_light_lines(0)
        .bold_line_style(FAINT)
        .axis_style(FAINT)
        .x_label_formatter(&label)
        .x_label_style(font(15))
        .draw()?;
    Ok(())
}

/// Every bot's share of the victory with its interval, and the fair share as a line.
fn rates(contest: &Contest, path: &Path) -> Drawing {
    let standings = contest.standings();
    let rows = standings.len() as f64;
    let height = FRAME_HEIGHT + RATE_ROW * standings.len() as u32;
    let area = sheet(path, height, "Share of the victory", contest)?;
    let mut chart =
        ChartBuilder::on(&area).x_label_area_size(40).build_cartesian_2d(0.0..1.0, 0.0..rows)?;
    draw_axis(&mut chart, &|share| format!("{:.0} %", 100.0 * share))?;
    let fair = 1.0 / contest.terms.bots.len() as f64;
    chart.draw_series([PathElement::new([(fair, 0.0), (fair, rows)], INK.stroke_width(1))])?;
    chart.draw_series([Text::new("fair share", (fair + 0.006, 0.24), font(14))])?;
    for (place, Named { bot, standing }) in standings.iter().enumerate() {
        let (y, colour) = (rows - place as f64 - 0.65, colour(place));
        let ends = [(standing.low, y), (standing.high, y)];
        chart.draw_series([PathElement::new(ends, colour.mix(0.45).stroke_width(8))])?;
        chart.draw_series([Circle::new((standing.rate, y), 8, colour.filled())])?;
        let [rate, low, high] =
            [standing.rate, standing.low, standing.high].map(|share| 100.0 * share);
        let label = format!("{bot} · {rate:.0} % [{low:.0}, {high:.0}]");
        chart.draw_series([Text::new(label, (0.006, y + 0.5), font(17))])?;
    }
    area.present()?;
    Ok(())
}

/// The distribution of each bot's points, one below the other on the same scale.
fn scores(contest: &Contest, path: &Path) -> Drawing {
    let standings = contest.standings();
    let bars: Vec<_> = standings.iter().map(|named| distribution(contest, &named.bot)).collect();
    let all = || bars.iter().flatten();
    let low = all().map(|bar| bar.0).min().unwrap_or(0) - POINTS_PER_BAR;
    let high = all().map(|bar| bar.0).max().unwrap_or(0) + 2 * POINTS_PER_BAR;
    let most = all().map(|bar| bar.1).fold(0.0, f64::max);
    let height = FRAME_HEIGHT + SCORE_ROW * standings.len() as u32;
    let area = sheet(path, height, "Points", contest)?;
    let rows = area.split_evenly((standings.len(), 1));
    for (place, (named, bars)) in standings.iter().zip(&bars).enumerate() {
        let scale = (f64::from(low)..f64::from(high), most * 1.45);
        score_row(&rows[place], named, bars, scale, colour(place))?;
    }
    area.present()?;
    Ok(())
}

fn score_row(
    row: &Area,
    Named { bot, standing }: &Named,
    bars: &[(i32, f64)],
    (points, most): (Range<f64>, f64),
    colour: RGBColor,
) -> Drawing {
    let left = points.start;
    let mut chart =
        ChartBuilder::on(row).x_label_area_size(34).build_cartesian_2d(points, 0.0..most)?;
    draw_axis(&mut chart, &|points| format!("{points:.0}"))?;
    chart.draw_series(bars.iter().map(|&(points, share)| {
        let corners = [(f64::from(points), 0.0), (f64::from(points + POINTS_PER_BAR), share)];
        Rectangle::new(corners, colour.mix(0.55).filled())
    }))?;
    let mean = [(standing.total, 0.0), (standing.total, most * 0.75)];
    chart.draw_series([PathElement::new(mean, colour.stroke_width(3))])?;
    let label = format!("{bot} · mean {:.1} ± {:.1}", standing.total, standing.total_spread);
    chart.draw_series([Text::new(label, (left, most), font(17))])?;
    Ok(())
}

/// The share of a bot's games in each range of points.
fn distribution(contest: &Contest, name: &str) -> Vec<(i32, f64)> {
    let seats = contest.games.iter().flat_map(|game| &game.seats);
    let own = seats.filter(|seat| contest.terms.bots[seat.bot] == name);
    let mut counts = BTreeMap::new();
    let mut games = 0.0;
    for seat in own {
        *counts.entry(seat.total.div_euclid(POINTS_PER_BAR) * POINTS_PER_BAR).or_insert(0.0) += 1.0;
        games += 1.0;
    }
    counts.into_iter().map(|(points, count): (i32, f64)| (points, count / games)).collect()
}
