//! Joints and forces between bodies: rates against finite differences over exact motions, energies against
//! work.

use drystone_dynamics::contact::{Constraints, Contacts, Friction};
use drystone_dynamics::formula::{Graph, Symbol, Symbols, Tape, parse};
use drystone_dynamics::geometry::{DQuat, DVec3, Pose};
use drystone_dynamics::models::bodies::description::{
    Dimension, ForceDescription, ForceKind, JointDescription, JointKind, Limits, Motor,
};
use drystone_dynamics::models::bodies::forces::Forces;
use drystone_dynamics::models::bodies::joints::{JointContact, Joints};
use drystone_dynamics::models::bodies::placement::{Placement, Twist};
use proptest::prelude::*;
use std::f64::consts::PI;

const STEP: f64 = 1e-5;

fn tape(formulas: &[&str], inputs: &[&str]) -> Tape {
    let (mut graph, mut symbols) = (Graph::default(), Symbols::default());
    for (i, name) in (0..).zip(inputs) {
        symbols.insert(name, Symbol::Variable(i));
    }
    let outputs: Vec<_> = formulas
        .iter()
        .map(|f| parse(&mut graph, f, &symbols).unwrap())
        .collect();
    Tape::compile(&graph, &outputs, inputs.len())
}

/// Bodies 0, 1 and 3 are free, body 2 follows a motion.
fn bodies(dimension: Dimension, poses: &[Pose; 4], prescribed: Twist) -> Placement {
    let still = Twist::default();
    Placement {
        dimension,
        free_before: vec![0, 1, 2, 2, 3],
        poses: poses.to_vec(),
        prescribed: vec![still, still, prescribed, still],
    }
}

/// Every body at its velocity for `dt`, exactly.
fn moved(from: &Placement, v: &[f64], dt: f64) -> Placement {
    let mut to = from.clone();
    for body in 0..from.len() {
        let twist = from.twist(v, body);
        let pose = &mut to.poses[body];
        pose.position += dt * twist.linear;
        pose.rotation = DQuat::from_scaled_axis(dt * twist.angular) * pose.rotation;
    }
    to
}

fn joint(kind: JointKind, between: [usize; 2]) -> JointDescription {
    JointDescription {
        name: "pin".into(),
        kind,
        between,
        at: DVec3::new(0.3, -0.2, 0.5),
        axis: DVec3::new(0.6, 0.0, 0.8),
        limits: None,
        motor: None,
        friction: 0.0,
        armature: 0.0,
        collide: false,
    }
}

/// Every kind that the dimension has, in several places; gears at the end, two of them with a shared carrier.
fn zoo(dimension: Dimension) -> Vec<JointDescription> {
    let to = DVec3::new(-0.4, 0.9, 0.1);
    let mut kinds = vec![
        JointKind::Ball,
        JointKind::Hinge,
        JointKind::Slider,
        JointKind::Fixed,
        JointKind::Distance { to },
    ];
    if dimension == Dimension::Space {
        kinds.extend([
            JointKind::Cylinder,
            JointKind::Planar,
            JointKind::Screw { pitch: 0.3 },
        ]);
    }
    let mut joints = Vec::new();
    for between in [[0, 1], [1, 0], [2, 1], [0, 2], [0, 3], [2, 3]] {
        joints.extend(kinds.iter().map(|kind| joint(*kind, between)));
    }
    let n = kinds.len();
    for hinges in [[1, 4 * n + 1], [2 * n + 1, 5 * n + 1], [1, 5 * n + 1]] {
        let between = hinges.map(|k: usize| joints[k].between[1]);
        joints.push(joint(JointKind::Gear { hinges, ratio: -0.7 }, between));
    }
    joints
}

fn vector(flat: bool, size: f64) -> impl Strategy<Value = DVec3> {
    let x = move || -size..size;
    (x(), x(), x()).prop_map(move |(x, y, z)| DVec3::new(x, y, if flat { 0.0 } else { z }))
}

