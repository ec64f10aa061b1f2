//! Nothing depends on the units: the same scene in other units of length, mass and time is the same motion.
//!
//! With units of length and time that are powers of two every number of the scene is scaled without rounding,
//! so the motion must be the same bit for bit; in millimetres and kilometres, and in other units of mass, it
//! is the same to rounding, as far as the motion does not amplify it.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;

/// Bodies of every kind thrown on a floor.
const SPACE: &str = r#"
[params]
L = 1
M = 1
T = 1
[world]
gravity = [0, 0, "-9.81*L/T^2"]
[body.floor]
fixed = true
shape = { plane = {} }
[body.step]
fixed = true
shape = { box = ["1.5*L", "1.5*L", "0.1*L"] }
position = ["0.3*L", 0, 0]
[body.brick]
shape = { box = ["0.3*L", "0.2*L", "0.1*L"] }
mass = "1.3*M"
position = [0, 0, "0.4*L"]
euler_deg = [20, 30, 40]
velocity = ["1*L/T", "0.3*L/T", 0]
[body.second]
shape = { box = ["0.2*L", "0.2*L", "0.2*L"] }
mass = "0.7*M"
position = ["0.02*L", "0.01*L", "0.8*L"]
angular_velocity = ["1/T", "2/T", "-3/T"]
[body.ball]
shape = { sphere = "0.1*L" }
mass = "0.5*M"
position = ["0.5*L", 0, "0.6*L"]
velocity = ["-1*L/T", 0, "-1*L/T"]
[body.pill]
shape = { capsule = { length = "0.3*L", radius = "0.06*L" } }
mass = "0.4*M"
position = ["0.3*L", "0.4*L", "0.5*L"]
euler_deg = [70, 10, 0]
[body.stone]
shape = { hull = [["-0.1*L", "-0.12*L", "-0.08*L"], ["0.13*L", "-0.1*L", "-0.09*L"], ["0.1*L", "0.11*L", "-0.1*L"], ["-0.11*L", "0.1*L", "-0.07*L"], ["0.02*L", "0.03*L", "0.14*L"]] }
mass = "0.9*M"
position = ["0.6*L", "-0.4*L", "0.4*L"]
velocity = [0, "1*L/T", 0]
[body.can]
shape = { cylinder = { length = "0.2*L", radius = "0.08*L" } }
mass = "0.6*M"
position = ["-0.4*L", "-0.3*L", "0.5*L"]
euler_deg = [30, 0, 0]
[body.egg]
shape = { ellipsoid = ["0.12*L", "0.09*L", "0.07*L"] }
mass = "0.3*M"
position = ["0.1*L", "-0.5*L", "0.5*L"]
velocity = [0, "0.5*L/T", "-1*L/T"]
[[contact]]
between = ["*", "*"]
friction = 0.4
restitution = 0.3
[run]
step = "0.002*T"
t_end = "1.0*T"
"#;

/// Polygons, discs and rounded shapes on a slope with a step.
const PLANE: &str = r#"
[params]
L = 1
M = 1
T = 1
[world]
dimension = 2
gravity = [0, "-9.81*L/T^2"]
[body.floor]
fixed = true
shape = { plane = { tilt_deg = 10 } }
[body.edge]
fixed = true
shape = { segment = [["1*L", "-1*L"], ["1*L", "0.5*L"]] }
[body.disc]
shape = { disc = "0.1*L" }
mass = "1*M"
position = [0, "0.3*L"]
velocity = ["1*L/T", 0]
[body.brick]
shape = { box = ["0.3*L", "0.1*L"] }
mass = "2.1*M"
position = ["0.1*L", "0.6*L"]
angle = 0.3
[body.kite]
shape = { polygon = [["-0.1*L", "-0.1*L"], ["0.2*L", "0"], ["0.05*L", "0.15*L"]], radius = "0.01*L" }
mass = "0.7*M"
position = ["-0.3*L", "0.4*L"]
angular_velocity = "3/T"
[body.pill]
shape = { capsule = { length = "0.2*L", radius = "0.05*L" } }
mass = "0.4*M"
position = ["0.4*L", "0.5*L"]
angle = 1.0
[body.pent]
shape = { polygon = [["0.1*L", 0], ["0.03*L", "0.09*L"], ["-0.08*L", "0.06*L"], ["-0.08*L", "-0.06*L"], ["0.03*L", "-0.09*L"]] }
mass = "0.9*M"
position = ["0.6*L", "0.3*L"]
[[contact]]
between = ["*", "*"]
friction = 0.5
restitution = 0.2
[run]
step = "0.002*T"
t_end = "1.0*T"
"#;

