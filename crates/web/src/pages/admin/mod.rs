//! The operator's page: the state of the server, people, and moderation.

mod people;

use leptos::prelude::*;
use wire::Overview;
use wire::id::TableId;

use people::PeopleSearch;

use crate::net::{FormError, FormRequest, OperatorClient, poll};
use crate::top_bar::TopBar;

/// Asks for the operator's secret, then shows the rest.
#[component]
pub(crate) fn AdminPage() -> impl IntoView {
    let operator = RwSignal::new(None::<OperatorClient>);
    view! {
        <TopBar/>
        <main class="page admin">
            <h1>"This server"</h1>
            {move || match operator.get() {
                None => view! { <SecretForm operator/> }.into_any(),
                Some(operator) => view! {
                    <OverviewPanel operator=operator.clone()/><PeopleSearch operator=operator.clone()/><HideTableForm operator/>
                }.into_any(),
            }}
        </main>
    }
}

/// The form for the secret.
#[component]
fn SecretForm(operator: RwSignal<Option<OperatorClient>>) -> impl IntoView {
    let (request, secret) = (FormRequest::new(), RwSignal::new(String::new()));
    let submit_secret = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let client = OperatorClient::with_secret(&secret.get_untracked());
        let send = async move { client.get::<Overview>("/api/admin").await.map(|_| client) };
        request.run(send, move |client| operator.set(Some(client)));
    };
    view! {
        <form class="fields" on:submit=submit_secret>
            <p>"This page is for whoever runs the server. It asks for the secret that the server was started with, and forgets it when you leave."</p>
            <label>"Secret "<input type="password" required autocomplete="off" prop:value=secret
                on:input=move |event| secret.set(event_target_value(&event))/></label>
            <FormError request/>
            <button class="btn primary" type="submit" disabled=move || request.is_pending()>"Enter"</button>
        </form>
    }
}

/// The numbers of the server, polled.
#[component]
fn OverviewPanel(operator: OperatorClient) -> impl IntoView {
    let overview = poll(move || {
        let operator = operator.clone();
        async move { operator.get::<Overview>("/api/admin").await }
    });
    let numbers = move || match overview.get() {
        None => view! { <p aria-busy="true">"Looking …"</p> }.into_any(),
        Some(Err(error)) => view! { <p role="alert">{error.to_string()}</p> }.into_any(),
        Some(Ok(overview)) => {
            let number = |(name, number)| view! { <div><dt>{name}</dt><dd>{number}</dd></div> };
            view! { <dl class="numbers">{numbers(&overview).map(number).collect_view()}</dl> }
                .into_any()
        }
    };
    view! {
        <section class="box card">
            <div class="panel-h"><h2>"At a glance"</h2><a class="small" href="/metrics" rel="external">"All metrics"</a></div>
            {numbers}
        </section>
    }
}

fn numbers(overview: &Overview) -> [(&'static str, String); 10] {
    let Overview { people, guests, programs, banned, .. } = overview;
    let Overview { gathering, playing, ended, uncounted, deliveries, sockets, .. } = overview;
    [
        ("Tables that gather", gathering.to_string()),
        ("Games under way", playing.to_string()),
        ("Games ended", ended.to_string()),
        ("Results to be counted", uncounted.to_string()),
        ("Open connections here", sockets.to_string()),
        ("Webhook messages waiting", deliveries.to_string()),
        ("People with a name", people.to_string()),
        ("Guests", guests.to_string()),
        ("Programs", programs.to_string()),
        ("Accounts closed", banned.to_string()),
    ]
}

/// The form that removes a table from the list of open tables.
#[component]
fn HideTableForm(operator: OperatorClient) -> impl IntoView {
    let (request, link, message) =
        (FormRequest::new(), RwSignal::new(String::new()), RwSignal::new(None::<String>));
    let hide = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        message.set(None);
        let Some(table) = table_of(&link.get_untracked()) else {
            message.set(Some("That is not the link of a table.".to_owned()));
            return;
        };
        let operator = operator.clone();
        let path = format!("/api/admin/tables/{table}/hide");
        request.run(async move { operator.post(&path).await }, move |()| {
            message.set(Some(format!("Table {table} is not listed any more.")));
        });
    };
    view! {
        <section class="box card" id="hide">
            <h2>"Hide a table"</h2>
            <p class="small muted">"It is not listed any more; those who have its link still get there."</p>
            <form class="fields" on:submit=hide>
                <label>"Link of the table "<input required prop:value=link
                    on:input=move |event| link.set(event_target_value(&event))/></label>
                <FormError request/>
                <p role="status">{move || message.get()}</p>
                <button class="btn" type="submit" disabled=move || request.is_pending()>"Hide it"</button>
            </form>
        </section>
    }
}

/// The table's id in a link, or an id on its own.
fn table_of(link: &str) -> Option<TableId> {
    link.trim().trim_end_matches('/').rsplit('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_its_table() {
        let id: TableId = "0123456789abcdef".parse().expect("it is an id");
        assert_eq!(table_of(" https://play.example/t/0123456789abcdef/ "), Some(id.clone()));
        assert_eq!(table_of("0123456789abcdef"), Some(id));
        assert_eq!(table_of("https://play.example/"), None);
    }
}
