//! Cookies: the one that says who somebody is, the id of a session, and the one that says whose
//! account has been used in this browser before. Both are signed, so that a made-up one is refused
//! without asking the database.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::id::{PersonId, SessionId};
use crate::secret::Secret;

/// The cookie's name.
pub const COOKIE: &str = "bellwether";
/// The name of the one that knows a browser again.
pub const DEVICE_COOKIE: &str = "bellwether-device";
/// What browsers take from the host itself alone, and over an encrypted connection alone.
pub const HOST_PREFIX: &str = "__Host-";

/// A browser in which somebody has signed in.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Device {
    /// Whose account that was.
    pub person: PersonId,
    /// Its own name, so that each has its own tries.
    pub id: SessionId,
}

/// Signs cookies and checks signatures.
#[derive(Clone, Debug)]
pub struct Signature(Secret);

impl Signature {
    /// With that secret.
    pub fn new(secret: &Secret) -> Self {
        Self(secret.clone())
    }

    /// What is signed for one use cannot be taken for another.
    fn mac(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.0.bytes()).expect("a key of any length will do");
        mac.update(format!("bellwether/{purpose}/{text}").as_bytes());
        mac
    }

    fn signed(&self, purpose: &str, text: &str) -> String {
        format!("{text}.{}", hex::encode(self.mac(purpose, text).finalize().into_bytes()))
    }

    fn checked<'a>(&self, purpose: &str, value: &'a str) -> Option<&'a str> {
        let (text, signature) = value.split_once('.')?;
        let signature = hex::decode(signature).ok()?;
        // This compares in constant time.
        self.mac(purpose, text).verify_slice(&signature).ok()?;
        Some(text)
    }

    /// The value of the cookie.
    pub fn sign(&self, session: &SessionId) -> String {
        self.signed("session", session.as_str())
    }

    /// The session in a cookie's value, if we have signed it.
    pub fn session(&self, value: &str) -> Option<SessionId> {
        self.checked("session", value)?.parse().ok()
    }

    /// The value of the cookie for a browser in which that person has just signed in.
    pub fn sign_device(&self, person: &PersonId) -> String {
        self.signed("device", &format!("{person}-{}", SessionId::random()))
    }

    /// The browser that a cookie's value names, if we have signed it.
    pub fn device(&self, value: &str) -> Option<Device> {
        let (person, id) = self.checked("device", value)?.split_once('-')?;
        Some(Device { person: person.parse().ok()?, id: id.parse().ok()? })
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

    #[test]
    fn a_device_is_no_session() {
        let signature = Signature::new(&Secret::random());
        let person = PersonId::random();
        let (one, other) = (signature.sign_device(&person), signature.sign_device(&person));
        let device = signature.device(&one).unwrap();
        assert_eq!(device.person, person);
        assert_ne!(signature.device(&other), Some(device));
        assert_eq!(signature.session(&one), None);
        assert_eq!(signature.device(&signature.sign(&SessionId::random())), None);
        assert_eq!(signature.device(&one[1..]), None);
    }
}
