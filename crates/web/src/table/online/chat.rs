//! The chat of a table.

use leptos::html::Div;
use leptos::prelude::*;
use wire::ChatLine;

use super::Online;
use crate::art::Symbol;
use crate::browser::settings;
use crate::keyed_list::KeyedList;

/// The maximum length of a line, as the server has it.
const LONGEST_LINE: &str = "500";

/// The chat with its input. As a drawer it is opened by a button, which shows the number of unread
/// lines.
#[component]
pub(crate) fn ChatBox(
    /// The table.
    online: Online,
    /// Whether it is a drawer.
    #[prop(default = false)]
    drawer: bool,
) -> impl IntoView {
    let open = RwSignal::new(!drawer);
    let muted = RwSignal::new(settings::get("chat").as_deref() == Some("muted"));
    let read = RwSignal::new(untrack(|| online.chat.with(Vec::len)));
    Effect::new(move |_| {
        let said = online.chat.with(Vec::len);
        if open.get() || muted.get() {
            read.set(said);
        }
    });
    let unread = move || online.chat.with(Vec::len).saturating_sub(read.get());
    let toggle = move |_| open.update(|open| *open = !*open);
    view! {
        <Show when=move || drawer>
            <button class="btn quiet open-chat" aria-expanded=move || open.get().to_string() on:click=toggle>
                <Symbol name="i-chat"/><span class="hide-s">"Chat"</span><span class="sr">"Chat"</span>
                <Show when=move || { unread() > 0 }>
                    <span class="pill hint">{unread}<span class="sr">" new"</span></span>
                </Show>
            </button>
        </Show>
        <Show when=move || open.get()>
            <section class="chat card" class:drawer=drawer aria-label="Chat">
                <Head muted/>
                <Show when=move || !muted.get() fallback=|| view! {
                    <p class="small muted">"You do not hear what is said here."</p>
                }>
                    <Lines online/>
                    <SayField online/>
                </Show>
            </section>
        </Show>
    }
}

#[component]
fn Head(muted: RwSignal<bool>) -> impl IntoView {
    let mute = move |_| {
        muted.update(|muted| *muted = !*muted);
        settings::set("chat", if muted.get_untracked() { "muted" } else { "heard" });
    };
    view! {
        <div class="panel-h">
            <h2>"Chat"</h2>
            <button class="btn quiet small" aria-pressed=move || muted.get().to_string() on:click=mute>"Mute"</button>
        </div>
    }
}

#[component]
fn Lines(online: Online) -> impl IntoView {
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
fn SayField(online: Online) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let may_speak =
        move || online.sits() || online.with(|table| table.spec().open_chat).unwrap_or_default();
    let say = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if !said.is_empty() {
            online.live.send_chat(&online.id.get_value(), said);
            text.set(String::new());
        }
    };
    view! {
        <Show when=may_speak fallback=|| view! {
            <p class="small muted">"Only those who sit here talk at this table."</p>
        }>
            <form on:submit=say>
                <input aria-label="Say something" placeholder="Say something" autocomplete="off" maxlength=LONGEST_LINE
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))/>
                <button class="btn" type="submit">"Send"</button>
            </form>
        </Show>
    }
}
