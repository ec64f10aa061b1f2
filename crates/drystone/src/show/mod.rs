//! What a page needs to show a run: who is in it, kept instants, and a strip with every step.
//!
//! ```text
//! live run ─ sinks::show ─────┐
//! run file ─ file::read ─────┴─▶ Show ─ pack ─▶ zlib( "DRYSHOW1" · length · header · blocks )
//!     ─▶ html::page | server
//! ```
//! A `Show` grows instant by instant and never beyond [`FRAME_BYTES`]: when it is full, every second instant
//! is dropped and from then on half as many are kept. The strip loses no step: neighbours are merged to their
//! worst ([`strip::Strip`]). What was left out is said in the header, in words. Numbers are f64 until
//! [`pack`] rounds them.

pub mod file;
mod file_head;
pub mod head;
pub mod html;
pub mod pack;
pub mod server;
mod shapes;
pub mod strip;

pub use head::Head;
pub use strip::Strip;

/// Most bytes that kept instants take in memory.
pub const FRAME_BYTES: usize = 512 << 20;

/// A contact of a world of bodies at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Its two bodies; the normal points from the first to the second.
    pub bodies: [u32; 2],
    /// Where, in m.
    pub point: [f32; 3],
    /// Unit normal.
    pub normal: [f32; 3],
    /// Mean force of the step on the second body, in the axes of the world, in N.
    pub force: [f32; 3],
    /// Its normal part, in N.
    pub force_n: f32,
    /// Gap, in m; above 0 is open.
    pub gap: f32,
    /// 0 open, 1 stick, 2 slip, 3 impact.
    pub status: u8,
}

/// Instants that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frames {
    /// Times, in s.
    pub times: Vec<f64>,
    /// Steps taken until then.
    pub steps: Vec<u64>,
    /// Bodies that are not fixed, [`Head::body_columns`] numbers each.
    pub bodies: Vec<f64>,
    /// Other series, one number for each of [`Head::columns`].
    pub columns: Vec<f64>,
    /// First contact of each instant, and the number of contacts at the end.
    pub starts: Vec<usize>,
    /// Contacts of all instants.
    pub touches: Vec<Touch>,
}

/// One instant, as a source has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instant {
    /// Time, in s.
    pub time: f64,
    /// Steps taken until then.
    pub step: u64,
    /// As in [`Frames::bodies`].
    pub bodies: Vec<f64>,
    /// As in [`Frames::columns`].
    pub columns: Vec<f64>,
    /// Contacts.
    pub touches: Vec<Touch>,
}

/// A run to be shown.
#[derive(Clone, Debug, Default)]
pub struct Show {
    /// Who is in it, how it was computed, what came of it.
    pub head: Head,
    /// Instants that are kept.
    pub frames: Frames,
    /// Every step.
    pub strip: Strip,
}

impl Show {
    /// Keeps an instant; `false` when the limit was met and every second one is gone.
    pub fn add(&mut self, instant: &Instant) -> bool {
        let f = &mut self.frames;
        f.times.push(instant.time);
        f.steps.push(instant.step);
        f.bodies.extend(&instant.bodies);
        f.columns.extend(&instant.columns);
        if f.starts.is_empty() {
            f.starts.push(0);
        }
        f.touches.extend(&instant.touches);
        f.starts.push(f.touches.len());
        let within = f.bytes() <= FRAME_BYTES || f.times.len() < 3;
        if !within {
            *f = f.chosen(&(0..f.times.len()).step_by(2).collect::<Vec<_>>());
        }
        within
    }

    /// All kept numbers of a body that is not fixed, instant by instant, by its place among those.
    pub fn body_series(&self, moving: usize) -> Vec<&[f64]> {
        let width = self.head.body_columns.len();
        let row = (width * self.head.moving()).max(1);
        let rows = self.frames.bodies.chunks_exact(row);
        rows.map(|row| &row[width * moving..width * (moving + 1)])
            .collect()
    }
}

impl Frames {
    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        8 * (2 * self.times.len() + self.bodies.len() + self.columns.len() + self.starts.len())
            + size_of::<Touch>() * self.touches.len()
    }

    /// Some of the instants, by their places.
    #[must_use]
    pub fn chosen(&self, places: &[usize]) -> Frames {
        let count = self.times.len().max(1);
        let (bodies, columns) = (self.bodies.len() / count, self.columns.len() / count);
        let mut out = Frames::default();
        out.starts.push(0);
        for &k in places {
            out.times.push(self.times[k]);
            out.steps.push(self.steps[k]);
            out.bodies.extend(&self.bodies[bodies * k..bodies * (k + 1)]);
            out.columns.extend(&self.columns[columns * k..columns * (k + 1)]);
            out.touches
                .extend(&self.touches[self.starts[k]..self.starts[k + 1]]);
            out.starts.push(out.touches.len());
        }
        out
    }
}
