//! The one character that PostgreSQL keeps in no text: NUL. No request may hold it, so that both
//! databases answer alike.

use super::ApiError;

/// What is told of such a request.
pub(super) fn refused() -> ApiError {
    ApiError::BadRequest("a text has a NUL character in it: leave that out".to_owned())
}

/// Whether an address holds it, which is written in one way only.
pub(super) fn is_in_address(address: &str) -> bool {
    address.contains("%00")
}

/// Whether a text of JSON holds it. As itself it would be no JSON, so only its escape counts.
pub(super) fn is_in_json(mut text: &[u8]) -> bool {
    while let Some(at) = text.iter().position(|byte| *byte == b'\\') {
        let escaped = &text[at + 1..];
        if escaped.starts_with(b"u0000") {
            return true;
        }
        // What is escaped may be another backslash, which begins nothing.
        text = escaped.get(1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_found_where_it_is_escaped() {
        for nul in [r#""\u0000""#, r#"{"a\u0000":1}"#, r#""\\\u0000""#, r#"["\n\"\u0000"]"#] {
            assert!(is_in_json(nul.as_bytes()), "{nul}");
        }
        for other in [r#""\\u0000""#, r#""u0000""#, r#""\u0001""#, r#""\"#, "", r#""\u000"#] {
            assert!(!is_in_json(other.as_bytes()), "{other}");
        }
    }
}
