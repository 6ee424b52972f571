//! The account page: guests, signing in, and the settings of an account.

mod account;
mod programs;
mod sign;
mod webhook;

use leptos::prelude::*;
use wire::Person;

use account::AccountSection;
use programs::Programs;
use sign::{ClaimNameForm, SignInForm};
use webhook::WebhookForm;

use crate::guest_name::GuestName;
use crate::net::{LiveConnection, Me};
use crate::top_bar::TopBar;

/// The account page.
#[component]
pub(crate) fn MePage() -> impl IntoView {
    let me = Me::from_context();
    let account_state = Memo::new(move |_| match me.person() {
        None if me.is_loading() => AccountState::Loading,
        None => AccountState::SignedOut,
        Some(person) if person.guest => AccountState::Guest,
        Some(_) => AccountState::Named,
    });
    view! {
        <TopBar/>
        <main class="page">
            <h1>"You"</h1>
            {move || match account_state.get() {
                AccountState::Loading => view! { <p class="muted">"One moment …"</p> }.into_any(),
                AccountState::SignedOut | AccountState::Guest | AccountState::Named => view! { <p>{move || description(me)}</p> }.into_any(),
            }}
            {move || match account_state.get() {
                AccountState::Loading => ().into_any(),
                AccountState::SignedOut => view! { <ClaimNameForm/><SignInForm/> }.into_any(),
                AccountState::Guest => view! { <section class="box card"><GuestName/></section><ClaimNameForm/><SignInForm/><WebhookForm/><AccountSection/> }.into_any(),
                AccountState::Named => view! { <WebhookForm/><Programs/><AccountSection/> }.into_any(),
            }}
        </main>
    }
}

/// The kind of account that this browser is signed in with.
#[derive(Copy, Clone, PartialEq, Eq)]
enum AccountState {
    /// The server has not answered yet.
    Loading,
    SignedOut,
    Guest,
    Named,
}

fn description(me: Me) -> AnyView {
    let Some(person) = me.person() else {
        let text = "You need no account to play. With a name and a password you find your games again on every device.";
        return view! { {text} }.into_any();
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
fn switch_person() -> impl Fn(Option<Person>) + Copy {
    let (me, live) = (Me::from_context(), LiveConnection::from_context());
    move |person| {
        me.set(person);
        live.disconnect();
    }
}
