//! Bodies land on surfaces and not below them, come to rest there and stay; nothing that does not touch is
//! stopped.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;

/// The runner at the end of a scene, overrides applied.
fn end(text: &str, sets: &[(&str, &str)]) -> Runner {
    let scene = Scene::read(text, "landing.toml", sets).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    runner.run(|_| {}).expect("a run");
    runner
}

const SEAM: &str = r#"
[params]
x0 = -0.33
[world]
[body.left]
fixed = true
shape = { box = [1, 1, 0.2] }
position = [-0.5, 0, -0.1]
[body.right]
fixed = true
shape = { box = [1, 1, 0.2] }
position = [0.5, 0, -0.1]
[body.block]
shape = { box = [0.2, 0.2, 0.2] }
mass = 1
position = ["x0", 0, 0.1]
velocity = [1, 0, 0]
[[contact]]
between = ["*", "*"]
[run]
t_end = 0.4
step = 0.01
"#;

/// Along its normal the gap to the edge of the next tile closes; in truth the block slides over it.
#[test]
fn a_block_slides_over_the_seam_of_two_tiles() {
    for x0 in ["-0.33", "-0.3", "-0.251"] {
        for step in ["0.0167", "0.01", "1e-3"] {
            let runner = end(SEAM, &[("x0", x0), ("run.step", step)]);
            let (q, v) = (&runner.frame().q, &runner.frame().v);
            let asked = x0.parse::<f64>().expect("a number") + 0.4;
            assert!(
                (q[0] - asked).abs() < 1e-12 && (v[0] - 1.0).abs() < 1e-12,
                "{q:?}, {v:?}"
            );
            assert!((q[2] - 0.1).abs() < 1e-12, "{q:?}");
        }
    }
}

const THROWN: &str = r#"
[world]
[body.floor]
fixed = true
shape = { plane = {} }
[body.box]
shape = { box = [0.5, 0.5, 0.5] }
mass = 2
position = [0, 0, 0.9]
euler_deg = [20, 35, 10]
velocity = [1, 0.6, -1]
angular_velocity = [1, -2, 3]
[[contact]]
between = ["*", "*"]
friction = 0.3
[run]
t_end = 5
step = 0.005
"#;

/// A box that is thrown tumbles, lies on a face and does not move any more: no creep, no spin, no overlap.
#[test]
fn a_thrown_box_comes_to_rest() {
    // Projection alone let it walk for ever.
    for violation in ["landing", "projection"] {
        for step in ["0.02", "0.005", "1e-3"] {
            let runner = end(THROWN, &[("run.step", step), ("run.violation", violation)]);
            let frame = runner.frame();
            assert!(
                frame.v.iter().all(|v| v.abs() < 1e-12),
                "{violation}, {step}: {:?}",
                frame.v
            );
            assert!(
                (frame.q[2] - 0.25).abs() < 1e-9,
                "{violation}, {step}: {:?}",
                frame.q
            );
        }
    }
}

const BALL: &str = r#"
[params]
e = 1
[world]
[body.floor]
fixed = true
shape = { plane = {} }
[body.ball]
shape = { sphere = 0.1 }
mass = 1
position = [0, 0, 1]
[[contact]]
between = ["*", "*"]
restitution = "$e"
[run]
t_end = 10
step = 0.01
"#;

/// Restitution stays exact: the energy of an elastic ball is the same after ten seconds.
#[test]
fn an_elastic_ball_keeps_its_energy() {
    for step in ["0.0167", "0.01", "1e-3"] {
        let runner = end(BALL, &[("run.step", step)]);
        let (q, v) = (&runner.frame().q, &runner.frame().v);
        let energy = 9.81 * q[2] + 0.5 * v[2] * v[2];
        assert!((energy - 9.81).abs() < 1e-10, "{step}: {energy}");
    }
}

/// A ball with e = 0.8 ends on the floor, to rounding.
#[test]
fn a_ball_that_bounces_less_and_less_ends_on_the_floor() {
    for step in ["0.0167", "0.01", "1e-3"] {
        let runner = end(BALL, &[("e", "0.8"), ("run.step", step)]);
        let (q, v) = (&runner.frame().q, &runner.frame().v);
        assert!(
            (q[2] - 0.1).abs() < 1e-12 && v[2].abs() < 1e-12,
            "{step}: {q:?}, {v:?}"
        );
    }
}

