//! Your turn: the title, a sound and a notification say so when the page is not looked at.

use leptos::prelude::*;
use web_sys::AudioContext;

use super::notice::notify;
use crate::browser::{self, is_on};

/// Whether one's turn is heard is kept under this name.
pub(super) const SOUND: &str = "sound";
/// The two notes of the bell, in hertz, and when each begins, in seconds.
const NOTES: [(f32, f64); 2] = [(659.3, 0.0), (880.0, 0.14)];
/// How long a note rings, in seconds.
const RING: f64 = 0.5;
/// How loud it is, of 1.
const LOUDNESS: f32 = 0.12;

thread_local! {
    /// The page's one way to make sounds, made when the first is needed.
    static SPEAKER: Option<AudioContext> = AudioContext::new().ok();
}

/// Tells the person that it is their turn, as `mine` says, at a table of that name.
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

/// Two soft notes. A page that nobody has touched yet may not make a sound, and does not.
fn ring() {
    if !is_on(SOUND) {
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
    // Without a sound there is still the title.
    SPEAKER.with(|speaker| speaker.as_ref().is_some_and(|speaker| play(speaker).is_ok()));
}
