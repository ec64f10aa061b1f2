//! Bodies in contact, gathered into one problem.
//!
//! ```text
//! M (v⁺ − v_free) = Hᵀ r,   v_free = v + h M⁻¹ f,   b = H v_free
//! row of H along d at the point p:   +(d, (p − c) × d) for body 1,   −(d, (p − c) × d) for body 0
//! M = (1 + ε S) diag(m, m, m, J₁, J₂, J₃),  S skew:  ε > 0 makes W unsymmetric, its symmetric part stays ⪰ 0
//! ```
//! A planar world keeps the motions (x, z, turn about y). Body `None` is the ground, at rest. Since b lies in
//! the range of H, r exists for frictionless and associated laws; the smooth part of a Coulomb problem always
//! has v = 0 as a velocity the cones allow.

use super::random::Random;
use super::{LawKind, Options};
use crate::delassus::Sparse;
use crate::law::Law;
use crate::problem::{ContactProblem, ProblemError, sizes};

pub(super) const GRAVITY: f64 = 9.81;

/// A rigid body whose principal axes are those of the world.
pub(super) struct Body {
    pub(super) center: [f64; 3],
    pub(super) mass: f64,
    pub(super) inertia: [f64; 3],
    /// Velocity of the centre, then angular velocity.
    pub(super) velocity: [f64; 6],
}

/// One row: relative velocity at the point along a direction, or relative turning about it.
pub(super) enum Row {
    Slide([f64; 3]),
    Turn([f64; 3]),
}

struct Block {
    pair: [Option<usize>; 2],
    point: [f64; 3],
    rows: Vec<Row>,
    law: Law,
}

/// Bodies and the blocks of rows between them.
pub(super) struct World<'a> {
    pub(super) random: Random,
    pub(super) options: &'a Options,
    pub(super) bodies: Vec<Body>,
    /// Acceleration of gravity, in m/s².
    pub(super) gravity: [f64; 3],
    /// Radius that turns the friction coefficient into rolling and torsion coefficients, in m.
    pub(super) patch: f64,
    pub(super) planar: bool,
    blocks: Vec<Block>,
}

impl<'a> World<'a> {
    pub(super) fn new(options: &'a Options, planar: bool) -> Self {
        World {
            random: Random::new(options.seed),
            options,
            bodies: Vec::new(),
            gravity: [0.0, 0.0, -GRAVITY],
            patch: 0.01,
            planar,
            blocks: Vec::new(),
        }
    }

    /// A factor for the mass of the next body, log-uniform over the decades asked for.
    fn mass_factor(&mut self) -> f64 {
        let half = 0.5 * self.options.mass_decades;
        10f64.powf(self.random.range(-half, half))
    }

    /// Small random velocities, `noise` times what gravity gives in one step.
    fn noise(&mut self, size: f64) -> [f64; 6] {
        let speed = self.options.noise * self.options.step * GRAVITY;
        let (v, w) = (self.random.cube(speed), self.random.cube(speed / size));
        [v[0], v[1], v[2], w[0], w[1], w[2]]
    }

    /// Adds a box of the given full sizes.
    pub(super) fn add_box(&mut self, center: [f64; 3], size: [f64; 3], density: f64) -> usize {
        let mass = density * size[0] * size[1] * size[2] * self.mass_factor();
        let [x, y, z] = size.map(|s| s * s);
        let inertia = [y + z, x + z, x + y].map(|s| mass * s / 12.0);
        self.add(center, mass, inertia, size[0].max(size[2]))
    }

    /// Adds a ball.
    pub(super) fn add_ball(&mut self, center: [f64; 3], radius: f64, density: f64) -> usize {
        let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        let mass = density * volume * self.mass_factor();
        self.add(center, mass, [0.4 * mass * radius * radius; 3], radius)
    }

