//! The problems made by rule are what they say: size, rank, symmetry, units, and they have solutions.

use crate::common::{Reference, dense_delassus};
use drystone_solve::delassus::Delassus;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::ContactProblem;
use drystone_solve::reduction::explicit;
use drystone_solve::solver::Solver;
use drystone_solve::synthetic::{LawKind, Mixed, NAMES, Options, by_name, random_problem};

fn scene(name: &str, contacts: usize, o: &Options) -> ContactProblem {
    by_name(name, contacts, o).unwrap().unwrap()
}

#[test]
fn every_name_gives_about_as_many_contacts_as_asked() {
    for name in NAMES {
        for asked in [1, 100, 1000] {
            let problem = scene(name, asked, &Options::default());
            let found = problem.num_contacts();
            assert!(found >= 1, "{name}");
            if asked >= 100 {
                let ratio = found as f64 / asked as f64;
                assert!(
                    (0.6..1.7).contains(&ratio),
                    "{name}: asked {asked}, found {found}"
                );
            }
        }
    }
    assert!(by_name("unheard-of", 10, &Options::default()).is_none());
}

#[test]
fn the_same_seed_gives_the_same_problem_and_another_seed_another() {
    for name in NAMES {
        let o = Options {
            mass_decades: 3.0,
            ..Options::default()
        };
        assert_eq!(scene(name, 60, &o), scene(name, 60, &o), "{name}");
        let other = Options { seed: 2, ..o.clone() };
        assert_ne!(scene(name, 60, &o), scene(name, 60, &other), "{name}");
    }
}

#[test]
fn explicit_and_factored_forms_give_the_same_velocity() {
    let o = Options {
        unsymmetry: 1e-2,
        mass_decades: 4.0,
        ..Options::default()
    };
    for name in NAMES {
        let factored = scene(name, 80, &o);
        let whole = explicit(&factored).unwrap();
        let r: Vec<f64> = (0..factored.rows()).map(|k| f64::sin(k as f64)).collect();
        let (mut u1, mut u2) = (vec![0.0; r.len()], vec![0.0; r.len()]);
        factored.relative_velocity(&r, &mut u1);
        whole.relative_velocity(&r, &mut u2);
        let size = u1.iter().fold(0.0, |a: f64, u| a.max(u.abs()));
        for (k, (a, b)) in u1.iter().zip(&u2).enumerate() {
            assert!((a - b).abs() <= 1e-13 * size, "{name}, row {k}: {a} and {b}");
        }
    }
}

#[test]
fn packed_scenes_have_a_singular_delassus_operator_that_is_positive_semidefinite() {
    for (name, asked) in [
        ("box-stack", 40),
        ("wall", 60),
        ("masonry", 60),
        ("sphere-pile", 120),
        ("logs", 60),
    ] {
        let problem = scene(name, asked, &Options::default());
        let Delassus::Factored { mass, .. } = &problem.delassus else {
            panic!()
        };
        assert!(
            problem.rows() > mass.dim(),
            "{name}: {} rows, {} motions",
            problem.rows(),
            mass.dim()
        );
        let w = dense_delassus(&problem);
        assert!(
            (&w - w.transpose()).amax() <= 1e-12 * w.amax(),
            "{name} is symmetric"
        );
        let eigen = w.symmetric_eigen().eigenvalues;
        assert!(eigen.min() > -1e-11 * eigen.max(), "{name}: {}", eigen.min());
        let rank = eigen.iter().filter(|&&x| x > 1e-11 * eigen.max()).count();
        assert!(rank <= mass.dim(), "{name}: rank {rank}");
    }
}

#[test]
fn unsymmetry_is_as_large_as_asked_and_keeps_the_operator_monotone() {
    let o = Options {
        unsymmetry: 1e-2,
        ..Options::default()
    };
    for name in ["box-stack", "sphere-pile", "discs"] {
        let w = dense_delassus(&scene(name, 40, &o));
        let skew = (&w - w.transpose()).amax() / w.amax();
        assert!((1e-4..4e-2).contains(&skew), "{name}: {skew}");
        let eigen = ((&w + w.transpose()) * 0.5).symmetric_eigen().eigenvalues;
        assert!(eigen.min() > -1e-11 * eigen.max(), "{name}: {}", eigen.min());
    }
}

