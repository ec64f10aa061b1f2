//! A [`Show`] as bytes: a header in JSON and blocks of numbers, packed by zlib, within a budget.
//!
//! ```text
//! zlib( "DRYSHOW1" · u32 length of the header · header · block · block · … )          little endian
//! block = byte planes of (row − row before) for integers, of (row XOR row before) for floats
//! ```
//! Within a budget the page gives up instants first, as long as [`WANTED`] remain, then bits: double, single,
//! then 16 bits for poses (a grid over the range of each column) and for forces, without velocities; then
//! contacts of three instants in four; then more instants. The notes of the header say so.

use super::{Frames, Show, Touch, strip};
use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Value, json};
use std::borrow::Cow;

/// Instants that are kept before bits are given up.
pub const WANTED: usize = 600;
/// Deflate's usual compromise of time and size.
const EFFORT: u8 = 6;
const MAGIC: &[u8; 8] = b"DRYSHOW1";

/// How exactly a page has its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Bits of a number of a body: 64, 32 or 16.
    pub bits: u8,
    /// Contacts at one in so many instants.
    pub contacts_every: usize,
}

/// From the best to the smallest.
pub const LEVELS: [Level; 4] = [
    Level::new(64, 1),
    Level::new(32, 1),
    Level::new(16, 1),
    Level::new(16, 4),
];

impl Level {
    const fn new(bits: u8, contacts_every: usize) -> Self {
        Level { bits, contacts_every }
    }
}

/// Bytes of a page's data, and what they hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The data, packed.
    pub bytes: Vec<u8>,
    /// Instants in it.
    pub frames: usize,
    /// Instants there were.
    pub of: usize,
    /// How exactly.
    pub level: Level,
    /// What was given up, in words.
    pub notes: Vec<String>,
}

/// Packs a run into at most `budget` bytes, if instants and bits can be given up to that end.
pub fn pack(show: &Show, budget: usize) -> Packed {
    let total = show.frames.times.len();
    let fixed = compress_to_vec_zlib(&assemble(show, &Frames::default(), LEVELS[0], &[]), EFFORT).len();
    let left = budget.saturating_sub(fixed);
    let (mut level, mut count) = (LEVELS[0], 0);
    for candidate in LEVELS {
        level = candidate;
        let (sample, bytes) = sample(show, level);
        count = (left * sample / bytes.max(1)).clamp(2, total.max(2));
        if count >= WANTED.min(total) {
            break;
        }
    }
    loop {
        let frames = thinned(&show.frames, count);
        let notes = notes(show, &frames, level);
        let bytes = compress_to_vec_zlib(&assemble(show, &frames, level, &notes), EFFORT);
        if bytes.len() <= budget || count <= 2 {
            return Packed {
                bytes,
                frames: frames.times.len(),
                of: total,
                level,
                notes,
            };
        }
        // A little less than what fits, so that few rounds are needed.
        let own = bytes.len().saturating_sub(fixed).max(1);
        count = (count * left / own * 19 / 20).clamp(2, count - 1);
    }
}

/// What a few instants in the middle of the run cost: how many, and their bytes.
fn sample(show: &Show, level: Level) -> (usize, usize) {
    const SAMPLE: usize = 8;
    let total = show.frames.times.len();
    let first = (2 * total / 3).min(total.saturating_sub(SAMPLE));
    let places: Vec<usize> = (first..total.min(first + SAMPLE)).collect();
    let frames = show.frames.chosen(&places);
    let mut blocks = Blocks::default();
    blocks.add_frames(show, &frames, level);
    (places.len(), compress_to_vec_zlib(&blocks.bytes, EFFORT).len())
}

/// About so many instants, evenly, the last one too.
fn thinned(frames: &Frames, count: usize) -> Cow<'_, Frames> {
    let total = frames.times.len();
    if count >= total {
        return Cow::Borrowed(frames);
    }
    let stride = total.div_ceil(count.max(1)).max(1);
    let mut places: Vec<usize> = (0..total).step_by(stride).collect();
    if places.last() != Some(&(total - 1)) {
        places.push(total - 1);
    }
    Cow::Owned(frames.chosen(&places))
}