    /// Adds a cylinder (a log) along y.
    pub(super) fn add_log(&mut self, center: [f64; 3], radius: f64, length: f64, density: f64) -> usize {
        let mass = density * std::f64::consts::PI * radius * radius * length * self.mass_factor();
        let across = mass * (3.0 * radius * radius + length * length) / 12.0;
        self.add(
            center,
            mass,
            [across, 0.5 * mass * radius * radius, across],
            radius,
        )
    }

    fn add(&mut self, center: [f64; 3], mass: f64, inertia: [f64; 3], size: f64) -> usize {
        let velocity = self.noise(size);
        self.bodies.push(Body {
            center,
            mass,
            inertia,
            velocity,
        });
        self.bodies.len() - 1
    }

    /// A contact from body 0 to body 1 under the law asked for, as many times as asked for.
    pub(super) fn touch(&mut self, pair: [Option<usize>; 2], point: [f64; 3], normal: [f64; 3]) {
        let law = self.contact_law();
        let layout = law.layout();
        let [t1, t2] = if self.planar {
            [[normal[2], 0.0, -normal[0]], [0.0, 1.0, 0.0]]
        } else {
            tangents(normal)
        };
        for _ in 0..=self.options.duplicates {
            let mut rows = vec![Row::Slide(normal)];
            rows.extend([t1, t2].into_iter().take(layout.slip).map(Row::Slide));
            rows.extend([normal].into_iter().take(layout.spin).map(Row::Turn));
            // One row of rolling is planar: about the axis across the plane.
            rows.extend([t1, t2].into_iter().skip(2 - layout.roll).map(Row::Turn));
            self.blocks.push(Block {
                pair,
                point,
                rows,
                law,
            });
        }
    }

    /// A row of a joint or of a motor.
    pub(super) fn join(&mut self, pair: [Option<usize>; 2], point: [f64; 3], row: Row, law: Law) {
        self.blocks.push(Block {
            pair,
            point,
            rows: vec![row],
            law,
        });
    }

    /// μ of the next contact.
    fn friction(&mut self) -> f64 {
        let mu = self.options.mu;
        if !self.options.random_mu {
            return mu;
        }
        if self.random.chance(0.1) {
            0.0
        } else {
            self.random.range(0.0, 2.0 * mu)
        }
    }

    fn contact_law(&mut self) -> Law {
        let mu = self.friction();
        let length = mu * self.patch * self.options.length_unit;
        match (self.options.law, self.planar) {
            (LawKind::Frictionless, _) => Law::Unilateral,
            (LawKind::Elliptic, true) => Law::Asymmetric {
                minus: mu,
                plus: 0.25 * mu,
            },
            (LawKind::Rolling | LawKind::RollingTorsion, true) => Law::PlanarRolling { mu, rolling: length },
            (_, true) => Law::Planar { mu },
            (LawKind::Coulomb, false) => Law::Coulomb { mu },
            (LawKind::Elliptic, false) => Law::Elliptic { mu: [mu, 0.25 * mu] },
            (LawKind::Facetted(facets), false) => Law::Facetted { mu, facets },
            (LawKind::Torsion, false) => Law::Torsion { mu, torsion: length },
            (LawKind::Rolling, false) => Law::Rolling { mu, rolling: length },
            (LawKind::RollingTorsion, false) => Law::RollingTorsion {
                mu,
                torsion: length,
                rolling: length,
            },
        }
    }

