//! The built-in problem: one time step of a dry-stone wall, one stone of which is pushed along the wall.
//!
//! ```text
//! u = H v⁺,   M (v⁺ − v_free) = Hᵀ r,   v_free = dt M⁻¹ f          stones at rest, f = weight and push
//! b = H v_free,   W = H M⁻¹ Hᵀ
//! ```
//! Stones are boxes laid in running bond: four contacts at the corners of each bed joint, four at each head
//! joint. The contacts are far more than the degrees of freedom (hyperstatic): the impulses are not unique.
//! Geometry is exact and nothing else is modelled: this is one step, not a simulation.

use drystone::solve::delassus::Sparse;
use drystone::solve::law::Law;
use drystone::solve::problem::{ContactProblem, ProblemError};

const GRAVITY: f64 = 9.81;
const DENSITY: f64 = 2400.0;
/// Length, depth and height of a full stone, in m.
const STONE: [f64; 3] = [0.5, 0.3, 0.25];
const DT: f64 = 1e-2;

/// What the wall looks like.
#[derive(Clone, Copy)]
pub(crate) struct Wall {
    /// Courses of stones.
    pub(crate) courses: usize,
    /// Full stones in an even course; odd ones have a half stone at each end.
    pub(crate) stones: usize,
    /// Coefficient of friction.
    pub(crate) mu: f64,
    /// Push to the right on the second stone of the course below the top one, in N.
    pub(crate) push: f64,
}

/// One stone: its course and its extent along the wall, in half lengths of a stone.
#[derive(Clone, Copy)]
pub(crate) struct Stone {
    pub(crate) course: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A joint: four contacts between two bodies (`None` is the ground).
pub(crate) struct Joint {
    pub(crate) below: Option<usize>,
    pub(crate) above: usize,
    /// Bed joints lie flat and cover the half lengths `at .. at + 1`; head joints stand at `at`.
    pub(crate) bed: bool,
    pub(crate) at: usize,
}

/// The wall as a problem. Contacts of joint j are `4 j .. 4 j + 4`.
pub(crate) struct Built {
    pub(crate) stones: Vec<Stone>,
    pub(crate) joints: Vec<Joint>,
    pub(crate) problem: ContactProblem,
}

impl Wall {
    /// The stones, course by course from the bottom, left to right.
    fn stones(&self) -> Vec<Stone> {
        let width = 2 * self.stones;
        let mut stones = Vec::new();
        for course in 0..self.courses {
            let mut from = 0;
            while from < width {
                let half = course % 2 == 1 && from == 0;
                let to = (from + if half { 1 } else { 2 }).min(width);
                stones.push(Stone { course, from, to });
                from = to;
            }
        }
        stones
    }

    /// Whether the push acts on this stone: the second of the course below the top one.
    pub(crate) fn pushes(&self, stone: &Stone) -> bool {
        stone.course + 2 == self.courses && stone.from > 0 && stone.from <= 2
    }

    fn joints(stones: &[Stone]) -> Vec<Joint> {
        let mut joints = Vec::new();
        for (i, stone) in stones.iter().enumerate() {
            let next = stones.get(i + 1).filter(|next| next.course == stone.course);
            if next.is_some() {
                joints.push(Joint {
                    below: Some(i),
                    above: i + 1,
                    bed: false,
                    at: stone.to,
                });
            }
            for at in stone.from..stone.to {
                let under = |s: &Stone| s.course + 1 == stone.course && s.from <= at && at < s.to;
                let below = stones.iter().position(under);
                joints.push(Joint {
                    below,
                    above: i,
                    bed: true,
                    at,
                });
            }
        }
        joints
    }

    /// Builds the one-step problem.
    pub(crate) fn build(&self) -> Result<Built, ProblemError> {
        let stones = self.stones();
        let joints = Self::joints(&stones);
        let (mut mass, mut v_free) = (Vec::new(), Vec::new());
        for (i, stone) in stones.iter().enumerate() {
            let sizes = [half_length() * (stone.to - stone.from) as f64, STONE[1], STONE[2]];
            let m = DENSITY * sizes[0] * sizes[1] * sizes[2];
            let square = sizes.map(|s| m * s * s / 12.0);
            let inertia = [
                square[1] + square[2],
                square[2] + square[0],
                square[0] + square[1],
            ];
            for k in 0..3 {
                mass.push((6 * i + k, 6 * i + k, m));
                mass.push((6 * i + 3 + k, 6 * i + 3 + k, inertia[k]));
            }
            let along = if self.pushes(stone) {
                DT * self.push / m
            } else {
                0.0
            };
            v_free.extend([along, 0.0, -DT * GRAVITY, 0.0, 0.0, 0.0]);
        }
        let jacobian = jacobian(&stones, &joints)?;
        let mass = Sparse::from_triplets(v_free.len(), v_free.len(), &mass)?;
        let mut free_velocity = vec![0.0; jacobian.nrows];
        jacobian.multiply(&v_free, &mut free_velocity);
        let laws = vec![Law::Coulomb { mu: self.mu }; 4 * joints.len()];
        let problem = ContactProblem::from_factors(mass, jacobian, free_velocity, laws)?;
        Ok(Built {
            stones,
            joints,
            problem,
        })
    }
}

fn half_length() -> f64 {
    0.5 * STONE[0]
}

/// Centre of a stone, in m: x along the wall, y across, z up.
pub(crate) fn centre(stone: &Stone) -> [f64; 3] {
    let x = half_length() * 0.5 * (stone.from + stone.to) as f64;
    [x, 0.0, STONE[2] * (stone.course as f64 + 0.5)]
}

/// H: rows (n, t₁, t₂) of every contact; the velocity of the stone above (or right) relative to the other.
fn jacobian(stones: &[Stone], joints: &[Joint]) -> Result<Sparse, ProblemError> {
    let mut entries = Vec::new();
    let mut row = 0;
    for joint in joints {
        let frame = if joint.bed { [2, 0, 1] } else { [0, 2, 1] };
        let stone = &stones[joint.above];
        let (x, z) = (half_length() * joint.at as f64, STONE[2] * stone.course as f64);
        for corner in 0..4 {
            let (side, end) = (f64::from(corner % 2), f64::from(corner / 2));
            let y = STONE[1] * (side - 0.5);
            let point = if joint.bed {
                [x + half_length() * end, y, z]
            } else {
                [x, y, z + STONE[2] * end]
            };
            for axis in frame {
                for (body, sign) in [(Some(joint.above), 1.0), (joint.below, -1.0)] {
                    let Some(i) = body else { continue };
                    let arm = std::array::from_fn(|k| point[k] - centre(&stones[i])[k]);
                    push_row(&mut entries, row, 6 * i, (axis, sign), arm);
                }
                row += 1;
            }
        }
    }
    Sparse::from_triplets(row, 6 * stones.len(), &entries)
}

/// Entries of the row e · (v + ω × arm) with e along `axis`: (e, arm × e).
fn push_row(
    entries: &mut Vec<(usize, usize, f64)>,
    row: usize,
    col: usize,
    (axis, sign): (usize, f64),
    arm: [f64; 3],
) {
    entries.push((row, col + axis, sign));
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    // (arm × e)_a = arm_b e_axis, (arm × e)_b = −arm_a e_axis.
    entries.push((row, col + 3 + a, sign * arm[b]));
    entries.push((row, col + 3 + b, -sign * arm[a]));
}
