//! Contacts and joints as pairs of rigid bodies, for sweeps that do not form W.
//!
//! ```text
//! H_i and Y_i = M̂⁻¹ H_iᵀ as dense blocks of N × 6, one or two for each block of the problem
//! ```
//! Round cones, without and with torsion, single rows, and bodies of six degrees of freedom only; other
//! problems go the way of W.

use super::Assembly;
use crate::contact::Rows;
use drystone_solve::cone::gauss_seidel::body_pairs::{Bodies, BodySweeps, PairRows};
use drystone_solve::law::Law;
use drystone_solve::mass::MassMatrix;
use std::ops::Range;

impl Assembly {
    /// The blocks as pairs of bodies of six degrees of freedom, for sweeps without W; `false` where they are
    /// something else.
    pub(crate) fn pairs(
        mass: &MassMatrix,
        jacobian: &Rows,
        (offsets, laws): (&[usize], &[Law]),
        sweeps: &mut BodySweeps,
    ) -> bool {
        if !laws.iter().all(is_covered) || !mass.is_symmetric() || mass.uniform_block() != Some(6) {
            return false;
        }
        let rows = |i: usize| offsets[i]..offsets[i + 1];
        if !(0..laws.len()).all(|i| is_pair(jacobian, rows(i))) {
            return false;
        }
        sweeps.begin(mass.num_blocks());
        for (law, &from) in laws.iter().zip(offsets) {
            let Some(bodies) = bodies_of(jacobian, from) else {
                return false;
            };
            match *law {
                Law::Coulomb { mu } => sweeps.push(mu, bodies, |h, y| {
                    write((mass, jacobian), (from, bodies), h, y);
                }),
                Law::Torsion { mu, torsion } => sweeps.push_spin((mu, torsion), bodies, |h, y| {
                    write((mass, jacobian), (from, bodies), h, y);
                }),
                _ => sweeps.push_row(bounds(law), bodies, |h, y| {
                    write((mass, jacobian), (from, bodies), h, y);
                }),
            }
        }
        true
    }
}

fn is_covered(law: &Law) -> bool {
    matches!(
        law,
        Law::Coulomb { .. } | Law::Torsion { .. } | Law::Bilateral | Law::Unilateral | Law::Box { .. }
    )
}

/// Between what the impulse of a single row lies.
fn bounds(law: &Law) -> [f64; 2] {
    match *law {
        Law::Box { lo, hi } => [lo, hi],
        Law::Unilateral => [0.0, f64::INFINITY],
        _ => [f64::NEG_INFINITY, f64::INFINITY],
    }
}

/// The rows of H of a block from this row on, and those of (M⁻¹ Hᵀ)ᵀ.
#[inline]
fn write<const N: usize>(
    (mass, jacobian): (&MassMatrix, &Rows),
    (from, bodies): (usize, Bodies),
    h: &mut PairRows<N>,
    y: &mut PairRows<N>,
) {
    for (a, h) in h.iter_mut().enumerate() {
        let value = jacobian.row(from + a).1;
        h[..value.len()].copy_from_slice(value);
        h[value.len()..].fill(0.0);
    }
    moves(mass, bodies.0, 0, h, y);
    match bodies.1 {
        Some(body) => moves(mass, body, 6, h, y),
        None => y.iter_mut().for_each(|y| y[6..].fill(0.0)),
    }
}

/// M⁻¹ Hᵀ of one body, whose entries begin at `first` of each row, into the rows of `y`.
#[inline]
fn moves<const N: usize>(mass: &MassMatrix, body: usize, first: usize, h: &PairRows<N>, y: &mut PairRows<N>) {
    let mut columns: [[f64; N]; 6] = std::array::from_fn(|k| std::array::from_fn(|a| h[a][first + k]));
    mass.solve_columns(body, &mut columns);
    for (k, column) in columns.iter().enumerate() {
        for (y, x) in y.iter_mut().zip(column) {
            y[first + k] = *x;
        }
    }
}

/// The bodies of a row that names all six degrees of freedom of one or two.
fn bodies_of(jacobian: &Rows, row: usize) -> Option<Bodies> {
    let (chunks, rest) = jacobian.row(row).0.as_chunks::<6>();
    let body = |col: &[usize; 6]| (col[0].is_multiple_of(6) && col[5] == col[0] + 5).then_some(col[0] / 6);
    match chunks {
        [one] if rest.is_empty() => Some((body(one)?, None)),
        [one, two] if rest.is_empty() => Some((body(one)?, Some(body(two)?))),
        _ => None,
    }
}

/// Whether the rows of a block name the same one or two bodies.
fn is_pair(jacobian: &Rows, rows: Range<usize>) -> bool {
    let bodies = bodies_of(jacobian, rows.start);
    bodies.is_some() && (rows.start + 1..rows.end).all(|row| bodies_of(jacobian, row) == bodies)
}
