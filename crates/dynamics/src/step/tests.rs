//! Tests of thresholds, of the first guess, of the residual of the dynamics and of how a step stands.

#![allow(clippy::expect_used, reason = "helpers of tests")]

use super::options::Options;
use super::tolerances::*;
use super::warm_start::{Row, WarmStart};
use super::{OneStep, Step};
use crate::accept::Standing;
use crate::contact::Rows;
use crate::contact::{Friction, Restitution};
use crate::models::particle::Particle;
use crate::system::State;
use drystone_solve::delassus::{BlockMatrix, Delassus};
use drystone_solve::law::Law;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Solver, SolverReport, Stop};
use drystone_solve::symmetric::FOLLOWS;
use nalgebra::DMatrix;

#[test]
fn thresholds_keep_their_order() {
    let increases = |list: &[f64]| list.windows(2).all(|two| two[0] < two[1]);
    let slow = [STOPPED, ENDED, SLOW, STUCK, BLOCKED, DRIFT_FASTEST];
    let fast = [BLOCKED, KEPT, UNCERTIFIED, FORCED, FORCED_MOST];
    assert!(increases(&slow) && increases(&fast), "{slow:?} {fast:?}");
    assert!(increases(&[DRIFT_FASTEST, UNCERTIFIED]));
    assert_eq!([LEAVES, ROUNDED], [STUCK; 2], "one question, one value");
    assert!(increases(&[ENDED, UNCERTIFIED, UNMET]));
    let stalled = CLOSED_LENGTH * POSITION_STALLED;
    let lengths = [f64::EPSILON, CLOSED_LENGTH, stalled, DRIFT_LENGTH];
    assert!(increases(&lengths), "{lengths:?}");
    assert_eq!(CLOSED_LENGTH, POSITION_ROUNDING, "one question, one value");
    assert_eq!(LOST_GAP, MOST_DRIFT, "one question, one value");
    assert!(increases(&[LANDED, SHALLOW, SLOP, DEEP]), "overlap");
    let pulls = [CLOSED_PULL, LEAST_DRIFT, MOST_DRIFT, 1.0];
    assert!(increases(&pulls), "{pulls:?}");
    let pivots = [f64::EPSILON, HELD_ROUNDING, FOLLOWS, DELASSUS, IMMOVABLE];
    assert!(increases(&pivots), "{pivots:?}");
    assert_eq!(IMMOVABLE, SINGULAR, "one question, one value");
    let paths = [
        STOPPED,
        SETTLED,
        BRAKE_ROUNDINGS * f64::EPSILON,
        BLOCKED_ROUNDINGS * f64::EPSILON,
    ];
    assert!(increases(&paths), "{paths:?}");
    for share in [
        SPARED,
        MOST_STOPPED,
        FLUSH,
        SWEPT,
        CHANGED,
        CURVE_MOVED,
        LEAST_SHARE,
    ] {
        assert!(share > f64::EPSILON && share < 1.0, "{share}");
    }
    assert!(increases(&[
        1.0,
        LOOSE_MOST,
        AT_REST,
        DRIFT,
        LOOSE_TOLERANCES,
        FORCED_TOLERANCES
    ]));
    assert!(increases(&[1.0, AT_REST, DRIFT]) && increases(&[1.0, KEPT_TOLERANCES, DRIFT]));
    assert!(increases(&[1.0, JAM]) && increases(&[1.0, LONGEST]));
    let counts = [
        SWEEPS,
        CURVE_PATIENCE,
        PASSES,
        CURVE_PASSES,
        FEW,
        SEQUENCE,
        MAX_STEPS,
    ];
    assert!(counts.is_sorted(), "{counts:?}");
    assert!([64, HALVINGS].is_sorted(), "a root to the last bit");
}

fn problem(w: f64, b: f64) -> ContactProblem {
    let w = BlockMatrix::from_dense(&DMatrix::from_element(1, 1, w), &[1]);
    ContactProblem {
        delassus: Delassus::Explicit(w.expect("one block")),
        free_velocity: vec![b],
        laws: vec![Law::Unilateral],
    }
}

/// Rows of one entry, each on a body of its own.
fn apart(count: usize) -> Rows {
    Rows {
        row_ptr: (0..=count).collect(),
        col: (0..count).collect(),
        value: vec![1.0; count],
    }
}

/// The next guess of some rows, each on a body of its own; forces make velocities of 1 on each.
fn next_guess(problem: &ContactProblem, stopped: &[f64], answer: &[f64], kept: &mut [f64]) {
    let bodies: Vec<usize> = (0..answer.len()).collect();
    let mut start = WarmStart::default();
    start.find_parts(&apart(answer.len()), (answer.len(), &bodies));
    let each = stopped.iter().map(|stopped| Row {
        stopped: *stopped,
        made: 1.0,
    });
    let tolerance = 1.0 / AT_REST;
    start.of_next_step(
        |r, u| problem.relative_velocity(r, u),
        each,
        tolerance,
        answer,
        kept,
    );
}

/// A unit mass on the ground, b = u⁻ − h g, and a guess that lacked a tenth of the weight in four steps
/// and lacks it again.
#[test]
fn what_stopped_the_last_steps_is_taken_off() {
    let (weight, lacks) = (1.0, 0.1);
    for steps in [0.0, 1.0, 4.0] {
        let before = -steps * lacks;
        let problem = problem(1.0, before - weight);
        let (mut kept, answer) = ([weight - lacks], [weight - before]);
        next_guess(&problem, &[before], &answer, &mut kept);
        assert!((kept[0] - weight).abs() < 1e-15, "{steps} steps: {kept:?}");
        // Faster than at rest: the answer itself.
        next_guess(&problem, &[before - 2.0], &answer, &mut kept);
        assert_eq!(kept, answer);
    }
}

