//! Backward Euler on random passive complementarity systems: every step is solved and the storage never
//! grows.

use drystone_dynamics::models::complementarity::{
    ComplementarityStepper, ComplementaritySystem, StepOptions,
};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(7),
        ..ProptestConfig::default()
    }
}

fn passive() -> impl Strategy<Value = (usize, usize, Vec<f64>, Vec<bool>)> {
    (1..=4_usize, 1..=4_usize).prop_flat_map(|(n, m)| {
        let numbers = proptest::collection::vec(-1.0..1.0_f64, 3 * n * n + n * m + 2 * m * m + n);
        (
            Just(n),
            Just(m),
            numbers,
            proptest::collection::vec(any::<bool>(), m),
        )
    })
}

proptest! {
    #![proptest_config(config(1000))]
    /// x' = (J − R) P x + B λ, w = Bᵀ P x + D λ with J skew, R and D + Dᵀ positive semidefinite: ½ xᵀ P x
    /// never grows.
    #[test]
    fn storage_of_a_passive_system_never_grows((n, m, numbers, relay) in passive()) {
        let mut at = 0;
        let mut take = |rows: usize, cols: usize| {
            at += rows * cols;
            DMatrix::from_row_slice(rows, cols, &numbers[at - rows * cols..at])
        };
        let (j, mut r, p, b) = (take(n, n), take(n, n), take(n, n), take(n, m));
        let (mut d, skew, x0) = (take(m, m), take(m, m), take(n, 1));
        // Never of full rank.
        r.row_mut(0).fill(0.0);
        d.row_mut(0).fill(0.0);
        let storage = &p * p.transpose() + DMatrix::identity(n, n) * 0.1;
        let system = ComplementaritySystem {
            a_matrix: (&j - j.transpose() - r.transpose() * &r) * &storage,
            c: b.transpose() * &storage,
            b,
            d: d.transpose() * &d + &skew - skew.transpose(),
            relay,
            drive: ComplementaritySystem::no_drive(),
            x0: x0.as_slice().to_vec(),
        };
        let mut s = ComplementarityStepper::new(system, StepOptions::new(0.05)).unwrap();
        let energy = |x: &DVector<f64>| 0.5 * x.dot(&(&storage * x));
        let start = energy(&s.state().x);
        let mut before = start;
        for k in 0..40 {
            let step = s.step();
            prop_assert!(step.is_ok(), "step {}: {}", k, step.unwrap_err());
            let now = energy(&s.state().x);
            prop_assert!(now <= before + 1e-13 * start, "step {}: storage {} after {}", k, now, before);
            before = now;
        }
    }
}
