#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("searches"), |data: &[u8]| outplay_fuzz::searches::try_one(data));
