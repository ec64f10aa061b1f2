//! Chains of many links: tensions in closed form, free fall, the lowest frequency, energy and joints over
//! many steps.

use drystone::dynamics::geometry::DVec3;
use drystone::io::scene::Scene;
use drystone::run::runner::{Detail, Runner};
use std::fmt::Write;

const LINKS: usize = 200;
const PITCH: f64 = 0.05;
const MASS: f64 = 0.1;
const G: f64 = 9.81;

fn runner(text: &str, sets: &[(&str, &str)]) -> Runner {
    let scene = Scene::read(text, "chain", sets).unwrap_or_else(|error| panic!("{error}"));
    Runner::new(&scene).unwrap()
}

/// Any span, any difference of height: a chain laid out at rest carries what the slopes of its links say.
#[test]
fn every_joint_carries_the_tension_of_the_funicular_polygon() {
    let text = drystone::scenes::text("chain").unwrap();
    for (span, rise) in [("8", "0"), ("8", "3"), ("3", "-6"), ("9.9", "0")] {
        let sets = [("span", span), ("rise", rise), ("run.t_end", "0.02")];
        let mut runner = runner(text, &sets);
        runner.run(|_| {}).unwrap();
        let world = runner.world().unwrap();
        let (bodies, joints) = (&world.bodies, &world.joints);
        assert_eq!((bodies.len(), joints.len()), (LINKS + 1, LINKS + 1));
        // The z axis of a link is its own; joints 1 … n − 1 pull at the link after them, the last one at the
        // last link.
        let slope = |i: usize| {
            let along = bodies[i].pose.rotation * DVec3::Z;
            along.z / along.x
        };
        let weight = MASS * G;
        let tension = (LINKS - 1) as f64 * weight / (slope(LINKS - 1) - slope(0));
        let size = weight * LINKS as f64 + tension;
        for (i, joint) in joints.iter().enumerate() {
            // Vertical force at node i: the mean of those at the middles of the links beside it.
            let (x, z) = if i < LINKS {
                (-tension, 0.5 * weight - tension * slope(i))
            } else {
                (tension, 0.5 * weight + tension * slope(LINKS - 1))
            };
            let found = joint.force;
            assert!(
                (found.x - x).abs() + found.y.abs() + (found.z - z).abs() <= 1e-9 * size,
                "{span} {rise}, joint {i}: found {found}, expected {x} {z}"
            );
        }
    }
}

/// Nobody holds it: every link is on the same parabola, and the joints carry nothing.
#[test]
fn a_chain_that_is_let_go_falls_as_it_is() {
    let text = format!(
        "[[fill]]\nname = \"link\"\npattern = {{ chain = {{ links = {LINKS}, pitch = {PITCH}, to = [6, 0, 2] }} }}\n\
         body = {{ mass = {MASS}, inertia = [2e-5, 2e-5, 1e-6], velocity = [1, 0.5, 2] }}\n\
         [run]\nt_end = 0.2\nstep = 2e-3\nscheme = \"moreau-midpoint\"\n"
    );
    let mut runner = runner(&text, &[]);
    let start: Vec<_> = runner.world().unwrap().bodies.iter().map(|b| b.pose).collect();
    runner.run(|_| {}).unwrap();
    let world = runner.world().unwrap();
    let t = 0.2;
    for (body, start) in world.bodies.iter().zip(&start) {
        let moved = body.pose.position - start.position;
        let exact = [t, 0.5 * t, 2.0 * t - 0.5 * G * t * t];
        for (found, exact) in moved.to_array().iter().zip(exact) {
            assert!((found - exact).abs() < 1e-12, "{moved} {exact}");
        }
        assert!(body.twist.angular.length() < 1e-11, "{}", body.twist.angular);
    }
    for joint in &world.joints {
        assert!(joint.force.length() < 1e-9, "{}", joint.force);
    }
}

