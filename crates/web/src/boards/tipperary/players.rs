//! The panels of all players, and the counties of the others.

use leptos::prelude::*;
use rules::{Game, Seat};
use tipperary::{Display, Player, Tipperary};

use super::county::{arms_symbol, display_pieces, flock_path, in_words};
use super::geometry::View;
use crate::art::{Symbol, seat_class};
use crate::deferred::Deferred;
use crate::keyed_list::KeyedList;
use crate::table::{BoardContext, PlayerHead, ScoreParts};

/// The symbols of the parts of a score.
const PARTS: &[&str] = &["i-rect", "sheep", "flock-marker", "village", "barrel", "stones3"];

/// The coat of arms of a seat, once it has one.
pub(super) fn arms_name(board: BoardContext<Tipperary>, seat: Seat) -> Signal<String> {
    Signal::derive(move || {
        board.state.with(|game| {
            let town = game.player(seat).town();
            town.map_or_else(
                || "village".to_owned(),
                |(town, _)| {
                    let arms = arms_symbol(game.setup().set().towns()[usize::from(town)].arms());
                    arms.trim_start_matches('#').to_owned()
                },
            )
        })
    })
}

/// The panels of all players, the viewer's first.
#[component]
pub(super) fn Players(
    /// The board's context.
    board: BoardContext<Tipperary>,
) -> impl IntoView {
    view! {
        <section class="players card" aria-label="Players">
            <KeyedList each=move || board.seats() key=|seat| *seat children=move |seat| view! {
                <Deferred own_frame=true><div class=format!("pp {}", seat_class(seat))>
                    <PlayerHead board seat><Symbol name=arms_name(board, seat) size=34/></PlayerHead>
                    <div class="pp-b"><ScoreParts board seat symbols=PARTS/></div>
                    <Belongings board seat/>
                </div></Deferred>
            }/>
        </section>
    }
}

/// The hometown of a player, and their pieces.
#[component]
fn Belongings(board: BoardContext<Tipperary>, seat: Seat) -> impl IntoView {
    let town = move || {
        board.state.with(|game| {
            let town = game.player(seat).town();
            town.map(|(town, _)| game.setup().set().towns()[usize::from(town)].title())
        })
    };
    let counted = move |symbol: &'static str, count: fn(&Player) -> u8, what: &'static str| {
        let count = Memo::new(move |_| board.state.with(|game| count(game.player(seat))));
        move || {
            (count.get() > 0).then(|| view! {
                <span class="have"><Symbol name=symbol.to_owned() size=20/>{count.get()}<span class="sr">" "{what}</span></span>
            })
        }
    };
    let holds_bag = Memo::new(move |_| board.state.with(|game| game.bag_holder() == Some(seat)));
    view! {
        <p class="own-things">
            <span class="xs muted">{town}</span>
            {counted("tower", Player::towers, "towers in hand")}
            {counted("wooden-sheep", Player::pending_sheep, "wooden sheep to place")}
            {counted("fox", |player| player.pending_draws() + u8::from(player.drawn().is_some()), "bonus tiles to lay down")}
            {move || holds_bag.get().then(|| view! { <span class="pill">"cloth bag"</span> })}
        </p>
    }
}

/// The counties of everybody but the viewer.
#[component]
pub(super) fn Others(
    /// The board's context.
    board: BoardContext<Tipperary>,
) -> impl IntoView {
    let others = move || board.seats().into_iter().skip(1).collect::<Vec<_>>();
    let alone = move || others().is_empty();
    let many = move || others().len() > 2;
    let large = RwSignal::new(None::<Seat>);
    view! {
        <section class="opps" class:alone=alone class:many=many aria-label="The other counties">
            <KeyedList each=others key=|seat| *seat children=move |seat| view! { <Other board seat large/> }/>
        </section>
    }
}

/// The county of another player; a press on its head enlarges it on small screens.
#[component]
fn Other(
    board: BoardContext<Tipperary>,
    seat: Seat,
    large: RwSignal<Option<Seat>>,
) -> impl IntoView {
    let shown = Memo::new(move |_| {
        board.state.with(|game| {
            let display = game.player(seat).display();
            (View::of(display, 0.15), flock_path(display))
        })
    });
    let number = move |count: fn(&Display) -> u8| {
        move || board.state.with(|game| count(game.player(seat).display()))
    };
    let label = move || board.state.with(|game| in_words(game, seat, &board.name(seat)));
    let is_large = move || large.get() == Some(seat);
    let flock = move || shown.with(|(_, flock)| flock.clone());
    view! {
        <figure class=format!("opp card {}", seat_class(seat)) class:large=is_large>
            <figcaption>
                <button class="opp-h" aria-expanded=move || is_large().to_string()
                    on:click=move |_| large.update(|it| *it = Some(seat).filter(|_| *it != Some(seat)))>
                    <Symbol name=arms_name(board, seat) size=24/>
                    <b class="title">{move || board.name(seat)}</b>
                    <span class="st small muted">
                        <Symbol name="sheep" size=18 label="Flock"/>{number(Display::flock)}
                        <Symbol name="i-rect" size=15 label="Rectangle"/>{number(Display::area)}
                    </span>
                </button>
            </figcaption>
            <svg class="disp" viewBox=move || shown.with(|(view, _)| view.view_box()) role="img" aria-label=label>
                <Deferred>{display_pieces(board, seat)}</Deferred>
                <path class="flock0" d=flock></path><path class="flock" d=flock></path>
            </svg>
        </figure>
    }
}
