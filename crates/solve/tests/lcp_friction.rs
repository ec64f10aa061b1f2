//! Friction LCPs of Stewart and Trinkle: explicit matrices, facetted particles, random piles.

use crate::cone_problems::{Random, largest_difference as distance};
use drystone_solve::certificate::certify;
use drystone_solve::cone::facetted::{Facetted, Pivoting};
use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::lcp::{Method, Options, enumerate, solve, solve_mixed};
use drystone_solve::measure::lcp_error;
use drystone_solve::problem::{ContactProblem, Lcp, Matrix};
use drystone_solve::reduction::{facetted, to_lcp};
use drystone_solve::solver::{Solver, Stop};
use nalgebra::{DMatrix, DVector};

/// A rod (mass 1, length 2) whose lower end touches the ground, over one step of 1 ms.
struct Rod {
    name: &'static str,
    theta_deg: f64,
    spin: f64,
    slip: f64,
    approach: f64,
    mu: f64,
    restitution: f64,
    m: &'static [f64],
    q: &'static [f64],
    z: &'static [f64],
    pivots: usize,
    num_basic: usize,
    v_next: &'static [f64],
    u_next: &'static [f64],
}

/// Exact rational Lemke on the matrices to the digits shown.
const RODS: &[Rod] = &[
    Rod {
        name: "rod_slide",
        theta_deg: 30.0,
        spin: 0.0,
        slip: -1.0,
        approach: 0.0,
        mu: 0.5,
        restitution: 0.0,
        m: &[
            3.25,
            -1.2990381056766578,
            1.2990381056766578,
            0.0,
            -1.2990381056766578,
            1.7499999999999998,
            -1.7499999999999998,
            1.0,
            1.2990381056766578,
            -1.7499999999999998,
            1.7499999999999998,
            1.0,
            0.5,
            -1.0,
            -1.0,
            0.0,
        ],
        q: &[-0.009810000000000001, -1.0, 1.0, 0.0],
        z: &[
            0.003772379109605572,
            0.001886189554802786,
            0.0,
            1.0015996324915313,
        ],
        pivots: 4,
        num_basic: 1,
        v_next: &[-0.9981138104451972, -0.006037620890394429, -0.006971644092668261],
        u_next: &[-1.2387042021354263e-18, -1.0015996324915313],
    },
    Rod {
        name: "rod_stick",
        theta_deg: 30.0,
        spin: 0.0,
        slip: -0.0001,
        approach: 0.0,
        mu: 0.8,
        restitution: 0.0,
        m: &[
            3.25,
            -1.2990381056766578,
            1.2990381056766578,
            0.0,
            -1.2990381056766578,
            1.7499999999999998,
            -1.7499999999999998,
            1.0,
            1.2990381056766578,
            -1.7499999999999998,
            1.7499999999999998,
            1.0,
            0.8,
            -1.0,
            -1.0,
            0.0,
        ],
        q: &[-0.009810000000000001, -0.0001, 0.0001, 0.0],
        z: &[0.004324350952641916, 0.0032671409541720027, 0.0, 0.0],
        pivots: 3,
        num_basic: 2,
        v_next: &[0.003167140954172003, -0.005485649047358085, -0.006334281908344009],
        u_next: &[6.05281195014801e-19, -1.3831001950213024e-18],
    },
    Rod {
        name: "painleve_impact",
        theta_deg: 60.0,
        spin: 0.0,
        slip: -1.0,
        approach: 0.0,
        mu: 2.0,
        restitution: 0.0,
        m: &[
            1.7500000000000004,
            -1.2990381056766582,
            1.2990381056766582,
            0.0,
            -1.2990381056766582,
            3.25,
            -3.25,
            1.0,
            1.2990381056766582,
            -3.25,
            3.25,
            1.0,
            2.0,
            -1.0,
            -1.0,
            0.0,
        ],
        q: &[-0.009810000000000001, -1.0, 1.0, 0.0],
        z: &[0.3327301514191646, 0.4406858909541721, 0.0, 0.0],
        pivots: 3,
        num_basic: 2,
        v_next: &[-0.5593141090458279, 0.32292015141916464, 0.6458403028383289],
        u_next: &[9.483077624957382e-17, 2.3277423951874585e-17],
    },
    Rod {
        name: "painleve_indeterminate_like",
        theta_deg: 60.0,
        spin: 4.0,
        slip: -1.0,
        approach: 0.0,
        mu: 2.0,
        restitution: 0.0,
        m: &[
            1.7500000000000004,
            -1.2990381056766582,
            1.2990381056766582,
            0.0,
            -1.2990381056766582,
            3.25,
            -3.25,
            1.0,
            1.2990381056766582,
            -3.25,
            3.25,
            1.0,
            2.0,
            -1.0,
            -1.0,
            0.0,
        ],
        q: &[-0.009810000000000096, -1.0, 1.0, 0.0],
        z: &[0.3327301514191646, 0.4406858909541721, 0.0, 0.0],
        pivots: 3,
        num_basic: 2,
        v_next: &[-4.023415724183582, 2.322920151419165, 4.645840302838329],
        u_next: &[-7.17026774441997e-17, 2.006995244468935e-16],
    },
    Rod {
        name: "impact_eps",
        theta_deg: 45.0,
        spin: 0.0,
        slip: -0.5,
        approach: -1.0,
        mu: 0.4,
        restitution: 0.5,
        m: &[
            2.5000000000000004,
            -1.5,
            1.5,
            0.0,
            -1.5,
            2.4999999999999996,
            -2.4999999999999996,
            1.0,
            1.5,
            -2.4999999999999996,
            2.4999999999999996,
            1.0,
            0.4,
            -1.0,
            -1.0,
            0.0,
        ],
        q: &[-1.50981, -0.5, 0.5, 0.0],
        z: &[0.7946368421052632, 0.31785473684210525, 0.0, 0.8973184210526316],
        pivots: 4,
        num_basic: 1,
        v_next: &[-0.18214526315789475, -0.2151731578947369, -1.011407579339932],
        u_next: &[0.5000000000000001, -0.8973184210526317],
    },
];

