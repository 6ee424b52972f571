//! The person at this browser as the server knows them: nobody yet, a guest, or a named account.

use std::rc::Rc;

use futures_util::lock::Mutex;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::json;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use wire::Person;
use wire::id::PersonId;

use super::{NetError, post};
use crate::browser::settings;

/// The setting that remembers that this browser has a session.
const HAS_SESSION_SETTING: &str = "known";

/// The person at this browser. All pages share it.
#[derive(Copy, Clone)]
pub(crate) struct Me {
    person: RwSignal<Option<Person>>,
    /// Whether the server was asked for the person and has not answered yet.
    is_loading: RwSignal<bool>,
    /// Held during hello: two concurrent requests could create two guests.
    hello_lock: StoredValue<Rc<Mutex<()>>, LocalStorage>,
}

impl Me {
    /// Provides it to all pages. The server is asked only if this browser has a session: looking
    /// around creates no guest.
    pub(crate) fn provide() {
        let me = Self {
            person: RwSignal::new(None),
            is_loading: RwSignal::new(false),
            hello_lock: StoredValue::new_local(Rc::default()),
        };
        provide_context(me);
        if me.has_session() {
            me.is_loading.set(true);
            spawn_local(async move {
                if say_hello(me).await.is_err() {
                    me.is_loading.set(false);
                }
            });
        }
    }

    /// The app's.
    pub(crate) fn from_context() -> Self {
        expect_context()
    }

    /// The person, once the server has answered.
    pub(crate) fn person(self) -> Option<Person> {
        self.person.get()
    }

    /// Whether the server has been asked and has not answered yet.
    pub(crate) fn is_loading(self) -> bool {
        self.is_loading.get()
    }

    /// The person's id, once the server has answered.
    pub(crate) fn id(self) -> Option<PersonId> {
        self.person.with(|person| person.as_ref().map(|person| person.id.clone()))
    }

    /// Says hello to the server, which creates a guest if there is no session.
    ///
    /// # Errors
    /// If the server does not answer.
    pub(crate) async fn hello(self) -> Result<Person, NetError> {
        let hello_lock = self.hello_lock.get_value();
        let _guard = hello_lock.lock().await;
        if let Some(person) = self.person.get_untracked() {
            return Ok(person);
        }
        let person: Person = post("/api/me", &json!({})).await?;
        self.set(Some(person.clone()));
        Ok(person)
    }

    /// Sets the person after signing in or out.
    pub(crate) fn set(self, person: Option<Person>) {
        settings::set(HAS_SESSION_SETTING, if person.is_some() { "yes" } else { "" });
        self.person.try_set(person);
    }

    /// Whether this browser has had a session.
    pub(crate) fn has_session(self) -> bool {
        self.person.with_untracked(Option::is_some)
            || settings::get(HAS_SESSION_SETTING).is_some_and(|known| !known.is_empty())
    }
}

/// Says hello at startup. If it fails, it is said again when a session is needed.
#[wasm_split(lists, fallible)]
fn say_hello(me: Me) -> Result<(), SplitLoaderError> {
    spawn_local(async move {
        drop(me.hello().await);
        me.is_loading.set(false);
    });
    Ok(())
}
