//! Worlds of bodies through the runner: what a run says of bodies, pairs and joints.

use drystone::dynamics::{Simulation, State, System};
use drystone::io::output::Outputs;
use drystone::io::scene::{Built, Scene, SystemDescription};
use drystone::run::observe::Observer;
use drystone::run::runner::Runner;
use drystone::run::summary::summary;
use drystone::run::verdict::{Ending, RunVerdict};
use drystone::sinks::csv::Tables;
use drystone::solve::policy::in_parts;
use drystone::solve::solver::Settings;
use serde_json::Value;

fn run(text: &str, sets: &[(&str, &str)]) -> Value {
    let scene = Scene::read(text, "test.toml", sets).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    runner.run(|_| {}).expect("a run");
    summary(
        &scene,
        &runner,
        &RunVerdict::of(&scene, &runner, &Ending::Finished),
        0.0,
    )
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

/// A disc that rolls for 40 rad: its angle counts whole turns, and pairs without a contact of their own go by
/// the file.
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

/// Grains that fall into a valley: many islands, then heaps.
const HEAP: &str = r#"
[body.left]
fixed = true
shape = { plane = { tilt_deg = 35 } }
position = [0.05, 0, -0.05]
[body.right]
fixed = true
shape = { plane = { tilt_deg = -35 } }
position = [0.05, 0, -0.05]
[[fill]]
name = "grain"
pattern = { grid = [4, 4, 4], spacing = 0.025, jitter = 0.8, origin = [0, 0, 0.002] }
body = { shape = { sphere = 0.01 }, density = 2500 }
size_spread = 0.1
[[contact]]
between = ["*", "*"]
friction = 0.4
[run]
t_end = 0.3
step = 1e-3
tolerance = 1e-8
seed = 3
"#;

#[test]
fn threads_change_no_bit() {
    let hashes = ["1", "2", "4"].map(|n| run(HEAP, &[("run.threads", n)])["hash"].clone());
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

/// What the valley took is what gravity gave less what still moves; grains are one group.
#[test]
fn grains_of_a_fill_are_one_group() {
    let end = run(HEAP, &[]);
    let impulses = end["impulses"].as_object().expect("impulses");
    assert_eq!(impulses.keys().collect::<Vec<_>>(), ["left-grain", "right-grain"]);
    let named = HEAP.replace("[\"*\", \"*\"]", "[\"grain*\", \"left\"]")
        + "[[contact]]\nbetween = [\"*\", \"right\"]\n[[contact]]\nbetween = [\"grain*\", \"grain*\"]\n";
    let other = run(&named, &[("run.t_end", "0.15")]);
    assert!(numbers(&other["impulses"]["grain-left"])[2] < 0.0);
    assert!(numbers(&other["impulses"]["right-grain"])[2] > 0.0);
    let bodies = end["bodies"].as_object().expect("bodies");
    assert_eq!(bodies.len(), 66);
    let scene = Scene::read(HEAP, "test.toml", &[]).expect("a scene");
    let SystemDescription::Bodies(world) = &scene.system else {
        panic!("bodies");
    };
    let (mut mass, mut momentum) = (0.0, [0.0; 3]);
    for body in world.bodies.iter().filter(|body| body.name.starts_with("grain")) {
        mass += body.mass.mass;
        for (sum, v) in momentum.iter_mut().zip(numbers(&bodies[&body.name]["velocity"])) {
            *sum += body.mass.mass * v;
        }
    }
    momentum[2] += mass * 9.81 * 0.3;
    let (left, right) = (
        numbers(&impulses["left-grain"]),
        numbers(&impulses["right-grain"]),
    );
    for k in 0..3 {
        let found = left[k] + right[k];
        assert!(
            (found - momentum[k]).abs() < 1e-10 * mass * 9.81,
            "{found} {momentum:?}"
        );
    }
}

/// A few sweeps miss the tolerance: such steps are counted, and the run goes on to its end.
#[test]
fn a_budget_is_kept_and_what_it_gives_up_is_told() {
    let end = run(HEAP, &[("run.budget", "3")]);
    assert_eq!(end["solver"], "gauss-seidel");
    assert_eq!(end["t_end"].as_f64(), Some(0.3));
    assert!(end["certificate"]["failed_steps"].as_u64().expect("a count") > 0);
    assert!(end["solver_iterations"]["max"].as_u64().expect("a count") <= 3);
}

/// Two wheels on hinges, geared 1 : −2.37, driven over many turns: the angles are followed over whole turns.
const GEARS: &str = r#"
[world]
dimension = 2
gravity = [0, 0]
[body.first]
shape = { disc = 0.3 }
mass = 1.0
angular_velocity = 40
[body.second]
shape = { disc = 0.1 }
mass = 0.5
position = [0.4, 0]
angular_velocity = -94.8
[joint.a]
kind = "hinge"
between = ["world", "first"]
at = [0, 0]
motor = { velocity = 30, max_torque = 0.01 }
[joint.b]
kind = "hinge"
between = ["world", "second"]
at = [0.4, 0]
friction = 0.001
[joint.mesh]
kind = "gear"
hinges = ["a", "b"]
ratio = -2.37
[run]
t_end = 2.0
step = 2e-3
"#;

fn simulation(text: &str, sets: &[(&str, &str)]) -> Simulation {
    let scene = Scene::read(text, "test.toml", sets).expect("a scene");
    let (system, state, scheme): (Box<dyn System>, _, _) = match scene.build().expect("a system") {
        Built::Bodies(system, state, scheme) => (system, state, scheme),
        Built::Lagrangian(system, state, scheme) => (system, state, scheme),
        Built::Complementarity(..) => panic!("a mechanical system"),
    };
    let settings = Settings {
        tolerance: scene.run.tolerance,
        ..Settings::default()
    };
    let solver = Box::new(in_parts("auto", &settings, 1).expect("auto"));
    Simulation::new(system, scheme, solver, state, scene.run.step).expect("a simulation")
}

fn bits(state: &State) -> Vec<u64> {
    let all = state.q.iter().chain(&state.v).chain([&state.time]);
    all.map(|x| x.to_bits()).collect()
}

/// 2N steps, and N steps, a saved run taken up by another simulation, N steps.
fn goes_on(text: &str, sets: &[(&str, &str)], steps: usize) {
    let mut whole = simulation(text, sets);
    for _ in 0..2 * steps {
        whole.step().expect("a step");
    }
    let mut first = simulation(text, sets);
    for _ in 0..steps {
        first.step().expect("a step");
    }
    let saved = first.save();
    let mut second = simulation(text, sets);
    second.resume(&saved).expect("the same scene");
    assert_eq!(second.steps, steps as u64);
    for _ in 0..steps {
        second.step().expect("a step");
    }
    assert!(bits(&whole.state) == bits(&second.state), "{sets:?}");
    assert_eq!(whole.energy(), second.energy());
}

#[test]
fn a_saved_run_goes_on_bit_for_bit() {
    goes_on(HEAP, &[], 200);
    goes_on(GEARS, &[], 400);
    let text = |name| drystone::scenes::text(name).expect("a built-in scene");
    goes_on(text("woodpecker"), &[], 400);
    goes_on(text("newton_cradle"), &[("run.scheme", "paoli-schatzman")], 200);
}

/// The state alone is not enough: the turns of the wheels are not in it.
#[test]
fn a_state_is_less_than_a_saved_run() {
    let mut whole = simulation(GEARS, &[]);
    for _ in 0..400 {
        whole.step().expect("a step");
    }
    let mut other = simulation(GEARS, &[]);
    other.state.copy_from(&whole.state);
    whole.step().expect("a step");
    let differs = other.step().is_err() || bits(&whole.state) != bits(&other.state);
    assert!(differs);
}

#[test]
fn a_saved_run_of_another_scene_is_refused() {
    let saved = simulation(GEARS, &[]).save();
    let refusal = simulation(HEAP, &[]).resume(&saved).expect_err("another scene");
    assert!(refusal.to_string().contains("coordinates"), "{refusal}");
}

/// The gears turn by their ratio, and joints are told by name.
#[test]
fn joints_are_told_by_name() {
    let end = run(GEARS, &[]);
    let angle = |joint: &str| end["joints"][joint]["coordinate"].as_f64().expect("an angle");
    assert!(angle("a") > 50.0, "{}", angle("a"));
    assert!(
        (angle("b") + 2.37 * angle("a")).abs() < 1e-8,
        "{} {}",
        angle("a"),
        angle("b")
    );
    assert!(end["joints"]["mesh"]["coordinate"].is_null());
    assert!(end["joints"]["a"]["force"].as_array().map(Vec::len) == Some(2));
}

const VERIFY: &str = r#"
[[verify]]
id = "X01"
name = "a box on a slope"
checks = [
  { value = "box-slope.force_z", equals = -9.81, tolerance = 1e-9 },
  { value = "slope-box.force_z", equals = 9.81, tolerance = 1e-9 },
  { value = "box-slope.impulse_z", at = 0.5, equals = -4.905, tolerance = 1e-9 },
  { value = "box-slope.force_n", equals = "9.81*cos(20*pi/180)", tolerance = 1e-9 },
  { value = "box.speed + box.wz - box.vx", equals = 0, tolerance = 1e-12 },
  { value = "box.x - slope.x", take = "max_abs", equals = "0.05*sin(20*pi/180)", tolerance = 1e-9 },
  { value = "box-slope.contacts", equals = 4, tolerance = 0 },
]
"#;

/// Formulas of checks know bodies, joints and pairs by name.
#[test]
fn checks_ask_bodies_joints_and_pairs_by_name() {
    let verify = |text: String| {
        let source = drystone::verification::Source {
            name: "test.toml".to_owned(),
            text,
        };
        drystone::verification::run(&[source], "", &[])
    };
    let gears = r#"
[[verify]]
id = "X02"
name = "gears"
checks = [
  { value = "b.coordinate + 2.37*a.coordinate", equals = 0, tolerance = 1e-8 },
  { value = "b.velocity - second.wz", equals = 0, tolerance = 1e-9 },
  { value = "second.angle - b.coordinate", equals = 0, tolerance = 1e-9 },
]
"#;
    for text in [format!("{INCLINE}{VERIFY}"), format!("{GEARS}{gears}")] {
        for row in verify(text).expect("rows") {
            assert!(row.pass, "{row:?}");
        }
    }
    let wrong = VERIFY.replace("box.speed", "box.sped");
    let rows = verify(format!("{INCLINE}{wrong}")).expect("rows");
    let message = rows[0].message.clone().expect("a message");
    assert!(message.contains("no `sped` of the body `box`"), "{message}");
}

/// The tables of a world: a line for each body, and for each contact, with the force on the second body.
#[test]
fn tables_of_a_world_are_long() {
    let scene = Scene::read(INCLINE, "test.toml", &[("run.t_end", "0.01")]).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    let folder = std::env::temp_dir().join(format!("drystone_tables_{}", std::process::id()));
    let mut tables =
        Tables::create(&Outputs::new(false), &folder, &runner.names, (1, true)).expect("a folder");
    let mut observer = Observer::new(&scene, &runner);
    observer
        .run(&mut runner, |rows| tables.add(rows).expect("a line"))
        .expect("a run");
    tables.finish().expect("files");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a table");
    let (bodies, contacts) = (read("bodies.csv"), read("contacts.csv"));
    std::fs::remove_dir_all(&folder).expect("a folder");
    assert!(bodies.starts_with("time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz\n0,slope,"));
    assert_eq!(bodies.lines().count(), 1 + 2 * 6);
    let columns: Vec<&str> = contacts.lines().next().expect("a head").split(',').collect();
    let force = columns
        .iter()
        .position(|name| *name == "force_z")
        .expect("force_z");
    let mut sum = 0.0;
    for line in contacts.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), columns.len(), "{line}");
        assert_eq!(cells[2], "box-slope");
        if cells[0] == "5" {
            sum += cells[force].parse::<f64>().expect("a number");
        }
    }
    assert!((sum + 9.81).abs() < 1e-9, "{sum}");
}
