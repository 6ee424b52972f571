//! `bellwether arena`: bots play each other.

mod contest;
mod plot;
mod report;

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use bots::arena::{Entry, Game, Sprt, Verdict, play};
use bots::{Bot, Leash, SystemClock};
use indicatif::{ProgressBar, ProgressStyle};
use shelf::{AnyGame, Shelf, with_game};

use crate::Failure;
use crate::args::ArenaArgs;
use contest::{Contest, Terms};

pub(crate) fn run(options: &ArenaArgs) -> Result<(), Failure> {
    let shelf = crate::files::shelf(&options.set_up.sets)?;
    let entries = entries(options)?;
    let mut contest = Contest::open(&options.out, terms(options, &entries))?;
    let bots: Vec<Bot> = entries.iter().map(|entry| entry.bot).collect();
    let start = start(&shelf, options)?;
    fight(&start, &bots, options, &mut contest)?;
    plot::draw(&contest, &options.out)?;
    let mut out = anstream::stdout().lock();
    Ok(out.write_all(report::text(&contest).as_bytes())?)
}

/// One bot for each seat.
fn entries(options: &ArenaArgs) -> Result<Vec<Entry>, Failure> {
    let refused = |reason: String| Failure::Refused(reason);
    let mut entries = Entry::list(&options.bots).map_err(|error| refused(error.to_string()))?;
    let players = usize::try_from(options.players).unwrap_or(usize::MAX);
    if entries.len() > players {
        let reason = format!("{} bots cannot sit at a table of {players}", entries.len());
        return Err(refused(reason));
    }
    if let Some(last) = entries.last().cloned() {
        entries.resize(players.min(rules::MAX_SEATS), last);
    }
    Ok(entries)
}

fn terms(options: &ArenaArgs, entries: &[Entry]) -> Terms {
    Terms {
        game: options.game.clone(),
        players: options.players,
        options: options.set_up.options.clone(),
        set: options.set_up.with.clone(),
        seed: options.seed,
        bots: entries.iter().map(|entry| entry.name.clone()).collect(),
    }
}

fn start(shelf: &Shelf, options: &ArenaArgs) -> Result<AnyGame, Failure> {
    let new = options.set_up.game(crate::games::named(&options.game)?, options.players);
    AnyGame::new(shelf, &new).map_err(|error| Failure::Refused(error.to_string()))
}

/// Plays the deals that are missing and keeps the results of each as soon as it is played.
fn fight(
    start: &AnyGame,
    bots: &[Bot],
    options: &ArenaArgs,
    contest: &mut Contest,
) -> Result<(), Failure> {
    let deals = options.games.div_ceil(options.players.max(1));
    let missing: Vec<u64> =
        (options.seed..options.seed + deals).filter(|&deal| !contest.has(deal)).collect();
    let bar = progress(deals, deals - missing.len() as u64);
    let (next, cancel) = (AtomicU64::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    let result = std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            let (send, missing, next, cancel) = (send.clone(), &missing, &next, &cancel);
            scope.spawn(move || {
                while let Some(&deal) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let Some(games) = play_deal(start, bots, deal, cancel) else { return };
                    if send.send(games).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let result = gather(&receive, &bar, options, contest);
        cancel.store(true, Ordering::Relaxed);
        drop(receive);
        result
    });
    bar.finish_and_clear();
    result
}

/// Takes the results as they come, until all are there or the question is decided.
fn gather(
    receive: &mpsc::Receiver<Vec<Game>>,
    bar: &ProgressBar,
    options: &ArenaArgs,
    contest: &mut Contest,
) -> Result<(), Failure> {
    loop {
        bar.set_message(report::line(contest));
        if options.sprt && contest.sprt().verdict() != Verdict::Undecided {
            return Ok(());
        }
        let Ok(games) = receive.recv() else { return Ok(()) };
        contest.add(games)?;
        bar.inc(1);
    }
}

/// Plays a deal with the bots in every seat; `None` if there is no more need.
fn play_deal(start: &AnyGame, bots: &[Bot], deal: u64, cancel: &AtomicBool) -> Option<Vec<Game>> {
    let clock = SystemClock::default();
    let leash = Leash { clock: &clock, cancel };
    let game =
        |rotation| with_game!(start.anew(), game => play(*game, bots, deal, rotation, leash));
    (0..start.players().into()).map(game).collect()
}

fn progress(deals: u64, done: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} deals, {eta} left  {wide_msg}");
    let bar = ProgressBar::new(deals).with_position(done);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// The test whether the first bot is stronger, over the deals played so far.
fn sprt_of(games: &[Game], players: u8) -> Sprt {
    let mut sprt = Sprt::new(players);
    for deal in games.chunk_by(|a, b| a.deal == b.deal) {
        let shares = deal.iter().flat_map(|game| &game.seats).filter(|seat| seat.bot == 0);
        sprt.add(shares.map(|seat| seat.share).sum::<f64>() / deal.len() as f64);
    }
    sprt
}
