#![no_main]

libfuzzer_sys::fuzz_target!(init: outplay_fuzz::seeds::lay("formulas"), |data: &[u8]| outplay_fuzz::formulas::try_one(data));
