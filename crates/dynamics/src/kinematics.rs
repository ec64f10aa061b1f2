//! How the coordinates of a system move: q̇ = N(q) v, and what no force changes.
//!
//! ```text
//! vector space, bodies in the plane     q̇ = v
//! bodies in space, each                 ẋ = v,  q̇ = ½ (0, ω) q           ω in the axes of the world
//! q ⊕ dt v = (x + dt v, exp(½ dt ω) q)                                   exact on rotations
//! ```
//! Layout of bodies: plane q = (x, y, angle), v = (vx, vy, ω); space q = (x, y, z, w, i, j, k), v = (v, ω).
//! Source: Anitescu, Potra, Stewart (1999) §5, (29)–(36). Not here: other groups. A system on another
//! manifold takes coordinates of its own, in which q̇ = v.

use crate::geometry::DVec3;
use crate::models::bodies::description::Dimension;
use crate::models::bodies::placement::pose_at;
use crate::models::bodies::rotation::{Inertia, turn_rate, turned};

/// How far bodies turn at most in a step whose turns are coordinates: the formula has a pole at 2π.
const TURN: f64 = 4.0;

/// Constant facts of the free bodies of a world, which their motion depends on.
#[derive(Clone, Debug, Default)]
pub struct RigidBodies {
    /// Inertia of each.
    pub inertias: Vec<Inertia>,
    /// Whether some body changes its ω without torque.
    pub gyrates: bool,
    /// The largest extent of a body, in m.
    pub size: f64,
    /// Half the extent of each, in m: how far a turn moves its surface.
    pub reach: Vec<f64>,
}

