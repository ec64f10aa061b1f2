//! Rotations: the exact exponential update, and the motion of a body that no torque acts on.
//!
//! ```text
//! q ⊕ h ω = exp(½ h ω) q                        ω in the axes of the world: (30) of the source
//! L = R I Rᵀ ω constant,   Ṙ = [ω]× R           Euler–Poinsot
//! ```
//! Three kinds of inertia: isotropic (ω constant), symmetric (a precession about L and a spin about the axis,
//! in closed form), general (Ṙ with L held, by Butcher's sixth-order Runge–Kutta method on the quaternion, in
//! substeps that turn by at most 0.015 radians). L is the same to rounding after any number of steps; the
//! energy to 10⁻¹⁴ a step. Source: Anitescu, Potra, Stewart (1999) §5; Landau and Lifshitz, Mechanics,
//! §35–37.

#[cfg(test)]
mod tests;

use super::description::Dimension;
use crate::geometry::{DMat3, DQuat, DVec3, MassProperties};

/// Largest turn of one substep, in rad.
const TURN: f64 = 0.015;
/// Principal moments that differ by less than this share are equal.
const EQUAL: f64 = 1e-14;

/// The inertia of a body about its centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia {
    /// In the axes of the body, in kg·m².
    pub tensor: DMat3,
    inverse: DMat3,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Isotropic(f64),
    /// Axis in the body, moment about it, moment across it.
    Symmetric(DVec3, f64, f64),
    General,
}

impl Inertia {
    /// From mass properties that have been checked.
    pub fn of(mass: &MassProperties) -> Self {
        let tensor = mass.inertia;
        let (moments, axes) = principal(&tensor);
        let size = moments.max_element();
        let equal = |a: f64, b: f64| (a - b).abs() <= EQUAL * size;
        let kind = if equal(moments.x, moments.y) && equal(moments.y, moments.z) {
            Kind::Isotropic((moments.x + moments.y + moments.z) / 3.0)
        } else if equal(moments.x, moments.y) {
            Kind::Symmetric(axes.z_axis, moments.z, 0.5 * (moments.x + moments.y))
        } else if equal(moments.y, moments.z) {
            Kind::Symmetric(axes.x_axis, moments.x, 0.5 * (moments.y + moments.z))
        } else {
            Kind::General
        };
        let inverse = match kind {
            Kind::Isotropic(i) => DMat3::from_diagonal(DVec3::splat(1.0 / i)),
            _ => tensor.inverse(),
        };
        Inertia {
            tensor,
            inverse,
            kind,
        }
    }

    /// Whether all moments are equal.
    pub fn is_isotropic(&self) -> bool {
        matches!(self.kind, Kind::Isotropic(_))
    }

    /// The largest 1/I of a turn that the dimension allows, in 1/(kg·m²).
    pub(crate) fn most_give(&self, dimension: Dimension) -> f64 {
        match dimension {
            Dimension::Plane => 1.0 / self.tensor.z_axis.z,
            Dimension::Space => 1.0 / principal(&self.tensor).0.min_element(),
        }
    }

    /// R I Rᵀ.
    #[inline]
    pub fn world(&self, rotation: DQuat) -> DMat3 {
        if let Kind::Isotropic(i) = self.kind {
            return DMat3::from_diagonal(DVec3::splat(i));
        }
        let r = DMat3::from_quat(rotation);
        r * self.tensor * r.transpose()
    }

    /// R I⁻¹ Rᵀ x.
    #[inline]
    fn solve(&self, rotation: DQuat, x: DVec3) -> DVec3 {
        rotate(rotation, self.inverse * rotate(rotation.conjugate(), x))
    }

    /// The same, corrected once: I I⁻¹ differs from 1 by a rounding that is the same in every step, and L
    /// would follow.
    fn solve_again(&self, rotation: DQuat, x: DVec3) -> DVec3 {
        let angular = self.solve(rotation, x);
        angular + self.solve(rotation, x - self.momentum(rotation, angular))
    }

    /// R I Rᵀ ω.
    #[inline]
    pub fn momentum(&self, rotation: DQuat, angular: DVec3) -> DVec3 {
        match self.kind {
            Kind::Isotropic(i) => angular * i,
            _ => rotate(rotation, self.tensor * rotate(rotation.conjugate(), angular)),
        }
    }

