//! Guided games: tables at which a teacher says what to do and the other seats follow a script.

mod card;
mod lesson;
mod sight;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::Seat;
use shelf::AnyGame;

use super::local_driver::pause;
use super::{Hint, PlayerLabel, SeatPlayer, Table, TableSlots};
use crate::browser::next_paint;
use crate::deferred;

use card::Card;
use lesson::LEARNER;
pub(crate) use lesson::Lesson;
use sight::bring_into_sight;

/// What is marked on the boards.
const MARKS: &str =
    ".guided main :is(.hinted, .advised, .idea, .flag, .trade:has(.hinted) summary)";
/// The pause after an action of another seat, in milliseconds.
const PAUSE: u32 = 700;

/// A lesson with its table. Copies share it.
#[derive(Copy, Clone)]
struct Guide {
    lesson: RwSignal<Lesson>,
    table: Table,
}

impl Table {
    /// A table for that lesson. It is not saved.
    pub(crate) fn guided(lesson: Lesson, name: String) -> Self {
        let game = lesson.game().clone();
        let lesson = RwSignal::new(lesson);
        let guide = StoredValue::<Option<Guide>>::new(None);
        let with = move |run: fn(Guide)| guide.get_value().into_iter().for_each(run);
        let act = move |(_, action): (Seat, String)| {
            if let Some(guide) = guide.get_value() {
                guide.act(&action);
            }
        };
        let card = Callback::new(move |()| {
            guide.get_value().map(|guide| view! { <Card guide/> }).into_any()
        });
        let nothing = Callback::new(|()| ().into_any());
        let table = Self {
            act: Callback::new(act),
            undo: Callback::new(move |()| with(Guide::back)),
            can_undo: Signal::derive(move || lesson.with(Lesson::can_go_back)),
            slots: Some(TableSlots { toolbar: nothing, menu: nothing, banner: card }),
            ..Self::of_learner(game, name)
        };
        let made = Guide { lesson, table };
        guide.set_value(Some(made));
        made.mark();
        table
    }

    /// A table at which one person tries actions and takes them back. The other seats do not act.
    pub(crate) fn sandbox(game: AnyGame, name: String) -> Self {
        let first = game.actions();
        let table = Self::of_learner(game, name);
        let (game, notice) = (table.game, table.notice);
        let change = move |change: &dyn Fn(&mut AnyGame) -> Result<(), String>| {
            let mut changed = AnyGame::clone(&game.get_untracked());
            let done = change(&mut changed);
            notice.set(done.clone().err());
            if done.is_ok() {
                game.set(Arc::new(changed));
            }
        };
        let act = move |(seat, action): (Seat, String)| {
            change(&|game| {
                game.apply(seat.into(), &action).map(drop).map_err(|error| error.to_string())
            });
        };
        let undo = move |()| change(&|game| game.undo(1).map_err(|why| why.to_string()));
        Self {
            act: Callback::new(act),
            undo: Callback::new(undo),
            can_undo: Signal::derive(move || game.with(|game| game.actions() > first)),
            ..table
        }
    }

    /// A table that is not saved, with the person in the learner's seat.
    fn of_learner(game: AnyGame, name: String) -> Self {
        let players = Signal::stored(Arc::new(players(&game, name)));
        let game = RwSignal::new(Arc::new(game));
        Self { own_seats: Signal::stored(vec![LEARNER]), ..Self::read_only(game, players) }
    }
}

/// The person, and the players of the other seats.
fn players(game: &AnyGame, name: String) -> Vec<PlayerLabel> {
    let other = SeatPlayer::Bot { level: 1 };
    let mut players: Vec<PlayerLabel> = Seat::all(game.players())
        .map(|seat| PlayerLabel { name: other.name(seat), kind: "plays along".to_owned() })
        .collect();
    players[LEARNER.index()] = PlayerLabel { name, kind: "you".to_owned() };
    players
}

impl Guide {
    fn act(self, action: &str) {
        let acted = self.lesson.try_update(|lesson| lesson.act(action));
        match acted {
            Some(Ok(())) => self.changed(),
            Some(Err(why)) => self.table.notice.set(Some(why)),
            None => {}
        }
    }

    /// Makes the expected action, or goes on to the next step.
    fn go_on(self) {
        self.lesson.update(Lesson::go_on);
        self.changed();
    }

    fn back(self) {
        self.table.moment.set(None);
        self.lesson.update(Lesson::back);
        self.changed();
    }

    /// Shows the present state, and lets the others reply.
    fn changed(self) {
        self.table.notice.set(None);
        self.publish();
        self.mark();
        if self.lesson.with_untracked(Lesson::is_answering) {
            spawn_local(self.answer(self.moment()));
        }
    }

    fn publish(self) {
        let game = Arc::new(self.lesson.with_untracked(|lesson| lesson.game().clone()));
        if self.table.game.with_untracked(|shown| shown.actions() != game.actions()) {
            self.table.game.set(game);
        }
    }

    /// Marks the expected action as a hint, and scrolls to it.
    fn mark(self) {
        let marked = self.lesson.with_untracked(Lesson::marked);
        let choices = marked.into_iter().map(|action| (action.to_owned(), 1.0)).collect();
        self.table.hint.set(Some(Hint { moment: self.moment(), choices }));
        let look = self.lesson.with_untracked(|lesson| lesson.beat().look.unwrap_or(MARKS));
        spawn_local(async move {
            deferred::all_mounted().await;
            next_paint().await;
            bring_into_sight(look);
        });
    }

    fn moment(self) -> usize {
        self.lesson.with_untracked(|lesson| lesson.game().actions())
    }

    /// Makes the replies of the script one after the other, until the next step begins, the learner
    /// goes back, or the page is left.
    async fn answer(self, mut moment: usize) {
        loop {
            deferred::all_mounted().await;
            let is_on = self.lesson.try_with_untracked(|lesson| {
                lesson.is_answering() && lesson.game().actions() == moment
            });
            if is_on != Some(true) {
                return;
            }
            let goes_on = self.lesson.try_update(Lesson::answer);
            self.publish();
            moment = self.moment();
            if goes_on != Some(true) {
                return self.mark();
            }
            pause(PAUSE).await;
        }
    }
}
