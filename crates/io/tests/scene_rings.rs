//! What goes around: rings of bodies, shapes around an origin; and what is said of many bodies at once:
//! forces, who passes through whom.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places in a ring: few"
)]

use drystone_dynamics::geometry::{DVec3, Shape};
use drystone_dynamics::models::bodies::description::{BodyDescription, ForceKind, WorldDescription};
use drystone_io::scene::{Scene, SystemDescription};
use std::f64::consts::{PI, TAU};

fn made(lines: &str) -> Result<WorldDescription, String> {
    let text = format!("[world]\ndimension = 2\n{lines}\n[run]\nt_end = 1\nstep = 0.1\n");
    match Scene::read(&text, "x.toml", &[]) {
        Ok(scene) => match scene.system {
            SystemDescription::Bodies(world) => Ok(*world),
            _ => panic!("asked: bodies"),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// Place and radius of every disc.
fn discs(world: &WorldDescription) -> Vec<(DVec3, f64)> {
    let disc = |body: &BodyDescription| {
        let Shape::Disc { radius } = body.shapes[0].shape else {
            panic!("asked: discs")
        };
        (body.pose.position, radius)
    };
    world.bodies.iter().map(disc).collect()
}

#[test]
fn bodies_of_a_ring_stand_at_equal_angles_and_are_turned() {
    let fill = "[[fill]]\nname = \"w\"\npattern = { ring = { radius = 2 }, spacing = 1, origin = [1, -1] }\n\
                body = { shape = { box = [0.5, 0.2] }, mass = 1 }";
    let world = made(fill).unwrap();
    // π/asin(0.5/2.5) = 15.6
    assert_eq!(world.bodies.len(), 15);
    for (k, body) in world.bodies.iter().enumerate() {
        let (sine, cosine) = (TAU * k as f64 / 15.0).sin_cos();
        let place = DVec3::new(1.0 + 2.5 * cosine, -1.0 + 2.5 * sine, 0.0);
        assert!((body.pose.position - place).length() < 1e-14, "{}", body.name);
        let outward = body.pose.rotation * DVec3::X;
        assert!((outward - DVec3::new(cosine, sine, 0.0)).length() < 1e-14);
    }
}

#[test]
fn rings_fill_an_annulus_without_overlap() {
    let fill = "[[fill]]\nname = \"g\"\npattern = { ring = { radius = 3, layers = 6 }, spacing = 1, jitter = 1 }\n\
                body = { shape = { disc = 0.4 }, density = 1 }\nsize_spread = 0.2";
    let grains = discs(&made(fill).unwrap());
    let asked: usize = (0..6)
        .map(|k| (PI / (0.5 / (3.5 + f64::from(k))).asin()).floor() as usize)
        .sum();
    assert_eq!(grains.len(), asked);
    for (i, (a, r)) in grains.iter().enumerate() {
        assert!(a.length() - r >= 3.0 && a.length() + r <= 9.0, "{a} {r}");
        assert!((0.32..=0.48).contains(r), "{r}");
        for (b, s) in &grains[..i] {
            assert!(a.distance(*b) >= r + s, "{a} {b}");
        }
    }
    // Jitter does move them: no two of the first ring are equally far out.
    assert!((grains[0].0.length() - grains[1].0.length()).abs() > 1e-6);
}

#[test]
fn rings_without_spacing_are_as_tight_as_bodies_allow() {
    let fill = "[[fill]]\nname = \"g\"\npattern = { ring = { radius = 0.5 } }\nbody = { shape = { disc = 0.5 }, mass = 1 }";
    // Six around one.
    let grains = discs(&made(fill).unwrap());
    assert_eq!(grains.len(), 6);
    assert!((grains[0].0.distance(grains[1].0) - 1.0).abs() < 1e-14);
}

#[test]
fn a_shape_goes_around_the_origin_of_its_body() {
    let wheel = "[body.w]\nmass = 1\nposition = [7, 0]\nshapes = [{ disc = 1 },\n\
                 { box = [0.2, 0.4], position = [2, 0], angle = 0.1, around = \"2*2\" }]";
    let world = made(wheel).unwrap();
    let shapes = &world.bodies[0].shapes;
    assert_eq!(shapes.len(), 5);
    let places = [[2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]];
    for (k, (shape, [x, y])) in shapes[1..].iter().zip(places).enumerate() {
        assert!((shape.pose.position - DVec3::new(x, y, 0.0)).length() < 1e-14);
        let (sine, cosine) = (0.1 + 0.5 * PI * k as f64).sin_cos();
        let axis = shape.pose.rotation * DVec3::X;
        assert!((axis - DVec3::new(cosine, sine, 0.0)).length() < 1e-14);
    }
    // Four boxes of mass 0.08/(π + 0.32) each, about the common centre: 2² and their own.
    let box_mass = 0.08 / (PI + 0.32);
    let inertia = PI / (PI + 0.32) / 2.0 + 4.0 * box_mass * (4.0 + (0.04 + 0.16) / 12.0);
    let found = world.bodies[0].mass.inertia.z_axis.z;
    assert!((found - inertia).abs() < 1e-12, "{found} {inertia}");
}

const FILL: &str = "[body.g_floor]\nfixed = true\nshape = { plane = {} }\n\
    [[fill]]\nname = \"g\"\npattern = { grid = [3, 1], origin = [0, 1] }\n";

#[test]
fn a_force_acts_on_all_that_begin_so_and_move_freely() {
    let body = "body = { shape = { disc = 0.5 }, mass = 1 }\n";
    let on = |who: &str, what: &str| made(&format!("{FILL}{body}[force.f]\nbody = \"{who}\"\n{what}\n"));
    let world = on("g*", "force = [\"x\", 0]").unwrap();
    let names: Vec<&str> = world.forces.iter().map(|force| force.name.as_str()).collect();
    assert_eq!(names, ["f on g_0001", "f on g_0002", "f on g_0003"]);
    for (force, asked) in world.forces.iter().zip(1..) {
        let ForceKind::Applied { body, .. } = force.kind else {
            panic!("asked: an applied force")
        };
        assert_eq!(body, asked);
    }
    assert_eq!(on("*", "drag = { linear = 1 }").unwrap().forces.len(), 3);
    assert_eq!(on("g_0002", "drag = { linear = 1 }").unwrap().forces.len(), 1);
    let nobody = on("h*", "force = [1, 0]").unwrap_err();
    assert!(
        nobody.contains("force.f.body") && nobody.contains("begins with `h`"),
        "{nobody}"
    );
    let fixed = on("g_fl*", "force = [1, 0]").unwrap_err();
    assert!(fixed.contains("does not move freely"), "{fixed}");
}

#[test]
fn bodies_of_a_fill_may_pass_through_each_other() {
    let fill = |through: &str| {
        made(&format!(
            "{FILL}body = {{ shape = {{ disc = 0.5 }}, mass = 1{through} }}\n"
        ))
    };
    assert!(fill("").unwrap().ignored.is_empty());
    let world = fill(", pass_through = [\"g_0*\"]").unwrap();
    assert_eq!(world.ignored, [[1, 2], [1, 3], [2, 3]]);
    let world = fill(", pass_through = [\"g_floor\"]").unwrap();
    assert_eq!(world.ignored, [[1, 0], [2, 0], [3, 0]]);
    let nobody = fill(", pass_through = [\"h\"]").unwrap_err();
    assert!(nobody.contains("fill[0].body.pass_through[0]"), "{nobody}");
}
