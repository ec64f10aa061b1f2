//! Any bytes: the reader gives a problem or an error, and what it gives can be written and read again.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| common::check(drystone_io::read_siconos("x", bytes)));