/// Mass and stiffness of small swings in the angles of rods, M θ̈ + K θ = 0, and the lowest of ω² = θᵀKθ /
/// θᵀMθ by inverse iteration.
///
/// Centre of rod i: xᵢ = Σ_{k<i} p θₖ + p θᵢ/2; T = Σ m ẋᵢ²/2 + J θ̇ᵢ²/2, V = Σ m g p (n − i + ½) θᵢ²/2.
fn lowest_mode() -> (f64, Vec<f64>) {
    let inertia = MASS * PITCH * PITCH / 12.0;
    let stiffness = |i: usize| MASS * G * PITCH * ((LINKS - 1 - i) as f64 + 0.5);
    let inertia_times = |angles: &[f64]| -> Vec<f64> {
        let mut centres = Vec::new();
        let mut joint = 0.0;
        for angle in angles {
            centres.push(joint + 0.5 * PITCH * angle);
            joint += PITCH * angle;
        }
        let mut below = 0.0;
        let mut out = vec![0.0; LINKS];
        for i in (0..LINKS).rev() {
            out[i] = inertia * angles[i] + MASS * PITCH * (0.5 * centres[i] + below);
            below += centres[i];
        }
        out
    };
    let mut mode = vec![1.0; LINKS];
    let mut square = 0.0;
    for _ in 0..60 {
        let momentum = inertia_times(&mode);
        let next: Vec<f64> = momentum
            .iter()
            .enumerate()
            .map(|(i, m)| m / stiffness(i))
            .collect();
        let size = next[LINKS - 1];
        let (mut potential, mut kinetic) = (0.0, 0.0);
        for (i, (x, m)) in next.iter().zip(inertia_times(&next)).enumerate() {
            potential += stiffness(i) * x * x;
            kinetic += x * m;
        }
        square = potential / kinetic;
        mode = next.iter().map(|x| x / size).collect();
    }
    (square.sqrt(), mode)
}

/// A chain that is let go in its lowest mode, its last link at this angle times the last entry of the mode;
/// how far its end is aside, and the frequency.
fn swinging_in_its_lowest_mode(angle: f64) -> (String, f64, f64) {
    let (frequency, mode) = lowest_mode();
    let mut text = String::from("[world]\ndimension = 2\n");
    let (mut x, mut y, mut amplitude) = (0.0, 0.0, 0.0);
    for (k, shape) in mode.iter().enumerate() {
        let angle: f64 = angle * shape;
        let (dx, dy) = (PITCH * angle.sin(), -PITCH * angle.cos());
        let before = if k == 0 {
            "world".to_owned()
        } else {
            format!("link{}", k - 1)
        };
        writeln!(
            text,
            "[body.link{k}]\nmass = {MASS}\ninertia = {:?}\nposition = [{:?}, {:?}]\nangle = {angle:?}\n\
             [joint.pin{k}]\nkind = \"hinge\"\nbetween = [\"{before}\", \"link{k}\"]\nat = [{x:?}, {y:?}]",
            MASS * PITCH * PITCH / 12.0,
            x + 0.5 * dx,
            y + 0.5 * dy,
        )
        .unwrap();
        amplitude = x + 0.5 * dx;
        (x, y) = (x + dx, y + dy);
    }
    (text, amplitude, frequency)
}