const G: f64 = 9.81;
const DT: f64 = 1e-3;
const INVERSE_MASS: [f64; 3] = [1.0, 1.0, 3.0];

impl Rod {
    fn lcp(&self) -> Lcp {
        Lcp {
            matrix: Matrix::Dense(DMatrix::from_row_slice(4, 4, self.m)),
            q: self.q.to_vec(),
        }
    }

    /// Rows n and t of the contact Jacobian.
    fn rows(&self) -> [[f64; 3]; 2] {
        let (s, c) = self.theta_deg.to_radians().sin_cos();
        [[0.0, 1.0, -c], [1.0, 0.0, s]]
    }

    /// The velocity reached without contact, and the velocity before the step.
    fn velocities(&self) -> ([f64; 3], [f64; 3]) {
        let (s, c) = self.theta_deg.to_radians().sin_cos();
        let v = [
            self.slip - s * self.spin,
            self.approach + c * self.spin,
            self.spin,
        ];
        ([v[0], v[1] - DT * G, v[2]], v)
    }

    fn contact_problem(&self) -> ContactProblem {
        let rows = self.rows();
        let (free, before) = self.velocities();
        let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let triplets: Vec<_> = (0..2)
            .flat_map(|i| (0..3).map(move |j| (i, j, rows[i][j])))
            .collect();
        let mass: Vec<_> = (0..3).map(|i| (i, i, 1.0 / INVERSE_MASS[i])).collect();
        ContactProblem::from_factors(
            Sparse::from_triplets(3, 3, &mass).unwrap(),
            Sparse::from_triplets(2, 3, &triplets).unwrap(),
            vec![
                dot(&rows[0], &free) + self.restitution * dot(&rows[0], &before),
                dot(&rows[1], &free),
            ],
            vec![Law::Planar { mu: self.mu }],
        )
        .unwrap()
    }

    /// v⁺ from r = (r_N, r_T).
    fn v_next(&self, r: [f64; 2]) -> [f64; 3] {
        let (rows, (free, _)) = (self.rows(), self.velocities());
        std::array::from_fn(|k| free[k] + INVERSE_MASS[k] * (rows[0][k] * r[0] + rows[1][k] * r[1]))
    }
}