fn notes(show: &Show, frames: &Frames, level: Level) -> Vec<String> {
    let mut out = Vec::new();
    if let [first, second, ..] = frames.steps[..]
        && second - first > 1
    {
        out.push(format!(
            "one frame for every {} steps: {} of {} instants",
            second - first,
            frames.times.len(),
            show.head.outcome.steps + 1
        ));
    }
    match level.bits {
        64 => {}
        32 => out.push("poses and velocities in single precision".to_owned()),
        _ => out.push("poses and forces rounded to 16 bits, velocities left out".to_owned()),
    }
    if level.contacts_every > 1 {
        out.push(format!("contacts at one frame in {}", level.contacts_every));
    }
    if show.strip.every > 1 {
        out.push(format!(
            "strips show the worst of every {} steps",
            show.strip.every
        ));
    }
    out
}

fn assemble(show: &Show, frames: &Frames, level: Level, notes: &[String]) -> Vec<u8> {
    let mut blocks = Blocks::default();
    blocks.add_frames(show, frames, level);
    let strip = &show.strip;
    blocks.floats(
        "strip",
        strip.width.max(1),
        strip.rows.iter().map(|x| x.to_bits()),
        8,
    );
    let mut head = show.head.to_json(&blocks.list);
    let mut names: Vec<&str> = strip::COLUMNS.to_vec();
    names.extend(show.head.clauses.iter().map(|c| c[0]));
    head["strip_columns"] = json!(names);
    head["strip_every"] = json!(strip.every);
    head["contacts_every"] = json!(level.contacts_every);
    head["body_columns"] = json!(body_columns(show, level));
    if let Some(list) = head["notes"].as_array_mut() {
        list.extend(notes.iter().map(|note| json!(note)));
    }
    let head = head.to_string().into_bytes();
    let mut out = MAGIC.to_vec();
    out.extend(u32::try_from(head.len()).unwrap_or(u32::MAX).to_le_bytes());
    out.extend(head);
    out.extend(blocks.bytes);
    out
}

fn body_columns(show: &Show, level: Level) -> &[&'static str] {
    let all = &show.head.body_columns;
    match (level.bits, show.head.plane) {
        (16, true) => &all[..all.len().min(3)],
        (16, false) => &all[..all.len().min(7)],
        _ => all,
    }
}

#[derive(Default)]
struct Blocks {
    list: Vec<Value>,
    bytes: Vec<u8>,
}

impl Blocks {
    fn add_frames(&mut self, show: &Show, frames: &Frames, level: Level) {
        self.floats("times", 1, frames.times.iter().map(|x| x.to_bits()), 8);
        self.integers("steps", 1, frames.steps.iter().copied(), 4);
        self.add_bodies(show, frames, level);
        let width = show.head.columns.len().max(1);
        if level.bits == 64 {
            self.floats("columns", width, frames.columns.iter().map(|x| x.to_bits()), 8);
        } else {
            self.floats("columns", width, frames.columns.iter().map(|x| single(*x)), 4);
        }
        self.add_touches(frames, level);
    }

    fn add_bodies(&mut self, show: &Show, frames: &Frames, level: Level) {
        let all = show.head.body_columns.len().max(1);
        let kept = body_columns(show, level).len();
        let width = kept * show.head.moving();
        let values = || frames.bodies.chunks_exact(all).flat_map(|body| &body[..kept]);
        match level.bits {
            64 => self.floats("bodies", width, values().map(|x| x.to_bits()), 8),
            32 => self.floats("bodies", width, values().map(|x| single(*x)), 4),
            _ => {
                let grids: Vec<Grid> = (0..kept)
                    .map(|k| Grid::over(frames.bodies.chunks_exact(all).map(|body| body[k])))
                    .collect();
                let places = values().enumerate().map(|(i, x)| grids[i % kept].place(*x));
                self.integers("bodies", width, places, 2);
                self.note_grids(&grids);
            }
        }
    }

