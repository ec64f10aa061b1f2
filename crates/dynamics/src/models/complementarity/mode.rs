//! One mode of a linear complementarity system: which λ rest at a bound, and the linear flow that follows.
//!
//! ```text
//! z = (x, η),   z' = G z,   λ = L x + ℓ η between its bounds,   w = C x + D λ + c η
//! f ≥ 0 for every f of the mode:   w at the lower bound, −w at the upper one, λ − lo and hi − λ between
//! the mode goes on from z  ⇔  K x + k η = 0  and for every f the first of f, f', f'',
//!                          … that is not zero is positive
//! ```
//! The last line is the lexicographic inequality of Shen and Pang (2005) and of the dynamic complementarity
//! problem of van der Schaft and Schumacher (1998). Zero is what is below [`ZERO`] of the magnitudes that its
//! terms have had in the run.

use super::events::Place;
use super::structure::{Equations, Structure};
use nalgebra::{DMatrix, DVector, Dyn, LU, RowDVector, Schur};

/// Share of the magnitudes of its terms below which a number is zero: rounding, and what the location of an
/// event leaves.
pub(super) const ZERO: f64 = 1e-12;

/// Derivatives of a series miss more than the series: the leave of constraints that hold them, where windows
/// meet.
const DERIVED: f64 = 1e3;

/// A number that must not be negative while the mode lasts.
#[derive(Clone, Debug)]
pub(super) struct Margin {
    /// The row it speaks of, and where that row's λ goes when it vanishes.
    pub(super) row: usize,
    pub(super) then: Place,
    /// f and f' over z.
    pub(super) value: RowDVector<f64>,
    pub(super) slope: RowDVector<f64>,
}

/// The system in balanced coordinates, on one window of the drive.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// All rows and columns.
    pub(super) all: Equations,
    pub(super) relay: Vec<bool>,
}

/// One mode.
#[derive(Clone, Debug)]
pub(super) struct Mode {
    pub(super) places: Vec<Place>,
    /// G.
    pub(super) flow: DMatrix<f64>,
    pub(super) margins: Vec<Margin>,
    /// λ over z, all rows.
    pub(super) lambda: DMatrix<f64>,
    /// Largest angular frequency of the flow of x, in rad/s.
    pub(super) frequency: f64,
    structure: Structure,
    jump: DMatrix<f64>,
    reduced: LU<f64, Dyn, Dyn>,
    /// The exponential used last: length and matrix.
    pub(super) cached: Option<(f64, DMatrix<f64>)>,
}

impl Window {
    /// The mode with those places; nothing where it does not determine λ.
    pub(super) fn mode(&self, places: &[Place]) -> Option<Mode> {
        let (n, m, p) = (self.all.a.nrows(), self.relay.len(), self.all.shift.nrows());
        let between: Vec<usize> = (0..m).filter(|i| places[*i] == Place::Between).collect();
        let (mut a_drive, mut c_drive) = (self.all.a_drive.clone(), self.all.c_drive.clone());
        for (i, place) in places.iter().enumerate() {
            let fixed = place.value(self.relay[i]);
            if *place != Place::Between && fixed != 0.0 {
                a_drive.column_mut(0).axpy(fixed, &self.all.b.column(i), 1.0);
                c_drive.column_mut(0).axpy(fixed, &self.all.d.column(i), 1.0);
            }
        }
        let equations = Equations {
            a: self.all.a.clone(),
            b: self.all.b.select_columns(&between),
            c: self.all.c.select_rows(&between),
            d: self.all.d.select_rows(&between).select_columns(&between),
            a_drive,
            c_drive: c_drive.select_rows(&between),
            shift: self.all.shift.clone(),
            rate: self.all.rate,
        };
        let structure = equations.structure()?;
        let jump = equations.jump_directions()?;
        let reduced = (&structure.constraint * &jump).lu();
        if jump.ncols() != structure.constraint.nrows() || (jump.ncols() > 0 && !reduced.is_invertible()) {
            return None;
        }
        let mut flow = DMatrix::zeros(n + p, n + p);
        let closed = &self.all.a + &equations.b * &structure.gain;
        flow.view_mut((0, 0), (n, n)).copy_from(&closed);
        flow.view_mut((0, n), (n, p))
            .copy_from(&(&equations.a_drive + &equations.b * &structure.gain_drive));
        flow.view_mut((n, n), (p, p)).copy_from(&self.all.shift);
        let lambda = self.multipliers(places, &between, &structure);
        if !flow.iter().chain(lambda.iter()).all(|x| x.is_finite()) {
            return None;
        }
        let margins = self.margins(places, &lambda, &flow);
        let frequency = fastest(closed).unwrap_or(self.all.rate);
        Some(Mode {
            places: places.to_vec(),
            flow,
            margins,
            lambda,
            frequency,
            structure,
            jump,
            reduced,
            cached: None,
        })
    }