#[test]
fn repeated_contacts_repeat_the_rows_exactly() {
    let once = scene("sphere-pile", 50, &Options::default());
    let thrice = scene(
        "sphere-pile",
        50,
        &Options {
            duplicates: 2,
            ..Options::default()
        },
    );
    assert_eq!(thrice.num_contacts(), 3 * once.num_contacts());
    for contact in 0..once.num_contacts() {
        let b = &once.free_velocity[3 * contact..3 * contact + 3];
        for copy in 0..3 {
            let at = 3 * (3 * contact + copy);
            assert_eq!(&thrice.free_velocity[at..at + 3], b);
        }
    }
}

#[test]
fn masses_spread_over_the_decades_asked() {
    let problem = scene(
        "sphere-pile",
        300,
        &Options {
            mass_decades: 12.0,
            ..Options::default()
        },
    );
    let d = problem.delassus.diagonal();
    let (least, most) = d
        .iter()
        .fold((f64::MAX, 0.0f64), |a, &d| (a.0.min(d), a.1.max(d)));
    assert!(most / least > 1e8, "ratio {}", most / least);
}

#[test]
fn laws_are_those_asked_in_space_and_in_the_plane() {
    for (kind, space, plane) in [
        (LawKind::Frictionless, "unilateral", "unilateral"),
        (LawKind::Coulomb, "coulomb", "planar"),
        (LawKind::Elliptic, "elliptic", "asymmetric"),
        (LawKind::Facetted(8), "facetted", "planar"),
        (LawKind::Torsion, "torsion", "planar"),
        (LawKind::Rolling, "rolling", "planar-rolling"),
        (LawKind::RollingTorsion, "rolling-torsion", "planar-rolling"),
    ] {
        let o = Options {
            law: kind,
            ..Options::default()
        };
        assert!(
            scene("sphere-pile", 60, &o)
                .laws
                .iter()
                .all(|law| law.name() == space)
        );
        assert!(scene("discs", 60, &o).laws.iter().all(|law| law.name() == plane));
    }
    let bad = Options {
        mu: -1.0,
        ..Options::default()
    };
    assert!(
        by_name("wall", 60, &bad).unwrap().is_err(),
        "a negative coefficient is refused"
    );
    let random = Options {
        random_mu: true,
        ..Options::default()
    };
    let without = |law: &&Law| matches!(law, Law::Coulomb { mu } if *mu == 0.0);
    let problem = scene("wall", 400, &random);
    let zero = problem.laws.iter().filter(without).count() as f64 / problem.num_contacts() as f64;
    assert!((0.04..0.2).contains(&zero), "{zero} of the contacts have μ = 0");
}

#[test]
fn other_units_scale_velocities_and_leave_the_scaled_error_alone() {
    let units = Options {
        length_unit: 1e3,
        mass_unit: 1e-3,
        time_unit: 1e2,
        ..Options::default()
    };
    for law in [LawKind::Coulomb, LawKind::RollingTorsion, LawKind::Elliptic] {
        for name in ["box-stack", "chain", "discs"] {
            let si = scene(
                name,
                40,
                &Options {
                    law,
                    ..Options::default()
                },
            );
            let other = scene(name, 40, &Options { law, ..units.clone() });
            let impulse = 1e-3 * 1e3 / 1e2;
            let turn_rows = row_is_turn(&si);
            let r: Vec<f64> = (0..si.rows()).map(|k| 1e-3 * f64::cos(3.0 * k as f64)).collect();
            let scaled: Vec<f64> = r
                .iter()
                .zip(&turn_rows)
                .map(|(r, &turn)| r * impulse * if turn { 1e3 } else { 1.0 })
                .collect();
            let (e1, e2) = (errors(&si, &r).scaled, errors(&other, &scaled).scaled);
            assert!((e1 - e2).abs() <= 1e-10 * e1, "{name} {law:?}: {e1} and {e2}");
        }
    }
}

