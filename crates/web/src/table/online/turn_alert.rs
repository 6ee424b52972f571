//! Announces the person's turn by the title, a sound and a notification.

use leptos::prelude::*;
use web_sys::AudioContext;

use super::notifications::notify;
use crate::browser::{self, settings};

/// The setting for the sound.
pub(super) const SOUND_SETTING: &str = "sound";
/// The notes of the sound: frequency in hertz, and start in seconds.
const NOTES: [(f32, f64); 2] = [(659.3, 0.0), (880.0, 0.14)];
/// The length of a note in seconds.
const NOTE_SECONDS: f64 = 0.5;
/// The volume, up to 1.
const VOLUME: f32 = 0.12;

thread_local! {
    /// The page's audio context, created when it is first needed.
    static AUDIO_CONTEXT: Option<AudioContext> = AudioContext::new().ok();
}

/// Announces the person's turns, which `mine` tells, at the table with that title.
pub(super) fn announce_turns(title: &'static str, is_my_turn: Signal<bool>) {
    Effect::new(move |before: Option<bool>| {
        let is_my_turn = is_my_turn.get();
        let prefix = if is_my_turn { "● Your turn: " } else { "" };
        browser::set_title(&format!("{prefix}{title}"));
        if is_my_turn && before == Some(false) {
            play_sound();
            if document().hidden() {
                notify(title);
            }
        }
        is_my_turn
    });
}

/// Plays two soft notes. The browser forbids it before the first interaction with the page.
fn play_sound() {
    if !settings::is_on(SOUND_SETTING) {
        return;
    }
    let play = |context: &AudioContext| -> Result<(), wasm_bindgen::JsValue> {
        let now = context.current_time();
        for (frequency, start) in NOTES {
            let (oscillator, gain) = (context.create_oscillator()?, context.create_gain()?);
            oscillator.frequency().set_value(frequency);
            gain.gain().set_value_at_time(VOLUME, now + start)?;
            gain.gain().linear_ramp_to_value_at_time(0.0, now + start + NOTE_SECONDS)?;
            oscillator
                .connect_with_audio_node(&gain)?
                .connect_with_audio_node(&context.destination())?;
            oscillator.start_with_when(now + start)?;
            oscillator.stop_with_when(now + start + NOTE_SECONDS)?;
        }
        Ok(())
    };
    // If it fails, the title still shows it.
    AUDIO_CONTEXT.with(|context| context.as_ref().is_some_and(|context| play(context).is_ok()));
}
