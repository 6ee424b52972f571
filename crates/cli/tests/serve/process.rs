//! The server as a process of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A running `bellwether serve`; it goes away with this.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) out: BufReader<ChildStdout>,
    pub(crate) address: String,
}

impl Process {
    /// Starts it on a free port with that database file.
    pub(crate) fn start(database: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
        command.arg("serve").args(["--listen", "127.0.0.1:0", "--log", "warn", "--database"]);
        command.arg(database).args(["--requests-per-second", "1000000"]);
        command.args(["--guests-per-minute", "1000000", "--tables-per-minute", "1000000"]);
        command.args(["--sockets-per-address", "1000000"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.split_once("http://").and_then(|(_, rest)| rest.split_once(' '));
        let address = address.unwrap_or_else(|| panic!("{line:?}")).0.to_owned();
        Self { child, out, address }
    }

    /// Ends it as a power cut would.
    pub(crate) fn crash(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who plays at a hot-seat table.
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

    /// The body of a good answer; `None` if the server is gone or refuses.
    pub(crate) async fn ask(&self, path: &str, body: Option<Value>) -> Option<Value> {
        let address = format!("http://{}/api/{path}", self.address);
        let request = match body {
            Some(body) => self.http.post(address).json(&body),
            None => self.http.get(address),
        };
        let answer = request.header("cookie", &self.cookie).send().await.ok()?;
        answer.error_for_status().ok()?.json().await.ok()
    }

    /// A hot-seat table whose game has begun.
    pub(crate) async fn table(&self) -> Option<String> {
        let seats = [json!({"for": "person"}), json!({"for": "person"})];
        let spec = json!({"game": "foxy-and-wooly", "seats": seats, "hot_seat": true});
        let opened = self.ask("tables", Some(spec)).await?;
        let table = opened["table"].as_str()?.to_owned();
        let join = json!({"do": "join", "contribution": "5a".repeat(32)});
        for command in [join, json!({"do": "start"})] {
            let order = json!({"command": command});
            self.ask(&format!("tables/{table}/commands"), Some(order)).await?;
        }
        Some(table)
    }
}