/// A driven arm with a stop, a spring, a rod and air, over a floor.
const JOINTS: &str = r#"
[params]
L = 1
M = 1
T = 1
F = "M*L/T^2"
[world]
gravity = [0, 0, "-9.81*L/T^2"]
[body.floor]
fixed = true
shape = { plane = {} }
[body.arm]
shape = { box = ["0.1*L", "0.1*L", "0.8*L"] }
mass = "2*M"
position = [0, 0, "1*L"]
[body.fore]
shape = { capsule = { length = "0.4*L", radius = "0.05*L" } }
mass = "1*M"
position = [0, 0, "1.6*L"]
[body.bob]
shape = { sphere = "0.1*L" }
mass = "0.5*M"
position = ["0.5*L", 0, "1.8*L"]
velocity = [0, "1*L/T", 0]
[joint.foot]
kind = "hinge"
between = ["world", "arm"]
at = [0, 0, "0.6*L"]
axis = [0, 1, 0]
limits = [-0.5, 0.5]
limit_restitution = 0.3
motor = { velocity = "2/T*cos(3*t/T)", max_torque = "30*F*L" }
friction = "0.5*F*L"
[joint.elbow]
kind = "ball"
between = ["arm", "fore"]
at = [0, 0, "1.4*L"]
[joint.rod]
kind = "distance"
between = ["fore", "bob"]
at = [0, 0, "1.8*L"]
to = ["0.5*L", 0, "1.8*L"]
[force.spring]
spring = { between = ["world", "bob"], stiffness = "20*F/L", damping = "1*F*T/L" }
[force.air]
drag = { linear = "0.1*F*T/L", quadratic = "0.05*M/L", angular = "0.01*F*L*T" }
[[contact]]
between = ["*", "*"]
friction = 0.4
restitution = 0.3
[run]
step = "0.002*T"
t_end = "1.0*T"
"#;

/// The state at the end in units where L = M = T = 1, and the impacts met.
fn end(text: &str, units: [f64; 3]) -> (Vec<f64>, u64) {
    let sets = units.map(|unit| format!("{unit:e}"));
    let sets = [("L", &*sets[0]), ("M", &*sets[1]), ("T", &*sets[2])];
    let scene = Scene::read(text, "units.toml", &sets).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    runner.run(|_| {}).expect("a run");
    assert_eq!(runner.totals.failed_steps(), 0);
    let [length, _, time] = units;
    let (q, v, entries) = if runner.names.who.plane {
        (3, 3, 2)
    } else {
        (7, 6, 3)
    };
    let frame = runner.frame();
    let mut state = Vec::new();
    for (i, x) in frame.q.iter().enumerate() {
        state.push(if i % q < entries { x / length } else { *x });
    }
    for (i, x) in frame.v.iter().enumerate() {
        state.push(if i % v < entries {
            x * (time / length)
        } else {
            x * time
        });
    }
    (state, runner.totals.impacts)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let size = a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    a.iter().zip(b).fold(0.0, |m: f64, (a, b)| m.max((a - b).abs())) / size
}

fn the_same_bits(text: &str, all: &[[f64; 3]]) {
    let (asked, impacts) = end(text, [1.0; 3]);
    assert!(impacts > 0, "{impacts}");
    for &units in all {
        let (found, _) = end(text, units);
        let same = asked.iter().zip(&found).all(|(a, b)| a.to_bits() == b.to_bits());
        assert!(same, "{units:?}: {:e}", distance(&asked, &found));
    }
}

const SMALL: f64 = 1.0 / 1024.0;
const LARGE: f64 = 1024.0;
/// Units of length, mass and time. The measure of the field, which a solver must meet besides the one without
/// units, adds impulses to velocities: sweeps end earlier or later in other units of mass, or of length over
/// time alone.
const UNITS: &[[f64; 3]] = &[
    [SMALL, 1.0, 1.0],
    [LARGE, 1.0, 1.0],
    [1.0, 1.0, SMALL],
    [1.0, 1.0, LARGE],
    [LARGE, 1.0, SMALL],
];

#[test]
fn bodies_in_space_move_the_same_in_all_units() {
    the_same_bits(SPACE, UNITS);
}

#[test]
fn bodies_in_the_plane_move_the_same_in_all_units() {
    the_same_bits(PLANE, UNITS);
}

/// With joints the same bits in units of time. In other units of length torques and forces are weighed
/// otherwise in the acceleration of the sweeps, so that impulses agree to rounding; and stops of hinges are
/// looked for within radians as if they were metres, so that this holds without them.
#[test]
fn joints_and_forces_act_the_same_in_all_units() {
    the_same_bits(JOINTS, &UNITS[2..4]);
    let without_stops = without_stops();
    let (asked, _) = end(&without_stops, [1.0; 3]);
    for units in &UNITS[..2] {
        let (found, _) = end(&without_stops, *units);
        let distance = distance(&asked, &found);
        assert!(distance < 1e-11, "{units:?}: {distance:e}");
    }
}

