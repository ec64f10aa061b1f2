//! Bodies in joints over time, against closed forms: reactions, motors, dry friction, stops, gears and
//! screws.

use drystone_dynamics::contact::{Constraints, Contacts};
use drystone_dynamics::formula::{Graph, Symbol, Symbols, Tape, parse};
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::geometry::{DVec3, Pose};
use drystone_dynamics::kinematics::{Kinematics, RigidBodies};
use drystone_dynamics::models::bodies::description::{Dimension, JointDescription, JointKind, Limits, Motor};
use drystone_dynamics::models::bodies::joints::Joints;
use drystone_dynamics::models::bodies::placement::{Placement, Twist};
use drystone_dynamics::schemes::by_name;
use drystone_dynamics::step::options::{ConstraintHandling, Impacts, Options};
use drystone_dynamics::step::{EnergyAccount, Status};
use drystone_dynamics::system::{Energy, Layout};
use drystone_dynamics::{Simulation, State, StepError, System};
use drystone_solve::solver::Settings;

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const INERTIA: f64 = 0.5;
const DT: f64 = 1e-3;
/// The schemes that have friction.
const SCHEMES: [&str; 4] = [
    "moreau-midpoint",
    "moreau-jean",
    "stewart-trinkle",
    "anitescu-potra",
];

/// Round bodies of equal mass that only joints hold; body 0 stands still. `down` is the direction of gravity.
struct Round {
    placement: Placement,
    rigid: RigidBodies,
    joints: Joints,
    down: DVec3,
}

impl Round {
    fn new(
        dimension: Dimension,
        positions: &[DVec3],
        down: DVec3,
        joints: &[JointDescription],
    ) -> (Round, State) {
        let count = positions.len();
        let poses = |&position| Pose {
            position,
            ..Pose::default()
        };
        let placement = Placement {
            dimension,
            free_before: std::iter::once(0).chain(0..count).collect(),
            poses: positions.iter().map(poses).collect(),
            prescribed: vec![Twist::default(); count],
        };
        let mut state = State::default();
        for x in &positions[1..] {
            match dimension {
                Dimension::Plane => state.q.extend([x.x, x.y, 0.0]),
                Dimension::Space => state.q.extend([x.x, x.y, x.z, 1.0, 0.0, 0.0, 0.0]),
            }
        }
        state.v = vec![0.0; placement.num_free() * placement.v_size()];
        let joints = Joints::new(joints, &placement).unwrap();
        let round = Round {
            rigid: RigidBodies {
                reach: vec![1.0; placement.num_free()],
                ..RigidBodies::default()
            },
            placement,
            joints,
            down,
        };
        (round, state)
    }

    fn inertia(&self, dof: usize) -> f64 {
        let linear = self.placement.v_size() / 2 + usize::from(self.placement.dimension == Dimension::Plane);
        if dof % self.placement.v_size() < linear {
            MASS
        } else {
            INERTIA
        }
    }
}

impl System for Round {
    fn layout(&self) -> Layout {
        let num_v = self.placement.num_free() * self.placement.v_size();
        Layout {
            num_q: self.placement.num_free() * self.placement.q_size(),
            ..Layout::vector(num_v)
        }
    }

    fn kinematics(&self) -> Kinematics<'_> {
        match self.placement.dimension {
            Dimension::Plane => Kinematics::Plane(&self.rigid),
            Dimension::Space => Kinematics::Space(&self.rigid),
        }
    }

    fn mass(&mut self, _: f64, _: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let n = self.layout().num_v;
        for i in 0..n {
            out[i * n + i] = self.inertia(i);
        }
    }

    fn force(&mut self, _: f64, _: &[f64], _: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        for own in out.chunks_mut(self.placement.v_size()) {
            let axes = if own.len() == 3 { 2 } else { 3 };
            for (out, down) in own.iter_mut().zip(self.down.to_array()).take(axes) {
                *out = MASS * G * down;
            }
        }
    }

    fn contacts(&mut self, time: f64, q: &[f64], asked: Selection<'_>, out: &mut Contacts) {
        self.placement.read_poses(q);
        self.joints
            .contacts(time, &self.placement, asked.margin(), 0, out);
    }

    fn constraints(&mut self, _: f64, q: &[f64], out: &mut Constraints) {
        self.placement.read_poses(q);
        self.joints.constraints(&self.placement, out);
    }

    fn energy(&mut self, _: f64, q: &[f64], v: &[f64]) -> Energy {
        let kinetic = v
            .iter()
            .enumerate()
            .map(|(i, v)| 0.5 * self.inertia(i) * v * v)
            .sum();
        self.placement.read_poses(q);
        let height: f64 = self.placement.poses[1..]
            .iter()
            .map(|p| -p.position.dot(self.down))
            .sum();
        Energy {
            kinetic,
            potential: MASS * G * height,
        }
    }
}

