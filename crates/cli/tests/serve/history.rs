//! What people have done while a server was broken, how each of it was answered, and whether what
//! is there afterwards agrees with that: what was acknowledged is there once, what was refused is
//! not, and what had no answer is there once at most.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;
use wire::id::random_bytes;

use crate::process::SECRET;

/// How many work at the same time.
const CLIENTS: usize = 6;
/// How many actions a client makes at each table.
const ACTIONS: usize = 5;
/// How long it may take until enough has happened, however busy the machine is.
const DEADLINE: Duration = Duration::from_mins(5);

/// How an operation was answered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Outcome {
    Acknowledged,
    Refused,
    /// By no answer, or one that says that the server has a problem.
    Unknown,
}

impl Outcome {
    fn of(status: StatusCode) -> Self {
        match status.as_u16() {
            200..400 => Self::Acknowledged,
            400..500 => Self::Refused,
            _ => Self::Unknown,
        }
    }
}

/// What proves who somebody is: a header's name and value.
type Proof = (&'static str, String);

/// Something that was to be done.
#[derive(Clone, Debug)]
enum Deed {
    /// Somebody has become known.
    Known(Proof),
    /// A session or a token has ended: signed out, deleted, banned or revoked.
    Ended(Proof),
    /// A table was opened.
    Opened(String),
    /// A line was said that nobody else says.
    Said { table: String, text: String },
    /// A seat has acted; the number of the entry, if that was told.
    Acted { table: String, seat: u64, action: String, seq: Option<u64> },
}

/// How much has happened.
#[derive(Copy, Clone, Debug, Default)]
struct Seen {
    acknowledged: usize,
    unknown: usize,
}

/// People who do all kinds of things until they are stopped.
pub(crate) struct Clients {
    tasks: JoinSet<Vec<(Deed, Outcome)>>,
    stop: Arc<AtomicBool>,
    seen: watch::Receiver<Seen>,
}

impl Clients {
    pub(crate) fn start(address: &str) -> Self {
        let (seen, stop) = (watch::Sender::new(Seen::default()), Arc::<AtomicBool>::default());
        let (mut tasks, receiver) = (JoinSet::new(), seen.subscribe());
        for _ in 0..CLIENTS {
            let client = Client {
                http: reqwest::Client::new(),
                address: address.to_owned(),
                seen: seen.clone(),
                stop: stop.clone(),
                history: Vec::new(),
            };
            tasks.spawn(client.work());
        }
        Self { tasks, stop, seen: receiver }
    }

    /// Waits until that many more operations were acknowledged.
    pub(crate) async fn acknowledged(&mut self, more: usize) {
        let enough = self.seen.borrow().acknowledged + more;
        self.wait_for(|seen| seen.acknowledged >= enough).await;
    }

    /// Waits until that many more have failed.
    pub(crate) async fn unknown(&mut self, more: usize) {
        let enough = self.seen.borrow().unknown + more;
        self.wait_for(|seen| seen.unknown >= enough).await;
    }

    async fn wait_for(&mut self, enough: impl Fn(&Seen) -> bool) {
        let seen = *self.seen.borrow();
        let waited = timeout(DEADLINE, self.seen.wait_for(enough)).await;
        assert!(waited.is_ok(), "nothing like that has happened since {seen:?}");
    }

    /// Lets them end what they are at.
    pub(crate) async fn stop(self) -> History {
        self.stop.store(true, Ordering::Relaxed);
        History(self.tasks.join_all().await.concat())
    }
}

/// One of them.
struct Client {
    http: reqwest::Client,
    address: String,
    seen: watch::Sender<Seen>,
    stop: Arc<AtomicBool>,
    history: Vec<(Deed, Outcome)>,
}

impl Client {
    async fn work(mut self) -> Vec<(Deed, Outcome)> {
        let mut round = 0;
        while !self.stop.load(Ordering::Relaxed) {
            // It goes on with somebody new if something fails.
            self.round(round).await;
            round += 1;
        }
        self.history
    }

    async fn round(&mut self, round: usize) -> Option<()> {
        let (owner, stranger) = (self.hello().await?, self.hello().await?);
        let table = self.open(&owner).await?;
        for _ in 0..ACTIONS {
            self.act(&owner, &table).await?;
            self.say(&owner, &table).await;
            self.say(&stranger, &table).await;
        }
        match round % 4 {
            0 => self.end(&stranger, Method::POST, "sign-out-everywhere", &stranger).await,
            1 => self.end(&stranger, Method::DELETE, "me", &stranger).await,
            2 => {
                let me = self.ask(&stranger, Method::GET, "me", None).await.1?;
                let ban = format!("admin/people/{}/ban", me["id"].as_str()?);
                let operator = ("authorization", format!("Bearer {SECRET}"));
                self.end(&operator, Method::POST, &ban, &stranger).await;
            }
            _ => self.revoke(&owner).await?,
        }
        Some(())
    }

    /// Asks, and says how that went, with the body of a good answer.
    async fn ask(
        &self,
        who: &Proof,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> (Outcome, Option<Value>) {
        let request = self.http.request(method, format!("http://{}/api/{path}", self.address));
        let request = request.header(who.0, &who.1);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let answered = request.send().await;
        let outcome =
            answered.as_ref().map_or(Outcome::Unknown, |answer| Outcome::of(answer.status()));
        self.count(outcome);
        let answer = answered.ok().filter(|_| outcome == Outcome::Acknowledged);
        match answer {
            Some(answer) => (outcome, answer.json().await.ok()),
            None => (outcome, None),
        }
    }

    /// A new guest.
    async fn hello(&mut self) -> Option<Proof> {
        let hello = self.http.post(format!("http://{}/api/me", self.address)).send().await;
        let answer: Option<Response> = hello.ok().filter(|answer| answer.status().is_success());
        let Some(answer) = answer else {
            self.seen.send_modify(|seen| seen.unknown += 1);
            return None;
        };
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        let proof = ("cookie", cookie.split(';').next().unwrap().to_owned());
        self.history.push((Deed::Known(proof.clone()), Outcome::Acknowledged));
        Some(proof)
    }

    /// A table whose game has begun.
    async fn open(&mut self, who: &Proof) -> Option<String> {
        let seats = [json!({"for": "person"}), json!({"for": "person"})];
        let spec = json!({"game": "foxy-and-wooly", "seats": seats, "hot_seat": true});
        let (outcome, opened) = self.ask(who, Method::POST, "tables", Some(spec)).await;
        let table = opened?["table"].as_str()?.to_owned();
        self.history.push((Deed::Opened(table.clone()), outcome));
        let commands =
            [json!({"do": "join", "contribution": "5a".repeat(32)}), json!({"do": "start"})];
        for command in commands {
            self.command(who, &table, command).await.1?;
        }
        Some(table)
    }

    async fn command(&self, who: &Proof, table: &str, command: Value) -> (Outcome, Option<Value>) {
        let path = format!("tables/{table}/commands");
        self.ask(who, Method::POST, &path, Some(json!({"command": command}))).await
    }

    async fn act(&mut self, who: &Proof, table: &str) -> Option<()> {
        let path = format!("tables/{table}/legal");
        let legal = self.ask(who, Method::GET, &path, None).await.1?;
        let (seat, action) = (legal[0]["seat"].as_u64()?, legal[0]["actions"][0].as_str()?);
        let act = json!({"do": "act", "seat": seat, "action": action});
        let (outcome, done) = self.command(who, table, act).await;
        let seq = done.and_then(|done| done["seq"].as_u64());
        let (table, action) = (table.to_owned(), action.to_owned());
        self.history.push((Deed::Acted { table, seat, action, seq }, outcome));
        Some(())
    }

    async fn say(&mut self, who: &Proof, table: &str) {
        let text = format!("line {}", u64::from_le_bytes(random_bytes()));
        let (path, line) = (format!("tables/{table}/chat"), json!({"text": text}));
        let (outcome, _) = self.ask(who, Method::POST, &path, Some(line)).await;
        self.history.push((Deed::Said { table: table.to_owned(), text }, outcome));
    }

    /// Ends somebody's session.
    async fn end(&mut self, who: &Proof, method: Method, path: &str, whose: &Proof) {
        let (outcome, _) = self.ask(who, method, path, Some(json!({}))).await;
        self.history.push((Deed::Ended(whose.clone()), outcome));
    }

    /// Takes a name, which ends the session and begins another.
    async fn claim(&mut self, who: &Proof, name: &str) -> Option<Proof> {
        let request = self.http.post(format!("http://{}/api/me/claim", self.address));
        let credentials = json!({"name": name, "password": "correct horse"});
        let answered = request.header(who.0, &who.1).json(&credentials).send().await;
        let outcome =
            answered.as_ref().map_or(Outcome::Unknown, |answer| Outcome::of(answer.status()));
        self.count(outcome);
        self.history.push((Deed::Ended(who.clone()), outcome));
        let answer = answered.ok().filter(|_| outcome == Outcome::Acknowledged)?;
        let cookies = answer.headers().get_all("set-cookie").iter();
        let mut cookies = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        let session = cookies.find(|cookie| cookie.starts_with("bellwether="))?.to_owned();
        self.history.push((Deed::Known(("cookie", session.clone())), Outcome::Acknowledged));
        Some(("cookie", session))
    }

    fn count(&self, outcome: Outcome) {
        self.seen.send_modify(|seen| match outcome {
            Outcome::Acknowledged => seen.acknowledged += 1,
            Outcome::Unknown => seen.unknown += 1,
            Outcome::Refused => {}
        });
    }

    /// Gives a program a token, and makes that worthless.
    async fn revoke(&mut self, owner: &Proof) -> Option<()> {
        let name = format!("A{}", u32::from_le_bytes(random_bytes()));
        let owner = &self.claim(owner, &name).await?;
        let program = json!({"name": format!("B{name}")});
        let added = self.ask(owner, Method::POST, "me/programs", Some(program)).await.1?;
        let token = ("authorization", format!("Bearer {}", added["token"].as_str()?));
        self.history.push((Deed::Known(token.clone()), Outcome::Acknowledged));
        let path = format!("me/programs/{}", added["id"].as_str()?);
        self.end(owner, Method::DELETE, &path, &token).await;
        Some(())
    }
}

/// Everything that was done.
pub(crate) struct History(Vec<(Deed, Outcome)>);

impl History {
    /// Compares it with what the server at that address has.
    pub(crate) async fn check(&self, address: &str) {
        let world = World { http: reqwest::Client::new(), address: address.to_owned() };
        self.check_people(&world).await;
        let mut tables: BTreeSet<&str> = BTreeSet::new();
        for (deed, outcome) in &self.0 {
            if let Deed::Opened(table) = deed {
                assert_eq!(*outcome, Outcome::Acknowledged);
                tables.insert(table);
            }
        }
        for table in &tables {
            self.check_lines(&world, table).await;
            self.check_actions(&world, table).await;
        }
        let count = |outcome| self.0.iter().filter(|(_, known)| *known == outcome).count();
        println!(
            "{} tables; {} operations were acknowledged, {} refused, {} had no answer",
            tables.len(),
            count(Outcome::Acknowledged),
            count(Outcome::Refused),
            count(Outcome::Unknown)
        );
    }

    /// Whoever was made known is known, unless that has ended.
    async fn check_people(&self, world: &World) {
        let mut known: BTreeMap<&Proof, Option<bool>> = BTreeMap::new();
        for (deed, outcome) in &self.0 {
            match (deed, outcome) {
                (Deed::Known(proof), Outcome::Acknowledged) => known.insert(proof, Some(true)),
                (Deed::Ended(proof), Outcome::Acknowledged) => known.insert(proof, Some(false)),
                (Deed::Ended(proof), Outcome::Unknown) => known.insert(proof, None),
                _ => None,
            };
        }
        for (proof, is_known) in known {
            let status = world.get("me", Some(proof)).await.status();
            match is_known {
                Some(true) => assert_eq!(status, StatusCode::OK, "{proof:?} was acknowledged"),
                Some(false) => {
                    assert_eq!(status, StatusCode::UNAUTHORIZED, "{proof:?} has ended");
                }
                None => {}
            }
        }
    }

    async fn check_lines(&self, world: &World, table: &str) {
        let chat = world.json(&format!("tables/{table}/chat")).await;
        let lines = chat["lines"].as_array().unwrap();
        for (deed, outcome) in &self.0 {
            let Deed::Said { table: at, text } = deed else { continue };
            if at == table {
                let count = lines.iter().filter(|line| line["text"] == text.as_str()).count();
                let agrees = match outcome {
                    Outcome::Acknowledged => count == 1,
                    Outcome::Refused => count == 0,
                    Outcome::Unknown => count <= 1,
                };
                assert!(agrees, "{outcome:?}, but there {count} times: {deed:?}");
            }
        }
    }

    async fn check_actions(&self, world: &World, table: &str) {
        let log = world.json(&format!("tables/{table}/log")).await;
        let acted = log["entries"].as_array().unwrap().iter().filter_map(|entry| {
            let seat = entry["seat"].as_u64().filter(|_| entry["kind"] == "acted")?;
            Some((entry["seq"].as_u64()?, (seat, entry["action"].as_str()?.to_owned())))
        });
        let mut acted: BTreeMap<u64, (u64, String)> = acted.collect();
        let mut unknown = Vec::new();
        for (deed, outcome) in &self.0 {
            let Deed::Acted { table: at, seat, action, seq } = deed else { continue };
            match outcome {
                _ if at != table => {}
                Outcome::Acknowledged => {
                    let there = acted.remove(&seq.unwrap());
                    assert_eq!(there, Some((*seat, action.clone())), "acknowledged: {deed:?}");
                }
                Outcome::Unknown => unknown.push((*seat, action.clone())),
                Outcome::Refused => {}
            }
        }
        for there in acted.into_values() {
            let place = unknown.iter().position(|deed| *deed == there);
            let place = place.unwrap_or_else(|| panic!("nobody did {there:?} at {table}"));
            unknown.swap_remove(place);
        }
    }
}

/// What is there.
struct World {
    http: reqwest::Client,
    address: String,
}

impl World {
    async fn get(&self, path: &str, who: Option<&Proof>) -> Response {
        let request = self.http.get(format!("http://{}/api/{path}", self.address));
        let request = match who {
            Some((name, value)) => request.header(*name, value),
            None => request,
        };
        request.send().await.unwrap()
    }

    async fn json(&self, path: &str) -> Value {
        let answer = self.get(path, None).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path} is there");
        answer.json().await.unwrap()
    }
}
