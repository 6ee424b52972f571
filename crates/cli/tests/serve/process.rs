//! The server as a process.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_bellwether");

/// What opens `/api/admin`.
pub(crate) const SECRET: &str = "abababababababababababababababababababababababababababababababab";

/// A running `bellwether serve`; dropping it kills the process.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) out: BufReader<ChildStdout>,
    pub(crate) address: String,
}

impl Process {
    /// Starts it on a free port with that database.
    pub(crate) fn start(database: impl AsRef<OsStr>) -> Self {
        Self::start_by(Command::new(PROGRAM), database)
    }

    /// Starts it with a log at that level, appended to a file as one JSON object per line.
    pub(crate) fn start_logged(database: impl AsRef<OsStr>, filter: &str, log: &Path) -> Self {
        let log = File::options().append(true).create(true).open(log).unwrap();
        let mut command = Command::new(PROGRAM);
        command.env("BELLWETHER_LOG", filter).env("BELLWETHER_LOG_FORMAT", "json").stderr(log);
        Self::start_by(command, database)
    }

    /// Starts it with a log for people at the end of that file.
    pub(crate) fn start_logged_as_text(database: impl AsRef<OsStr>, log: &Path) -> Self {
        let log = File::options().append(true).create(true).open(log).unwrap();
        let mut command = Command::new(PROGRAM);
        command.env("BELLWETHER_LOG", "server=debug").env_remove("NO_COLOR").stderr(log);
        Self::start_by(command, database)
    }

    /// Starts it while another program writes down how it waits for the disk, a line for each time,
    /// and what it sends to whom, and a last line when all is over.
    pub(crate) fn start_traced(database: impl AsRef<OsStr>, trace: &Path) -> Self {
        let mut command = Command::new("strace");
        // -D: the server stays our child, and strace attaches from outside.
        command.args(["-D", "-f", "-s", "1000", "-o"]).arg(trace);
        command.args(["-e", "trace=fsync,fdatasync,write,writev,sendto"]).arg(PROGRAM);
        Self::start_by(command, database)
    }

    /// Starts it with that command, of which the end is still to come.
    pub(crate) fn start_by(mut command: Command, database: impl AsRef<OsStr>) -> Self {
        if command.get_envs().next().is_none() {
            command.env("BELLWETHER_LOG", "warn");
        }
        command.args(["serve", "--listen", "127.0.0.1:0", "--database"]).arg(database);
        let limits = [
            "requests-per-second",
            "guests-per-minute",
            "passwords-per-minute",
            "tables-per-minute",
            "tables-per-minute-per-address",
            "bot-tables-per-person",
            "bot-tables-per-address",
            "lines-per-minute",
            "sockets-per-address",
            "connections-per-address",
        ];
        for limit in limits {
            command.args([&format!("--{limit}"), "1000000"]);
        }
        command.env("BELLWETHER_ADMIN_SECRET", SECRET);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once(' '));
        let address = address.unwrap_or_else(|| panic!("{line:?}")).0.to_owned();
        Self { child, out, address }
    }

    /// The memory that it really has, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        kilobytes * 1024
    }

    /// Asks it to stop and waits until it has.
    pub(crate) fn stop(&mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    /// Kills it, as in a power cut.
    pub(crate) fn crash(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first seat of a bot.
pub(crate) const BOT: u64 = 3;

/// A client with a hot-seat table.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) http: reqwest::Client,
    pub(crate) address: String,
    pub(crate) cookie: String,
}

impl Player {
    pub(crate) async fn hello(address: &str) -> Self {
        let http = reqwest::Client::new();
        let hello = http.post(format!("http://{address}/api/me")).send().await.unwrap();
        let cookie = hello.headers()["set-cookie"].to_str().unwrap();
        let cookie = cookie.split(';').next().unwrap().to_owned();
        Self { http, address: address.to_owned(), cookie }
    }

    /// The body of a successful response; `None` if the server is gone or refuses.
    pub(crate) async fn ask(&self, path: &str, body: Option<Value>) -> Option<Value> {
        let path = format!("api/{path}");
        let request = match body {
            Some(body) => self.request(Method::POST, &path).json(&body),
            None => self.request(Method::GET, &path),
        };
        request.send().await.ok()?.error_for_status().ok()?.json().await.ok()
    }

    /// The response for a path, with its headers.
    pub(crate) async fn get(&self, path: &str) -> reqwest::Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("http://{}/{path}", self.address));
        request.header("cookie", &self.cookie)
    }

    /// The same client at another server.
    pub(crate) fn at(&self, process: &Process) -> Self {
        Self { address: process.address.clone(), ..self.clone() }
    }

    /// A started hot-seat table for two, and possibly a bot.
    pub(crate) async fn table(&self, with_bot: bool) -> Option<String> {
        self.table_of("foxy-and-wooly", with_bot).await
    }

    /// A started hot-seat table of any game.
    pub(crate) async fn table_of(&self, game: &str, with_bot: bool) -> Option<String> {
        let mut seats = vec![json!({"for": "person"}), json!({"for": "person"})];
        seats.extend(with_bot.then(|| json!({"for": "bot", "level": 1})));
        let spec = json!({"game": game, "seats": seats, "hot_seat": true});
        let table = self.open(spec).await?;
        self.does(&table, json!({"do": "join", "contribution": "5a".repeat(32)})).await?;
        self.does(&table, json!({"do": "start"})).await?;
        Some(table)
    }

    pub(crate) async fn open(&self, spec: Value) -> Option<String> {
        let opened = self.ask("tables", Some(spec)).await?;
        Some(opened["table"].as_str()?.to_owned())
    }

    pub(crate) async fn does(&self, table: &str, command: Value) -> Option<Value> {
        let order = json!({"command": command});
        self.ask(&format!("tables/{table}/commands"), Some(order)).await
    }

    /// The seats to act, each with its first legal action; empty after the end.
    pub(crate) async fn legal(&self, table: &str) -> Option<Vec<(u64, String)>> {
        let legal = self.ask(&format!("tables/{table}/legal"), None).await?;
        let first = |legal: &Value| {
            Some((legal["seat"].as_u64()?, legal["actions"][0].as_str()?.to_owned()))
        };
        legal.as_array()?.iter().map(first).collect()
    }

    /// Makes the first legal action of a seat that is to act, and waits for bots;
    /// `None` once the game is over.
    pub(crate) async fn act(&self, table: &str) -> Option<u64> {
        loop {
            let legal = self.legal(table).await.expect("the server is there");
            if legal.is_empty() {
                return None;
            }
            let own = legal.into_iter().find(|(seat, _)| *seat < BOT);
            let Some((seat, action)) = own else { continue };
            let done = self.does(table, json!({"do": "act", "seat": seat, "action": action})).await;
            return done.expect("the action is legal")["seq"].as_u64();
        }
    }

    pub(crate) async fn log(&self, table: &str) -> Vec<Value> {
        let log = self.ask(&format!("tables/{table}/log.json"), None).await.unwrap();
        let entries = log["entries"].as_array().unwrap().clone();
        let seqs: Vec<u64> = entries.iter().map(|entry| entry["seq"].as_u64().unwrap()).collect();
        assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "no gaps, no repeats");
        entries
    }
}
