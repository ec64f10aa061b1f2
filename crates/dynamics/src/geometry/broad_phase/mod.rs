//! Pairs of bodies whose boxes meet, without looking at all pairs.
//!
//! ```text
//! { (i, j) : i < j, box i meets box j, may_meet(i, j) }      in increasing order
//! ```
//! Boxes are sorted into levels of like size (a factor of two each, as in the hierarchical grids of Ericson,
//! Real-Time Collision Detection, 2005, §7.2). In a level, a cell is as large as its largest box along each
//! axis, so that boxes that meet lie in neighbouring rows (y, z), and each row is swept along x. A box looks
//! through its own level and through the coarser ones, whose rows it finds by their hash. The cost is N log N
//! for a bounded ratio of sizes (one search more for each factor of two), plus the pairs found. Infinite
//! boxes are few: each is held against all. Boxes that are empty or not numbers meet nothing. Long thin boxes
//! that cross each other in all directions cost as much as the cubes around them.

#[cfg(test)]
mod tests;

use super::{Bounds, DVec3};
use std::ops::Range;

/// Levels of so few boxes are looked through without a search.
const FEW: usize = 8;
/// Cells are larger than the largest box by this, so that rounding cannot part neighbours; it holds up to
/// [`LAST_CELL`].
const SLACK: f64 = 1.0 + 1.0 / 1024.0;
/// Farther cells are one: 2⁴⁰ cells from the origin, rounding stays far below [`SLACK`].
const LAST_CELL: f64 = 1_099_511_627_776.0;
/// An empty place in a table of rows.
const NO_ROW: u32 = u32::MAX;
/// Half of the rows around a row, in (y, z); the other half finds the pair from the other side.
const ROWS_AHEAD: [(u32, u32); 4] = [(1, 0), (u32::MAX, 1), (0, 1), (1, 1)];

/// A search for pairs of boxes that meet; it keeps its memory from call to call.
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    /// Sort keys (row, then least x) and bodies, level by level.
    order: Vec<(u128, u32)>,
    /// The boxes in that order.
    boxes: Vec<Bounds>,
    levels: Vec<Level>,
    /// Where the rows of a level begin, by their hash.
    rows: Vec<u32>,
    infinite: Vec<u32>,
    found: Vec<[u32; 2]>,
    by_second: Vec<[u32; 2]>,
    /// Where the pairs of a body begin.
    starts: Vec<u32>,
}

/// Boxes of like size, and their grid.
#[derive(Clone, Debug)]
struct Level {
    range: Range<usize>,
    /// Its part of the table of rows.
    rows: Range<usize>,
    /// Size of a cell along x.
    reach: f64,
    /// Cells per metre along y and z.
    per_metre: [f64; 2],
}

impl Level {
    fn cells(&self, y: f64, z: f64) -> [u32; 2] {
        [cell(y * self.per_metre[0]), cell(z * self.per_metre[1])]
    }

    /// No box of the level that reaches `x` begins before this.
    fn begin(&self, x: f64) -> f64 {
        x - self.reach - x.abs() * (8.0 * f64::EPSILON)
    }
}

impl BroadPhase {
    /// Replaces `out` by all pairs i < j of boxes that meet and that `may_meet`, in increasing order.
    pub fn pairs(
        &mut self,
        bounds: &[Bounds],
        may_meet: &dyn Fn(usize, usize) -> bool,
        out: &mut Vec<[u32; 2]>,
    ) {
        self.found.clear();
        self.sort_into_levels(bounds);
        self.meet_infinite(bounds);
        for fine in 0..self.levels.len() {
            self.meet_own(fine);
            for coarse in 0..fine {
                if self.levels[coarse].range.len() <= FEW {
                    self.meet_few(fine, coarse);
                } else {
                    self.meet_coarser(fine, coarse);
                }
            }
        }
        self.found.retain(|&[i, j]| may_meet(i as usize, j as usize));
        self.sort_pairs(bounds.len(), out);
    }