    /// The degrees of freedom kept, of (x, y, z, turns about x, y, z).
    fn dofs(&self) -> &'static [usize] {
        if self.planar {
            &[0, 2, 4]
        } else {
            &[0, 1, 2, 3, 4, 5]
        }
    }

    /// The problem of one step, by its factors, in the units asked for.
    pub(super) fn problem(mut self) -> Result<ContactProblem, ProblemError> {
        let dofs = self.dofs();
        let mass = self.mass_matrix(dofs)?;
        let v_free = self.free_motion(dofs);
        let jacobian = self.jacobian(dofs)?;
        let mut b = vec![0.0; jacobian.nrows];
        jacobian.multiply(&v_free, &mut b);
        let laws = self.blocks.iter().map(|block| block.law).collect();
        ContactProblem::from_factors(mass, jacobian, b, laws)
    }

    fn mass_matrix(&mut self, dofs: &[usize]) -> Result<Sparse, ProblemError> {
        let n = dofs.len();
        let length = self.options.length_unit;
        let mut entries = Vec::new();
        for (i, body) in self.bodies.iter().enumerate() {
            let inertia = body.inertia.map(|j| j * length * length);
            let diagonal = [
                body.mass, body.mass, body.mass, inertia[0], inertia[1], inertia[2],
            ]
            .map(|m| m * self.options.mass_unit);
            for (k, &dof) in dofs.iter().enumerate() {
                entries.push((i * n + k, i * n + k, diagonal[dof]));
            }
            if self.options.unsymmetry > 0.0 {
                // Skew parts of the translations (a rotating frame) and of the turns (gyroscopic terms).
                for group in [0, 3] {
                    let axis = self.random.cube(self.options.unsymmetry);
                    for (p, q, s) in [(0, 1, axis[2]), (1, 2, axis[0]), (0, 2, -axis[1])] {
                        let place = |k: usize| dofs.iter().position(|&dof| dof == group + k);
                        if let (Some(row), Some(col)) = (place(p), place(q)) {
                            let size = s * (diagonal[group + p] * diagonal[group + q]).sqrt();
                            entries.push((i * n + row, i * n + col, -size));
                            entries.push((i * n + col, i * n + row, size));
                        }
                    }
                }
            }
        }
        let total = self.bodies.len() * n;
        Sparse::from_triplets(total, total, &entries)
    }

    /// v + h g. (Gravity is the only force: h M⁻¹ f is the same for every mass.)
    fn free_motion(&self, dofs: &[usize]) -> Vec<f64> {
        let (length, time) = (self.options.length_unit, self.options.time_unit);
        let mut v = Vec::with_capacity(self.bodies.len() * dofs.len());
        for body in &self.bodies {
            for &dof in dofs {
                v.push(if dof < 3 {
                    (body.velocity[dof] + self.options.step * self.gravity[dof]) * length / time
                } else {
                    body.velocity[dof] / time
                });
            }
        }
        v
    }

    fn jacobian(&self, dofs: &[usize]) -> Result<Sparse, ProblemError> {
        let n = dofs.len();
        let length = self.options.length_unit;
        let mut entries = Vec::new();
        let mut at = 0;
        for block in &self.blocks {
            for row in &block.rows {
                for (side, sign) in [(0, -1.0), (1, 1.0)] {
                    let Some(i) = block.pair[side] else { continue };
                    let (slide, turn) = match *row {
                        Row::Slide(d) => (
                            d,
                            cross(minus(block.point, self.bodies[i].center), d).map(|x| x * length),
                        ),
                        Row::Turn(d) => ([0.0; 3], d),
                    };
                    let full = [slide[0], slide[1], slide[2], turn[0], turn[1], turn[2]];
                    for (k, &dof) in dofs.iter().enumerate().filter(|&(_, &dof)| full[dof] != 0.0) {
                        entries.push((at, i * n + k, sign * full[dof]));
                    }
                }
                at += 1;
            }
        }
        let laws: Vec<Law> = self.blocks.iter().map(|block| block.law).collect();
        Sparse::from_triplets(sizes(&laws).iter().sum(), self.bodies.len() * n, &entries)
    }
}

/// Two unit vectors that complete `normal` to a right-handed frame.
fn tangents(normal: [f64; 3]) -> [[f64; 3]; 2] {
    let axis = if normal[0].abs() < 0.6 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let t1 = unit(cross(normal, axis));
    [t1, cross(normal, t1)]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn length(a: [f64; 3]) -> f64 {
    (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt()
}

pub(super) fn unit(a: [f64; 3]) -> [f64; 3] {
    let size = length(a);
    a.map(|x| x / size)
}
