//! The programs around a visit: server and driver. Each is started on a free port, says which one,
//! and is stopped when its handle is dropped.

use std::env;
use std::io::{BufRead, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

/// A program that runs until it is dropped.
#[derive(Debug)]
struct Running {
    child: Child,
    /// Kept open: a program whose output nobody reads must not fail for it.
    output: Lines<BufReader<ChildStdout>>,
}

impl Running {
    fn start(command: &mut Command) -> Result<Self> {
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("{command:?} cannot be started"))?;
        let output = child.stdout.take().context("its output is ours")?;
        Ok(Self { child, output: BufReader::new(output).lines() })
    }

    /// Reads on until a line has what is looked for.
    fn until<T>(&mut self, find: impl Fn(&str) -> Option<T>) -> Result<T> {
        for line in &mut self.output {
            if let Some(found) = find(&line?) {
                return Ok(found);
            }
        }
        bail!("the program has ended before it was ready")
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A program that has ended already needs no stopping.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server with a database of its own.
#[derive(Debug)]
pub struct Server {
    running: Option<Running>,
    folder: TempDir,
    address: String,
    environment: Vec<(String, String)>,
}

impl Server {
    /// Starts a server on a free port.
    ///
    /// # Errors
    /// If the program has not been built or does not start.
    pub fn start() -> Result<Self> {
        Self::start_with(&[])
    }

    /// The same with something in its environment.
    ///
    /// # Errors
    /// If the program has not been built or does not start.
    pub fn start_with(environment: &[(&str, &str)]) -> Result<Self> {
        let mut server = Self::elsewhere("127.0.0.1:0".to_owned())?;
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        server.environment = environment.iter().map(owned).collect();
        server.wake()?;
        Ok(server)
    }

    /// A server that somebody else has started and will stop.
    fn elsewhere(address: String) -> Result<Self> {
        Ok(Self { running: None, folder: tempfile::tempdir()?, address, environment: Vec::new() })
    }

    /// Stops it at once, as a power cut would.
    pub fn kill(&mut self) {
        self.running = None;
    }

    /// Starts it again where it was.
    ///
    /// # Errors
    /// If it does not start.
    pub fn wake(&mut self) -> Result<()> {
        let mut command = Command::new(program()?);
        command.args(["serve", "--log", "warn", "--requests-per-second", "1000", "--listen"]);
        command.arg(&self.address).arg("--database").arg(self.folder.path().join("bellwether.db"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let mut running = Running::start(&mut command)?;
        self.address = running.until(address_in)?;
        self.running = Some(running);
        Ok(())
    }

    /// Where its pages are.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Other people who play at fifty tables of a server, two actions a second at each.
#[derive(Debug)]
pub struct Background {
    _running: Running,
    address: String,
}

impl Background {
    /// Starts both, with the programs `load` and `bellwether`; they play when this returns.
    ///
    /// # Errors
    /// If they do not start.
    pub fn start(load: &Path, server: &Path) -> Result<Self> {
        let mut command = Command::new(load);
        command.arg(server).args(["--only", "paced", "--seconds", "90"]);
        let mut running = Running::start(&mut command)?;
        let address = running.until(address_in)?;
        Ok(Self { _running: running, address })
    }

    /// The server they play at.
    ///
    /// # Errors
    /// If there is no place for temporary files.
    pub fn server(&self) -> Result<Server> {
        Server::elsewhere(self.address.clone())
    }
}

/// Where a server is, if the line says so.
fn address_in(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("http://")?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// The program under test, which lies beside this one or, if this is a test, one folder above.
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

/// What drives the browser.
#[derive(Debug)]
pub(crate) struct Driver {
    _running: Running,
    port: u16,
}

/// How often the driver is started again if somebody else has taken its port.
const TRIES: usize = 5;

impl Driver {
    /// Starts it. The port that it finds free may be somebody else's when it takes it, so it tries
    /// again.
    pub(crate) fn start() -> Result<Self> {
        let mut started = Self::start_once();
        for _ in 1..TRIES {
            if started.is_ok() {
                break;
            }
            started = Self::start_once();
        }
        started
    }

    fn start_once() -> Result<Self> {
        let mut running = Running::start(Command::new("chromedriver").arg("--port=0"))
            .context("`apt-get install chromium chromium-driver` brings browser and driver")?;
        let port = |line: &str| {
            let port = line.split_once("successfully on port ")?.1;
            port.trim_end_matches('.').parse().ok()
        };
        let port = running.until(port)?;
        Ok(Self { _running: running, port })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}
