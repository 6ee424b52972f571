//! `bellwether arena`: contests of bots.

mod clock;
mod contest;
mod plot;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use bots::arena::{Entry, Game, Sprt, Verdict, play};
use bots::{Bot, Clock, SearchControl, SystemClock};
use indicatif::{ProgressBar, ProgressStyle};
use registry::{AnyGame, Registry, with_game};
use sha2::{Digest, Sha256};

use crate::Failure;
use crate::args::ArenaArgs;
use clock::ProcessorClock;
use contest::{Contest, Terms};

pub(crate) fn run(options: &ArenaArgs) -> Result<(), Failure> {
    let registry = crate::files::registry(&options.set_up.sets)?;
    let entries = Entry::list(&options.bots);
    let entries = entries.map_err(|error| Failure::Refused(error.to_string()))?;
    let start = start(&registry, options)?;
    if options.processor_time {
        clock::check(&entries)?;
    }
    let program = program()?;
    for (out, entries) in tables(&options.out, &entries, start.players().into()) {
        let mut contest = Contest::open(&out, terms(options, &entries, program.clone()))?;
        let bots: Vec<Bot> = entries.iter().map(|entry| entry.bot).collect();
        play_missing_deals(&start, &bots, options, &mut contest)?;
        plot::draw(&contest, &out)?;
        anstream::stdout().lock().write_all(report::text(&contest).as_bytes())?;
    }
    Ok(())
}

/// The contests with their files, one bot per seat. With more bots than seats, every combination of
/// them has a contest and a file.
fn tables(out: &Path, entries: &[Entry], players: usize) -> Vec<(PathBuf, Vec<Entry>)> {
    if entries.len() > players {
        let tables = combinations(entries.len(), players).into_iter();
        let table = |places: Vec<usize>| {
            let numbers: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
            let stem = out.file_stem().unwrap_or_default().to_string_lossy();
            let file = out.with_file_name(format!("{stem}-{}.json", numbers.join("-")));
            (file, places.into_iter().map(|place| entries[place].clone()).collect())
        };
        return tables.map(table).collect();
    }
    let mut seated = entries.to_vec();
    seated.extend(entries.last().cloned().into_iter().cycle().take(players - entries.len()));
    vec![(out.to_owned(), seated)]
}

/// All combinations of `many` of `of` indices, in order.
fn combinations(of: usize, many: usize) -> Vec<Vec<usize>> {
    if many == 0 {
        return vec![Vec::new()];
    }
    let ending_with = |last: usize| {
        let fewer = combinations(last, many - 1).into_iter();
        fewer.map(move |places| places.into_iter().chain([last]).collect())
    };
    let mut all: Vec<Vec<usize>> = (many - 1..of).flat_map(ending_with).collect();
    all.sort_unstable();
    all
}

/// The version of this program with the beginning of its SHA-256, which changes with every change
/// of the bots.
fn program() -> Result<String, Failure> {
    let path = std::env::current_exe()?;
    let bytes = std::fs::read(&path).map_err(|error| Failure::File { path, error })?;
    let hash =
        Sha256::digest(&bytes).iter().take(8).fold(0, |all: u64, &byte| all << 8 | u64::from(byte));
    Ok(format!("{} {hash:016x}", env!("CARGO_PKG_VERSION")))
}

fn terms(options: &ArenaArgs, entries: &[Entry], program: String) -> Terms {
    Terms {
        program,
        game: options.game.clone(),
        players: options.players,
        options: options.set_up.options.clone(),
        set: options.set_up.with.clone(),
        seed: options.seed,
        processor_time: options.processor_time,
        bots: entries.iter().map(|entry| entry.name.clone()).collect(),
    }
}

fn start(registry: &Registry, options: &ArenaArgs) -> Result<AnyGame, Failure> {
    let new = options.set_up.game(crate::games::named(&options.game)?, options.players);
    AnyGame::new(registry, &new).map_err(|error| Failure::Refused(error.to_string()))
}

/// Plays the missing deals and saves the results of each once it is played.
fn play_missing_deals(
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
            let system = SystemClock::default();
            scope.spawn(move || {
                while let Some(&deal) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let clock: &dyn Clock =
                        if options.processor_time { &ProcessorClock } else { &system };
                    let control = SearchControl { clock, cancel };
                    let Some(games) = play_deal(start, bots, deal, control) else { return };
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

/// Collects results until all are there or the test is decided.
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

/// Plays a deal in every rotation of the seats; `None` if cancelled.
fn play_deal(
    start: &AnyGame,
    bots: &[Bot],
    deal: u64,
    control: SearchControl,
) -> Option<Vec<Game>> {
    let game = |rotation| with_game!(start.restarted(), game => play(*game, bots, deal, rotation, control));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(bots: &str, players: usize) -> Vec<String> {
        let tables = tables(Path::new("a/t.json"), &Entry::list(bots).unwrap(), players);
        let names = |entries: Vec<Entry>| entries.into_iter().map(|it| it.name).collect::<Vec<_>>();
        let tables = tables.into_iter();
        tables.map(|(out, bots)| format!("{}: {}", out.display(), names(bots).join(" "))).collect()
    }

    #[test]
    fn the_last_bot_has_all_other_seats() {
        assert_eq!(seated("greedy,simple", 2), ["a/t.json: greedy simple"]);
        assert_eq!(seated("greedy,simple", 4), ["a/t.json: greedy simple simple simple"]);
    }

    #[test]
    fn more_bots_than_seats_play_in_every_combination() {
        let pairs = [
            "a/t-1-2.json: greedy simple",
            "a/t-1-3.json: greedy random",
            "a/t-2-3.json: simple random",
        ];
        assert_eq!(seated("greedy,simple,random", 2), pairs);
        assert_eq!(seated("greedy,simple,random", 1).len(), 3);
        assert_eq!(combinations(5, 3).len(), 10);
    }
}
