//! Signing out and deleting the account.

use leptos::prelude::*;
use wire::{Farewell, Person};

use super::sign::SignOutButtons;
use super::switch_person;
use crate::net::{FormError, FormRequest, Me, delete};

/// The buttons to sign out and to delete the account.
#[component]
pub(super) fn AccountSection() -> impl IntoView {
    let me = Me::from_context();
    let is_named = Memo::new(move |_| me.person().is_some_and(|Person { guest, .. }| !guest));
    let title = move || if is_named.get() { "Delete this account" } else { "Be forgotten" };
    view! {
        <section class="box card" id="leaving">
            <h2>"Leaving"</h2>
            <Show when=move || is_named.get()><SignOutButtons/></Show>
            <details>
                <summary>{title}</summary>
                <DeleteAccountForm named=is_named/>
            </details>
        </section>
    }
}

/// The form that deletes the account, with a warning.
#[component]
fn DeleteAccountForm(named: Memo<bool>) -> impl IntoView {
    let (switch_person, request) = (switch_person(), FormRequest::new());
    let password = RwSignal::new(String::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let password = named.get_untracked().then(|| password.get_untracked());
        let send = async move { delete("/api/me", &Farewell { password }).await };
        request.run(send, move |()| switch_person(None));
    };
    view! {
        <form class="fields" on:submit=submit>
            <p>"This cannot be undone. Your name, your password, your programs and what you have said in chats go for good. Games that go on are given up; those that you have played stay for the others, played by “Somebody”."</p>
            <Show when=move || named.get()>
                <label>"Your password "<input type="password" required autocomplete="current-password" prop:value=password
                    on:input=move |event| password.set(event_target_value(&event))/></label>
            </Show>
            <FormError request/>
            <button class="btn danger" type="submit" disabled=move || request.is_pending()>"Delete for good"</button>
        </form>
    }
}
