//! Runs a table of this device: deals, lets bots act, and saves every change.

use std::mem;
use std::sync::Arc;

use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::{Seat, Turn};

use super::{
    BotProgress, Hint, LocalTable, PlayerLabel, SavedTable, SeatPlayer, Study, Table, TableStore,
};
use crate::browser::{self, BotWorker, BotWorkerError};
use crate::crash;
use crate::deferred;
use crate::worker::{Advice, AdviceRequest};

/// The pause after a bot's action, in milliseconds.
const BOT_ACTION_PAUSE: u32 = 450;
/// The delay before a bot is asked again after an error, in milliseconds.
const RETRY_DELAY: u32 = 3000;
/// The level of the bot that gives hints.
const HINT_LEVEL: u8 = 4;
/// The time for a hint, in milliseconds.
const HINT_TIME_MILLIS: f64 = 800.0;

/// A local table with the handle that pages use.
#[derive(Copy, Clone)]
struct LocalDriver {
    local: StoredValue<LocalTable>,
    table: Table,
    save_target: StoredValue<Option<SaveTarget>>,
    /// Incremented by an undo: the advice of a bot that was asked before is dropped.
    undo_count: StoredValue<u32>,
    busy: StoredValue<bool>,
}

/// Where a table is saved.
#[derive(Clone)]
struct SaveTarget {
    id: String,
    started: f64,
}

impl Table {
    /// Opens a table that is saved on this device under that id.
    pub fn saved(id: String, local: LocalTable, started: f64) -> Self {
        let table = Self::with_driver(local, Some(SaveTarget { id, started }), true);
        on_cleanup(move || {
            if let Ok(bot_worker) = BotWorker::shared() {
                bot_worker.cancel_all();
            }
        });
        table
    }

    /// Opens a table that is not saved, with or without hints.
    pub fn unsaved(local: LocalTable, hints: bool) -> Self {
        Self::with_driver(local, None, hints)
    }

    fn with_driver(local: LocalTable, save_target: Option<SaveTarget>, hints: bool) -> Self {
        let game = RwSignal::new(Arc::new(local.game().clone()));
        let seat_players: Vec<(Seat, &SeatPlayer)> =
            Seat::all(local.seat_players().len() as u8).zip(local.seat_players()).collect();
        let label = |(seat, seat_player): &(Seat, &SeatPlayer)| PlayerLabel {
            name: seat_player.name(*seat),
            kind: seat_player.kind(),
        };
        let players: Arc<Vec<PlayerLabel>> = Arc::new(seat_players.iter().map(label).collect());
        let people = seat_players.iter().filter(|(_, seat_player)| !seat_player.is_bot());
        let own_seats: Vec<Seat> = people.map(|(seat, _)| *seat).collect();
        let local = StoredValue::new(local);
        let can_undo = Memo::new(move |_| {
            game.track();
            local.with_value(LocalTable::can_undo)
        });
        let driver = StoredValue::<Option<LocalDriver>>::new(None);
        let may_evaluate =
            Signal::derive(move || hints && game.with(|game| game.turn() == Turn::Over));
        let with = move |run: fn(LocalDriver)| driver.get_value().into_iter().for_each(run);
        let players = Signal::stored(players);
        let table = Self {
            own_seats: Signal::stored(own_seats),
            act: Callback::new(move |(seat, action): (Seat, String)| {
                if let Some(driver) = driver.get_value() {
                    driver.act(seat, &action);
                }
            }),
            undo: Callback::new(move |()| with(LocalDriver::undo)),
            can_undo: can_undo.into(),
            ask_hint: Callback::new(move |()| with(LocalDriver::hint)),
            study: Study::new(may_evaluate, hints),
            ..Self::read_only(game, players)
        };
        let started_driver = LocalDriver {
            local,
            table,
            save_target: StoredValue::new(save_target),
            undo_count: StoredValue::new(0),
            busy: StoredValue::new(false),
        };
        driver.set_value(Some(started_driver));
        spawn_local(started_driver.start());
        table
    }
}

