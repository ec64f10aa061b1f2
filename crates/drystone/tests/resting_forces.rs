//! At rest the supports carry the weight: the forces on the fixed bodies of a scene sum to it to 10⁻¹⁰, step
//! by step.

use drystone::io::scene::{Scene, SystemDescription};
use drystone::run::runner::{Detail, Runner};

/// Forces of the last hundred steps on all bodies called `floor…`, against the weight of all free bodies.
fn balance(bodies: &str, dimension: usize) {
    let text = format!(
        "[world]\ndimension = {dimension}\n{bodies}\n[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.6\n\
         [run]\nstep = 2e-3\nt_end = 0.6\n"
    );
    let scene = Scene::read(&text, "rest.toml", &[]).expect("a scene");
    let SystemDescription::Bodies(world) = &scene.system else {
        panic!("bodies");
    };
    let free = world.bodies.iter().filter(|body| !body.name.starts_with("floor"));
    let weight = 9.81 * free.map(|body| body.mass.mass).sum::<f64>();
    let mut runner = Runner::new(&scene).expect("a runner");
    let mut start = runner.frame().q.to_vec();
    let up = dimension - 1;
    let mut worst = 0.0_f64;
    while runner.advance().expect("a step") {
        if runner.totals.steps <= 200 {
            start.copy_from_slice(runner.frame().q);
            continue;
        }
        let (who, world) = (&runner.names.who, runner.world().expect("a world"));
        let mut sum = [0.0; 3];
        for pair in &world.pairs.list {
            let now = world.pairs.now(pair);
            let sign = match pair.groups.map(|group| who.groups[group].starts_with("floor")) {
                [false, true] => 1.0,
                [true, false] => -1.0,
                _ => continue,
            };
            for k in 0..3 {
                sum[k] += sign * now.impulse[k] / world.dt;
            }
        }
        sum[up] += weight;
        worst = sum.iter().fold(worst, |m, x| m.max(x.abs() / weight));
    }
    let moved = runner
        .frame()
        .q
        .iter()
        .zip(&start)
        .fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    println!("{worst:e} of the weight, moved {moved:e}");
    assert!(moved < 1e-8, "it does not rest: {moved:e}");
    assert!(worst < 1e-10, "{worst:e} of the weight");
    assert_eq!(runner.totals.failed_steps(), 0);
}

const FLOOR: &str = "[body.floor]\nfixed = true\nshape = { plane = {} }\n";
const SLOPE: &str = "[body.floor]\nfixed = true\nshape = { plane = { tilt_deg = 20 } }\n";

fn body(name: &str, shape: &str, place: &str) -> String {
    format!("[body.{name}]\nshape = {{ {shape} }}\nmass = 1.7\n{place}\n")
}

#[test]
fn a_box_on_a_plane() {
    balance(
        &(FLOOR.to_owned() + &body("a", "box = [0.3, 0.2, 0.1]", "on = \"floor\"")),
        3,
    );
}

#[test]
fn a_stack_of_five_boxes() {
    let stack: String = (0..5)
        .map(|k| {
            let z = 0.05 + 0.1 * f64::from(k);
            body(
                &format!("b{k}"),
                "box = [0.3, 0.2, 0.1]",
                &format!("position = [0, 0, {z}]"),
            )
        })
        .collect();
    balance(&(FLOOR.to_owned() + &stack), 3);
}

/// Three spheres that touch and one on top: friction keeps the lower ones from rolling apart.
#[test]
fn a_pyramid_of_spheres() {
    let r = 0.1_f64;
    let ring = 2.0 * r / 3.0_f64.sqrt();
    let mut text = FLOOR.to_owned();
    for k in 0..3 {
        let angle = f64::from(k) * std::f64::consts::TAU / 3.0;
        let (x, y) = (ring * angle.cos(), ring * angle.sin());
        text += &body(
            &format!("s{k}"),
            "sphere = 0.1",
            &format!("position = [{x:e}, {y:e}, 0.1]"),
        );
    }
    let z = r + (4.0 * r * r - ring * ring).sqrt();
    text += &body("top", "sphere = 0.1", &format!("position = [0, 0, {z:e}]"));
    text += "[[contact]]\nbetween = [\"*\", \"*\"]\nfriction = 0.6\n";
    balance(&text, 3);
}

#[test]
fn a_chair() {
    let chair = "[body.chair]\nmass = 10\ncenter_of_mass = [0.1, -0.05, 0.3]\ninertia = [0.9, 1.225, 1.0]\nshapes = [\
        { sphere = 0.02, position = [0.5, 0.4, 0.02] }, { sphere = 0.02, position = [-0.5, 0.4, 0.02] },\
        { sphere = 0.02, position = [-0.5, -0.4, 0.02] }, { sphere = 0.02, position = [0.5, -0.4, 0.02] }]\n";
    balance(&(FLOOR.to_owned() + chair), 3);
}

#[test]
fn bodies_that_stick_on_a_slope() {
    for shape in [
        "box = [0.3, 0.2, 0.1]",
        "cone = { height = 0.2, radius = 0.15 }",
        "cylinder = { length = 0.1, radius = 0.15 }",
    ] {
        balance(&(SLOPE.to_owned() + &body("a", shape, "on = \"floor\"")), 3);
    }
}

