//! Nothing false is called solved or certified: what outside tests found, each with its story.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

/// A file of this name and text in a folder of its own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("drystone-false-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// Exit status and JSON of the program.
fn told(args: &[&str]) -> (i32, Value) {
    let out = Command::new(env!("CARGO_BIN_EXE_drystone"))
        .args(args)
        .args(["--json"])
        .output()
        .expect("the program");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let value = serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}: {text}{}", String::from_utf8_lossy(&out.stderr)));
    (out.status.code().unwrap_or(-1), value)
}

fn solve(name: &str, problem: &Value, solver: &str) -> (i32, Value) {
    let mut whole = json!({ "format": "drystone-problem", "version": 1, "kind": "contact" });
    for (key, value) in problem.as_object().expect("keys") {
        whole[key] = value.clone();
    }
    let path = file(name, &whole.to_string());
    told(&["solve", &path.to_string_lossy(), "--solver", solver, "--answer"])
}

fn run(name: &str, scene: &str, more: &[&str]) -> (i32, Value) {
    let path = file(name, scene);
    let path = path.to_string_lossy().into_owned();
    let mut args = vec!["run", path.as_str(), "-q"];
    args.extend(more);
    told(&args)
}

/// Impulses of 4.9e153, whose squares overflow to an error of 0: no solution, and a ray says why.
#[test]
fn norms_that_overflow_are_no_measure() {
    let laws = json!([{ "law": "unilateral" }, { "law": "unilateral" }]);
    let (exit, found) = solve(
        "overflow.json",
        &json!({ "W": [[-2.9, 4.8], [0.4, -1.0]], "b": [-0.9, -0.3], "laws": laws }),
        "auto",
    );
    assert_eq!((exit, &found["status"]), (1, &json!("infeasible")), "{found}");
    assert!(found["ray_error"].as_f64().expect("a check") < 1e-12, "{found}");
}

/// u₁ + u₂ = −0.001 whatever acts: not solved by 5e7 N·s, but without solution, with the proof (1, 1).
#[test]
fn what_has_no_solution_is_proved_to_have_none() {
    let laws = json!([{ "law": "unilateral" }, { "law": "unilateral" }]);
    let problem = json!({ "W": [[1, -1], [-1, 1]], "b": [-1, 0.999], "laws": laws });
    let (exit, found) = solve("vice.json", &problem, "auto");
    assert_eq!((exit, &found["status"]), (1, &json!("infeasible")), "{found}");
    let ray: Vec<f64> = serde_json::from_value(found["ray"].clone()).expect("a ray");
    assert!(
        ray[0] > 0.0 && (ray[0] - ray[1]).abs() < 1e-12 * ray[0],
        "{ray:?}"
    );
    for solver in ["gauss-seidel", "admm", "proximal-newton", "interior-point"] {
        let (exit, found) = solve("vice.json", &problem, solver);
        assert_eq!(exit, 1, "{solver}: {found}");
        assert_ne!(found["status"], "solved", "{solver}");
    }
}

/// r = 0 with a penetration of 1 m/s beside a row of 1e11: one norm over both hides it.
#[test]
fn a_block_is_measured_by_its_own_scale() {
    let laws = json!([{ "law": "unilateral" }, { "law": "unilateral" }]);
    let problem = json!({ "W": [[1, 0], [0, 1]], "b": [-1, 1e11], "laws": laws });
    for solver in ["auto", "admm", "gauss-seidel"] {
        let (_, found) = solve("scales.json", &problem, solver);
        let r: Vec<f64> = serde_json::from_value(found["answer"].clone()).expect("impulses");
        let right = (r[0] - 1.0).abs() < 1e-4;
        assert!(right || found["status"] != "solved", "{solver}: {found}");
        assert!(solver != "auto" || right, "{found}");
    }
}

