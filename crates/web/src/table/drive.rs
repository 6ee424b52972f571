//! Runs a table of this device: deals, lets bots act, and saves every change.

use std::mem;
use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{Seat, Turn};

use super::{Hint, Local, Player, Sitter, Study, Table, Thinking};
use crate::browser::{self, SavedTable, Store, ThinkError, Thinker};
use crate::crash;
use crate::soon;
use crate::worker::{Advice, Question};

/// The pause after a bot's action, in milliseconds.
const PAUSE: u32 = 450;
/// The delay before a bot is asked again after an error, in milliseconds.
const AGAIN: u32 = 3000;
/// The level of the bot that gives hints.
const HINT_LEVEL: u8 = 4;
/// The time for a hint, in milliseconds.
const HINT_MILLIS: f64 = 800.0;

/// A local table with the handle that pages use.
#[derive(Copy, Clone)]
struct Driver {
    local: StoredValue<Local>,
    table: Table,
    kept: StoredValue<Option<Keeping>>,
    /// Incremented by an undo: the advice of a bot that was asked before is dropped.
    turn: StoredValue<u32>,
    busy: StoredValue<bool>,
}

/// Where a table is saved.
#[derive(Clone)]
struct Keeping {
    id: String,
    started: f64,
}

impl Table {
    /// Opens a table that is saved on this device under that id.
    pub fn local(id: String, local: Local, started: f64) -> Self {
        let table = Self::driven(local, Some(Keeping { id, started }), true);
        on_cleanup(move || {
            if let Ok(thinker) = Thinker::shared() {
                thinker.cancel_all();
            }
        });
        table
    }

    /// Opens a table that is not saved, with or without hints.
    pub fn aside(local: Local, hints: bool) -> Self {
        Self::driven(local, None, hints)
    }

    fn driven(local: Local, kept: Option<Keeping>, hints: bool) -> Self {
        let game = RwSignal::new(Arc::new(local.game().clone()));
        let sitters: Vec<(Seat, &Sitter)> =
            Seat::all(local.sitters().len() as u8).zip(local.sitters()).collect();
        let player = |(seat, sitter): &(Seat, &Sitter)| Player {
            name: sitter.name(*seat),
            kind: sitter.kind(),
        };
        let players: Arc<Vec<Player>> = Arc::new(sitters.iter().map(player).collect());
        let people = sitters.iter().filter(|(_, sitter)| !sitter.is_bot());
        let own: Vec<Seat> = people.map(|(seat, _)| *seat).collect();
        let local = StoredValue::new(local);
        let can_undo = Memo::new(move |_| {
            game.track();
            local.with_value(Local::can_undo)
        });
        let driver = StoredValue::<Option<Driver>>::new(None);
        let judged = Signal::derive(move || hints && game.with(|game| game.turn() == Turn::Over));
        let with = move |run: fn(Driver)| driver.get_value().into_iter().for_each(run);
        let players = Signal::stored(players);
        let table = Self {
            own: Signal::stored(own),
            act: Callback::new(move |(seat, action): (Seat, String)| {
                if let Some(driver) = driver.get_value() {
                    driver.act(seat, &action);
                }
            }),
            undo: Callback::new(move |()| with(Driver::undo)),
            can_undo: can_undo.into(),
            ask_hint: Callback::new(move |()| with(Driver::hint)),
            study: Study::new(judged, hints),
            ..Self::still(game, players)
        };
        let made = Driver {
            local,
            table,
            kept: StoredValue::new(kept),
            turn: StoredValue::new(0),
            busy: StoredValue::new(false),
        };
        driver.set_value(Some(made));
        spawn_local(made.begin());
        table
    }
}

impl Driver {
    /// Starts the game in a later task than the page.
    async fn begin(self) {
        browser::next_task().await;
        if self.is_there() {
            self.changed();
        }
    }

    fn act(self, seat: Seat, action: &str) {
        let acted = self.local.try_update_value(|local| local.act(seat, action));
        match acted {
            Some(Ok(_)) => self.changed(),
            Some(Err(error)) => self.table.notice.set(Some(error.to_string())),
            None => {}
        }
    }

    fn undo(self) {
        match self.local.try_update_value(Local::undo) {
            Some(Ok(())) => {
                self.turn.update_value(|turn| *turn += 1);
                self.changed();
            }
            Some(Err(refusal)) => self.table.notice.set(Some(refusal.to_string())),
            None => {}
        }
    }

    /// Shows and saves the present state, and lets the game go on.
    fn changed(self) {
        clear(self.table.notice);
        clear(self.table.hint);
        self.publish();
        if !self.busy.get_value() {
            self.busy.set_value(true);
            spawn_local(self.go_on());
        }
    }

