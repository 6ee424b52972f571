//! The command line.

use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use registry::{GameId, NewGame};

use crate::settings::LogFormat;

/// Board games of sheep and whiskey: play them, replay them, check them, program them.
#[derive(Parser, Debug)]
#[command(name = "bellwether", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  bellwether play                        a game in the terminal against bots
  bellwether play foxy-and-wooly -p 3    the same, without questions
  bellwether replay game.bwr             tells a recorded game move by move
  bellwether hint game.bwr               what a bot would do in a record's last position
  bellwether analyse game.bwr            what every decision of a game was worth
  bellwether serve                       tables for people on the network, at http://127.0.0.1:8080
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
    /// Play in the terminal against bots.
    Play(PlayArgs),
    /// Tell a recorded game in words, move by move, with the result.
    Replay(ReplayArgs),
    /// Check a record: every action, the result, and the draws if the seed is revealed.
    Verify(VerifyArgs),
    /// Tell what a bot thinks of a record's last position.
    Hint(HintArgs),
    /// Weigh every decision of a recorded game.
    Analyse(AnalyseArgs),
    /// Let bots play each other and weigh the results.
    #[command(after_help = "\
Bots: level1 to level5 (level5@0.1 thinks a tenth of its time, level5x2 in two threads), mcts:SIMS and
plain:SIMS (tree search with and without knowledge of the game), flat:SIMS (playouts without a tree),
greedy, simple, random; mcts:50ms goes by the clock. The last one named takes all seats that are left.
Every deal is played once with the bots in each seat. A contest that was interrupted goes on where it
stopped.")]
    Arena(ArenaArgs),
    /// Speak the engine protocol: one JSON object a line on standard input and output.
    #[command(after_help = "\
Each request has an \"op\"; each answer has \"ok\", and \"error\" if it is false. An \"id\" in the
request comes back in the answer. The ops:
  hello, games, quit
  new {game, players, options?, set?}, load {record}, record
  turn, legal {seat}, apply {seat, action}, undo {count?}, roll {seed}
  state, hash, perft {depth}, scores, random {seed, count}, bot {seat, level, millis? or sims?, seed?}")]
    Engine(EngineArgs),
    /// Serve tables to people on the network.
    #[command(after_help = "\
Every setting can be given as a flag, in the environment or in the settings file (TOML, the flag's
name without the dashes in front); the first of these wins.")]
    Serve(ServeArgs),
    /// Write everything that a server keeps as JSON lines.
    #[command(after_help = "\
The server may run meanwhile. The file holds secrets: password hashes, sessions, and the seeds of
games that go on.")]
    Export(ExportArgs),
    /// Read an export, or another server's SQLite file, into an empty database.
    #[command(after_help = "\
From SQLite to PostgreSQL:
  bellwether import bellwether.db --database postgres://me@db/bellwether")]
    Import(ImportArgs),
    /// Copy a server's SQLite file, also while it runs.
    Backup(BackupArgs),
}

/// Component sets to load.
#[derive(ClapArgs, Debug, Default, Clone)]
pub struct SetFiles {
    /// Load a component set from a file; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub set: Vec<PathBuf>,
}

