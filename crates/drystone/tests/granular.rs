//! Many discs and hexagons: what they do as a whole. Heaps, silos and a wall are in the checks of their
//! scenes; here is what needs a look at every grain. Ranges: heaps of hexagons are steeper than 23° at μ =
//! 0.5; around a cylinder that turns, discs are dragged along within a few diameters; between walls that
//! shear them the velocity is linear, friction rises and the packing dilates with the inertial number. The
//! profiles and slopes of larger runs are in docs/results/granular.md.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;

const D: f64 = 0.01;

fn scene(text: &str, sets: &[(&str, &str)]) -> Runner {
    let scene = Scene::read(text, "granular.toml", sets).expect("a scene");
    Runner::new(&scene).expect("a runner")
}

/// Position and velocity of the bodies whose names begin with `name`.
fn grains(runner: &Runner, name: &str) -> Vec<([f64; 2], [f64; 2])> {
    let world = runner.world().expect("a world");
    let bodies = world.bodies.iter().zip(&runner.names.who.bodies);
    bodies
        .filter(|(_, who)| who.starts_with(name))
        .map(|(body, _)| {
            let (x, v) = (body.pose.position, body.twist.linear);
            ([x.x, x.y], [v.x, v.y])
        })
        .collect()
}

/// Slope of a line through the highest grain of every 2 d on one side of x, between 15 and 85 % of the
/// height, in degrees.
fn slope(grains: &[([f64; 2], [f64; 2])], side: f64) -> f64 {
    let count = grains.len() as f64;
    let middle = grains.iter().map(|g| g.0[0]).sum::<f64>() / count;
    let low = grains.iter().map(|g| g.0[1]).fold(f64::INFINITY, f64::min);
    let high = grains.iter().map(|g| g.0[1]).fold(f64::NEG_INFINITY, f64::max);
    let mut surface: Vec<[f64; 2]> = Vec::new();
    for k in -40..40 {
        let strip = grains
            .iter()
            .map(|g| g.0)
            .filter(|x| (x[0] / (2.0 * D)).floor() == f64::from(k) && side * (x[0] - middle) > 0.0);
        let top = strip.max_by(|a, b| a[1].total_cmp(&b[1]));
        surface.extend(top.filter(|x| (0.15..=0.85).contains(&((x[1] - low) / (high - low)))));
    }
    let n = surface.len() as f64;
    assert!(n >= 3.0, "{surface:?}");
    let mean = |k: usize| surface.iter().map(|x| x[k]).sum::<f64>() / n;
    let (x, y) = (mean(0), mean(1));
    let moment = |k: usize, m: f64| surface.iter().map(|p| (p[0] - x) * (p[k] - m)).sum::<f64>();
    -side * (moment(1, y) / moment(0, x)).atan().to_degrees()
}

#[test]
fn heaps_of_hexagons_are_steep() {
    let text = drystone::scenes::text("repose").expect("a built-in scene");
    let corner = |k: i32| {
        let (sine, cosine) = (f64::from(k) * std::f64::consts::FRAC_PI_3).sin_cos();
        format!("[{}, {}]", 0.5 * D * cosine, 0.5 * D * sine)
    };
    let corners: Vec<String> = (0..6).map(corner).collect();
    let hexagon = format!("polygon = [{}]", corners.join(", "));
    let text = text.replace("disc = \"d/2\"", &hexagon);
    assert!(text.contains(&hexagon), "the grains of the scene");
    // One heap is a toss: slopes of neighbours differ by ten degrees. Discs make 17.5 in the mean, hexagons
    // 25: the mean of six tells them apart.
    let heap = |lift: &str| {
        let mut runner = scene(&text, &[("columns", "8"), ("rows", "24"), ("lift", lift)]);
        while runner.advance().expect("a step") {}
        let grains = grains(&runner, "grain");
        let fastest = grains
            .iter()
            .map(|g| g.1[0].hypot(g.1[1]))
            .fold(0.0_f64, f64::max);
        assert!(
            fastest < 1e-2,
            "at rest but for a grain that still rolls: {fastest:e}"
        );
        0.5 * (slope(&grains, -1.0) + slope(&grains, 1.0))
    };
    let slopes = ["0.05", "0.0501", "0.0502", "0.0503", "0.0504", "0.0505"].map(heap);
    let mean = slopes.iter().sum::<f64>() / slopes.len() as f64;
    assert!(mean > 20.5, "{mean} degrees, of {slopes:?}");
}

