//! Orders of convergence of every scheme, by least squares over many steps, against closed forms and fine
//! runs; what all schemes say of a force without a value.
//!
//! Across impacts every scheme is of order 1; where in its step an impact falls scatters the errors, so that
//! the slope is taken over two dozen steps in a ratio that no impact time resonates with.

use drystone::convergence::{self, Trajectory, order, study, variant};
use drystone::io::scene::Scene;
use std::process::Command;

const FRICTIONAL: [&str; 4] = [
    "moreau-midpoint",
    "moreau-jean",
    "stewart-trinkle",
    "anitescu-potra",
];
const G: f64 = 9.81;

fn scene(text: &str) -> Scene {
    Scene::read(text, "test", &[]).unwrap()
}

/// `count` steps from `largest` down, each 1/`ratio` of the one before.
fn steps(largest: f64, count: i32, ratio: f64) -> Vec<f64> {
    (0..count).map(|k| largest / ratio.powi(k)).collect()
}

fn assert_order(what: &str, found: Option<f64>, expected: f64, slack: f64) {
    let found = found.unwrap_or(f64::NAN);
    assert!(
        (found - expected).abs() <= slack,
        "{what}: order {found:.3}, expected {expected} ± {slack}"
    );
}

/// Order of max_n |q_n − q̂(t_n)| over the steps, q̂ in closed form.
fn order_against(scene: &Scene, scheme: &str, steps: &[f64], exact: impl Fn(f64) -> Vec<f64>) -> Option<f64> {
    let error = |h: f64| {
        let found = Trajectory::record(&variant(scene, scheme, h)).unwrap();
        let rows = found.q.chunks_exact(found.q.len() / found.times.len());
        let apart = found.times.iter().zip(rows).flat_map(|(t, q)| {
            let exact = exact(*t);
            q.iter()
                .zip(exact)
                .map(|(q, e)| (q - e).abs())
                .collect::<Vec<f64>>()
        });
        apart.fold(0.0, f64::max)
    };
    order(steps.iter().map(|h| (*h, error(*h))))
}

const BALL: &str = r#"
[lagrangian]
coordinates = ["y"]
kinetic = "y'^2/2"
potential = "9.81*y"
initial = { y = 1.0 }
[lagrangian.contact.floor]
gap = "y"
restitution = 0.8
[run]
t_end = 3.0
step = 1e-3
"#;

/// Height of a ball dropped from 1 m with e = 0.8.
fn ball(t: f64) -> f64 {
    let mut speed = f64::sqrt(2.0 * G);
    let mut hit = speed / G;
    if t < hit {
        return 1.0 - 0.5 * G * t * t;
    }
    loop {
        speed *= 0.8;
        let s = t - hit;
        if s < 2.0 * speed / G {
            return speed * s - 0.5 * G * s * s;
        }
        hit += 2.0 * speed / G;
    }
}

/// Schemes that place impacts inside the step, or have no hard contact to converge to as the step shrinks.
const OTHERS: [&str; 4] = ["lotstedt", "penalised", "event-driven", "hybrid"];

#[test]
fn bouncing_ball_is_of_order_one_by_every_scheme_of_fixed_mesh() {
    let scene = scene(BALL);
    let names = convergence::scheme_names(&scene);
    for scheme in names.into_iter().filter(|name| !OTHERS.contains(name)) {
        let found = order_against(&scene, scheme, &steps(4e-3, 24, 1.17), |t| vec![ball(t)]);
        assert_order(&format!("ball, {scheme}"), found, 1.0, 0.15);
    }
}

const BLOCK: &str = r#"
[params]
height = 0.1
[lagrangian]
coordinates = ["x", "y"]
kinetic = "(x'^2 + y'^2)/2"
potential = "9.81*y"
initial = { y = "$height", "x'" = 2.0 }
[lagrangian.contact.floor]
gap = "y"
slip = "x'"
friction = 0.3
[run]
t_end = 1.0
step = 1e-3
"#;