#[test]
fn capsule_and_cylinder_that_lie() {
    for shape in [
        "capsule = { length = 0.4, radius = 0.1 }",
        "cylinder = { length = 0.4, radius = 0.1 }",
    ] {
        let place = "position = [0, 0, 0.1]\neuler_deg = [90, 0, 0]";
        balance(&(FLOOR.to_owned() + &body("a", shape, place)), 3);
    }
}

#[test]
fn cone_cylinder_hull_and_ellipsoid_that_stand() {
    for (shape, z) in [
        ("cone = { height = 0.3, radius = 0.2 }", 0.15),
        ("cylinder = { length = 0.4, radius = 0.1 }", 0.2),
        (
            "hull = [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.25, 0.2, 0], [-0.2, 0.2, 0], [0, 0, 0.3]]",
            0.0,
        ),
        ("ellipsoid = [0.3, 0.25, 0.1]", 0.1),
    ] {
        balance(
            &(FLOOR.to_owned() + &body("a", shape, &format!("position = [0, 0, {z}]"))),
            3,
        );
    }
}

/// A box on two supports of which one is a box, the other a height field.
#[test]
fn a_beam_on_two_supports() {
    let supports = "[body.floor1]\nfixed = true\nshape = { box = [0.2, 0.4, 0.2] }\nposition = [-0.5, 0, -0.1]\n\
        [body.floor2]\nfixed = true\nshape = { heights = { spacing = 0.5, rows = [[0, 0, 0], [0, 0, 0]] } }\n\
        position = [0.3, -0.3, 0]\n";
    balance(
        &(supports.to_owned() + &body("a", "box = [1.4, 0.2, 0.1]", "position = [0, 0, 0.05]")),
        3,
    );
}

#[test]
fn polygons_in_the_plane() {
    let wall: String = (0..4)
        .map(|k| {
            let y = 0.05 + 0.1 * f64::from(k);
            body(
                &format!("b{k}"),
                "box = [0.3, 0.1]",
                &format!("position = [{}, {y}]", 0.05 * f64::from(k % 2)),
            )
        })
        .collect();
    balance(&(FLOOR.to_owned() + &wall), 2);
    let prism = body(
        "a",
        "polygon = [[-0.2, 0], [0.2, 0], [0.1, 0.3]], radius = 0.0",
        "",
    );
    balance(&(FLOOR.to_owned() + &prism), 2);
    balance(
        &(SLOPE.to_owned() + &body("a", "box = [0.3, 0.1]", "on = \"floor\"")),
        2,
    );
}

/// The impulses of a step are the answer of the next ones: of 100 steps of a wall few are solved. Where they
/// were handed on as they were, every second step was.
#[test]
fn a_wall_at_rest_is_seldom_solved() {
    let text = drystone::scenes::text("wall").expect("a built-in scene");
    let sets = [("courses", "5"), ("blocks", "6"), ("run.t_end", "0.5")];
    let scene = Scene::read(text, "wall", &sets).expect("a scene");
    let mut runner = Runner::new(&scene).expect("a runner");
    let (mut solved, mut contacts) = (0, Vec::new());
    while runner.advance().expect("a step") {
        let Detail::Step(step) = runner.frame().detail else {
            panic!("a step");
        };
        solved += usize::from(step.solves.iterations > 0);
        contacts.push(step.contacts.list.len());
    }
    println!("{solved} of {} steps", runner.totals.steps);
    assert!(solved <= 20, "{solved} steps were solved");
    assert!(contacts.iter().all(|count| *count == contacts[0]), "{contacts:?}");
    assert_eq!(runner.totals.failed_steps(), 0);
}

/// Velocities of rounding are zero where friction holds, and stay where it does not: a push of 1e-15 of the
/// weight adds up on ice, and a ball that hardly rolls goes on.
#[test]
fn rounding_stops_no_motion() {
    let run = |body: &str, mu: f64| {
        let text = format!(
            "[world]\ngravity = [0, 0, -9.81]\n[body.floor]\nfixed = true\nshape = {{ plane = {{}} }}\n{body}\n\
             [[contact]]\nbetween = [\"*\", \"*\"]\nfriction = {mu}\n[run]\nstep = 1e-3\nt_end = 1\ntolerance = 1e-14\n"
        );
        let scene = Scene::read(&text, "slow.toml", &[]).expect("a scene");
        let mut runner = Runner::new(&scene).expect("a runner");
        while runner.advance().expect("a step") {}
        (runner.frame().q.to_vec(), runner.frame().v.to_vec())
    };
    let cube = "[body.cube]\nshape = { box = [1, 1, 1] }\nmass = 1\nposition = [0, 0, 0.5]\n";
    let pushed = format!("{cube}[force.push]\nbody = \"cube\"\nforce = [1e-14, 0, 0]\n");
    let (_, on_ice) = run(&pushed, 0.0);
    assert!((on_ice[0] / 1e-14 - 1.0).abs() < 1e-9, "{:e}", on_ice[0]);
    let (q, held) = run(&pushed, 0.5);
    assert!(held.iter().all(|v| *v == 0.0), "{held:?}");
    assert!(q[0].abs() < 1e-15, "{:e}", q[0]);
    let ball = "[body.ball]\nshape = { sphere = 0.5 }\nmass = 1\nposition = [0, 0, 0.5]\n\
                velocity = [1e-12, 0, 0]\nangular_velocity = [0, 2e-12, 0]\n";
    let (_, rolls) = run(ball, 0.5);
    assert!((rolls[0] / 1e-12 - 1.0).abs() < 1e-3, "{:e}", rolls[0]);
}
