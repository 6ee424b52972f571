//! Announces the person's turn by the title, a sound and a notification.

use leptos::prelude::*;
use web_sys::AudioContext;

use super::notice::notify;
use crate::browser::{self, settings};

/// The setting for the sound.
pub(super) const SOUND: &str = "sound";
/// The notes of the sound: frequency in hertz, and start in seconds.
const NOTES: [(f32, f64); 2] = [(659.3, 0.0), (880.0, 0.14)];
/// The length of a note in seconds.
const RING: f64 = 0.5;
/// The volume, up to 1.
const LOUDNESS: f32 = 0.12;

thread_local! {
    /// The page's audio context, created when it is first needed.
    static SPEAKER: Option<AudioContext> = AudioContext::new().ok();
}

/// Announces the person's turns, which `mine` tells, at the table with that title.
pub(super) fn announce_turns(title: &'static str, mine: Signal<bool>) {
    Effect::new(move |before: Option<bool>| {
        let mine = mine.get();
        let said = if mine { "● Your turn: " } else { "" };
        browser::set_title(&format!("{said}{title}"));
        if mine && before == Some(false) {
            ring();
            if document().hidden() {
                notify(title);
            }
        }
        mine
    });
}

/// Plays two soft notes. The browser forbids it before the first interaction with the page.
fn ring() {
    if !settings::is_on(SOUND) {
        return;
    }
    let play = |context: &AudioContext| -> Result<(), wasm_bindgen::JsValue> {
        let now = context.current_time();
        for (pitch, after) in NOTES {
            let (tone, gain) = (context.create_oscillator()?, context.create_gain()?);
            tone.frequency().set_value(pitch);
            gain.gain().set_value_at_time(LOUDNESS, now + after)?;
            gain.gain().linear_ramp_to_value_at_time(0.0, now + after + RING)?;
            tone.connect_with_audio_node(&gain)?.connect_with_audio_node(&context.destination())?;
            tone.start_with_when(now + after)?;
            tone.stop_with_when(now + after + RING)?;
        }
        Ok(())
    };
    // If it fails, the title still shows it.
    SPEAKER.with(|speaker| speaker.as_ref().is_some_and(|speaker| play(speaker).is_ok()));
}
