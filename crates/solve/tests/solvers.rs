//! What every solver must do on larger and on awkward problems: agree or say that it failed, whatever the
//! units.

use crate::common;

use crate::common::{Candidate, agree, candidate, config, crate_solvers, dense, difference, norm};
use drystone_solve::cone;
use drystone_solve::delassus::Sparse;
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::policy::tolerances::CROWD;
use drystone_solve::problem::ContactProblem;
use drystone_solve::reduction::explicit;
use drystone_solve::solver::{Settings, Stop};
use drystone_solve::synthetic::{LawKind, Mixed, Options, by_name, random_problem};
use nalgebra::DMatrix;
use proptest::prelude::*;

/// Solves from r = 0; fails if convergence is claimed and not true, or if a number is not finite.
fn honest(candidate: &mut Candidate, problem: &ContactProblem) -> Option<Vec<f64>> {
    let mut r = vec![0.0; problem.rows()];
    let report = candidate.solver.solve(problem, &mut r);
    let found = errors(problem, &r);
    assert!(r.iter().all(|x| x.is_finite()), "{}: {report:?}", candidate.name);
    if report.stop != Stop::Converged {
        return None;
    }
    assert!(
        found.worst() <= candidate.tolerance,
        "{} claims convergence at {found:?}: {report:?}",
        candidate.name
    );
    Some(r)
}

/// The same with a limit on the iterations, so that slow methods give up early.
fn limited(tolerance: f64, max_iterations: usize) -> Vec<Candidate> {
    let mut all = crate_solvers(tolerance);
    for candidate in all.iter_mut().filter(|c| c.name != "auto") {
        let settings = Settings {
            tolerance,
            max_iterations: Some(max_iterations),
            ..Settings::default()
        };
        candidate.solver = cone::by_name(candidate.name, settings).unwrap();
    }
    all
}

/// Solves to `tolerance` by `auto`; fails unless it is solved.
fn auto(problem: &ContactProblem, tolerance: f64, what: &str) -> Vec<f64> {
    let mut auto = candidate("auto", tolerance);
    honest(&mut auto, problem).unwrap_or_else(|| panic!("auto does not solve {what}"))
}

fn scene(name: &str, contacts: usize, o: &Options) -> ContactProblem {
    by_name(name, contacts, o).unwrap().unwrap()
}

proptest! {
    #![proptest_config(config(16))]

    /// Up to 200 blocks of every law, awkward values mixed in: those that converge agree, and their claims
    /// hold.
    #[test]
    fn large_mixed_problems_are_answered_alike(seed in any::<u64>(), size in 0usize..5, share in 1usize..4) {
        let blocks = [8, 20, 50, 100, 200][size];
        let laws: &[&str] = match seed % 3 {
            0 => &["unilateral", "bilateral", "box", "planar", "facetted"],
            1 => &["coulomb", "unilateral", "planar"],
            _ => &drystone_solve::synthetic::ALL_LAWS,
        };
        let problem = random_problem(&Mixed { seed, blocks, motions: blocks * share, laws, degenerate: true }).unwrap();
        let whole = explicit(&problem).unwrap();
        let mut first: Option<Vec<f64>> = None;
        for mut candidate in limited(1e-8, 300).into_iter().filter(|c| c.covers(&problem)) {
            // The pivoting methods take minutes on thousands of LCP rows.
            if candidate.name.starts_with("facetted") && blocks > 20 {
                continue;
            }
            if let Some(r) = honest(&mut candidate, &whole) {
                let known = first.get_or_insert_with(|| r.clone());
                prop_assert!(agree(&whole, known, &r, 1e-6), "{}", candidate.name);
            }
        }
    }

    /// Blocks of ordinary values: `auto` solves every one of them, by its factors and whole.
    #[test]
    fn ordinary_mixed_problems_are_solved_by_auto(seed in any::<u64>(), blocks in 1usize..40) {
        let o = Mixed { seed, blocks, motions: 2 * blocks + 4, degenerate: false, ..Mixed::default() };
        let problem = random_problem(&o).unwrap();
        let by_factors = auto(&problem, 1e-10, "factors");
        let whole = auto(&explicit(&problem).unwrap(), 1e-10, "an explicit W");
        prop_assert!(agree(&problem, &by_factors, &whole, 1e-6));
    }
}