#[test]
fn rods_move_as_exact_arithmetic_says() {
    for rod in RODS {
        for method in [
            Method::Lemke,
            Method::NewtonFischerBurmeister,
            Method::Enumerate,
            Method::Auto,
        ] {
            let found = solve(&rod.lcp(), method, &Options::default());
            assert_eq!(found.stop, Stop::Converged, "{} by {}", rod.name, method.name());
            let z = &found.z;
            assert!(
                (z[0] - rod.z[0]).abs() <= 1e-10,
                "{} by {}: {z:?}",
                rod.name,
                method.name()
            );
            assert!(
                (z[3] - rod.z[3]).abs() <= 1e-10,
                "{} by {}: slip {z:?}",
                rod.name,
                method.name()
            );
            let v = rod.v_next([z[0], z[1] - z[2]]);
            assert!(
                distance(&v, rod.v_next) <= 1e-10,
                "{} by {}: {v:?}",
                rod.name,
                method.name()
            );
            let u: Vec<f64> = rod
                .rows()
                .iter()
                .map(|row| row.iter().zip(&v).map(|(a, b)| a * b).sum())
                .collect();
            assert!(
                distance(&u, rod.u_next) <= 1e-10,
                "{} by {}: {u:?}",
                rod.name,
                method.name()
            );
        }
        let found = solve(&rod.lcp(), Method::Lemke, &Options::default());
        assert_eq!(found.iterations, rod.pivots, "{}: pivots", rod.name);
    }
}

/// In stick β is not unique: two basic solutions, and all between them.
#[test]
fn rods_have_the_solution_sets_of_exact_arithmetic() {
    for rod in RODS {
        let found = enumerate(&rod.lcp()).unwrap();
        assert!(found.complete);
        let basic = found.solutions.iter().filter(|s| s.basic).count();
        assert_eq!(basic, rod.num_basic, "{}: {found:?}", rod.name);
        assert_eq!(
            found.families.len(),
            usize::from(rod.num_basic > 1),
            "{}: {found:?}",
            rod.name
        );
    }
}

#[test]
fn the_reduction_builds_the_matrix_of_the_text() {
    for rod in RODS {
        let reduction = to_lcp(&rod.contact_problem()).unwrap();
        let lcp = reduction.to_lcp().unwrap();
        let m = lcp.matrix.to_dense();
        let expected = DMatrix::from_row_slice(4, 4, rod.m);
        assert!((m - expected).amax() <= 1e-14, "{}", rod.name);
        assert!(distance(&lcp.q, rod.q) <= 1e-14, "{}: {:?}", rod.name, lcp.q);
    }
}

#[test]
fn the_facetted_solver_is_exact_in_the_plane() {
    for rod in RODS {
        for pivoting in [Pivoting::Lemke, Pivoting::Auto] {
            let problem = rod.contact_problem();
            let mut solver = Facetted {
                pivoting,
                ..Facetted::default()
            };
            let mut r = [0.0; 2];
            let report = solver.solve(&problem, &mut r);
            assert_eq!(report.stop, Stop::Converged, "{}", rod.name);
            assert!(
                distance(&rod.v_next(r), rod.v_next) <= 1e-10,
                "{}: {r:?}",
                rod.name
            );
            let certificate = certify(&problem, &r);
            assert!(
                certificate.clauses().iter().all(|c| c.1 <= 1e-12),
                "{}: {certificate:?}",
                rod.name
            );
        }
    }
}

/// A particle of mass 1 at (1, 0.3, −0.2) m/s meets the ground, μ = 0.5.
fn particle(law: Law) -> ContactProblem {
    ContactProblem::from_dense(&DMatrix::identity(3, 3), vec![-0.2, 1.0, 0.3], vec![law]).unwrap()
}

#[test]
fn particle_on_facets() {
    for (facets, expected, pivots) in [
        (4, [0.9, 0.3], 4),
        (8, [0.9, 0.3], 6),
        (16, [0.907_612_046_748_871_3, 0.261_731_656_763_491], 6),
    ] {
        let problem = particle(Law::Coulomb { mu: 0.5 });
        let reduction = to_lcp(&facetted(&problem, facets).unwrap()).unwrap();
        let found = solve_mixed(&reduction.problem, Method::Lemke, &Options::default());
        assert_eq!(found.iterations, pivots, "{facets} facets: pivots");
        let solver = Facetted {
            facets,
            ..Facetted::default()
        };
        let outcome = solver.solve_lcp(&problem).unwrap();
        assert!(outcome.lcp_error <= 1e-12 && outcome.lcp_rows == facets + 2);
        let r = outcome.impulse;
        let u = [r[0] - 0.2, 1.0 + r[1], 0.3 + r[2]];
        assert!(u[0].abs() <= 1e-12, "{u:?}");
        assert!(
            distance(&u[1..], &expected) <= 1e-10,
            "{facets} facets: {u:?}, expected {expected:?}"
        );
        // λ is the speed along the chosen facet.
        let speed = found.z[facets + 1];
        let d = drystone_solve::law::facet_direction(facets, if facets == 16 { 9 } else { facets / 2 });
        assert!((speed + d[0] * u[1] + d[1] * u[2]).abs() <= 1e-12, "{speed}");
        // The facetted law holds to rounding; the round one does not.
        let sharp = certify(&particle(Law::Facetted { mu: 0.5, facets }), &r);
        assert!(sharp.clauses().iter().all(|c| c.1 <= 1e-12), "{sharp:?}");
        assert!(certify(&problem, &r).slip_defect > 1e-4);
    }
}

