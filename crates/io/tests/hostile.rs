//! Damaged files give errors or other problems, never a panic: flips, cuts and splices of small valid files.

use crate::samples;

use drystone_io::{fclib_bytes, json_text, read_bytes, read_fclib, read_json, read_siconos};

/// Xorshift: the same damage in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n.max(1) as u64).unwrap()
    }

    fn byte(&mut self) -> u8 {
        const LIKELY: [u8; 10] = [0, 1, 2, 8, 0x7f, 0x80, 0xff, b'-', b'9', b' '];
        match self.below(2) {
            0 => LIKELY[self.below(LIKELY.len())],
            _ => self.next().to_le_bytes()[0],
        }
    }
}

fn damage(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes.truncate(at),
            1 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len());
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            2 => {
                let end = (at + 1 + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                // Copy a piece over another place: addresses and counts end up where others were.
                let length = random.below(16).min(bytes.len() - at);
                let to = random.below(bytes.len() - length);
                bytes.copy_within(at..at + length, to);
            }
            4 => bytes.insert(at, random.byte()),
            _ => bytes[at] = random.byte(),
        }
    }
    bytes
}

#[test]
fn damaged_fclib_files_do_not_panic() {
    let seeds: Vec<Vec<u8>> = samples::fclib_files()
        .iter()
        .map(|(_, file)| fclib_bytes(file).unwrap())
        .collect();
    let mut random = Random(88_172_645_463_325_252);
    let mut read = 0;
    for _ in 0..20_000 {
        read += usize::from(read_fclib("x.hdf5", &damage(&mut random, &seeds)).is_ok());
    }
    assert!(
        read > 100,
        "some damage does no harm, {read} files were still read"
    );
}

/// Chunks and packed values may lie as well: about their number, their places, their sizes, their own bytes.
#[test]
fn damaged_chunks_do_not_panic() {
    let whole: &[u8] = include_bytes!("data/chunked.hdf5");
    let seeds = [whole.to_vec()];
    let mut random = Random(998_877_665_544_332_211);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..5_000 {
        match read_fclib("x.hdf5", &damage(&mut random, &seeds)) {
            Ok(_) => read += 1,
            Err(e) => {
                let message = e.to_string();
                assert!(message.contains("asked"), "{message}");
                refused += 1;
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
    let mut bytes = whole.to_vec();
    // Every fifth byte: addresses and counts have eight and four.
    for at in (0..bytes.len()).step_by(5) {
        let was = std::mem::replace(&mut bytes[at], 0xff);
        let _ = read_fclib("x.hdf5", &bytes);
        bytes[at] = was;
    }
}

/// Every byte of one file in turn, set to the values that break readers.
#[test]
fn every_byte_of_an_fclib_file_may_lie() {
    let (_, file) = &samples::fclib_files()[3];
    let bytes = fclib_bytes(file).unwrap();
    for at in 0..bytes.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            let _ = read_fclib("x.hdf5", &bytes);
        }
    }
}

#[test]
fn damaged_texts_do_not_panic() {
    let seeds: Vec<Vec<u8>> = samples::texts()
        .into_iter()
        .map(|(_, text)| text.into_bytes())
        .collect();
    for seed in &seeds {
        read_siconos("x.dat", seed).unwrap();
    }
    let mut random = Random(1_234_567_891_011);
    for _ in 0..100_000 {
        let _ = read_siconos("x.dat", &damage(&mut random, &seeds));
    }
}

#[test]
fn damaged_json_does_not_panic() {
    let files = [
        samples::explicit(samples::all_laws()),
        samples::factored(samples::all_laws(), ""),
    ];
    let files = files.into_iter().chain(samples::complementarity());
    let seeds: Vec<Vec<u8>> = files.map(|file| json_text(&file).unwrap().into_bytes()).collect();
    let mut random = Random(424_242_424_243);
    for _ in 0..4_000 {
        let _ = read_json("x.json", &damage(&mut random, &seeds));
    }
}

#[test]
fn every_cut_is_an_error_or_a_shorter_problem() {
    for (name, text) in samples::texts() {
        for end in 0..text.len() {
            let _ = read_bytes(name, &text.as_bytes()[..end]);
        }
    }
}