    fn publish(self) {
        let local = self.local.get_value();
        self.table.game.set(Arc::new(local.game().clone()));
        spawn_local(self.keep(local));
    }

    async fn keep(self, local: Local) {
        let Some(Keeping { id, started }) = self.kept.get_value() else { return };
        // Showing the action comes before saving it.
        browser::next_task().await;
        let saved = SavedTable::of(id, &local, started);
        let kept = async { Store::open().await?.put(&saved).await };
        if let Err(error) = kept.await {
            self.table.notice.try_set(Some(error.to_string()));
        }
    }

    /// Deals and lets bots act until a person is to act.
    async fn go_on(self) {
        let mut has_broken = false;
        while self.is_there() {
            if self.deal() {
                continue;
            }
            if self.local.with_value(Local::bot_to_act).is_none() {
                break;
            }
            // The last action is painted before a bot is asked.
            browser::painted().await;
            let next = self.local.try_with_value(Local::bot_to_act).flatten();
            let Some((seat, level)) = next else { continue };
            let turn = self.turn.get_value();
            let advice = self.think(self.question(seat, level, None)).await;
            let broke_before =
                mem::replace(&mut has_broken, matches!(advice, Err(ThinkError::Broke(_))));
            // The board is mounted before a bot acts, so that its action is seen.
            soon::all_there().await;
            match advice {
                Ok(advice) if self.is_there() && self.turn.get_value() == turn => {
                    let acted =
                        self.local.try_update_value(|local| local.act(seat, &advice.action));
                    if matches!(acted, Some(Ok(_))) {
                        self.publish();
                        pause(PAUSE).await;
                    }
                }
                Ok(_) => {}
                // After the first crash the worker is started again.
                Err(ThinkError::Broke(_)) if !broke_before => {}
                Err(ThinkError::Broke(reason)) => {
                    crash::show(&reason);
                    break;
                }
                Err(error) => {
                    self.table.notice.try_set(Some(format!("{error}. It will be asked again.")));
                    TimeoutFuture::new(AGAIN).await;
                }
            }
        }
        self.busy.try_set_value(false);
    }

    /// Whether the page still shows the table.
    fn is_there(self) -> bool {
        self.local.try_with_value(|_| ()).is_some()
    }

    fn deal(self) -> bool {
        let dealt = self.local.try_update_value(|local| {
            let mut dealt = false;
            while local.deal().is_some() {
                dealt = true;
            }
            dealt
        });
        let dealt = dealt == Some(true);
        if dealt {
            self.publish();
        }
        dealt
    }

    /// Asks for advice and shows the progress at the seat.
    async fn think(self, question: Question) -> Result<Advice, ThinkError> {
        let (thinking, seat) = (self.table.thinking, question.seat);
        let show = move |share| {
            thinking.try_set(Some(Thinking { seat, share }));
        };
        show(0.0);
        let advice = ask(question, show).await;
        thinking.try_set(None);
        advice
    }

    fn question(self, seat: Seat, level: u8, millis: Option<f64>) -> Question {
        let record = self.local.with_value(|local| local.game().record());
        let seed = u64::from_le_bytes(browser::random_bytes());
        Question { record, seat, level, seed, millis }
    }

    fn hint(self) {
        let Some(seat) = self.local.with_value(Local::person_to_act) else { return };
        let moment = self.local.with_value(|local| local.game().actions());
        let question = self.question(seat, HINT_LEVEL, Some(HINT_MILLIS));
        let table = self.table;
        spawn_local(async move {
            match self.think(question).await {
                Ok(advice) => {
                    let choices = advice.choices.into_iter().map(|it| (it.action, it.share));
                    table.hint.try_set(Some(Hint { moment, choices: choices.collect() }));
                }
                Err(error) => drop(table.notice.try_set(Some(error.to_string()))),
            }
        });
    }
}

/// Clears a signal; notifies its subscribers only if it was set.
fn clear<T: Send + Sync + 'static>(said: RwSignal<Option<T>>) {
    if said.with_untracked(Option::is_some) {
        said.set(None);
    }
}

async fn ask(question: Question, progress: impl Fn(f32) + 'static) -> Result<Advice, ThinkError> {
    Thinker::shared()?.ask(question, progress).await
}

/// Waits, unless the setting `pace` is `quick`.
pub(super) async fn pause(millis: u32) {
    if browser::kept("pace").as_deref() != Some("quick") {
        TimeoutFuture::new(millis).await;
    }
}
