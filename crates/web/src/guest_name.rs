//! The name of a guest, which needs no password.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use wire::{NewName, Person};

use crate::net::{FormError, FormRequest, Me, put};

/// Shows a guest's name and a form to change it; nothing for others.
#[component]
pub(crate) fn GuestName() -> impl IntoView {
    let (me, request, wanted) =
        (Me::from_context(), FormRequest::new(), RwSignal::new(String::new()));
    let guest = Memo::new(move |_| me.person().filter(|person| person.guest));
    let name = move || guest.get().map(|person| person.name);
    let rename = move |event: SubmitEvent| {
        event.prevent_default();
        let new = NewName { name: wanted.get_untracked() };
        let send = async move { put::<Person>("/api/me/name", &new).await };
        request.run(send, move |person| {
            me.set(Some(person));
            wanted.set(String::new());
        });
    };
    view! {
        <Show when=move || guest.with(Option::is_some)>
            <form class="guest-name" on:submit=rename>
                <p>"Others see you as "<b>{name}</b>"."</p>
                <div class="row">
                    <input aria-label="Another name" placeholder="Another name" required minlength="2" maxlength="24" autocomplete="nickname"
                        prop:value=wanted on:input=move |event| wanted.set(event_target_value(&event))/>
                    <button class="btn" type="submit" disabled=move || request.is_pending()>"Call me that"</button>
                </div>
                <FormError request/>
            </form>
        </Show>
    }
}
