//! Damaged files: bytes changed, cut out, repeated or exchanged, by seed.
//!
//! Nothing is asked of what a reader makes of them but that it answers: no panic, no endless loop.

use crate::random::Random;

/// Bytes that readers of text and of binary files stumble over.
const BAD: [u8; 12] = [
    0, 0xff, 0x7f, 0x80, b'"', b'[', b'}', b'-', b'e', b'9', b'\n', b'=',
];

/// A damaged copy of `bytes`.
pub fn damaged(bytes: &[u8], rng: &mut Random) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for _ in 0..rng.count(1, 4) {
        if out.is_empty() {
            break;
        }
        let at = rng.below(out.len());
        let end = (at + rng.count(1, 64)).min(out.len());
        match rng.below(7) {
            0 => out[at] = rng.pick(&BAD, 0),
            1 => out[at] ^= 1 << rng.below(8),
            2 => out.truncate(at),
            3 => drop(out.drain(at..end)),
            4 => {
                let copy = out[at..end].to_vec();
                out.splice(at..at, copy);
            }
            5 => out[at..end].fill(rng.pick(&BAD, 0)),
            _ => digits(&mut out, at, rng),
        }
    }
    out
}

/// Puts a number in the place of the next one: sizes and indices are what readers trust most.
fn digits(out: &mut Vec<u8>, at: usize, rng: &mut Random) {
    let Some(first) = out[at..].iter().position(u8::is_ascii_digit).map(|k| at + k) else {
        return;
    };
    let last = out[first..].iter().position(|b| !b.is_ascii_digit());
    let last = last.map_or(out.len(), |k| first + k);
    let other = rng.pick(
        &[
            "0",
            "-1",
            "18446744073709551615",
            "1e400",
            "1e-400",
            "nan",
            "4294967296",
            "1e9",
            "0.5",
        ],
        "0",
    );
    out.splice(first..last, other.bytes());
}