/// Stops are closed to a rounding that is measured as a length: of angles that is not the same in all units.
fn without_stops() -> String {
    let text = JOINTS.replace("limits = [-0.5, 0.5]\nlimit_restitution = 0.3\n", "");
    assert_ne!(JOINTS, text);
    text
}

/// Millimetres and kilometres, and other units of mass: sizes are rounded otherwise, sweeps end elsewhere,
/// and impacts amplify that; until then it is the same motion.
#[test]
fn millimetres_and_kilometres_agree_to_rounding() {
    for (name, text, time) in [("space", SPACE, 0.4), ("plane", PLANE, 0.25)] {
        let text = text.replace("1.0*T", &format!("{time}*T"));
        let (asked, impacts) = end(&text, [1.0; 3]);
        assert!(impacts > 1, "{impacts}");
        for units in [
            [1e-3, 1.0, 1.0],
            [1e3, 1.0, 1.0],
            [1.0, SMALL, 1.0],
            [1.0, LARGE, 1.0],
        ] {
            let (found, _) = end(&text, units);
            let distance = distance(&asked, &found);
            println!("{name}, {units:?}: {distance:e}");
            assert!(distance < 1e-9, "{name}, {units:?}: {distance:e}");
        }
    }
}

/// A ball with spin that bounces along a rough floor.
const BALL: &str = r#"
[body.ball]
shape = { sphere = "0.1*L" }
density = "2000*M/L^3"
position = [0, 0, "0.6*L"]
velocity = ["1.3*L/T", "0.2*L/T", 0]
angular_velocity = ["2/T", "-15/T", "4/T"]
"#;

/// Four boxes that stand on each other, a little aside.
const STACK: &str = r#"
[body.a]
shape = { box = ["0.4*L", "0.3*L", "0.1*L"] }
density = "2500*M/L^3"
position = [0, 0, "0.05*L"]
[body.b]
shape = { box = ["0.3*L", "0.3*L", "0.12*L"] }
density = "700*M/L^3"
position = ["0.03*L", 0, "0.16*L"]
[body.c]
shape = { box = ["0.3*L", "0.2*L", "0.1*L"] }
density = "2500*M/L^3"
position = ["0.05*L", "0.02*L", "0.27*L"]
[body.d]
shape = { box = ["0.1*L", "0.1*L", "0.1*L"] }
density = "1000*M/L^3"
position = ["0.05*L", "0.01*L", "0.372*L"]
"#;

/// Twenty-seven spheres that fall together.
const HEAP: &str = r#"
[[fill]]
name = "grain"
pattern = { grid = [3, 3, 3], spacing = ["0.21*L", "0.21*L", "0.21*L"], jitter = 0.1, seed = 5 }
body = { shape = { sphere = "0.1*L" }, density = "2500*M/L^3" }
"#;

/// The same bodies of the same material at a thousandth and a thousand times the size, under gravity that
/// keeps their time: lengths s, masses s³, forces s⁴. Rounding grows with every impact; until then it is the
/// same motion.
#[test]
fn the_same_things_small_and_large_move_alike() {
    let frame = |bodies: &str, time: f64| {
        format!(
            "[params]\nL = 1\nM = 1\nT = 1\n[world]\ngravity = [0, 0, \"-9.81*L/T^2\"]\n[body.floor]\nfixed = true\n\
             shape = {{ plane = {{}} }}\n{bodies}\n[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.4\nrestitution = 0.3\n\
             [run]\nstep = \"0.002*T\"\nt_end = \"{time}*T\"\n"
        )
    };
    for (name, text, most) in [
        ("ball", frame(BALL, 1.0), 1e-13),
        ("stack", frame(STACK, 1.0), 1e-13),
        ("heap", frame(HEAP, 0.2), 1e-11),
        ("mechanism", without_stops(), 1e-12),
    ] {
        let (asked, impacts) = end(&text, [1.0; 3]);
        assert!(impacts > 0 || name == "mechanism", "{name}: {impacts}");
        for s in [1e-3, 1e3] {
            let (found, again) = end(&text, [s, s * s * s, 1.0]);
            let distance = distance(&asked, &found);
            println!("{name}, {s:e}: {distance:e}, {impacts} and {again} impacts");
            assert!(distance < most, "{name}, {s:e}: {distance:e}");
        }
        // Time by √s instead, gravity kept.
        for s in [1e-3, 1e3_f64] {
            let (found, _) = end(&text, [s, s * s * s, s.sqrt()]);
            let distance = distance(&asked, &found);
            println!("{name}, {s:e}, time by its root: {distance:e}");
            assert!(distance < most, "{name}, {s:e}: {distance:e}");
        }
    }
}
