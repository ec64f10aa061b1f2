//! Numbers and datatype messages of version 1, for what we write.
//!
//! HDF5 File Format Specification, section IV.A.2.d: class and version, bits of the class, size, properties.

/// IEEE 754 binary64: sign at bit 63, exponent 11 bits at 52 with bias 1023, mantissa 52 bits.
pub(crate) const REAL_TYPE: [u8; 20] = [
    0x11, 0x20, 63, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 0x03, 0, 0,
];

/// Signed little-endian integers of `size` bytes.
pub(crate) fn integer_type(size: u8) -> Vec<u8> {
    vec![0x10, 0x08, 0, 0, size, 0, 0, 0, 0, 0, 8 * size, 0]
}

/// Text of `size` bytes, its end marked by a zero byte.
pub(crate) fn text_type(size: usize, ascii: bool) -> Vec<u8> {
    let mut out = vec![0x13, if ascii { 0 } else { 0x10 }, 0, 0];
    put(&mut out, size, 4);
    out
}

/// Small numbers that stand for words: an enumeration over signed bytes.
pub(crate) fn code_type(words: &[&str]) -> Vec<u8> {
    let mut out = vec![0x18, low_byte(words.len()), 0, 0, 1, 0, 0, 0];
    out.extend(integer_type(1));
    for word in words {
        let start = out.len();
        out.extend(word.bytes());
        out.push(0);
        out.resize(start + (word.len() + 1).next_multiple_of(8), 0);
    }
    out.extend((0..words.len()).map(low_byte));
    out
}

/// A rank or a number of words.
pub(crate) fn low_byte(n: usize) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

/// A little-endian number of so many bytes.
pub(crate) fn put(out: &mut Vec<u8>, value: usize, size: usize) {
    out.extend(&(value as u64).to_le_bytes()[..size]);
}

pub(crate) fn put_u64(out: &mut Vec<u8>, value: u64) {
    out.extend(value.to_le_bytes());
}

/// Zeros up to a multiple of eight bytes.
pub(crate) fn pad(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(8), 0);
}