/// A block thrown flat from a height: lands, loses μ of its normal impulse at once, slides, stops.
fn block(height: f64, t: f64) -> Vec<f64> {
    let (v0, mu) = (2.0, 0.3);
    let land = f64::sqrt(2.0 * height / G);
    if t < land {
        return vec![v0 * t, height - 0.5 * G * t * t];
    }
    // v = v₀ − μ g t from the landing on, whatever the height: the floor has given m g t by then.
    let stop = v0 / (mu * G);
    let until = t.min(stop);
    let slid = v0 * (until - land) - 0.5 * mu * G * (until * until - land * land);
    vec![v0 * land + slid, 0.0]
}

#[test]
fn block_that_lands_slides_and_stops_is_of_order_one() {
    let scene = scene(BLOCK);
    for scheme in FRICTIONAL {
        let found = order_against(&scene, scheme, &steps(4e-3, 24, 1.17), |t| block(0.1, t));
        assert_order(&format!("landing block, {scheme}"), found, 1.0, 0.15);
    }
}

/// Without the landing the stop alone costs the midpoint schemes h² only: its velocity is continuous.
#[test]
fn block_that_only_slides_and_stops() {
    let scene = Scene::read(BLOCK, "test", &[("height", "0")]).unwrap();
    for (scheme, expected) in FRICTIONAL.into_iter().zip([2.0, 2.0, 1.0, 1.0]) {
        let found = order_against(&scene, scheme, &steps(4e-3, 24, 1.17), |t| block(0.0, t));
        assert_order(&format!("sliding block, {scheme}"), found, expected, 0.15);
    }
}

/// A rod that lands on one tip and goes on sliding on it, at slopes and friction without Painlevé's trouble.
const ROD: &str = r#"
[lagrangian]
coordinates = ["x", "y", "theta"]
constants = { m = 1.0, l = 1.0, J = "m*l^2/12" }
kinetic = "m/2*(x'^2 + y'^2) + J/2*theta'^2"
potential = "m*9.81*y"
initial = { y = 0.6, theta = 0.7, "x'" = 1.0, "theta'" = 1.0 }
[lagrangian.contact.left]
gap = "y - l/2*sin(theta)"
slip = "x' + l/2*sin(theta)*theta'"
friction = 0.3
[run]
t_end = 0.35
step = 1e-3
"#;

/// One reference for all: they converge to the same motion, each with order 1.
#[test]
fn rod_hitting_the_floor_is_of_order_one_and_schemes_agree() {
    let scene = scene(ROD);
    let steps = steps(2e-3, 16, 1.17);
    let fine = steps[15] / 60.0;
    for scheme in FRICTIONAL {
        let study = study(&scene, scheme, &steps, ("moreau-midpoint", fine)).unwrap();
        assert_order(&format!("rod, {scheme}"), study.orders()[0], 1.0, 0.15);
        assert_order(
            &format!("rod, {scheme}, velocities in L1"),
            study.orders()[1],
            1.0,
            0.25,
        );
    }
}

/// A block on a floor under springs that change both pull and load: sliding throughout, no event.
const SPRING: &str = r#"
[lagrangian]
coordinates = ["x", "y"]
kinetic = "(x'^2 + y'^2)/2"
potential = "9.81*y + 2*x^2 + 3*x*y + x^3"
initial = { "x'" = 3.0 }
[lagrangian.contact.floor]
gap = "y"
slip = "x'"
friction = 0.3
[run]
t_end = 0.4
step = 1e-2
"#;

/// A cart on a floor that a pendulum drives: M(q), Coriolis terms, damping, a load that depends on θ'.
const CART: &str = r#"
[lagrangian]
coordinates = ["x", "y", "theta"]
constants = { M = 3.0, m = 1.0, l = 0.5 }
kinetic = "M/2*(x'^2 + y'^2) + m/2*((x' + l*cos(theta)*theta')^2 + (y' + l*sin(theta)*theta')^2)"
potential = "(M + m)*9.81*y - m*9.81*l*cos(theta)"
forces = { theta = "-0.3*theta'", x = "-0.5*x'*abs(x')" }
initial = { theta = 1.0, "x'" = 4.0 }
[lagrangian.contact.floor]
gap = "y"
slip = "x'"
friction = 0.2
[run]
t_end = 1.0
step = 1e-2
"#;

