//! Random scenes in the plane.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small positive numbers"
)]

use std::fmt::Write as _;

/// Up to ten discs and boxes thrown into a box, by the hybrid scheme at 1e-8, with other values than these by
/// `--set`.
pub(crate) fn random_text(seed: u64, t_end: f64) -> String {
    let mut bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03;
    let mut unit = move || {
        bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut within = |low: f64, high: f64| low + (high - low) * unit();
    let mut text = String::from(
        "title = \"thrown\"\n[world]\ndimension = 2\ngravity = [0, -9.81]\n[body.floor]\nfixed = true\nshape = { plane = {} }\n\
         [body.left]\nfixed = true\nshape = { plane = { normal = [1, 0], offset = -1 } }\n\
         [body.right]\nfixed = true\nshape = { plane = { normal = [-1, 0], offset = -1 } }\n",
    );
    let count = 1 + (within(0.0, 10.0) as usize).min(9);
    for k in 0..count {
        let (x, y) = (
            0.6 * (k % 3) as f64 - 0.6 + within(-0.05, 0.05),
            0.35 + 0.5 * (k / 3) as f64 + within(-0.05, 0.05),
        );
        let shape = if within(0.0, 1.0) < 0.6 {
            format!("{{ disc = {} }}", within(0.08, 0.18))
        } else {
            format!("{{ box = [{}, {}] }}", within(0.15, 0.3), within(0.15, 0.3))
        };
        let _ = write!(
            text,
            "[body.b{k}]\nshape = {shape}\nmass = {}\nposition = [{x}, {y}]\nangle = {}\nvelocity = [{}, {}]\nangular_velocity = {}\n",
            within(0.2, 3.0),
            within(-1.5, 1.5),
            within(-2.0, 2.0),
            within(-1.0, 1.0),
            within(-5.0, 5.0),
        );
    }
    let friction = [0.0, 0.2, 0.5, 0.8][(within(0.0, 4.0) as usize).min(3)];
    let restitution = [0.0, 0.3, 0.6][(within(0.0, 3.0) as usize).min(2)];
    let _ = write!(
        text,
        "[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = {friction}\nrestitution = {restitution}\n\
         [run]\nt_end = {t_end}\nstep = 0.02\nscheme = \"hybrid\"\ntolerance = 1e-8\non_violation = \"record\"\n"
    );
    text
}
