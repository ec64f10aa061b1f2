//! Any bytes: the reader gives a scene or an error, and building it gives a system or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(scene) = drystone_io::scene::Scene::read_bytes(bytes, "x", &[]) {
        let _ = scene.build();
    }
});
