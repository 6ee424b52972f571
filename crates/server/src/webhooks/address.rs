//! Where webhooks may lie: outside, unless the operator allows what only the server can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use rules::Refusal;
use url::Url;

const LONGEST: usize = 500;

/// An address that messages may be sent to. A name is looked up, and looked at, when they are.
pub(super) fn check(text: &str, private: bool) -> Result<Url, Refusal> {
    if text.len() > LONGEST {
        return Err(format!("an address has at most {LONGEST} letters").into());
    }
    let url: Url = text.parse().map_err(|_| "this is not an address like https://example.org/x")?;
    let schemes: &[&str] = if private { &["https", "http"] } else { &["https"] };
    if !schemes.contains(&url.scheme()) {
        return Err("the address starts with https://".into());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("the address has no name and password in it".into());
    }
    let host = url.host_str().unwrap_or_default();
    let literal: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    if literal.is_some_and(|address| !private && !is_public(address)) {
        return Err("the address lies inside the server's own network".into());
    }
    Ok(url)
}

/// Whether everyone on the Internet means the same by that address.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let assigned = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    let benchmark = a == 198 && (b == 18 || b == 19);
    let special = a == 0 || a >= 224 || shared || assigned || benchmark;
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

/// Only what is handed out (`2000::/3`), and nothing that wraps an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let handed_out = (0x2000..0x4000).contains(&a);
    let special = a == 0x2001 && (b < 0x0200 || b == 0x0db8);
    let wraps = a == 0x2002;
    let documentation = a == 0x3fff && b < 0x1000;
    handed_out && !special && !wraps && !documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_and_outside_are_told_apart() {
        let inside = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "3fff::1",
        ];
        for text in inside {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in ["8.8.8.8", "192.0.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450::1"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn an_address_is_encrypted_and_outside() {
        assert!(check("https://example.org/hook?x=1", false).is_ok());
        let wrong = [
            "",
            "nonsense",
            "http://example.org/",
            "ftp://example.org/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://me:pw@example.org/",
            "https://[::ffff:10.0.0.1]/",
        ];
        for text in wrong {
            assert!(check(text, false).is_err(), "{text}");
        }
        assert!(check("http://127.0.0.1:8000/hook", true).is_ok());
        assert!(check(&format!("https://example.org/{}", "x".repeat(500)), true).is_err());
    }
}
