//! Somebody with a browser, who plays.

use futures_util::{SinkExt, StreamExt};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::described;

const PASSWORD: &str = "correct horse";

/// That name, and the password that everyone here has.
pub(crate) fn credentials(name: &str) -> Value {
    json!({"name": name, "password": PASSWORD})
}

/// A browser: it keeps its cookies.
pub(crate) struct Player {
    http: reqwest::Client,
    pub(crate) address: String,
    token: Option<String>,
    /// The cookie of the session as the server has set it.
    cookie: std::sync::Mutex<Option<String>>,
    /// The cookie that says which account has signed in here before.
    device: std::sync::Mutex<Option<String>>,
}

/// An answer with its status.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    /// The body of an answer that should be good.
    pub(crate) fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        if self.text.is_empty() { Value::Null } else { serde_json::from_str(&self.text).unwrap() }
    }

    /// The sentence of an answer that should have that status.
    pub(crate) fn error(self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        let problem: Value = serde_json::from_str(&self.text).unwrap();
        problem["error"].as_str().unwrap().to_owned()
    }
}

impl Player {
    pub(crate) fn new(address: &str) -> Self {
        let http = reqwest::Client::new();
        let (cookie, device) = Default::default();
        Self { http, address: address.to_owned(), token: None, cookie, device }
    }

    /// Somebody at another address: `127.0.0.<last>`.
    pub(crate) fn from_address(address: &str, last: u8) -> Self {
        let from = std::net::IpAddr::from([127, 0, 0, last]);
        let http = reqwest::Client::builder().local_address(from).build().unwrap();
        Self { http, ..Self::new(address) }
    }

