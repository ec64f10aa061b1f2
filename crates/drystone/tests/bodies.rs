//! Worlds of bodies through the runner: what a run says of bodies, pairs and joints.

use drystone::io::scene::Scene;
use drystone::runner::Runner;
use drystone::summary::summary;
use serde_json::Value;

fn run(text: &str, sets: &[(&str, &str)]) -> Value {
    let scene = Scene::read(text, "test.toml", sets).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    runner.run(|_| {}).expect("a run");
    summary(&scene, &runner, 0.0)
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().unwrap_or_else(|| panic!("a list, not {value}"));
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

const INCLINE: &str = r#"
[params]
mu = 0.5
[world]
dimension = 3
gravity = [0, 0, -9.81]
[body.slope]
fixed = true
shape = { plane = { tilt_deg = 20 } }
[body.box]
shape = { box = [0.2, 0.2, 0.1] }
mass = 1.0
on = "slope"
[[contact]]
between = ["box", "slope"]
friction = "$mu"
[run]
t_end = 1.0
step = 2e-3
"#;

/// tan 20° = 0.364 < 0.5: the box stays, and the slope carries its weight.
#[test]
fn a_box_on_a_slope_stays_and_its_weight_is_carried() {
    let start = run(INCLINE, &[("run.t_end", "2e-3")]);
    let end = run(INCLINE, &[]);
    let (a, b) = (
        numbers(&start["bodies"]["box"]["position"]),
        numbers(&end["bodies"]["box"]["position"]),
    );
    for (a, b) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-12, "creeps from {a} to {b}");
    }
    // The pair is called as the contact names it: the impulse on the slope.
    let impulse = numbers(&end["impulses"]["box-slope"]);
    let weight = [0.0, 0.0, -9.81];
    for (found, expected) in impulse.iter().zip(weight) {
        assert!((found - expected).abs() < 1e-10 * 9.81, "{impulse:?}");
    }
    assert_eq!(
        end["bodies"]["slope"]["position"].as_array().map(Vec::len),
        Some(3)
    );
    assert_eq!(
        end["bodies"]["box"]["quat_wxyz"].as_array().map(Vec::len),
        Some(4)
    );
    assert_eq!(end["certificate"]["failed_steps"], 0);
}

/// With other friction it slides down by ½ g (sin − μ cos) t², and its table of pairs says what acted on it.
#[test]
fn a_box_on_a_slippery_slope_slides_as_it_must() {
    let end = run(INCLINE, &[("mu", "0.2"), ("run.t_end", "1.0")]);
    let start = run(INCLINE, &[("mu", "0.2"), ("run.t_end", "2e-3")]);
    let velocity = numbers(&end["bodies"]["box"]["velocity"]);
    let angle = 20f64.to_radians();
    let speed = 9.81 * (angle.sin() - 0.2 * angle.cos());
    let found = velocity.iter().map(|v| v * v).sum::<f64>().sqrt();
    assert!((found - speed).abs() < 1e-9, "{found} {speed}");
    assert_ne!(start["hash"], end["hash"]);
}

const PLANE: &str = r#"
[world]
dimension = 2
[body.floor]
fixed = true
shape = { plane = {} }
[body.wheel]
shape = { disc = 0.5 }
mass = 2.0
position = [0, 0.5]
angular_velocity = -4
velocity = [2, 0]
[[contact]]
between = ["*", "*"]
friction = 0.5
[run]
t_end = 10.0
step = 1e-2
"#;

/// A disc that rolls for 40 rad: its angle counts whole turns, and pairs without a contact of their own go by the file.
#[test]
fn a_disc_in_the_plane_rolls_and_counts_its_turns() {
    let end = run(PLANE, &[]);
    let wheel = &end["bodies"]["wheel"];
    assert!((numbers(&wheel["position"])[0] - 20.0).abs() < 1e-9, "{wheel}");
    assert!(
        (wheel["angle"].as_f64().expect("an angle") + 40.0).abs() < 1e-9,
        "{wheel}"
    );
    assert!((wheel["angular_velocity"].as_f64().expect("ω") + 4.0).abs() < 1e-9);
    let impulse = numbers(&end["impulses"]["floor-wheel"]);
    assert_eq!(impulse.len(), 2);
    assert!((impulse[1] - 2.0 * 9.81 * 10.0).abs() < 1e-8, "{impulse:?}");
}
