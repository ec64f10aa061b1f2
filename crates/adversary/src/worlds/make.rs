//! Worlds by seed: a floor and one to twelve bodies that start apart from each other.

use super::{Body, Contact, Force, Friction, Joint, Motion, Run, Shape, World};
use crate::random::Random;

/// Kinds of worlds: `flight` never touches anything, `balls` are one or two balls on a flat floor under plain
/// laws, `few` one or two bodies of any shape under laws that know no direction, with joints; `any` has
/// everything.
pub const KINDS: [&str; 4] = ["flight", "balls", "few", "any"];

/// Distance of the places where bodies start, in m: no body is longer than 0.4 m.
const PLACE: f64 = 0.5;

const SCHEMES: [&str; 7] = [
    "moreau-jean",
    "moreau-midpoint",
    "stewart-trinkle",
    "anitescu-potra",
    "lotstedt",
    "event-driven",
    "hybrid",
];

/// The world of that kind and seed.
pub fn make(kind: &str, seed: u64) -> World {
    let stream = 100 + KINDS.iter().position(|name| *name == kind).unwrap_or(0) as u64;
    let rng = &mut Random::new(seed, stream);
    match kind {
        "flight" => flight(rng),
        "balls" => balls(rng),
        "few" => few(rng),
        _ => any(rng),
    }
}

fn vector(rng: &mut Random, size: f64) -> [f64; 3] {
    std::array::from_fn(|_| size * rng.between(-1.0, 1.0))
}

fn quat(rng: &mut Random, plane: bool) -> [f64; 4] {
    if plane {
        let half = rng.between(-1.5, 1.5);
        return [half.cos(), 0.0, 0.0, half.sin()];
    }
    let q: [f64; 4] = std::array::from_fn(|_| rng.normal());
    let size = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / size)
}

fn shape(rng: &mut Random, plane: bool) -> Shape {
    let (r, l) = (rng.between(0.04, 0.1), rng.between(0.05, 0.15));
    let sizes = std::array::from_fn(|_| rng.between(0.06, 0.2));
    match rng.below(if plane { 5 } else { 8 }) {
        0 => Shape::Ball(r),
        1 => Shape::Box(sizes),
        2 => Shape::Capsule(l, r),
        3 => Shape::Dumbbell(r, 1.5 * r),
        4 if plane => {
            let n = rng.count(3, 7);
            let turn = rng.unit();
            let corner = |k: usize| {
                let angle = std::f64::consts::TAU * (k as f64 + turn) / n as f64;
                [r * angle.cos(), r * angle.sin(), 0.0]
            };
            Shape::Hull((0..n).map(corner).collect())
        }
        4 => {
            let one = |rng: &mut Random| {
                let [_, x, y, z] = quat(rng, false);
                let size = x.hypot(y).hypot(z);
                [x, y, z].map(|x| r * x / size)
            };
            let mut points: Vec<[f64; 3]> = (0..rng.count(4, 12)).map(|_| one(rng)).collect();
            // The corners of a tetrahedron around the origin: never flat.
            points.extend([[r, 0.0, 0.0], [-r, 0.0, 0.0], [0.0, r, 0.0], [0.0, 0.0, r]]);
            Shape::Hull(points)
        }
        5 => Shape::Cylinder(l, r),
        6 => Shape::Cone(l, r),
        _ => Shape::Ellipsoid(sizes.map(|x| 0.5 * x)),
    }
}

/// A body number k at its place: places are further apart than bodies are long.
fn body(rng: &mut Random, k: usize, shape: Shape, plane: bool) -> Body {
    let (column, row, layer) = if plane {
        (k % 4, 0, k / 4)
    } else {
        (k % 3, k / 3 % 2, k / 6)
    };
    let up = 0.26 + PLACE * layer as f64 + rng.between(0.0, 0.04);
    let (x, y) = (PLACE * column as f64, PLACE * row as f64);
    let position = if plane { [x, up, 0.0] } else { [x, y, up] };
    let (mut velocity, mut spin) = (vector(rng, 1.0), vector(rng, 4.0));
    if plane {
        velocity[2] = 0.0;
        (spin[0], spin[1]) = (0.0, 0.0);
    }
    Body {
        name: format!("b{k}"),
        shape,
        fixed: false,
        mass: rng.decade(-1.0, 1.0),
        position,
        quat: quat(rng, plane),
        velocity,
        spin,
    }
}

fn floor(normal: [f64; 3]) -> Body {
    Body {
        name: "floor".into(),
        shape: Shape::Plane(normal),
        fixed: true,
        mass: 1.0,
        position: [0.0; 3],
        quat: [1.0, 0.0, 0.0, 0.0],
        velocity: [0.0; 3],
        spin: [0.0; 3],
    }
}

