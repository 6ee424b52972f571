//! A server that runs for as long as something is measured.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::workspace::root;

/// A running server on a free port.
pub(crate) struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Starts the program with a fresh database.
    pub(crate) fn start(program: PathBuf) -> Result<Self> {
        let database = root().join(format!("target/measured-{}.db", std::process::id()));
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--database"])
            .arg(database)
            .stdout(Stdio::piped())
            .spawn()
            .context("the server does not start")?;
        let mut line = String::new();
        let out = child.stdout.take().context("its output is ours")?;
        BufReader::new(out).read_line(&mut line)?;
        let address =
            line.split_once("http://").and_then(|(_, rest)| rest.split_whitespace().next());
        let address = address.context("the server does not say where it is")?.to_owned();
        Ok(Self { child, address })
    }

    /// Where a page is.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
