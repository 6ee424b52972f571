//! The engine protocol: one answer a line, whatever the line, and a refusal changes nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_bodies::protocol(data));