/// Which rows are turns: spin, rolling and motor rows.
fn row_is_turn(problem: &ContactProblem) -> Vec<bool> {
    let mut out = Vec::new();
    for law in &problem.laws {
        let sliding = match law {
            Law::Box { .. } => 0,
            Law::PlanarRolling { .. } => 2,
            law => law.rows().min(3),
        };
        out.extend((0..law.rows()).map(|k| k >= sliding));
    }
    out
}

#[test]
fn small_scenes_have_solutions_with_open_sticking_and_sliding_contacts() {
    let mut modes = [0; 3];
    for name in NAMES {
        let problem = scene(name, 24, &Options::default());
        let mut r = vec![0.0; problem.rows()];
        let report = Reference {
            tolerance: 1e-6,
            sweeps: 20_000,
        }
        .solve(&problem, &mut r);
        let found = errors(&problem, &r);
        assert!(
            found.scaled <= 1e-5,
            "{name}: {found:?} after {}",
            report.iterations
        );
        count_modes(&problem, &r, &mut modes);
    }
    assert!(
        modes.iter().all(|&count| count > 10),
        "open, sticking, sliding: {modes:?}"
    );
}

fn count_modes(problem: &ContactProblem, r: &[f64], modes: &mut [usize; 3]) {
    let mut u = vec![0.0; r.len()];
    problem.relative_velocity(r, &mut u);
    let fast = u.iter().fold(0.0, |a: f64, u| a.max(u.abs()));
    let mut at = 0;
    for law in &problem.laws {
        if law.rows() > 1 {
            let slip = u[at + 1..at + law.rows()]
                .iter()
                .map(|u| u * u)
                .sum::<f64>()
                .sqrt();
            modes[if r[at] <= 0.0 {
                0
            } else if slip < 1e-4 * fast {
                1
            } else {
                2
            }] += 1;
        }
        at += law.rows();
    }
}

#[test]
fn random_problems_are_well_formed_for_every_seed() {
    for (seed, blocks) in (0..300).zip((1..8).cycle()) {
        let problem = random_problem(&Mixed {
            seed,
            blocks,
            ..Mixed::default()
        })
        .unwrap();
        assert_eq!(problem.num_contacts(), blocks);
        problem.check().unwrap();
        assert!(errors(&problem, &vec![0.0; problem.rows()]).worst().is_finite());
    }
    let none = Mixed {
        laws: &["unheard-of"],
        ..Mixed::default()
    };
    assert_eq!(random_problem(&none).unwrap().num_contacts(), 0);
}

/// Momentum: what falls for one step is stopped by the floor, whatever the friction does.
#[test]
fn floor_carries_the_weight_of_what_stands_on_it() {
    let o = Options {
        noise: 0.0,
        ..Options::default()
    };
    // Three boxes of 0.2 × 0.15 × 0.1 m at 2000 kg/m³; one ball of radius 0.01 m at 2500 kg/m³.
    let ball = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * 1e-6;
    for (name, contacts, mass) in [("box-stack", 12, 18.0), ("sphere-pile", 5, ball)] {
        let problem = scene(name, contacts, &o);
        let mut r = vec![0.0; problem.rows()];
        Reference {
            tolerance: 1e-10,
            sweeps: 50_000,
        }
        .solve(&problem, &mut r);
        // The floor's contacts come first: four under the box, one under the ball.
        let floor = if name == "box-stack" { 4 } else { 1 };
        let found: f64 = (0..floor).map(|contact| r[3 * contact]).sum();
        let expected = mass * 9.81 * o.step;
        assert!(
            (found - expected).abs() <= 1e-6 * expected,
            "{name}: expected {expected}, found {found}"
        );
    }
}