/// From its lowest mode a hanging chain is upright after a quarter of its period.
#[test]
fn a_hanging_chain_has_its_lowest_frequency() {
    let (frequency, _) = lowest_mode();
    // A heavy string: half of the first zero of J₀ times √(g/L); rods differ by O(1/n²).
    let string = 0.5 * 2.404_825_557_695_773 * (G / (LINKS as f64 * PITCH)).sqrt();
    assert!((frequency / string - 1.0).abs() < 1e-6, "{frequency} {string}");
    let (mut text, amplitude, _) = swinging_in_its_lowest_mode(1e-4);
    let quarter = 0.5 * std::f64::consts::PI / frequency;
    let steps = 1000.0;
    write!(
        text,
        "[run]\nt_end = {quarter:?}\nstep = {:?}\nscheme = \"moreau-midpoint\"",
        quarter / steps
    )
    .unwrap();
    let mut runner = runner(&text, &[]);
    runner.run(|_| {}).unwrap();
    let world = runner.world().unwrap();
    // Sideways velocity −A ω, place A cos(ω t): what is left of the place is an error of the phase.
    let end = &world.bodies[LINKS - 1];
    let phase = end.pose.position.x / amplitude;
    let speed = -end.twist.linear.x / (amplitude * frequency);
    // The second order of the scheme: (ω h)²/24 of the phase π/2 is 2e-7; that of the amplitude is 1e-8.
    assert!(phase.abs() < 1e-6, "phase {phase:e}");
    assert!((speed - 1.0).abs() < 1e-6, "speed {speed}");
}

/// The same by `hybrid`, whose joints are factored as a chain: the square of the amplitude is left, and some
/// hundred times the tolerance of lengths and speeds of the whole chain.
#[test]
fn a_hanging_chain_has_its_lowest_frequency_by_hybrid() {
    let (text, amplitude, frequency) = swinging_in_its_lowest_mode(1e-3);
    let quarter = 0.5 * std::f64::consts::PI / frequency;
    let run = format!(
        "{text}[run]\nt_end = {quarter:?}\nstep = {:?}\nscheme = \"hybrid\"\ntolerance = 1e-10",
        quarter / 4.0
    );
    let mut runner = runner(&run, &[]);
    runner.run(|_| {}).unwrap();
    let world = runner.world().unwrap();
    let end = &world.bodies[LINKS - 1];
    let phase = end.pose.position.x / amplitude;
    let speed = -end.twist.linear.x / (amplitude * frequency);
    assert!(phase.abs() < 1e-5, "phase {phase:e}");
    assert!((speed - 1.0).abs() < 1e-5, "speed {speed}");
}

/// Let go at half a radian: joints hold to rounding, and the energy of the swing stays.
#[test]
fn a_swinging_chain_keeps_its_energy_and_its_joints() {
    let text = drystone::scenes::text("swinging_chain").unwrap();
    let mut change = Vec::new();
    for step in ["1e-3", "5e-4"] {
        let mut runner = runner(text, &[("run.t_end", "0.2"), ("run.step", step)]);
        let start = runner.frame().energy.total();
        runner.run(|_| {}).unwrap();
        let totals = &runner.totals;
        assert_eq!(totals.failed_steps(), 0);
        // Of a length of 10 m.
        assert!(totals.drift < 1e-12, "drift {:e}", totals.drift);
        let frame = runner.frame();
        change.push((frame.energy.total() - start).abs() / frame.energy.kinetic);
    }
    assert!(change[0] < 1e-4 && change[1] < 0.5 * change[0], "{change:?}");
}

/// Mass, moment of inertia in the plane, momentum and moment of momentum about the origin of all bodies.
fn momenta(runner: &Runner, masses: &[[f64; 2]]) -> [f64; 3] {
    let bodies = &runner.world().unwrap().bodies;
    let mut sum = [0.0; 3];
    for (body, [mass, inertia]) in bodies.iter().zip(masses) {
        let (x, v) = (body.pose.position, body.twist.linear);
        sum[0] += mass * v.x;
        sum[1] += mass * v.y;
        sum[2] += mass * (x.x * v.y - x.y * v.x) + inertia * body.twist.angular.z;
    }
    sum
}