fn tape(formula: &str) -> Tape {
    let (mut graph, mut symbols) = (Graph::default(), Symbols::default());
    symbols.insert("t", Symbol::Variable(0));
    let output = parse(&mut graph, formula, &symbols).unwrap();
    Tape::compile(&graph, &[output], 1)
}

fn joint(kind: JointKind, between: [usize; 2], at: DVec3, axis: DVec3) -> JointDescription {
    JointDescription {
        name: "pin".into(),
        kind,
        between,
        at,
        axis,
        limits: None,
        motor: None,
        friction: 0.0,
        armature: 0.0,
        collide: false,
    }
}

fn simulate(system: Round, state: State, scheme: &str, options: Options) -> Simulation {
    let scheme = by_name(scheme, &[], &system, options).unwrap();
    let settings = Settings {
        tolerance: 1e-13,
        ..Settings::default()
    };
    let solver = drystone_solve::cone::by_name("auto", settings).unwrap();
    Simulation::new(Box::new(system), scheme, solver, state, DT).unwrap()
}

fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{what}: expected {expected}, found {found}"
    );
}

/// A wheel on a hinge at its centre, turning at `spin`.
fn wheel(change: impl Fn(&mut JointDescription), spin: f64) -> (Round, State) {
    let mut hinge = joint(JointKind::Hinge, [0, 1], DVec3::ZERO, DVec3::Z);
    change(&mut hinge);
    let (round, mut state) = Round::new(Dimension::Plane, &[DVec3::ZERO; 2], DVec3::ZERO, &[hinge]);
    state.v[2] = spin;
    (round, state)
}

/// A bead on a slider along x, at `speed`.
fn bead(change: impl Fn(&mut JointDescription), speed: f64) -> (Round, State) {
    let mut slider = joint(JointKind::Slider, [0, 1], DVec3::ZERO, DVec3::X);
    change(&mut slider);
    let (round, mut state) = Round::new(Dimension::Plane, &[DVec3::ZERO; 2], -DVec3::Y, &[slider]);
    state.v[0] = speed;
    (round, state)
}

#[test]
fn reactions_carry_the_weight() {
    // The centre hangs (x, y) away from the joint: the torque about the joint's point is that of the weight.
    for (dimension, down) in [(Dimension::Plane, -DVec3::Y), (Dimension::Space, -DVec3::Z)] {
        let center = DVec3::new(0.4, 0.7, 0.0);
        for reversed in [false, true] {
            let between = if reversed { [1, 0] } else { [0, 1] };
            let fixed = joint(JointKind::Fixed, between, DVec3::ZERO, DVec3::Z);
            let (round, state) = Round::new(dimension, &[DVec3::ZERO, center], down, &[fixed]);
            let (joints, placement) = (round.joints.clone(), round.placement.clone());
            let mut simulation = simulate(round, state, "moreau-midpoint", Options::default());
            let step = simulation.step().unwrap();
            let (force, torque) = joints.reaction(0, &placement, &step.constraint_impulses, DT);
            let sign = if reversed { -1.0 } else { 1.0 };
            let weight = MASS * G * down;
            let (force_asked, torque_asked) = (-sign * weight, -sign * center.cross(weight));
            assert!(
                (force - force_asked).length() < 1e-10,
                "{force} against {force_asked}"
            );
            assert!(
                (torque - torque_asked).length() < 1e-10,
                "{torque} against {torque_asked}"
            );
            near(
                step.state.v.iter().fold(0.0, |m, v| f64::max(m, v.abs())),
                0.0,
                1e-13,
                "rests",
            );
        }
    }
}

#[test]
fn motor_pulls_with_its_torque_up_to_its_speed() {
    let (torque, speed) = (3.0, 1.5);
    for scheme in SCHEMES {
        let motor = Motor {
            velocity: tape("1.5"),
            max_force: torque,
        };
        let (system, state) = wheel(|hinge| hinge.motor = Some(motor.clone()), 0.0);
        let mut simulation = simulate(system, state, scheme, Options::default());
        let mut account = EnergyAccount::default();
        for n in 1..=400 {
            let step = simulation.step().unwrap();
            let expected = (torque / INERTIA * DT * f64::from(n)).min(speed);
            near(step.state.v[2], expected, 1e-12, scheme);
            let status = if expected < speed {
                Status::Slip
            } else {
                Status::Stick
            };
            // At the very step where it arrives the torque is all used or not, by rounding.
            if n != 250 {
                assert_eq!(step.status, [status], "{scheme} step {n}");
            }
            assert_eq!(step.position.min_gap, f64::INFINITY, "a motor has no gap");
            account.add(&step.energy);
            near(step.energy.residue, 0.0, 1e-13, "the account closes");
        }
        // Delivered: torque · target · time; half of it ends in the wheel.
        near(account.applied_work, INERTIA * speed * speed, 1e-11, scheme);
        near(
            account.friction_loss,
            0.5 * INERTIA * speed * speed,
            1e-11,
            scheme,
        );
        near(account.impact_loss, 0.0, 1e-13, scheme);
    }
}