fn rotation(flat: bool, size: f64) -> impl Strategy<Value = DVec3> {
    vector(false, size).prop_map(move |w| if flat { DVec3::new(0.0, 0.0, w.z) } else { w })
}

/// Initial poses, then poses that violate every joint, and velocities.
#[derive(Clone, Debug)]
struct Scene {
    initial: Placement,
    now: Placement,
    v: Vec<f64>,
}

fn scene() -> impl Strategy<Value = Scene> {
    any::<bool>().prop_flat_map(|flat| {
        let dimension = if flat { Dimension::Plane } else { Dimension::Space };
        let size = if flat { 9 } else { 18 };
        let poses = move |shift, turn| prop::array::uniform4((vector(flat, shift), rotation(flat, turn)));
        let twist = (vector(flat, 1.0), rotation(flat, 1.0));
        (
            poses(1.0, 3.0),
            poses(0.4, 0.5),
            twist,
            prop::collection::vec(-1.0..1.0f64, size),
        )
            .prop_map(move |(start, change, twist, v)| {
                let place = |(position, turn): (DVec3, DVec3)| Pose {
                    position,
                    rotation: DQuat::from_scaled_axis(turn),
                };
                let prescribed = Twist {
                    linear: twist.0,
                    angular: twist.1,
                };
                let initial = bodies(dimension, &start.map(place), prescribed);
                let mut now = initial.clone();
                for (pose, (shift, turn)) in now.poses.iter_mut().zip(change) {
                    pose.position += shift;
                    pose.rotation = DQuat::from_scaled_axis(turn) * pose.rotation;
                }
                Scene { initial, now, v }
            })
    })
}

fn values(joints: &Joints, placement: &Placement) -> Vec<f64> {
    let mut out = Constraints::default();
    joints.constraints(placement, &mut out);
    out.value
}

/// Central differences: h²/6 of a third derivative of at most some 10², and rounding of 10⁻¹⁶/h.
fn close(expected: f64, found: f64, what: &str) {
    assert!(
        (expected - found).abs() <= 2e-8,
        "{what}: expected {expected}, found {found}"
    );
}

