//! Bodies at rest that are left out of the step: they sleep, wake when hit, keep their forces, and go on bit
//! for bit.

use drystone_dynamics::Simulation;
use drystone_dynamics::contact::Friction;
use drystone_dynamics::geometry::{DVec3, MassProperties, Placed, Pose, Shape};
use drystone_dynamics::models::bodies::Bodies;
use drystone_dynamics::models::bodies::description::{
    BodyDescription, Dimension, Motion, PairLaw, WorldDescription,
};
use drystone_dynamics::schemes::by_name;
use drystone_dynamics::step::Step;
use drystone_dynamics::step::options::{Options, Sleep};
use drystone_solve::law::Law;
use drystone_solve::policy::in_parts;
use drystone_solve::solver::Settings;

const SLEEP: Sleep = Sleep {
    speed: 0.1,
    steps: 30,
};

/// A body with one shape of unit density; fixed where the shape has no inside.
fn body(name: &str, shape: Shape, position: DVec3) -> BodyDescription {
    let fixed = shape.is_boundary();
    let shapes = vec![Placed {
        shape,
        pose: Pose::default(),
    }];
    let ball = [Placed {
        shape: Shape::Sphere { radius: 1.0 },
        pose: Pose::default(),
    }];
    BodyDescription {
        name: name.to_owned(),
        mass: MassProperties::with_mass(if fixed { &ball } else { &shapes }, 1.0).unwrap(),
        shapes,
        motion: if fixed { Motion::Fixed } else { Motion::Free },
        pose: Pose {
            position,
            ..Pose::default()
        },
        velocity: DVec3::ZERO,
        angular_velocity: DVec3::ZERO,
    }
}

/// Two stacks of three boxes of mass 1, apart, and a ball of mass 1 high above the first; sizes and gravity
/// times `scale`.
fn stacks(scale: f64, ball: bool) -> WorldDescription {
    let mut bodies = vec![body("floor", Shape::HalfSpace, DVec3::ZERO)];
    let half = DVec3::new(0.1, 0.1, 0.05) * scale;
    for k in 0..6 {
        let (x, z) = (2.0 * f64::from(k / 3), 0.05 + 0.1 * f64::from(k % 3));
        bodies.push(body(
            &format!("b{k}"),
            Shape::Box { half },
            DVec3::new(x, 0.0, z) * scale,
        ));
    }
    if ball {
        let radius = 0.1 * scale;
        let high = DVec3::new(0.02, 0.01, 3.3) * scale;
        bodies.push(body("ball", Shape::Sphere { radius }, high));
    }
    let law = PairLaw {
        friction: Friction::Constant(Law::Coulomb { mu: 0.5 }),
        ..PairLaw::default()
    };
    WorldDescription {
        dimension: Dimension::Space,
        gravity: DVec3::new(0.0, 0.0, -9.81) * scale,
        bodies,
        laws: vec![law],
        ..WorldDescription::default()
    }
}

fn simulation(world: &WorldDescription, scheme: &str, sleep: Option<Sleep>, threads: usize) -> Simulation {
    let (system, state) = Bodies::new(world).unwrap();
    let options = Options {
        sleep,
        tolerance: 1e-10,
        ..Options::default()
    };
    let scheme = by_name(scheme, &[], &system, options).unwrap();
    let solver = Box::new(in_parts("auto", &Settings::default(), threads).expect("auto"));
    Simulation::new(Box::new(system), scheme, solver, state, 5e-3).unwrap()
}

/// The impulses of all contacts with the floor, upwards, in N·s.
fn support(step: &Step) -> f64 {
    let mut sum = 0.0;
    for (i, place) in step.contacts.places.iter().enumerate() {
        let impulse = place.to_world(&step.impulses[step.offsets[i]..step.offsets[i + 1]]);
        // The normal points from the first body to the second, the impulse acts on the second.
        match place.bodies {
            [0, _] => sum += impulse[2],
            [_, 0] => sum -= impulse[2],
            _ => {}
        }
    }
    sum
}

#[test]
fn stacks_sleep_and_the_one_that_is_hit_wakes() {
    for scheme in ["moreau-jean", "moreau-midpoint", "stewart-trinkle"] {
        let mut run = simulation(&stacks(1.0, true), scheme, Some(SLEEP), 1);
        let (mut most, mut least, mut when) = (0, usize::MAX, 0.0);
        let mut before = run.state.clone();
        for _ in 0..240 {
            let asleep = run.step().unwrap().solves.sleeping;
            // The ball falls 3 m less its radius: 0.76 s.
            if run.state.time > 0.7 {
                least = least.min(asleep);
            } else if asleep > most {
                (most, when) = (asleep, run.state.time);
            } else if run.state.time < 0.5 {
                before = run.state.clone();
            }
        }
        println!(
            "{scheme}: {most} asleep from {when} s, {least} after the hit, {} at the end",
            run.last().solves.sleeping
        );
        assert_eq!((most, least), (6, 3), "{scheme}");
        assert!(when < 0.3, "{when}");
        // The other stack has not moved by a bit.
        assert_eq!(run.state.q[21..42], before.q[21..42], "{scheme}");
        assert!(run.state.v[18..36].iter().all(|v| *v == 0.0), "{scheme}");
    }
}