#[test]
fn drive_without_bound_follows_its_formula() {
    let motor = Motor {
        velocity: tape("sin(20*t)"),
        max_force: f64::INFINITY,
    };
    let (system, state) = wheel(
        |hinge| (hinge.motor, hinge.friction) = (Some(motor.clone()), 2.0),
        0.0,
    );
    let mut simulation = simulate(system, state, "moreau-midpoint", Options::default());
    for n in 0..500 {
        let step = simulation.step().unwrap();
        let middle = DT * (f64::from(n) + 0.5);
        near(step.state.v[2], (20.0 * middle).sin(), 1e-11, "speed");
        near(step.energy.residue, 0.0, 1e-12, "the account closes");
    }
}

#[test]
fn dry_friction_stops_the_wheel_and_holds_it() {
    let (torque, spin) = (1.0, 0.4);
    for scheme in SCHEMES {
        let (system, state) = wheel(|hinge| hinge.friction = torque, spin);
        let mut simulation = simulate(system, state, scheme, Options::default());
        let mut lost = 0.0;
        for n in 1..=300 {
            let step = simulation.step().unwrap();
            let expected = (spin - torque / INERTIA * DT * f64::from(n)).max(0.0);
            near(step.state.v[2], expected, 1e-13, scheme);
            lost += step.energy.friction_loss;
        }
        near(lost, 0.5 * INERTIA * spin * spin, 1e-13, scheme);
    }
}

#[test]
fn stops_give_back_their_share() {
    let limits = Limits {
        lower: -1.0,
        upper: 0.0505,
        restitution: 0.5,
    };
    let friction = 0.8;
    for scheme in SCHEMES {
        for impacts in [Impacts::Simultaneous, Impacts::Sequential] {
            let options = Options {
                impacts,
                ..Options::default()
            };
            let (system, state) = bead(
                |slider| (slider.limits, slider.friction) = (Some(limits), friction),
                1.0,
            );
            let mut simulation = simulate(system, state, scheme, options);
            let slow = friction / MASS * DT;
            let mut hit = false;
            let mut speed = 1.0;
            for _ in 0..100 {
                let step = simulation.step().unwrap();
                let v = step.state.v[0];
                let status = step.status.first().copied();
                if status == Some(Status::Impact) {
                    assert!(!hit, "{scheme} {impacts:?}: one impact");
                    hit = true;
                    // Friction bounds a force: it has no part in the impact itself, and at most its step's
                    // impulse.
                    let rebound = -0.5 * speed;
                    assert!(
                        (v - rebound).abs() <= 1.5 * slow + 1e-12,
                        "{scheme}: {v} after {speed}"
                    );
                    near(step.position.min_gap, 0.0, 2e-3, "stays near the stop");
                } else {
                    near(v, speed - slow * speed.signum(), 1e-12, scheme);
                }
                near(step.energy.residue, 0.0, 1e-12, scheme);
                speed = v;
            }
            assert!(hit, "{scheme}: the stop was met");
        }
    }
}

#[test]
fn drives_without_bound_hold_in_impacts() {
    // A rod on the bead, locked by its drive: bead and rod rebound as one, whichever joint comes first.
    let limits = Limits {
        lower: -1.0,
        upper: 0.0505,
        restitution: 0.5,
    };
    let places = [DVec3::ZERO, DVec3::ZERO, DVec3::new(0.3, 0.4, 0.0)];
    let mut slider = joint(JointKind::Slider, [0, 1], DVec3::ZERO, DVec3::X);
    slider.limits = Some(limits);
    let mut hinge = joint(JointKind::Hinge, [1, 2], DVec3::ZERO, DVec3::Z);
    hinge.motor = Some(Motor {
        velocity: tape("0"),
        max_force: f64::INFINITY,
    });
    for list in [[slider.clone(), hinge.clone()], [hinge, slider]] {
        for impacts in [Impacts::Simultaneous, Impacts::Sequential] {
            for scheme in SCHEMES {
                let (system, mut state) = Round::new(Dimension::Plane, &places, DVec3::ZERO, &list);
                (state.v[0], state.v[3]) = (1.0, 1.0);
                let options = Options {
                    impacts,
                    ..Options::default()
                };
                let mut simulation = simulate(system, state, scheme, options);
                for _ in 0..100 {
                    simulation.step().unwrap();
                }
                for (found, expected) in simulation.state.v.iter().zip([-0.5, 0.0, 0.0, -0.5, 0.0, 0.0]) {
                    near(*found, expected, 1e-11, &format!("{scheme} {impacts:?}"));
                }
            }
        }
    }
}

