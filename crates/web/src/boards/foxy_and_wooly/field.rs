//! The field: the tokens along a path, the token on the block enlarged, and the cubes.

use foxy_and_wooly::{FoxyAndWooly, Phase, Token};
use leptos::prelude::*;
use registry::RegisteredGame;
use rules::Seat;

use super::geometry::{Oval, TALL, WIDE};
use super::offers::tokens_taken_by;
use super::token_art::{face, words};
use super::words::{self as say, capitalised, cubes, token_does};
use crate::art::{seat_class, seat_shape};
use crate::browser;
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::signals::distinct_signal;
use crate::table::BoardContext;

/// When the upright drawing is shown: on phones, and beside two more columns.
const UPRIGHT: &str =
    "(max-width: 599px), (min-width: 1400px) and (max-width: 1699px) and (min-height: 880px)";

/// The size of the word "next": half its width, and its extent above and below its baseline.
const NEXT_LABEL: (f64, f64, f64) = (22.0, 10.0, 8.0);

/// The field, as a wide and as an upright drawing.
#[component]
pub(super) fn Field(
    /// The board's context.
    board: BoardContext<FoxyAndWooly>,
) -> impl IntoView {
    let taken = Memo::new(move |_| {
        let shown = board.table.shown();
        board.table.game.with(|game| {
            FoxyAndWooly::play_of(game)
                .map(|play| tokens_taken_by(play.state_at(0), &play.history()[..shown]))
                .unwrap_or_default()
        })
    });
    let upright = browser::media_query(UPRIGHT);
    let drawing = move || {
        let oval = if upright.get() { TALL } else { WIDE };
        view! { <Drawing board oval taken/> }
    };
    view! { <section class="field card" aria-label="The field">{drawing}</section> }
}

#[component]
fn Drawing(
    board: BoardContext<FoxyAndWooly>,
    oval: Oval,
    taken: Memo<Vec<Option<Seat>>>,
) -> impl IntoView {
    let tokens = Memo::new(move |_| board.state.with(|state| state.field().to_vec()));
    let current_index = distinct_signal(move || board.state.with(|state| state.place()));
    let all = board.state.with_untracked(|state| state.field_len());
    let places = StoredValue::new(oval.places(all));
    let at = move |index: usize| places.with_value(|places| places[index.min(all - 1)]);
    let label = move || board.state.with(|state| say::field(state));
    let takers = move || {
        let takers = taken.get().into_iter().enumerate();
        takers.filter_map(|(index, taker)| Some((index, taker?)))
    };
    let (wide, up, down) = NEXT_LABEL;
    let now = move || (current_index.get() < all).then(|| translate(at(current_index.get())));
    view! {
        <svg class=format!("fieldsvg {}", oval.name) viewBox=format!("0 0 {} {}", oval.width, oval.height) role="img" aria-label=label>
            <path class="mead" d=oval.meadow></path>
            <path class="path" d=oval.path()></path>
            {oval.tufts.map(tuft).collect_view()}
            <g class="now-ring" class:off=move || now().is_none() transform=now>
                <circle class="now0" r=oval.token + 6.0></circle>
                <circle class="now" r=oval.token + 6.0></circle>
            </g>
            <KeyedList each=move || tokens.get().into_iter().enumerate() key=|token| *token children=move |(index, token)| {
                view! { <Deferred><PathToken oval token index spot=at(index) current_index/></Deferred> }
            }/>
            <KeyedList each=takers key=|taker| *taker children=move |(index, seat)| seat_badge(seat, at(index), oval.token * 0.55)/>
            <g class="next" class:off=move || { current_index.get() + 1 >= all }
                transform=move || translate(oval.edge(at(current_index.get() + 1)))>
                <rect x=-wide y=-up width=2.0 * wide height=up + down rx="9"></rect>
                <text class="nx" y="4">"next"</text>
            </g>
            <Deferred><Middle board oval/></Deferred>
        </svg>
    }
}

fn translate((x, y): (f64, f64)) -> String {
    format!("translate({x:.1} {y:.1})")
}

fn tuft((x, y): (f64, f64)) -> impl IntoView {
    let blades = format!("M{x} {y}c-.6-4-3-7-6-8M{x} {y}c0-5 .5-9 2-12M{x} {y}c1-4 3-7 7-8");
    view! { <path class="tuft" d=blades></path> }
}

/// A token on the path.
#[component]
fn PathToken(
    oval: Oval,
    token: Token,
    index: usize,
    spot: (f64, f64),
    current_index: ReadSignal<usize>,
) -> impl IntoView {
    view! {
        <g class="tk" class:past=move || { index < current_index.get() } transform=translate(spot)>
            <title>{words(token)}</title>
            <g class="face">{face(token, oval.token)}</g>
        </g>
    }
}

/// The mark of the seat that took the token, below and to the right of its centre.
fn seat_badge(seat: Seat, (x, y): (f64, f64), off: f64) -> impl IntoView {
    let shape = match seat_shape(seat) {
        "diamond" => "M24 3L45 24 24 45 3 24z",
        "square" => "M6 6h36v36H6z",
        "triangle" => "M24 3l21 39H3z",
        "hexagon" => "M13 5h22l11 19-11 19H13L2 24z",
        _ => "M24 4c11 0 20 9 20 20s-9 20-20 20S4 35 4 24 13 4 24 4z",
    };
    let at = format!("translate({:.1} {:.1}) scale(.42) translate(-24 -24)", x + off, y + off);
    view! { <path class=format!("mark {}", seat_class(seat)) transform=at d=shape></path> }
}