/// A disc of 0.1 mm that rolls on its rim at 27° keeps its height and its energy, at any step, with order
/// two.
#[test]
fn a_disc_that_rolls_on_its_rim_does_not_sink() {
    let text = drystone::scenes::text("eulers_disc").expect("a scene");
    let rolls = |step: &str| {
        let sets = [
            ("rolling", "0"),
            ("alpha0_deg", "27"),
            ("thickness", "1e-4"),
            ("run.t_end", "1"),
            ("run.scheme", "moreau-jean"),
            ("run.tolerance", "1e-10"),
            ("run.step", step),
        ];
        let runner = end(text, &sets);
        let frame = runner.frame();
        let tilt = 27_f64.to_radians();
        let height = 0.0375 * tilt.sin() + 0.5e-4 * tilt.cos();
        let [start, now] = [runner.totals.initial.total(), frame.energy.total()];
        [(frame.q[2] - height).abs(), (now - start).abs() / start]
    };
    let [coarse, fine] = ["2e-3", "1e-3"].map(rolls);
    assert!(coarse[0] < 3e-5 && coarse[1] < 2e-3, "{coarse:?}");
    assert!(
        fine[0] < 0.3 * coarse[0] && fine[1] < 0.3 * coarse[1],
        "{coarse:?} {fine:?}"
    );
}

/// An elbow pressed on its stop by a motor stays there while the shoulder swings: one impact, and the angle
/// of the shoulder is the integral of its speed. (The stop was left out of every second step: nothing but the
/// motor moves the elbow towards it.)
#[test]
fn a_stop_that_a_motor_presses_on_holds() {
    let text = "[world]\ngravity = [0, 0, 0]\n[body.base]\nfixed = true\nshape = { box = [0.1, 0.1, 0.1] }\n\
        [body.upper]\nshape = { box = [0.05, 0.05, 0.5] }\nmass = 1\nposition = [0, 0, 0.25]\n\
        [body.fore]\nshape = { box = [0.05, 0.05, 0.4] }\nmass = 1\nposition = [0, 0, 0.7]\n\
        [joint.shoulder]\nkind = \"hinge\"\nbetween = [\"base\", \"upper\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n\
        motor = { velocity = \"cos(1.5*t)\" }\n\
        [joint.elbow]\nkind = \"hinge\"\nbetween = [\"upper\", \"fore\"]\nat = [0, 0, 0.5]\naxis = [0, 1, 0]\n\
        limits_deg = [-5, 30]\nmotor = { velocity = 0.9, max_torque = 5 }\n\
        [run]\nt_end = 4\n";
    for step in [1e-2, 1e-3] {
        let runner = end(text, &[("run.step", &step.to_string())]);
        let q = &runner.frame().q;
        let angle = 2.0 * q[5].atan2(q[3]);
        // The motor makes its speed in the first step, and half of that is lost.
        let expected = 6_f64.sin() / 1.5 - 0.5 * step;
        assert!((angle - expected).abs() < 0.2 * step, "{angle} {expected}");
        let impacts = runner.totals.impacts;
        assert!(impacts <= 3, "{impacts}");
    }
}

/// A rope around a capstan has no weight: its links are held to the drum by their joints alone, and no
/// velocity of free motion shows that. When a link that had drifted off by 1e-11 m was left out for it, its
/// neighbours lost theirs, and the rope came off the drum.
#[test]
fn a_contact_that_only_joints_press_on_is_not_let_go() {
    let text = drystone::scenes::text("capstan").expect("capstan");
    for tolerance in ["1e-10", "1e-6"] {
        let runner = end(
            text,
            &[
                ("joints", "200"),
                ("run.t_end", "0.5"),
                ("run.tolerance", tolerance),
            ],
        );
        let totals = &runner.totals;
        assert_eq!(
            (totals.failed_steps(), totals.contacts_max),
            (0, 200),
            "{tolerance}"
        );
        assert_eq!(totals.contacts_sum, 200 * totals.steps, "{tolerance}");
        assert!(totals.min_gap > -1e-8, "{}", totals.min_gap);
    }
}
