//! The panels of all players, and the displays of the others.

use glen_more::{GlenMore, Resource};
use leptos::prelude::*;
use rules::{Game, Seat};

use super::display::SmallDisplay;
use super::selection::Selection;
use super::tile::cube;
use super::words::{capitalised, with_count};
use crate::art::{Symbol, seat_class};
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::table::{BoardContext, PlayerHead, SeatMark, signed_points};

/// The panels, the viewer's first.
#[component]
pub(super) fn Players(
    /// The board's context.
    board: BoardContext<GlenMore>,
) -> impl IntoView {
    view! {
        <section class="players card" aria-label="Players">
            <ul>
                <KeyedList each=move || board.seats() key=|seat| *seat children=move |seat| view! {
                    <Deferred own_frame=true><li class=format!("pp {}", seat_class(seat))>
                        <PlayerHead board seat><SeatMark seat size=26/></PlayerHead>
                        <Belongings board seat/>
                    </li></Deferred>
                }/>
            </ul>
        </section>
    }
}

/// A column of a panel: the number of something, its points so far, and what a scoring would add
/// now.
#[derive(Clone, PartialEq, Debug)]
struct PanelColumn {
    symbol: &'static str,
    title: &'static str,
    count: Option<u16>,
    points: i32,
    scoring_gain: Option<u16>,
}

/// The columns of a panel.
fn panel_columns(state: &GlenMore, seat: Seat) -> [PanelColumn; 6] {
    let player = state.player(seat);
    let points = state.score(seat).parts;
    let scoring = state.scoring(1);
    let over = state.turn() == rules::Turn::Over;
    let compared = |symbol, title, area: glen_more::Area, points| PanelColumn {
        symbol,
        title,
        count: Some(area.counts[seat.index()]),
        points,
        scoring_gain: (!over).then(|| area.points[seat.index()]),
    };
    let plain = |symbol, title, count, points| PanelColumn {
        symbol,
        title,
        count,
        points,
        scoring_gain: None,
    };
    let locations = points[2] + points[4] + points[5] + points[6];
    [
        compared("barrel", "Whiskey", scoring.whiskey, points[0]),
        compared("chieftain", "Chieftains and caps", scoring.chieftains, points[1]),
        compared("card", "Special locations", scoring.locations, locations),
        plain("vp", "Activated tiles", None, points[3]),
        plain("coin", "Coins", Some(player.coins()), points[7]),
        plain("tilec", "Tiles", Some(player.display().len() as u16), points[8]),
    ]
}

#[component]
fn Belongings(board: BoardContext<GlenMore>, seat: Seat) -> impl IntoView {
    let all = Memo::new(move |_| board.state.with(|state| panel_columns(state, seat)));
    let part = move |place: usize| {
        let PanelColumn { symbol, title, .. } = all.with_untracked(|all| all[place].clone());
        let count = move || all.with(|all| all[place].count);
        let points = move || all.with(|all| all[place].points);
        let scoring_gain = move || all.with(|all| all[place].scoring_gain);
        let told = move || {
            let have = count().map(|count| format!("{count}, ")).unwrap_or_default();
            let scoring_gain = scoring_gain()
                .map(|scoring_gain| format!(", a scoring now would add {scoring_gain}"));
            format!(
                "{title}: {have}{} so far{}",
                with_count(points(), "point"),
                scoring_gain.unwrap_or_default()
            )
        };
        view! {
            <li title=told>
                <span aria-hidden="true"><Symbol name=symbol.to_owned()/><b>{count}</b></span>
                <em aria-hidden="true" class:neg=move || points() < 0>
                    {move || signed_points(points())}
                    <i class="soon">{move || scoring_gain().filter(|scoring_gain| *scoring_gain > 0).map(|scoring_gain| format!(" +{scoring_gain}"))}</i>
                </em>
                <span class="sr">{told}</span>
            </li>
        }
    };
    let cubes = Memo::new(move |_| board.state.with(|state| state.player(seat).display().total()));
    let goods = Resource::ALL.map(|resource| {
        let count = move || cubes.with(|cubes| cubes[resource.index()]);
        view! {
            <li class:none=move || count() == 0>
                <Symbol name=cube(resource) size=18/><span class="sr">{resource.name()}": "</span>{count}
            </li>
        }
    });
    view! {
        <ul class="parts">{(0..6).map(part).collect_view()}</ul>
        <ul class="goods" aria-label="Cubes"><Deferred>{goods.into_iter().collect_view()}</Deferred></ul>
        <Cards board seat/>
    }
}

/// The cards of special locations; unfolded they say what they do.
#[component]
fn Cards(board: BoardContext<GlenMore>, seat: Seat) -> impl IntoView {
    let cards = Memo::new(move |_| {
        board.state.with(|state| {
            let cards = state.player(seat).cards().iter();
            cards
                .map(|card| (state.tile(card.tile()).name.clone(), card.power()))
                .collect::<Vec<_>>()
        })
    });
    let names = move || {
        cards.with(|it| it.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", "))
    };
    view! {
        <Show when=move || cards.with(|cards| !cards.is_empty())>
            <details class="cards">
                <summary>{names}</summary>
                <ul>
                    <KeyedList each=move || cards.get() key=|it| it.1
                        children=|(name, power)| view! { <li><b>{name}</b>": "{capitalised(power)}"."</li> }/>
                </ul>
            </details>
        </Show>
    }
}

/// The displays of the others.
#[component]
pub(super) fn Others(
    /// The player's selection.
    selection: Selection,
) -> impl IntoView {
    let board = selection.board();
    let others = move || board.seats().into_iter().skip(1).collect::<Vec<_>>();
    let class = move || format!("opps of-{}", others().len());
    view! {
        <section class=class aria-label="The others' displays">
            <KeyedList each=others key=|seat| *seat children=move |seat| view! { <Other selection seat/> }/>
        </section>
    }
}

#[component]
fn Other(selection: Selection, seat: Seat) -> impl IntoView {
    let board = selection.board();
    let tiles = move || board.state.with(|state| state.player(seat).display().len());
    let acts = move || board.state.with(|state| state.phase().seat() == Some(seat));
    let large = move || selection.inspected_seat.get() == Some(seat);
    let look = move |_| {
        selection.inspected_seat.update(|looked| {
            *looked = (*looked != Some(seat)).then_some(seat);
        });
    };
    view! {
        <figure class=format!("opp card {}", seat_class(seat)) class:now=acts>
            <figcaption>
                <SeatMark seat size=20/><b class="title">{move || board.name(seat)}</b>
                <span class="xs muted">{move || with_count(tiles() as i32, "tile")}</span>
                <button class="btn quiet icon" aria-pressed=move || large().to_string() on:click=look
                    aria-label=move || format!("Show the display of {} large", board.name(seat))>
                    <Symbol name="i-eye"/>
                </button>
            </figcaption>
            <Deferred own_frame=true><SmallDisplay selection seat/></Deferred>
        </figure>
    }
}
