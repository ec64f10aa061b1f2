//! Imported robots move as mechanics says: torques that hold an arm, the period of a pendulum, two formats of
//! one robot.

use drystone::import::{Options, import_text};
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::verification::{self, Source};
use std::fmt::Write;

const G: f64 = 9.81;

fn imported(text: &str, options: &Options) -> String {
    let imported = import_text(text, "robot.xml", options);
    imported.unwrap_or_else(|error| panic!("{error}")).text
}

/// Runs the checks appended to a scene; all must pass.
fn verified(scene: &str, checks: &str, count: usize) {
    let text = format!("{scene}\n{checks}");
    let source = Source {
        name: "imported.toml".to_owned(),
        text,
    };
    let rows = verification::run(&[source], "", &[]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(rows.len(), count, "as many rows as checks");
    for row in &rows {
        assert!(row.pass, "{row:?}");
    }
}

fn link(name: &str, mass: f64, centre: f64, inertia: f64) -> String {
    format!(
        "<link name=\"{name}\"><inertial><origin xyz=\"{centre} 0 0\"/><mass value=\"{mass}\"/>\
         <inertia ixx=\"{inertia}\" iyy=\"{inertia}\" izz=\"{inertia}\"/></inertial></link>\n"
    )
}

fn joint(name: &str, between: [&str; 2], x: f64) -> String {
    bounded(name, between, x, ([-3.0, 3.0], 500.0))
}

fn bounded(
    name: &str,
    [parent, child]: [&str; 2],
    x: f64,
    ([lower, upper], effort): ([f64; 2], f64),
) -> String {
    format!(
        "<joint name=\"{name}\" type=\"revolute\"><parent link=\"{parent}\"/><child link=\"{child}\"/><origin xyz=\"{x} 0 0\"/>\
         <axis xyz=\"0 1 0\"/><limit lower=\"{lower}\" upper=\"{upper}\" effort=\"{effort}\"/></joint>\n"
    )
}

const NAMES: [&str; 3] = ["shoulder", "elbow", "wrist"];
const ANGLES: [f64; 3] = [0.3, -0.8, 0.9];

/// An arm of three links, and the weight and moment that each of its joints carries.
fn arm(limits: impl Fn(usize) -> ([f64; 2], f64)) -> (String, [[f64; 2]; 3]) {
    let (lengths, centres, masses) = ([0.5, 0.4, 0.3], [0.3, 0.15, 0.2], [3.0, 2.0, 1.0]);
    let mut text = "<robot name=\"arm\"><link name=\"base\"/>".to_owned();
    let links = ["base", "one", "two", "three"];
    // Positive angles about y turn x down; x of joints and centres from the cumulated angle.
    let (mut joint_x, mut centre_x, mut x, mut angle) = ([0.0; 3], [0.0; 3], 0.0, 0.0_f64);
    for i in 0..3 {
        text += &link(links[i + 1], masses[i], centres[i], 0.02);
        let at = if i == 0 { 0.0 } else { lengths[i - 1] };
        text += &bounded(NAMES[i], [links[i], links[i + 1]], at, limits(i));
        angle += ANGLES[i];
        (joint_x[i], centre_x[i]) = (x, x + centres[i] * angle.cos());
        x += lengths[i] * angle.cos();
    }
    let carried = [0, 1, 2].map(|i: usize| {
        let beyond = i..3;
        let weight: f64 = beyond.clone().map(|k| masses[k] * G).sum();
        [
            weight,
            beyond.map(|k| masses[k] * G * (centre_x[k] - joint_x[i])).sum(),
        ]
    });
    (text + "</robot>", carried)
}

/// Three links locked by their limits: every joint carries the weight beyond it, and its moment.
#[test]
fn an_arm_is_carried_by_the_forces_and_torques_of_statics() {
    let (text, carried) = arm(|i| ([ANGLES[i]; 2], 500.0));
    let mut checks =
        "[[verify]]\nid = \"X1\"\nname = \"statics\"\nset = { \"run.t_end\" = 0.05 }\nchecks = [\n"
            .to_owned();
    for (name, [weight, moment]) in NAMES.iter().zip(carried) {
        let _ = writeln!(
            checks,
            "{{ value = \"{name}.force_z\", equals = {weight:?}, relative = 1e-9 }},"
        );
        let _ = writeln!(
            checks,
            "{{ value = \"{name}.torque_y\", equals = {:?}, relative = 1e-9 }},",
            -moment
        );
    }
    verified(&imported(&text, &Options::default()), &(checks + "]\n"), 6);
}

/// Motors as strong as that hold the arm; a thousandth weaker at the shoulder, it sinks.
#[test]
fn motors_hold_an_arm_if_they_are_just_strong_enough() {
    let (_, carried) = arm(|_| ([-3.0, 3.0], 500.0));
    let start: Vec<(String, f64)> = NAMES
        .iter()
        .zip(ANGLES)
        .map(|(name, angle)| ((*name).to_owned(), angle))
        .collect();
    let options = Options {
        hold: true,
        start,
        ..Options::default()
    };
    for (share, sinks) in [(1.001, false), (0.999, true)] {
        let (text, _) = arm(|i| ([-3.0, 3.0], if i == 0 { share * carried[0][1] } else { 500.0 }));
        // J q'' = the part of the moment that is missing; J is near 1 kg·m².
        let check = if sinks {
            "{ value = \"shoulder.coordinate\", at_least = 1e-4, tolerance = 0 }"
        } else {
            "{ value = \"shoulder.coordinate\", equals = 0, tolerance = 1e-12 }"
        };
        let checks = format!(
            "[[verify]]\nid = \"X3\"\nname = \"hold\"\nset = {{ \"run.t_end\" = 0.2 }}\nchecks = [{check}]\n"
        );
        verified(&imported(&text, &options), &checks, 1);
    }
}

/// A quarter of the period of a compound pendulum, T/4 = K(sin θ₀/2) √(J/(m g l)), K by the
/// arithmetic-geometric mean.
#[test]
fn a_pendulum_has_its_period() {
    let (mass, centre, inertia, amplitude) = (2.0, 0.4, 0.03, 0.5_f64);
    let text = format!(
        "<robot name=\"p\"><link name=\"base\"/>{}<joint name=\"pin\" type=\"continuous\"><parent link=\"base\"/><child link=\"rod\"/>\
         <origin rpy=\"0 1.5707963267948966 0\"/><axis xyz=\"0 1 0\"/></joint></robot>",
        link("rod", mass, centre, inertia)
    );
    let options = Options {
        start: vec![("pin".to_owned(), amplitude)],
        ..Options::default()
    };
    let (mut a, mut b) = (1.0_f64, (0.5 * amplitude).cos());
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    let about_pin = inertia + mass * centre * centre;
    let quarter = std::f64::consts::FRAC_PI_2 / a * (about_pin / (mass * G * centre)).sqrt();
    let checks = format!(
        "[[verify]]\nid = \"X2\"\nname = \"period\"\nset = {{ \"run.t_end\" = 1.0 }}\nchecks = [\n\
         {{ take = \"first_time\", value = \"-pin.coordinate - {amplitude}\", equals = {quarter:?}, relative = 1e-5 }},\n]\n"
    );
    verified(&imported(&text, &options), &checks, 1);
}

/// The same double pendulum in both formats is at the same place after a second.
#[test]
fn both_formats_of_a_robot_move_alike() {
    let urdf = format!(
        "<robot name=\"d\"><link name=\"base\"/>{}{}{}{}</robot>",
        link("one", 2.0, 0.25, 0.05),
        link("two", 1.0, 0.2, 0.02),
        joint("a", ["base", "one"], 0.0),
        joint("b", ["one", "two"], 0.5)
    );
    let mjcf = r#"<mujoco><compiler angle="radian"/><option timestep="0.001"/><default><joint axis="0 1 0" range="-3 3"/></default>
      <worldbody><body name="one"><joint name="a"/><inertial pos="0.25 0 0" mass="2" diaginertia="0.05 0.05 0.05"/>
        <body name="two" pos="0.5 0 0"><joint name="b"/><inertial pos="0.2 0 0" mass="1" diaginertia="0.02 0.02 0.02"/></body>
      </body></worldbody></mujoco>"#;
    let ends: Vec<Vec<f64>> = [urdf.as_str(), mjcf]
        .iter()
        .map(|text| {
            let scene = imported(text, &Options::default());
            let scene =
                drystone::io::scene::Scene::read(&scene, "x.toml", &[("run.t_end", "1")]).expect("a scene");
            let mut runner = drystone::run::runner::Runner::new(&scene).expect("a runner");
            runner.run(|_| {}).expect("a run");
            let end = drystone::run::summary::summary(
                &scene,
                &runner,
                &RunVerdict::of(&scene, &runner, &Ending::Finished),
                0.0,
            );
            let place = end["bodies"]["two"]["position"].as_array().expect("a place");
            place.iter().filter_map(serde_json::Value::as_f64).collect()
        })
        .collect();
    assert_eq!(ends[0].len(), 3);
    assert!(ends[0][2] < -0.1, "it fell: {ends:?}");
    for (u, m) in ends[0].iter().zip(&ends[1]) {
        assert!((u - m).abs() < 1e-12, "{ends:?}");
    }
}
