//! The cookie that says who somebody is: the id of a session, signed, so that a made-up one is
//! refused without asking the database.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::id::SessionId;
use crate::secret::Secret;

/// The cookie's name.
pub const COOKIE: &str = "bellwether";

/// Signs cookies and checks signatures.
#[derive(Clone, Debug)]
pub struct Signature(Secret);

impl Signature {
    /// With that secret.
    pub fn new(secret: &Secret) -> Self {
        Self(secret.clone())
    }

    fn mac(&self, session: &SessionId) -> Hmac<Sha256> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.0.bytes()).expect("a key of any length will do");
        // Whatever else the secret may come to sign, it cannot be taken for a session.
        mac.update(b"bellwether/session/");
        mac.update(session.as_str().as_bytes());
        mac
    }

    /// The value of the cookie.
    pub fn sign(&self, session: &SessionId) -> String {
        format!("{session}.{}", hex::encode(self.mac(session).finalize().into_bytes()))
    }

    /// The session in a cookie's value, if we have signed it.
    pub fn session(&self, value: &str) -> Option<SessionId> {
        let (session, signature) = value.split_once('.')?;
        let session: SessionId = session.parse().ok()?;
        let signature = hex::decode(signature).ok()?;
        // This compares in constant time.
        self.mac(&session).verify_slice(&signature).ok()?;
        Some(session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_we_have_signed_is_a_session() {
        let signature = Signature::new(&Secret::random());
        let session = SessionId::random();
        let value = signature.sign(&session);
        assert_eq!(signature.session(&value), Some(session.clone()));
        assert_eq!(Signature::new(&Secret::random()).session(&value), None);
        let other = value.replacen(session.as_str(), SessionId::random().as_str(), 1);
        for wrong in ["", ".", session.as_str(), &other, &value[..value.len() - 2], &value[1..]] {
            assert_eq!(signature.session(wrong), None, "{wrong}");
        }
    }
}
