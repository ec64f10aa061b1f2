//! Rows that hold, with the friction of those that slide: (Hᵀ + S) and H, entry by entry.

/// The rows of a system, as they stand in Hᵀ + S and in H.
#[derive(Default)]
pub(crate) struct SparseRows {
    /// Where each row of H begins in `entries`, and the end.
    start: Vec<usize>,
    /// Degree of freedom and value.
    pub(super) entries: Vec<(usize, f64)>,
    /// Rows that slide, by increasing row: which, and where its column of S begins in `friction`.
    pub(super) sliding: Vec<(usize, usize)>,
    pub(super) friction: Vec<(usize, f64)>,
}

impl SparseRows {
    /// No rows.
    pub(crate) fn clear(&mut self) {
        self.start.clear();
        self.start.push(0);
        self.entries.clear();
        self.sliding.clear();
        self.friction.clear();
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Adds a row of H.
    pub(crate) fn push(&mut self, (dofs, values): (&[usize], &[f64])) {
        self.entries
            .extend(dofs.iter().copied().zip(values.iter().copied()));
        self.start.push(self.entries.len());
    }

    /// Adds friction of the row added last: `share` times a row of slip.
    pub(crate) fn add_friction(&mut self, (dofs, values): (&[usize], &[f64]), share: f64) {
        let row = self.len() - 1;
        if self.sliding.last().is_none_or(|last| last.0 != row) {
            self.sliding.push((row, self.friction.len()));
        }
        let column = dofs.iter().zip(values).map(|(&dof, value)| (dof, share * value));
        self.friction.extend(column);
    }

    /// Where the entries of row i begin and end.
    pub(super) fn range(&self, i: usize) -> (usize, usize) {
        (self.start[i], self.start[i + 1])
    }

    /// Row i of H.
    pub(super) fn row(&self, i: usize) -> &[(usize, f64)] {
        &self.entries[self.start[i]..self.start[i + 1]]
    }

    /// Row i of H times x.
    pub(super) fn dot(&self, i: usize, x: &[f64]) -> f64 {
        self.row(i).iter().map(|(dof, a)| a * x[*dof]).sum()
    }

    /// Row and column of S of sliding contact k.
    pub(super) fn slip(&self, k: usize) -> (usize, &[(usize, f64)]) {
        let (row, begin) = self.sliding[k];
        let end = self.sliding.get(k + 1).map_or(self.friction.len(), |next| next.1);
        (row, &self.friction[begin..end])
    }

    /// y = (Hᵀ + S) λ.
    pub(crate) fn forces(&self, force: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for (i, force) in force.iter().enumerate() {
            for (dof, a) in self.row(i) {
                y[*dof] += a * force;
            }
        }
        for k in 0..self.sliding.len() {
            let (row, column) = self.slip(k);
            for (dof, a) in column {
                y[*dof] += a * force[row];
            }
        }
    }
}