/// Friction of 1e10 divided the miss of a normal velocity by 1e10.
#[test]
fn normal_clauses_do_not_fade_with_friction() {
    let w = json!([
        [1.4017418737596696, 1.247032592950514, -1.606574203740198],
        [1.247032592950514, 1.8544941342255234, -0.22438073426807997],
        [-1.606574203740198, -0.22438073426807997, 3.789716803100837]
    ]);
    let b = json!([-1.188357332049849, -0.8693607479164277, 1.6657575687968542]);
    for mu in [1e5, 1e10, 1e15] {
        let problem = json!({ "W": w, "b": b, "laws": [{ "law": "coulomb", "mu": mu }] });
        let (_, found) = solve("steep.json", &problem, "auto");
        assert_eq!(found["status"], "solved", "mu = {mu}: {found}");
        let r: Vec<f64> = serde_json::from_value(found["answer"].clone()).expect("impulses");
        assert!(r[0] > 0.0, "mu = {mu}: {r:?}");
    }
}

/// A stored zero in M changed the answer from 1.55 to 2, and the certificate, by the same inverse, said 0.
#[test]
fn a_stored_zero_changes_nothing() {
    let laws = json!([{ "law": "planar", "mu": 0.5 }, { "law": "planar", "mu": 0.3 }]);
    let entries = [
        (0, 0, 2.0),
        (0, 1, 0.9),
        (1, 0, 0.9),
        (1, 1, 2.0),
        (2, 2, 2.0),
        (2, 3, 0.5),
        (3, 2, 0.5),
        (3, 3, 2.0),
    ];
    let identity = json!([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]);
    let mut answers = Vec::new();
    for zero in [false, true] {
        let mut list: Vec<(usize, usize, f64)> = entries.to_vec();
        if zero {
            list.push((0, 3, 0.0));
        }
        let mass = json!({ "rows": 4, "columns": 4, "entries": list });
        let problem = json!({ "M": mass, "H": identity, "b": [-1.0, 0.5, -0.7, 0.2], "laws": laws });
        let (exit, found) = solve("zero.json", &problem, "auto");
        assert_eq!(exit, 0, "{found}");
        answers.push(serde_json::from_value::<Vec<f64>>(found["answer"].clone()).expect("impulses"));
    }
    assert_eq!(answers[0], answers[1]);
    assert!((answers[0][0] - 1.55).abs() < 1e-12, "{answers:?}");
    let rows = json!({ "M": [[2.0, 0.0], [0.0, 2.0]], "H": [[1.0, 0.0], [0.0, 1.0]], "b": [-1.0, 0.5],
        "laws": [{ "law": "planar", "mu": 0.5 }] });
    assert_eq!(solve("rows.json", &rows, "auto").0, 0);
}

/// A global problem whose M is three identity blocks, stored by blocks; and one without contacts.
#[test]
fn global_problems_by_blocks_and_without_contacts_are_read() {
    let block = "1 0 0\n0 1 0\n0 0 1\n";
    let blocks = format!(
        "3\n1\n1 9 9\n3 3 3\n3 6 9\n3 6 9\n4 3\n0 1 2 3\n0 1 2\n0\n{block}1\n{block}2\n{block}\
         0 9 3\n9 3\n{}\n{}\n0 0 0\n0.5\n",
        (0..27)
            .map(|k| if k % 10 == 0 { "1" } else { "0" })
            .collect::<Vec<_>>()
            .join(" "),
        "-1 0.2 0 0 0 0 0 0 0"
    );
    let path = file("blocks.dat", &blocks);
    let (exit, found) = told(&["solve", &path.to_string_lossy()]);
    assert_eq!(exit, 0, "{found}");
    let path = file(
        "none.dat",
        "3\n0\n0 2 2\n2 2\n2.0 0.0\n0.0 3.0\n0 2 0\n2 0\n1.0 2.0\n",
    );
    let (exit, found) = told(&["solve", &path.to_string_lossy()]);
    assert_eq!((exit, &found["contacts"]), (0, &json!(0)), "{found}");
}

