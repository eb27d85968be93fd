#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("lists"), |data: &[u8]| outplay_fuzz::lists::try_one(data));
