#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("teams"), |data: &[u8]| outplay_fuzz::teams::try_one(data));