/// A mass that flies off jerks the chain behind it: the momentum is what it was to rounding, the moment of
/// momentum to the order of the jerk in a step; energy is lost once.
#[test]
fn a_chain_behind_a_mass_takes_none_of_its_momentum() {
    let inertia = MASS * PITCH * PITCH / 12.0;
    let mut masses = vec![[2.0, 0.01]];
    masses.extend([[MASS, inertia]; 60]);
    let changed = |step: f64| {
        let text = format!(
            "[world]\ndimension = 2\ngravity = [0, 0]\n\
             [body.ball]\nmass = 2\ninertia = 0.01\nposition = [1, 2]\nvelocity = [0, 3]\nangular_velocity = 5\n\
             [[fill]]\nname = \"link\"\npattern = {{ chain = {{ links = 60, pitch = {PITCH}, from = [1.1, 2], \
             direction = [2, 1], hold_start = \"ball\" }} }}\n\
             body = {{ mass = {MASS}, inertia = {inertia:?} }}\n\
             [run]\nt_end = 0.5\nstep = {step:?}\nscheme = \"moreau-midpoint\"\n"
        );
        let mut runner = runner(&text, &[]);
        let start = momenta(&runner, &masses);
        assert!((start[2] - (2.0 * 3.0 + 0.05)).abs() < 1e-14);
        runner.advance().unwrap();
        let jerked = runner.frame().energy.kinetic;
        assert!(jerked < 0.95 * (9.0 + 0.5 * 0.01 * 25.0), "{jerked}");
        runner.run(|_| {}).unwrap();
        let end = momenta(&runner, &masses);
        for (start, end) in start.iter().zip(end).take(2) {
            assert!((start - end).abs() < 1e-12, "{start} {end}");
        }
        let kinetic = runner.frame().energy.kinetic;
        assert!(runner.totals.drift < 1e-13, "{}", runner.totals.drift);
        [end[2] / start[2] - 1.0, kinetic / jerked - 1.0].map(f64::abs)
    };
    let (coarse, fine) = (changed(1e-3), changed(5e-4));
    for (coarse, fine) in coarse.iter().zip(&fine) {
        assert!(*coarse < 0.01 && *fine < 0.6 * coarse, "{coarse:e} {fine:e}");
    }
}

/// A ball strikes the last of a thousand links that hang at rest, under an impact law of one contact after
/// the other: the joints hold, and what is lost is what Newton's law takes, (1 − e)/2 of the impulse times
/// the approach.
#[test]
fn a_struck_chain_loses_what_the_impact_law_takes() {
    let (links, e) = (1000, 0.5);
    for scheme in ["moreau-jean", "hybrid"] {
        let text = format!(
            "[world]\ngravity = [0, 0, 0]\n[[fill]]\nname = \"link\"\n\
             pattern = {{ chain = {{ links = {links}, pitch = {PITCH}, direction = [0, 0, -1], \
             hold_start = \"world\" }} }}\n\
             body = {{ shape = {{ capsule = {{ length = 0.04, radius = 0.005 }} }}, mass = {MASS} }}\n\
             [body.ball]\nshape = {{ sphere = 0.05 }}\nmass = 0.5\nposition = [0.0551, 0, {:?}]\n\
             velocity = [-2, 0, 0]\n[[contact]]\nbetween = [\"*\", \"*\"]\nrestitution = {e}\n\
             [run]\nt_end = 1e-3\nstep = 5e-4\nscheme = \"{scheme}\"\nimpacts = \"sequential\"\n",
            PITCH * (0.5 - f64::from(links)),
        );
        let mut runner = runner(&text, &[]);
        let mut lost = 0.0;
        runner
            .run(|frame| {
                if let Detail::Step(step) = frame.detail {
                    lost += step.energy.impact_loss;
                }
            })
            .unwrap();
        let bodies = &runner.world().unwrap().bodies;
        let ball = bodies.iter().find(|b| b.pose.position.x > 0.05).unwrap();
        let impulse = 0.5 * (ball.twist.linear.x + 2.0);
        let expected = 0.5 * (1.0 - e) * impulse * 2.0;
        assert!(impulse > 0.01, "{impulse}");
        assert!(
            (lost / expected - 1.0).abs() < 1e-9,
            "{scheme}: {lost} {expected}"
        );
        assert!(runner.totals.drift < 1e-6, "{:e}", runner.totals.drift);
    }
}