    /// Rotation and angular velocity after `dt` without torque.
    pub fn coast(&self, rotation: DQuat, angular: DVec3, dt: f64) -> (DQuat, DVec3) {
        match self.kind {
            Kind::Isotropic(_) => (turned(rotation, angular * dt), angular),
            Kind::Symmetric(axis, along, across) => {
                let momentum = self.momentum(rotation, angular);
                // ω = L/I_t + s e with s constant: R(t) = exp(t L/I_t) R exp(t s e).
                let spin = (1.0 / along - 1.0 / across) * momentum.dot(rotation * axis);
                let spun = unit(rotation * DQuat::from_scaled_axis(axis * (spin * dt)));
                let next = turned(spun, momentum * (dt / across));
                (next, self.solve_again(next, momentum))
            }
            Kind::General => {
                let momentum = self.momentum(rotation, angular);
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
                let pieces = (angular.length() * dt / TURN).ceil().clamp(1.0, 1e4) as u32;
                let h = dt / f64::from(pieces);
                let mut next = rotation;
                for _ in 0..pieces {
                    next = self.substep(next, momentum, h);
                }
                (next, self.solve_again(next, momentum))
            }
        }
    }

    /// q̇ = ½ ω q with ω = R I⁻¹ Rᵀ L; q need not be of unit length.
    #[inline]
    fn rate(&self, q: DQuat, momentum: DVec3) -> DQuat {
        let unit = q.normalize();
        let w = self.solve(unit, momentum);
        DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * q * 0.5
    }

    /// One step of Butcher's method of order six, seven stages.
    fn substep(&self, q: DQuat, momentum: DVec3, h: f64) -> DQuat {
        let f = |q: DQuat| self.rate(q, momentum) * h;
        let k1 = f(q);
        let k2 = f(q + k1 * (1.0 / 3.0));
        let k3 = f(q + k2 * (2.0 / 3.0));
        let k4 = f(q + k1 * (1.0 / 12.0) + k2 * (1.0 / 3.0) + k3 * (-1.0 / 12.0));
        let k5 = f(q + k1 * (-1.0 / 16.0) + k2 * (9.0 / 8.0) + k3 * (-3.0 / 16.0) + k4 * (-3.0 / 8.0));
        let k6 = f(q + k2 * (9.0 / 8.0) + k3 * (-3.0 / 8.0) + k4 * (-3.0 / 4.0) + k5 * 0.5);
        let k7 = f(q
            + k1 * (9.0 / 44.0)
            + k2 * (-9.0 / 11.0)
            + k3 * (63.0 / 44.0)
            + k4 * (18.0 / 11.0)
            + k6 * (-16.0 / 11.0));
        let sum = (k1 + k7) * (11.0 / 120.0) + (k3 + k4) * (27.0 / 40.0) + (k5 + k6) * (-4.0 / 15.0);
        unit(q + sum)
    }
}

/// R x, orthogonal whatever the length of q: one that is off by a rounding, always to the same side, would
/// change L by as much in every step.
#[inline]
fn rotate(q: DQuat, x: DVec3) -> DVec3 {
    let axis = DVec3::new(q.x, q.y, q.z);
    let once = axis.cross(x);
    x + (q.w * once + axis.cross(once)) * (2.0 / q.length_squared())
}

/// exp(½ turn) q.
#[inline]
pub fn turned(rotation: DQuat, turn: DVec3) -> DQuat {
    unit(DQuat::from_scaled_axis(turn) * rotation)
}

/// The rate of a turn x, exp(½ x) q, for a spin ω: ω − ½ x × ω + c x × (x × ω), c = (1 − |x|/2 cot |x|/2) /
/// |x|². It has a pole at |x| = 2π.
pub fn turn_rate(x: DVec3, spin: DVec3) -> DVec3 {
    let (across, square) = (x.cross(spin), x.length_squared());
    // Below that the next term of the series is rounding.
    let c = if square < 1e-6 {
        1.0 / 12.0 + square / 720.0
    } else {
        let half = 0.5 * square.sqrt();
        (1.0 - half / half.tan()) / square
    };
    spin - 0.5 * across + c * x.cross(across)
}

/// A quaternion of almost unit length made one: one step of Newton for the inverse root.
#[inline]
fn unit(q: DQuat) -> DQuat {
    q * (1.5 - 0.5 * q.length_squared())
}

/// Principal moments, increasing, and the axes they belong to.
fn principal(tensor: &DMat3) -> (DVec3, DMat3) {
    let m = nalgebra::Matrix3::from_column_slice(&tensor.to_cols_array());
    let eigen = m.symmetric_eigen();
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
    let axis = |i: usize| {
        let c = eigen.eigenvectors.column(order[i]);
        DVec3::new(c[0], c[1], c[2])
    };
    let moments = DVec3::new(
        eigen.eigenvalues[order[0]],
        eigen.eigenvalues[order[1]],
        eigen.eigenvalues[order[2]],
    );
    (moments, DMat3::from_cols(axis(0), axis(1), axis(2)))
}
