//! What every request passes: who asks how often, from which page, and what browsers are told.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;
use tracing::Instrument;

use super::{ApiError, App, nul};
use crate::config::Origin;
use crate::id::random_bytes;

/// Scripts and styles come from us alone; WebAssembly may be compiled.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Who asks.
#[derive(Copy, Clone, Debug)]
pub(super) struct Caller(pub(super) IpAddr);

/// Names the request, times it, and writes one line about it. The line has the route, not the
/// address: a table's id is known only to those who were given it.
pub(super) async fn observe(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = hex::encode(random_bytes::<8>());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let route = route.unwrap_or_else(|| "other".to_owned());
    let span = tracing::info_span!("request", %id, method = %request.method(), route);
    let start = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), start.elapsed());
    span.in_scope(|| tracing::debug!(status, ?took, "answered"));
    app.metrics.answered(route, status, took);
    let id = HeaderValue::from_str(&id).expect("hexadecimal digits are a header's value");
    response.headers_mut().insert(REQUEST_ID, id);
    response
}

/// Tells browsers to be careful.
pub(super) async fn careful(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if is_api {
        set(header::CACHE_CONTROL, "no-store");
    }
    response
}

/// Holds back who asks too often or does not read the answers, and remembers who asks.
pub(super) async fn paced(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let forwarded = forwarded_for(request.headers()).filter(|_| app.behind_proxy);
    let caller = forwarded.unwrap_or(peer);
    // What changes something is done and answered: its answer is short.
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let allowed = app.pace.request(caller);
    let allowed =
        if only_reads { allowed.and_then(|()| app.pace.may_read(caller)) } else { allowed };
    if let Err(error) = allowed {
        return error.into_response();
    }
    request.extensions_mut().insert(Caller(caller));
    let answer = next.run(request).await;
    if !only_reads {
        return answer;
    }
    app.pace.answer(caller, answer).unwrap_or_else(IntoResponse::into_response)
}

/// Who the proxy in front says has asked: the last address is the one that it has added itself.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let mut lines = headers.get_all("x-forwarded-for").iter();
    lines.next_back()?.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// No request takes longer than that.
pub(super) async fn within(
    State(limit): State<Duration>,
    request: Request,
    next: Next,
) -> Response {
    timeout(limit, next.run(request)).await.unwrap_or_else(|_| ApiError::TooSlow.into_response())
}

/// Requests that change something, and WebSockets, come from our own pages or from no page.
pub(super) async fn own_pages_only(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Response {
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    if (!harmless || upgrades) && !is_own(request.headers(), app.origin.as_ref()) {
        return ApiError::Forbidden("this comes from a page of somebody else").into_response();
    }
    next.run(request).await
}

/// No path and no query holds a character that no text of the database can have.
pub(super) async fn no_nul_in_addresses(request: Request, next: Next) -> Response {
    let address = request.uri().path_and_query();
    if address.is_some_and(|address| nul::is_in_address(address.as_str())) {
        return nul::refused().into_response();
    }
    next.run(request).await
}

/// Browsers say where a request comes from; other programs have no cookies of somebody else's.
fn is_own(headers: &HeaderMap, own: Option<&Origin>) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(origin) = text(header::ORIGIN) else {
        let site = text(HeaderName::from_static("sec-fetch-site"));
        return site.is_none_or(|site| site == "same-origin" || site == "none");
    };
    let Some(own) = own else {
        let host = origin.split_once("://").map(|(_, host)| host);
        return host.is_some() && host == text(header::HOST);
    };
    origin == own.as_str()
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::middleware::from_fn_with_state;
    use axum::routing::get;
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::super::error::panicked;
    use super::*;
    use crate::wire::Problem;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |&(name, value): &(_, _)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[tokio::test]
    async fn what_takes_too_long_or_breaks_is_answered_with_a_sentence() {
        async fn breaks() {
            panic!("of what it was asked");
        }
        let router = Router::new()
            .route("/hangs", get(pending::<()>))
            .route("/breaks", get(breaks))
            .layer(from_fn_with_state(Duration::ZERO, within))
            .layer(CatchPanicLayer::custom(panicked));
        for (path, status) in [("/hangs", 408), ("/breaks", 500)] {
            let request = Request::get(path).body(Body::empty()).unwrap();
            let answer = router.clone().oneshot(request).await.unwrap();
            assert_eq!(answer.status(), status, "{path}");
            let body = to_bytes(answer.into_body(), 1000).await.unwrap();
            let problem: Problem = serde_json::from_slice(&body).unwrap();
            assert!(!problem.error.is_empty(), "{path}");
        }
    }

    #[test]
    fn other_peoples_pages_are_told_apart() {
        let own: Origin = "https://play.example".parse().unwrap();
        let is_own = |pairs: &[(&'static str, &'static str)], own| is_own(&headers(pairs), own);
        assert!(is_own(&[("origin", "https://play.example")], Some(&own)));
        assert!(!is_own(&[("origin", "http://play.example")], Some(&own)));
        assert!(!is_own(&[("origin", "https://play.example.evil.example")], Some(&own)));
        assert!(!is_own(&[("origin", "null")], Some(&own)));
        assert!(is_own(&[], Some(&own)), "no browser");
        assert!(!is_own(&[("sec-fetch-site", "cross-site")], Some(&own)));
        assert!(is_own(&[("origin", "http://localhost:1"), ("host", "localhost:1")], None));
        assert!(!is_own(&[("origin", "http://evil.example"), ("host", "localhost:1")], None));
        assert!(!is_own(&[("origin", "null")], None));
    }

    #[test]
    fn a_proxy_is_believed_for_what_it_adds_itself() {
        let forwarded = forwarded_for(&headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]));
        assert_eq!(forwarded, Some([5, 6, 7, 8].into()));
        assert_eq!(forwarded_for(&headers(&[("x-forwarded-for", "who knows")])), None);
    }
}
