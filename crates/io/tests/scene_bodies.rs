//! Good scenes with bodies: what is read out of them.

use crate::scene_samples::text;
use drystone_dynamics::contact::{Friction, Restitution};
use drystone_dynamics::geometry::{DQuat, DVec3, Shape, manifold};
use drystone_dynamics::models::bodies::description::{
    BodyDescription, Dimension, ForceKind, JointKind, Motion, PairLaw, WorldDescription,
};
use drystone_io::scene::{Built, Scene, SystemDescription, world_in_words};
use drystone_solve::law::Law;

fn scene(text: &str, sets: &[(&str, &str)]) -> Scene {
    Scene::read(text, "x.toml", sets).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn world_with(text: &str, sets: &[(&str, &str)]) -> WorldDescription {
    match scene(text, sets).system {
        SystemDescription::Bodies(world) => *world,
        _ => panic!("asked: bodies"),
    }
}

fn world(name: &str) -> WorldDescription {
    world_with(text(name), &[])
}

fn made(lines: &str) -> WorldDescription {
    world_with(&format!("{lines}\n[run]\nt_end = 1\nstep = 0.1\n"), &[])
}

fn body<'a>(world: &'a WorldDescription, name: &str) -> &'a BodyDescription {
    let found = world.bodies.iter().find(|body| body.name == name);
    found.unwrap_or_else(|| panic!("no body {name}"))
}

/// Least gap of all pairs of shapes.
fn gap(a: &BodyDescription, b: &BodyDescription) -> f64 {
    let mut points = Vec::new();
    for x in &a.shapes {
        for y in &b.shapes {
            let (px, py) = (a.pose.then(&x.pose), b.pose.then(&y.pose));
            manifold((&x.shape, &px), (&y.shape, &py), f64::INFINITY, &mut points);
        }
    }
    points.iter().map(|p| p.gap).fold(f64::INFINITY, f64::min)
}

fn near(a: DVec3, b: DVec3, tolerance: f64) {
    assert!((a - b).length() <= tolerance, "{a} against {b}");
}

#[test]
fn the_box_of_the_contract_lies_on_its_slope() {
    let world = world("slope");
    assert_eq!(world.dimension, Dimension::Space);
    assert_eq!(world.gravity, DVec3::new(0.0, 0.0, -9.81));
    let (slope, block) = (body(&world, "slope"), body(&world, "box"));
    assert_eq!(slope.shapes[0].shape, Shape::HalfSpace);
    let tilt = 20f64.to_radians();
    let normal = DVec3::new(tilt.sin(), 0.0, tilt.cos());
    near(slope.shapes[0].pose.rotation * DVec3::Z, normal, 1e-15);
    near(block.pose.rotation * DVec3::Z, normal, 1e-15);
    near(block.pose.position, 0.05 * normal, 1e-15);
    assert!(gap(slope, block).abs() <= 1e-17, "{}", gap(slope, block));
    assert_eq!(block.mass.mass, 1.0);
    assert_eq!(world.laws.len(), 2);
    assert_eq!(
        world.laws[1].friction,
        Friction::Constant(Law::Coulomb { mu: 0.5 })
    );
    assert_eq!(world.bodies.last().unwrap().name, "world");
    assert_eq!(world.joints[0].between, [4, 2]);
}

#[test]
fn motions_and_forces_are_compiled_with_their_derivatives() {
    let world = world("slope");
    let Motion::Prescribed(motion) = &body(&world, "belt").motion else {
        panic!("asked: a motion")
    };
    let mut tape = motion.tape.clone();
    tape.run(&[&[0.01]]);
    let w = 20.0 * std::f64::consts::PI;
    let mut out = [0.0; 8];
    tape.copy_outputs(&mut out);
    let asked = [
        9.0,
        0.5 * (w * 0.01).sin(),
        -9.0,
        0.0,
        0.0,
        0.5 * w * (w * 0.01).cos(),
        0.0,
        0.0,
    ];
    for (found, asked) in out.iter().zip(asked) {
        assert!((found - asked).abs() <= 1e-13, "{out:?}");
    }
    assert_eq!(motion.surface_velocity, DVec3::X);
    let ForceKind::Applied { body, tape, at, .. } = &world.forces[0].kind else {
        panic!("asked: an applied force")
    };
    let mut tape = tape.clone();
    tape.run(&[&[0.5]]);
    assert_eq!((*body, *at), (1, DVec3::ZERO));
    assert!((tape.output(0) - 5.0 * 0.5f64.cos()).abs() <= 1e-15);
    assert_eq!(
        (tape.num_outputs(), tape.output(1), tape.output(5)),
        (6, 0.0, 0.0)
    );
}

