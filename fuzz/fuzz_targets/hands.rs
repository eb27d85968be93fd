#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("hands"), |data: &[u8]| outplay_fuzz::hands::try_one(data));
