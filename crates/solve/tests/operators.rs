//! Sparse and block matrices, the mass matrix and the Delassus operator, against dense arithmetic.

use crate::common::dense_delassus;
use drystone_solve::delassus::{BlockMatrix, Sparse};
use drystone_solve::law::Law;
use drystone_solve::mass::Mass;
use drystone_solve::measure::{Errors, Measure, Meter, errors};
use drystone_solve::problem::{ContactProblem, ProblemError};
use drystone_solve::synthetic::Random;
use nalgebra::{DMatrix, DVector};

/// A random matrix with about the given share of nonzeros.
fn random_matrix(rows: usize, cols: usize, share: f64, random: &mut Random) -> DMatrix<f64> {
    DMatrix::from_fn(rows, cols, |_, _| {
        if random.chance(share) {
            random.normal()
        } else {
            0.0
        }
    })
}

/// A regular matrix: joined along the diagonal, not symmetric.
fn regular(n: usize, random: &mut Random) -> DMatrix<f64> {
    DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
        0 => random.range(2.0, 3.0),
        1 => random.range(-0.9, 0.9),
        _ => 0.0,
    })
}

#[test]
fn triplets_are_sorted_summed_and_checked() {
    let m = Sparse::from_triplets(3, 4, &[(2, 3, 1.0), (0, 2, 2.0), (0, 0, 3.0), (2, 3, 0.5)]).unwrap();
    assert_eq!(m.row_ptr, [0, 2, 2, 3]);
    assert_eq!(m.col, [0, 2, 3]);
    assert_eq!(m.value, [3.0, 2.0, 1.5]);
    // An entry at the start of a row is not summed with the end of the row before.
    let m = Sparse::from_triplets(2, 2, &[(0, 1, 1.0), (1, 1, 2.0)]).unwrap();
    assert_eq!(m.value, [1.0, 2.0]);
    for (row, col) in [(3, 0), (0, 4)] {
        let expected = ProblemError::Entry {
            row,
            col,
            nrows: 3,
            ncols: 4,
        };
        assert_eq!(Sparse::from_triplets(3, 4, &[(row, col, 1.0)]), Err(expected));
    }
}

#[test]
fn sparse_products_are_those_of_the_dense_matrix() {
    let mut random = Random::new(3);
    for (rows, cols) in [(1, 1), (5, 3), (3, 7), (8, 8)] {
        let dense = random_matrix(rows, cols, 0.4, &mut random);
        let sparse = Sparse::from_dense(&dense);
        assert_eq!(sparse.to_dense(), dense);
        assert_eq!(sparse.transposed().to_dense(), dense.transpose());
        let x = DVector::from_fn(cols, |_, _| random.normal());
        let y = DVector::from_fn(rows, |_, _| random.normal());
        let (mut a, mut b) = (vec![9.0; rows], vec![9.0; cols]);
        sparse.multiply(x.as_slice(), &mut a);
        sparse.multiply_transposed(y.as_slice(), &mut b);
        assert!((DVector::from_vec(a) - &dense * x).amax() < 1e-14);
        assert!((DVector::from_vec(b) - dense.transpose() * y).amax() < 1e-14);
    }
}

#[test]
fn blocks_hold_the_matrix_and_always_their_diagonal() {
    let mut random = Random::new(4);
    let sizes = [3, 1, 2, 6, 3];
    let mut dense = random_matrix(15, 15, 0.2, &mut random);
    // A contact that nothing acts on.
    dense.rows_mut(3, 1).fill(0.0);
    dense.columns_mut(3, 1).fill(0.0);
    let blocks = BlockMatrix::from_dense(&dense, &sizes).unwrap();
    assert_eq!(blocks.to_dense(), dense);
    assert_eq!(blocks.offsets, [0, 3, 4, 6, 12, 15]);
    for i in 0..sizes.len() {
        assert_eq!(blocks.col[blocks.diagonal[i]], i);
        assert_eq!(blocks.block(blocks.diagonal[i]).len(), sizes[i] * sizes[i]);
        let columns = &blocks.col[blocks.row_ptr[i]..blocks.row_ptr[i + 1]];
        assert!(columns.windows(2).all(|w| w[0] < w[1]), "columns increase");
    }
    assert_eq!(blocks.uniform_size(), None);
    let (r, b) = (
        DVector::from_fn(15, |_, _| random.normal()),
        DVector::from_fn(15, |_, _| random.normal()),
    );
    let mut u = vec![9.0; 15];
    blocks.multiply_add(r.as_slice(), b.as_slice(), &mut u);
    assert!((DVector::from_vec(u) - (&dense * r + b)).amax() < 1e-14);
    assert!(matches!(
        BlockMatrix::from_dense(&dense, &[3, 3]),
        Err(ProblemError::Shape { what: "W", .. })
    ));
    let even = BlockMatrix::from_dense(&DMatrix::identity(6, 6), &[3, 3]).unwrap();
    assert_eq!(even.uniform_size(), Some(3));
    assert_eq!(
        BlockMatrix::from_dense(&DMatrix::zeros(0, 0), &[])
            .unwrap()
            .uniform_size(),
        None
    );
}

