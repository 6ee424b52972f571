//! The chat of a table.

use leptos::html::Div;
use leptos::prelude::*;
use wire::ChatLine;

use super::OnlineTable;
use crate::art::Symbol;
use crate::browser::settings;
use crate::keyed_list::KeyedList;

/// The maximum length of a line, as the server has it.
const MAX_LINE_LEN: &str = "500";

/// The chat with its input. As a drawer it is opened by a button, which shows the number of unread
/// lines.
#[component]
pub(crate) fn ChatBox(
    /// The table.
    online: OnlineTable,
    /// Whether it is a drawer.
    #[prop(default = false)]
    is_drawer: bool,
) -> impl IntoView {
    let is_open = RwSignal::new(!is_drawer);
    let is_muted = RwSignal::new(settings::get("chat").as_deref() == Some("muted"));
    let read_count = RwSignal::new(untrack(|| online.chat.with(Vec::len)));
    Effect::new(move |_| {
        let count = online.chat.with(Vec::len);
        if is_open.get() || is_muted.get() {
            read_count.set(count);
        }
    });
    let unread = move || online.chat.with(Vec::len).saturating_sub(read_count.get());
    let toggle = move |_| is_open.update(|is_open| *is_open = !*is_open);
    view! {
        <Show when=move || is_drawer>
            <button class="btn quiet open-chat" aria-expanded=move || is_open.get().to_string() on:click=toggle>
                <Symbol name="i-chat"/><span class="hide-s">"Chat"</span><span class="sr">"Chat"</span>
                <Show when=move || { unread() > 0 }>
                    <span class="pill hint">{unread}<span class="sr">" new"</span></span>
                </Show>
            </button>
        </Show>
        <Show when=move || is_open.get()>
            <section class="chat card" class:drawer=is_drawer aria-label="Chat">
                <ChatHeader is_muted/>
                <Show when=move || !is_muted.get() fallback=|| view! {
                    <p class="small muted">"You do not hear what is said here."</p>
                }>
                    <ChatLines online/>
                    <ChatInput online/>
                </Show>
            </section>
        </Show>
    }
}

#[component]
fn ChatHeader(is_muted: RwSignal<bool>) -> impl IntoView {
    let mute = move |_| {
        is_muted.update(|is_muted| *is_muted = !*is_muted);
        settings::set("chat", if is_muted.get_untracked() { "muted" } else { "heard" });
    };
    view! {
        <div class="panel-h">
            <h2>"Chat"</h2>
            <button class="btn quiet small" aria-pressed=move || is_muted.get().to_string() on:click=mute>"Mute"</button>
        </div>
    }
}

#[component]
fn ChatLines(online: OnlineTable) -> impl IntoView {
    let list = NodeRef::<Div>::new();
    Effect::new(move |_| {
        online.chat.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    let line = move |line: ChatLine| {
        let name = untrack(|| online.name(&line.person));
        let text = if line.text.is_empty() { "(gone)".to_owned() } else { line.text };
        view! { <p><b>{name}</b>" "{text}</p> }
    };
    view! {
        <div class="lines" node_ref=list role="log" tabindex="0" aria-label="What was said">
            <KeyedList each=move || online.chat.get() key=|line| line.seq children=line/>
        </div>
    }
}

#[component]
fn ChatInput(online: OnlineTable) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let can_chat = move || {
        online.is_seated() || online.with(|table| table.spec().open_chat).unwrap_or_default()
    };
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let message = text.get_untracked().trim().to_owned();
        if !message.is_empty() {
            online.live.send_chat(&online.id.get_value(), message);
            text.set(String::new());
        }
    };
    view! {
        <Show when=can_chat fallback=|| view! {
            <p class="small muted">"Only those who sit here talk at this table."</p>
        }>
            <form on:submit=send>
                <input aria-label="Say something" placeholder="Say something" autocomplete="off" maxlength=MAX_LINE_LEN
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))/>
                <button class="btn" type="submit">"Send"</button>
            </form>
        </Show>
    }
}
