//! Cubes that fall into a heap, every step solved: they overlap by what one step of their fastest approach
//! explains.

use drystone_dynamics::contact::{Contacts, Friction, Restitution};
use drystone_dynamics::gaps::{GapQuery, Gaps, Selection};
use drystone_dynamics::geometry::{DQuat, DVec3, MassProperties, Placed, Pose, Shape};
use drystone_dynamics::models::bodies::description::{BodyDescription, Motion, PairLaw};
use drystone_dynamics::models::bodies::{Bodies, WorldDescription};
use drystone_dynamics::simulation::OnViolation;
use drystone_dynamics::step::options::{Options, Violation};
use drystone_dynamics::{Simulation, System, schemes};
use drystone_solve::cone::gauss_seidel::GaussSeidel;
use drystone_solve::law::Law;
use drystone_solve::measure::Measure;
use drystone_solve::policy::in_parts;
use drystone_solve::solver::{Settings, Stop};

const HALF: f64 = 0.05;
const H: f64 = 1.0 / 60.0;
const STEPS: usize = 70;
const LAYERS: usize = 4;

/// Numbers in [−1, 1).
fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
}

/// The floor and four walls at this distance: a point and the normal of each.
fn walls(at: f64) -> [(DVec3, DVec3); 5] {
    [
        (DVec3::ZERO, DVec3::Z),
        (DVec3::X * -at, DVec3::X),
        (DVec3::X * at, DVec3::NEG_X),
        (DVec3::Y * -at, DVec3::Y),
        (DVec3::Y * at, DVec3::NEG_Y),
    ]
}

/// A bin of 3 × 3 cubes and layers of them over it, turned at random.
fn heap(seed: u64) -> (Bodies, drystone_dynamics::State) {
    let mut seed = seed;
    let mut world = WorldDescription {
        gravity: DVec3::new(0.0, 0.0, -9.81),
        ..WorldDescription::default()
    };
    let (pitch, wall) = (0.178, 0.27);
    let cube = Shape::Box {
        half: DVec3::splat(HALF),
    };
    let of_a_cube = [Placed {
        shape: cube.clone(),
        pose: Pose::default(),
    }];
    let mass = MassProperties::of(&of_a_cube, 1000.0).expect("a cube has mass");
    let body = |name: String, shape: Shape, motion: Motion, pose: Pose| {
        let shapes = vec![Placed {
            shape,
            pose: Pose::default(),
        }];
        BodyDescription {
            name,
            shapes,
            motion,
            mass,
            pose,
            velocity: DVec3::ZERO,
            angular_velocity: DVec3::ZERO,
        }
    };
    for (k, (position, normal)) in walls(wall).into_iter().enumerate() {
        let rotation = DQuat::from_rotation_arc(DVec3::Z, normal);
        let pose = Pose { position, rotation };
        world
            .bodies
            .push(body(format!("wall{k}"), Shape::HalfSpace, Motion::Fixed, pose));
    }
    for k in 0..9 * LAYERS {
        let cell = DVec3::new((k % 3) as f64 - 1.0, (k / 3 % 3) as f64 - 1.0, (k / 9) as f64);
        let mut any = || random(&mut seed);
        let turn = DQuat::from_xyzw(any(), any(), any(), any()).normalize();
        let shift = 0.01 * pitch * DVec3::new(any(), any(), 0.0);
        let pose = Pose {
            position: cell * pitch + shift + DVec3::Z * 0.09,
            rotation: turn,
        };
        world
            .bodies
            .push(body(format!("cube{k}"), cube.clone(), Motion::Free, pose));
    }
    world.laws.push(PairLaw {
        friction: Friction::Constant(Law::Coulomb { mu: 0.5 }),
        restitution: Restitution::SOFT,
        ..PairLaw::default()
    });
    Bodies::new(&world).expect("a world")
}

/// What a fall showed.
#[derive(Debug, Default)]
struct Fall {
    /// Deepest overlap of all steps and at the end, in m.
    deepest: f64,
    left: f64,
    /// Fastest approach of a contact before its step, in m/s.
    approach: f64,
    unsolved: usize,
}

