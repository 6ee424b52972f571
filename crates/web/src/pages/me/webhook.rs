//! The webhook that announces the person's turns while no page is open.

use leptos::prelude::*;
use wire::{Webhook, WebhookSecret};

use crate::net::{FormError, FormRequest, delete, get, put};

const PATH: &str = "/api/me/webhook";

/// The form for the webhook.
#[component]
pub(super) fn WebhookForm() -> impl IntoView {
    let request = FormRequest::new();
    let (url, shown_secret) = (RwSignal::new(String::new()), RwSignal::new(None::<WebhookSecret>));
    let webhook = LocalResource::new(|| async { get::<Option<Webhook>>(PATH).await });
    let is_set = move || matches!(webhook.get(), Some(Ok(Some(_))));
    Effect::new(move || {
        if let Some(Ok(Some(webhook))) = webhook.get() {
            url.set(webhook.url);
        }
    });
    let set = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let wanted = Webhook { url: url.get_untracked() };
        let send = async move { put(PATH, &wanted).await };
        request.run(send, move |secret| {
            shown_secret.set(Some(secret));
            webhook.refetch();
        });
    };
    let remove = move |_| {
        request.run(async { delete(PATH, &()).await }, move |()| {
            shown_secret.set(None);
            url.set(String::new());
            webhook.refetch();
        });
    };
    view! {
        <section class="box card" id="webhook">
            <h2>"Your turn, elsewhere"</h2>
            <p class="small muted">"When it is your turn and you do not have the table open, the server can send a message to an address of yours (a webhook): a chat channel, a phone’s notification service, a script."</p>
            <form class="fields" on:submit=set>
                <label>"Address "<input type="url" required placeholder="https://" maxlength="500" prop:value=url
                    on:input=move |event| url.set(event_target_value(&event))/></label>
                <FormError request/>
                <div class="row">
                    <button class="btn" type="submit" disabled=move || request.is_pending()>"Send it there"</button>
                    <Show when=is_set>
                        <button class="btn quiet remove" type="button" disabled=move || request.is_pending() on:click=remove>"Send nothing any more"</button>
                    </Show>
                </div>
            </form>
            <div role="status">
                {move || shown_secret.get().map(|WebhookSecret { secret, .. }| view! {
                    <p>"The key that signs the messages, told this once: the header x-bellwether-signature has the HMAC-SHA-256 of each."</p>
                    <code class="secret">{secret}</code>
                })}
            </div>
        </section>
    }
}