#[test]
fn smooth_sliding_is_of_order_two_by_the_midpoint_schemes() {
    let steps = steps(2e-2, 7, 1.5);
    let fine = steps[6] / 20.0;
    for (name, text, schemes) in [
        ("spring", SPRING, &["moreau-midpoint", "moreau-jean"][..]),
        ("cart", CART, &["moreau-jean"][..]),
    ] {
        for scheme in schemes {
            let found = study(&scene(text), scheme, &steps, ("moreau-jean", fine)).unwrap();
            assert!(
                found.points.iter().all(|p| p.errors.position > 1e-9),
                "{name}: errors too near rounding"
            );
            let [q, v, p] = found.orders();
            assert_order(&format!("{name}, {scheme}"), q, 2.0, 0.2);
            assert_order(&format!("{name}, {scheme}, velocities"), v, 2.0, 0.2);
            assert_order(&format!("{name}, {scheme}, impulses"), p, 2.0, 0.2);
        }
    }
}

/// Schemes that take a force at the beginning of the step are of order 1; they meet the others as h → 0.
#[test]
fn schemes_agree_in_smooth_sliding() {
    let steps = steps(1e-2, 6, 1.6);
    let fine = steps[5] / 20.0;
    for (name, text, schemes) in [
        ("spring", SPRING, &["stewart-trinkle", "anitescu-potra"][..]),
        (
            "cart",
            CART,
            &["moreau-midpoint", "stewart-trinkle", "anitescu-potra"][..],
        ),
    ] {
        for scheme in schemes {
            let found = study(&scene(text), scheme, &steps, ("moreau-jean", fine)).unwrap();
            assert_order(&format!("{name}, {scheme}"), found.orders()[0], 1.0, 0.15);
        }
    }
}

/// A particle that slides between two vertices of the polygon feels μ cos(π/k): 1 − cos(π/k) ~ k⁻².
#[test]
fn facetted_cones_converge_to_the_round_one_as_facets_squared() {
    let text = |facets: u32, angle: f64| {
        let friction = if facets == 0 {
            "0.5".to_string()
        } else {
            format!("{{ facets = {facets}, mu = 0.5 }}")
        };
        format!(
            r#"
[lagrangian]
coordinates = ["x", "y", "z"]
kinetic = "(x'^2 + y'^2 + z'^2)/2"
potential = "9.81*z"
initial = {{ "x'" = {}, "y'" = {} }}
[lagrangian.contact.floor]
gap = "z"
slip = ["x'", "y'"]
friction = {friction}
[run]
t_end = 0.3
step = 1e-3
"#,
            3.0 * angle.cos(),
            3.0 * angle.sin()
        )
    };
    let way = |facets: u32, angle: f64| {
        let found = Trajectory::record(&scene(&text(facets, angle))).unwrap();
        let q = found.last_q();
        q[0].hypot(q[1])
    };
    let points = [4u32, 8, 16, 32, 64].map(|k| {
        let angle = std::f64::consts::PI / f64::from(k);
        (1.0 / f64::from(k), (way(k, angle) - way(0, angle)).abs())
    });
    let expected = 0.5 * 0.5 * G * 0.09 * (1.0 - (std::f64::consts::PI / 64.0).cos());
    let found = points[4].1;
    assert!(
        (found / expected - 1.0).abs() < 1e-2,
        "64 facets: {found:.3e} m further, expected {expected:.3e} m"
    );
    assert_order("facets", order(points.into_iter()), 2.0, 0.15);
}

/// A charged capacitor, a coil and a diode with a resistance: backward Euler is of order 1; the other scheme
/// says why not.
#[test]
fn complementarity_systems_converge_too() {
    let scene = scene(
        "[complementarity]\nA = [[0, -1], [1, 0]]\nB = [[-1], [0]]\nC = [[-1, 0]]\nD = [[1]]\na = [0, 0]\nc = [0]\n\
         initial = [1.0, 0.5]\n[run]\nt_end = 8.0\nstep = 2e-2\n",
    );
    let steps = steps(2e-2, 8, 1.4);
    let fine = steps[7] / 60.0;
    let found = study(&scene, "theta", &steps, ("theta", fine)).unwrap();
    assert_order("circuit, states in sup", found.orders()[0], 1.0, 0.15);
    assert_order("circuit, states in L1", found.orders()[1], 1.0, 0.15);
    assert_eq!(found.orders()[2], None);
    let refused = study(&scene, "higher-order", &steps, ("higher-order", fine)).unwrap_err();
    assert!(refused.contains("relative degree"), "{refused}");
}