    /// Coarse levels first; within a level by row, then by x.
    #[allow(
        clippy::cast_possible_truncation,
        reason = "bodies are counted in 32 bits throughout"
    )]
    fn sort_into_levels(&mut self, bounds: &[Bounds]) {
        self.order.clear();
        self.infinite.clear();
        self.levels.clear();
        self.rows.clear();
        for (body, bound) in bounds.iter().enumerate() {
            // Not so for empty boxes and for NaN.
            if bound.min.cmple(bound.max).all() {
                let extent = (bound.max - bound.min).max_element();
                if extent < f64::INFINITY {
                    self.order.push((u128::from(extent.to_bits()), body as u32));
                } else {
                    self.infinite.push(body as u32);
                }
            }
        }
        let mut first = 0;
        while first < self.order.len() {
            let rest = &mut self.order[first..];
            // Bits of positive numbers are ordered as the numbers.
            let largest = rest.iter().map(|entry| entry.0).max().unwrap_or(0);
            let least = u128::from((0.5 * f64::from_bits(largest as u64)).to_bits());
            let mut count = 0;
            for k in 0..rest.len() {
                if rest[k].0 >= least {
                    rest.swap(k, count);
                    count += 1;
                }
            }
            // Cells hold the boxes of all finer levels too: these then meet few rows, however flat the boxes
            // here.
            let mut level = level_of(
                first..first + count,
                rest.iter().map(|entry| &bounds[entry.1 as usize]),
            );
            for (key, body) in &mut rest[..count] {
                let min = bounds[*body as usize].min;
                *key = key_of(level.cells(min.y, min.z), min.x);
            }
            rest[..count].sort_unstable();
            let begin = self.rows.len();
            add_rows(&rest[..count], &mut self.rows);
            level.rows = begin..self.rows.len();
            self.levels.push(level);
            first += count;
        }
        self.boxes.clear();
        self.boxes
            .extend(self.order.iter().map(|entry| bounds[entry.1 as usize]));
    }

    fn meet_infinite(&mut self, bounds: &[Bounds]) {
        for (k, &a) in self.infinite.iter().enumerate() {
            let bound = &bounds[a as usize];
            let others = self.infinite[k + 1..]
                .iter()
                .filter(|&&b| bound.meets(&bounds[b as usize]));
            self.found.extend(others.map(|&b| pair(a, b)));
            let finite = self
                .boxes
                .iter()
                .zip(&self.order)
                .filter(|(other, _)| bound.meets(other));
            self.found.extend(finite.map(|(_, entry)| pair(a, entry.1)));
        }
    }

    fn meet_own(&mut self, level: usize) {
        let level = &self.levels[level];
        let (order, boxes) = (&self.order[level.range.clone()], &self.boxes[level.range.clone()]);
        let mut hints = [0; ROWS_AHEAD.len()];
        for (a, (&(key, body), bound)) in order.iter().zip(boxes).enumerate() {
            let row = row_of(key);
            sweep(
                (&order[a + 1..], &boxes[a + 1..]),
                row,
                (body, bound),
                &mut self.found,
            );
            let begin = level.begin(bound.min.x);
            for (&(y, z), hint) in ROWS_AHEAD.iter().zip(&mut hints) {
                let ahead = [row[0].wrapping_add(y), row[1].wrapping_add(z)];
                *hint = seek(order, *hint, key_of(ahead, begin));
                sweep(
                    (&order[*hint..], &boxes[*hint..]),
                    ahead,
                    (body, bound),
                    &mut self.found,
                );
            }
        }
    }

    fn meet_few(&mut self, fine: usize, coarse: usize) {
        for few in self.levels[coarse].range.clone() {
            let (large, body) = (self.boxes[few], self.order[few].1);
            for k in self.levels[fine].range.clone() {
                if large.meets(&self.boxes[k]) {
                    self.found.push(pair(body, self.order[k].1));
                }
            }
        }
    }

    fn meet_coarser(&mut self, fine: usize, coarse: usize) {
        let level = &self.levels[coarse];
        let (order, boxes) = (&self.order[level.range.clone()], &self.boxes[level.range.clone()]);
        let rows = &self.rows[level.rows.clone()];
        for k in self.levels[fine].range.clone() {
            let (bound, body) = (&self.boxes[k], self.order[k].1);
            let ([y, z], last) = (
                level.cells(bound.min.y, bound.min.z),
                level.cells(bound.max.y, bound.max.z),
            );
            let begin = level.begin(bound.min.x);
            // A box that ends in the first row may begin in the one before.
            let (before_y, before_z) = (y.wrapping_sub(1), z.wrapping_sub(1));
            for dz in 0..=last[1].wrapping_sub(before_z) {
                for dy in 0..=last[0].wrapping_sub(before_y) {
                    let row = [before_y.wrapping_add(dy), before_z.wrapping_add(dz)];
                    let Some(first) = find_row(order, rows, row) else {
                        continue;
                    };
                    let first = seek(order, first, key_of(row, begin));
                    sweep(
                        (&order[first..], &boxes[first..]),
                        row,
                        (body, bound),
                        &mut self.found,
                    );
                }
            }
        }
    }

    /// By the second body, then by the first, keeping the order of the second.
    fn sort_pairs(&mut self, bodies: usize, out: &mut Vec<[u32; 2]>) {
        count_sort(&self.found, &mut self.by_second, 1, (bodies, &mut self.starts));
        count_sort(&self.by_second, out, 0, (bodies, &mut self.starts));
    }
}

/// Replaces `to` by the pairs of `from` in the order of one of their bodies, equals in the order they had.
fn count_sort(
    from: &[[u32; 2]],
    to: &mut Vec<[u32; 2]>,
    by: usize,
    (bodies, starts): (usize, &mut Vec<u32>),
) {
    starts.clear();
    starts.resize(bodies, 0);
    for pair in from {
        starts[pair[by] as usize] += 1;
    }
    let mut sum = 0;
    for start in starts.iter_mut() {
        sum += std::mem::replace(start, sum);
    }
    to.clear();
    to.resize(from.len(), [0; 2]);
    for pair in from {
        let place = &mut starts[pair[by] as usize];
        to[*place as usize] = *pair;
        *place += 1;
    }
}

