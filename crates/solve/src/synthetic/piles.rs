//! Round bodies: piles of balls, chutes, logs, discs.
//!
//! ```text
//! centres on a jittered lattice;  a contact for each pair nearer than 1.03 diameters,  n from ball to ball
//! ```
//! Normals and contact points follow the jittered centres, so that no two contacts are alike.

use super::Options;
use super::world::{GRAVITY, World, length, minus};
use crate::problem::{ContactProblem, ProblemError};

const RADIUS: f64 = 0.01;
const DENSITY: f64 = 2500.0;
/// Jitter of each coordinate and reach of a contact, in radii.
const JITTER: f64 = 0.02;
const REACH: f64 = 2.06;

/// Least k with k³ ≥ n (`power` 3) or k² ≥ n (`power` 2).
fn side(n: usize, power: u32) -> usize {
    let mut k = 1usize;
    while k.pow(power) < n {
        k += 1;
    }
    k
}

type Touch = ([Option<usize>; 2], [f64; 3], [f64; 3]);

/// Adds contacts between all near pairs, and with the walls given by their inward normals and offsets.
fn touch_neighbours(world: &mut World<'_>, faces: &[([f64; 3], f64)]) {
    for (pair, point, normal) in neighbours(world, faces) {
        world.touch(pair, point, normal);
    }
}

/// The contacts (pair, point, normal): walls first, then pairs in the order of their numbers.
fn neighbours(world: &World<'_>, faces: &[([f64; 3], f64)]) -> Vec<Touch> {
    // Sorted by height, a pair can only touch within one diameter of height: the search stays near-linear.
    let centers: Vec<[f64; 3]> = world.bodies.iter().map(|b| b.center).collect();
    let mut order: Vec<usize> = (0..centers.len()).collect();
    order.sort_by(|&i, &j| centers[i][2].total_cmp(&centers[j][2]).then(i.cmp(&j)));
    let mut pairs = Vec::new();
    for (place, &i) in order.iter().enumerate() {
        for &j in &order[place + 1..] {
            if centers[j][2] - centers[i][2] > REACH * RADIUS {
                break;
            }
            if length(minus(centers[j], centers[i])) < REACH * RADIUS {
                pairs.push((i.min(j), i.max(j)));
            }
        }
    }
    pairs.sort_unstable();
    let mut found = Vec::new();
    for (i, center) in centers.iter().enumerate() {
        for &(normal, offset) in faces {
            let height: f64 = (0..3).map(|k| normal[k] * center[k]).sum::<f64>() - offset;
            if height < 0.5 * REACH * RADIUS {
                let point = [0, 1, 2].map(|k| center[k] - height * normal[k]);
                found.push(([None, Some(i)], point, normal));
            }
        }
    }
    for (i, j) in pairs {
        let gap = minus(centers[j], centers[i]);
        let normal = gap.map(|x| x / length(gap));
        let point = [0, 1, 2].map(|k| 0.5 * (centers[i][k] + centers[j][k]));
        found.push(([Some(i), Some(j)], point, normal));
    }
    found
}

/// `n` balls in face-centred packing, layer by layer, in a bin with vertical walls.
fn pack(world: &mut World<'_>, n: usize, across: usize) {
    let spacing = 2.0 * RADIUS;
    let rise = spacing * 0.5f64.sqrt();
    for k in 0..n {
        let (layer, cell) = (k / (across * across), k % (across * across));
        let off = 0.5 * (layer % 2) as f64;
        let at = [(cell % across) as f64 + off, (cell / across) as f64 + off];
        let jitter = world.random.cube(JITTER * RADIUS);
        let center = [
            spacing * at[0] + jitter[0],
            spacing * at[1] + jitter[1],
            RADIUS + rise * layer as f64 + jitter[2],
        ];
        world.add_ball(center, RADIUS, DENSITY);
    }
}

