//! Records: any text becomes a game or is refused with the line, and what we write reads back.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_bodies::records(data));
