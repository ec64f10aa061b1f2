//! Fast bodies and thin walls: with `run.continuous = true` nothing passes.
//!
//! A body flies at a fixed wall without gravity, so fast that it crosses the wall in less than a step.
//! Contacts looked for at q + γ h v alone miss the wall unless the body overlaps it there: with v h >
//! thickness + size / γ it may pass.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;

/// Where the body is along x when it has had the time to fly 2 m; the wall is at x = 1 and the body starts at
/// 0. Also its velocity.
fn flight(
    dimension: usize,
    wall: &str,
    bullet: &str,
    (speed, step): (f64, f64),
    scheme: &str,
    continuous: bool,
) -> [f64; 2] {
    let end = 2.0 / speed;
    let start = if dimension == 2 { "[0, 0]" } else { "[0, 0, 0]" };
    let along = |x: f64| {
        if dimension == 2 {
            format!("[{x}, 0]")
        } else {
            format!("[{x}, 0, 0]")
        }
    };
    let key = if continuous { "continuous = true\n" } else { "" };
    let text = format!(
        "[world]\ndimension = {dimension}\ngravity = {start}\n[body.wall]\nfixed = true\n{wall}\n[body.bullet]\n\
         shape = {{ {bullet} }}\nmass = 0.01\nposition = {start}\nvelocity = {}\n[[contact]]\n\
         between = [\"*\", \"*\"]\nfriction = 0.3\nrestitution = 0.5\n\
         [run]\nstep = {step}\nt_end = {end}\nscheme = \"{scheme}\"\n{key}",
        along(speed)
    );
    let scene = Scene::read(&text, "wall.toml", &[]).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    runner.run(|_| {}).expect("a run");
    let frame = runner.frame();
    [frame.q[0], frame.v[0]]
}

/// Dimension, name, table of the wall: a millimetre or less.
const WALLS: &[(usize, &str, &str)] = &[
    (
        3,
        "thin box",
        "shape = { box = [0.001, 2, 2] }\nposition = [1, 0, 0]",
    ),
    (
        3,
        "triangles",
        "shape = { heights = { spacing = 1, rows = [[0, 0, 0], [0, 0, 0], [0, 0, 0]] } }\nposition = [1, -1, -1]\neuler_deg = [0, -90, 0]",
    ),
    (
        3,
        "hull",
        "shape = { hull = [[0, -1, -1], [0, 1, -1], [0, 0, 1], [0.01, 0, 0]] }\nposition = [1, 0, 0]",
    ),
    (2, "thin box", "shape = { box = [0.001, 2] }\nposition = [1, 0]"),
    (
        2,
        "polygon",
        "shape = { polygon = [[-0.0005, -1], [0.0005, -1], [0.0005, 1], [-0.0005, 1]] }\nposition = [1, 0]",
    ),
    (2, "segment", "shape = { segment = [[1, -1], [1, 1]] }"),
];

/// Dimension, name, shape, half its size along x.
const BULLETS: &[(usize, &str, &str, f64)] = &[
    (3, "sphere", "sphere = 0.01", 0.01),
    (3, "box", "box = [0.02, 0.02, 0.02]", 0.01),
    (3, "capsule", "capsule = { length = 0.04, radius = 0.01 }", 0.01),
    (2, "disc", "disc = 0.01", 0.01),
    (2, "box", "box = [0.02, 0.02]", 0.01),
    (2, "capsule", "capsule = { length = 0.04, radius = 0.01 }", 0.01),
];

const SCHEMES: &[&str] = &["moreau-jean", "moreau-midpoint", "stewart-trinkle"];

/// All cases: what was done, and whether the body is before the wall at the end.
fn cases(continuous: bool) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for wall in WALLS {
        for bullet in BULLETS.iter().filter(|bullet| bullet.0 == wall.0) {
            for speed in [5.0, 20.0, 50.0, 200.0] {
                for step in [1e-3, 4e-3] {
                    for scheme in SCHEMES {
                        let [x, v] = flight(wall.0, wall.2, bullet.2, (speed, step), scheme, continuous);
                        let before = x < 1.0 && v <= speed;
                        let name = format!(
                            "{} of {} against {} at {speed} m/s, h = {step}, {scheme}: x = {x}, v = {v}",
                            bullet.1, wall.0, wall.1
                        );
                        found.push((name, before));
                    }
                }
            }
        }
    }
    found
}

/// What the contacts predicted at q + γ h v miss: the faster the body, the more.
#[test]
#[ignore = "a survey: prints how many of the cases pass through without continuous detection"]
fn survey_without_continuous_detection() {
    let found = cases(false);
    let through = found.iter().filter(|case| !case.1).count();
    for (name, before) in &found {
        println!("{} {name}", if *before { "stopped" } else { "THROUGH" });
    }
    println!("{through} of {} pass through", found.len());
}

#[test]
fn nothing_passes_with_continuous_detection() {
    let through: Vec<String> = cases(true)
        .into_iter()
        .filter(|case| !case.1)
        .map(|case| case.0)
        .collect();
    assert!(
        through.is_empty(),
        "{} pass through:\n{}",
        through.len(),
        through.join("\n")
    );
}