/// Radius of the cylinder of the small Couette cell, in d.
const INNER: f64 = 6.0;

/// Mean velocity around the cylinder in rings of one diameter from its rim on, over the speed of the rim; the
/// mean radius, in d, of the ring that presses, at the end; and the number of discs.
fn couette(speed: f64) -> (Vec<f64>, f64, usize) {
    let text = drystone::scenes::text("couette").expect("a built-in scene");
    let sets = [
        ("inner", "6"),
        ("bumps", "34"),
        ("layers", "6"),
        ("start", "0.5"),
        ("run.t_end", "1.9"),
        ("speed", &format!("{speed:?}")),
    ];
    let mut runner = scene(text, &sets);
    let mut rings = [(0.0, 0.0); 5];
    while runner.advance().expect("a step") {
        if runner.frame().time < 0.8 {
            continue;
        }
        for (x, v) in grains(&runner, "grain") {
            let r = x[0].hypot(x[1]);
            let from = r / D - INNER;
            let ring = (0..5).find(|k| (f64::from(*k)..f64::from(*k + 1)).contains(&from));
            if let Some(ring) = ring.and_then(|k| usize::try_from(k).ok()) {
                rings[ring].0 += 1.0;
                rings[ring].1 += (x[0] * v[1] - x[1] * v[0]) / r;
            }
        }
    }
    let wall = grains(&runner, "wall");
    let radius = wall.iter().map(|w| w.0[0].hypot(w.0[1])).sum::<f64>() / wall.len() as f64 / D;
    let profile = rings.iter().map(|(count, sum)| sum / count / speed);
    (profile.collect(), radius, grains(&runner, "grain").len())
}

#[test]
fn discs_around_a_cylinder_move_next_to_it_only() {
    let (found, radius, count) = couette(0.05);
    println!("{found:.4?}, ring at {radius:.3} d, {count} discs");
    // The ring holds them together: discs of d²/4 in an annulus of r² − r₀², each times π.
    let solid = 0.25 * count as f64 / ((radius - 1.0).powi(2) - INNER.powi(2));
    assert!((0.75..0.9).contains(&solid), "solid fraction {solid}");
    assert!(found[0] > 0.4, "the rim drags: {found:?}");
    assert!(found.windows(2).all(|two| two[1] < two[0]), "{found:?}");
    assert!(found[4] < 0.1, "{found:?}");
}

/// Layers of a sheared cell that are looked at one by one.
const LAYERS: usize = 10;

/// What shear does to a layer of discs, over a while.
#[derive(Debug)]
struct Sheared {
    /// Mean velocity of the layers over that of the wall.
    profile: [f64; LAYERS],
    /// Slope of the velocity in the middle six layers, and the largest distance from that line, over the
    /// velocity of the wall.
    slope: f64,
    residue: f64,
    /// By the slope.
    inertial_number: f64,
    /// Shear stress over pressure, by the joint that drags the wall.
    friction: f64,
    /// In the middle six layers.
    solid_fraction: f64,
    /// In d.
    height: f64,
    /// Discs beyond the walls.
    lost: usize,
}

/// Slope of the line through the middle six layers, over the height, and the largest distance from it.
fn line(profile: &[f64; LAYERS]) -> (f64, f64) {
    let middle: Vec<[f64; 2]> = (2..8)
        .map(|k| [(k as f64 + 0.5) / LAYERS as f64, profile[k]])
        .collect();
    let mean = |k: usize| middle.iter().map(|p| p[k]).sum::<f64>() / 6.0;
    let moment = |k: usize| {
        middle
            .iter()
            .map(|p| (p[0] - mean(0)) * (p[k] - mean(k)))
            .sum::<f64>()
    };
    let slope = moment(1) / moment(0);
    let off = |p: &[f64; 2]| (p[1] - mean(1) - slope * (p[0] - mean(0))).abs();
    (slope, middle.iter().map(off).fold(0.0, f64::max))
}

