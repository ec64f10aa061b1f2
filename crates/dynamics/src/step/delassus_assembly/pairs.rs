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
        &mut self,
        mass: &MassMatrix,
        jacobian: &Rows,
        (offsets, laws): (&[usize], &[Law]),
        sweeps: &mut BodySweeps,
    ) -> bool {
        let round = laws.iter().all(|law| matches!(law, Law::Coulomb { .. }));
        if !round || !mass.is_symmetric() || mass.uniform_block() != Some(6) {
            return false;
        }
        self.find_touched(mass, jacobian, offsets);
        let in_pairs = |ends: &[usize]| (1..=2).contains(&(ends[1] - ends[0]));
        if !self.touched_ptr.windows(2).all(in_pairs) || !self.is_dense(jacobian, offsets, 6) {
            return false;
        }
        self.apply_inverses::<6>(mass, jacobian, offsets);
        sweeps.begin(mass.num_blocks());
        for (i, law) in laws.iter().enumerate() {
            let Law::Coulomb { mu } = *law else {
                return false;
            };
            let touched = &self.touched[self.touched_ptr[i]..self.touched_ptr[i + 1]];
            let (from, used) = (offsets[i], 6 * touched.len());
            let fill = |values: &[f64], to: &mut PairRows| {
                for (a, to) in to.iter_mut().enumerate() {
                    let at = jacobian.row_ptr[from + a];
                    to[..used].copy_from_slice(&values[at..at + used]);
                    to[used..].fill(0.0);
                }
            };
            let bodies = (touched[0], touched.get(1).copied());
            sweeps.push(mu, bodies, |h, y| {
                fill(&jacobian.value, h);
                fill(&self.applied, y);
            });
        }
        true
    }
}
