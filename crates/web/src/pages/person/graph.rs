//! The graph of a rating: a line over all games, and a band for its uncertainty.

use leptos::prelude::*;
use wire::RatingPoint;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
/// The space for the numbers on the left.
const LEFT_MARGIN: f64 = 40.0;
/// The space above and below.
const MARGIN: f64 = 12.0;
/// The smallest range of a graph, so that small changes look small.
const MIN_SPAN: f64 = 10.0;

/// The scale of a graph.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Scale {
    low: f64,
    high: f64,
    games: usize,
}

impl Scale {
    fn of(points: &[RatingPoint]) -> Self {
        let low = points.iter().map(|it| it.rating - it.uncertainty).fold(f64::INFINITY, f64::min);
        let high =
            points.iter().map(|it| it.rating + it.uncertainty).fold(f64::NEG_INFINITY, f64::max);
        let padding = ((MIN_SPAN - (high - low)) / 2.0).max(0.0);
        Self { low: low - padding, high: high + padding, games: points.len() }
    }

    fn x(&self, index: usize) -> f64 {
        let last = self.games.saturating_sub(1).max(1);
        LEFT_MARGIN + (WIDTH - LEFT_MARGIN - MARGIN) * index as f64 / last as f64
    }

    fn y(&self, rating: f64) -> f64 {
        let part = (rating - self.low) / (self.high - self.low);
        HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * part
    }

    /// The ratings at which grid lines are drawn.
    fn grid_ratings(&self) -> Vec<i32> {
        let step = if self.high - self.low > 25.0 { 10 } else { 5 };
        let first = (self.low / f64::from(step)).ceil() as i32;
        let last = (self.high / f64::from(step)).floor() as i32;
        (first..=last).map(|number| number * step).collect()
    }
}

/// Points as an SVG attribute.
fn svg_points(places: impl Iterator<Item = (f64, f64)>) -> String {
    let svg_points: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    svg_points.join(" ")
}

/// The outline of the band: along its upper edge and back along the lower one.
fn band(scale: Scale, points: &[RatingPoint]) -> String {
    let edge = |sign: f64| {
        let at = move |(index, it): (usize, &RatingPoint)| {
            (scale.x(index), scale.y(it.rating + sign * it.uncertainty))
        };
        points.iter().enumerate().map(at).collect::<Vec<_>>()
    };
    svg_points(edge(1.0).into_iter().chain(edge(-1.0).into_iter().rev()))
}

/// The graph in words, as its accessible name.
fn graph_description(name: &str, points: &[RatingPoint]) -> String {
    let best = points.iter().map(|it| it.rating).fold(f64::NEG_INFINITY, f64::max);
    match (points.first(), points.last()) {
        (Some(first), Some(last)) => format!(
            "{name}: the rating after each of {} games, from {:.1} to {:.1}; the best was {best:.1}.",
            points.len(),
            first.rating,
            last.rating
        ),
        _ => format!("{name}: no games yet."),
    }
}

/// The graph of a rating; the first game comes first.
pub(super) fn rating_graph(name: &str, points: &[RatingPoint]) -> AnyView {
    if points.is_empty() {
        return ().into_any();
    }
    let scale = Scale::of(points);
    let at = |(index, it): (usize, &RatingPoint)| (scale.x(index), scale.y(it.rating));
    let line = svg_points(points.iter().enumerate().map(at));
    let dot = points.iter().enumerate().next_back().map(at);
    let grid_ratings = scale.grid_ratings().into_iter().map(|number| {
        let y = scale.y(number.into());
        view! {
            <line class="grid" x1=LEFT_MARGIN x2=WIDTH y1=y y2=y/>
            <text x=LEFT_MARGIN - 8.0 y=y + 4.0 text-anchor="end">{number}</text>
        }
    });
    view! {
        <figure class="graph">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=graph_description(name, points)>
                <polygon class="band" points=band(scale, points)/>
                {grid_ratings.collect_view()}
                <polyline class="line" points=line/>
                {dot.map(|(x, y)| view! { <circle class="now" cx=x cy=y r="5"/> })}
            </svg>
            <figcaption class="small muted">{format!("{name}, game by game; the band shows how unsure the rating is.")}</figcaption>
        </figure>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use wire::Pool;

    use super::*;

    fn point(rating: f64, uncertainty: f64) -> RatingPoint {
        let table = "0123456789abcdef".parse().expect("it is an id");
        RatingPoint { table, at: 0, pool: Pool::People, rating, uncertainty }
    }

    #[test]
    fn the_band_is_within_the_drawing() {
        let points = [point(25.0, 8.0), point(31.0, 6.0), point(18.5, 5.0)];
        let scale = Scale::of(&points);
        for (index, it) in points.iter().enumerate() {
            assert!((LEFT_MARGIN..=WIDTH).contains(&scale.x(index)));
            for rating in [it.rating - it.uncertainty, it.rating + it.uncertainty] {
                assert!(
                    (MARGIN - 0.01..=HEIGHT - MARGIN + 0.01).contains(&scale.y(rating)),
                    "{rating}"
                );
            }
        }
        assert_eq!(scale.grid_ratings(), [15, 20, 25, 30, 35]);
        assert!(scale.y(31.0) < scale.y(25.0), "better is higher");
    }

    #[test]
    fn a_single_game_has_a_graph() {
        let scale = Scale::of(&[point(25.0, 1.0)]);
        assert!((scale.high - scale.low - MIN_SPAN).abs() < 1e-9);
        assert!(scale.x(0).is_finite() && scale.y(25.0).is_finite());
    }
}