/// The scene `plane_shear`, looked at from a time on.
fn plane_shear(speed: f64, from: f64, sets: &[(&str, &str)]) -> Sheared {
    let text = drystone::scenes::text("plane_shear").expect("a built-in scene");
    let asked = format!("{speed:?}");
    let mut all = vec![("speed", asked.as_str())];
    all.extend(sets);
    let mut runner = scene(text, &all);
    let (length, pressure, area) = (
        24.0 * D,
        2500.0,
        0.25 * std::f64::consts::PI * D * D * (1.0 + 0.04 / 3.0),
    );
    let (mut layers, mut looks) = ([(0.0, 0.0); LAYERS], 0.0);
    let (mut height, mut force, mut solid) = (0.0, 0.0, 0.0);
    while runner.advance().expect("a step") {
        if runner.frame().time < from {
            continue;
        }
        let world = runner.world().expect("a world");
        let drag = runner
            .names
            .who
            .joints
            .iter()
            .position(|name| name == "shear")
            .expect("a joint");
        let top = grains(&runner, "lid_1")[0].0[1] - D;
        (looks, height, force) = (looks + 1.0, height + top, force + world.joints[drag].force.x);
        for (x, v) in grains(&runner, "grain") {
            let share = x[1] / top;
            if (0.2..0.8).contains(&share) {
                solid += area / (0.6 * top * length);
            }
            let layer = (0..LAYERS).find(|k| (*k as f64..(*k + 1) as f64).contains(&(share * LAYERS as f64)));
            if let Some(layer) = layer {
                layers[layer].0 += 1.0;
                layers[layer].1 += v[0] / speed;
            }
        }
    }
    let top = grains(&runner, "lid_1")[0].0[1];
    let lost = grains(&runner, "grain")
        .iter()
        .filter(|g| !(-D..top).contains(&g.0[1]))
        .count();
    let profile = layers.map(|(count, sum)| sum / count);
    let (slope, residue) = line(&profile);
    Sheared {
        profile,
        slope,
        residue,
        // d √(density/pressure) = 0.01 s.
        inertial_number: 0.01 * slope * speed / (height / looks),
        friction: force / looks / (pressure * length),
        solid_fraction: solid / looks,
        height: height / looks / D,
        lost,
    }
}

#[test]
fn discs_sheared_between_walls_resist_more_and_take_more_room_the_faster_they_are() {
    let low = [("rows", "12"), ("run.step", "1e-3")];
    let until = |end: &'static str| [low[0], low[1], ("run.t_end", end)];
    let slow = plane_shear(0.1, 1.0, &until("3"));
    let fast = plane_shear(1.0, 0.6, &until("1.6"));
    println!("{slow:.4?}\n{fast:.4?}");
    for found in [&slow, &fast] {
        assert_eq!(found.lost, 0, "{found:?}");
        assert!((9.0..11.0).contains(&found.height), "{found:?}");
        assert!(found.profile.windows(2).all(|two| two[1] > two[0]), "{found:?}");
        assert!((0.2..0.5).contains(&found.friction), "{found:?}");
        assert!((0.75..0.85).contains(&found.solid_fraction), "{found:?}");
    }
    // Next to the walls discs move with them: in so low a layer, slowly sheared, the profile is bent by that.
    assert!(
        fast.residue < 0.03 && (0.8..1.3).contains(&fast.slope),
        "linear: {fast:?}"
    );
    assert!((0.08..0.13).contains(&fast.inertial_number), "{fast:?}");
    assert!(fast.friction > slow.friction + 0.03, "{fast:?} {slow:?}");
    // The same discs stand higher; the fraction in the middle alone fluctuates by as much.
    assert!(fast.height > slow.height + 0.1, "{fast:?} {slow:?}");
}

/// A long run, told.
fn tell(speed: f64, from: f64, sets: &[(&str, &str)]) {
    println!("{speed} m/s, {sets:?}: {:.4?}", plane_shear(speed, from, sets));
}

// The figures of docs/results/granular.md.

#[test]
#[ignore = "minutes"]
fn plane_shear_with_inertial_number_0_1() {
    tell(2.0, 2.5, &[("run.step", "5e-4"), ("run.t_end", "5")]);
}

#[test]
#[ignore = "minutes"]
fn plane_shear_with_inertial_number_0_1_in_finer_steps() {
    tell(
        2.0,
        2.5,
        &[("run.step", "2e-4"), ("run.budget", "60"), ("run.t_end", "4")],
    );
}

#[test]
#[ignore = "minutes"]
fn plane_shear_with_inertial_number_0_01() {
    tell(0.2, 2.0, &[("run.step", "1e-3"), ("run.t_end", "10")]);
}

#[test]
#[ignore = "minutes"]
fn plane_shear_with_inertial_number_0_001() {
    tell(0.02, 10.0, &[("run.step", "2e-3"), ("run.t_end", "60")]);
}

#[test]
#[ignore = "minutes"]
fn plane_shear_without_friction() {
    tell(
        0.02,
        10.0,
        &[("mu", "0"), ("run.step", "2e-3"), ("run.t_end", "30")],
    );
}