/// Small parts are dense blocks, large ones have sparse factors: the same answers from both.
/// Blocks of every size that a law has, beside each other.
#[test]
fn products_of_blocks_of_all_sizes() {
    let mut random = Random::new(5);
    let sizes = [4, 5, 1, 6, 2, 3, 4];
    let dense = random_matrix(25, 25, 0.9, &mut random);
    let blocks = BlockMatrix::from_dense(&dense, &sizes).unwrap();
    let mut numbers = || DVector::from_fn(25, |_, _| random.normal());
    let (r, b) = (numbers(), numbers());
    let mut u = vec![9.0; 25];
    blocks.multiply_add(r.as_slice(), b.as_slice(), &mut u);
    assert!((DVector::from_vec(u) - (&dense * r + b)).amax() < 1e-13);
}

#[test]
fn mass_solves_by_parts_of_any_size() {
    let mut random = Random::new(5);
    for parts in [vec![1], vec![6, 6, 3], vec![70], vec![2, 80, 5]] {
        let n = parts.iter().sum();
        let mut dense = DMatrix::zeros(n, n);
        let mut at = 0;
        for &size in &parts {
            dense
                .view_mut((at, at), (size, size))
                .copy_from(&regular(size, &mut random));
            at += size;
        }
        let mass = Mass::new(Sparse::from_dense(&dense)).unwrap();
        assert_eq!(mass.dim(), n);
        assert_eq!(mass.has_small_parts(), parts.iter().all(|&p| p <= 60));
        let x = DVector::from_fn(n, |_, _| random.normal());
        let mut y = (&dense * &x).as_slice().to_vec();
        mass.solve(&mut y);
        assert!((DVector::from_vec(y) - &x).amax() < 1e-12, "{parts:?}");
        let h = [(0, 1.0), (n - 1, -2.0)];
        let mut sparse = DVector::zeros(n);
        for (i, x) in mass.solve_sparse(&h) {
            sparse[i] += x;
        }
        let mut right = DVector::zeros(n);
        for &(i, x) in &h {
            right[i] += x;
        }
        assert!((&dense * sparse - right).amax() < 1e-12, "{parts:?}");
    }
}

#[test]
fn a_mass_matrix_that_cannot_be_inverted_is_refused() {
    let refused = |dense: &DMatrix<f64>| Mass::new(Sparse::from_dense(dense)).err();
    let singular = |dof: usize| Some(ProblemError::SingularMass { dof });
    assert_eq!(
        refused(&DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 1.0])),
        singular(0)
    );
    // Its determinant is 3e-17 in floating point, not 0.
    assert_eq!(
        refused(&DMatrix::from_row_slice(2, 2, &[0.1, 0.3, 0.7, 2.1])),
        singular(0)
    );
    assert_eq!(
        refused(&DMatrix::from_diagonal(&DVector::from_vec(vec![1.0, 0.0, 1.0]))),
        singular(1)
    );
    let mut random = Random::new(6);
    for n in [5, 20, 59, 70, 90] {
        // The last row repeats the first.
        let mut dense = random_matrix(n, n, 0.5, &mut random);
        let first = dense.row(0).clone_owned();
        dense.row_mut(n - 1).copy_from(&first);
        assert_eq!(refused(&dense), singular(0), "{n}");
    }
    let mut broken = DMatrix::identity(3, 3);
    broken[(1, 1)] = f64::NAN;
    assert_eq!(refused(&broken), Some(ProblemError::NotFinite { what: "M" }));
    assert!(matches!(
        refused(&DMatrix::zeros(2, 3)),
        Some(ProblemError::Shape { what: "M", .. })
    ));
}

#[test]
fn a_regular_mass_matrix_with_extreme_entries_is_accepted() {
    // A body of 1e-9 kg and 1e-3 m: moments of inertia near 1e-16, coupled with the mass by an offset centre.
    let (m, offset, inertia) = (1e-9, 1e-3, 2e-15);
    let dense = DMatrix::from_row_slice(2, 2, &[m, m * offset, m * offset, inertia]);
    let mass = Mass::new(Sparse::from_dense(&dense)).unwrap();
    let mut y = (&dense * DVector::from_vec(vec![1.0, 2.0])).as_slice().to_vec();
    mass.solve(&mut y);
    assert!((y[0] - 1.0).abs() < 1e-12 && (y[1] - 2.0).abs() < 1e-12, "{y:?}");
    for decade in [-150, -20, 20, 150] {
        let scale = 10f64.powi(decade);
        for n in [1, 6, 70] {
            let scaled = regular(n, &mut Random::new(8)) * scale;
            assert!(
                Mass::new(Sparse::from_dense(&scaled)).is_ok(),
                "{n} motions, masses near 1e{decade}"
            );
        }
    }
}