#[test]
fn what_sleeps_carries_its_weight() {
    let mut run = simulation(&stacks(1.0, false), "moreau-jean", Some(SLEEP), 1);
    let (weight, mut slept, mut worst) = (6.0 * 9.81 * 5e-3, 0, 0.0_f64);
    for k in 0..200 {
        // Steps of another length carry another impulse.
        let (dt, share) = if k % 7 == 0 { (2e-3, 0.4) } else { (5e-3, 1.0) };
        let step = run.step_by(dt).unwrap();
        if step.solves.sleeping == 6 {
            slept += 1;
            worst = worst.max((support(step) / (share * weight) - 1.0).abs());
            assert_eq!(step.status.len(), step.contacts.list.len());
            assert_eq!(step.offsets.last().copied(), Some(step.impulses.len()));
        }
    }
    println!("{slept} steps asleep, support off by {worst:e} of the weight");
    assert!(slept > 150 && worst < 1e-9, "{slept} {worst:e}");
}

#[test]
fn threads_and_a_pause_change_no_bit() {
    let world = stacks(1.0, true);
    let end = |threads: usize| {
        let mut run = simulation(&world, "moreau-jean", Some(SLEEP), threads);
        let mut saved = None;
        for k in 0..220 {
            if k == 100 {
                assert_eq!(run.last().solves.sleeping, 6);
                saved = Some(run.save());
            }
            run.step().unwrap();
        }
        let mut rest = simulation(&world, "moreau-jean", Some(SLEEP), 1);
        rest.resume(&saved.unwrap()).unwrap();
        for _ in 100..220 {
            rest.step().unwrap();
        }
        assert_eq!(rest.state, run.state);
        run.state
    };
    let first = end(1);
    for threads in [2, 4] {
        assert_eq!(end(threads), first, "{threads} threads");
    }
}

/// Awake, a world that may sleep moves as one that may not, to the last bit.
#[test]
fn until_someone_sleeps_nothing_is_different() {
    let world = stacks(1.0, true);
    let never = Sleep {
        steps: 1_000_000,
        ..SLEEP
    };
    let mut with = simulation(&world, "moreau-jean", Some(never), 1);
    let mut without = simulation(&world, "moreau-jean", None, 1);
    for _ in 0..200 {
        let (a, b) = (with.step().unwrap(), without.step().unwrap());
        assert_eq!((&a.impulses, &a.status), (&b.impulses, &b.status));
    }
    assert_eq!(with.state, without.state);
}

/// No threshold is absolute: at a thousandth and a thousand times the size they fall asleep at the same step.
#[test]
fn the_size_of_things_does_not_matter() {
    let first = |scale: f64| {
        let mut run = simulation(&stacks(scale, true), "moreau-jean", Some(SLEEP), 1);
        (0..200).find(|_| run.step().unwrap().solves.sleeping == 6)
    };
    let metres = first(1.0);
    assert!(metres.is_some());
    for scale in [1e-3, 1e3] {
        assert_eq!(first(scale), metres, "{scale}");
    }
}

#[test]
fn schemes_without_sleep_say_so() {
    let (system, _) = Bodies::new(&stacks(1.0, false)).unwrap();
    let options = Options {
        sleep: Some(SLEEP),
        ..Options::default()
    };
    for scheme in [
        "event-driven",
        "hybrid",
        "lotstedt",
        "penalised",
        "paoli-schatzman",
    ] {
        let message = by_name(scheme, &[], &system, options).err().unwrap().message;
        assert!(message.contains("lets no body sleep"), "{scheme}: {message}");
    }
}

/// A stack at rest made in a step of half the length from half its impulses is at rest at once; from all of
/// them it is solved again. Both come to the same place.
#[test]
fn a_shorter_step_begins_with_less() {
    for scheme in ["moreau-jean", "moreau-midpoint", "stewart-trinkle"] {
        let mut run = simulation(&stacks(1.0, false), scheme, None, 1);
        for _ in 0..40 {
            run.step().unwrap();
        }
        let saved = run.save();
        let mut half = |share: f64| {
            run.resume(&saved.for_step_of(share)).unwrap();
            let step = run.step_by(0.5 * 5e-3).unwrap();
            (step.solves.iterations, step.state.q.clone())
        };
        let ((less, there), (more, other)) = (half(0.5), half(1.0));
        println!("{scheme}: {less} iterations, {more} from the whole");
        assert!(2 * less < more, "{scheme}: {less} {more}");
        assert!(
            there.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-9),
            "{scheme}"
        );
        run.resume(&saved).unwrap();
        assert_eq!(run.save(), saved, "{scheme}");
    }
}
