//! Requests with the operator's secret, which is kept in memory only.

use gloo_net::http::{Request, RequestBuilder};
use serde::de::DeserializeOwned;

use super::NetError;
use super::http::{read, send};

/// A client with the operator's secret, which may be wrong.
#[derive(Clone)]
pub(crate) struct Operator {
    authorization: String,
}

impl Operator {
    /// With that secret.
    pub(crate) fn with(secret: &str) -> Self {
        Self { authorization: format!("Bearer {}", secret.trim()) }
    }

    fn signed(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("authorization", &self.authorization)
    }

    /// Gets JSON.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        read(send(self.signed(Request::get(path))).await?).await
    }

    /// Posts without a body.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn post(&self, path: &str) -> Result<(), NetError> {
        send(self.signed(Request::post(path))).await.map(drop)
    }

    /// Deletes.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn delete(&self, path: &str) -> Result<(), NetError> {
        send(self.signed(Request::delete(path))).await.map(drop)
    }
}
