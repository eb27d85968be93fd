#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("stores"), |data: &[u8]| outplay_fuzz::stores::try_one(data));