fn up(plane: bool) -> [f64; 3] {
    if plane { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] }
}

fn plain(friction: f64, restitution: f64) -> Contact {
    Contact {
        friction: Friction::Mu(friction),
        restitution: format!("{restitution:?}"),
        torsion: 0.0,
        rolling: 0.0,
    }
}

fn flight(rng: &mut Random) -> World {
    let plane = rng.chance(0.4);
    let mut bodies = vec![floor(up(plane))];
    for k in 0..rng.count(1, 3) {
        let shape = shape(rng, plane);
        let mut one = body(rng, k, shape, plane);
        // Three metres up: nothing meets anything in 0.3 s at these speeds.
        one.position[if plane { 1 } else { 2 }] += 3.0;
        one.position[0] *= 4.0;
        bodies.push(one);
    }
    let mut forces = Vec::new();
    if rng.chance(0.5) {
        forces.push(Force::Drag(
            rng.between(0.0, 0.3),
            rng.between(0.0, 0.3),
            rng.between(0.0, 1e-3),
        ));
    }
    if rng.chance(0.5) {
        forces.push(Force::Spring(
            "b0".into(),
            [0.5, 4.0, if plane { 0.0 } else { 2.0 }],
            5.0,
            0.1,
        ));
    }
    World {
        plane,
        gravity: 9.81,
        bodies,
        contact: plain(0.5, 0.0),
        joints: Vec::new(),
        forces,
        motion: None,
        run: Run {
            scheme: rng.pick(&SCHEMES[..4], "moreau-jean"),
            step: rng.pick(&[1e-3, 2e-3], 1e-3),
            t_end: 0.3,
        },
    }
}

fn balls(rng: &mut Random) -> World {
    let plane = rng.chance(0.4);
    let mut bodies = vec![floor(up(plane))];
    for k in 0..rng.count(1, 2) {
        let shape = Shape::Ball(rng.between(0.05, 0.1));
        bodies.push(body(rng, k, shape, plane));
    }
    World {
        plane,
        gravity: 9.81,
        bodies,
        contact: plain(rng.between(0.0, 0.8), rng.pick(&[0.0, 0.3, 0.8], 0.0)),
        joints: Vec::new(),
        forces: Vec::new(),
        motion: None,
        run: Run {
            scheme: rng.pick(&SCHEMES[..4], "moreau-jean"),
            step: 1e-3,
            t_end: 0.4,
        },
    }
}

fn contact(rng: &mut Random, plane: bool) -> Contact {
    let mu = rng.between(0.0, 0.9);
    let e = rng.pick(&[0.0, 0.0, 0.2, 0.5, 0.9, 1.0], 0.0);
    let friction = match rng.below(7) {
        0 if plane => Friction::TwoSided(mu, rng.between(0.0, 0.9)),
        0 => Friction::Ellipse(mu, rng.between(0.0, 0.9)),
        1 if !plane => Friction::Facets(rng.count(3, 12), mu),
        2 => Friction::Static(mu + 0.2, mu),
        3 => Friction::Curve(vec![[0.0, mu + 0.3], [0.5, mu + 0.1], [2.0, mu]]),
        _ => Friction::Mu(mu),
    };
    let restitution = match rng.below(8) {
        0 => format!("{{ newton = {e:?}, tangential = 0.3 }}"),
        1 => format!("{{ poisson = {e:?} }}"),
        2 => format!("{{ dissipation_index = {e:?} }}"),
        _ => format!("{e:?}"),
    };
    Contact {
        friction,
        restitution,
        torsion: if rng.chance(0.15) && !plane { 0.01 } else { 0.0 },
        rolling: if rng.chance(0.15) { 0.005 } else { 0.0 },
    }
}

fn joint(rng: &mut Random, bodies: &[Body], plane: bool) -> Option<Joint> {
    let free: Vec<&Body> = bodies.iter().filter(|body| !body.fixed).collect();
    let second = free.get(rng.below(free.len()))?;
    let other = free
        .iter()
        .find(|body| body.name != second.name && rng.chance(0.4));
    let kinds: &[&'static str] = if plane {
        &["hinge", "slider", "fixed", "distance"]
    } else {
        &[
            "ball", "hinge", "slider", "cylinder", "planar", "fixed", "distance", "screw",
        ]
    };
    let kind = rng.pick(kinds, "hinge");
    let mut at = second.position;
    at[0] += 0.2;
    let mut axis = if rng.chance(0.5) {
        up(plane)
    } else {
        vector(rng, 1.0)
    };
    if plane {
        axis[2] = 0.0;
        axis[0] += 0.1;
    }
    let driven = matches!(kind, "hinge" | "slider");
    Some(Joint {
        kind,
        first: other.map_or("world".into(), |body| body.name.clone()),
        second: second.name.clone(),
        at,
        to: second.position,
        axis,
        limits: (driven && rng.chance(0.4)).then(|| [-rng.between(0.05, 0.5), rng.between(0.05, 0.5)]),
        motor: (driven && rng.chance(0.4)).then(|| [rng.between(-2.0, 2.0), rng.decade(-1.0, 1.5)]),
        friction: if driven && rng.chance(0.3) {
            rng.between(0.0, 0.5)
        } else {
            0.0
        },
    })
}