/// (x(h) − x(−h)) / 2h along the motion.
fn difference(scene: &Scene, f: impl Fn(&Placement) -> f64) -> f64 {
    let at = |dt| f(&moved(&scene.now, &scene.v, dt));
    (at(STEP) - at(-STEP)) / (2.0 * STEP)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1999),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// ċ = C v + w far from the constraint, for every kind, with free and prescribed bodies.
    #[test]
    fn rows_are_the_rates_of_the_values(scene in scene()) {
        let zoo = zoo(scene.now.dimension);
        let joints = Joints::new(&zoo, &scene.initial).unwrap();
        for c in values(&joints, &scene.initial) {
            prop_assert!(c.abs() < 1e-14, "the initial poses hold: {c}");
        }
        let mut now = Constraints::default();
        joints.constraints(&scene.now, &mut now);
        let ahead = values(&joints, &moved(&scene.now, &scene.v, STEP));
        let back = values(&joints, &moved(&scene.now, &scene.v, -STEP));
        prop_assert_eq!(now.value.len(), joints.num_rows());
        for (j, kind) in zoo.iter().enumerate() {
            for i in joints.rows(j) {
                let found = now.jacobian.dot(i, &scene.v) + now.rate[i];
                let what = format!("row {i} of {:?} between {:?}", kind.kind, kind.between);
                close((ahead[i] - back[i]) / (2.0 * STEP), found, &what);
            }
            if let Some(rate) = joints.rate(j, &scene.now, &scene.v) {
                let expected = difference(&scene, |k| joints.coordinate(j, k).unwrap());
                close(expected, rate, &format!("coordinate of {:?}", kind.kind));
            }
        }
    }

    /// Stops, motors and dry friction act on the rate of the coordinate.
    #[test]
    fn contacts_follow_the_coordinate(scene in scene()) {
        let mut zoo = zoo(scene.now.dimension);
        let plain = Joints::new(&zoo, &scene.initial).unwrap();
        for (j, joint) in zoo.iter_mut().enumerate() {
            if plain.coordinate(j, &scene.initial).is_some() {
                joint.limits = Some(Limits { lower: -0.2, upper: 0.1, restitution: 0.5 });
                joint.motor = Some(Motor { velocity: tape(&["2*t"], &["t"]), max_force: 7.0 });
                joint.friction = 3.0;
            }
        }
        let mut joints = Joints::new(&zoo, &scene.initial).unwrap();
        let mut all = Contacts::default();
        joints.contacts(1.5, &scene.now, f64::INFINITY, 100, &mut all);
        let mut expected_ids = Vec::new();
        let mut row = 0;
        for j in 0..joints.len() {
            let Some(x) = joints.coordinate(j, &scene.now) else { continue };
            let rate = joints.rate(j, &scene.now, &scene.v).unwrap();
            let force = |f: f64| Friction::Force { lo: -f, hi: f };
            let asked = [
                (x + 0.2, rate, Friction::None, JointContact::Lower),
                (0.1 - x, -rate, Friction::None, JointContact::Upper),
                (0.0, rate - 3.0, force(7.0), JointContact::Motor),
                (0.0, rate, force(3.0), JointContact::Friction),
            ];
            for (gap, u, friction, kind) in asked {
                let contact = &all.list[row];
                prop_assert_eq!(contact.gap.to_bits(), gap.to_bits());
                prop_assert_eq!(&contact.friction, &friction);
                prop_assert_eq!(joints.contact(contact.id - 100), Some((j, kind)));
                let found = all.jacobian.dot(row, &scene.v) + all.obstacle[row];
                prop_assert!((found - u).abs() < 1e-13, "{kind:?}: {found} against {u}");
                expected_ids.push(contact.id);
                row += 1;
            }
        }
        prop_assert!(expected_ids.is_sorted() && row == all.list.len());
        // What is open beyond the margin is left out, what has no gap is not.
        let mut closed = Contacts::default();
        joints.contacts(1.5, &scene.now, -f64::from_bits(1), 100, &mut closed);
        let expected = all.list.iter().filter(|c| c.gap < 0.0 || c.friction.is_force());
        prop_assert!(expected.eq(closed.list.iter()));
    }

    /// Rate of T + V: Q·v + V̇ is the power of what has no potential, prescribed motions included.
    #[test]
    fn forces_keep_the_account(scene in scene(), k in 0.1..5.0f64, c in 0.0..2.0f64, rest in 0.0..1.0f64) {
        let zoo = zoo(scene.now.dimension);
        let joints = Joints::new(&zoo, &scene.initial).unwrap();
        let points = [DVec3::new(0.2, 0.1, 0.0), DVec3::new(-0.3, 0.4, 0.0)];
        let spring = |between| ForceKind::Spring { between, at: points, stiffness: k, damping: c, length: rest };
        let on = |joint| ForceKind::JointSpring { joint, stiffness: k, damping: c, rest: -rest };
        let mut kinds = vec![spring([0, 1]), spring([2, 0]), spring([3, 2])];
        kinds.extend((0..joints.len()).filter(|&j| joints.coordinate(j, &scene.now).is_some()).map(on));
        kinds.push(ForceKind::Drag { body: None, linear: c, quadratic: k, angular: rest });
        kinds.push(ForceKind::Drag { body: Some(1), linear: c, quadratic: k, angular: rest });
        let inputs = ["t", "x", "y", "z", "vx", "vy", "vz", "angle", "wx", "wy", "wz"];
        let formulas = ["t*y - vy", "2*x", "z + vz", "wx", "-wz", "1 - angle + wy"];
        kinds.push(ForceKind::Applied { body: 1, tape: tape(&formulas, &inputs), slopes: None, at: points[0] });
        let centers = [DVec3::new(0.05, -0.02, 0.0); 4];
        for kind in kinds {
            let one = [ForceDescription { name: "f".into(), kind: kind.clone() }];
            let mut forces = Forces::new(&one, &centers, &joints, &scene.initial).unwrap();
            let mut q = vec![0.0; scene.v.len()];
            forces.add(0.7, &scene.now, &scene.v, &joints, &mut q);
            let work: f64 = q.iter().zip(&scene.v).map(|(q, v)| q * v).sum();
            let stored = difference(&scene, |k| forces.potential(k, &joints));
            let power = forces.power(0.7, &scene.now, &scene.v, &joints);
            close(power, work + stored, &format!("{kind:?}"));
        }
    }
}

