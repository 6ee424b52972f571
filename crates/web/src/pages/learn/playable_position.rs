//! Playable positions in the rules: a part of a board in a position of the guided game.

use leptos::prelude::*;
use registry::GameId;

use crate::art::Symbol;
use crate::boards::own_area;
use crate::pages::new_table::own_name;
use crate::table::{Lesson, Table};

/// A playable position, and where in the rules it is shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct PlayableSpec {
    pub(super) game: GameId,
    /// The heading above it.
    pub(super) heading: &'static str,
    /// The title of the step of the guided game whose position it is.
    step: &'static str,
    /// The invitation to play it.
    invitation: &'static str,
}

/// All playable positions.
pub(super) const POSITIONS: [PlayableSpec; 8] = [
    PlayableSpec {
        game: GameId::FoxyAndWooly,
        heading: "A wolf comes",
        step: "Take a wolf",
        invitation: "Wolf 2 is up, and five cubes lie on the field. Chase it, or take it?",
    },
    PlayableSpec {
        game: GameId::FoxyAndWooly,
        heading: "A favour comes",
        step: "Bid for a favour",
        invitation: "A token that moves a sheep up or down. What would you bid?",
    },
    PlayableSpec {
        game: GameId::FoxyAndWooly,
        heading: "The end",
        step: "Save your best sheep",
        invitation: "A wolf waits at the low gate, and you hold a move. Save a sheep, then let it attack.",
    },
    PlayableSpec {
        game: GameId::Tipperary,
        heading: "Placing a tile",
        step: "Three ruins bring a tower",
        invitation: "Place one of the two tiles. Before you do, the county shows what it brings.",
    },
    PlayableSpec {
        game: GameId::Tipperary,
        heading: "What spaces bring",
        step: "Grain makes whiskey",
        invitation: "You have drawn a grain field. Where does it make whiskey?",
    },
    PlayableSpec {
        game: GameId::Tipperary,
        heading: "The end",
        step: "Put up your tower",
        invitation: "One tower, many gaps. Where does it make the rectangle largest?",
    },
    PlayableSpec {
        game: GameId::GlenMore,
        heading: "Your turn",
        step: "Take a tile",
        invitation: "A whole first turn: take a tile, activate, move, end.",
    },
    PlayableSpec {
        game: GameId::GlenMore,
        heading: "What tiles do",
        step: "All around it",
        invitation: "A distillery has just been laid. Activate what lies around it.",
    },
];

/// The step of the position that is open, as a context.
#[derive(Copy, Clone)]
pub(super) struct OpenPosition(pub(super) RwSignal<Option<&'static str>>);

/// A playable position, closed at first.
#[component]
pub(super) fn PlayablePosition(spec: PlayableSpec) -> impl IntoView {
    let OpenPosition(open) = expect_context();
    let is_open = move || open.get() == Some(spec.step);
    view! {
        <section class="try card" aria-label=spec.invitation>
            <p>{spec.invitation}</p>
            <Show when=is_open fallback=move || view! {
                <button class="btn try-it" on:click=move |_| open.set(Some(spec.step))><Symbol name="i-next"/>"Try it"<span class="sr">": "{spec.invitation}</span></button>
            }>
                <OpenedPosition spec/>
            </Show>
        </section>
    }
}

/// The board of an open position.
#[component]
fn OpenedPosition(spec: PlayableSpec) -> impl IntoView {
    let OpenPosition(open) = expect_context();
    let restarts = RwSignal::new(());
    let board = move || {
        restarts.track();
        let lesson = Lesson::of(spec.game).ok()?;
        let table = Table::sandbox(lesson.game_at(spec.step), own_name());
        let outcome = move || {
            let outcome = table.log.with(|outcome| outcome.last().map(|it| it.sentences.join(" ")));
            outcome.filter(|_| table.can_undo.get())
        };
        let is_done = move || table.seat_to_act().is_none();
        Some(view! {
            {own_area(table)}
            <p class="wrong" role="alert">{move || table.notice.get()}</p>
            <p role="status">{outcome}{move || is_done().then_some(" That is all this picture shows.")}</p>
            <div class="row">
                <button class="btn" disabled=move || !table.can_undo.get() on:click=move |_| table.undo.run(())><Symbol name="i-undo"/>"Take back"</button>
                <button class="btn again" class:primary=is_done on:click=move |_| restarts.set(())>"Once more"</button>
                <button class="btn quiet" on:click=move |_| open.set(None)>"Close"</button>
            </div>
        })
    };
    view! { {board} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_heading_and_a_step() {
        for positions in POSITIONS {
            let help = positions.game.info().help;
            assert!(help.contains(&format!("\n## {}\n", positions.heading)), "{positions:?}");
            let game = Lesson::of(positions.game).unwrap().game_at(positions.step);
            assert_ne!(game.actions(), Lesson::of(positions.game).unwrap().game_at("").actions());
        }
    }
}