#[test]
fn what_stands_on_a_moving_table_starts_where_the_table_does() {
    let world = made(
        "[body.table]\nfixed = true\nshape = { plane = {} }\nposition = [5, 5, 5]\n\
         [motion.shake]\nbody = \"table\"\nposition = [\"sin(t)\", 0, \"1 + t\"]\nangle_deg = 90\n\
         [body.box]\nshape = { box = [2, 1, 1] }\nmass = 1\non = \"table\"",
    );
    let table = body(&world, "table");
    assert!(matches!(table.motion, Motion::Prescribed(_)));
    near(table.pose.position, DVec3::Z, 0.0);
    near(
        body(&world, "box").pose.position,
        DVec3::new(0.0, 0.0, 1.5),
        1e-15,
    );
    near(body(&world, "box").pose.rotation * DVec3::X, DVec3::Y, 1e-15);
}

#[test]
fn a_mechanism_of_the_plane_is_read() {
    let world = world("crank");
    assert_eq!(
        (world.dimension, world.gravity),
        (Dimension::Plane, DVec3::new(0.0, -9.81, 0.0))
    );
    let block = body(&world, "block");
    assert_eq!((block.shapes.len(), block.mass.inertia.z_axis.z), (2, 0.01));
    assert_eq!(block.angular_velocity, DVec3::new(0.0, 0.0, 0.5));
    assert_eq!(world.ignored, [[1, 0]]);
    let hub = &world.joints[0];
    let limits = hub.limits.unwrap();
    assert_eq!(
        (hub.kind, hub.axis, hub.between),
        (JointKind::Hinge, DVec3::Z, [3, 0])
    );
    assert_eq!(limits.restitution, 0.5);
    assert!((limits.upper - std::f64::consts::FRAC_PI_2).abs() <= 1e-15);
    let motor = hub.motor.as_ref().unwrap();
    let mut velocity = motor.velocity.clone();
    velocity.run(&[&[0.0]]);
    assert_eq!(
        (velocity.output(0), motor.max_force, hub.friction),
        (2.0, 5.0, 0.1)
    );
    assert!(world.joints[1].collide);
    assert_eq!(world.joints[2].axis, DVec3::X);
    let gear = &world.joints[3];
    let kind = JointKind::Gear {
        hinges: [0, 1],
        ratio: -2.0,
    };
    assert_eq!((gear.kind, gear.between), (kind, [0, 1]));
    let ForceKind::Spring {
        between, at, length, ..
    } = world.forces[0].kind
    else {
        panic!("asked: a spring")
    };
    assert_eq!((between, at[1], length), ([3, 1], DVec3::new(0.1, 0.0, 0.0), 1.0));
    assert!(matches!(
        world.forces[1].kind,
        ForceKind::JointSpring {
            joint: 0,
            rest: 0.2,
            ..
        }
    ));
    assert!(matches!(
        world.forces[2].kind,
        ForceKind::Drag { body: Some(1), .. }
    ));
    let words = world_in_words(&world);
    for part in [
        "the plane",
        "4 (2 free, 2 fixed)",
        "1 disc, 1 plane, 2 polygon",
        "1 gear, 2 hinge, 1 slider",
    ] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn fills_make_bodies_that_do_not_overlap() {
    let world = world("grains");
    let count = |prefix: &str| world.bodies.iter().filter(|b| b.name.starts_with(prefix)).count();
    let counts = ["fill1_", "grain_", "brick_", "stone_", "crate_", "drum_"].map(count);
    assert_eq!(counts, [60, 50, 5 + 6 + 5 + 6, 7, 10, 3]);
    assert_eq!(world.bodies[1].name, "fill1_0001");
    for prefix in ["fill1_", "grain_", "brick_", "stone_", "crate_", "drum_"] {
        let mut bodies: Vec<&BodyDescription> = world
            .bodies
            .iter()
            .filter(|b| b.name.starts_with(prefix))
            .collect();
        bodies.push(body(&world, "floor"));
        let mut least = f64::INFINITY;
        for (i, a) in bodies.iter().enumerate() {
            for b in &bodies[..i] {
                least = least.min(gap(a, b));
            }
        }
        // Drums are cylinders: none of their pairs is compared.
        if prefix != "drum_" {
            let touching = !matches!(prefix, "fill1_" | "grain_");
            assert!(least >= -1e-14, "{prefix}: {least}");
            assert!(!touching || least <= 1e-14, "{prefix}: {least}");
        }
    }
    // The same seed gives the same grains, another one others.
    let other = world_with(text("grains"), &[("run.seed", "4")]);
    assert_eq!(body(&world, "grain_0007").pose, body(&other, "grain_0007").pose);
    assert_ne!(body(&world, "fill1_0007").pose, body(&other, "fill1_0007").pose);
}

#[test]
fn grains_of_many_sizes_have_the_mass_of_their_volume() {
    let world = world("grains");
    for b in world.bodies.iter().filter(|b| b.name.starts_with("grain_")) {
        let Shape::Sphere { radius } = b.shapes[0].shape else {
            panic!("asked: a ball")
        };
        assert!((0.04..=0.06).contains(&radius), "{radius}");
        let mass = 2500.0 * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        assert!(
            (b.mass.mass / mass - 1.0).abs() <= 1e-14,
            "{} {mass}",
            b.mass.mass
        );
        let inertia = 0.4 * mass * radius * radius;
        assert!((b.mass.inertia.x_axis.x / inertia - 1.0).abs() <= 1e-14);
    }
}

#[test]
fn a_hundred_thousand_grains_are_read_quickly() {
    let fill = "[[fill]]\npattern = { grid = [50, 50, 40], spacing = 0.011, jitter = 0.5 }\n\
        body = { shape = { sphere = 0.005 }, density = 2500 }\nsize_spread = 0.1";
    let start = std::time::Instant::now();
    assert_eq!(made(fill).bodies.len(), 100_000);
    assert!(start.elapsed().as_secs_f64() < 5.0, "{:?}", start.elapsed());
}

#[test]
fn bodies_are_placed_on_bodies() {
    let world = made(
        "[body.top]\nshape = { sphere = 0.1 }\nmass = 1\non = \"middle\"\nposition = [3.02, 2.01, 0]\n\
         [body.middle]\nshape = { sphere = 0.2 }\nmass = 1\non = \"bottom\"\n\
         [body.bottom]\nshape = { box = [1, 1, 0.5] }\nmass = 1\non = \"floor\"\nposition = [3, 2, 9]\n\
         [body.floor]\nfixed = true\nshape = { plane = { offset = -1 } }",
    );
    let (top, middle, bottom) = (
        body(&world, "top"),
        body(&world, "middle"),
        body(&world, "bottom"),
    );
    near(bottom.pose.position, DVec3::new(3.0, 2.0, -0.75), 1e-15);
    near(middle.pose.position, DVec3::new(3.0, 2.0, -0.3), 1e-15);
    assert!(gap(bottom, middle).abs() <= 1e-15);
    let height = (0.09_f64 - 0.02 * 0.02 - 0.01 * 0.01).sqrt();
    near(top.pose.position, DVec3::new(3.02, 2.01, -0.3 + height), 1e-15);
    assert!(gap(middle, top).abs() <= 1e-15);
}

#[test]
fn a_ball_comes_to_rest_on_the_side_of_a_ball() {
    let world = made(
        "[body.top]\nshape = { sphere = 0.1 }\nmass = 1\non = \"bottom\"\nposition = [0.15, 0.1, -7]\n\
         [body.bottom]\nshape = { sphere = 0.2 }\nmass = 1",
    );
    let (top, bottom) = (body(&world, "top"), body(&world, "bottom"));
    let height = (0.09_f64 - 0.15 * 0.15 - 0.1 * 0.1).sqrt();
    near(top.pose.position, DVec3::new(0.15, 0.1, height), 1e-15);
    assert!(gap(bottom, top).abs() <= 1e-15, "{}", gap(bottom, top));
}

#[test]
fn bodies_come_down_on_land_and_on_each_other() {
    let world = made(
        "[body.land]\nfixed = true\n\
         shape = { heights = { rows = [[0, 0, 0.5], [0, 0.2, 0.5], [0, 0.3, 0.4]], spacing = 1 } }\n\
         [body.ball]\nshape = { sphere = 0.1 }\nmass = 1\non = \"land\"\nposition = [0.7, 0.9, 5]\n\
         [body.box]\nshape = { box = [0.2, 0.2, 0.2] }\nmass = 1\non = \"land\"\nposition = [1.4, 0.4, -5]\n\
         [body.pair]\nshapes = [{ sphere = 0.05, position = [0.06, 0, 0] }, { sphere = 0.04, position = [-0.06, 0, 0] }]\n\
         mass = 1\non = \"box\"\n",
    );
    let (land, cube) = (body(&world, "land"), body(&world, "box"));
    for (a, b) in [
        (land, body(&world, "ball")),
        (land, cube),
        (cube, body(&world, "pair")),
    ] {
        let gap = gap(a, b);
        assert!(
            (0.0..=1e-15).contains(&gap.abs()),
            "{} on {}: {gap}",
            b.name,
            a.name
        );
    }
    // The larger ball touches.
    near(
        body(&world, "pair").pose.position,
        cube.pose.position + DVec3::new(0.0, 0.0, 0.15),
        1e-15,
    );
}

#[test]
fn orientations_are_read_in_every_form() {
    let turned = |line: &str| {
        let world = made(&format!("[body.a]\nshape = {{ sphere = 1 }}\nmass = 1\n{line}"));
        world.bodies[0].pose.rotation
    };
    let half = 0.5f64.sqrt();
    for line in [
        "euler_deg = [0, 0, 90]",
        "euler = [0, 0, \"pi/2\"]",
        "quat_wxyz = [\"sqrt(1/2)\", 0, 0, \"sqrt(1/2)\"]",
    ] {
        let asked = DQuat::from_xyzw(0.0, 0.0, half, half);
        assert!(turned(line).angle_between(asked) <= 1e-7, "{line}");
    }
    // Roll first, then pitch, then yaw, about fixed axes: y goes to z, stays there under pitch 0, and yaw
    // leaves it.
    let q = turned("euler_deg = [90, 0, 90]");
    near(q * DVec3::Y, DVec3::Z, 1e-15);
    near(q * DVec3::X, DVec3::Y, 1e-15);
    let planar = made("[world]\ndimension = 2\n[body.a]\nshape = { disc = 1 }\nmass = 1\nangle_deg = 90");
    near(planar.bodies[0].pose.rotation * DVec3::X, DVec3::Y, 1e-15);
}

#[test]
fn a_slope_of_the_plane_falls_to_the_right() {
    let world = made(
        "[world]\ndimension = 2\n[body.slope]\nfixed = true\nshape = { plane = { tilt_deg = 30 } }\n\
         [body.box]\nshape = { box = [1, 0.5] }\nmass = 1\non = \"slope\"\nposition = [2, 0]",
    );
    let block = body(&world, "box");
    let tilt = 30f64.to_radians();
    near(
        block.pose.rotation * DVec3::X,
        DVec3::new(tilt.cos(), -tilt.sin(), 0.0),
        1e-15,
    );
    let foot = 2.0 * tilt.cos() * DVec3::new(tilt.cos(), -tilt.sin(), 0.0);
    near(
        block.pose.position,
        foot + 0.25 * DVec3::new(tilt.sin(), tilt.cos(), 0.0),
        1e-15,
    );
    assert!(gap(body(&world, "slope"), block).abs() <= 4e-16);
}

fn pair_law(dimension: usize, line: &str) -> PairLaw {
    let shape = if dimension == 2 { "disc" } else { "sphere" };
    let world = made(&format!(
        "[world]\ndimension = {dimension}\n[body.a]\nshape = {{ {shape} = 1 }}\nmass = 1\n[[contact]]\nbetween = [\"a\", \"*\"]\n{line}"
    ));
    world.laws[0].clone()
}

#[test]
#[allow(clippy::too_many_lines, reason = "one entry for each law")]
fn laws_have_the_rows_of_their_dimension() {
    let constant = |law| Friction::Constant(law);
    let mu = 0.5;
    for (dimension, line, asked) in [
        (2, "friction = 0.5", constant(Law::Planar { mu })),
        (3, "friction = 0.5", constant(Law::Coulomb { mu })),
        (3, "friction = 0", constant(Law::Unilateral)),
        (3, "", constant(Law::Unilateral)),
        (
            2,
            "friction = { minus = 0.1, plus = 0.5 }",
            constant(Law::Asymmetric { minus: 0.1, plus: mu }),
        ),
        (
            3,
            "friction = { facets = 8, mu = 0.5 }",
            constant(Law::Facetted { mu, facets: 8 }),
        ),
        (
            3,
            "friction = { ellipse = [0.5, 0.1] }",
            constant(Law::Elliptic { mu: [mu, 0.1] }),
        ),
        (
            3,
            "friction = 0.5\ntorsion = 0.1",
            constant(Law::Torsion { mu, torsion: 0.1 }),
        ),
        (
            3,
            "friction = 0.5\nrolling = 0.2",
            constant(Law::Rolling { mu, rolling: 0.2 }),
        ),
        (
            2,
            "friction = 0.5\nrolling = 0.2",
            constant(Law::PlanarRolling { mu, rolling: 0.2 }),
        ),
        (
            3,
            "friction = 0.5\nrolling = 0.2\ntorsion = 0.1",
            constant(Law::RollingTorsion {
                mu,
                torsion: 0.1,
                rolling: 0.2,
            }),
        ),
        (
            2,
            "friction = { static = 0.5, kinetic = 0.4 }",
            Friction::StaticKinetic {
                stick: Law::Planar { mu },
                slip: Law::Planar { mu: 0.4 },
            },
        ),
        (
            3,
            "friction = { curve = [[0, 0.5], [1, 0.3]] }",
            Friction::Curve {
                law: Law::Coulomb { mu },
                points: [[0.0, 0.5], [1.0, 0.3]].into(),
            },
        ),
    ] {
        assert_eq!(pair_law(dimension, line).friction, asked, "{line}");
    }
}

#[test]
fn impact_laws_and_axes_are_read() {
    let law = |line: &str| pair_law(3, line);
    let axis = law("friction = { ellipse = [0.5, 0.1], axis = [0, 2, 0], of = \"a\" }").axis;
    assert_eq!(axis, Some(("a".to_owned(), DVec3::Y)));
    let found = law("restitution = { dissipation_index = 0.5 }").restitution;
    let third = 1.0 / 3.0;
    assert_eq!(
        found,
        Restitution::Newton {
            e: third,
            tangential: third
        }
    );
    let found = law("restitution = { poisson = 0.8, tangential = 0.5 }").restitution;
    assert_eq!(
        found,
        Restitution::Poisson {
            e: 0.8,
            tangential: 0.5
        }
    );
}

#[test]
fn files_are_found_beside_the_scene() {
    let folder = std::env::temp_dir().join(format!("drystone-scene-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    std::fs::write(folder.join("cube.obj"), cube).unwrap();
    std::fs::write(folder.join("land.csv"), "0, 0, 1\n0, 1, 1\n").unwrap();
    std::fs::write(folder.join("lift.csv"), "t, z\n0, 0\n1, 1\n2, 4\n").unwrap();
    let text = "[body.stone]\nshape = { hull = { file = \"cube.obj\", scale = 2 } }\ndensity = 1\nposition = [0, 0, 5]\n\
        [body.wall]\nfixed = true\nshape = { mesh = \"cube.obj\" }\n\
        [body.land]\nfixed = true\nshape = { heights = { file = \"land.csv\", spacing = 2 } }\n\
        [body.lift]\nshape = { box = [1, 1, 1] }\nposition = [7, 0, 0]\n\
        [motion.lift]\nbody = \"lift\"\ntable = \"lift.csv\"\n\
        [run]\nt_end = 1\nstep = 0.1\n";
    let path = folder.join("scene.toml");
    std::fs::write(&path, text).unwrap();
    let scene = Scene::read_file(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
    std::fs::write(
        &path,
        text.replace("hull = { file = \"cube.obj\", scale = 2 }", "mesh = \"cube.obj\""),
    )
    .unwrap();
    let error = Scene::read_file(&path, &[]).unwrap_err().to_string();
    assert!(
        error.contains("never replaced by its hull unasked") && error.contains("hull = { file = .. }"),
        "{error}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let SystemDescription::Bodies(world) = &scene.system else {
        panic!("asked: bodies")
    };
    let stone = body(world, "stone");
    assert!((stone.mass.mass - 8.0).abs() <= 1e-14 && (stone.mass.center - DVec3::ONE).length() <= 1e-14);
    assert!(matches!(&body(world, "wall").shapes[0].shape, Shape::Mesh(mesh) if mesh.triangles.len() == 12));
    assert!(matches!(&body(world, "land").shapes[0].shape, Shape::Mesh(mesh) if mesh.vertices.len() == 6));
    let Motion::Prescribed(motion) = &body(world, "lift").motion else {
        panic!("asked: a motion")
    };
    // Through the rows; at the middle one with the slope of the parabola through all three, 2; at rest
    // outside.
    let mut tape = motion.tape.clone();
    for (t, z, rate) in [
        (-1.0, 0.0, 0.0),
        (0.0, 0.0, 0.0),
        (1.0, 1.0, 2.0),
        (2.0, 4.0, 0.0),
        (9.0, 4.0, 0.0),
    ] {
        tape.run(&[&[t]]);
        assert_eq!(
            (tape.output(0), tape.output(2), tape.output(6)),
            (7.0, z, rate),
            "{t}"
        );
    }
}

#[test]
fn a_budget_chooses_the_solver() {
    let run = scene(text("grains"), &[("run.budget", "20"), ("run.threads", "2")]).run;
    assert_eq!(
        (run.solver.name.as_str(), run.budget, run.max_iterations),
        ("gauss-seidel", Some(20), Some(20))
    );
    assert_eq!(
        (run.threads, run.on_violation),
        (Some(2), drystone_dynamics::simulation::OnViolation::Record)
    );
    let run = scene(
        text("grains"),
        &[("run.budget", "20"), ("run.on_violation", "stop")],
    )
    .run;
    assert_eq!(run.on_violation, drystone_dynamics::simulation::OnViolation::Stop);
    assert_eq!(scene(text("grains"), &[]).run.budget, None);
}

#[test]
fn worlds_are_built() {
    for name in ["slope", "crank", "grains"] {
        let Built::Bodies(bodies, state, _) = scene(text(name), &[])
            .build()
            .unwrap_or_else(|e| panic!("{name}: {e}"))
        else {
            panic!("asked: bodies")
        };
        let free = (0..bodies.names.len()).filter(|i| bodies.is_free(*i)).count();
        let (q, v) = if bodies.dimension() == Dimension::Plane {
            (3, 3)
        } else {
            (7, 6)
        };
        assert_eq!((state.q.len(), state.v.len()), (q * free, v * free), "{name}");
    }
}
