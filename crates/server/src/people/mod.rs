//! People: a guest at first visit, who may claim the identity with a name and a password.

mod cookie;
mod name;
mod password;
mod programs;
mod sessions;

use rules::Refusal;
use thiserror::Error;

pub use cookie::{COOKIE, DEVICE_COOKIE, Device, HOST_PREFIX, Signature};
pub use name::Name;
pub(crate) use name::shape_of;
pub use password::Passwords;
use sessions::Sessions;

use crate::clock::now;
use crate::id::{PersonId, SessionId};
use crate::metrics::Metrics;
use crate::secret::Secret;
use crate::store::{Account, NewPerson, Store, StoreError, Write};
use crate::wire::Person;

/// How long a session lasts, in days; browsers keep no cookie longer.
pub const SESSION_DAYS: i64 = 400;

const DAY: i64 = 24 * 60 * 60 * 1000;

/// Why somebody cannot be who they want to be.
#[derive(Debug, Error)]
pub enum PeopleError {
    /// The name or the password does not do, or is not right.
    #[error("{0}")]
    Refused(Refusal),
    /// The name and the password do not belong together.
    #[error("there is nobody of that name with that password")]
    WrongPassword,
    /// Too many passwords are being checked.
    #[error("too many people sign in at the moment: try again in a few seconds")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Refusal> for PeopleError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Who somebody is, and through which session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Who.
    pub person: Person,
    /// Their session.
    pub session: SessionId,
}

/// Everyone the server knows.
#[derive(Clone, Debug)]
pub struct People {
    store: Store,
    signature: Signature,
    passwords: Passwords,
    sessions: Sessions,
}