/// W by its factors and W itself: the same answer, where impulses are unique the same impulses.
#[test]
fn both_forms_of_the_operator_have_the_same_answer() {
    for name in ["gauss-seidel", "auto"] {
        for (scene_name, unique) in [
            ("rods", true),
            ("sphere-pile", false),
            ("chain", false),
            ("wall", false),
        ] {
            let factored = scene(scene_name, 20, &Options::default());
            let whole = explicit(&factored).unwrap();
            let mut solver = candidate(name, 1e-10);
            let [a, b] = [&factored, &whole].map(|p| honest(&mut solver, p));
            let (Some(a), Some(b)) = (a, b) else {
                assert!(name != "auto", "{name} on {scene_name}");
                continue;
            };
            assert!(errors(&whole, &a).worst() <= 2e-10 && errors(&factored, &b).worst() <= 2e-10);
            assert!(agree(&whole, &a, &b, 1e-7), "{name} on {scene_name}");
            if unique {
                let apart = norm(&difference(&a, &b));
                assert!(apart <= 1e-7 * norm(&a), "{name} on {scene_name}: {apart}");
            }
        }
    }
}

/// The scaled error of the same impulses is the same number in any units, and an answer stays one.
#[test]
fn answers_do_not_depend_on_the_units() {
    let units = [
        (1000.0, 1.0, 1.0),
        (1.0, 1e6, 1.0),
        (1e-3, 1e-6, 1e3),
        (39.37, 2.2046, 1000.0),
    ];
    for name in ["box-stack", "sphere-pile", "discs", "rods", "masonry"] {
        let base = scene(name, 24, &Options::default());
        let known = auto(&base, 1e-10, name);
        for (length_unit, mass_unit, time_unit) in units {
            let o = Options {
                length_unit,
                mass_unit,
                time_unit,
                ..Options::default()
            };
            let other = scene(name, 24, &o);
            let factor = mass_unit * length_unit / time_unit;
            let r = auto(&other, 1e-10, name);
            let back: Vec<f64> = r.iter().map(|x| x / factor).collect();
            let error = errors(&base, &back).scaled;
            assert!(error <= 1.01e-10, "{name} in {o:?}: {error}");
            assert!(agree(&base, &known, &back, 1e-8), "{name} in {o:?}");
            // Impulses that are no answer: the same error too.
            let wrong: Vec<f64> = (0..known.len())
                .map(|i| known[i] + 0.1 * known[(i * 7 + 3) % known.len()])
                .collect();
            let scaled: Vec<f64> = wrong.iter().map(|x| x * factor).collect();
            let (a, b) = (errors(&base, &wrong).scaled, errors(&other, &scaled).scaled);
            assert!((a - b).abs() <= 1e-9 * a, "{name} in {o:?}: {a} and {b}");
        }
    }
}

/// From its own answer a solver needs no more iterations than from nothing, and stays there.
#[test]
fn a_second_start_from_the_answer_takes_no_more_iterations() {
    for name in ["box-stack", "sphere-pile", "discs", "chute"] {
        let problem = explicit(&scene(name, 24, &Options::default())).unwrap();
        for mut candidate in limited(1e-8, 3000).into_iter().filter(|c| c.covers(&problem)) {
            let mut r = vec![0.0; problem.rows()];
            let cold = candidate.solver.solve(&problem, &mut r);
            if cold.stop != Stop::Converged {
                continue;
            }
            let warm = candidate.solver.solve(&problem, &mut r);
            assert!(
                warm.stop == Stop::Converged,
                "{} on {name}: {warm:?}",
                candidate.name
            );
            assert!(
                warm.iterations <= cold.iterations,
                "{} on {name}: {cold:?}, then {warm:?}",
                candidate.name
            );
            assert!(errors(&problem, &r).worst() <= candidate.tolerance);
        }
    }
}

/// Masses over 12 decades: the error is 1e-10 of the impulses, which are a million times the velocities. What
/// misses velocities by 1e-5 of themselves is not called solved.
#[test]
fn what_large_impulses_hide_is_not_called_solved() {
    let o = Options {
        mass_decades: 12.0,
        ..Options::default()
    };
    let problem = explicit(&scene("box-stack", 60, &o)).unwrap();
    let mut r = vec![0.0; problem.rows()];
    let report = candidate("auto", 1e-8).solver.solve(&problem, &mut r);
    assert!(errors(&problem, &r).worst() <= 1e-8, "{report:?}");
    let (found, _) = drystone_solve::judge::judge(&problem, None, &r);
    assert_eq!(report.stop == Stop::Converged, found.holds(1e-8), "{found:?}");
}

