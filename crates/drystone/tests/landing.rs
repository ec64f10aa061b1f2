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
    for step in ["0.02", "0.005", "1e-3"] {
        let runner = end(THROWN, &[("run.step", step)]);
        let frame = runner.frame();
        assert!(frame.v.iter().all(|v| v.abs() < 1e-12), "{step}: {:?}", frame.v);
        assert!((frame.q[2] - 0.25).abs() < 1e-9, "{step}: {:?}", frame.q);
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