#[test]
fn a_guess_that_was_the_answer_stays() {
    let mut kept = [3.0];
    next_guess(&problem(0.0, 0.0), &[0.0], &[3.0], &mut kept);
    assert_eq!(kept, [3.0]);
}

/// Two masses that nothing connects: one as above, one that flies. The flight of the other one is not asked.
#[test]
fn what_rests_beside_something_that_moves_is_at_rest() {
    let (weight, lacks, before) = (1.0, 0.1, -0.2);
    let w = BlockMatrix::from_dense(&DMatrix::identity(2, 2), &[1, 1]);
    let problem = ContactProblem {
        delassus: Delassus::Explicit(w.expect("two blocks")),
        free_velocity: vec![before - weight, -5.0],
        laws: vec![Law::Unilateral; 2],
    };
    let (mut kept, answer) = ([weight - lacks, 0.0], [weight - before, 5.0]);
    next_guess(&problem, &[before, -4.0], &answer, &mut kept);
    assert!((kept[0] - weight).abs() < 1e-15, "{kept:?}");
    assert_eq!(kept[1], answer[1]);
}

/// A particle pressed on the floor. The mass matrix is altered after it was factored: v⁺ comes from the
/// factors and misses M v⁺ = M v_free + Hᵀ r. Every law of contact holds; the step is refused all the same.
#[test]
fn velocities_that_the_impulses_do_not_make_are_refused() {
    let mut system = Particle {
        pull: [0.0, -9.81],
        friction: Friction::Constant(Law::Planar { mu: 0.5 }),
        restitution: Restitution::SOFT,
    };
    let (dt, from) = (
        1e-2,
        State {
            time: 0.0,
            q: vec![0.0, 0.0],
            v: vec![1.0, -1.0],
        },
    );
    for (wrong, standing) in [
        (1.0, Standing::Certified),
        (1.0 + 1e-6, Standing::Refused),
        (1.5, Standing::Refused),
    ] {
        let mut one = OneStep::new(&system, Options::default());
        let mut solver = drystone_solve::cone::by_name("auto", Settings::default()).expect("a solver");
        let mut step = Step::default();
        step.state.v.resize(2, 0.0);
        let forces = (one.load_mass(&mut system, 0.0, &from.q).expect("a mass")).forces(
            &mut system,
            (0.0, &from.q),
            &from.v,
        );
        let mut drive = forces.gyroscopic(&system, &from.q, &from.v);
        drive.parts().0.values.iter_mut().for_each(|m| *m *= wrong);
        let free = drive.free_velocity(0.0, &from.v, dt).expect("velocities");
        free.closed_contacts(&mut system, (0.0, &from.q), &from.v)
            .constraints(|_| {})
            .solve(&from, &mut *solver, &mut step)
            .expect("a step");
        assert_eq!(step.standing(), standing, "{wrong}: {:?}", step.certificate);
        assert!(
            step.certificate.laws.penetration < 1e-12,
            "{:?}",
            step.certificate
        );
    }
}

/// `auto`, with impulses that are short by some share; says that it stopped for another reason.
struct Nearly {
    misses: f64,
    stop: Stop,
}

impl Solver for Nearly {
    fn solve(&mut self, problem: &ContactProblem, r: &mut [f64]) -> SolverReport {
        let mut auto = drystone_solve::cone::by_name("auto", Settings::default()).expect("a solver");
        auto.solve(problem, r);
        for r in r {
            *r *= 1.0 - self.misses;
        }
        SolverReport {
            iterations: 1,
            stop: self.stop,
            method: "nearly",
        }
    }
}

/// A particle pressed on the floor by an impulse that is short by some share. What a solver calls enough is
/// certified loosely where the step allows it and the judge agrees; a solver's word alone, or a step that
/// asked for its tolerance, makes it kept or refused as ever.
#[test]
fn what_will_do_is_judged_like_a_tolerance() {
    let mut system = Particle {
        pull: [0.0, -9.81],
        friction: Friction::Constant(Law::Planar { mu: 0.5 }),
        restitution: Restitution::SOFT,
    };
    let from = State {
        time: 0.0,
        q: vec![0.0, 0.0],
        v: vec![0.0, 0.0],
    };
    let enough = Some(1e-6);
    for (misses, stop, enough, standing) in [
        (0.0, Stop::Converged, enough, Standing::Certified),
        (1e-7, Stop::Enough, enough, Standing::Loose),
        (1e-7, Stop::Enough, None, Standing::Kept),
        (1e-7, Stop::Stalled, enough, Standing::Kept),
        (1e-3, Stop::Enough, enough, Standing::Refused),
    ] {
        let options = Options {
            enough,
            ..Options::default()
        };
        let mut one = OneStep::new(&system, options);
        let mut step = Step::default();
        step.state.v.resize(2, 0.0);
        let forces = (one.load_mass(&mut system, 0.0, &from.q).expect("a mass")).forces(
            &mut system,
            (0.0, &from.q),
            &from.v,
        );
        let free = forces
            .gyroscopic(&system, &from.q, &from.v)
            .free_velocity(0.0, &from.v, 1e-2)
            .expect("velocities");
        free.closed_contacts(&mut system, (0.0, &from.q), &from.v)
            .constraints(|_| {})
            .solve(&from, &mut Nearly { misses, stop }, &mut step)
            .expect("a step");
        assert_eq!(step.standing(), standing, "{misses} {stop:?} {enough:?}");
    }
}
