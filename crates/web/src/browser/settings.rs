//! Settings of this device in local storage, such as the theme, a name and the bots' level.

use super::window;

/// The value of a setting.
pub fn get(name: &str) -> Option<String> {
    let storage = window().local_storage().ok().flatten()?;
    storage.get_item(&format!("bellwether.{name}")).ok().flatten()
}

/// Whether a setting is on; settings are on by default.
pub fn is_on(name: &str) -> bool {
    get(name).as_deref() != Some("off")
}

/// Sets a setting. Without local storage it is not remembered.
pub fn set(name: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(&format!("bellwether.{name}"), value);
    }
}
