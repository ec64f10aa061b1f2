//! What every solver must do, whatever its method: claims that hold, degenerate values, known answers,
//! agreement.

use crate::common::{
    Candidate, ONE_CONTACT, agree, candidate, config, crate_solvers, difference, judge, norm,
    one_contact_answers, solvers, within,
};
use drystone_solve::certificate::certify;
use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::measure::errors;
use drystone_solve::problem::ContactProblem;
use drystone_solve::reduction::explicit;
use drystone_solve::solver::Stop;
use drystone_solve::synthetic::{LawKind, Mixed, NAMES, Options, by_name, random_problem};
use proptest::prelude::*;

#[test]
fn one_contact_answers_come_out_of_every_solver() {
    for mut candidate in solvers() {
        if candidate.covers(&ONE_CONTACT[0].problem()) {
            one_contact_answers(&mut *candidate.solver, 1e-6);
        }
    }
    // The path of the interior-point method ends at √ε on the grazing contact: see the next test.
    let exact = |c: &Candidate| c.covers(&ONE_CONTACT[0].problem()) && c.name != "interior-point";
    for mut candidate in crate_solvers(1e-12).into_iter().filter(exact) {
        one_contact_answers(&mut *candidate.solver, 1e-10);
    }
}

#[test]
fn interior_point_answers_one_contact_or_says_that_it_did_not() {
    for case in &ONE_CONTACT {
        let mut r = [0.0; 3];
        let report = candidate("interior-point", 1e-12)
            .solver
            .solve(&case.problem(), &mut r);
        let apart = norm(&difference(&r, &case.r));
        if report.stop == Stop::Converged {
            assert!(apart <= 1e-10, "{}: {r:?}", case.name);
        } else {
            assert!(case.name == "grazing" && apart <= 1e-8, "{}: {r:?}", case.name);
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    /// A solver that says it converged has an answer with that error, and never leaves NaN behind.
    #[test]
    fn convergence_is_never_claimed_without_an_answer(seed in any::<u64>(), blocks in 1usize..7, degenerate in any::<bool>()) {
        let problem = random_problem(&Mixed { seed, blocks, degenerate, ..Mixed::default() }).unwrap();
        for mut candidate in solvers().into_iter().filter(|c| c.covers(&problem)) {
            let mut r = vec![0.0; problem.rows()];
            let report = candidate.solver.solve(&problem, &mut r);
            let found = errors(&problem, &r);
            prop_assert!(r.iter().all(|r| r.is_finite()), "{}: {r:?}", candidate.name);
            if report.stop == Stop::Converged {
                prop_assert!(found.scaled <= candidate.tolerance, "{} claims convergence at {found:?}", candidate.name);
            }
        }
    }

    /// Two solvers that both converge agree; so do the two forms of W.
    #[test]
    fn converged_answers_agree(seed in any::<u64>(), blocks in 1usize..5) {
        let factored = random_problem(&Mixed { seed, blocks, degenerate: false, ..Mixed::default() }).unwrap();
        let whole = explicit(&factored).unwrap();
        let mut first: Option<Vec<f64>> = None;
        for mut candidate in solvers().into_iter().filter(|c| c.covers(&factored)) {
            for problem in [&factored, &whole] {
                let mut r = vec![0.0; problem.rows()];
                if candidate.solver.solve(problem, &mut r).stop == Stop::Converged {
                    let known = first.get_or_insert_with(|| r.clone());
                    prop_assert!(agree(problem, known, &r, 1e-5), "{}: {known:?} and {r:?}", candidate.name);
                }
            }
        }
    }

    /// Started on its own answer a solver stays there.
    #[test]
    fn an_answer_is_kept_when_given_as_guess(seed in any::<u64>()) {
        let problem = random_problem(&Mixed { seed, blocks: 3, degenerate: false, ..Mixed::default() }).unwrap();
        for mut candidate in solvers().into_iter().filter(|c| c.covers(&problem)) {
            let mut r = vec![0.0; problem.rows()];
            if candidate.solver.solve(&problem, &mut r).stop == Stop::Converged {
                let known = r.clone();
                let again = candidate.solver.solve(&problem, &mut r);
                prop_assert!(agree(&problem, &known, &r, 1e-5), "{}: {known:?} and {r:?}", candidate.name);
                prop_assert!(again.stop == Stop::Converged, "{} leaves its own answer", candidate.name);
            }
        }
    }
}

/// W = 0 and b ∈ K* after the shift: r = 0 solves it, and a zero row gets no impulse.
#[test]
fn rows_without_mass_get_no_impulse() {
    let laws = vec![
        Law::Coulomb { mu: 0.3 },
        Law::Unilateral,
        Law::Coulomb { mu: 0.5 },
    ];
    // The first and the second block see nothing; the third one is an ordinary contact.
    let w = Sparse::from_triplets(7, 7, &[(4, 4, 2.0), (5, 5, 1.0), (6, 6, 1.0)]).unwrap();
    let problem = ContactProblem::from_sparse(&w, vec![0.1, 0.0, 0.0, 0.0, -1.0, 0.1, 0.0], laws).unwrap();
    for mut candidate in solvers().into_iter().filter(|c| c.covers(&problem)) {
        let mut r = vec![0.0; 7];
        candidate.solver.solve(&problem, &mut r);
        let certificate = certify(&problem, &r);
        assert_eq!(&r[..4], &[0.0; 4], "{}", candidate.name);
        assert!(within(&certificate, 1e-6), "{}: {certificate:?}", candidate.name);
    }
}

#[test]
fn a_problem_without_contacts_is_solved() {
    let w = Sparse::from_triplets(0, 0, &[]).unwrap();
    let problem = ContactProblem::from_sparse(&w, vec![], vec![]).unwrap();
    for mut candidate in solvers() {
        let report = candidate.solver.solve(&problem, &mut []);
        assert!(report.stop == Stop::Converged, "{}: {report:?}", candidate.name);
        assert_eq!(judge(&problem, &[]), (0.0, 0.0));
    }
}

/// Repeated contacts share their impulse: the velocities are those of the single contacts.
///
/// Without friction velocities are unique; with it only where the contacts are independent, as that of one
/// rod on the floor: the impulses of a box on four points are not unique, hence nor is the friction that
/// turns it.
#[test]
fn repeated_contacts_change_no_velocity() {
    let unique = [
        ("box-stack", 4, LawKind::Frictionless),
        ("discs", 3, LawKind::Frictionless),
        ("rods", 2, LawKind::Coulomb),
    ];
    for mut candidate in solvers() {
        for (name, size, law) in unique {
            let [once, thrice] = [0, 2].map(|duplicates| {
                let o = Options {
                    duplicates,
                    law,
                    ..Options::default()
                };
                let problem = by_name(name, size, &o).unwrap().unwrap();
                let mut r = vec![0.0; problem.rows()];
                let report = candidate.solver.solve(&problem, &mut r);
                assert!(
                    report.stop == Stop::Converged,
                    "{} on {name}: {report:?}",
                    candidate.name
                );
                let mut u = vec![0.0; r.len()];
                problem.relative_velocity(&r, &mut u);
                u.chunks_exact(problem.laws[0].rows())
                    .step_by(duplicates + 1)
                    .flatten()
                    .copied()
                    .collect::<Vec<f64>>()
            });
            for (once, thrice) in once.iter().zip(&thrice) {
                assert!(
                    (once - thrice).abs() < 1e-7,
                    "{} on {name}: {once} and {thrice}",
                    candidate.name
                );
            }
        }
    }
}

/// Every scene in a small size, in every law a solver covers: solved, or said not to be.
#[test]
fn small_scenes_are_solved_or_said_not_to_be() {
    for mut candidate in solvers() {
        let (mut tried, mut solved) = (0, 0);
        for name in NAMES {
            for law in [
                LawKind::Frictionless,
                LawKind::Coulomb,
                LawKind::Elliptic,
                LawKind::Rolling,
            ] {
                let problem = by_name(
                    name,
                    12,
                    &Options {
                        law,
                        ..Options::default()
                    },
                )
                .unwrap()
                .unwrap();
                if !candidate.covers(&problem) {
                    continue;
                }
                assert!(matches!(problem.delassus, Delassus::Factored { .. }));
                let mut r = vec![0.0; problem.rows()];
                let report = candidate.solver.solve(&problem, &mut r);
                let found = errors(&problem, &r);
                tried += 1;
                if report.stop == Stop::Converged {
                    solved += 1;
                    assert!(
                        found.scaled <= candidate.tolerance,
                        "{} on {name} {law:?}: {found:?}",
                        candidate.name
                    );
                }
            }
        }
        assert!(
            2 * solved >= tried,
            "{}: {solved} of {tried} scenes solved",
            candidate.name
        );
    }
}