/// Contacts among fewer bodies than they need: W singular, contacts doubled, masses over `decades` powers of
/// ten.
fn pile(contacts: usize, bodies: usize, decades: f64, seed: u64) -> ContactProblem {
    let mut random = Random(seed);
    let mass: Vec<f64> = (0..bodies)
        .map(|_| 10f64.powf(decades * (0.5 * random.number())))
        .collect();
    let dofs = 3 * bodies;
    let mut h = DMatrix::zeros(3 * contacts, dofs);
    for i in 0..contacts {
        let pair = [i % bodies, (i * 7 + 3) % bodies];
        let n = DVector::from_fn(3, |_, _| random.number()).normalize();
        let t = n.cross(&DVector::from_column_slice(&[0.3, 0.5, 0.8])).normalize();
        let s = n.cross(&t);
        for k in 0..3 {
            // Every fifth contact is a copy of the one before.
            if i % 5 == 4 {
                (0..dofs).for_each(|j| for_copy(&mut h, i, j));
                break;
            }
            for (row, axis) in [&n, &t, &s].into_iter().enumerate() {
                h[(3 * i + row, 3 * pair[0] + k)] -= axis[k];
                if pair[1] != pair[0] && i % 3 != 0 {
                    h[(3 * i + row, 3 * pair[1] + k)] += axis[k];
                }
            }
        }
    }
    let inverse = DMatrix::from_diagonal(&DVector::from_fn(dofs, |j, _| 1.0 / mass[j / 3]));
    let w = &h * inverse * h.transpose();
    let v = DVector::from_fn(dofs, |_, _| random.number());
    let b = &h * v;
    let laws = (0..contacts)
        .map(|i| Law::Coulomb {
            mu: [0.0, 0.3, 0.8, 1.5][i % 4],
        })
        .collect();
    ContactProblem::from_dense(&w, b.as_slice().to_vec(), laws).unwrap()
}

fn for_copy(h: &mut DMatrix<f64>, i: usize, j: usize) {
    for row in 0..3 {
        h[(3 * i + row, j)] = h[(3 * i - 3 + row, j)];
    }
}

/// Copositive, rank-deficient, degenerate, badly scaled: Lemke solves them all.
#[test]
fn lemke_solves_every_pile() {
    for (contacts, bodies, decades) in [
        (4, 2, 0.0),
        (12, 5, 0.0),
        (20, 8, 4.0),
        (40, 12, 2.0),
        (40, 12, 8.0),
    ] {
        for facets in [4, 8, 16] {
            for seed in 1..4 {
                let problem = pile(contacts, bodies, decades, seed);
                let found = Facetted {
                    facets,
                    ..Facetted::default()
                }
                .solve_lcp(&problem)
                .unwrap();
                assert!(
                    found.report.stop == Stop::Converged && found.lcp_error <= 1e-10,
                    "{contacts} contacts, {facets} facets, {decades} decades, seed {seed}: {:?}, error {}",
                    found.report,
                    found.lcp_error
                );
            }
        }
    }
}

/// Every method that says it solved a pile has solved it, and the velocity of the bodies is the same.
#[test]
fn methods_that_converge_on_a_pile_tell_the_truth() {
    let problem = pile(8, 4, 1.0, 5);
    let lcp = to_lcp(&facetted(&problem, 4).unwrap()).unwrap().to_lcp().unwrap();
    let mut solved = 0;
    for method in Method::ALL.into_iter().filter(|m| *m != Method::Enumerate) {
        let found = solve(&lcp, method, &Options::default());
        if found.stop == Stop::Converged {
            solved += 1;
            let error = lcp_error(&lcp, &found.z);
            assert!(error <= 1e-10, "{}: {error}", method.name());
        }
    }
    assert!(solved >= 3, "{solved} methods");
}
