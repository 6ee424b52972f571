//! The account page: guests, signing in, and the settings of an account.

mod account;
mod guest_name;
mod programs;
mod sign;
mod webhook;

use leptos::prelude::*;
use wire::Person;

use account::Account;
pub(crate) use guest_name::GuestName;
use programs::Programs;
use sign::{Claim, SignIn};
use webhook::WebhookChoice;

use crate::app::TopBar;
use crate::net::{LiveConnection, Me};

/// The account page.
#[component]
pub(crate) fn MePage() -> impl IntoView {
    let me = Me::from_context();
    let standing = Memo::new(move |_| match me.person() {
        None if me.is_loading() => Standing::Unknown,
        None => Standing::Nobody,
        Some(person) if person.guest => Standing::Guest,
        Some(_) => Standing::Named,
    });
    view! {
        <TopBar/>
        <main class="page">
            <h1>"You"</h1>
            {move || match standing.get() {
                Standing::Unknown => view! { <p class="muted">"One moment …"</p> }.into_any(),
                Standing::Nobody | Standing::Guest | Standing::Named => view! { <p>{move || who(me)}</p> }.into_any(),
            }}
            {move || match standing.get() {
                Standing::Unknown => ().into_any(),
                Standing::Nobody => view! { <Claim/><SignIn/> }.into_any(),
                Standing::Guest => view! { <section class="box card"><GuestName/></section><Claim/><SignIn/><WebhookChoice/><Account/> }.into_any(),
                Standing::Named => view! { <WebhookChoice/><Programs/><Account/> }.into_any(),
            }}
        </main>
    }
}

/// The kind of account that this browser is signed in with.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Standing {
    /// The server has not answered yet.
    Unknown,
    Nobody,
    Guest,
    Named,
}

fn who(me: Me) -> AnyView {
    let Some(person) = me.person() else {
        let said = "You need no account to play. With a name and a password you find your games again on every device.";
        return view! { {said} }.into_any();
    };
    let profile = format!("/people/{}", person.id);
    let (before, after) = if person.guest {
        ("You are ", ", a guest: this browser is all that the server knows you by.")
    } else {
        ("You are signed in as ", ".")
    };
    view! {
        {before}<b>{person.name}</b>{after}" "<a href=profile>"Your games and ratings"</a>
    }
    .into_any()
}

/// A function that sets the person after signing in or out, and closes the connection of the
/// session before.
fn switch() -> impl Fn(Option<Person>) + Copy {
    let (me, live) = (Me::from_context(), LiveConnection::from_context());
    move |person| {
        me.set(person);
        live.disconnect();
    }
}
