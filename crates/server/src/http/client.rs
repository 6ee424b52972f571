//! The client: files that were built before and are part of the program.
//!
//! A name with a hash in it is kept by browsers for ever; everything else is asked for again. Any
//! other address is a page of the client, which finds out by itself what to show.

use std::borrow::Cow;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::ApiError;
use super::unread::PartOfTheProgram;

const NOT_BUILT: &str = "This server was built without the client: `cargo play` builds both.\n";

/// What `cargo xtask client` has built. Debug builds read it from the disk.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// How a file can be sent smaller, the smallest first: the encoding and the name's ending.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A file of the client, or its page for any other address.
pub(super) async fn client(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::NotFound.into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::WrongMethod.into_response();
    }
    let name = match path {
        "" => "index.html",
        file if Dist::get(file).is_some() => file,
        page if !page.rsplit('/').next().unwrap_or_default().contains('.') => "index.html",
        _ => return ApiError::NotFound.into_response(),
    };
    sent(name, &headers).unwrap_or_else(|| (StatusCode::NOT_FOUND, NOT_BUILT).into_response())
}

fn sent(name: &str, headers: &HeaderMap) -> Option<Response> {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let (encoding, file) = smallest(name, accepted.unwrap_or_default())?;
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let builder = Response::builder()
        .header(CACHE_CONTROL, caching(name))
        .header(VARY, "Accept-Encoding")
        .header(ETAG, &tag);
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return builder.status(StatusCode::NOT_MODIFIED).body(Body::empty()).ok();
    }
    let builder = builder.header(CONTENT_TYPE, content_type(name));
    let builder = match encoding {
        Some(encoding) => builder.header(CONTENT_ENCODING, encoding),
        None => builder,
    };
    let mut response = builder.body(Body::from(bytes(file.data))).ok()?;
    response.extensions_mut().insert(PartOfTheProgram);
    Some(response)
}

/// What is part of the program is not copied.
fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// The file in the smallest form that is accepted.
fn smallest(name: &str, accepted: &str) -> Option<(Option<&'static str>, EmbeddedFile)> {
    let accepts = |encoding: &str| {
        accepted
            .split(',')
            .any(|item| item.split(';').next().is_some_and(|it| it.trim() == encoding))
    };
    for (encoding, ending) in ENCODINGS.into_iter().filter(|(encoding, _)| accepts(encoding)) {
        if let Some(file) = Dist::get(&format!("{name}{ending}")) {
            return Some((Some(encoding), file));
        }
    }
    Dist::get(name).map(|file| (None, file))
}

/// A file whose name changes with its contents never changes.
fn caching(name: &str) -> &'static str {
    let hash = name.split('.').next().and_then(|stem| stem.rsplit_once('-')).map(|(_, hash)| hash);
    let is_hash =
        |hash: &str| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if hash.is_some_and(is_hash) { "public, max-age=31536000, immutable" } else { "no-cache" }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_are_kept_for_ever() {
        assert!(caching("web-0123456789abcdef.wasm").contains("immutable"));
        for name in ["index.html", "sw.js", "manifest.webmanifest", "source-sans-3.woff2"] {
            assert_eq!(caching(name), "no-cache", "{name}");
        }
    }

    #[tokio::test]
    async fn what_is_no_page_and_no_file_is_not_found() {
        for path in ["/api/nothing", "/no-such-file.js"] {
            let response = client(Method::GET, path.parse().unwrap(), HeaderMap::new()).await;
            assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
