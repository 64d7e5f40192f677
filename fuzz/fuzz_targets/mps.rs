#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| combien_tests::fuzz::mps(data));