/// How the coordinates of a system move.
#[derive(Clone, Copy, Debug)]
pub enum Kinematics<'a> {
    /// q̇ = v.
    Vector,
    /// Bodies in the plane: q̇ = v, and the third entry of each body is an angle.
    Plane(&'a RigidBodies),
    /// Bodies in space, with quaternions.
    Space(&'a RigidBodies),
}

impl Kinematics<'_> {
    /// q ⊕ dt v: where the system is after moving for `dt` at the velocity `v`, exact on rotations.
    #[inline]
    pub fn advance(&self, q: &[f64], v: &[f64], dt: f64, out: &mut [f64]) {
        if !matches!(self, Kinematics::Space(_)) {
            for ((out, q), v) in out.iter_mut().zip(q).zip(v) {
                *out = q + dt * v;
            }
            return;
        }
        advance_in_space(q, v, dt, out);
    }

    /// The v that leads from q to `next` in `dt`: the inverse of [`Kinematics::advance`], by the shorter
    /// turn.
    pub fn between(&self, q: &[f64], next: &[f64], dt: f64, v: &mut [f64]) {
        if !matches!(self, Kinematics::Space(_)) {
            for ((v, q), next) in v.iter_mut().zip(q).zip(next) {
                *v = (next - q) / dt;
            }
            return;
        }
        let ends = q.chunks_exact(7).zip(next.chunks_exact(7));
        for (v, (q, next)) in v.chunks_exact_mut(6).zip(ends) {
            let [from, to] = [q, next].map(|q| pose_at(Dimension::Space, q));
            let way = (to.position - from.position) / dt;
            let turn = (to.rotation * from.rotation.conjugate()).to_scaled_axis();
            // By the shorter way: a quaternion and its negative are one rotation.
            let full = std::f64::consts::TAU * turn.normalize_or_zero();
            let turn = if turn.length() > std::f64::consts::PI {
                turn - full
            } else {
                turn
            } / dt;
            v.copy_from_slice(&[way.x, way.y, way.z, turn.x, turn.y, turn.z]);
        }
    }

    /// q̇ = N(q) v.
    #[inline]
    pub fn rate(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        if !matches!(self, Kinematics::Space(_)) {
            out.copy_from_slice(v);
            return;
        }
        let bodies = out.chunks_exact_mut(7).zip(q.chunks_exact(7));
        for ((out, q), v) in bodies.zip(v.chunks_exact(6)) {
            // ½ (0, ω) q, the spin being in the axes of the world.
            let (w, x, y, z) = (q[3], q[4], q[5], q[6]);
            let (a, b, c) = (0.5 * v[3], 0.5 * v[4], 0.5 * v[5]);
            out[..3].copy_from_slice(&v[..3]);
            out[3] = -(a * x + b * y + c * z);
            out[4] = a * w + b * z - c * y;
            out[5] = b * w + c * x - a * z;
            out[6] = c * w + a * y - b * x;
        }
    }

    /// ẋ where q = q₀ ⊕ x moves at v: v itself but for turns.
    #[inline]
    pub fn turn_rate(&self, x: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(v);
        if let Kinematics::Space(_) = self {
            for (out, x) in out.chunks_exact_mut(6).zip(x.chunks_exact(6)) {
                let (turn, spin) = (DVec3::from_slice(&x[3..]), DVec3::from_slice(&out[3..]));
                turn_rate(turn, spin).write_to_slice(&mut out[3..]);
            }
        }
    }

    /// How long things may move at these velocities until q₀ ⊕ x no longer says well where they are, in s;
    /// infinite where it always does.
    #[inline]
    pub fn turn_limit(&self, v: &[f64]) -> f64 {
        if !matches!(self, Kinematics::Space(_)) {
            return f64::INFINITY;
        }
        let spins = v.chunks_exact(6).map(|v| DVec3::from_slice(&v[3..]).length());
        TURN / spins.fold(0.0, f64::max)
    }

    /// Quaternions that have left the unit sphere, as inside an integrator, back onto it.
    #[inline]
    pub fn normalise(&self, q: &mut [f64]) {
        if let Kinematics::Space(_) = self {
            for q in q.chunks_exact_mut(7) {
                let length = q[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
                q[3..].iter_mut().for_each(|x| *x /= length);
            }
        }
    }

    /// The bodies, where some change their ω without torque.
    fn gyrating(&self) -> Option<&RigidBodies> {
        match self {
            Kinematics::Space(bodies) if bodies.gyrates => Some(bodies),
            _ => None,
        }
    }

    /// Adds to `out` the gyroscopic forces that a system's `force` leaves to [`Kinematics::coast`], in N·m.
    #[inline]
    pub fn gyroscopic(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        let Some(bodies) = self.gyrating() else { return };
        let states = q.chunks_exact(7).zip(v.chunks_exact(6));
        for (((q, v), out), inertia) in states.zip(out.chunks_exact_mut(6)).zip(&bodies.inertias) {
            let angular = DVec3::new(v[3], v[4], v[5]);
            let momentum = inertia.momentum(pose_at(Dimension::Space, q).rotation, angular);
            let torque = momentum.cross(angular);
            for (out, torque) in out[3..].iter_mut().zip(torque.to_array()) {
                *out += torque;
            }
        }
    }

    /// Motion for `dt` under no force at all: where the system is then, and its velocity. `false`, and
    /// nothing written, where that is q ⊕ dt v at constant v; bodies that turn about no axis of symmetry
    /// change their ω by themselves.
    #[inline]
    pub fn coast(&self, q: &[f64], v: &[f64], dt: f64, q_next: &mut [f64], v_next: &mut [f64]) -> bool {
        let Some(bodies) = self.gyrating() else {
            return false;
        };
        let states = q.chunks_exact(7).zip(v.chunks_exact(6));
        let next = q_next.chunks_exact_mut(7).zip(v_next.chunks_exact_mut(6));
        for (((q, v), (q_next, v_next)), inertia) in states.zip(next).zip(&bodies.inertias) {
            let angular = DVec3::new(v[3], v[4], v[5]);
            let (r, w) = inertia.coast(pose_at(Dimension::Space, q).rotation, angular, dt);
            for k in 0..3 {
                q_next[k] = q[k] + dt * v[k];
            }
            q_next[3..].copy_from_slice(&[r.w, r.x, r.y, r.z]);
            v_next[..3].copy_from_slice(&v[..3]);
            v_next[3..].copy_from_slice(&w.to_array());
        }
        true
    }

    /// A length that rounding in gaps is measured by, in m: the largest coordinate that is a position, and
    /// the size of bodies.
    #[inline]
    pub fn length(&self, q: &[f64]) -> f64 {
        let (bodies, size, positions) = match self {
            Kinematics::Vector => return q.iter().fold(0.0, |m: f64, x| m.max(x.abs())),
            Kinematics::Plane(bodies) => (bodies, 3, 2),
            Kinematics::Space(bodies) => (bodies, 7, 3),
        };
        let entries = q.chunks_exact(size).flat_map(|q| &q[..positions]);
        entries.fold(0.0, |m: f64, x| m.max(x.abs())) + bodies.size
    }

    /// The least extent of a free body that has one, in m; 0 for systems without bodies.
    #[inline]
    pub fn thinnest(&self) -> f64 {
        let (Kinematics::Plane(bodies) | Kinematics::Space(bodies)) = self else {
            return 0.0;
        };
        let extents = bodies.reach.iter().filter(|reach| **reach > 0.0);
        let least = extents.fold(f64::INFINITY, |least: f64, reach| least.min(2.0 * reach));
        if least.is_finite() { least } else { 0.0 }
    }

    /// How fast points of the system are moved apart by velocities that differ so, in m/s: what forces do in
    /// one step. Turning moves the surface of a body by its extent: radians count as metres nowhere.
    #[inline]
    pub fn pull(&self, v: &[f64], v_free: &[f64]) -> f64 {
        let (bodies, size, linear) = match self {
            Kinematics::Vector => {
                let changes = v.iter().zip(v_free).map(|(v, free)| (free - v).abs());
                return changes.fold(0.0, f64::max);
            }
            Kinematics::Plane(bodies) => (bodies, 3, 2),
            Kinematics::Space(bodies) => (bodies, 6, 3),
        };
        let changes = v.chunks_exact(size).zip(v_free.chunks_exact(size));
        let pairs = bodies.reach.iter().zip(changes);
        pairs.fold(0.0, |most: f64, (reach, (v, free))| {
            let entry = |k: usize| if k < linear { 1.0 } else { *reach } * (free[k] - v[k]).abs();
            (0..size).map(entry).fold(most, f64::max)
        })
    }
}

/// Bodies in space, each by its own turn.
fn advance_in_space(q: &[f64], v: &[f64], dt: f64, out: &mut [f64]) {
    let bodies = out.chunks_exact_mut(7).zip(q.chunks_exact(7));
    for ((out, q), v) in bodies.zip(v.chunks_exact(6)) {
        let turn = DVec3::new(v[3], v[4], v[5]) * dt;
        let r = turned(pose_at(Dimension::Space, q).rotation, turn);
        for k in 0..3 {
            out[k] = q[k] + dt * v[k];
        }
        out[3..].copy_from_slice(&[r.w, r.x, r.y, r.z]);
    }
}
