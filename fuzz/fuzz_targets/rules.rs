#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("rules"), |data: &[u8]| outplay_fuzz::rules::try_one(data));
