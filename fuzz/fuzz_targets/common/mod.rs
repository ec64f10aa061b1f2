//! What every target asks: what a reader gives can be written and read again.

use drystone_io::{File, ReadError, fclib_bytes, json_text, read_fclib, read_json};

pub fn check(found: Result<File, ReadError>) {
    let Ok(file) = found else {
        return;
    };
    if let Ok(text) = json_text(&file) {
        let again = read_json("x", text.as_bytes());
        assert!(again.is_ok(), "{again:?}");
    }
    if let Ok(bytes) = fclib_bytes(&file) {
        let _ = read_fclib("x", &bytes);
    }
}
