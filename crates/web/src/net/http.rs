//! Requests to the server and what comes back: what was asked for, or a sentence.

use gloo_net::http::{Request, RequestBuilder, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wire::Problem;

/// Why a request brought nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum NetError {
    /// The server does not answer.
    #[error("The server cannot be reached. Your games on this device go on without it.")]
    Away,
    /// The server said no, and why.
    #[error("{error}")]
    Refused {
        /// The status of its answer.
        status: u16,
        /// Its sentence.
        error: String,
    },
    /// The server said something that this page does not understand.
    #[error("The server is of another version than this page. Reload the page.")]
    Strange,
}

impl NetError {
    /// Whether the server says that there is no such thing.
    pub(crate) const fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }

    /// Whether the server does not know who asks, or not any more.
    pub(crate) const fn is_about_nobody(&self) -> bool {
        matches!(self, Self::Refused { status: 401, .. })
    }
}

/// Asks for something.
///
/// # Errors
/// If it does not come.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, NetError> {
    read(send(Request::get(path)).await?).await
}

/// Asks for a text.
///
/// # Errors
/// If it does not come.
pub(crate) async fn get_text(path: &str) -> Result<String, NetError> {
    send(Request::get(path)).await?.text().await.map_err(|_| NetError::Away)
}

/// Sends something and reads the answer.
///
/// # Errors
/// If the server refuses it, or does not answer.
pub(crate) async fn post<T: DeserializeOwned>(
    path: &str,
    body: &impl Serialize,
) -> Result<T, NetError> {
    read(send_json(Request::post(path), body).await?).await
}

/// Puts something in a place of the server's, and reads the answer.
///
/// # Errors
/// If the server refuses it, or does not answer.
pub(crate) async fn put<T: DeserializeOwned>(
    path: &str,
    body: &impl Serialize,
) -> Result<T, NetError> {
    read(send_json(Request::put(path), body).await?).await
}

/// Takes something away.
///
/// # Errors
/// If the server refuses, or does not answer.
pub(crate) async fn delete(path: &str, body: &impl Serialize) -> Result<(), NetError> {
    send_json(Request::delete(path), body).await.map(drop)
}

pub(super) async fn send(request: RequestBuilder) -> Result<Response, NetError> {
    checked(request.send().await).await
}

async fn send_json(request: RequestBuilder, body: &impl Serialize) -> Result<Response, NetError> {
    let request = request.json(body).map_err(|_| NetError::Strange)?;
    checked(request.send().await).await
}

async fn checked(answer: Result<Response, gloo_net::Error>) -> Result<Response, NetError> {
    let response = answer.map_err(|_| NetError::Away)?;
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    let problem = response.json::<Problem>().await;
    let error =
        problem.map_or_else(|_| format!("The server answers {status}."), |it| sentence(&it.error));
    Err(NetError::Refused { status, error })
}

/// What the server gives as a reason, as a sentence of its own.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let stop = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(letters).chain(stop.chars()).collect()
}

/// An answer without content reads as nothing.
pub(super) async fn read<T: DeserializeOwned>(response: Response) -> Result<T, NetError> {
    let text = response.text().await.map_err(|_| NetError::Away)?;
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|_| NetError::Strange)
}
