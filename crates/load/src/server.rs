//! The measured server.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result};

/// The processor core that is reserved for the server.
const CORE: &str = "0";

/// A running `bellwether serve` with an empty database; dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(program: &Path, folder: &Path) -> Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let many = "100000000";
        let mut command = Command::new("taskset");
        command.args(["--cpu-list", CORE]).arg(program).arg("serve");
        command.args(["--listen", "127.0.0.1:0", "--log", "warn", "--database"]);
        command.arg(folder.join(format!("{number}.db")));
        for limit in [
            "--requests-per-second",
            "--guests-per-minute",
            "--tables-per-minute",
            "--tables-per-minute-per-address",
            "--messages-per-second",
            "--sockets-per-address",
            "--connections-per-address",
        ] {
            command.args([limit, many]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().context("`taskset` is missing")?;
        let out = child.stdout.take().context("the server has no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once(' '));
        let address = address.with_context(|| format!("the server says {line:?}"))?.0.to_owned();
        Ok(Self { child, address })
    }

    /// Its resident memory in bytes.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.context("no memory is stated")?.trim().trim_end_matches(" kB");
        Ok(kilobytes.parse::<u64>()? * 1024)
    }

    /// Its processor time in seconds.
    pub(crate) fn work(&self) -> Result<f64> {
        work_of(&self.child.id().to_string())
    }
}

/// The processor time of a process in seconds; `self` is this one.
pub(crate) fn work_of(process: &str) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = stat.rsplit_once(')').context("no times are stated")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let ticks = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
    Ok(ticks / 100.0)
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
