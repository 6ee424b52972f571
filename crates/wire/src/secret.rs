//! Thirty-two bytes: those that are secret for a while or for good, and those that everyone sees.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};
use thiserror::Error;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::id::random_bytes;
use crate::schema::text;

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("this is not 64 hexadecimal digits")]
pub struct NotBytes;

/// Thirty-two bytes that everyone may see, written as hexadecimal digits.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Bytes32(pub [u8; 32]);

impl Bytes32 {
    /// Random ones.
    pub fn random() -> Self {
        Self(random_bytes())
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Bytes32 {
    type Err = NotBytes;

    fn from_str(text: &str) -> Result<Self, NotBytes> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotBytes)?;
        Ok(Self(bytes))
    }
}

impl PartialSchema for Bytes32 {
    fn schema() -> RefOr<Schema> {
        text("^[0-9a-fA-F]{64}$", "32 bytes as hexadecimal digits.").into()
    }
}

impl ToSchema for Bytes32 {}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Thirty-two bytes that are never shown: neither serialised nor in any log line.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A new one.
    pub fn random() -> Self {
        Self(random_bytes())
    }

    /// What is told beforehand, so that the secret cannot be changed afterwards.
    pub fn commitment(&self) -> Bytes32 {
        Bytes32(Sha256::digest(self.0).into())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether the other one is the same; how long that takes does not tell how much of it is.
    pub fn is_same(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }

    /// The bytes for everyone to see. At a table: after the end.
    pub fn reveal(&self) -> Bytes32 {
        Bytes32(self.0)
    }
}

impl From<Bytes32> for Secret {
    fn from(Bytes32(bytes): Bytes32) -> Self {
        Self(bytes)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

impl FromStr for Secret {
    type Err = NotBytes;

    fn from_str(text: &str) -> Result<Self, NotBytes> {
        text.trim().parse().map(|Bytes32(bytes)| Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_show() {
        let secret = Secret::random();
        assert_eq!(format!("{secret:?}"), "(secret)");
        assert_ne!(secret.commitment(), secret.reveal());
        assert!(secret.is_same(&secret) && !secret.is_same(&Secret::random()));
    }

    #[test]
    fn bytes_read_back() {
        let bytes = Bytes32::random();
        assert_eq!(bytes.to_string().parse(), Ok(bytes));
        assert!("00".parse::<Bytes32>().is_err());
        assert!("zz".repeat(32).parse::<Bytes32>().is_err());
    }
}