#[test]
fn delassus_operator_is_the_product_of_its_factors() {
    let mut random = Random::new(7);
    for n in [4, 30, 75] {
        let mass = regular(n, &mut random);
        let h = random_matrix(12, n, 3.0 / n as f64, &mut random);
        let laws = vec![
            Law::Coulomb { mu: 0.2 },
            Law::Unilateral,
            Law::Planar { mu: 1.0 },
            Law::RollingTorsion {
                mu: 0.1,
                torsion: 0.1,
                rolling: 0.2,
            },
        ];
        let b: Vec<f64> = (0..12).map(|_| random.normal()).collect();
        let problem =
            ContactProblem::from_factors(Sparse::from_dense(&mass), Sparse::from_dense(&h), b.clone(), laws)
                .unwrap();
        let expected = &h * mass.try_inverse().unwrap() * h.transpose();
        assert!(
            (dense_delassus(&problem) - &expected).amax() < 1e-12,
            "{n} motions"
        );
        let diagonal = DVector::from_vec(problem.delassus.diagonal());
        assert!((diagonal - expected.diagonal()).amax() < 1e-12, "{n} motions");
        let r = DVector::from_fn(12, |_, _| random.normal());
        let mut u = vec![0.0; 12];
        problem.relative_velocity(r.as_slice(), &mut u);
        assert!(
            (DVector::from_vec(u) - (expected * r + DVector::from_vec(b))).amax() < 1e-12,
            "{n} motions"
        );
    }
}

#[test]
fn problems_whose_parts_disagree_are_refused() {
    let w = Sparse::from_dense(&DMatrix::identity(3, 3));
    let coulomb = vec![Law::Coulomb { mu: 0.5 }];
    let short = ContactProblem::from_sparse(&w, vec![0.0; 2], coulomb.clone());
    assert!(matches!(short, Err(ProblemError::Shape { what: "b", .. })));
    let broken = ContactProblem::from_sparse(&w, vec![0.0, f64::INFINITY, 0.0], coulomb.clone());
    assert_eq!(broken, Err(ProblemError::NotFinite { what: "b" }));
    let wide = ContactProblem::from_sparse(&w, vec![0.0; 2], vec![Law::Planar { mu: 0.5 }]);
    assert!(matches!(wide, Err(ProblemError::Shape { what: "W", .. })));
    let mass = Sparse::from_dense(&DMatrix::identity(2, 2));
    let h = Sparse::from_dense(&DMatrix::identity(3, 3));
    let factors = ContactProblem::from_factors(mass, h, vec![0.0; 3], coulomb);
    assert!(matches!(factors, Err(ProblemError::Shape { what: "H", .. })));
    for law in [
        Law::Coulomb { mu: -0.1 },
        Law::Coulomb { mu: f64::NAN },
        Law::Coulomb { mu: f64::INFINITY },
        Law::Elliptic { mu: [0.1, -0.1] },
        Law::Facetted { mu: 0.1, facets: 2 },
        Law::Box { lo: 1.0, hi: 0.0 },
        Law::Box {
            lo: f64::NAN,
            hi: 0.0,
        },
        Law::Box {
            lo: f64::INFINITY,
            hi: f64::INFINITY,
        },
        Law::RollingTorsion {
            mu: 0.1,
            torsion: 0.1,
            rolling: -1.0,
        },
    ] {
        assert!(
            matches!(law.check(7), Err(ProblemError::Coefficient { block: 7, .. })),
            "{law:?}"
        );
    }
}

/// One contact pushed into the floor by 1 m/s and left there: by hand, F = 1 in both measures.
#[test]
fn errors_of_a_contact_by_hand() {
    let w = Sparse::from_dense(&(DMatrix::identity(3, 3) * 4.0));
    let problem =
        ContactProblem::from_sparse(&w, vec![-1.0, 0.0, 0.0], vec![Law::Coulomb { mu: 0.5 }]).unwrap();
    let still = errors(&problem, &[0.0; 3]);
    // F = −P_K(−b) = (−1, 0, 0) over ‖b‖ = 1.
    assert_eq!(
        still,
        Errors {
            natural: 1.0,
            scaled: 1.0
        }
    );
    let solved = errors(&problem, &[0.25, 0.0, 0.0]);
    assert_eq!(
        solved,
        Errors {
            natural: 0.0,
            scaled: 0.0
        }
    );
    // r = 1/8: u = −1/2, F = r − (r + 1/2) = −1/2 over max(1, 1/8, 1/2); scaled by √4: 2·(1/8) − (1/4 + 1/4)
    // over 1/2.
    let half = errors(&problem, &[0.125, 0.0, 0.0]);
    assert_eq!(
        half,
        Errors {
            natural: 0.5,
            scaled: 0.5
        }
    );
    assert_eq!((half.by(Measure::Natural), half.by(Measure::Both)), (0.5, 0.5));
    let uneven = Errors {
        natural: f64::NAN,
        scaled: 1.0,
    };
    assert!(
        uneven.worst().is_nan()
            && Errors {
                natural: 1.0,
                scaled: f64::NAN
            }
            .worst()
            .is_nan()
    );
    let mut meter = Meter::new(&problem);
    assert_eq!(meter.measure(&problem, &[0.125, 0.0, 0.0]), half);
    assert_eq!(meter.u, [-0.5, 0.0, 0.0]);
}