fn fall(seed: u64, violation: Violation) -> Fall {
    let (system, state) = heap(seed);
    let (mut looker, _) = heap(seed);
    let options = Options {
        violation,
        tolerance: 1e-8,
        ..Options::default()
    };
    let settings = Settings {
        tolerance: 1e-8,
        measure: Measure::Scaled,
        ..Settings::default()
    };
    let scheme = schemes::by_name("moreau-jean", &[], &system, options).expect("a scheme");
    let solver = Box::new(in_parts("auto", &settings, 1).expect("auto"));
    let mut simulation = Simulation::new(Box::new(system), scheme, solver, state, H).expect("a simulation");
    let (mut found, mut contacts, mut gaps) = (Fall::default(), Contacts::default(), Gaps::default());
    for _ in 0..STEPS {
        let before = simulation.state.v.clone();
        simulation.step().expect("a step");
        let step = simulation.last();
        for &row in &step.offsets[..step.contacts.list.len()] {
            let u = step.contacts.jacobian.dot(row, &before);
            found.approach = found.approach.max(-u);
        }
        found.unsolved += usize::from(step.solves.stop != Stop::Converged);
        contacts.clear();
        looker.contacts(0.0, &simulation.state.q, Selection::Within(0.0), &mut contacts);
        found.left = contacts.list.iter().fold(0.0, |m: f64, c| m.max(-c.gap));
        found.deepest = found.deepest.max(found.left);
        // What the step says of it, from a look at the nearest pairs alone.
        let q = &simulation.state.q;
        looker.gaps(0.0, q, GapQuery::Within(f64::INFINITY), &mut gaps);
        assert_eq!(simulation.last().position.min_gap, gaps.least_of_list());
    }
    found
}

fn judge(found: &Fall, what: &str) {
    assert_eq!(found.unsolved, 0, "{what}: {found:?}");
    assert!(found.approach > 1.5, "{what}: {found:?}");
    let explained = H * found.approach;
    assert!(
        found.deepest <= explained,
        "{what}: {found:?}, asked: at most {explained}"
    );
}

/// Without any correction of positions: what a body enters by when it lands stays, and nothing is added to
/// it.
#[test]
fn a_solved_heap_overlaps_by_one_step_of_its_fastest_approach() {
    for seed in [1, 2] {
        judge(&fall(seed, Violation::None), &format!("seed {seed}"));
    }
}

/// With `violation = "resting"` likewise, and what is left in the end is less than half of it.
#[test]
fn resting_contacts_part_again() {
    let found = fall(1, Violation::Resting);
    judge(&found, "resting");
    assert!(found.left < 0.5 * found.deepest, "{found:?}");
}

/// Whether a step passed through something is seen by where bodies are, not by how fast they are: a cube that
/// is behind the next one after the step has passed it; one that turned on its place has not.
#[test]
fn what_is_put_behind_another_has_passed_it() {
    let (system, state) = heap(1);
    let scheme = schemes::by_name("moreau-jean", &[], &system, Options::default()).unwrap();
    let solver = Box::new(in_parts("auto", &Settings::of_steps(), 1).unwrap());
    let mut simulation = Simulation::new(Box::new(system), scheme, solver, state, H).unwrap();
    let before = simulation.state.clone();
    simulation.step().unwrap();
    assert!(!simulation.passed((before.time, &before.q)));
    let mut elsewhere = before.q.clone();
    // The cubes of one row are apart along x: the first was behind the second.
    elsewhere[0] = before.q[7] + (before.q[7] - before.q[0]);
    assert!(simulation.passed((before.time, &elsewhere)));
    let mut turned = before.q.clone();
    turned[3..7].iter_mut().for_each(|x| *x = -*x);
    assert!(!simulation.passed((before.time, &turned)));
}

/// With eight sweeps a step, contacts that act before they close and what is lifted after them: cubes that
/// tumble into a heap overlap by 1.3 % of a cube at most, where it was 7.2 % when they were lifted once a
/// step. The lift puts in 6.7 % of what they lose, as it did then: that bound only keeps it from growing.
#[test]
fn few_sweeps_leave_little_overlap() {
    let (system, state) = heap(1);
    let options = Options {
        violation: Violation::Landing,
        tolerance: 1e-8,
        budget: Some(8),
        ..Options::default()
    };
    let settings = Settings {
        max_iterations: Some(8),
        ..Settings::default()
    };
    let scheme = schemes::by_name("moreau-jean", &[], &system, options).expect("a scheme");
    let solver = Box::new(GaussSeidel::new(settings));
    let mut simulation = Simulation::new(Box::new(system), scheme, solver, state, H).expect("a simulation");
    simulation.on_violation = OnViolation::Record;
    let energy = |s: &mut Simulation| s.system.energy(s.state.time, &s.state.q, &s.state.v).total();
    let begin = energy(&mut simulation);
    let (mut deepest, mut pushed) = (0.0_f64, 0.0);
    for _ in 0..2 * STEPS {
        simulation.step().expect("a step");
        let step = simulation.last();
        deepest = deepest.max(-step.position.min_gap);
        pushed += step.energy.correction;
    }
    let share = pushed / (begin - energy(&mut simulation));
    assert!(deepest < 0.03 * 2.0 * HALF, "{deepest:.1e} m");
    assert!(share < 0.08, "{share:.1e} of the energy lost");
    assert!(-simulation.last().position.min_gap < 0.01 * 2.0 * HALF);
}