/// The token on the block, its effect, and the cubes.
#[component]
fn Middle(board: BoardContext<FoxyAndWooly>, oval: Oval) -> impl IntoView {
    let token =
        Memo::new(move |_| board.state.with(|state| state.token().map(|it| (state.place(), it))));
    let phase = Memo::new(move |_| board.state.with(|state| state.phase()));
    let pot = Memo::new(move |_| board.state.with(|state| state.pot()));
    let (x, y, half) = oval.big;
    let picture = move || match (token.get(), phase.get()) {
        (Some((_, token)), _) => view! { <g class="big">{face(token, half)}</g> }.into_any(),
        (None, Phase::Attacks) => large_symbol("wolf-wait", half).into_any(),
        (None, _) => large_symbol("sheep", half).into_any(),
    };
    let does = move || {
        let words =
            token.get().map(|(_, token)| capitalised(&token_does(token))).unwrap_or_default();
        lines(&words, oval.line).into_iter().map(line).collect_view()
    };
    let lying = move || match pot.get() {
        0 => "No cubes lie here".to_owned(),
        1 => "1 cube lies here".to_owned(),
        count => format!("{} lie here", cubes(count)),
    };
    let pile = move || {
        let (places, size) = oval.pile(pot.get());
        places.into_iter().map(move |(x, y)| (x, y, size))
    };
    let cube = |(x, y, size): (f64, f64, f64)| {
        view! { <use href="#cube-shep" x=x + 1.0 y=y + 1.0 width=size - 2.0 height=size - 2.0></use> }
    };
    let (below_x, below_y) = oval.below_pile();
    view! {
        <g data-at="big" transform=translate((x, y))>{picture}</g>
        <g class="heap">
            <rect class="spot" data-at="pot" x=below_x - 24.0 y=below_y - 48.0 width="48" height="48"></rect>
            // The key is the position, so that a cube that stays is not drawn again.
            <KeyedList each=pile key=|(x, y, size)| [*x, *y, *size].map(f64::to_bits) children=cube/>
        </g>
        <text class="pile" x=below_x y=below_y + 20.0>{lying}</text>
        <g class="does" transform=translate((oval.width / 2.0, below_y + 48.0))>{does}</g>
    }
}

fn line(words: (usize, String)) -> impl IntoView {
    let (line_index, words) = words;
    view! { <text y=19 * line_index>{words}</text> }
}

/// A text in numbered lines of at most that many characters.
fn lines(words: &str, max_len: usize) -> Vec<(usize, String)> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last].push_str(word);
        } else if lines[last].len() + word.len() < max_len {
            lines[last].push(' ');
            lines[last].push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.into_iter().enumerate().collect()
}

fn large_symbol(symbol: &str, half: f64) -> impl IntoView + use<> {
    let wide = 1.5 * half;
    view! {
        <g class="big">
            <circle class="tw" r=half></circle>
            <use href=format!("#{symbol}") x=-wide / 2.0 y=-wide / 2.0 width=wide height=wide></use>
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_label_hides_no_token_face() {
        /// How far it may extend over the rim of a neighbouring token.
        const RIM: f64 = 3.0;
        let (wide, up, down) = NEXT_LABEL;
        for oval in [WIDE, TALL] {
            let picture = 0.75 * oval.token - RIM;
            // Waiting wolves have a plate below their picture.
            let plate = (0.53 * oval.token, 0.97 * oval.token - RIM);
            let places = oval.places(18);
            for word in &places {
                let (x, y) = oval.edge(*word);
                assert!(
                    x > wide && x + wide < oval.width && y > up,
                    "{x:.0}, {y:.0} of {}",
                    oval.name
                );
                for (face_x, face_y) in &places {
                    for (half, bottom) in [(picture, picture), plate] {
                        let beside = (x - face_x).abs() >= wide + half;
                        let above = y + down <= face_y - picture;
                        let under = y - up >= face_y + bottom;
                        assert!(beside || above || under, "{x:.0}, {y:.0} of {}", oval.name);
                    }
                }
            }
        }
    }

    #[test]
    fn the_next_label_leaves_room_for_the_effect_text() {
        let (wide, up, down) = NEXT_LABEL;
        for (oval, size) in [(WIDE, 17.0), (TALL, 14.5)] {
            let (_, below) = oval.below_pile();
            let lines: Vec<_> = Token::ALL
                .into_iter()
                .flat_map(|token| lines(&token_does(token), oval.line))
                .collect();
            for (x, y) in oval.places(18).into_iter().map(|spot| oval.edge(spot)) {
                for (line_index, words) in &lines {
                    let half = 0.24 * size * words.len() as f64;
                    let above = y + down < below + 48.0 + 19.0 * *line_index as f64 - 0.75 * size;
                    let under = y - up > below + 48.0 + 19.0 * *line_index as f64 + 0.25 * size;
                    let beside = (x - oval.width / 2.0).abs() > half + wide;
                    assert!(
                        above || under || beside,
                        "{words:?} at {x:.0}, {y:.0} of {}",
                        oval.name
                    );
                }
            }
        }
    }

    #[test]
    fn the_effect_text_fits_into_the_middle() {
        for token in Token::ALL {
            for oval in [WIDE, TALL] {
                let lines = lines(&token_does(token), oval.line);
                assert!(lines.len() <= 2, "{lines:?}");
                assert!(lines.iter().all(|(_, line)| line.len() <= oval.line), "{lines:?}");
            }
        }
    }
}
