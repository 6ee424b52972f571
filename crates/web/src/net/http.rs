//! HTTP requests to the server. Errors are sentences for players.

use gloo_net::http::{Request, RequestBuilder, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use wire::Problem;

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum NetError {
    /// The server cannot be reached.
    #[error("The server cannot be reached. Your games on this device go on without it.")]
    Unreachable,
    /// The server answered with an error.
    #[error("{error}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The server's error as a sentence.
        error: String,
    },
    /// The response is not what this version of the client expects.
    #[error("The server is of another version than this page. Reload the page.")]
    Incompatible,
}

impl NetError {
    /// Whether the server says that there is no such thing.
    pub(crate) const fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }

    /// Whether the server does not accept the session.
    pub(crate) const fn is_unauthenticated(&self) -> bool {
        matches!(self, Self::Refused { status: 401, .. })
    }
}

/// Gets JSON.
///
/// # Errors
/// If the request fails.
pub(crate) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, NetError> {
    read(send(Request::get(path)).await?).await
}

/// Gets a text.
///
/// # Errors
/// If the request fails.
pub(crate) async fn get_text(path: &str) -> Result<String, NetError> {
    send(Request::get(path)).await?.text().await.map_err(|_| NetError::Unreachable)
}

/// Posts JSON and reads the response.
///
/// # Errors
/// If the request fails.
pub(crate) async fn post<T: DeserializeOwned>(
    path: &str,
    body: &impl Serialize,
) -> Result<T, NetError> {
    read(send_json(Request::post(path), body).await?).await
}

/// Puts JSON and reads the response.
///
/// # Errors
/// If the request fails.
pub(crate) async fn put<T: DeserializeOwned>(
    path: &str,
    body: &impl Serialize,
) -> Result<T, NetError> {
    read(send_json(Request::put(path), body).await?).await
}

/// Deletes.
///
/// # Errors
/// If the request fails.
pub(crate) async fn delete(path: &str, body: &impl Serialize) -> Result<(), NetError> {
    send_json(Request::delete(path), body).await.map(drop)
}

pub(super) async fn send(request: RequestBuilder) -> Result<Response, NetError> {
    check_status(request.send().await).await
}

async fn send_json(request: RequestBuilder, body: &impl Serialize) -> Result<Response, NetError> {
    let request = request.json(body).map_err(|_| NetError::Incompatible)?;
    check_status(request.send().await).await
}

async fn check_status(result: Result<Response, gloo_net::Error>) -> Result<Response, NetError> {
    let response = result.map_err(|_| NetError::Unreachable)?;
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    let problem = response.json::<Problem>().await;
    let error =
        problem.map_or_else(|_| format!("The server answers {status}."), |it| sentence(&it.error));
    Err(NetError::Refused { status, error })
}

/// The server's reason with a capital letter and a full stop.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let stop = if reason.ends_with(['.', '!', '?']) { "" } else { "." };
    first.chain(letters).chain(stop.chars()).collect()
}

/// Reads JSON; an empty response reads as `null`.
pub(super) async fn read<T: DeserializeOwned>(response: Response) -> Result<T, NetError> {
    let text = response.text().await.map_err(|_| NetError::Unreachable)?;
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|_| NetError::Incompatible)
}
