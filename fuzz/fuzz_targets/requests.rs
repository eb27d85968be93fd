#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("requests"), |data: &[u8]| outplay_fuzz::requests::try_one(data));