const PRESS: &str = r#"
[world]
dimension = 3
gravity = [0, 0, -9.81]
[body.floor]
fixed = true
shape = { plane = {} }
[body.press]
shape = { box = [0.4, 0.4, 0.1] }
position = [0, 0, 0.2]
[motion.down]
body = "press"
position = ["0", "0", "0.2 - 0.1*t"]
[body.box]
shape = { box = [0.1, 0.1, 0.1] }
mass = 1
position = [0, 0, 0.05]
[[contact]]
between = ["*", "*"]
friction = 0.5
[run]
t_end = 2
step = 1e-3
"#;

/// A press that closes on a box: stopped, and told who is crushed, by what, and how much it must give.
#[test]
fn a_press_that_crushes_a_box_is_told() {
    let (exit, found) = run("press.toml", PRESS, &[]);
    assert_eq!(exit, 1, "{found}");
    assert_eq!(
        (&found["status"], &found["verdict"]),
        (&json!("stopped"), &json!("not certified"))
    );
    assert_eq!(
        (&found["stopped"]["kind"], &found["asked_t_end"]),
        (&json!("infeasible"), &json!(2.0))
    );
    let reason = found["stopped"]["reason"].as_str().expect("a reason");
    for words in [
        "\"box\" is crushed between \"floor\" and \"press\"",
        "follows a motion",
        "must give 1.000e-1 m/s",
    ] {
        assert!(reason.contains(words), "{words}: {reason}");
    }
    // No shorter step opens what is held shut: no minute is spent on trying.
    let (exit, again) = run("press.toml", PRESS, &["--on-violation", "shrink"]);
    assert_eq!((exit, &again["stopped"]["kind"]), (1, &json!("infeasible")));
}

const DROP: &str = r#"
[world]
dimension = 3
gravity = [0, 0, -9.81]
[body.floor]
fixed = true
shape = { plane = {} }
[body.box]
shape = { box = [0.2, 0.2, 0.2] }
mass = 1
position = [0, 0, 1]
[[contact]]
between = ["*", "*"]
friction = 0.5
[run]
t_end = 2
step = 0.05
"#;

/// A box that ends below the floor has a green badge no more; at a small step it is certified, with a
/// remark. Without landing, which would keep it above.
#[test]
fn a_box_below_the_floor_is_not_certified() {
    let sinking = &["--set", "run.violation=none"];
    let (exit, found) = run("drop.toml", DROP, sinking);
    assert_eq!((exit, &found["verdict"]), (1, &json!("not certified")), "{found}");
    let remark = &found["remarks"][0];
    assert_eq!(
        (&remark["kind"], &remark["pair"]),
        (&json!("overlap"), &json!("floor-box")),
        "{found}"
    );
    assert!(found["overlap"]["max_relative"].as_f64().expect("a number") > 0.5);
    let short = [sinking.as_slice(), &["--step", "1e-3"]].concat();
    let (exit, found) = run("drop.toml", DROP, &short);
    assert_eq!(
        (exit, &found["verdict"]),
        (0, &json!("certified with remarks")),
        "{found}"
    );
}

/// On the defaults a box lands on the floor and not below it, at any step, and does not turn.
#[test]
fn a_box_lands_on_the_floor_at_any_step() {
    for step in ["0.05", "0.0167", "0.01", "3e-3", "1e-3", "1e-4"] {
        let (exit, found) = run("drop.toml", DROP, &["--step", step]);
        assert_eq!(
            (exit, &found["verdict"]),
            (0, &json!("certified")),
            "{step}: {found}"
        );
        let q = |k: usize| found["q"][k].as_f64().expect("a number");
        assert!((q(2) - 0.1).abs() < 1e-12, "{step}: {}", q(2));
        assert!((4..7).all(|k| q(k).abs() < 1e-12), "{step}: {found}");
        let lifted = found["energy"]["correction"].as_f64().expect("a number");
        assert!(lifted.abs() < 1e-12, "{step}: {lifted}");
    }
}

