//! How checks are read and judged. That every check of the built-in scenes passes is asserted in `golden`,
//! with the values they find.

use drystone::scenes::SCENES;
use drystone::verification::{Row, Source, problems, run};

fn source(name: &str, text: &str) -> Source {
    Source {
        name: name.to_owned(),
        text: text.to_owned(),
    }
}

fn rows(filter: &str, sets: &[(&str, &str)]) -> Vec<Row> {
    let sources: Vec<Source> = SCENES.iter().map(|(name, text)| source(name, text)).collect();
    run(&sources, filter, sets).unwrap_or_else(|error| panic!("{error}"))
}

fn faults(rows: &[Row]) -> String {
    let failed = rows.iter().filter(|row| !row.pass);
    failed.fold(String::new(), |text, row| {
        let Row { id, scene, name, what, found, expected, error, tolerance, message, .. } = row;
        format!("{text}\n{id} {scene}, {name}: {what}: found {found}, expected {expected:?}, error {error:e} > {tolerance:e} {message:?}")
    })
}

#[test]
fn complementarity_problems_are_solved_and_insoluble_ones_not_claimed() {
    let rows = problems::run("").unwrap();
    assert!(rows.len() > 50, "{} checks", rows.len());
    assert!(rows.iter().all(|row| row.pass), "{}", faults(&rows));
}

/// The closed forms are formulas of the parameters: they follow when those are changed from outside.
#[test]
fn closed_forms_hold_for_other_parameters() {
    let cases: [(&str, &[(&str, &str)]); 5] = [
        (
            "rolling_on_incline",
            &[("g", "3.7"), ("R", "0.23"), ("m", "12"), ("run.t_end", "2")],
        ),
        ("skew_shock", &[("a11", "7"), ("a12", "-1.5")]),
        (
            "superball",
            &[
                ("k", "0.6"),
                ("run.t_end", "1e-3"),
                ("run.step", "1e-3"),
                ("z0", "R"),
            ],
        ),
        ("brick_on_ramp", &[("g", "5.1"), ("m", "0.2")]),
        ("column_of_balls", &[("g", "1.62")]),
    ];
    for (scene, sets) in cases {
        let rows = rows(scene, sets);
        // Numbers copied from a table belong to one set of parameters.
        let formulas: Vec<Row> = rows
            .into_iter()
            .filter(|row| {
                !row.what.contains("listed") && !row.name.contains("Garwin") && !row.what.contains("stop")
            })
            .filter(|row| !row.name.contains("dropped"))
            .collect();
        assert!(formulas.len() > 10, "{scene}: {}", formulas.len());
        assert!(
            formulas.iter().all(|row| row.pass),
            "{scene}{}",
            faults(&formulas)
        );
    }
}

const BALL: &str = "[params]\ng = 10\n[lagrangian]\ncoordinates = [\"y\"]\nconstants = { m = 2 }\nkinetic = \"m/2*y'^2\"\npotential = \"m*g*y\"\n\
    initial = { y = 1 }\n[lagrangian.contact.floor]\ngap = \"y\"\nrestitution = 0.5\n\
    [run]\nt_end = 1\nstep = 1e-3\nscheme = \"moreau-midpoint\"\n";

