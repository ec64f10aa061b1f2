//! Contacts as pairs of rigid bodies, for sweeps that do not form W.
//!
//! ```text
//! H_i and Y_i = M̂⁻¹ H_iᵀ as dense blocks of 3 × 6, one or two for each contact
//! ```
//! Round cones and bodies of six degrees of freedom only; other contacts go the way of W.

use super::Assembly;
use crate::contact::Rows;
use crate::mass_matrix::MassMatrix;
use drystone_solve::cone::gauss_seidel::body_pairs::{BodySweeps, PairRows};
use drystone_solve::law::Law;

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

#[cfg(test)]
mod tests {
    use super::*;
    use drystone_solve::cone::gauss_seidel::GaussSeidel;
    use drystone_solve::delassus::{BlockMatrix, Delassus};
    use drystone_solve::problem::ContactProblem;
    use drystone_solve::solver::{Settings, Solver, Stop};

    /// Five bodies, six contacts between one or two of them: sweeps over pairs end where sweeps over W do.
    #[test]
    fn pairs_of_bodies_find_the_answer_of_w() {
        let mut mass = MassMatrix::new(&[6; 5]);
        let mut seed = 11_u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
        };
        for at in 0..180 {
            mass.values[at] = if at % 36 % 7 == 0 {
                2.0 + 0.5 * random()
            } else {
                0.0
            };
        }
        mass.factor_symmetric(0.0).unwrap();
        let touched: [&[usize]; 6] = [&[0, 1], &[1], &[1, 2], &[3, 4], &[2, 4], &[3]];
        let (mut jacobian, mut offsets) = (Rows::default(), vec![0]);
        for bodies in touched {
            for _ in 0..3 {
                for &b in bodies {
                    (0..6).for_each(|dof| jacobian.entry(6 * b + dof, random()));
                }
                jacobian.end_row();
            }
            offsets.push(jacobian.len());
        }
        let mut problem = ContactProblem {
            delassus: Delassus::Explicit(BlockMatrix::default()),
            free_velocity: (0..18)
                .map(|k| if k % 3 == 0 { -1.0 } else { random() })
                .collect(),
            laws: vec![Law::Coulomb { mu: 0.4 }; 6],
        };
        let (mut assembly, mut pairs) = (Assembly::default(), BodySweeps::default());
        let blocks = (offsets.as_slice(), problem.laws.as_slice());
        assert!(assembly.pairs(&mass, &jacobian, blocks, &mut pairs));
        if let Delassus::Explicit(w) = &mut problem.delassus {
            assembly.delassus(&mass, &jacobian, &offsets, w);
        }
        let (mut found, mut asked) = ([0.0; 18], [0.0; 18]);
        let report = pairs.run(&problem.laws, &problem.free_velocity, 1e-12, 2000, &mut found);
        assert_eq!(report.stop, Stop::Converged);
        let settings = Settings {
            tolerance: 1e-12,
            ..Settings::default()
        };
        GaussSeidel::new(settings).solve(&problem, &mut asked);
        for (k, (a, b)) in found.iter().zip(&asked).enumerate() {
            assert!((a - b).abs() < 1e-9, "row {k}: {a}, asked: {b}");
        }
        assert!(found[0] > 0.0);

        // Another law, or a contact of three bodies, is none of its business.
        problem.laws[3] = Law::Torsion {
            mu: 0.4,
            torsion: 0.1,
        };
        let blocks = (offsets.as_slice(), problem.laws.as_slice());
        assert!(!assembly.pairs(&mass, &jacobian, blocks, &mut pairs));
    }
}
