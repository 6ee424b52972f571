//! The command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// Board games of sheep and whiskey: play them, replay them, check them, program them.
#[derive(Parser, Debug)]
#[command(name = "bellwether", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  bellwether play                        a game in the terminal against random opponents
  bellwether play foxy-and-wooly -p 3    the same, without questions
  bellwether replay game.bwr             tells a recorded game move by move
  bellwether verify game.bwr             checks a record, and the dealer's draws if it reveals the seed
  echo '{\"op\":\"games\"}' | bellwether engine

A file name of - is standard input. Errors go to standard error; the exit status is 0 if all is
well, 1 if something failed and 2 for wrong usage.")]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the games: players, options, component sets.
    Games(GamesArgs),
    /// Play in the terminal against random opponents.
    Play(PlayArgs),
    /// Tell a recorded game in words, move by move, with the result.
    Replay(ReplayArgs),
    /// Check a record: every action, the result, and the draws if the seed is revealed.
    Verify(VerifyArgs),
    /// Speak the engine protocol: one JSON object a line on standard input and output.
    #[command(after_help = "\
Each request has an \"op\"; each answer has \"ok\", and \"error\" if it is false. An \"id\" in the
request comes back in the answer. The ops:
  hello, games, quit
  new {game, players, options?, set?}, load {record}, record
  turn, legal {seat}, apply {seat, action}, undo {count?}, roll {seed}
  state, hash, perft {depth}, scores, random {seed, count}, bot {seat, level}")]
    Engine(EngineArgs),
}

/// Component sets to load.
#[derive(ClapArgs, Debug, Default, Clone)]
pub struct SetFiles {
    /// Load a component set from a file; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub set: Vec<PathBuf>,
}

/// Arguments of `games`.
#[derive(ClapArgs, Debug)]
pub struct GamesArgs {
    /// Print the rules of this game.
    #[arg(value_name = "GAME")]
    pub rules: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `play`.
#[derive(ClapArgs, Debug)]
pub struct PlayArgs {
    /// Which game; asked for if left out.
    #[arg(value_name = "GAME")]
    pub game: Option<String>,
    /// How many players, you included; asked for if left out.
    #[arg(short, long, value_name = "N")]
    pub players: Option<u64>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seat: u64,
    /// What you are called at the table.
    #[arg(long, value_name = "NAME", default_value = "Fionn")]
    pub name: String,
    /// Choose an option, for example gate=right; may be given several times.
    #[arg(short, long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// Play the same deal again: the seed of draws and opponents.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Use this loaded component set.
    #[arg(long, value_name = "ID")]
    pub with: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `replay`.
#[derive(ClapArgs, Debug)]
pub struct ReplayArgs {
    /// The record.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show the position after every action too.
    #[arg(long)]
    pub positions: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `verify`.
#[derive(ClapArgs, Debug)]
pub struct VerifyArgs {
    /// The records.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `engine`.
#[derive(ClapArgs, Debug)]
pub struct EngineArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or("an option is NAME=VALUE, such as gate=right")?;
    Ok((name.to_owned(), value.to_owned()))
}