/// One or two bodies of any shape, seldom joined: what happens depends on no direction but that of gravity.
fn few(rng: &mut Random) -> World {
    let plane = rng.chance(0.4);
    let mut bodies = vec![floor(up(plane))];
    for k in 0..rng.count(1, 2) {
        let shape = shape(rng, plane);
        bodies.push(body(rng, k, shape, plane));
    }
    let mut joints = Vec::new();
    if rng.chance(0.3) {
        // A screw has a hand, and a mirror turns it into the other.
        joints.extend(joint(rng, &bodies, plane).filter(|joint| joint.kind != "screw"));
    }
    World {
        plane,
        gravity: 9.81,
        bodies,
        contact: plain(rng.between(0.0, 0.8), rng.pick(&[0.0, 0.3], 0.0)),
        joints,
        forces: Vec::new(),
        motion: None,
        run: Run {
            scheme: rng.pick(&SCHEMES[..4], "moreau-jean"),
            step: 1e-3,
            t_end: 0.25,
        },
    }
}

fn forces(rng: &mut Random, plane: bool) -> Vec<Force> {
    let mut forces = Vec::new();
    match rng.below(6) {
        0 => {
            let torque = if plane {
                [0.0, 0.0, 0.05]
            } else {
                vector(rng, 0.05)
            };
            let mut f = vector(rng, 2.0);
            if plane {
                f[2] = 0.0;
            }
            forces.push(Force::Constant("b0".into(), f, torque));
        }
        1 => {
            let stiffness = rng.decade(0.0, 3.0);
            forces.push(Force::Spring(
                "b0".into(),
                [0.0, 0.0, 0.0],
                stiffness,
                rng.decade(-2.0, 1.0),
            ));
        }
        2 => forces.push(Force::Drag(
            rng.decade(-2.0, 1.0),
            rng.decade(-2.0, 0.0),
            rng.decade(-4.0, -2.0),
        )),
        _ => {}
    }
    forces
}

fn motion(rng: &mut Random, floor: &Shape, plane: bool) -> Option<Motion> {
    match rng.below(6) {
        0 => Some(Motion::Shaken(
            up(plane).map(|x| 0.01 * x),
            rng.between(5.0, 60.0),
        )),
        1 if matches!(floor, Shape::Plane(_)) => Some(Motion::Belt([rng.between(-1.0, 1.0), 0.0, 0.0])),
        _ => None,
    }
}

fn any(rng: &mut Random) -> World {
    let plane = rng.chance(0.4);
    // Paoli and Schatzman's scheme knows no orientations: it is for Lagrangian scenes.
    let scheme = if rng.chance(0.5) {
        "moreau-jean"
    } else {
        rng.pick(&SCHEMES, "moreau-jean")
    };
    let mut normal = up(plane);
    if rng.chance(0.3) {
        // The floor falls towards x, where there is nothing.
        normal[0] = rng.between(0.0, 0.3);
    }
    let mut bodies = vec![floor(normal)];
    if !plane && rng.chance(0.1) {
        let row = |rng: &mut Random| (0..9).map(|_| rng.between(-0.05, 0.02)).collect();
        let rows = (0..9).map(|_| row(rng)).collect();
        bodies[0].shape = Shape::Heights(rows, 0.5);
        bodies[0].position = [-1.0, -1.0, 0.0];
    }
    for k in 0..rng.count(1, 12) {
        let shape = shape(rng, plane);
        bodies.push(body(rng, k, shape, plane));
    }
    let mut joints = Vec::new();
    if rng.chance(0.4) {
        joints.extend(joint(rng, &bodies, plane));
    }
    let forces = forces(rng, plane);
    let motion = motion(rng, &bodies[0].shape, plane);
    let contact = contact(rng, plane);
    World {
        plane,
        gravity: 9.81,
        bodies,
        contact,
        joints,
        forces,
        motion,
        run: Run {
            scheme,
            step: rng.pick(&[5e-4, 1e-3, 2e-3, 5e-3, 1e-2], 1e-3),
            t_end: rng.between(0.2, 1.0),
        },
    }
}
