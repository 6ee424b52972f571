//! Signing in with a name and a password, and choosing them.

use leptos::prelude::*;
use serde_json::json;
use wire::{Credentials, Person};

use super::switch_person;
use crate::net::{FormError, FormRequest, Me, post};

/// The values of the two fields.
#[derive(Copy, Clone)]
struct Fields {
    name: RwSignal<String>,
    password: RwSignal<String>,
}

impl Fields {
    fn new() -> Self {
        Self { name: RwSignal::new(String::new()), password: RwSignal::new(String::new()) }
    }

    fn credentials(self) -> Credentials {
        Credentials { name: self.name.get_untracked(), password: self.password.get_untracked() }
    }
}

/// The form that turns a guest into a named account.
#[component]
pub(super) fn ClaimNameForm() -> impl IntoView {
    let (me, switch_person) = (Me::from_context(), switch_person());
    let (request, fields) = (FormRequest::new(), Fields::new());
    let claim = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let send = async move {
            me.hello().await?;
            post::<Person>("/api/me/claim", &fields.credentials()).await
        };
        request.run(send, move |person| switch_person(Some(person)));
    };
    view! {
        <section class="box card">
            <h2>"Take a name"</h2>
            <p class="small muted">"Your games as a guest stay yours. There is no e-mail address to give, so keep the password well: nobody can send you a new one."</p>
            <form class="fields" id="claim" on:submit=claim>
                <CredentialFields fields new=true/>
                <FormError request/>
                <button class="btn primary" type="submit" disabled=move || request.is_pending()>"Take this name"</button>
            </form>
        </section>
    }
}

/// The form to sign in.
#[component]
pub(super) fn SignInForm() -> impl IntoView {
    let (me, switch_person, request, fields) =
        (Me::from_context(), switch_person(), FormRequest::new(), Fields::new());
    let sign_in = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let send = async move { post::<Person>("/api/sign-in", &fields.credentials()).await };
        request.run(send, move |person| switch_person(Some(person)));
    };
    let guest = move || me.person().is_some();
    view! {
        <section class="box card">
            <h2>"Sign in"</h2>
            <p class="small muted" hidden=move || !guest()>"Games that you play as a guest at the moment stay behind: take them along by taking a name instead."</p>
            <form class="fields" id="sign-in" on:submit=sign_in>
                <CredentialFields fields new=false/>
                <FormError request/>
                <button class="btn" type="submit" disabled=move || request.is_pending()>"Sign in"</button>
            </form>
        </section>
    }
}

/// The two fields.
#[component]
fn CredentialFields(
    fields: Fields,
    /// Whether a new password is chosen.
    new: bool,
) -> impl IntoView {
    let (hint, length) = if new { ("new-password", Some(8)) } else { ("current-password", None) };
    view! {
        <label>"Name "<input name="name" required autocomplete="username" maxlength="24" prop:value=fields.name
            on:input=move |event| fields.name.set(event_target_value(&event))/></label>
        <label>"Password "<input name="password" type="password" required autocomplete=hint minlength=length maxlength="200" prop:value=fields.password
            on:input=move |event| fields.password.set(event_target_value(&event))/></label>
    }
}

/// The buttons to sign out here or on all devices.
#[component]
pub(super) fn SignOutButtons() -> impl IntoView {
    let (switch_person, request) = (switch_person(), FormRequest::new());
    let submit = move |path: &'static str| {
        let send = async move { post::<()>(path, &json!({})).await };
        request.run(send, move |()| switch_person(None));
    };
    view! {
        <div class="row">
            <button class="btn" id="sign-out" disabled=move || request.is_pending() on:click=move |_| submit("/api/sign-out")>"Sign out"</button>
            <button class="btn quiet" disabled=move || request.is_pending() on:click=move |_| submit("/api/sign-out-everywhere")>"Sign out on all devices"</button>
        </div>
        <FormError request/>
    }
}
