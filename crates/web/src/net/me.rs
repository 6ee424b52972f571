//! Who the person at this page is to the server: nobody yet, a guest, or somebody with a name.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;
use wire::Person;
use wire::id::PersonId;

use super::{NetError, post};

/// The person at this page, as the server knows them. Every page of the app shares one.
#[derive(Copy, Clone)]
pub(crate) struct Me {
    person: RwSignal<Option<Person>>,
}

impl Me {
    /// Makes it known to all pages, without asking the server yet.
    pub(crate) fn provide() {
        provide_context(Self { person: RwSignal::new(None) });
    }

    /// The page's own.
    pub(crate) fn here() -> Self {
        expect_context()
    }

    /// Who it is, once the server has said so.
    pub(crate) fn person(self) -> Option<Person> {
        self.person.get()
    }

    /// Their id, once the server has said so.
    pub(crate) fn id(self) -> Option<PersonId> {
        self.person.with(|person| person.as_ref().map(|person| person.id.clone()))
    }

    /// Says hello to the server, which makes a guest of whoever is nobody yet.
    ///
    /// # Errors
    /// If the server does not answer.
    pub(crate) async fn hello(self) -> Result<Person, NetError> {
        if let Some(person) = self.person.get_untracked() {
            return Ok(person);
        }
        let person: Person = post("/api/me", &json!({})).await?;
        self.person.try_set(Some(person.clone()));
        Ok(person)
    }

    /// Says hello when there is time; a server that is away is asked again later.
    pub(crate) fn say_hello(self) {
        spawn_local(async move { drop(self.hello().await) });
    }

    /// From now on it is somebody else, or nobody.
    pub(crate) fn set(self, person: Option<Person>) {
        self.person.set(person);
    }
}
