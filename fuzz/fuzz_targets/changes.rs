#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("changes"), |data: &[u8]| outplay_fuzz::changes::try_one(data));