/// Floor and four walls around a square of `across` cells with shifted layers.
fn bin(across: usize) -> [([f64; 3], f64); 5] {
    let far = 2.0 * RADIUS * (across as f64 - 0.5) + RADIUS;
    [
        ([0.0, 0.0, 1.0], 0.0),
        ([1.0, 0.0, 0.0], -RADIUS),
        ([0.0, 1.0, 0.0], -RADIUS),
        ([-1.0, 0.0, 0.0], -far),
        ([0.0, -1.0, 0.0], -far),
    ]
}

/// A bin of `n` balls at rest but for the noise.
pub fn sphere_pile(n: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    world.patch = 0.1 * RADIUS;
    let across = side(n, 3);
    pack(&mut world, n.max(1), across);
    touch_neighbours(&mut world, &bin(across));
    world.problem()
}

/// The bin hit on its last ball, a hundred times heavier than the others.
pub fn impact(n: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    world.patch = 0.1 * RADIUS;
    let across = side(n, 3);
    pack(&mut world, n.max(1), across);
    if let Some(last) = world.bodies.last_mut() {
        last.mass *= 100.0;
        last.inertia = last.inertia.map(|j| 100.0 * j);
        for (v, hit) in last.velocity.iter_mut().zip([-1.0, -0.5, -3.0]) {
            *v += hit;
        }
    }
    touch_neighbours(&mut world, &bin(across));
    world.problem()
}

/// Four layers of balls on an incline as steep as μ, sliding faster the higher they are.
pub fn chute(n: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    world.patch = 0.1 * RADIUS;
    let across = side(n.div_ceil(4), 2);
    pack(&mut world, n.max(1), across);
    let slope = o.mu.atan();
    world.gravity = [GRAVITY * slope.sin(), 0.0, -GRAVITY * slope.cos()];
    for i in 0..world.bodies.len() {
        let height = world.bodies[i].center[2] / RADIUS;
        let fast = world.random.range(0.0, 0.02) * (height - 1.0);
        world.bodies[i].velocity[0] += fast;
    }
    touch_neighbours(&mut world, &[([0.0, 0.0, 1.0], 0.0)]);
    world.problem()
}

/// A heap of `n` parallel logs between two walls: line contacts, two points for each pair.
pub fn logs(n: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    world.patch = 0.1 * RADIUS;
    let half = 5.0 * RADIUS;
    let across = hexagonal(&mut world, n, |world, center| {
        world.add_log(center, RADIUS, 2.0 * half, DENSITY);
    });
    for (pair, point, normal) in neighbours(&world, &planar_bin(across)) {
        for y in [-half, half] {
            world.touch(pair, [point[0], y, point[2]], normal);
        }
    }
    world.problem()
}

/// A bin of `n` discs in the plane.
pub fn discs(n: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, true);
    world.patch = 0.1 * RADIUS;
    let across = hexagonal(&mut world, n, |world, center| {
        world.add_log(center, RADIUS, 2.0 * RADIUS, DENSITY);
    });
    touch_neighbours(&mut world, &planar_bin(across));
    world.problem()
}

/// Puts `n` bodies on a jittered hexagonal lattice in the plane (x, z); returns how many lie side by side.
fn hexagonal(world: &mut World<'_>, n: usize, put: impl Fn(&mut World<'_>, [f64; 3])) -> usize {
    let across = side(n, 2);
    let spacing = 2.0 * RADIUS;
    for k in 0..n.max(1) {
        let (layer, cell) = (k / across, k % across);
        let jitter = world.random.cube(JITTER * RADIUS);
        let x = spacing * (cell as f64 + 0.5 * (layer % 2) as f64);
        let z = RADIUS + spacing * 0.75f64.sqrt() * layer as f64;
        put(world, [x + jitter[0], 0.0, z + jitter[2]]);
    }
    across
}

/// Floor and two walls of the hexagonal bin.
fn planar_bin(across: usize) -> [([f64; 3], f64); 3] {
    let [floor, near, _, far, _] = bin(across);
    [floor, near, far]
}