    /// λ over z, all rows.
    fn multipliers(&self, places: &[Place], between: &[usize], structure: &Structure) -> DMatrix<f64> {
        let (n, m, p) = (self.all.a.nrows(), self.relay.len(), self.all.shift.nrows());
        let mut lambda = DMatrix::zeros(m, n + p);
        for (k, &i) in between.iter().enumerate() {
            lambda.view_mut((i, 0), (1, n)).copy_from(&structure.gain.row(k));
            lambda
                .view_mut((i, n), (1, p))
                .copy_from(&structure.gain_drive.row(k));
        }
        for (i, place) in places.iter().enumerate() {
            if *place != Place::Between {
                lambda[(i, n)] = place.value(self.relay[i]);
            }
        }
        lambda
    }

    fn margins(&self, places: &[Place], lambda: &DMatrix<f64>, flow: &DMatrix<f64>) -> Vec<Margin> {
        let n = self.all.a.nrows();
        let mut w = &self.all.d * lambda;
        for (i, mut row) in w.row_iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += if j < n {
                    self.all.c[(i, j)]
                } else {
                    self.all.c_drive[(i, j - n)]
                };
            }
        }
        let mut margins = Vec::new();
        let mut add = |row: usize, then: Place, value: RowDVector<f64>| {
            let slope = &value * flow;
            margins.push(Margin {
                row,
                then,
                value,
                slope,
            });
        };
        for (i, place) in places.iter().enumerate() {
            match place {
                Place::Lower => add(i, Place::Between, w.row(i).into_owned()),
                Place::Upper => add(i, Place::Between, -w.row(i)),
                Place::Between if self.relay[i] => {
                    let (mut above, mut below) = (lambda.row(i).into_owned(), -lambda.row(i));
                    above[n] += 1.0;
                    below[n] += 1.0;
                    add(i, Place::Lower, above);
                    add(i, Place::Upper, below);
                }
                Place::Between => add(i, Place::Lower, lambda.row(i).into_owned()),
            }
        }
        margins
    }
}

impl Mode {
    /// How far x is from the states of the mode, over the magnitudes given: at most [`ZERO`] where it is one.
    pub(super) fn distance(&self, z: &DVector<f64>, size: &DVector<f64>) -> f64 {
        let n = self.structure.constraint.ncols();
        let (mut worst, k) = (0.0, &self.structure.constraint);
        for i in 0..k.nrows() {
            let (mut sum, mut terms) = (0.0, 0.0);
            for j in 0..z.len() {
                let (factor, leave) = if j < n {
                    (k[(i, j)], 1.0)
                } else {
                    (self.structure.constraint_drive[(i, j - n)], DERIVED)
                };
                sum += factor * z[j];
                terms += leave * factor.abs() * size[j];
            }
            if sum != 0.0 {
                worst = f64::max(worst, sum.abs() / terms);
            }
        }
        worst
    }

    /// Moves x onto the states of the mode, along what impulses of λ reach.
    pub(super) fn project(&self, z: &mut DVector<f64>) {
        let k = &self.structure.constraint;
        if k.nrows() == 0 {
            return;
        }
        let n = k.ncols();
        let p = z.len() - n;
        let mut defect = k * z.rows(0, n) + &self.structure.constraint_drive * z.rows(n, p);
        if self.reduced.solve_mut(&mut defect) {
            let moved = &self.jump * defect;
            let mut x = z.rows_mut(0, n);
            x -= moved;
        }
    }

    /// Whether every margin goes on from z; `size` is what z has been at most.
    pub(super) fn goes_on(&self, z: &DVector<f64>, size: &DVector<f64>, rate: f64) -> bool {
        self.margins.iter().all(|margin| {
            let mut row = margin.value.clone();
            for _ in 0..=self.structure.constraint.ncols() + 1 {
                let (value, terms) = weigh(&row, z, size);
                if value.abs() > ZERO * terms {
                    return value > 0.0;
                }
                row = &row * &self.flow / rate;
            }
            true
        })
    }
}

/// Largest imaginary part of an eigenvalue; nothing where they are not found.
fn fastest(flow: DMatrix<f64>) -> Option<f64> {
    let schur = Schur::try_new(flow, f64::EPSILON, 1000)?;
    let parts = schur.complex_eigenvalues();
    Some(parts.iter().map(|v| v.im.abs()).fold(0.0, f64::max))
}

/// row · z, and row · size with all signs positive.
pub(super) fn weigh(row: &RowDVector<f64>, z: &DVector<f64>, size: &DVector<f64>) -> (f64, f64) {
    let (mut value, mut terms) = (0.0, 0.0);
    for (j, factor) in row.iter().enumerate() {
        value += factor * z[j];
        terms += factor.abs() * size[j];
    }
    (value, terms)
}
