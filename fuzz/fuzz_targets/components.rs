//! Component files: any text becomes a set or is refused with the line.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_bodies::components(data));
