//! Who the person at this page is to the server: nobody yet, a guest, or somebody with a name.

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;
use wire::Person;
use wire::id::PersonId;

use super::{NetError, post};
use crate::browser::{keep, kept};

/// Under this name the browser keeps that the server knows whoever uses it.
const KNOWN: &str = "known";

/// The person at this page, as the server knows them. Every page of the app shares one.
#[derive(Copy, Clone)]
pub(crate) struct Me {
    person: RwSignal<Option<Person>>,
}

impl Me {
    /// Makes it known to all pages. The server is asked only by a browser that it knows: looking
    /// around makes nobody a guest.
    pub(crate) fn provide() {
        let me = Self { person: RwSignal::new(None) };
        provide_context(me);
        if kept(KNOWN).is_some_and(|known| !known.is_empty()) {
            me.say_hello();
        }
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
        self.set(Some(person.clone()));
        Ok(person)
    }

    /// Says hello when there is time; a server that is away is asked again later.
    pub(crate) fn say_hello(self) {
        spawn_local(async move { drop(self.hello().await) });
    }

    /// From now on it is somebody else, or nobody.
    pub(crate) fn set(self, person: Option<Person>) {
        keep(KNOWN, if person.is_some() { "yes" } else { "" });
        self.person.try_set(person);
    }

    /// Whether the server has said who it is.
    pub(crate) fn is_somebody(self) -> bool {
        self.person.with_untracked(Option::is_some)
    }
}
