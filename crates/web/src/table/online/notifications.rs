//! Notifications of the device when it is the person's turn.

use js_sys::Reflect;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Notification, NotificationOptions, NotificationPermission, ServiceWorkerRegistration,
};

use crate::browser::settings::{self, is_on};

/// The setting for notifications.
const NOTIFY_SETTING: &str = "notify";

/// Whether notifications are available and on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum NotificationState {
    /// The browser has none, as on some phones before the app is installed.
    Unsupported,
    /// The person has forbidden them in the browser.
    Blocked,
    Off,
    On,
}

impl NotificationState {
    fn now() -> Self {
        if !Reflect::has(&window(), &"Notification".into()).unwrap_or_default() {
            return Self::Unsupported;
        }
        match Notification::permission() {
            NotificationPermission::Denied => Self::Blocked,
            NotificationPermission::Granted if is_on(NOTIFY_SETTING) => Self::On,
            _ => Self::Off,
        }
    }
}

/// The switch for notifications, with the reason if they are not available.
#[component]
pub(super) fn Notifications() -> impl IntoView {
    let state = RwSignal::new(NotificationState::now());
    let switch = move |_| match state.get_untracked() {
        NotificationState::Unsupported | NotificationState::Blocked => {}
        NotificationState::On => {
            settings::set(NOTIFY_SETTING, "off");
            state.set(NotificationState::now());
        }
        NotificationState::Off => {
            settings::set(NOTIFY_SETTING, "on");
            spawn_local(async move {
                if let Ok(answer) = Notification::request_permission() {
                    let _ = JsFuture::from(answer).await;
                }
                // The menu may be closed by then.
                state.try_set(NotificationState::now());
            });
        }
    };
    let unavailable_reason = move || match state.get() {
        NotificationState::Unsupported => Some("This browser has no notifications here."),
        NotificationState::Blocked => Some("The browser’s settings for this page do not allow it."),
        NotificationState::Off | NotificationState::On => None,
    };
    view! {
        <button class="btn quiet notify" on:click=switch
            aria-pressed=move || (state.get() == NotificationState::On).to_string()
            aria-disabled=move || unavailable_reason().is_some().to_string()>
            "Notify me when it is my turn"
        </button>
        {move || unavailable_reason().map(|why| view! { <p class="small muted">{why}</p> })}
    }
}

/// Shows a notification for a table, if they are on.
pub(super) fn notify(title: &'static str) {
    if NotificationState::now() == NotificationState::On {
        spawn_local(async move {
            // If it fails, the title still shows it.
            let _ = show_notification(title).await;
        });
    }
}

/// Shows a notification with the service worker, because phones accept no others and a click then
/// leads back to the page; without one, directly.
async fn show_notification(title: &str) -> Result<(), JsValue> {
    let options = NotificationOptions::new();
    options.set_body("It is your turn.");
    options.set_tag(title);
    if let Some(icon) = document().query_selector("link[rel=icon]")? {
        options.set_icon(&icon.get_attribute("href").unwrap_or_default());
    }
    options.set_data(&window().location().href()?.into());
    let container: JsValue = window().navigator().service_worker().into();
    if !container.is_undefined() {
        let container: web_sys::ServiceWorkerContainer = container.unchecked_into();
        let registration = JsFuture::from(container.get_registration()).await?;
        if let Ok(registration) = registration.dyn_into::<ServiceWorkerRegistration>()
            && registration.active().is_some()
        {
            let shown = registration.show_notification_with_options(title, &options)?;
            return JsFuture::from(shown).await.map(drop);
        }
    }
    Notification::new_with_options(title, &options).map(drop)
}