impl People {
    /// Those in the store. Their cookies are signed with `secret`, or with one that the store
    /// keeps, so that all nodes have the same.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn new(
        store: Store,
        secret: Option<Secret>,
        metrics: &Metrics,
    ) -> Result<Self, StoreError> {
        let secret = match secret {
            Some(secret) => secret,
            None => kept_secret(&store).await?,
        };
        let sessions = Sessions::new(&store);
        Ok(Self {
            store,
            signature: Signature::new(&secret),
            passwords: Passwords::new(metrics.password_hashes.clone()),
            sessions,
        })
    }

    /// Somebody new.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn welcome(&self) -> Result<Identity, StoreError> {
        let (id, session) = (PersonId::random(), SessionId::random());
        let name = format!("Guest {}", &id.as_str()[..4]);
        let person = NewPerson { id: id.clone(), name: name.clone(), session: session.clone() };
        self.store.write(Write::AddPerson { person, now: now() }).await?;
        Ok(Identity { person: Person { id, name, guest: true, bot: false }, session })
    }

    /// Whose cookie that is.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn by_cookie(&self, value: &str) -> Result<Option<Identity>, StoreError> {
        match self.signature.session(value) {
            Some(session) => self.by_session(session).await,
            None => Ok(None),
        }
    }

    /// Whose session that is, if it is still open.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn by_session(&self, session: SessionId) -> Result<Option<Identity>, StoreError> {
        let now = now();
        let ask = || self.store.session(&session, now - SESSION_DAYS * DAY);
        let Some((person, is_due)) = self.sessions.find(&session, now, ask).await? else {
            return Ok(None);
        };
        if is_due {
            let note = Write::NoteUse { session: session.clone(), now };
            if let Err(error) = self.store.write(note).await {
                // It is noted the next time.
                tracing::debug!(%error, "the use of a session could not be noted");
                self.sessions.forget();
            }
        }
        Ok(Some(Identity { person, session }))
    }

    /// The value of the cookie that knows this browser again as one of that person's.
    pub fn device_cookie(&self, person: &PersonId) -> String {
        self.signature.sign_device(person)
    }

    /// Which browser a cookie names.
    pub fn device(&self, value: &str) -> Option<Device> {
        self.signature.device(value)
    }

    /// The value of the cookie for a session.
    pub fn cookie(&self, session: &SessionId) -> String {
        self.signature.sign(session)
    }

    /// Gives a guest another name to be seen by, and says how it is seen. Others may have the same,
    /// so it is marked, as nobody's own name can be.
    ///
    /// # Errors
    /// If the name does not do, or the person has one of their own.
    pub async fn rename_guest(&self, person: &PersonId, name: &str) -> Result<String, PeopleError> {
        let name: Name = name.parse()?;
        let name = format!("{name} (guest)");
        let rename = Write::RenameGuest { person: person.clone(), name: name.clone() };
        let renamed = self.store.write(rename).await;
        self.sessions.forget();
        match renamed? {
            0 => Err(PeopleError::Refused("you have a name of your own already".into())),
            _ => Ok(name),
        }
    }

    /// Gives a guest a name and a password, and a new session: the earlier one may be known to
    /// somebody else.
    ///
    /// # Errors
    /// If the name or the password does not do, or the name is taken.
    pub async fn claim(
        &self,
        person: &PersonId,
        name: &str,
        password: &str,
    ) -> Result<SessionId, PeopleError> {
        let name: Name = name.parse()?;
        password::check_new(password)?;
        let password = self.passwords.hash(password.to_owned()).await?;
        let session = SessionId::random();
        let claim = Write::Claim {
            person: person.clone(),
            name: name.to_string(),
            name_key: name.key(),
            name_shape: name.shape(),
            password,
            session: session.clone(),
            now: now(),
        };
        let claimed = self.store.write(claim).await;
        self.sessions.forget();
        match claimed {
            Ok(0) => Err(PeopleError::Refused("you have a name and a password already".into())),
            Ok(_) => Ok(session),
            Err(StoreError::Conflict) => {
                let reason = match self.store.account(&name.key()).await? {
                    Some(_) => format!("somebody else is called {name}"),
                    None => {
                        format!("{name} looks too much like somebody else's name: choose another")
                    }
                };
                Err(PeopleError::Refused(reason.into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// What a name is compared by, whether it is anybody's or not.
    pub fn name_key(name: &str) -> String {
        name::key_of(name)
    }

    /// The account of that name, if there is one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        match self.store.account(&name::key_of(name)).await? {
            Some(account) => Ok(Some(account)),
            None => self.store.account(&name::earlier_key_of(name)).await,
        }
    }

    /// Signs in: a new session for whoever has that account and its password.
    ///
    /// # Errors
    /// If there is nobody; which of the two is wrong is not told.
    pub async fn sign_in(
        &self,
        account: Option<Account>,
        password: &str,
    ) -> Result<SessionId, PeopleError> {
        let hash = account.as_ref().map(|account| account.password.clone());
        let right = self.passwords.verify(password.to_owned(), hash).await?;
        let account = account.filter(|_| right).ok_or(PeopleError::WrongPassword)?;
        if account.banned {
            let reason = "this account was closed by whoever runs the server";
            return Err(PeopleError::Refused(reason.into()));
        }
        let session = SessionId::random();
        let open =
            Write::OpenSession { session: session.clone(), person: account.person, now: now() };
        self.store.write(open).await?;
        Ok(session)
    }

    /// Whether that is the person's password. A guest has none.
    ///
    /// # Errors
    /// If it is not.
    pub async fn check_password(&self, person: &Person, password: &str) -> Result<(), PeopleError> {
        let hash = self.store.account_of(&person.id).await?.map(|account| account.password);
        let right = self.passwords.verify(password.to_owned(), hash).await?;
        if right { Ok(()) } else { Err(PeopleError::WrongPassword) }
    }

    /// Signs out here, or everywhere.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn sign_out(&self, who: &Identity, everywhere: bool) -> Result<(), StoreError> {
        let close = if everywhere {
            Write::CloseAllSessions(who.person.id.clone())
        } else {
            Write::CloseSession { session: who.session.clone(), person: who.person.id.clone() }
        };
        let closed = self.store.write(close).await.map(drop);
        self.sessions.forget();
        closed
    }

    /// Whether somebody cannot come back: a guest or a program without a session, for one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn is_gone(&self, person: &PersonId) -> Result<bool, StoreError> {
        self.store.is_gone(person).await
    }

    /// Forgets a guest whom nobody has been since then and whom nothing refers to, and says whether
    /// it did.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn forget_guest(
        &self,
        person: PersonId,
        unused_since: i64,
    ) -> Result<bool, StoreError> {
        let forgotten = self.store.write(Write::ForgetGuest { person, unused_since }).await;
        self.sessions.forget();
        Ok(forgotten? > 0)
    }

    /// Closes an account for whoever runs the server, and says whether there was one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ban(&self, person: PersonId) -> Result<bool, StoreError> {
        let banned = self.store.write(Write::Ban { person, now: now() }).await;
        self.sessions.forget();
        Ok(banned? > 0)
    }

    /// Opens it again, and says whether it was closed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unban(&self, person: PersonId) -> Result<bool, StoreError> {
        Ok(self.store.write(Write::Unban(person)).await? > 0)
    }

    /// Deletes the account: name, password and sessions.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn delete(&self, person: &PersonId) -> Result<(), StoreError> {
        let delete = Write::DeletePerson { person: person.clone(), now: now() };
        let deleted = self.store.write(delete).await.map(drop);
        self.sessions.forget();
        deleted
    }
}

/// The secret that the store keeps; the first node to need one makes it.
async fn kept_secret(store: &Store) -> Result<Secret, StoreError> {
    const NAME: &str = "cookie-secret";
    let value = Secret::random().reveal().to_string();
    store.write(Write::Setting { name: NAME, value }).await?;
    let kept = store.setting(NAME).await?;
    kept.and_then(|kept| kept.parse().ok()).ok_or(StoreError::Damaged("secret"))
}
