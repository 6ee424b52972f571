//! Sending one message: signed, to an address that is checked, without following anybody further.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use hmac::{Hmac, KeyInit, Mac};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use rustls::{ClientConfig, RootCertStore};
use sha2::Sha256;
use tokio::time::timeout;
use tower::Service;

use super::address::{check, is_public};
use crate::clock::now;
use crate::secret::Secret;
use crate::store::StoredWebhook;
use crate::wire::Notice;

/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Heard,
    /// The other side wants to hear no more.
    Gone,
    Failed(String),
}

/// Sends messages.
#[derive(Clone, Debug)]
pub(super) struct Post {
    client: Client<HttpsConnector<HttpConnector<Outward>>, Body>,
    private: bool,
}

impl Post {
    /// `private`: also to addresses that only we can reach.
    pub(super) fn new(private: bool) -> Self {
        let mut http = HttpConnector::new_with_resolver(Outward { private });
        http.enforce_http(false);
        let https = HttpsConnectorBuilder::new()
            .with_tls_config(ciphers())
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        let client = Client::builder(TokioExecutor::new()).pool_max_idle_per_host(0).build(https);
        Self { client, private }
    }

    pub(super) async fn tell(&self, webhook: &StoredWebhook, notice: &Notice) -> Answer {
        let request = match self.request(webhook, notice) {
            Ok(request) => request,
            Err(reason) => return Answer::Failed(reason),
        };
        // A redirect is an answer like any other: nobody is followed anywhere.
        match timeout(PATIENCE, self.client.request(request)).await {
            Ok(Ok(response)) if response.status().is_success() => Answer::Heard,
            Ok(Ok(response)) if response.status() == StatusCode::GONE => Answer::Gone,
            Ok(Ok(response)) => Answer::Failed(format!("it answered {}", response.status())),
            Ok(Err(error)) => Answer::Failed(error.to_string()),
            Err(_) => Answer::Failed("it took too long".to_owned()),
        }
    }

    fn request(&self, webhook: &StoredWebhook, notice: &Notice) -> Result<Request<Body>, String> {
        // Also now: what the operator allows may have changed.
        let url = check(&webhook.url, self.private).map_err(|refusal| refusal.to_string())?;
        let body = serde_json::to_string(notice).map_err(|error| error.to_string())?;
        let at = now().to_string();
        Request::post(url.as_str())
            .header("content-type", "application/json")
            .header("user-agent", "bellwether")
            .header("x-bellwether-signature", signature(&webhook.secret, &at, &body))
            .header("x-bellwether-timestamp", at)
            .body(Body::from(body))
            .map_err(|error| error.to_string())
    }
}

/// The system says whom to trust.
fn ciphers() -> ClientConfig {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the ciphers know these versions")
        .with_root_certificates(trusted)
        .with_no_client_auth()
}

/// The time is signed along, so that an old message cannot be sent again as a new one.
fn signature(secret: &Secret, at: &str, body: &str) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.bytes()).expect("a key of any length will do");
    mac.update(format!("{at}.{body}").as_bytes());
    format!("sha256={}", hex::encode(mac.finalize().into_bytes()))
}

/// Looks up names, and lets through only addresses outside, unless the operator allows others. The
/// connection goes to the very address that was checked.
#[derive(Copy, Clone, Debug)]
struct Outward {
    private: bool,
}

impl Service<Name> for Outward {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let private = self.private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let allowed: Vec<SocketAddr> =
                found.filter(|address| private || is_public(address.ip())).collect();
            if allowed.is_empty() {
                return Err(io::Error::other("the name leads to no address outside"));
            }
            Ok(allowed.into_iter())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Bytes32;

    #[test]
    fn a_signature_is_that_of_another_program() {
        // printf '17.{}' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0000…
        let secret = Secret::from(Bytes32([0; 32]));
        let expected = "sha256=6f082fa848898efe40af3230a186cb68f5f8b360d6f8055eae1888a1b21b5f15";
        assert_eq!(signature(&secret, "17", "{}"), expected);
    }

    #[tokio::test]
    async fn names_that_lead_inside_are_not_followed() {
        let lookup = |private| Outward { private }.call("localhost".parse().unwrap());
        assert!(lookup(false).await.is_err());
        assert!(lookup(true).await.is_ok_and(|mut found| found.next().is_some()));
    }
}
