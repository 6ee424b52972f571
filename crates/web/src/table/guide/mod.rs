//! Guided games: tables at which a teacher says what to do and the other seats follow a script.

mod lesson;
mod lesson_card;
mod scroll;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use registry::AnyGame;
use rules::Seat;

use super::local_driver::pause;
use super::{Hint, PlayerLabel, SeatPlayer, Table, TableSlots};
use crate::browser::next_paint;
use crate::deferred;

use lesson::LEARNER;
pub(crate) use lesson::Lesson;
use lesson_card::LessonCard;
use scroll::scroll_into_view;

/// What is marked on the boards.
const MARKED_ELEMENTS: &str =
    ".guided main :is(.hinted, .advised, .idea, .flag, .trade:has(.hinted) summary)";
/// The pause after an action of another seat, in milliseconds.
const REPLY_PAUSE: u32 = 700;

/// A lesson with its table. Copies share it.
#[derive(Copy, Clone)]
struct GuidedGame {
    lesson: RwSignal<Lesson>,
    table: Table,
}

impl Table {
    /// A table for that lesson. It is not saved.
    pub(crate) fn guided(lesson: Lesson, name: String) -> Self {
        let game = lesson.game().clone();
        let lesson = RwSignal::new(lesson);
        let guided = StoredValue::<Option<GuidedGame>>::new(None);
        let with = move |run: fn(GuidedGame)| guided.get_value().into_iter().for_each(run);
        let act = move |(_, action): (Seat, String)| {
            if let Some(guided) = guided.get_value() {
                guided.act(&action);
            }
        };
        let lesson_card = Callback::new(move |()| {
            guided.get_value().map(|guided| view! { <LessonCard guided/> }).into_any()
        });
        let empty_slot = Callback::new(|()| ().into_any());
        let table = Self {
            act: Callback::new(act),
            undo: Callback::new(move |()| with(GuidedGame::back)),
            can_undo: Signal::derive(move || lesson.with(Lesson::can_go_back)),
            slots: Some(TableSlots { toolbar: empty_slot, menu: empty_slot, banner: lesson_card }),
            ..Self::for_learner(game, name)
        };
        let started = GuidedGame { lesson, table };
        guided.set_value(Some(started));
        started.mark_expected();
        table
    }

    /// A table at which one person tries actions and takes them back. The other seats do not act.
    pub(crate) fn sandbox(game: AnyGame, name: String) -> Self {
        let first = game.actions();
        let table = Self::for_learner(game, name);
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
    fn for_learner(game: AnyGame, name: String) -> Self {
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

impl GuidedGame {
    fn act(self, action: &str) {
        let acted = self.lesson.try_update(|lesson| lesson.act(action));
        match acted {
            Some(Ok(())) => self.on_change(),
            Some(Err(why)) => self.table.notice.set(Some(why)),
            None => {}
        }
    }

    /// Makes the expected action, or goes on to the next step.
    fn advance(self) {
        self.lesson.update(Lesson::advance);
        self.on_change();
    }

    fn back(self) {
        self.table.moment.set(None);
        self.lesson.update(Lesson::back);
        self.on_change();
    }

    /// Shows the present state, and lets the others reply.
    fn on_change(self) {
        self.table.notice.set(None);
        self.publish();
        self.mark_expected();
        if self.lesson.with_untracked(Lesson::is_replying) {
            spawn_local(self.reply(self.moment()));
        }
    }

    fn publish(self) {
        let game = Arc::new(self.lesson.with_untracked(|lesson| lesson.game().clone()));
        if self.table.game.with_untracked(|shown| shown.actions() != game.actions()) {
            self.table.game.set(game);
        }
    }

    /// Marks the expected action as a hint, and scrolls to it.
    fn mark_expected(self) {
        let next_expected = self.lesson.with_untracked(Lesson::next_expected);
        let choices = next_expected.into_iter().map(|action| (action.to_owned(), 1.0)).collect();
        self.table.hint.set(Some(Hint { moment: self.moment(), choices }));
        let focus_selector = self
            .lesson
            .with_untracked(|lesson| lesson.step().focus_selector.unwrap_or(MARKED_ELEMENTS));
        spawn_local(async move {
            deferred::all_mounted().await;
            next_paint().await;
            scroll_into_view(focus_selector);
        });
    }

    fn moment(self) -> usize {
        self.lesson.with_untracked(|lesson| lesson.game().actions())
    }

    /// Makes the replies of the script one after the other, until the next step begins, the learner
    /// goes back, or the page is left.
    async fn reply(self, mut moment: usize) {
        loop {
            deferred::all_mounted().await;
            let is_current = self.lesson.try_with_untracked(|lesson| {
                lesson.is_replying() && lesson.game().actions() == moment
            });
            if is_current != Some(true) {
                return;
            }
            let has_more = self.lesson.try_update(Lesson::reply);
            self.publish();
            moment = self.moment();
            if has_more != Some(true) {
                return self.mark_expected();
            }
            pause(REPLY_PAUSE).await;
        }
    }
}
