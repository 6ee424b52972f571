//! Playable positions in the rules: a part of a board in a position of the guided game.

use leptos::prelude::*;
use shelf::GameId;

use crate::art::Symbol;
use crate::boards::own_board;
use crate::pages::new_table::own_name;
use crate::table::{Lesson, Table};

/// A playable position, and where in the rules it is shown.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    pub(super) game: GameId,
    /// The heading above it.
    pub(super) heading: &'static str,
    /// The title of the step of the guided game whose position it is.
    beat: &'static str,
    /// The invitation to play it.
    words: &'static str,
}

/// All playable positions.
pub(super) const PICTURES: [Shown; 8] = [
    Shown {
        game: GameId::FoxyAndWooly,
        heading: "A wolf comes",
        beat: "Take a wolf",
        words: "Wolf 2 is up, and five cubes lie on the field. Chase it, or take it?",
    },
    Shown {
        game: GameId::FoxyAndWooly,
        heading: "A favour comes",
        beat: "Bid for a favour",
        words: "A token that moves a sheep up or down. What would you bid?",
    },
    Shown {
        game: GameId::FoxyAndWooly,
        heading: "The end",
        beat: "Save your best sheep",
        words: "A wolf waits at the low gate, and you hold a move. Save a sheep, then let it attack.",
    },
    Shown {
        game: GameId::Tipperary,
        heading: "Placing a tile",
        beat: "Three ruins bring a tower",
        words: "Place one of the two tiles. Before you do, the county shows what it brings.",
    },
    Shown {
        game: GameId::Tipperary,
        heading: "What spaces bring",
        beat: "Grain makes whiskey",
        words: "You have drawn a grain field. Where does it make whiskey?",
    },
    Shown {
        game: GameId::Tipperary,
        heading: "The end",
        beat: "Put up your tower",
        words: "One tower, many gaps. Where does it make the rectangle largest?",
    },
    Shown {
        game: GameId::GlenMore,
        heading: "Your turn",
        beat: "Take a tile",
        words: "A whole first turn: take a tile, activate, move, end.",
    },
    Shown {
        game: GameId::GlenMore,
        heading: "What tiles do",
        beat: "All around it",
        words: "A distillery has just been laid. Activate what lies around it.",
    },
];

/// The step of the position that is open, as a context.
#[derive(Copy, Clone)]
pub(super) struct OpenPicture(pub(super) RwSignal<Option<&'static str>>);

/// A playable position, closed at first.
#[component]
pub(super) fn Picture(of: Shown) -> impl IntoView {
    let OpenPicture(open) = expect_context();
    let is_open = move || open.get() == Some(of.beat);
    view! {
        <section class="try card" aria-label=of.words>
            <p>{of.words}</p>
            <Show when=is_open fallback=move || view! {
                <button class="btn try-it" on:click=move |_| open.set(Some(of.beat))><Symbol name="i-next"/>"Try it"<span class="sr">": "{of.words}</span></button>
            }>
                <Alive of/>
            </Show>
        </section>
    }
}

/// The board of an open position.
#[component]
fn Alive(of: Shown) -> impl IntoView {
    let OpenPicture(open) = expect_context();
    let again = RwSignal::new(());
    let board = move || {
        again.track();
        let lesson = Lesson::of(of.game).ok()?;
        let table = Table::sandbox(lesson.game_at(of.beat), own_name());
        let told = move || {
            let told = table.log.with(|told| told.last().map(|it| it.sentences.join(" ")));
            told.filter(|_| table.can_undo.get())
        };
        let done = move || table.seat_to_act().is_none();
        Some(view! {
            {own_board(table)}
            <p class="wrong" role="alert">{move || table.notice.get()}</p>
            <p role="status">{told}{move || done().then_some(" That is all this picture shows.")}</p>
            <div class="row">
                <button class="btn" disabled=move || !table.can_undo.get() on:click=move |_| table.undo.run(())><Symbol name="i-undo"/>"Take back"</button>
                <button class="btn again" class:primary=done on:click=move |_| again.set(())>"Once more"</button>
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
    fn every_picture_stands_under_a_heading_and_shows_a_beat() {
        for shown in PICTURES {
            let help = shown.game.info().help;
            assert!(help.contains(&format!("\n## {}\n", shown.heading)), "{shown:?}");
            let game = Lesson::of(shown.game).unwrap().game_at(shown.beat);
            assert_ne!(game.actions(), Lesson::of(shown.game).unwrap().game_at("").actions());
        }
    }
}