fn one(verify: &str) -> Vec<Row> {
    let text = format!("{BALL}{verify}");
    run(&[source("ball", &text)], "", &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn check(check: &str) -> Row {
    one(&format!(
        "[[verify]]\nid = \"T\"\nname = \"t\"\nchecks = [{{ {check} }}]"
    ))
    .remove(0)
}

#[test]
fn values_are_taken_as_described() {
    for (text, found) in [
        ("at = 0.1, value = \"y\", equals = 0.95, tolerance = 1e-9", 0.95),
        // Linear between two steps.
        (
            "at = 0.0105, value = \"y'\", equals = -0.105, tolerance = 1e-12",
            -0.105,
        ),
        (
            "at = 0.0105, value = \"y'^2\", equals = 0.01105, tolerance = 1e-12",
            0.01105,
        ),
        (
            "at = 0, value = \"energy/m\", equals = \"g\", tolerance = 1e-12",
            10.0,
        ),
        (
            "over = [0, 0.2], take = \"min\", value = \"y\", equals = 0.8, tolerance = 1e-9",
            0.8,
        ),
        (
            "over = [0.1, 0.2], take = \"max\", value = \"y\", equals = 0.95, tolerance = 1e-9",
            0.95,
        ),
        (
            "over = [0, 0.2], take = \"max_abs\", value = \"y'\", equals = 2, tolerance = 1e-9",
            2.0,
        ),
        (
            "over = [0, 0.2], take = \"mean\", value = \"y'\", equals = -1, tolerance = 1e-9",
            -1.0,
        ),
        (
            "take = \"first_time\", value = \"-1 - y'\", equals = 0.1, tolerance = 1e-9",
            0.1,
        ),
        (
            "at = 0.3, value = \"impulse.floor.n + impacts\", equals = 0, tolerance = 0",
            0.0,
        ),
        (
            "value = \"2*run.step*t\", equals = \"2*run.step\", relative = 1e-12",
            0.002,
        ),
    ] {
        let row = check(text);
        assert!(row.pass && (row.found - found).abs() < 1e-9, "{text}: {row:?}");
    }
    let row = check("value = \"impact_time.floor.1\", equals = \"sqrt(2/g)\", tolerance = \"2*run.step\"");
    assert!(row.pass, "{row:?}");
    let row = check(
        "at = 0.5, value = \"impulse.floor.n\", equals = \"1.5*m*sqrt(2*g)\", tolerance = \"2*m*g*run.step\"",
    );
    assert!(row.pass, "{row:?}");
}

#[test]
fn mismatches_do_not_pass() {
    for text in [
        "at = 0.1, value = \"y\", equals = 0.951, tolerance = 1e-4",
        "at = 0.1, value = \"y\", at_most = 0.9",
        "at = 0.1, value = \"y\", at_least = 0.96, tolerance = 1e-3",
        "at = 2, value = \"y\", equals = 0, tolerance = 1e9",
        "value = \"impact_time.floor.99\", equals = 1, tolerance = 1e9",
        "take = \"first_time\", value = \"y - 2\", at_most = 1e9",
        "over = [0.00011, 0.00012], take = \"max\", value = \"y\", at_most = 1e9",
    ] {
        assert!(!check(text).pass, "{text}");
    }
    assert!(!one("[[verify]]\nid = \"T\"\nname = \"t\"\nrefused = true")[0].pass);
    let law = "set = { lagrangian.contact.floor.restitution = { dissipation_index = 2 } }";
    assert!(
        one(&format!(
            "[[verify]]\nid = \"T\"\nname = \"t\"\nrefused = true\n{law}"
        ))[0]
            .pass
    );
}

#[test]
fn overrides_are_those_of_the_command_line() {
    let check = "checks = [{ value = \"g\", equals = 3, tolerance = 0 }, { value = \"run.step\", equals = 0.01, tolerance = 0 }]";
    for set in [
        "{ g = 3, \"run.step\" = 0.01 }",
        "{ params.g = 3, run.step = 0.01 }",
        "{ params = { g = \"1 + 2\" }, run = { step = 1e-2 } }",
    ] {
        let rows = one(&format!(
            "[[verify]]\nid = \"T\"\nname = \"t\"\nset = {set}\n{check}"
        ));
        assert!(
            rows.len() == 2 && rows.iter().all(|row| row.pass),
            "{set}: {}",
            faults(&rows)
        );
    }
    let law = "set = { lagrangian.contact.floor.restitution = { poisson = 0.1 }, \"run.scheme\" = { moreau-jean = { theta = 1 } } }";
    let rows = one(&format!(
        "[[verify]]\nid = \"T\"\nname = \"t\"\n{law}\nchecks = [{{ take = \"max\", over = [0.5, 1], value = \"y\", at_most = 0.03 }}]"
    ));
    assert!(rows[0].pass, "{}", faults(&rows));
}

/// A run that must stop passes by its reason alone: one that ends, or stops for another, does not.
#[test]
fn a_run_must_stop_for_the_reason_that_is_asked_for() {
    let press = drystone::scenes::text("press").unwrap();
    let verify = |text: &str, sets: &[(&str, &str)]| {
        let scene = press.split("[[verify]]").next().unwrap();
        let text = format!("{scene}\n[[verify]]\nid = \"T\"\nname = \"t\"\n{text}");
        run(&[source("press", &text)], "", sets)
    };
    let time = "checks = [{ take = \"max\", value = \"t\", equals = 0.5, tolerance = 2e-3 }]";
    let rows = verify(&format!("stopped = \"infeasible\"\n{time}"), &[]).unwrap();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row.pass), "{}", faults(&rows));
    let why = rows[0].message.as_deref().unwrap();
    assert!(why.contains("\"box\"") && why.contains("\"press\""), "{why}");
    assert!(!verify("stopped = \"refused\"", &[]).unwrap()[0].pass);
    assert!(!verify("stopped = \"infeasible\"", &[("stroke", "0.04")]).unwrap()[0].pass);
    let end = "stopped = \"infeasible\"\nchecks = [{ value = \"t\", at_most = 1 }]";
    let error = verify(end, &[]).unwrap_err().to_string();
    assert!(error.contains("add `at` or `take`"), "{error}");
}

/// Four balls on each other, two below a mark; a motor that lifts a ball at a constant rate.
#[test]
fn rates_masses_below_a_mark_and_motors_are_seen() {
    let scene = r#"
[world]
gravity = [0, 0, -9.81]
[body.mark]
fixed = true
position = [0, 0, 0.2]
[[fill]]
name = "ball"
pattern = { column = 4 }
body = { shape = { sphere = 0.05 }, mass = 2 }
[body.bob]
shape = { sphere = 0.1 }
mass = 3
position = [5, 0, 1]
[joint.lift]
kind = "slider"
between = ["world", "bob"]
at = [5, 0, 1]
axis = [0, 0, 1]
motor = { velocity = 0.5 }
[body.floor]
fixed = true
shape = { plane = {} }
[run]
t_end = 0.2
step = 1e-2
[[verify]]
id = "T"
name = "t"
checks = [
  { value = "ball.below_mark", equals = 4, tolerance = 0 },
  { take = "rate", over = [0.05, 0.2], value = "2*bob.z", equals = 1, tolerance = 1e-9 },
  { value = "lift.motor", equals = "3*9.81", tolerance = 1e-9 },
]
"#;
    let rows = run(&[source("seen", scene)], "", &[]).unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row.pass), "{}", faults(&rows));
}
