//! Contacts as pairs of rigid bodies, for sweeps that do not form W.
//!
//! ```text
//! H_i and Y_i = M̂⁻¹ H_iᵀ as dense blocks of 3 × 6, one or two for each contact
//! ```
//! Round cones and bodies of six degrees of freedom only; other contacts go the way of W.

use super::Assembly;
use crate::contact::Rows;
use drystone_solve::cone::gauss_seidel::body_pairs::{BodySweeps, PairRows};
use drystone_solve::law::Law;
use drystone_solve::mass::MassMatrix;

impl Assembly {
    /// The contacts as pairs of bodies of six degrees of freedom, for sweeps without W; `false` where they
    /// are something else.
    pub(crate) fn pairs(
        mass: &MassMatrix,
        jacobian: &Rows,
        (offsets, laws): (&[usize], &[Law]),
        sweeps: &mut BodySweeps,
    ) -> bool {
        let round = laws.iter().all(|law| matches!(law, Law::Coulomb { .. }));
        if !round || !mass.is_symmetric() || mass.uniform_block() != Some(6) {
            return false;
        }
        let ends = |i: usize| (offsets[i], bodies_of(jacobian, offsets[i]));
        if !(0..laws.len()).all(|i| is_pair(jacobian, ends(i))) {
            return false;
        }
        sweeps.begin(mass.num_blocks());
        for (i, law) in laws.iter().enumerate() {
            let Law::Coulomb { mu } = *law else {
                return false;
            };
            let (from, Some(bodies)) = ends(i) else {
                return false;
            };
            sweeps.push(mu, bodies, |h, y| {
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
            });
        }
        true
    }
}

/// M⁻¹ Hᵀ of one body, whose entries begin at `first` of each row, into the rows of `y`.
#[inline]
fn moves(mass: &MassMatrix, body: usize, first: usize, h: &PairRows, y: &mut PairRows) {
    let mut columns: [[f64; 3]; 6] = std::array::from_fn(|k| std::array::from_fn(|a| h[a][first + k]));
    mass.solve_columns(body, &mut columns);
    for (k, column) in columns.iter().enumerate() {
        for (y, x) in y.iter_mut().zip(column) {
            y[first + k] = *x;
        }
    }
}

/// The bodies of a row that names all six degrees of freedom of one or two.
fn bodies_of(jacobian: &Rows, row: usize) -> Option<(usize, Option<usize>)> {
    let (chunks, rest) = jacobian.row(row).0.as_chunks::<6>();
    let body = |col: &[usize; 6]| (col[0].is_multiple_of(6) && col[5] == col[0] + 5).then_some(col[0] / 6);
    match chunks {
        [one] if rest.is_empty() => Some((body(one)?, None)),
        [one, two] if rest.is_empty() => Some((body(one)?, Some(body(two)?))),
        _ => None,
    }
}

/// Whether the three rows of a contact that begin here name the same one or two bodies.
fn is_pair(jacobian: &Rows, (first, bodies): (usize, Option<(usize, Option<usize>)>)) -> bool {
    bodies.is_some() && (first + 1..first + 3).all(|row| bodies_of(jacobian, row) == bodies)
}
