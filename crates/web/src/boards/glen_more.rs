//! The board of GlenMore.

use glen_more::GlenMore;
use leptos::prelude::*;
use rules::Seat;

use crate::table::{Desk, Frame, LogBox, PlayerHead, Say, SeatMark};

/// The whole table below the bar.
#[component]
pub(crate) fn Board(
    /// The desk.
    desk: Desk<GlenMore>,
) -> impl IntoView {
    let sentence = move || match desk.to_act.get() {
        Some(_) => "It is your turn.".to_owned(),
        None => "Wait for the others.".to_owned(),
    };
    let progress =
        move || format!("{} players", desk.state.with(|state| rules::Game::players(&**state)));
    view! {
        <Frame table=desk.table progress=Signal::derive(progress)>
            <main class="gm">
                <Say sentence=Signal::derive(sentence) detail=Signal::derive(String::new)>
                    {move || view! { <SeatMark seat=desk.viewer.get() size=34/> }}
                </Say>
                <section class="players card" aria-label="Players">
                    {move || desk.seats().into_iter().map(|seat: Seat| view! {
                        <div class=format!("pp seat-{seat}")><PlayerHead desk seat><SeatMark seat/></PlayerHead></div>
                    }).collect_view()}
                </section>
                <LogBox table=desk.table/>
            </main>
        </Frame>
    }
}