    pub(crate) fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap().clone()
    }

    pub(crate) fn set_cookie(&self, cookie: Option<String>) {
        *self.cookie.lock().unwrap() = cookie;
    }

    /// The same person at another server.
    pub(crate) fn at(&self, address: &str) -> Self {
        let other = Self::new(address);
        other.set_cookie(self.cookie());
        other
    }

    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        let request = self.request(method, path, headers);
        self.answer(match body {
            Some(body) => request.json(&body),
            None => request,
        })
        .await
    }

    fn request(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> RequestBuilder {
        let mut request = self.http.request(method, format!("http://{}{path}", self.address));
        for cookie in [self.cookie(), self.device.lock().unwrap().clone()].into_iter().flatten() {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
    }

    async fn answer(&self, request: RequestBuilder) -> Answer {
        let request = request.build().unwrap();
        let (method, path) = (request.method().to_string(), request.url().path().to_owned());
        let sent = request.body().and_then(|body| body.as_bytes()).unwrap_or_default().to_vec();
        let response = self.http.execute(request).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        for cookie in headers.get_all("set-cookie") {
            self.keep(cookie.to_str().unwrap().split(';').next().unwrap());
        }
        let text = response.text().await.unwrap();
        let kind = headers.get("content-type").map(|kind| kind.to_str().unwrap());
        if status.is_success() {
            described::check_request(&method, &path, &sent);
        }
        described::check(&method, &path, status.as_u16(), kind.unwrap_or_default(), &text);
        Answer { status, headers, text }
    }

    /// Keeps a cookie, or forgets it if its value is empty.
    fn keep(&self, cookie: &str) {
        let (name, value) = cookie.split_once('=').unwrap();
        let kept = if name.ends_with("device") { &self.device } else { &self.cookie };
        let mut kept = kept.lock().unwrap();
        let is_same = kept.as_ref().is_none_or(|kept| kept.starts_with(&format!("{name}=")));
        if !value.is_empty() {
            *kept = Some(cookie.to_owned());
        } else if is_same {
            *kept = None;
        }
    }

    /// The same browser, but a program with that token.
    pub(crate) fn with_token(&self, token: &str) -> Self {
        let mut program = Self::new(&self.address);
        program.token = Some(token.to_owned());
        program
    }

    /// Sends a text as it is.
    pub(crate) async fn ask_text(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Answer {
        let request = self.request(method, path, headers).body(body);
        self.answer(request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, &[], None).await
    }

    pub(crate) async fn post(&self, path: &str, body: impl Serialize) -> Answer {
        let body = serde_json::to_value(body).unwrap();
        self.ask(Method::POST, path, &[], Some(body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask(Method::PUT, path, &[], Some(body)).await
    }

    /// Claims that name, with the password that everyone here has.
    pub(crate) async fn claim(&self, name: &str) -> Value {
        let claimed = self.post("/api/me/claim", credentials(name)).await;
        claimed.ok()
    }

    /// Leaves for good; who has a name gives the password.
    pub(crate) async fn delete_account(&self) {
        let farewell = json!({"password": PASSWORD});
        self.ask(Method::DELETE, "/api/me", &[], Some(farewell)).await.ok();
    }

    /// A program of this person's.
    pub(crate) async fn program(&self, name: &str) -> Self {
        let added = self.post("/api/me/programs", json!({"name": name})).await.ok();
        self.with_token(added["token"].as_str().unwrap())
    }

    pub(crate) async fn id(&self) -> String {
        self.get("/api/me").await.ok()["id"].as_str().unwrap().to_owned()
    }

    /// Opens a table for that many and gives its id.
    pub(crate) async fn open(&self, players: usize) -> String {
        self.open_as(foxy(players)).await
    }

    /// Opens that table and gives its id.
    pub(crate) async fn open_as(&self, spec: Value) -> String {
        let opened = self.post("/api/tables", spec).await.ok();
        opened["table"].as_str().unwrap().to_owned()
    }

    /// Sits down and starts at a table where nobody else has to.
    pub(crate) async fn begin(&self, table: &str) {
        self.join(table).await;
        self.does(table, json!({"do": "start"})).await.ok();
    }

    /// Makes that seat's first legal action; `false` if the seat is not to act.
    pub(crate) async fn act_first(&self, table: &str, seat: u64) -> bool {
        let legal = self.get(&format!("/api/tables/{table}/legal")).await.ok();
        let own = legal.as_array().unwrap().iter().find(|legal| legal["seat"] == seat);
        let Some(own) = own else { return false };
        let act = json!({"do": "act", "seat": seat, "action": own["actions"][0]});
        self.does(table, act).await.ok();
        true
    }

    pub(crate) async fn order(&self, table: &str, order: Value) -> Answer {
        self.post(&format!("/api/tables/{table}/commands"), order).await
    }

    pub(crate) async fn does(&self, table: &str, command: Value) -> Answer {
        self.order(table, json!({"command": command})).await
    }

    pub(crate) async fn join(&self, table: &str) {
        let contribution = server::secret::Bytes32::random().to_string();
        self.does(table, json!({"do": "join", "contribution": contribution})).await.ok();
    }

    pub(crate) async fn view(&self, table: &str) -> Value {
        self.get(&format!("/api/tables/{table}")).await.ok()
    }

    pub(crate) async fn log(&self, table: &str, after: u64) -> Vec<Value> {
        let mut entries: Vec<Value> = Vec::new();
        loop {
            let last = entries.last().map_or(after, |entry| entry["seq"].as_u64().unwrap());
            let log = self.get(&format!("/api/tables/{table}/log?after={last}")).await.ok();
            entries.extend(log["entries"].as_array().unwrap().clone());
            if log["more"] != true {
                return entries;
            }
        }
    }

    /// A seat that is to act and its first legal action.
    pub(crate) async fn next_action(&self, table: &str) -> Option<(u64, String)> {
        let legal = self.get(&format!("/api/tables/{table}/legal")).await.ok();
        let first = legal.as_array().unwrap().first()?.clone();
        let action = first["actions"][0].as_str().unwrap().to_owned();
        Some((first["seat"].as_u64().unwrap(), action))
    }

    /// A WebSocket, past its greeting.
    pub(crate) async fn live(&self) -> Live {
        let mut live = self.connect(&[]).await.unwrap();
        assert_eq!(live.hear().await["type"], "hello");
        live
    }

    pub(crate) async fn connect(&self, headers: &[(&'static str, &str)]) -> Result<Live, String> {
        let address = format!("ws://{}/api/live", self.address);
        let mut request = address.into_client_request().unwrap();
        let cookie = self.cookie();
        let cookie = cookie.iter().map(|cookie| ("cookie", cookie.as_str()));
        let token = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let token = token.iter().map(|token| ("authorization", token.as_str()));
        for (name, value) in headers.iter().copied().chain(cookie).chain(token) {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let connected = connect_async(request).await.map_err(|error| error.to_string())?;
        Ok(Live(connected.0))
    }
}

/// A WebSocket.
pub(crate) struct Live(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Live {
    pub(crate) async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Whether it could be sent.
    pub(crate) async fn try_say(&mut self, message: &str) -> bool {
        self.0.send(Message::text(message)).await.is_ok()
    }

    /// Whether any frame could be sent.
    pub(crate) async fn try_send(&mut self, frame: Message) -> bool {
        self.0.send(frame).await.is_ok()
    }

    /// Hangs up in the middle of a frame.
    pub(crate) async fn break_off(mut self) {
        // A text of a hundred letters is announced, and three of them follow.
        let begun = [0x81, 0x80 | 0x64, 0, 0, 0, 0, b'{', b'"', b't'];
        self.0.get_mut().write_all(&begun).await.unwrap();
    }

    /// The next message that is text; `None` when the server has closed.
    pub(crate) async fn next(&mut self) -> Option<Message> {
        loop {
            match self.0.next().await?.ok()? {
                Message::Ping(_) | Message::Pong(_) => {}
                message => return Some(message),
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> Value {
        let message = self.next().await.expect("the server says something");
        serde_json::from_str(message.to_text().unwrap()).unwrap()
    }

    /// The next message of that type.
    pub(crate) async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn subscribe(&mut self, table: &str, after: u64) {
        self.say(json!({"type": "subscribe", "table": table, "after": after})).await;
    }

    /// The entries that come, up to the first for which `last` holds.
    pub(crate) async fn entries_until(&mut self, last: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut entries: Vec<Value> = Vec::new();
        while !entries.iter().any(&last) {
            let message = self.hear().await;
            if message["type"] == "entries" {
                entries.extend(message["entries"].as_array().unwrap().clone());
            }
        }
        entries
    }

    /// The numbers of the entries that come, up to that one.
    pub(crate) async fn entries_up_to(&mut self, last: u64) -> Vec<u64> {
        let mut seqs = Vec::new();
        while seqs.last() != Some(&last) {
            let message = self.hear().await;
            if message["type"] == "entries" {
                let entries = message["entries"].as_array().unwrap().iter();
                seqs.extend(entries.map(|entry| entry["seq"].as_u64().unwrap()));
            }
        }
        seqs
    }
}

/// A game for two that has begun.
pub(crate) async fn started(one: &Player, other: &Player) -> String {
    started_as(foxy(2), &[one, other]).await
}

/// A public table of Foxy & Wooly for that many people.
pub(crate) fn foxy(players: usize) -> Value {
    let seats = vec![json!({"for": "person"}); players];
    json!({"game": "foxy-and-wooly", "seats": seats, "public": true})
}

/// A table like that whose game has begun. People sit down in the order in which they come.
pub(crate) async fn started_as(spec: Value, players: &[&Player]) -> String {
    let table = players[0].open_as(spec).await;
    for player in players {
        player.join(&table).await;
    }
    players[0].does(&table, json!({"do": "start"})).await.ok();
    table
}

/// Whoever is to act makes the first legal action, unless the game is over: `None`. Player 1 has
/// seat 1 and so on.
pub(crate) async fn take_turn(table: &str, players: &[&Player]) -> Option<u64> {
    let (seat, action) = players[0].next_action(table).await?;
    let act = json!({"do": "act", "seat": seat, "action": action});
    players[seat as usize - 1].does(table, act).await.ok()["seq"].as_u64()
}

/// Plays a game to its end.
pub(crate) async fn play_to_the_end(table: &str, players: &[&Player]) {
    while take_turn(table, players).await.is_some() {}
}
