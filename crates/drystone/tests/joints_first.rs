//! Joints are eliminated with the bodies before contacts are looked at: masses over twelve decades, rows that
//! depend on each other, and the answers of a method that sees joints as rows.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use std::fmt::Write;

fn runner(text: &str, sets: &[(&str, &str)]) -> Runner {
    let scene = Scene::read(text, "joints", sets).unwrap_or_else(|error| panic!("{error}"));
    Runner::new(&scene).unwrap()
}

/// From 10⁻⁶ to 10⁶ kg, downwards, upwards and in turns.
fn decades() -> [Vec<f64>; 3] {
    [
        (-6..=6).map(|k| 10_f64.powi(k)).collect(),
        (-6..=6).rev().map(|k| 10_f64.powi(k)).collect(),
        (0..12)
            .map(|k| 10_f64.powi(if k % 2 == 0 { -6 } else { 6 }))
            .collect(),
    ]
}

/// Spheres in a line along `axis`, each joined to the one before it.
fn line(masses: &[f64], kind: &str, axis: [f64; 3], held: bool) -> String {
    let at = |s: f64| format!("[{:e}, {:e}, {:e}]", s * axis[0], s * axis[1], s * axis[2]);
    let mut text = String::new();
    for (i, mass) in masses.iter().enumerate() {
        let place = at(0.2 * (i + 1) as f64);
        writeln!(
            text,
            "[body.b{i}]\nshape = {{ sphere = 0.05 }}\nmass = {mass:e}\nposition = {place}"
        )
        .unwrap();
        let before = match i.checked_sub(1) {
            Some(k) => format!("b{k}"),
            None if held => "world".to_owned(),
            None => continue,
        };
        let hinge = if kind == "hinge" { "axis = [0, 1, 0]\n" } else { "" };
        let place = at(0.2 * (i + 1) as f64 - 0.1);
        writeln!(
            text,
            "[joint.j{i}]\nkind = \"{kind}\"\nbetween = [\"{before}\", \"b{i}\"]\nat = {place}\n{hinge}"
        )
        .unwrap();
    }
    text
}

#[test]
fn a_chain_of_masses_over_twelve_decades_hangs_still_and_carries_its_weight() {
    for masses in decades() {
        for kind in ["ball", "hinge"] {
            let chain = line(&masses, kind, [0.0, 0.0, -1.0], true);
            let text = format!("[world]\ngravity = [0, 0, -9.81]\n{chain}[run]\nt_end = 0.1\nstep = 1e-3\n");
            let mut runner = runner(&text, &[]);
            runner.run(|_| {}).unwrap();
            let world = runner.world().unwrap();
            for (i, joint) in world.joints.iter().enumerate() {
                let carried = 9.81 * masses[i..].iter().sum::<f64>();
                let error = (joint.force.length() - carried).abs() / carried;
                assert!(error <= 1e-10, "{kind} {i}: {} {carried}", joint.force);
            }
            for body in &world.bodies {
                assert!(body.twist.linear.length() <= 1e-12, "{}", body.twist.linear);
            }
        }
    }
}

/// Pulled at its heavy end along its line it moves as one body, and each joint pulls at what is behind it.
#[test]
fn a_chain_of_masses_over_twelve_decades_is_towed() {
    for masses in decades() {
        let chain = line(&masses, "ball", [1.0, 0.0, 0.0], false);
        let (total, last) = (masses.iter().sum::<f64>(), masses.len() - 1);
        let (end, ahead) = if masses[0] > masses[last] {
            (0, -1.0)
        } else {
            (last, 1.0)
        };
        let force = 2.0 * ahead * total;
        let text = format!(
            "[world]\ngravity = [0, 0, 0]\n{chain}[force.tow]\nbody = \"b{end}\"\nforce = [{force:e}, 0, 0]\n\
             [run]\nt_end = 0.1\nstep = 1e-3\n"
        );
        let mut runner = runner(&text, &[]);
        runner.run(|_| {}).unwrap();
        let world = runner.world().unwrap();
        for (i, body) in world.bodies.iter().enumerate() {
            let (speed, way) = (body.twist.linear.x, body.pose.position.x - 0.2 * (i + 1) as f64);
            assert!((speed - 0.2 * ahead).abs() <= 1e-10, "{i}: {speed}");
            assert!((way - 0.01 * ahead).abs() <= 1e-10, "{i}: {way}");
        }
        for (i, joint) in world.joints.iter().enumerate() {
            let behind = match end {
                0 => 2.0 * masses[i + 1..].iter().sum::<f64>(),
                _ => 2.0 * masses[..=i].iter().sum::<f64>(),
            };
            let error = (joint.force.length() - behind).abs() / behind;
            assert!(error <= 1e-10, "{i}: {} {behind}", joint.force);
        }
    }
}

/// Two hinges on one axis hold more than a door needs.
#[test]
fn a_door_on_two_hinges_hangs_still() {
    let text = r#"
[world]
gravity = [0, 0, -9.81]
[body.door]
shape = { box = [0.8, 0.04, 2.0] }
mass = 20
position = [0.4, 0, 1]
[joint.upper]
kind = "hinge"
between = ["world", "door"]
at = [0, 0, 1.8]
axis = [0, 0, 1]
[joint.lower]
kind = "hinge"
between = ["world", "door"]
at = [0, 0, 0.2]
axis = [0, 0, 1]
[run]
t_end = 0.2
step = 1e-3
"#;
    let mut runner = runner(text, &[]);
    runner.run(|_| {}).unwrap();
    let world = runner.world().unwrap();
    let carried: f64 = world.joints.iter().map(|joint| joint.force.z.abs()).sum();
    assert!((carried - 20.0 * 9.81).abs() < 1e-9, "{carried}");
    let door = world
        .bodies
        .iter()
        .find(|body| body.twist.linear.length() > 1e-12);
    assert!(door.is_none());
}

/// Proximal Newton is given joints and motors as rows of W.
#[test]
fn machines_move_as_they_do_when_joints_are_rows_of_the_problem() {
    for (name, t_end) in [
        ("four_bar", "0.3"),
        ("slider_crank_bodies", "0.3"),
        ("arm", "0.2"),
        ("gripper", "0.1"),
    ] {
        let text = drystone::scenes::text(name).unwrap();
        let positions = |solver: &str| {
            let mut runner = runner(text, &[("run.t_end", t_end), ("run.solver", solver)]);
            runner.run(|_| {}).unwrap();
            let world = runner.world().unwrap();
            world.bodies.iter().map(|b| b.pose.position).collect::<Vec<_>>()
        };
        let (first, rows) = (positions("\"auto\""), positions("\"proximal-newton\""));
        for (a, b) in first.iter().zip(&rows) {
            assert!((*a - *b).length() < 1e-8, "{name}: {a} {b}");
        }
    }
}