/// What `auto` is for: everything that has an answer.
#[test]
fn auto_solves_the_awkward_ones() {
    let solved = |what: &str, name: &str, contacts: usize, change: &dyn Fn(&mut Options)| {
        let mut o = Options::default();
        change(&mut o);
        auto(&explicit(&scene(name, contacts, &o)).unwrap(), 1e-8, what);
    };
    solved("a tall hyperstatic stack", "box-stack", 80, &|_| {});
    solved("every contact four times", "box-stack", 16, &|o| o.duplicates = 3);
    solved("no friction", "wall", 60, &|o| o.mu = 0.0);
    solved("friction 1000", "wall", 60, &|o| o.mu = 1000.0);
    solved("a pile with friction 1000", "sphere-pile", 60, &|o| o.mu = 1000.0);
    solved("some contacts without friction", "masonry", 60, &|o| {
        o.random_mu = true;
    });
    solved("a pile with masses over 6 decades", "sphere-pile", 60, &|o| {
        o.mass_decades = 6.0;
    });
    solved("an unsymmetric W", "sphere-pile", 60, &|o| o.unsymmetry = 0.3);
    for law in [
        LawKind::Rolling,
        LawKind::Torsion,
        LawKind::RollingTorsion,
        LawKind::Facetted(6),
        LawKind::Elliptic,
    ] {
        solved(&format!("{law:?}"), "box-stack", 24, &|o| o.law = law);
    }
}

/// Rows of W that are zero in an ordinary problem: no impulse, and the rest as without them.
#[test]
fn blocks_without_mass_change_nothing_else() {
    let problem = scene("rods", 6, &Options::default());
    let known = auto(&explicit(&problem).unwrap(), 1e-10, "rods");
    let w = common::dense_delassus(&problem);
    let n = w.nrows();
    let mut wide = DMatrix::zeros(n + 3, n + 3);
    wide.view_mut((3, 3), (n, n)).copy_from(&w);
    let mut b = vec![0.2, 0.0, -0.0];
    b.extend(&problem.free_velocity);
    let mut laws = vec![Law::Coulomb { mu: 0.4 }];
    laws.extend(&problem.laws);
    let r = auto(&dense(&wide, b, laws), 1e-10, "rods and a block without mass");
    assert!(norm(&r[..3]) == 0.0, "{:?}", &r[..3]);
    assert!(norm(&difference(&r[3..], &known)) <= 1e-7 * norm(&known));
}

/// Problems without answer: what approaches cannot be moved, or moves only towards something else.
fn unsolvable() -> Vec<(&'static str, ContactProblem)> {
    let still = Sparse::from_triplets(3, 3, &[]).unwrap();
    let coulomb = || vec![Law::Coulomb { mu: 0.5 }];
    let ring = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.0]);
    let shut = |k: usize| DMatrix::from_fn(k, k, |i, j| if i == j { 1.0 } else { -1.0 / (k - 1) as f64 });
    let with_tangents = DMatrix::from_fn(6, 6, |i, j| match (i, j) {
        (0 | 3, 0 | 3) => ring[(i / 3, j / 3)],
        _ => f64::from(u8::from(i == j)),
    });
    vec![
        (
            "approach without mass",
            ContactProblem::from_sparse(&still, vec![-1.0, 0.0, 0.0], coulomb()).unwrap(),
        ),
        (
            "approach and slip without mass",
            ContactProblem::from_sparse(&still, vec![-1.0, 3.0, 0.0], coulomb()).unwrap(),
        ),
        (
            "a closing vice",
            dense(&ring, vec![-1.0, -1.0], vec![Law::Unilateral; 2]),
        ),
        (
            "a vice that closes a little",
            dense(&ring, vec![-1.0, 0.98], vec![Law::Unilateral; 2]),
        ),
        (
            "a closing vice with friction",
            dense(
                &with_tangents,
                vec![-1.0, 0.3, 0.0, -2.0, 0.0, 0.1],
                [coulomb(), coulomb()].concat(),
            ),
        ),
        (
            "five walls closing in",
            dense(&shut(5), vec![-1.0; 5], vec![Law::Unilateral; 5]),
        ),
        (
            "two motors at odds",
            dense(
                &DMatrix::from_element(2, 2, 1.0),
                vec![-1.0, 1.0],
                vec![Law::Bilateral; 2],
            ),
        ),
        (
            "no stick, no slip, no separation",
            dense(
                &DMatrix::from_element(1, 1, -1.0),
                vec![-1.0],
                vec![Law::Unilateral],
            ),
        ),
    ]
}