/// 800 m/s at a wall of 2 cm with a step of 1 ms.
#[test]
fn a_bullet_is_caught_and_one_through_a_wall_is_not_certified() {
    let scene = r#"
[world]
dimension = 3
gravity = [0, 0, 0]
[body.wall]
fixed = true
shape = { box = [0.02, 1, 1] }
position = [1, 0, 0]
[body.b]
shape = { sphere = 0.005 }
mass = 0.01
velocity = [800, 0, 0]
[[contact]]
between = ["*", "*"]
[run]
t_end = 0.01
step = 1e-3
"#;
    let (exit, found) = run("bullet.toml", scene, &["--set", "run.continuous=false"]);
    assert_eq!((exit, &found["verdict"]), (1, &json!("not certified")), "{found}");
    assert_eq!(found["remarks"][0]["kind"], "passed_through", "{found}");
    let (exit, found) = run("bullet.toml", scene, &[]);
    assert_eq!((exit, &found["verdict"]), (0, &json!("certified")), "{found}");
    let x = found["q"][0].as_f64().expect("a number");
    assert!((x - 0.985).abs() < 1e-9, "{x}");
}

/// Energy that grows without end is seen, whatever the steps say.
#[test]
fn energy_out_of_nothing_is_not_certified() {
    let scene = r#"
[world]
dimension = 3
gravity = [0, 0, 0]
[body.b]
shape = { sphere = 0.1 }
mass = 0.1
velocity = [1, 0, 0]
[force.drag]
body = "b"
force = ["-100*vx", 0, 0]
[run]
t_end = 0.2
step = 0.01
scheme = "moreau-midpoint"
"#;
    let (exit, found) = run("drag.toml", scene, &[]);
    assert_eq!((exit, &found["verdict"]), (1, &json!("not certified")), "{found}");
}

/// A mass on a spring, ω h = `turn`: a step of the trapezoidal rule turns it by 2 arctan(ω h / 2).
fn oscillator(turn: f64) -> String {
    format!(
        "[lagrangian]\ncoordinates = [\"x\"]\nkinetic = \"x'^2/2\"\npotential = \"50*x^2\"\n\
         initial = {{ x = 1.0, \"x'\" = 0.0 }}\n[run]\nt_end = {}\nstep = {}\nscheme = \"moreau-jean\"\n",
        25.6 * turn,
        0.1 * turn
    )
}

/// One step against two halves: an estimate of the error of a step, of its third order, and a remark where it
/// is large. The remark alone takes no certificate away.
#[test]
fn the_error_of_the_step_length_is_estimated_and_told() {
    let largest = |turn: f64| {
        let (exit, found) = run(&format!("turn{turn}.toml"), &oscillator(turn), &["--force"]);
        assert_eq!(exit, 0, "{found}");
        let error = &found["step_error"];
        assert_eq!(error["steps"], json!(2), "one step in 128: {found}");
        (error["max"].as_f64().expect("an error"), found)
    };
    let (coarse, found) = largest(1.0);
    // 2 arctan(1/2) against 4 arctan(1/4), at any phase.
    let turned = 4.0 * f64::atan(0.25) - 2.0 * f64::atan(0.5);
    assert!(
        coarse <= 1.001 * turned && coarse > 0.01 * turned,
        "{coarse} beside {turned}"
    );
    assert_eq!(found["verdict"], json!("certified with remarks"), "{found}");
    assert_eq!(found["remarks"][0]["kind"], json!("step_error"), "{found}");
    let (fine, found) = largest(0.01);
    assert!(fine < 1e-6, "{fine}");
    assert_eq!(found["verdict"], json!("certified"), "{found}");
}

