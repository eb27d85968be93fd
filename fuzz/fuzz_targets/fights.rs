#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("fights"), |data: &[u8]| outplay_fuzz::fights::try_one(data));