    fn add_touches(&mut self, frames: &Frames, level: Level) {
        let mut starts = vec![0u64];
        let mut kept: Vec<&Touch> = Vec::new();
        for (k, range) in frames.starts.windows(2).enumerate() {
            if k.is_multiple_of(level.contacts_every) {
                kept.extend(&frames.touches[range[0]..range[1]]);
            }
            starts.push(kept.len() as u64);
        }
        self.integers("starts", 1, starts.into_iter(), 4);
        self.integers("a", 1, kept.iter().map(|t| u64::from(t.bodies[0])), 4);
        self.integers("b", 1, kept.iter().map(|t| u64::from(t.bodies[1])), 4);
        let round = |x: f32| {
            if level.bits == 16 {
                short(x)
            } else {
                u64::from(x.to_bits())
            }
        };
        let vector = |of: fn(&Touch) -> [f32; 3]| kept.iter().flat_map(move |t| of(t));
        if level.bits == 16 {
            let points = || vector(|t| t.point).map(f64::from);
            let grids: Vec<Grid> = (0..3).map(|k| Grid::over(points().skip(k).step_by(3))).collect();
            let places = points().enumerate().map(|(i, x)| grids[i % 3].place(x));
            self.integers("point", 3, places, 2);
            self.note_grids(&grids);
        } else {
            self.floats("point", 3, vector(|t| t.point).map(round), 4);
        }
        self.floats("normal", 3, vector(|t| t.normal).map(round), 4);
        self.floats("force", 3, vector(|t| t.force).map(round), 4);
        self.floats("force_n", 1, kept.iter().map(|t| round(t.force_n)), 4);
        self.floats("gap", 1, kept.iter().map(|t| round(t.gap)), 4);
        self.integers("status", 1, kept.iter().map(|t| u64::from(t.status)), 1);
    }

    fn note_grids(&mut self, grids: &[Grid]) {
        let grids: Vec<[f64; 2]> = grids.iter().map(|g| [g.least, g.step]).collect();
        if let Some(block) = self.list.last_mut() {
            block["grid"] = json!(grids);
        }
    }

    fn floats(&mut self, name: &str, width: usize, words: impl Iterator<Item = u64>, size: usize) {
        let kind = if size == 8 { "f64" } else { "f32" };
        self.add(name, kind, (width, size), words, |x, before| x ^ before);
    }

    fn integers(&mut self, name: &str, width: usize, words: impl Iterator<Item = u64>, size: usize) {
        let kind = match size {
            1 => "u8",
            2 => "u16",
            _ => "u32",
        };
        self.add(name, kind, (width, size), words, u64::wrapping_sub);
    }

    fn add(
        &mut self,
        name: &str,
        kind: &str,
        (width, size): (usize, usize),
        words: impl Iterator<Item = u64>,
        less: fn(u64, u64) -> u64,
    ) {
        let mut before = vec![0; width.max(1)];
        let mut planes = vec![Vec::new(); size];
        for (i, word) in words.enumerate() {
            let last = &mut before[i % width.max(1)];
            let bytes = less(word, *last).to_le_bytes();
            *last = word;
            for (plane, byte) in planes.iter_mut().zip(bytes) {
                plane.push(byte);
            }
        }
        let count = planes[0].len();
        self.list
            .push(json!({ "name": name, "type": kind, "width": width, "count": count }));
        for plane in planes {
            self.bytes.extend(plane);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what the page shows is single precision"
)]
fn single(x: f64) -> u64 {
    u64::from((x as f32).to_bits())
}

/// The nearest number with 8 bits of mantissa; its last two bytes are 0, which packs to nothing.
fn short(x: f32) -> u64 {
    let bits = x.to_bits();
    if !x.is_finite() {
        return u64::from(bits);
    }
    u64::from(bits.saturating_add(0x8000) & 0xffff_0000)
}

/// 65536 evenly spaced numbers.
#[derive(Clone, Copy, Debug)]
struct Grid {
    least: f64,
    step: f64,
}

impl Grid {
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let wide = (f64::INFINITY, f64::NEG_INFINITY);
        let (least, most) = values
            .filter(|x| x.is_finite())
            .fold(wide, |(a, b), x| (a.min(x), b.max(x)));
        let range = most - least;
        if range > 0.0 {
            let step = range / 65535.0;
            Grid { least, step }
        } else {
            let least = if least.is_finite() { least } else { 0.0 };
            Grid { least, step: 0.0 }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 16 bits"
    )]
    fn place(&self, x: f64) -> u64 {
        if self.step > 0.0 {
            ((x - self.least) / self.step).round().clamp(0.0, 65535.0) as u64
        } else {
            0
        }
    }
}