/// How a game is set up.
#[derive(ClapArgs, Debug, Default, Clone)]
pub struct SetUp {
    /// Choose an option, for example gate=right; may be given several times.
    #[arg(short, long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
    /// Use this loaded component set.
    #[arg(long, value_name = "ID")]
    pub with: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

impl SetUp {
    /// The setup of a game for that many players.
    pub(crate) fn game(&self, game: GameId, players: u64) -> NewGame {
        NewGame { game, players, options: self.options.clone(), set: self.with.clone() }
    }
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
    /// How well your opponents play, from 1 to 5.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=5))]
    pub level: u8,
    /// Play the same deal again: the seed of draws and opponents.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub set_up: SetUp,
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
    /// The records, or the logs of tables as a server gives them (/api/tables/ID/log.json).
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `hint`.
#[derive(ClapArgs, Debug)]
pub struct HintArgs {
    /// The record.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How well the bot plays, from 1 to 5.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub level: u8,
    /// How long it may think, in milliseconds.
    #[arg(long, value_name = "N", conflicts_with = "sims")]
    pub millis: Option<u64>,
    /// How many games it simulates: the same answer every time.
    #[arg(long, value_name = "N")]
    pub sims: Option<u64>,
    /// The seed of its chances.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `analyse`.
#[derive(ClapArgs, Debug)]
pub struct AnalyseArgs {
    /// The record.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How many games are simulated for each decision.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub sims: u64,
    /// Print JSON instead of a table.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `arena`.
#[derive(ClapArgs, Debug)]
pub struct ArenaArgs {
    /// Which game.
    #[arg(long, value_name = "GAME")]
    pub game: String,
    /// How many players.
    #[arg(short, long, value_name = "N", default_value_t = 2)]
    pub players: u64,
    /// The bots, separated by commas. The last one has all seats that are left; if there are more
    /// bots than seats, every combination of them is played.
    #[arg(long, value_name = "LIST")]
    pub bots: String,
    /// How many games at most.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub games: u64,
    /// Stop as soon as it is decided whether the first bot is stronger than the others.
    #[arg(long)]
    pub sprt: bool,
    /// The first deal; the others follow.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Go by the time of the processor instead of the clock's, for a machine that has other work as well.
    #[arg(long)]
    pub processor_time: bool,
    /// Where the results are kept; the plots lie beside it. With more bots than seats every
    /// combination has a file of its own, such as arena-1-3.json.
    #[arg(long, value_name = "FILE", default_value = "arena.json")]
    pub out: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub set_up: SetUp,
}

/// Arguments of `engine`.
#[derive(ClapArgs, Debug)]
pub struct EngineArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Arguments of `serve`.
#[derive(ClapArgs, Debug)]
pub struct ServeArgs {
    /// Read settings from this file.
    #[arg(long, value_name = "FILE", env = "BELLWETHER_CONFIG")]
    pub config: Option<PathBuf>,
    /// Listen here [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "BELLWETHER_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Store everything here: a file for SQLite, or postgres://… [default: ./bellwether.db].
    #[arg(long, value_name = "PLACE", env = "BELLWETHER_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
    /// Where people find the server: https, a colon, two slashes and the host.
    #[arg(long, value_name = "URL", env = "BELLWETHER_ORIGIN")]
    pub origin: Option<String>,
    /// Read the secret that signs cookies from this file: 64 hexadecimal digits.
    #[arg(long, value_name = "FILE", env = "BELLWETHER_SECRET_FILE")]
    pub secret_file: Option<PathBuf>,
    /// The secret itself; a flag would show it to everyone on the machine.
    #[arg(long, hide = true, env = "BELLWETHER_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Read the secret of whoever runs the server from this file: 64 hexadecimal digits.
    #[arg(long, value_name = "FILE", env = "BELLWETHER_ADMIN_SECRET_FILE")]
    pub admin_secret_file: Option<PathBuf>,
    /// The secret itself; a flag would show it to everyone on the machine.
    #[arg(long, hide = true, env = "BELLWETHER_ADMIN_SECRET", hide_env_values = true)]
    pub admin_secret: Option<String>,
    /// A proxy in front says in X-Forwarded-For who asks.
    #[arg(long, env = "BELLWETHER_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// Requests from one address [default: 50].
    #[arg(long, value_name = "N", env = "BELLWETHER_REQUESTS_PER_SECOND")]
    pub requests_per_second: Option<NonZeroU32>,
    /// New guests from one address [default: 20].
    #[arg(long, value_name = "N", env = "BELLWETHER_GUESTS_PER_MINUTE")]
    pub guests_per_minute: Option<NonZeroU32>,
    /// Wrong passwords tried from one address [default: 10].
    #[arg(long, value_name = "N", env = "BELLWETHER_PASSWORDS_PER_MINUTE")]
    pub passwords_per_minute: Option<NonZeroU32>,
    /// Wrong passwords tried for one name from anywhere [default: 100].
    #[arg(long, value_name = "N", env = "BELLWETHER_PASSWORDS_FOR_A_NAME_PER_MINUTE")]
    pub passwords_for_a_name_per_minute: Option<NonZeroU32>,
    /// Tables opened by one person [default: 20].
    #[arg(long, value_name = "N", env = "BELLWETHER_TABLES_PER_MINUTE")]
    pub tables_per_minute: Option<NonZeroU32>,
    /// Messages on one WebSocket [default: 20].
    #[arg(long, value_name = "N", env = "BELLWETHER_MESSAGES_PER_SECOND")]
    pub messages_per_second: Option<NonZeroU32>,
    /// Lines of chat said by one person [default: 30].
    #[arg(long, value_name = "N", env = "BELLWETHER_LINES_PER_MINUTE")]
    pub lines_per_minute: Option<NonZeroU32>,
    /// WebSockets from one address [default: 200].
    #[arg(long, value_name = "N", env = "BELLWETHER_SOCKETS_PER_ADDRESS")]
    pub sockets_per_address: Option<NonZeroU32>,
    /// Connections from one address, unless a proxy is in front [default: 500].
    #[arg(long, value_name = "N", env = "BELLWETHER_CONNECTIONS_PER_ADDRESS")]
    pub connections_per_address: Option<NonZeroU32>,
    /// Bytes of answers that one address has asked for and not read yet [default: 16777216].
    #[arg(long, value_name = "N", env = "BELLWETHER_UNREAD_BYTES_PER_ADDRESS")]
    pub unread_bytes_per_address: Option<NonZeroU32>,
    /// How long nothing of what is sent may be read before a connection is closed [default: 20].
    #[arg(long, value_name = "N", env = "BELLWETHER_WRITE_TIMEOUT_SECONDS")]
    pub write_timeout_seconds: Option<NonZeroU32>,
    /// Tables opened from one address [default: 60].
    #[arg(long, value_name = "N", env = "BELLWETHER_TABLES_PER_MINUTE_PER_ADDRESS")]
    pub tables_per_minute_per_address: Option<NonZeroU32>,
    /// Public tables of one person that wait for players [default: 5].
    #[arg(long, value_name = "N", env = "BELLWETHER_PUBLIC_TABLES_PER_PERSON")]
    pub public_tables_per_person: Option<NonZeroU32>,
    /// Public tables from one address that wait for players [default: 20].
    #[arg(long, value_name = "N", env = "BELLWETHER_PUBLIC_TABLES_PER_ADDRESS")]
    pub public_tables_per_address: Option<NonZeroU32>,
    /// Hours that a public table waits in the list when nothing happens there [default: 24].
    #[arg(long, value_name = "N", env = "BELLWETHER_PUBLIC_TABLE_HOURS")]
    pub public_table_hours: Option<NonZeroU32>,
    /// Games with bots that one person may have under way [default: 20].
    #[arg(long, value_name = "N", env = "BELLWETHER_BOT_TABLES_PER_PERSON")]
    pub bot_tables_per_person: Option<NonZeroU32>,
    /// Games with bots that may be under way from one address [default: 100].
    #[arg(long, value_name = "N", env = "BELLWETHER_BOT_TABLES_PER_ADDRESS")]
    pub bot_tables_per_address: Option<NonZeroU32>,
    /// Webhooks set by one person [default: 10].
    #[arg(long, value_name = "N", env = "BELLWETHER_WEBHOOKS_PER_MINUTE")]
    pub webhooks_per_minute: Option<NonZeroU32>,
    /// Programs added by one person [default: 10].
    #[arg(long, value_name = "N", env = "BELLWETHER_PROGRAMS_PER_MINUTE")]
    pub programs_per_minute: Option<NonZeroU32>,
    /// Webhooks may lead to addresses that only this machine can reach, and need no encryption.
    #[arg(long, env = "BELLWETHER_WEBHOOKS_TO_PRIVATE_ADDRESSES")]
    pub webhooks_to_private_addresses: bool,
    /// Forget guests who have done nothing after so many days; 0 for never [default: 90].
    #[arg(long, value_name = "DAYS", env = "BELLWETHER_GUEST_DAYS")]
    pub guest_days: Option<u32>,
    /// Forget tables that never began after so many days; 0 for never [default: 30].
    #[arg(long, value_name = "DAYS", env = "BELLWETHER_UNSTARTED_TABLE_DAYS")]
    pub unstarted_table_days: Option<u32>,
    /// Threads in which bots think [default: one less than there are cores].
    #[arg(long, value_name = "N", env = "BELLWETHER_BOT_THREADS")]
    pub bot_threads: Option<NonZeroUsize>,
    /// The longest that a bot thinks about a turn, in milliseconds [default: 4000].
    #[arg(long, value_name = "N", env = "BELLWETHER_BOT_MILLIS")]
    pub bot_millis: Option<NonZeroU32>,
    /// What is logged, such as warn or info,server=debug [default: info].
    #[arg(long, value_name = "FILTER", env = "BELLWETHER_LOG")]
    pub log: Option<String>,
    /// How the log is written [default: text].
    #[arg(long, value_name = "FORMAT", env = "BELLWETHER_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub sets: SetFiles,
}

/// Which database.
#[derive(ClapArgs, Debug)]
pub struct DatabaseArgs {
    /// Where everything is stored: a file for SQLite, or postgres://…
    #[arg(long, value_name = "PLACE", env = "BELLWETHER_DATABASE", hide_env_values = true)]
    #[arg(default_value = "./bellwether.db")]
    pub database: String,
}

/// Arguments of `export`.
#[derive(ClapArgs, Debug)]
pub struct ExportArgs {
    /// The new file.
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseArgs,
}

/// Arguments of `import`.
#[derive(ClapArgs, Debug)]
pub struct ImportArgs {
    /// The export, or the SQLite file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseArgs,
}

/// Arguments of `backup`.
#[derive(ClapArgs, Debug)]
pub struct BackupArgs {
    /// The new file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseArgs,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) =
        text.split_once('=').ok_or("an option is NAME=VALUE, such as gate=right")?;
    Ok((name.to_owned(), value.to_owned()))
}
