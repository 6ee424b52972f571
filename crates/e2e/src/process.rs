//! Child processes: server and `WebDriver`. Each is started on a free port and reports it, and is
//! stopped when its handle is dropped.

use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

/// A process that is killed when it is dropped.
#[derive(Debug)]
struct Process {
    child: Child,
    /// Kept open: a process whose output is closed would fail when it prints.
    output: Lines<BufReader<ChildStdout>>,
}

impl Process {
    fn start(command: &mut Command) -> Result<Self> {
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("{command:?} cannot be started"))?;
        let output = child.stdout.take().context("its output is ours")?;
        Ok(Self { child, output: BufReader::new(output).lines() })
    }

    /// Reads output until a line matches.
    fn read_until<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Result<T> {
        for line in &mut self.output {
            if let Some(found) = find(&line?) {
                return Ok(found);
            }
        }
        bail!("the program has ended before it was ready")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server with a database of its own.
#[derive(Debug)]
pub struct Server {
    running: Option<Process>,
    folder: TempDir,
    address: String,
    environment: Vec<(String, String)>,
}

impl Server {
    /// Starts a server on a free port.
    ///
    /// # Errors
    /// If the program is not built or does not start.
    pub fn start() -> Result<Self> {
        Self::start_with(&[])
    }

    /// The same with environment variables.
    ///
    /// # Errors
    /// If the program is not built or does not start.
    pub fn start_with(environment: &[(&str, &str)]) -> Result<Self> {
        let mut server = Self::external("127.0.0.1:0".to_owned())?;
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        server.environment = environment.iter().map(owned).collect();
        server.restart()?;
        Ok(server)
    }

    /// A server that another process has started and will stop.
    fn external(address: String) -> Result<Self> {
        Ok(Self { running: None, folder: tempfile::tempdir()?, address, environment: Vec::new() })
    }

    /// Kills the server, like a power failure.
    pub fn kill(&mut self) {
        self.running = None;
    }

    /// Restarts the server on the same port with the same database.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self) -> Result<()> {
        let mut command = Command::new(program()?);
        command.args(["serve", "--log", "warn", "--requests-per-second", "1000", "--listen"]);
        command.arg(&self.address).arg("--database").arg(self.folder.path().join("bellwether.db"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let mut running = Process::start(&mut command)?;
        self.address = running.read_until(address_in)?;
        self.running = Some(running);
        Ok(())
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Load: people at fifty tables of a server, with two actions a second at each.
#[derive(Debug)]
pub struct Background {
    _running: Process,
    address: String,
}

impl Background {
    /// Starts the server and the load. Returns when they play.
    ///
    /// # Errors
    /// If they do not start.
    pub fn start(load: &Path, server: &Path) -> Result<Self> {
        let mut command = Command::new(load);
        command.arg(server).args(["--only", "paced", "--seconds", "90"]);
        let mut running = Process::start(&mut command)?;
        let address = running.read_until(address_in)?;
        Ok(Self { _running: running, address })
    }

    /// The server.
    ///
    /// # Errors
    /// If there is no directory for temporary files.
    pub fn server(&self) -> Result<Server> {
        Server::external(self.address.clone())
    }
}

/// The server's address in a line of output.
fn address_in(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("http://")?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// The server's program, which is beside this one or, for tests, one directory above.
fn program() -> Result<PathBuf> {
    let this = env::current_exe()?;
    let mut places = this.ancestors().skip(1).take(2).map(|folder| folder.join("bellwether"));
    places.find(|program| program.is_file()).with_context(|| {
        format!(
            "`cargo build --package bellwether` builds the server that {} needs",
            this.display()
        )
    })
}

/// The `WebDriver` process.
#[derive(Debug)]
pub(crate) struct Driver {
    _running: Process,
    port: u16,
}

/// How often starting is tried if another process has taken the port.
const START_ATTEMPTS: usize = 5;

impl Driver {
    /// Starts the `WebDriver`. Another process may take the free port before it does, so it is tried
    /// again.
    pub(crate) fn start() -> Result<Self> {
        let mut started = Self::start_once();
        for _ in 1..START_ATTEMPTS {
            if started.is_ok() {
                break;
            }
            started = Self::start_once();
        }
        started
    }

    fn start_once() -> Result<Self> {
        let mut running = Process::start(Command::new("chromedriver").arg("--port=0"))
            .context("`apt-get install chromium chromium-driver` brings browser and driver")?;
        let port = |line: &str| {
            let port = line.split_once("successfully on port ")?.1;
            port.trim_end_matches('.').parse().ok()
        };
        let port = running.read_until(port)?;
        Ok(Self { _running: running, port })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}
