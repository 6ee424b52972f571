//! People on the operator's page: search, and closing accounts.

use leptos::prelude::*;
use wire::PersonRow;

use crate::browser::date_and_time;
use crate::net::{FormError, FormRequest, OperatorClient};

/// A search by name, with its results.
#[component]
pub(super) fn PeopleSearch(operator: OperatorClient) -> impl IntoView {
    let (request, name) = (FormRequest::new(), RwSignal::new(String::new()));
    let found = RwSignal::new(None::<Vec<PersonRow>>);
    let client = operator.clone();
    let search = Callback::new(move |()| {
        let client = client.clone();
        let name = String::from(js_sys::encode_uri_component(&name.get_untracked()));
        let send = async move { client.get(&format!("/api/admin/people?name={name}")).await };
        request.run(send, move |people| found.set(Some(people)));
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        search.run(());
    };
    let rows = move || {
        let row = |person| view! { <Row operator=operator.clone() person changed=search/> };
        found.get().map(|people| people.into_iter().map(row).collect_view())
    };
    let none_found = move || found.with(|found| found.as_ref().is_some_and(Vec::is_empty));
    view! {
        <section class="box card">
            <h2>"People"</h2>
            <form class="row" role="search" on:submit=submit>
                <label>"The name starts with "<input prop:value=name
                    on:input=move |event| name.set(event_target_value(&event))/></label>
                <button class="btn" type="submit" disabled=move || request.is_pending()>"Search"</button>
            </form>
            <FormError request/>
            <p role="status">{move || none_found().then_some("Nobody is called that.")}</p>
            <ul class="tables">{rows}</ul>
        </section>
    }
}

fn kind(person: &PersonRow) -> &'static str {
    match person {
        PersonRow { banned_at: Some(_), .. } => "closed",
        PersonRow { program_of: Some(_), .. } => "program",
        PersonRow { guest: true, .. } => "guest",
        PersonRow { .. } => "person",
    }
}

#[component]
fn Row(operator: OperatorClient, person: PersonRow, changed: Callback<()>) -> impl IntoView {
    let request = FormRequest::new();
    let is_closed = person.banned_at.is_some();
    let path = format!("/api/admin/people/{}/ban", person.id);
    let toggle_ban = move |_| {
        let (operator, path) = (operator.clone(), path.clone());
        let send = async move {
            if is_closed { operator.delete(&path).await } else { operator.post(&path).await }
        };
        request.run(send, move |()| changed.run(()));
    };
    let label = if is_closed { "Open the account again" } else { "Close the account" };
    view! {
        <li>
            <div class="tn">
                <a href=format!("/people/{}", person.id)><b>{person.name.clone()}</b></a>
                <span class="small muted">"since "{date_and_time(person.created_at)}</span>
                <FormError request/>
            </div>
            <span class="pill" class:warn=is_closed>{kind(&person)}</span>
            <button class="btn" class:danger=!is_closed disabled=move || request.is_pending() on:click=toggle_ban>
                {label}<span class="sr">": "{person.name}</span>
            </button>
        </li>
    }
}