/// The grid for these boxes.
fn level_of<'a>(range: Range<usize>, boxes: impl Iterator<Item = &'a Bounds>) -> Level {
    let mut all = Bounds::EMPTY;
    let mut extent = DVec3::ZERO;
    for bound in boxes {
        all = all.join(bound);
        extent = extent.max(bound.max - bound.min);
    }
    let count = range.len() as f64;
    let per_metre = |extent: f64, spread: f64| {
        // Boxes without thickness along an axis need only be told apart.
        let size = if extent > 0.0 {
            extent * SLACK
        } else {
            spread / count
        };
        if size > f64::MIN_POSITIVE { 1.0 / size } else { 0.0 }
    };
    let spread = all.max - all.min;
    Level {
        range,
        rows: 0..0,
        reach: extent.x * SLACK,
        per_metre: [per_metre(extent.y, spread.y), per_metre(extent.z, spread.z)],
    }
}

/// Number of a cell, modulo 2³²: cells that share a number by chance only cost a test.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped, then meant to wrap"
)]
fn cell(coordinate: f64) -> u32 {
    coordinate.clamp(-LAST_CELL, LAST_CELL).floor() as i64 as u32
}

/// Ordered by row, then by x.
#[inline]
fn key_of(row: [u32; 2], x: f64) -> u128 {
    let bits = x.to_bits();
    let ordered = bits ^ if bits >> 63 == 1 { u64::MAX } else { 1 << 63 };
    u128::from(row[1]) << 96 | u128::from(row[0]) << 64 | u128::from(ordered)
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "takes a key apart")]
fn row_of(key: u128) -> [u32; 2] {
    [(key >> 64) as u32, (key >> 96) as u32]
}

#[inline]
fn pair(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Where to look for a row in a table of 2ⁿ places.
#[inline]
#[allow(
    clippy::cast_possible_truncation,
    reason = "less than the places of the table"
)]
fn hash(row: [u32; 2], places: usize) -> usize {
    let mixed = (u64::from(row[1]) << 32 | u64::from(row[0])).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 32) as usize & (places - 1)
}

/// Adds a table of the rows of a level: where each begins, at its hash or the next free place.
#[allow(
    clippy::cast_possible_truncation,
    reason = "bodies are counted in 32 bits throughout"
)]
fn add_rows(order: &[(u128, u32)], rows: &mut Vec<u32>) {
    let places = (2 * order.len()).next_power_of_two();
    let begin = rows.len();
    rows.resize(begin + places, NO_ROW);
    for k in 0..order.len() {
        if k == 0 || order[k - 1].0 >> 64 != order[k].0 >> 64 {
            let mut place = hash(row_of(order[k].0), places);
            while rows[begin + place] != NO_ROW {
                place = (place + 1) & (places - 1);
            }
            rows[begin + place] = k as u32;
        }
    }
}

/// The first entry of a row.
#[inline]
fn find_row(order: &[(u128, u32)], rows: &[u32], row: [u32; 2]) -> Option<usize> {
    let mut place = hash(row, rows.len());
    while rows[place] != NO_ROW {
        let first = rows[place] as usize;
        if row_of(order[first].0) == row {
            return Some(first);
        }
        place = (place + 1) & (rows.len() - 1);
    }
    None
}

/// The first entry at or after `key`, looked for from `hint` on with growing strides.
#[inline]
fn seek(order: &[(u128, u32)], hint: usize, key: u128) -> usize {
    let before = |k: usize| order[k].0 < key;
    let (mut low, mut high) = (0, hint);
    if hint == 0 || before(hint - 1) {
        let mut stride = 1;
        (low, high) = (hint, hint);
        while high < order.len() && before(high) {
            low = high + 1;
            high += stride;
            stride *= 2;
        }
        high = high.min(order.len());
    }
    low + order[low..high].partition_point(|entry| entry.0 < key)
}

/// Adds the pairs of `body` with those of a row, from the first entry on, that meet its box.
#[inline]
fn sweep(
    (order, boxes): (&[(u128, u32)], &[Bounds]),
    row: [u32; 2],
    (body, bound): (u32, &Bounds),
    found: &mut Vec<[u32; 2]>,
) {
    let row = key_of(row, 0.0) >> 64;
    for ((key, other), with) in order.iter().zip(boxes) {
        if key >> 64 != row || with.min.x > bound.max.x {
            break;
        }
        // Half of the tests fail at random: adding and taking back is faster than a branch.
        let (low, high) = (with.max.cmpge(bound.min), with.min.cmple(bound.max));
        let meets = (low & high).all();
        found.push(pair(body, *other));
        found.truncate(found.len() - usize::from(!meets));
    }
}
