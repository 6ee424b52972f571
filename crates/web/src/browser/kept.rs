//! Small settings that this device keeps: the theme, a name, the usual opponents.

use super::window;

/// What is kept under that name.
pub fn kept(name: &str) -> Option<String> {
    let storage = window().local_storage().ok().flatten()?;
    storage.get_item(&format!("bellwether.{name}")).ok().flatten()
}

/// Whether something is on that is on unless it was switched off.
pub fn is_on(name: &str) -> bool {
    kept(name).as_deref() != Some("off")
}

/// Keeps a value under that name. A browser that keeps nothing just forgets it.
pub fn keep(name: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(&format!("bellwether.{name}"), value);
    }
}
