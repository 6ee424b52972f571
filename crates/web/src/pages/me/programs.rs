//! Programs that play with accounts of their own, and their tokens.

use leptos::prelude::*;
use wire::{NewProgram, Program, ProgramToken};

use crate::browser::date_and_time;
use crate::net::{FormError, FormRequest, delete, get, post};

/// The programs of the signed-in person.
#[component]
pub(super) fn Programs() -> impl IntoView {
    let programs = LocalResource::new(|| async { get::<Vec<Program>>("/api/me/programs").await });
    let (request, name, shown_secret) =
        (FormRequest::new(), RwSignal::new(String::new()), RwSignal::new(None::<ProgramToken>));
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let new = NewProgram { name: name.get_untracked() };
        let send = async move { post("/api/me/programs", &new).await };
        request.run(send, move |added| {
            shown_secret.set(Some(added));
            name.set(String::new());
            programs.refetch();
        });
    };
    let rows = move || match programs.get() {
        None => view! { <p aria-busy="true">"Looking …"</p> }.into_any(),
        Some(Err(error)) => view! { <p role="alert">{error.to_string()}</p> }.into_any(),
        Some(Ok(found)) => {
            let row =
                |program| view! { <Row program gone=Callback::new(move |()| programs.refetch())/> };
            view! { <ul class="tables">{found.into_iter().map(row).collect_view()}</ul> }.into_any()
        }
    };
    view! {
        <section class="box card" id="programs">
            <h2>"Your programs"</h2>
            <p class="small muted">"Have you written a bot? Give it an account of its own, and it plays here with its token, marked as a bot."</p>
            {rows}
            <form class="fields" on:submit=add>
                <label>"Name of the program "<input required maxlength="24" prop:value=name
                    on:input=move |event| name.set(event_target_value(&event))/></label>
                <FormError request/>
                <button class="btn" type="submit" disabled=move || request.is_pending()>"Give it a token"</button>
            </form>
            <div role="status">
                {move || shown_secret.get().map(|ProgramToken { program, token }| view! {
                    <p>{format!("The token of {}, told this once: the program sends it as “Authorization: Bearer …”.", program.name)}</p>
                    <code class="secret">{token}</code>
                })}
            </div>
        </section>
    }
}

#[component]
fn Row(program: Program, gone: Callback<()>) -> impl IntoView {
    let request = FormRequest::new();
    let path = format!("/api/me/programs/{}", program.id);
    let name = program.name.clone();
    let revoke = move |_| {
        let path = path.clone();
        let send = async move { delete(&path, &()).await };
        request.run(send, move |()| gone.run(()));
    };
    view! {
        <li>
            <div class="tn">
                <a href=format!("/people/{}", program.id)><b>{program.name}</b></a>
                <span class="small muted">"since "{date_and_time(program.created_at)}</span>
                <FormError request/>
            </div>
            <button class="btn danger" disabled=move || request.is_pending() on:click=revoke>"Revoke"<span class="sr">": "{name}</span></button>
        </li>
    }
}
