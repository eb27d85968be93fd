#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("moves"), |data: &[u8]| outplay_fuzz::moves::try_one(data));
