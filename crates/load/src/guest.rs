//! A client of the server.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The size of the buffers for messages of a table.
const BUFFER_BYTES: usize = 4096;

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// A guest of the server.
#[derive(Clone)]
pub(crate) struct Guest {
    http: reqwest::Client,
    address: String,
    cookie: String,
}

impl Guest {
    pub(crate) async fn hello(http: &reqwest::Client, address: &str) -> Result<Self> {
        let answer = http.post(format!("http://{address}/api/me")).send().await?;
        let cookie = answer.headers().get("set-cookie").context("no cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(Self { http: http.clone(), address: address.to_owned(), cookie })
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let request = self.http.post(format!("http://{}/api/{path}", self.address)).json(body);
        let answer = request.header("cookie", &self.cookie).send().await?;
        let status = answer.status();
        let text = answer.text().await?;
        if !status.is_success() {
            bail!("{path}: {status} {text}");
        }
        Ok(serde_json::from_str(&text)?)
    }

    pub(crate) async fn open(&self, spec: &Value) -> Result<String> {
        let opened = self.post("tables", spec).await?;
        Ok(opened["table"].as_str().context("no table")?.to_owned())
    }

    pub(crate) async fn does(&self, table: &str, command: Value) -> Result<()> {
        let path = format!("tables/{table}/commands");
        self.post(&path, &json!({"command": command})).await.map(drop)
    }

    pub(crate) async fn live(&self) -> Result<Socket> {
        connect(&self.address, Some(&self.cookie)).await
    }
}

/// A WebSocket, with a guest's cookie or anonymous.
pub(crate) async fn connect(address: &str, cookie: Option<&str>) -> Result<Socket> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{address}/api/live").into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    let config = WebSocketConfig::default().read_buffer_size(BUFFER_BYTES).write_buffer_size(0);
    Ok(client_async_with_config(request, stream, Some(config)).await?.0)
}