/// Looking at halves of steps leaves no trace in the motion: the same bits as the bare steps, with contacts,
/// sliding and impacts, for every scheme that is looked at.
#[test]
fn looking_at_halves_of_steps_changes_no_bit() {
    for scheme in [
        "moreau-jean",
        "moreau-midpoint",
        "stewart-trinkle",
        "anitescu-potra",
    ] {
        let text = format!(
            "[world]\ndimension = 3\n[body.floor]\nfixed = true\nshape = {{ plane = {{}} }}\n\
             [body.box]\nshape = {{ box = [0.2, 0.1, 0.1] }}\nmass = 1\nposition = [0, 0, 0.3]\n\
             velocity = [2, 0.5, 0]\nangular_velocity = [3, 1, 2]\n\
             [body.ball]\nshape = {{ sphere = 0.05 }}\nmass = 0.5\nposition = [0.1, 0, 0.6]\n\
             [[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.4\nrestitution = 0.3\n\
             [run]\nt_end = 0.8\nstep = 1e-3\nscheme = \"{scheme}\"\n"
        );
        let scene = Scene::read(&text, "thrown", &[]).expect("a scene");
        let mut runner = Runner::new(&scene).expect("a run");
        runner.run(|_| {}).expect("steps");
        assert!(runner.totals.watch.step_errors.steps >= 6, "{scheme}");
        let bare = Runner::new(&scene).expect("a run").into_simulation();
        let (mut bare, _) = bare.expect("bodies");
        for k in 1..=800 {
            bare.step().expect("a step");
            bare.state.time = if k == 800 { 0.8 } else { f64::from(k) * 1e-3 };
        }
        let bits = |x: &[f64]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let frame = runner.frame();
        assert_eq!(bits(frame.q), bits(&bare.state.q), "{scheme}");
        assert_eq!(bits(frame.v), bits(&bare.state.v), "{scheme}");
    }
}

/// A pendulum whose joint is kept in velocities alone comes apart, and a projection that gets no further ends
/// no run: what is left is measured, and the verdict says it.
#[test]
fn joints_that_come_apart_are_no_certified_motion() {
    let scene = r#"
[body.bob]
shape = { sphere = 0.05 }
density = 1000
position = [1, 0, 0]
[joint.hook]
kind = "ball"
between = ["world", "bob"]
at = [0, 0, 0]
[run]
t_end = 2
step = 0.01
"#;
    let (exit, held) = run("hook.toml", scene, &[]);
    assert_eq!(
        (exit, &held["verdict"]),
        (0, &json!("certified")),
        "{}",
        held["remarks"]
    );
    let (exit, found) = run("hook.toml", scene, &["--set", "run.constraints=\"velocity\""]);
    assert_eq!((exit, &found["verdict"]), (1, &json!("not certified")));
    assert_eq!(found["remarks"][0]["kind"], "drift", "{}", found["remarks"]);
    assert!(found["drift"].as_f64().expect("m") > 1e-3);
    let (exit, swept) = run("hook.toml", scene, &["--set", "run.budget=1"]);
    assert_eq!((exit, &swept["status"]), (0, &json!("finished")));
    assert!(swept["drift"].as_f64().expect("m") < 1e-12);
}

/// A free mass that falls with 1 m/s on 1 g on the floor.
fn heavy_on_light(mass: &str) -> String {
    format!(
        r#"
[world]
[body.floor]
fixed = true
shape = {{ plane = {{}} }}
[body.a]
shape = {{ box = [0.2, 0.2, 0.2] }}
mass = 1e-3
position = [0, 0, 0.1]
[body.c]
shape = {{ box = [0.2, 0.2, 0.2] }}
mass = {mass}
position = [0, 0, 0.3]
velocity = [0, 0, -1]
[[contact]]
between = ["*", "*"]
friction = 0.5
[run]
t_end = 0.02
step = 1e-3
"#
    )
}

/// Impulses exist for every mass: no run says that there are none. Up to 1e6 times the weight they are found.
#[test]
fn a_heavy_body_on_a_light_one_is_not_crushed() {
    for mass in ["1.0", "1e3", "1e4"] {
        let (exit, found) = run("heavy.toml", &heavy_on_light(mass), &[]);
        assert_eq!(
            (exit, &found["status"]),
            (0, &json!("finished")),
            "{mass}: {found}"
        );
        let end = found["bodies"]["c"]["position"][2].as_f64().expect("a height");
        assert!((end - 0.3).abs() < 1e-5, "{mass}: {end}");
    }
    for mass in ["1e8", "1e9", "1e12", "1e16"] {
        let (_, found) = run("heavier.toml", &heavy_on_light(mass), &[]);
        assert_ne!(found["stopped"]["kind"], "infeasible", "{mass}: {found}");
        assert!(
            !found["stopped"]["reason"].to_string().contains("no impulses"),
            "{found}"
        );
    }
}

