//! The strip under a scene: one row for every step, or for so many steps that their number stays readable.
//!
//! Rows are merged in pairs when there are too many: energies and sums are those of the later row, defects,
//! iterations and contacts the larger, gaps the lesser, failed steps their number. No defect and no failed
//! step is ever lost.

/// Most rows: more than a screen has pixels.
pub const ROWS: usize = 8192;

/// Columns before the clauses of the certificate.
pub const COLUMNS: [&str; 13] = [
    "time",
    "step",
    "kinetic",
    "potential",
    "applied_work",
    "friction_loss",
    "impact_loss",
    "correction",
    "residue",
    "iterations",
    "contacts",
    "min_gap",
    "failed",
];

const ITERATIONS: usize = 9;
const MIN_GAP: usize = 11;
const FAILED: usize = 12;

/// Rows of numbers, under [`COLUMNS`] and then the clauses.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Strip {
    /// Numbers in a row.
    pub width: usize,
    /// Steps in a row, but for the first (the start) and the last.
    pub every: u64,
    /// The rows.
    pub rows: Vec<f64>,
    /// Steps in the last row.
    open: u64,
}

impl Strip {
    /// No row yet, for so many clauses.
    pub fn new(clauses: usize) -> Self {
        Strip {
            width: COLUMNS.len() + clauses,
            every: 1,
            ..Strip::default()
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len() / self.width.max(1)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a step, or the start.
    pub fn add(&mut self, row: &[f64]) {
        let width = self.width;
        let at = self.rows.len();
        // The start stands alone: it is no step.
        if self.open == 0 || self.open == self.every || at <= width {
            self.rows.extend(&row[..width]);
            self.open = 1;
        } else {
            merge(&mut self.rows[at - width..], row);
            self.open += 1;
        }
        if self.len() > ROWS {
            self.halve();
        }
    }

    fn halve(&mut self) {
        let width = self.width;
        let mut out = self.rows[..width].to_vec();
        let rows: Vec<&[f64]> = self.rows[width..].chunks_exact(width).collect();
        for pair in rows.chunks(2) {
            let at = out.len();
            out.extend(pair[0]);
            if let Some(later) = pair.get(1) {
                merge(&mut out[at..], later);
            }
        }
        // The last row is full, or holds what there was in one of the old ones.
        self.open += if rows.len().is_multiple_of(2) {
            self.every
        } else {
            0
        };
        self.every *= 2;
        self.rows = out;
    }
}

fn merge(row: &mut [f64], later: &[f64]) {
    for (k, (x, y)) in row.iter_mut().zip(later).enumerate() {
        *x = match k {
            0..ITERATIONS => *y,
            MIN_GAP => x.min(*y),
            FAILED => *x + *y,
            // NaN stays: a defect that is no number is the worst.
            _ if x.is_nan() || y.is_nan() => f64::NAN,
            _ => x.max(*y),
        };
    }
}

#[cfg(test)]
mod tests;