#[test]
fn two_step_scheme_refuses_motors() {
    let (system, state) = wheel(|hinge| hinge.friction = 1.0, 1.0);
    let mut simulation = simulate(system, state, "paoli-schatzman", Options::default());
    let error = simulation.step().unwrap_err();
    assert!(matches!(error, StepError::NotApplicable { .. }), "{error}");
    assert!(error.to_string().contains("no motors"), "{error}");
}

#[test]
fn gears_share_the_torque() {
    // θ₂ = −2 θ₁: the motor feels I₁ + 4 I₂.
    let motor = Motor {
        velocity: tape("1000"),
        max_force: 5.0,
    };
    let places = [DVec3::ZERO, DVec3::ZERO, DVec3::X];
    let hinge = |body: usize| joint(JointKind::Hinge, [0, body], places[body], DVec3::Z);
    let gear = JointKind::Gear {
        hinges: [0, 1],
        ratio: -2.0,
    };
    let mut list = [hinge(1), hinge(2), joint(gear, [1, 2], DVec3::ZERO, DVec3::Z)];
    list[0].motor = Some(motor);
    for dimension in [Dimension::Plane, Dimension::Space] {
        let (system, state) = Round::new(dimension, &places, DVec3::ZERO, &list);
        let size = state.v.len() / 2;
        // The wheels turn by a fraction of a turn only: nothing has to be remembered.
        let mut simulation = simulate(system, state, "moreau-midpoint", Options::default());
        for n in 1..=500 {
            let step = simulation.step().unwrap();
            let expected = 5.0 / (5.0 * INERTIA) * DT * f64::from(n);
            near(step.state.v[size - 1], expected, 1e-11, "first wheel");
            near(step.state.v[2 * size - 1], -2.0 * expected, 1e-11, "second wheel");
            assert!(step.position.drift < 1e-13, "drift {}", step.position.drift);
        }
    }
}

#[test]
fn nut_falls_down_its_screw() {
    // m v̇ = m g − f, I ω̇ = f p, v = p ω: v̇ = m g / (m + I/p²).
    let pitch = 0.4;
    let screw = joint(JointKind::Screw { pitch }, [0, 1], DVec3::ZERO, DVec3::Z);
    let (system, state) = Round::new(Dimension::Space, &[DVec3::ZERO; 2], -DVec3::Z, &[screw]);
    let mut simulation = simulate(system, state, "moreau-midpoint", Options::default());
    for n in 1..=1000 {
        let step = simulation.step().unwrap();
        let speed = -MASS * G / (MASS + INERTIA / (pitch * pitch)) * DT * f64::from(n);
        near(step.state.v[2], speed, 1e-10, "fall");
        near(step.state.v[5], speed / pitch, 1e-10, "turn");
        if step.state.q[2].abs() > 0.4 * pitch * std::f64::consts::PI {
            break;
        }
    }
}

/// Steps of a mass on a rod from the horizontal: energy lost, and what v⁺ along the rows inside the step
/// would lose.
fn swing(options: Options) -> (f64, f64) {
    let kind = JointKind::Distance { to: DVec3::X };
    let rod = joint(kind, [0, 1], DVec3::ZERO, DVec3::Z);
    let (system, state) = Round::new(Dimension::Space, &[DVec3::ZERO, DVec3::X], -DVec3::Z, &[rod]);
    let kept = options.constraints != ConstraintHandling::Velocity;
    let mut simulation = simulate(system, state, "moreau-midpoint", options);
    let start = simulation.energy().total();
    let (mut lowest, mut taken) = (0.0_f64, 0.0);
    for _ in 0..2000 {
        let step = simulation.step().unwrap();
        assert!(
            !kept || step.position.drift < 1e-13,
            "drift {}",
            step.position.drift
        );
        lowest = lowest.min(step.state.q[2]);
        // The row turns by ω h from step to step: v⁺ = v cos ωh, T loses (ωh)² of itself.
        let square: f64 = step.state.v[..3].iter().map(|v| v * v).sum();
        taken += 0.5 * MASS * square * square * DT * DT;
    }
    near(lowest, -1.0, 0.05, "passes the lowest point");
    (start - simulation.energy().total(), taken)
}

#[test]
fn pendulum_on_a_rod_keeps_its_length_and_its_energy() {
    let (lost, taken) = swing(Options::default());
    assert!(
        lost.abs() < 2e-4 * taken,
        "lost {lost}, order 1 would lose {taken}"
    );
    let constraints = ConstraintHandling::Velocity;
    let (lost, _) = swing(Options {
        constraints,
        ..Options::default()
    });
    assert!(lost > 0.5 * taken, "in velocity alone it loses {lost}");
}
