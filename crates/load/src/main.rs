//! `cargo xtask load-test`: plays at many tables at once, on this machine only, and measures how
//! the server bears it.
//!
//! Every table has four people with a WebSocket each. The server runs on one core and this program
//! on another, and everything that is acknowledged is durable. Times are for people to read; no
//! test asserts them.

mod disk;
mod game;
mod guest;
mod idle;
mod party;
mod run;
mod server;
mod times;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Parser;

use crate::run::{Pace, Plan};
use crate::server::Server;

/// Measures a server.
#[derive(Parser)]
struct Arguments {
    /// The program `bellwether`
    program: PathBuf,
    /// Where the database lies while it is measured; a temporary folder if left out
    #[arg(long)]
    folder: Option<PathBuf>,
    /// How long each measurement takes
    #[arg(long, value_name = "N", default_value_t = 4)]
    seconds: u64,
    /// At how many tables people play as fast as they can, one measurement after the other
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = [1, 50, 200])]
    tables: Vec<usize>,
    /// Only these: play, paced, idle
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments = Arguments::parse();
    raise_file_limit();
    let wanted = |name: &str| arguments.only.is_empty() || arguments.only.iter().any(|o| o == name);
    let length = Duration::from_secs(arguments.seconds);
    let folder = match &arguments.folder {
        Some(folder) => tempfile::tempdir_in(folder)?,
        None => tempfile::tempdir()?,
    };
    if wanted("play") {
        for tables in arguments.tables {
            let before = disk::sync_rate(folder.path())?;
            let server = Server::start(&arguments.program, folder.path())?;
            let plan = Plan { tables, length, pace: Pace::AsFastAsPossible };
            let moves = plan.measure(&server).await?;
            let disk = f64::midpoint(before, disk::sync_rate(folder.path())?);
            println!(
                "    the disk alone, before and after: {disk:.0} fdatasync/s, of which this is {:.0} %",
                100.0 * moves / disk
            );
        }
    }
    if wanted("paced") {
        let server = Server::start(&arguments.program, folder.path())?;
        let pace = Pace::Every(Duration::from_millis(500));
        Plan { tables: 50, length: length.max(Duration::from_secs(10)), pace }
            .measure(&server)
            .await?;
    }
    if wanted("idle") {
        idle::measure(&Server::start(&arguments.program, folder.path())?).await?;
    }
    Ok(())
}

/// Thousands of sockets are thousands of files.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    // If it cannot be raised, there will be fewer sockets, and that will be said.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
