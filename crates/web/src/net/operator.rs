//! Requests of whoever runs the server. The secret is kept in the page's memory and nowhere else.

use gloo_net::http::{Request, RequestBuilder};
use serde::de::DeserializeOwned;

use super::NetError;
use super::http::{read, send};

/// Somebody who knows the server's secret, or says so.
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

    /// Asks for something.
    ///
    /// # Errors
    /// If it does not come.
    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, NetError> {
        read(send(self.signed(Request::get(path))).await?).await
    }

    /// Does something.
    ///
    /// # Errors
    /// If the server refuses, or does not answer.
    pub(crate) async fn post(&self, path: &str) -> Result<(), NetError> {
        send(self.signed(Request::post(path))).await.map(drop)
    }

    /// Takes something back.
    ///
    /// # Errors
    /// If the server refuses, or does not answer.
    pub(crate) async fn delete(&self, path: &str) -> Result<(), NetError> {
        send(self.signed(Request::delete(path))).await.map(drop)
    }
}
