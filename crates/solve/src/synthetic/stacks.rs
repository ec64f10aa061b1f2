//! Boxes on boxes: towers, walls, arches, chains, rods.
//!
//! ```text
//! the common rectangle of two faces  →  4 contacts at its corners, 2 in the plane
//! ```
//! Four contacts carry 12 impulses where a body has 6 motions: hyperstatic, as masonry is.

use super::Options;
use super::world::{GRAVITY, Row, World};
use crate::law::Law;
use crate::problem::{ContactProblem, ProblemError};

const STONE: f64 = 2000.0;
const UP: [f64; 3] = [0.0, 0.0, 1.0];
/// A brick, full sizes in m.
const BRICK: [f64; 3] = [0.2, 0.1, 0.06];

/// The four corners of the rectangle [x0, x1] × [y0, y1] at height z.
fn corners(x: [f64; 2], y: [f64; 2], z: f64) -> [[f64; 3]; 4] {
    [[x[0], y[0], z], [x[1], y[0], z], [x[0], y[1], z], [x[1], y[1], z]]
}

/// A tower of `levels` boxes, each a little off the one below; the top one is pushed sideways.
pub fn box_stack(levels: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    let half = [0.1, 0.075];
    let mut below = ([0.0, 0.0], None);
    for level in 0..levels.max(1) {
        let z = 0.1 * level as f64;
        // At most a tenth of the width off the axis, so that the tower could stand.
        let at = if level == 0 {
            [0.0; 2]
        } else {
            [0.0; 2].map(|_| world.random.range(-0.01, 0.01))
        };
        let size = [2.0 * half[0], 2.0 * half[1], 0.1];
        let i = world.add_box([at[0], at[1], z + 0.05], size, STONE);
        let span = |k: usize| {
            let under: [f64; 2] = below.0;
            [at[k].max(under[k]) - half[k], at[k].min(under[k]) + half[k]]
        };
        for point in corners(span(0), span(1), z) {
            world.touch([below.1, Some(i)], point, UP);
        }
        below = (at, Some(i));
    }
    if let Some(top) = world.bodies.last_mut() {
        top.velocity[0] += o.mu * GRAVITY * o.step;
        top.velocity[1] += 0.5 * o.mu * GRAVITY * o.step;
    }
    world.problem()
}

/// A dry wall: `rows` courses of `cols` bricks in running bond, bed joints only, shaken along its face.
pub fn wall(rows: usize, cols: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    build_wall(rows, cols, false, World::new(o, false))
}

/// The dry wall with its head joints: neighbours of a course touch too.
pub fn masonry(rows: usize, cols: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    build_wall(rows, cols, true, World::new(o, false))
}

/// The dry wall in the plane: two contacts for each bed joint.
pub fn planar_wall(rows: usize, cols: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    build_wall(rows, cols, false, World::new(o, true))
}

fn build_wall(
    rows: usize,
    cols: usize,
    heads: bool,
    mut world: World<'_>,
) -> Result<ContactProblem, ProblemError> {
    let (rows, cols) = (rows.max(1), cols.max(1));
    let [length, width, height] = BRICK;
    let y = [-0.5 * width, 0.5 * width];
    let left = |row: usize, col: usize| length * (col as f64 + 0.5 * (row % 2) as f64);
    // A ground motion along the wall, that starts to slide it where μ is below 0.3.
    world.gravity[0] = 0.3 * GRAVITY;
    for row in 0..rows {
        let z = height * row as f64;
        for col in 0..cols {
            let x = left(row, col);
            let i = world.add_box([x + 0.5 * length, 0.0, z + 0.5 * height], BRICK, STONE);
            for under in 0..cols {
                let from = if row == 0 { x } else { x.max(left(row - 1, under)) };
                let to = if row == 0 {
                    x + length
                } else {
                    (x + length).min(left(row - 1, under) + length)
                };
                if to - from < 0.1 * length || (row == 0 && under > 0) {
                    continue;
                }
                let below = (row > 0).then(|| (row - 1) * cols + under);
                world.face(below, i, [from, to], y, z);
            }
            if heads && col > 0 {
                for [a, b, c] in corners(y, [z, z + height], x) {
                    world.touch([Some(i - 1), Some(i)], [c, a, b], [1.0, 0.0, 0.0]);
                }
            }
        }
    }
    world.problem()
}

