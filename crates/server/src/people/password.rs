//! Passwords: Argon2id, a few at a time.

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use prometheus_client::metrics::counter::Counter;
use rules::Refusal;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::PeopleError;

const SHORTEST: usize = 8;
/// Longer ones only cost time.
const LONGEST: usize = 200;
/// Each takes about 20 MB and some tens of milliseconds of one core.
const AT_A_TIME: usize = 2;
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether that may be a password.
pub(super) fn check_new(password: &str) -> Result<(), Refusal> {
    if (SHORTEST..=LONGEST).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(format!("a password has {SHORTEST} to {LONGEST} letters").into())
}

/// Hashes and checks passwords without holding up anything else.
#[derive(Clone, Debug)]
pub struct Passwords {
    places: Arc<Semaphore>,
    /// Counts what was hashed, to store it or to compare it.
    hashes: Counter,
}

impl Passwords {
    pub(super) fn new(hashes: Counter) -> Self {
        Self { places: Arc::new(Semaphore::new(AT_A_TIME)), hashes }
    }

    /// The hash to store.
    pub(super) async fn hash(&self, password: String) -> Result<String, PeopleError> {
        self.run(move || hash(&password)).await
    }

    /// Whether the password has that hash. Without a hash it takes as long, and has not.
    pub(super) async fn verify(
        &self,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, PeopleError> {
        if password.chars().count() > LONGEST {
            return Ok(false);
        }
        self.run(move || {
            let Some(stored) = stored else {
                hash(&password);
                return false;
            };
            verify(&password, &stored)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, PeopleError> {
        let place = timeout(PATIENCE, self.places.clone().acquire_owned()).await;
        let Ok(Ok(place)) = place else { return Err(PeopleError::Busy) };
        let hashes = self.hashes.clone();
        let work = spawn_blocking(move || {
            let _place = place;
            hashes.inc();
            work()
        });
        work.await.map_err(|_| PeopleError::Busy)
    }
}

fn hash(password: &str) -> String {
    let hash: PasswordHash = Argon2::default()
        .hash_password(password.as_bytes())
        .expect("the standard parameters and a salt of the right length always do");
    hash.to_string()
}

fn verify(password: &str, stored: &str) -> bool {
    PasswordHash::new(stored)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_right_or_wrong() {
        let passwords = Passwords::new(Counter::default());
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$") && !hash.contains("horse"));
        let verify = |password: &str, hash: Option<&String>| {
            passwords.verify(password.to_owned(), hash.cloned())
        };
        assert!(verify("correct horse", Some(&hash)).await.unwrap());
        assert!(!verify("correct house", Some(&hash)).await.unwrap());
        assert!(!verify("correct horse", None).await.unwrap());
        assert!(!verify(&"x".repeat(1000), Some(&hash)).await.unwrap());
        assert!(check_new("short").is_err() && check_new("long enough").is_ok());
    }
}