fn drystone(args: &[&str]) -> serde_json::Value {
    let out = Command::new(env!("CARGO_BIN_EXE_drystone"))
        .args(args)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{args:?}: {errors}");
    serde_json::from_slice(&out.stdout).unwrap()
}

/// `converge --json`: an order for every scheme that applies, a reason for the one that does not, the
/// reference named.
#[test]
fn converge_lists_what_does_not_apply_with_its_reason() {
    let folder = std::env::temp_dir().join(format!("drystone-converge-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    let found = drystone(&[
        "converge",
        "painleve_rod",
        "--t-end",
        "0.2",
        "--steps",
        "4e-3,2e-3,1e-3,5e-4,2.5e-4",
        "--json",
        "-q",
        "-o",
        out,
    ]);
    assert_eq!(found["reference"]["scheme"], "same");
    let schemes = found["schemes"].as_array().unwrap();
    assert_eq!(schemes.len(), drystone::dynamics::schemes::NAMES.len());
    for scheme in &schemes[..4] {
        let order = scheme["order"]["position"].as_f64().unwrap();
        assert!((0.8..1.3).contains(&order), "{scheme}");
        assert_eq!(scheme["points"].as_array().unwrap().len(), 5);
    }
    assert_eq!(schemes[4]["applies"], false);
    assert!(schemes[4]["reason"].as_str().unwrap().contains("no friction"));
    let svg = std::fs::read_to_string(folder.join("convergence.svg")).unwrap();
    assert!(svg.contains("slope 2") && !svg.contains("NaN"));
    std::fs::remove_dir_all(folder).unwrap();
}

/// `compare --json`: every pair is there, solvers agree within a scheme, a scheme that does not apply says
/// why.
#[test]
fn compare_puts_every_pair_side_by_side() {
    let found = drystone(&[
        "compare",
        "painleve_rod",
        "--t-end",
        "0.1",
        "--schemes",
        "all",
        "--solvers",
        "all",
        "--json",
    ]);
    let runs = found["runs"].as_array().unwrap();
    let schemes = drystone::dynamics::schemes::NAMES.len();
    assert_eq!(runs.len(), schemes * drystone::solve::cone::NAMES.len());
    let mut first = String::new();
    let mut base = 0.0;
    for run in runs {
        if run["scheme"] == "paoli-schatzman" {
            assert!(run["reason"].as_str().unwrap().contains("no friction"), "{run}");
            continue;
        }
        let x = run["summary"]["q"][0].as_f64().unwrap_or_else(|| panic!("{run}"));
        if run["scheme"].as_str().unwrap() != first {
            first = run["scheme"].as_str().unwrap().to_string();
            base = x;
        }
        // By Lötstedt's rule rounding decides which steps are impacts, and with them the order of the steps
        // that follow.
        let apart = if first == "lotstedt" { 1e-3 } else { 1e-8 };
        assert!((x - base).abs() < apart, "{run}");
        assert!(run["distance"]["q"].as_f64().unwrap() < 2e-2, "{run}");
    }
    assert_eq!(runs[0]["distance"]["q"], 0.0);
}

/// A formula that has no value any more stops the run by its name, whatever the scheme.
#[test]
fn a_force_without_a_value_is_named_by_every_scheme() {
    let text = "[lagrangian]\ncoordinates = [\"x\"]\nkinetic = \"x'^2/2\"\nforces = { x = \"sqrt(0.5 - x)\" }\n\
                initial = { \"x'\" = 1.0 }\n[run]\nt_end = 2.0\nstep = 0.1\n";
    for entry in drystone::dynamics::schemes::NAMES {
        let scene = Scene::read(text, "scene", &[("run.scheme", entry.name)]).unwrap();
        let mut runner = drystone::run::runner::Runner::new(&scene).unwrap();
        let stopped = runner.run(|_| {}).unwrap_err().to_string();
        let what = ["the force", "the acceleration"]
            .iter()
            .any(|what| stopped.contains(what));
        let named = what && stopped.contains("not a finite number");
        assert!(named, "{}: {stopped}", entry.name);
    }
}
