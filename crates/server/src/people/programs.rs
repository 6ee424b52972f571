//! Programs that people let play for the fun of it: each has an account of its own, marked as a
//! bot, and a token that speaks for it.
//!
//! A token is a session with another coat on: it is signed, closed and asked for like one.

use super::{Identity, Name, People, PeopleError};
use crate::clock::now;
use crate::id::{PersonId, SessionId};
use crate::store::{NewPerson, StoreError, Write};
use crate::wire::{Person, Program, ProgramToken};

/// What a token starts with, so that one who finds it knows what it is.
const COAT: &str = "bw_";
/// How many programs one person may have.
const MOST_PROGRAMS: i64 = 10;

impl People {
    /// Gives a program of that person an account and a token.
    ///
    /// # Errors
    /// If the name does not do or is taken, or the person is a guest or has enough of them.
    pub async fn add_program(
        &self,
        owner: &Person,
        name: &str,
    ) -> Result<ProgramToken, PeopleError> {
        if owner.guest {
            return Err(PeopleError::Refused("claim a name before your programs get some".into()));
        }
        let name: Name = name.parse()?;
        // No person's name has brackets, so nobody can be taken for a bot, nor a bot for somebody.
        let name = name.of_program();
        let (name, name_key, name_shape) = (name.to_string(), name.key(), name.shape());
        let (id, session, now) = (PersonId::random(), SessionId::random(), now());
        let person = NewPerson { id: id.clone(), name: name.clone(), session: session.clone() };
        let owner = owner.id.clone();
        let most = MOST_PROGRAMS;
        let add = Write::AddProgram { person, name_key, name_shape, owner, most, now };
        match self.store.write(add).await {
            Ok(0) => {
                let reason = format!("you have {MOST_PROGRAMS} programs: revoke one first");
                Err(PeopleError::Refused(reason.into()))
            }
            Ok(_) => {
                let program = Program { id, name, created_at: now };
                Ok(ProgramToken { program, token: format!("{COAT}{}", self.cookie(&session)) })
            }
            Err(StoreError::Conflict) => {
                let reason = format!("another program is called {name}, or nearly so");
                Err(PeopleError::Refused(reason.into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A person's programs whose tokens are good.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn programs(&self, owner: &PersonId) -> Result<Vec<Program>, StoreError> {
        self.store.programs(owner).await
    }

    /// A person and all programs they have ever had, who leave together.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn with_programs(&self, person: &PersonId) -> Result<Vec<PersonId>, StoreError> {
        let mut people = self.store.all_programs(person).await?;
        people.push(person.clone());
        Ok(people)
    }

    /// Makes a program's token worthless, and says whether there was one. Its games stay.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn revoke(&self, owner: &PersonId, program: PersonId) -> Result<bool, StoreError> {
        let revoke = Write::RevokeProgram { owner: owner.clone(), program };
        let revoked = self.store.write(revoke).await;
        self.sessions.forget();
        Ok(revoked? > 0)
    }

    /// Whose token that is.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn by_token(&self, token: &str) -> Result<Option<Identity>, StoreError> {
        let Some(value) = token.strip_prefix(COAT) else { return Ok(None) };
        Ok(self.by_cookie(value).await?.filter(|identity| identity.person.bot))
    }
}