/// Bodies at the origin, none turned.
fn still(dimension: Dimension) -> Placement {
    bodies(dimension, &[Pose::default(); 4], Twist::default())
}

#[test]
fn springs_pull_along_their_gradient() {
    let mut placement = still(Dimension::Space);
    placement.poses[1].position = DVec3::new(3.0, 0.0, 4.0);
    let kind = |at, length| ForceDescription {
        name: "s".into(),
        kind: ForceKind::Spring {
            between: [0, 1],
            at,
            stiffness: 10.0,
            damping: 0.0,
            length,
        },
    };
    let joints = Joints::default();
    let centers = [DVec3::ZERO; 4];
    let mut q = vec![0.0; 18];
    let mut forces = Forces::new(&[kind([DVec3::ZERO; 2], 1.0)], &centers, &joints, &placement).unwrap();
    forces.add(0.0, &placement, &[0.0; 18], &joints, &mut q);
    let expected = [24.0, 0.0, 32.0, 0.0, 0.0, 0.0, -24.0, 0.0, -32.0, 0.0, 0.0, 0.0];
    for (found, expected) in q.iter().zip(expected) {
        assert!(
            (found - expected).abs() < 1e-13,
            "expected {expected}, found {found}"
        );
    }
    assert!((forces.potential(&placement, &joints) - 80.0).abs() < 1e-12);
    // Two points in one place: no direction, no NaN.
    let at = [DVec3::new(3.0, 0.0, 4.0), DVec3::ZERO];
    let mut forces = Forces::new(&[kind(at, 1.0)], &centers, &joints, &placement).unwrap();
    let mut q = vec![0.0; 18];
    forces.add(0.0, &placement, &[1.0; 18], &joints, &mut q);
    assert!(q.iter().all(|q| *q == 0.0), "{q:?}");
    assert!((forces.potential(&placement, &joints) - 5.0).abs() < 1e-14);
}

#[test]
fn applied_forces_see_the_origin_and_act_at_their_point() {
    let mut placement = still(Dimension::Plane);
    placement.poses[0] = Pose::planar(1.0, 2.0, PI / 2.0);
    let mut centers = [DVec3::ZERO; 4];
    centers[0] = DVec3::new(0.5, 0.0, 0.0);
    let inputs = ["t", "x", "y", "z", "vx", "vy", "vz", "angle", "wx", "wy", "wz"];
    let formulas = ["x", "y", "vx", "vy", "0", "angle + 10*wz + 100*t"];
    let force = ForceDescription {
        name: "f".into(),
        kind: ForceKind::Applied {
            body: 0,
            tape: tape(&formulas, &inputs),
            slopes: None,
            at: DVec3::new(1.5, 0.0, 0.0),
        },
    };
    let joints = Joints::default();
    let mut forces = Forces::new(&[force], &centers, &joints, &placement).unwrap();
    let mut q = [0.0; 9];
    let mut v = [0.0; 9];
    v[2] = 2.0;
    forces.add(0.25, &placement, &v, &joints, &mut q);
    // Origin at (1, 1.5); the force acts at (1, 3), 1 m above the centre: −1·x besides the torque given.
    let torque = PI / 2.0 + 20.0 + 25.0 - 1.0;
    for (found, expected) in q.iter().zip([1.0, 1.5, torque]) {
        assert!(
            (found - expected).abs() < 1e-13,
            "expected {expected}, found {found}"
        );
    }
}

