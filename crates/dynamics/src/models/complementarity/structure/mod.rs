//! A mode of a linear complementarity system made explicit: λ from the state, and the states that the mode
//! allows.
//!
//! ```text
//! x' = A x + B λ + a η,   0 = C x + D λ + e η,   η' = J η            rows of the mode, as many as its λ
//! rows rotated so that D = (D₁, 0):  those without D are constraints K x + k η = 0 on the state,
//!                                    and are differentiated
//! until D is regular:   λ = −D⁻¹ (C x + e η)
//! ```
//! This is Silverman's structure algorithm. The same on (Aᵀ, Cᵀ, Bᵀ, Dᵀ) gives T, the directions in which
//! impulses of λ and their derivatives move the state; of a regular mode K T is regular, and x⁺ = x − T (K
//! T)⁻¹ (K x + k η) is the jump onto the mode. Sources: Silverman (1969), Inversion of multivariable linear
//! systems, IEEE TAC 14; Hautus and Silverman (1983); Heemels, Schumacher, Weiland (2000), Linear
//! complementarity systems, SIAM J. Appl. Math. 60. Ranks are decided on rows and columns of length 1; a mode
//! whose λ is not unique is none.

#[cfg(test)]
mod tests;

use nalgebra::{DMatrix, DVector, RowDVector, SVD};

/// Singular values and lengths below this are zero.
const RANK: f64 = 1e-11;

/// The equations of a mode, in the rows and columns that take part.
#[derive(Clone, Debug)]
pub(super) struct Equations {
    pub(super) a: DMatrix<f64>,
    pub(super) b: DMatrix<f64>,
    pub(super) c: DMatrix<f64>,
    pub(super) d: DMatrix<f64>,
    /// a η and e η.
    pub(super) a_drive: DMatrix<f64>,
    pub(super) c_drive: DMatrix<f64>,
    /// J.
    pub(super) shift: DMatrix<f64>,
    /// What A is measured by, in 1/s.
    pub(super) rate: f64,
}

/// What the algorithm finds.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    /// λ = L x + ℓ η.
    pub(super) gain: DMatrix<f64>,
    pub(super) gain_drive: DMatrix<f64>,
    /// K and k, rows of length 1 in x.
    pub(super) constraint: DMatrix<f64>,
    pub(super) constraint_drive: DMatrix<f64>,
}

impl Equations {
    /// λ and the constraints; nothing where λ is not unique.
    pub(super) fn structure(&self) -> Option<Structure> {
        let (n, m, p) = (self.a.nrows(), self.b.ncols(), self.shift.nrows());
        if m == 0 {
            return Some(Structure {
                gain: DMatrix::zeros(0, n),
                gain_drive: DMatrix::zeros(0, p),
                constraint: DMatrix::zeros(0, n),
                constraint_drive: DMatrix::zeros(0, p),
            });
        }
        let (mut c, mut d, mut e) = (self.c.clone(), self.d.clone(), self.c_drive.clone());
        normalise(&mut c, &mut d, &mut e)?;
        let column = DVector::from_fn(m, |j, _| {
            let size = (self.b.column(j).amax() / self.rate).max(d.column(j).amax());
            if size > 0.0 { 1.0 / size } else { 1.0 }
        });
        let b = &self.b * DMatrix::from_diagonal(&column);
        d *= DMatrix::from_diagonal(&column);
        let mut found = Constraints {
            rows: Vec::new(),
            drive: Vec::new(),
            basis: Vec::new(),
        };
        for _ in 0..=n {
            normalise(&mut c, &mut d, &mut e)?;
            let svd = SVD::new(d.clone(), true, false);
            let rotate = svd.u.as_ref()?.transpose();
            (c, d, e) = (&rotate * c, &rotate * d, &rotate * e);
            let pure: Vec<usize> = (0..m).filter(|i| !(svd.singular_values[*i] > RANK)).collect();
            if pure.is_empty() {
                let inverse = d.try_inverse()?;
                let scale = -DMatrix::from_diagonal(&column) * inverse;
                return Some(Structure {
                    gain: &scale * c,
                    gain_drive: scale * e,
                    constraint: stack(&found.rows, n),
                    constraint_drive: stack(&found.drive, p),
                });
            }
            for i in pure {
                let (row, drive) = found.add(c.row(i).into_owned(), e.row(i).into_owned())?;
                c.set_row(i, &(&row * &self.a / self.rate));
                d.set_row(i, &(&row * &b / self.rate));
                e.set_row(i, &((&row * &self.a_drive + drive * &self.shift) / self.rate));
            }
        }
        None
    }

    /// T: one column for each constraint.
    pub(super) fn jump_directions(&self) -> Option<DMatrix<f64>> {
        let dual = Equations {
            a: self.a.transpose(),
            b: self.c.transpose() * self.rate,
            c: self.b.transpose() / self.rate,
            d: self.d.transpose(),
            a_drive: DMatrix::zeros(self.a.nrows(), 0),
            c_drive: DMatrix::zeros(self.b.ncols(), 0),
            shift: DMatrix::zeros(0, 0),
            rate: self.rate,
        };
        Some(dual.structure()?.constraint.transpose())
    }
}

/// Constraints found so far, with an orthonormal basis of their rows.
struct Constraints {
    rows: Vec<RowDVector<f64>>,
    drive: Vec<RowDVector<f64>>,
    basis: Vec<RowDVector<f64>>,
}

impl Constraints {
    /// Adds one, scaled to length 1; nothing where it says nothing new.
    fn add(
        &mut self,
        row: RowDVector<f64>,
        drive: RowDVector<f64>,
    ) -> Option<(RowDVector<f64>, RowDVector<f64>)> {
        let length = row.norm();
        if !(length > RANK) {
            return None;
        }
        let (row, drive) = (row / length, drive / length);
        let mut rest = row.clone();
        for _ in 0..2 {
            for other in &self.basis {
                let along = rest.dot(other);
                rest -= other * along;
            }
        }
        let new = rest.norm();
        if !(new > RANK) {
            return None;
        }
        self.basis.push(rest / new);
        self.rows.push(row.clone());
        self.drive.push(drive.clone());
        Some((row, drive))
    }
}

/// Rows of length 1 in x and λ; nothing where one is empty.
fn normalise(c: &mut DMatrix<f64>, d: &mut DMatrix<f64>, e: &mut DMatrix<f64>) -> Option<()> {
    for i in 0..c.nrows() {
        let length = c.row(i).norm().hypot(d.row(i).norm());
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        for matrix in [&mut *c, &mut *d, &mut *e] {
            matrix.row_mut(i).scale_mut(1.0 / length);
        }
    }
    Some(())
}

fn stack(rows: &[RowDVector<f64>], columns: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows.len(), columns, |i, j| rows[i][j])
}