/// Whatever a method does on a problem without answer, it must not claim success.
#[test]
fn no_solver_claims_to_solve_the_unsolvable() {
    for (what, problem) in &unsolvable() {
        for tolerance in [1e-6, 1e-10] {
            for mut candidate in crate_solvers(tolerance).into_iter().filter(|c| c.covers(problem)) {
                let mut r = vec![0.0; problem.rows()];
                let report = candidate.solver.solve(problem, &mut r);
                assert!(
                    report.stop != Stop::Converged,
                    "{} on {what}: {report:?}, r = {r:?}",
                    candidate.name
                );
            }
        }
    }
}

/// Impulses that grow make no answer of what is none, in the error without units.
#[test]
fn large_impulses_do_not_hide_a_defect() {
    let ring = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.0]);
    let problem = dense(&ring, vec![-1.0, -1.0], vec![Law::Unilateral; 2]);
    for size in [1.0, 1e6, 1e12, 1e18, 1e24, 1e100] {
        let found = errors(&problem, &[size, size]);
        assert!(found.scaled > 0.9, "{size}: {found:?}");
    }
}

/// The associated law K ∋ x ⟂ M x + q ∈ K* is Coulomb's for the free velocity q − s n where s = ‖u_T‖.
///
/// ‖u_T‖ falls as s grows: bisection finds s.
#[test]
fn known_second_order_cone_solutions_come_out_of_every_solver() {
    for (m, q, x) in common::MONOTONE {
        let m = DMatrix::from_row_slice(3, 3, &m);
        for mut candidate in crate_solvers(1e-13) {
            let law = Law::Coulomb { mu: 1.0 };
            if !candidate.laws.is_empty() && !candidate.laws.contains(&law.name()) {
                continue;
            }
            let mut r = vec![0.0; 3];
            let (mut low, mut high) = (0.0, 16.0);
            for _ in 0..60 {
                let shift = 0.5 * (low + high);
                let problem = dense(&m, vec![q[0] - shift, q[1], q[2]], vec![law]);
                candidate.solver.solve(&problem, &mut r);
                let mut u = vec![0.0; 3];
                problem.relative_velocity(&r, &mut u);
                if u[1].hypot(u[2]) > shift {
                    low = shift;
                } else {
                    high = shift;
                }
            }
            let apart = norm(&difference(&r, &x));
            assert!(apart <= 1e-10, "{}: expected {x:?}, found {r:?}", candidate.name);
        }
    }
}

/// In a crowd an error that is called enough ends the search, and the report says so; a smaller problem, or
/// one that nothing is called enough for, goes on to its limit. No answer meets the tolerance here: it is
/// below rounding.
#[test]
fn what_will_do_ends_the_search_in_a_crowd_alone() {
    let solve = |contacts, enough| {
        let problem = explicit(&scene("sphere-pile", contacts, &Options::default())).unwrap();
        let mut r = vec![0.0; problem.rows()];
        let settings = Settings {
            tolerance: 1e-18,
            max_iterations: Some(4000),
            enough,
            ..Settings::default()
        };
        let report = cone::by_name("auto", settings).unwrap().solve(&problem, &mut r);
        (problem.laws.len(), report, errors(&problem, &r).worst())
    };
    let (contacts, long, _) = solve(260, None);
    assert!(
        contacts > CROWD && long.stop == Stop::IterationLimit,
        "{contacts} {long:?}"
    );
    let (_, short, error) = solve(260, Some(1e-6));
    assert!(short.stop == Stop::Enough && error <= 1e-6, "{short:?} {error}");
    assert!(2 * short.iterations < long.iterations, "{short:?} {long:?}");
    let (contacts, few, _) = solve(100, Some(1e-6));
    assert!(
        contacts <= CROWD && few.stop == Stop::IterationLimit,
        "{contacts} {few:?}"
    );
}
