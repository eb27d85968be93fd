#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("decks"), |data: &[u8]| outplay_fuzz::decks::try_one(data));
