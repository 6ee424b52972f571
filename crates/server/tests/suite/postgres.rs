//! A PostgreSQL that belongs to this test run and goes away with it, however the run ends.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

/// A running PostgreSQL.
pub(crate) struct Cluster {
    /// Where its socket lies.
    folder: String,
    // The script stops the database and removes its files when this end of the pipe is closed,
    // which the system does for a process that is gone.
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _script: Child,
}

impl Cluster {
    /// One that no other test uses.
    pub(crate) fn start() -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", include_str!("postgres.sh"), "sh"]).arg(programs());
        command.current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some((user, group)) = unprivileged_user() {
            command.uid(user).gid(group);
        }
        let mut script = command.spawn().unwrap();
        let mut output = BufReader::new(script.stdout.take().unwrap());
        let mut folder = String::new();
        output.read_line(&mut folder).unwrap();
        assert!(!folder.is_empty(), "PostgreSQL does not start");
        let input = script.stdin.take().unwrap();
        Self { folder: folder.trim().to_owned(), input, output, _script: script }
    }

    /// The address of its database.
    pub(crate) fn address(&self) -> String {
        format!("postgres://bellwether@localhost/postgres?host={}", self.folder)
    }

    /// Has the script do what that word says, and waits until it is done.
    pub(crate) fn order(&mut self, word: &str) {
        writeln!(self.input, "{word}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim(), word);
    }
}

/// The address of the database that most tests share.
pub(crate) fn address() -> String {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(Cluster::start).address()
}

/// Where the programs of the newest installed PostgreSQL lie.
fn programs() -> PathBuf {
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = installed.map(|version| version.path().join("bin"));
    let newest = folders.filter(|folder| folder.join("initdb").is_file()).max();
    newest.expect("PostgreSQL is installed (on Debian: `apt-get install postgresql`)")
}

/// PostgreSQL does not run as root: its own user and group, if we are root.
fn unprivileged_user() -> Option<(u32, u32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:")).unwrap();
    if user.split_whitespace().next() != Some("0") {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.starts_with("postgres:")).unwrap();
    let number = |place| line.split(':').nth(place).unwrap().parse().unwrap();
    Some((number(2), number(3)))
}