impl LocalDriver {
    /// Starts the game in a later task than the page.
    async fn start(self) {
        browser::next_task().await;
        if self.is_mounted() {
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
        match self.local.try_update_value(LocalTable::undo) {
            Some(Ok(())) => {
                self.undo_count.update_value(|undo_count| *undo_count += 1);
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
            spawn_local(self.run_dealer_and_bots());
        }
    }

    fn publish(self) {
        let local = self.local.get_value();
        self.table.game.set(Arc::new(local.game().clone()));
        spawn_local(self.save(local));
    }

    async fn save(self, local: LocalTable) {
        let Some(SaveTarget { id, started }) = self.save_target.get_value() else { return };
        // Showing the action comes before saving it.
        browser::next_task().await;
        let saved = SavedTable::of(id, &local, started);
        let saving = async { TableStore::open().await?.put(&saved).await };
        if let Err(error) = saving.await {
            self.table.notice.try_set(Some(error.to_string()));
        }
    }

    /// Deals and lets bots act until a person is to act.
    async fn run_dealer_and_bots(self) {
        let mut has_crashed = false;
        while self.is_mounted() {
            if self.deal() {
                continue;
            }
            if self.local.with_value(LocalTable::bot_to_act).is_none() {
                break;
            }
            // The last action is painted before a bot is asked.
            browser::next_paint().await;
            let next = self.local.try_with_value(LocalTable::bot_to_act).flatten();
            let Some((seat, level)) = next else { continue };
            let undo_count = self.undo_count.get_value();
            let advice = self.advise(self.advice_request(seat, level, None)).await;
            let has_crashed_before =
                mem::replace(&mut has_crashed, matches!(advice, Err(BotWorkerError::Crashed(_))));
            // The board is mounted before a bot acts, so that its action is seen.
            deferred::all_mounted().await;
            match advice {
                Ok(advice) if self.is_mounted() && self.undo_count.get_value() == undo_count => {
                    let acted =
                        self.local.try_update_value(|local| local.act(seat, &advice.action));
                    if matches!(acted, Some(Ok(_))) {
                        self.publish();
                        pause(BOT_ACTION_PAUSE).await;
                    }
                }
                Ok(_) => {}
                // After the first crash the worker is started again.
                Err(BotWorkerError::Crashed(_)) if !has_crashed_before => {}
                Err(BotWorkerError::Crashed(reason)) => {
                    crash::show(&reason);
                    break;
                }
                Err(error) => {
                    self.table.notice.try_set(Some(format!("{error}. It will be asked again.")));
                    TimeoutFuture::new(RETRY_DELAY).await;
                }
            }
        }
        self.busy.try_set_value(false);
    }

    /// Whether the page still shows the table.
    fn is_mounted(self) -> bool {
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
    async fn advise(self, request: AdviceRequest) -> Result<Advice, BotWorkerError> {
        let (thinking, seat) = (self.table.thinking, request.seat);
        let show = move |share| {
            thinking.try_set(Some(BotProgress { seat, share }));
        };
        show(0.0);
        let advice = ask(request, show).await;
        thinking.try_set(None);
        advice
    }

    fn advice_request(self, seat: Seat, level: u8, millis: Option<f64>) -> AdviceRequest {
        let record = self.local.with_value(|local| local.game().record());
        let seed = u64::from_le_bytes(browser::random_bytes());
        AdviceRequest { record, seat, level, seed, millis }
    }

    fn hint(self) {
        let Some(seat) = self.local.with_value(LocalTable::person_to_act) else { return };
        let moment = self.local.with_value(|local| local.game().actions());
        let request = self.advice_request(seat, HINT_LEVEL, Some(HINT_TIME_MILLIS));
        let table = self.table;
        spawn_local(async move {
            match self.advise(request).await {
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
fn clear<T: Send + Sync + 'static>(signal: RwSignal<Option<T>>) {
    if signal.with_untracked(Option::is_some) {
        signal.set(None);
    }
}

async fn ask(
    request: AdviceRequest,
    progress: impl Fn(f32) + 'static,
) -> Result<Advice, BotWorkerError> {
    BotWorker::shared()?.advise(request, progress).await
}

/// Waits, unless the setting `pace` is `quick`.
pub(super) async fn pause(millis: u32) {
    if browser::settings::get("pace").as_deref() != Some("quick") {
        TimeoutFuture::new(millis).await;
    }
}