/// Two hinges on body 0 that turn bodies 1 and 3, geared.
fn gear(dimension: Dimension, ratio: f64) -> (Joints, Placement) {
    let placement = still(dimension);
    let list = [
        joint(JointKind::Hinge, [0, 1]),
        joint(JointKind::Hinge, [0, 3]),
        joint(
            JointKind::Gear {
                hinges: [0, 1],
                ratio,
            },
            [1, 3],
        ),
    ];
    (Joints::new(&list, &placement).unwrap(), placement)
}

#[test]
fn gears_hold_over_many_turns() {
    for (dimension, axis) in [
        (Dimension::Plane, DVec3::Z),
        (Dimension::Space, DVec3::new(0.6, 0.0, 0.8)),
    ] {
        for ratio in [-0.37, 2.0, -1.0, 0.123_456] {
            let (mut joints, mut placement) = gear(dimension, ratio);
            let row = joints.rows(2).start;
            let steps = 250;
            for n in 1..=steps {
                let angle = 20.0 * PI * f64::from(n) / f64::from(steps);
                placement.poses[1].rotation = DQuat::from_scaled_axis(angle * axis);
                placement.poses[3].rotation = DQuat::from_scaled_axis(ratio * angle * axis);
                let mut restarted = gear(dimension, ratio).0;
                restarted.set_windings(joints.windings()).unwrap();
                let found = values(&joints, &placement)[row];
                assert!(found.abs() < 1e-12, "turn {n} at ratio {ratio}: {found}");
                assert_eq!(
                    values(&restarted, &placement)[row].to_bits(),
                    found.to_bits(),
                    "a restart goes on bit for bit"
                );
                joints.remember(&placement);
                let found = joints.coordinate(0, &placement).unwrap();
                assert!((found - angle).abs() < 1e-12, "expected {angle}, found {found}");
            }
            // One tooth off is seen.
            placement.poses[3].rotation = DQuat::from_scaled_axis((ratio * 20.0 * PI + 0.01) * axis);
            let found = values(&joints, &placement)[row];
            assert!((found - 0.01).abs() < 1e-12, "{found}");
        }
    }
    let mut joints = gear(Dimension::Plane, 1.0).0;
    let message = joints.set_windings(&[0.0]).unwrap_err().to_string();
    assert!(message.contains("1 remembered angles for 3 joints"), "{message}");
}

#[test]
fn rotations_have_no_second_zero() {
    // Turned by anything but nothing, a fixed joint says so; quaternions of either sign.
    let placement = still(Dimension::Space);
    let joints = Joints::new(&[joint(JointKind::Fixed, [0, 1])], &placement).unwrap();
    for n in 0..=100 {
        let angle = 2.0 * PI * f64::from(n) / 100.0;
        for sign in [1.0, -1.0] {
            let mut placement = placement.clone();
            let q = DQuat::from_scaled_axis(angle * DVec3::new(0.36, 0.48, 0.8));
            placement.poses[1].rotation = DQuat::from_xyzw(sign * q.x, sign * q.y, sign * q.z, sign * q.w);
            let c = values(&joints, &placement);
            let size = DVec3::new(c[3], c[4], c[5]).length();
            let expected = 2.0 * (0.5 * angle).sin().abs();
            assert!((size - expected).abs() < 1e-14, "at {angle}: {size}");
        }
    }
}

/// The message about a hinge with this change begins with its name and contains the text.
fn refuses(dimension: Dimension, expected: &str, change: impl FnOnce(&mut JointDescription)) {
    let mut wrong = joint(JointKind::Hinge, [0, 1]);
    change(&mut wrong);
    let found = Joints::new(&[wrong], &still(dimension))
        .expect_err("an error")
        .to_string();
    assert!(
        found.starts_with("joint `pin`: ") && found.contains(expected),
        "expected {expected}, found {found}"
    );
}

