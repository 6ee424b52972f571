//! Requests with the operator's secret, which is kept in memory only.

use gloo_net::http::{Request, RequestBuilder};
use serde::de::DeserializeOwned;

use super::NetError;
use super::http::{read, send};

/// A client with the operator's secret, which may be wrong.
#[derive(Clone)]
pub(crate) struct OperatorClient {
    authorization: String,
}

impl OperatorClient {
    /// With that secret.
    pub(crate) fn with_secret(secret: &str) -> Self {
        Self { authorization: format!("Bearer {}", secret.trim()) }
    }

    fn with_authorization(&self, request: RequestBuilder) -> RequestBuilder {
        request.header("authorization", &self.authorization)
    }

    /// Gets JSON.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        read(send(self.with_authorization(Request::get(path))).await?).await
    }

    /// Posts without a body.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn post(&self, path: &str) -> Result<(), NetError> {
        send(self.with_authorization(Request::post(path))).await.map(drop)
    }

    /// Deletes.
    ///
    /// # Errors
    /// If the request fails.
    pub(crate) async fn delete(&self, path: &str) -> Result<(), NetError> {
        send(self.with_authorization(Request::delete(path))).await.map(drop)
    }
}
