//! Any bytes: the reader gives a problem or an error, and what it gives can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = drystone_io::read_siconos("x", bytes) else {
        return;
    };
    if let Ok(text) = drystone_io::json_text(&file) {
        let again = drystone_io::read_json("x", text.as_bytes());
        assert!(again.is_ok(), "{again:?}");
    }
    if let Ok(bytes) = drystone_io::fclib_bytes(&file) {
        let _ = drystone_io::read_fclib("x", &bytes);
    }
});
