//! Who the person at this page is to the server: nobody yet, a guest, or somebody with a name.

use std::rc::Rc;

use futures_util::lock::Mutex;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
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
    /// Whether the server was asked and has not answered yet.
    awaited: RwSignal<bool>,
    /// Held while hello is said: saying it twice at once could make two guests of one person.
    greeting: StoredValue<Rc<Mutex<()>>, LocalStorage>,
}

impl Me {
    /// Makes it known to all pages. The server is asked only by a browser that it knows: looking
    /// around makes nobody a guest.
    pub(crate) fn provide() {
        let me = Self {
            person: RwSignal::new(None),
            awaited: RwSignal::new(false),
            greeting: StoredValue::new_local(Rc::default()),
        };
        provide_context(me);
        if me.is_known() {
            me.awaited.set(true);
            spawn_local(async move {
                if greet(me).await.is_err() {
                    me.awaited.set(false);
                }
            });
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

    /// Whether the server knows this browser, and is about to say by which name.
    pub(crate) fn is_awaited(self) -> bool {
        self.awaited.get()
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
        let greeting = self.greeting.get_value();
        let _alone = greeting.lock().await;
        if let Some(person) = self.person.get_untracked() {
            return Ok(person);
        }
        let person: Person = post("/api/me", &json!({})).await?;
        self.set(Some(person.clone()));
        Ok(person)
    }

    /// From now on it is somebody else, or nobody.
    pub(crate) fn set(self, person: Option<Person>) {
        keep(KNOWN, if person.is_some() { "yes" } else { "" });
        self.person.try_set(person);
    }

    /// Whether this browser has been somebody to the server before.
    pub(crate) fn is_known(self) -> bool {
        self.person.with_untracked(Option::is_some)
            || kept(KNOWN).is_some_and(|known| !known.is_empty())
    }
}

/// Says hello. A server that is away is asked again when somebody needs it.
#[wasm_split(lists, fallible)]
fn greet(me: Me) -> Result<(), SplitLoaderError> {
    spawn_local(async move {
        drop(me.hello().await);
        me.awaited.set(false);
    });
    Ok(())
}
