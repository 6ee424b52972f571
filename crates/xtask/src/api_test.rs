//! `cargo xtask api-test`: a real server is asked what its own description allows, and what it does
//! not, by schemathesis; every answer is compared with the description.
//!
//! The programs are in `crates/xtask/api-test`. Everything is asked at a loopback address.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result, bail};
use clap::Args;
use rustix::process::{Pid, Signal, kill_process};

use crate::shell::{cargo, program, run, succeeds};
use crate::system::{self, VERSION_TIMEOUT};
use crate::workspace::{root, target_folder};

/// What opens `/api/admin` at a server that nobody else can reach.
const SECRET: &str = "abababababababababababababababababababababababababababababababab";
/// So often may anything be asked for.
const NO_LIMIT: &str = "1000000";
const LIMITS: [&str; 13] = [
    "--requests-per-second",
    "--guests-per-minute",
    "--passwords-per-minute",
    "--passwords-for-a-name-per-minute",
    "--tables-per-minute",
    "--tables-per-minute-per-address",
    "--public-tables-per-person",
    "--public-tables-per-address",
    "--bot-tables-per-person",
    "--bot-tables-per-address",
    "--webhooks-per-minute",
    "--programs-per-minute",
    "--lines-per-minute",
];

/// The options of `cargo xtask api-test`.
#[derive(Args)]
pub(crate) struct Options {
    /// How many cases are made for each operation at a time
    #[arg(long, value_name = "N", default_value_t = 50)]
    max_examples: u32,
    /// For how long requests are made, in all
    #[arg(long, value_name = "N", default_value_t = 240)]
    seconds: u32,
    /// Where the random cases start: the same cases again
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Starts a server with a new database and has it tried.
pub(crate) fn api_test(options: &Options) -> Result<()> {
    let folder = root().join("target/api-test");
    fs::create_dir_all(&folder)?;
    let python = python(&folder)?;
    run(&mut cargo("build --package bellwether"))?;
    let server = Server::start(&folder)?;
    let script = root().join("crates/xtask/api-test/run.py");
    let mut command = program(&python.to_string_lossy(), []);
    command.arg(script).arg(&server.address).arg("--out").arg(&folder);
    command.args(["--secret", SECRET, "--max-examples", &options.max_examples.to_string()]);
    command.args(["--seconds", &options.seconds.to_string()]);
    run(command.args(["--seed", &options.seed.to_string()]))
}

/// The interpreter of an environment of its own, with what `requirements.txt` names.
fn python(folder: &Path) -> Result<PathBuf> {
    let environment = folder.join("python");
    let (python, installed) = (environment.join("bin/python"), environment.join("installed.txt"));
    let requirements = root().join("crates/xtask/api-test/requirements.txt");
    let wanted = fs::read(&requirements)?;
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    system::ensure("python3", "python3")?;
    let has_venv =
        || succeeds(&mut program("python3", ["-c", "import ensurepip, venv"]), VERSION_TIMEOUT);
    system::ensure_that(has_venv, "python3 -m venv", "python3-venv")?;
    run(program("python3", ["-m", "venv", "--clear"]).arg(&environment))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    run(program(&python.to_string_lossy(), install).arg("--requirement").arg(&requirements))?;
    fs::write(installed, wanted)?;
    Ok(python)
}

/// A server, which stops when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Result<Self> {
        let database = folder.join("bellwether.db");
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{ending}", database.display()));
        }
        let binary = target_folder()?.join("debug/bellwether");
        let mut command = program(&binary.to_string_lossy(), ["serve", "--listen", "127.0.0.1:0"]);
        command.arg("--database").arg(&database).arg("--webhooks-to-private-addresses");
        for limit in LIMITS {
            command.args([limit, NO_LIMIT]);
        }
        command.env("BELLWETHER_ADMIN_SECRET", SECRET).env("BELLWETHER_LOG", "warn");
        let mut child =
            command.stdout(Stdio::piped()).spawn().context("the server cannot start")?;
        let output = child.stdout.take().context("its output is ours")?;
        let mut server = Self { child, address: String::new() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        match line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:")) {
            Some(address) => address.clone_into(&mut server.address),
            None => bail!("the server does not say where it listens: {line}"),
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let pid = Pid::from_child(&self.child);
        if let Err(error) = kill_process(pid, Signal::TERM) {
            eprintln!("the server cannot be stopped: {error}");
        }
        let _ = self.child.wait();
    }
}