/// The same as a problem, by (M, H) and by W.
#[test]
fn a_heavy_mass_is_never_infeasible() {
    let laws = json!([{ "law": "unilateral" }, { "law": "unilateral" }]);
    for m in [1e6, 1e9, 1e12] {
        let h = json!([[1, 0], [-1, 1]]);
        let by_factors = json!({ "M": [[1e-3, 0], [0, m]], "H": h, "b": [-0.00981, -1.0], "laws": laws });
        let w = json!([[1e3, -1e3], [-1e3, 1e3 + 1.0 / m]]);
        let by_w = json!({ "W": w, "b": [-0.00981, -1.0], "laws": laws });
        for problem in [by_factors, by_w] {
            let (_, found) = solve("heavy.json", &problem, "auto");
            assert_ne!(found["status"], "infeasible", "{m}: {found}");
            assert_eq!(found["ray_error"], Value::Null, "{m}: {found}");
        }
    }
}

/// A motor without bound turns what a ball joint holds: there is no contact to speak of.
#[test]
fn joints_that_contradict_each_other_are_no_contacts() {
    let scene = r#"
[world]
gravity = [0, 0, 0]
[body.crank]
shape = { box = [1, 0.05, 0.05] }
mass = 1
position = [0.5, 0, 0]
[joint.h]
kind = "hinge"
between = ["world", "crank"]
at = [0, 0, 0]
axis = [0, 0, 1]
motor = { velocity = 1 }
[joint.p]
kind = "ball"
between = ["world", "crank"]
at = [1, 0, 0]
[run]
t_end = 1
step = 1e-2
"#;
    let (exit, found) = run("loop.toml", scene, &[]);
    assert_eq!(
        (exit, &found["stopped"]["kind"]),
        (1, &json!("infeasible")),
        "{found}"
    );
    let reason = found["stopped"]["reason"].as_str().expect("a reason");
    assert!(!reason.contains("contacts"), "{reason}");
    assert!(
        reason.contains("joints and motors") && reason.contains("\"crank\""),
        "{reason}"
    );
}

/// A motor without bound presses a box on the floor: there is one side, and the motor is the other.
#[test]
fn a_box_is_crushed_against_one_side() {
    let scene = r#"
[world]
[body.floor]
fixed = true
shape = { plane = {} }
[body.ram]
shape = { box = [0.2, 0.2, 0.2] }
mass = 1
position = [0, 0, 0.1]
[joint.s]
kind = "slider"
between = ["world", "ram"]
at = [0, 0, 0.1]
axis = [0, 0, 1]
motor = { velocity = -1 }
[[contact]]
between = ["*", "*"]
friction = 0.3
[run]
t_end = 0.1
step = 1e-3
"#;
    let (exit, found) = run("ram.toml", scene, &[]);
    assert_eq!(
        (exit, &found["stopped"]["kind"]),
        (1, &json!("infeasible")),
        "{found}"
    );
    let reason = found["stopped"]["reason"].as_str().expect("a reason");
    assert!(
        reason.contains("\"ram\" is crushed against \"floor\", by joints or motors"),
        "{reason}"
    );
    // The step that ended the run counts, and none of those taken.
    assert_eq!(found["steps_refused"], 1, "{found}");
    assert_eq!(found["certificate"]["failed_steps"], 1, "{found}");
    // Kept all the same, the advice is not to look for what does not exist.
    let (_, kept) = run("ram.toml", scene, &["--on-violation", "record"]);
    let remark = &kept["remarks"][0];
    assert_eq!(remark["kind"], "kept", "{kept}");
    let advice = remark["advice"].as_str().expect("advice");
    assert!(
        advice.contains("no impulses exist") && !advice.contains("more iterations"),
        "{advice}"
    );
    let refused = kept["steps_refused"].as_u64().expect("a count");
    let short = kept["steps_kept"].as_u64().expect("a count");
    assert_eq!(kept["certificate"]["failed_steps"], refused + short);
}