impl World<'_> {
    /// Contacts at the corners of a horizontal face; at its two ends in the plane.
    fn face(&mut self, below: Option<usize>, above: usize, x: [f64; 2], y: [f64; 2], z: f64) {
        if self.planar {
            for x in x {
                self.touch([below, Some(above)], [x, 0.0, z], UP);
            }
        } else {
            for point in corners(x, y, z) {
                self.touch([below, Some(above)], point, UP);
            }
        }
    }
}

/// A round arch of `stones` voussoirs between two abutments, with a push sideways.
pub fn arch(stones: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    let stones = stones.max(1);
    let (inner, outer, half_width) = (2.0, 2.4, 0.2);
    let angle = |k: f64| std::f64::consts::PI * k / stones as f64;
    let middle = 0.5 * (inner + outer);
    for k in 0..stones {
        let (sin, cos) = angle(k as f64 + 0.5).sin_cos();
        let along = middle * angle(1.0);
        world.add_box(
            [middle * cos, 0.0, middle * sin],
            [outer - inner, 2.0 * half_width, along],
            STONE,
        );
    }
    for joint in 0..=stones {
        let (sin, cos) = angle(joint as f64).sin_cos();
        let pair = [joint.checked_sub(1), (joint < stones).then_some(joint)];
        for radius in [inner, outer] {
            for y in [-half_width, half_width] {
                // The normal points along the arc, from stone k − 1 to stone k.
                world.touch(pair, [radius * cos, y, radius * sin], [-sin, 0.0, cos]);
            }
        }
    }
    world.gravity[0] = 0.05 * GRAVITY;
    world.problem()
}

/// Links on a floor, joined by ball joints, each joint with a motor of limited torque; the first link is
/// pulled.
pub fn chain(links: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, false);
    let [length, width, height] = BRICK;
    let torque = 0.05 * GRAVITY * o.step * STONE * length * length * width * height;
    let limit = torque * o.mass_unit * o.length_unit * o.length_unit / o.time_unit;
    for k in 0..links.max(1) {
        let x = length * k as f64;
        let i = world.add_box([x, 0.0, 0.5 * height], BRICK, STONE);
        for y in [-0.5 * width, 0.5 * width] {
            world.touch([None, Some(i)], [x, y, 0.0], UP);
        }
        if k > 0 {
            let (pair, point) = ([Some(i - 1), Some(i)], [x - 0.5 * length, 0.0, 0.5 * height]);
            for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], UP] {
                world.join(pair, point, Row::Slide(axis), Law::Bilateral);
            }
            world.join(
                pair,
                point,
                Row::Turn(UP),
                Law::Box {
                    lo: -limit,
                    hi: limit,
                },
            );
        }
    }
    if let Some(first) = world.bodies.first_mut() {
        first.velocity[0] -= 0.3;
        first.velocity[1] += 0.1;
    }
    world.problem()
}

/// Rods in the plane that slide tip first on the floor, each leaning on the next.
pub fn rods(count: usize, o: &Options) -> Result<ContactProblem, ProblemError> {
    let mut world = World::new(o, true);
    let long = 1.0;
    for k in 0..count.max(1) {
        let x = 0.5 * k as f64;
        let angle = world.random.range(0.9, 1.2);
        let half = [0.5 * long * f64::cos(angle), 0.0, 0.5 * long * f64::sin(angle)];
        let i = world.add_box([x - half[0], 0.0, half[2]], [0.02, 0.02, long], STONE);
        world.bodies[i].velocity[0] += world.random.range(0.5, 1.0);
        world.touch([None, Some(i)], [x, 0.0, 0.0], UP);
        if k > 0 {
            // The upper end of this rod rests on the one before it.
            let top = [x - 2.0 * half[0], 0.0, 2.0 * half[2]];
            world.touch([Some(i - 1), Some(i)], top, [angle.sin(), 0.0, angle.cos()]);
        }
    }
    world.problem()
}
