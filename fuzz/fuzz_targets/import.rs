//! Any text: the importer gives a scene that can be read, or an error.
#![no_main]

use drystone_import::{Options, import_text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = import_text(text, "x", &Options::default());
});