#[test]
fn joints_that_cannot_be_are_named() {
    let screw = |pitch| JointKind::Screw { pitch };
    let gear = JointKind::Gear {
        hinges: [0, 9],
        ratio: 1.0,
    };
    refuses(Dimension::Space, "no body 7 among 4", |j| j.between = [0, 7]);
    refuses(Dimension::Space, "both bodies are the same", |j| {
        j.between = [1, 1];
    });
    for kind in [JointKind::Cylinder, JointKind::Planar, screw(1.0)] {
        refuses(Dimension::Plane, "need the third dimension", |j| j.kind = kind);
    }
    refuses(Dimension::Space, "its pitch is NaN", |j| j.kind = screw(f64::NAN));
    refuses(Dimension::Space, "has no direction", |j| j.axis = DVec3::ZERO);
    refuses(Dimension::Plane, "has no direction", |j| {
        (j.kind, j.axis) = (JointKind::Slider, DVec3::Z);
    });
    refuses(Dimension::Space, "0 m apart", |j| {
        j.kind = JointKind::Distance { to: j.at }
    });
    refuses(Dimension::Space, "are not two hinges", |j| j.kind = gear);
    refuses(Dimension::Space, "its point is", |j| j.at.x = f64::NAN);
    let mut placement = still(Dimension::Space);
    placement.free_before = vec![0, 0, 0, 0, 1];
    let error = Joints::new(&[joint(JointKind::Ball, [0, 1])], &placement).unwrap_err();
    assert!(error.to_string().contains("neither body moves freely"), "{error}");
}

#[test]
fn wrong_limits_motors_and_friction_are_named() {
    let limits = |lower, restitution| {
        Some(Limits {
            lower,
            upper: 1.0,
            restitution,
        })
    };
    let motor = |max_force| {
        Some(Motor {
            velocity: tape(&["t"], &["t"]),
            max_force,
        })
    };
    let space = Dimension::Space;
    refuses(space, "its friction is -1", |j| j.friction = -1.0);
    refuses(space, "enclose 0", |j| j.limits = limits(0.1, 0.0));
    refuses(space, "enclose 0", |j| j.limits = limits(f64::NAN, 0.0));
    refuses(space, "restitution of its limits is 1.5", |j| {
        j.limits = limits(-0.1, 1.5);
    });
    refuses(space, "largest force", |j| j.motor = motor(f64::NAN));
    for kind in [JointKind::Ball, JointKind::Fixed, JointKind::Planar] {
        refuses(space, "it has no coordinate", |j| {
            (j.kind, j.motor) = (kind, motor(1.0));
        });
        refuses(space, "it has no coordinate", |j| {
            (j.kind, j.friction) = (kind, 1.0);
        });
    }
}

#[test]
fn wrong_forces_are_named() {
    let placement = still(Dimension::Space);
    let joints = Joints::new(&[joint(JointKind::Ball, [0, 1])], &placement).unwrap();
    let drag = |body, linear| ForceKind::Drag {
        body,
        linear,
        quadratic: 0.0,
        angular: 0.0,
    };
    let spring = ForceKind::JointSpring {
        joint: 0,
        stiffness: 1.0,
        damping: 0.0,
        rest: 0.0,
    };
    let applied = ForceKind::Applied {
        body: 0,
        tape: tape(&["t"], &["t"]),
        slopes: None,
        at: DVec3::ZERO,
    };
    for (kind, expected) in [
        (drag(Some(9), 0.0), "no body 9 among 4"),
        (drag(Some(2), 0.0), "no body that moves freely"),
        (drag(None, -1.0), "its linear is -1"),
        (spring, "joint 0 has no coordinate"),
        (applied, "it has 1 formulas"),
    ] {
        let name = "wind".to_owned();
        let error = Forces::new(
            &[ForceDescription { name, kind }],
            &[DVec3::ZERO; 4],
            &joints,
            &placement,
        );
        let found = error.expect_err("an error").to_string();
        assert!(
            found.starts_with("force `wind`: ") && found.contains(expected),
            "{found}"
        );
    }
}
