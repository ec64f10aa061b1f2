//! Rigid bodies in the plane and in space.
//!
//! ```text
//! m dv = m g dt + f dt + Σ r                            every free body
//! R I Rᵀ dω + ω × R I Rᵀ ω dt = τ dt + Σ arm × r         in the plane I ω' = τ
//! ```
//! One body is one block of M. The gyroscopic term is no force here: [`System::coast`] turns bodies as free
//! ones turn, exactly, and forces and contacts change that (`rotation.rs`). Contacts come from shapes
//! (`search.rs`), joints are rows (`joints.rs`), never springs. Fixed bodies and bodies that follow a motion
//! have no coordinates; what they do to others is the w of a row. Sources: Anitescu, Potra, Stewart (1999)
//! §2, §5; Brogliato et al. (2002) §5. Not modelled: flexible bodies, bodies whose mass changes.

mod check;
mod check_cell;
mod contact_rows;
pub mod description;
pub mod forces;
pub mod joints;
pub mod observe;
mod pair_laws;
pub mod placement;
pub mod rotation;
pub mod search;
mod swept;

use crate::contact::{Constraints, Contacts};
use crate::geometry::{DVec3, Point, Pose};
use crate::system::{Energy, State, System};
pub use description::WorldDescription;
use description::{Dimension, Motion, PrescribedMotion};
use forces::Forces;
use joints::{JointError, Joints};
use placement::{Placement, Twist, pose_at};
use rotation::{Inertia, turn_rate, turned};
use search::{FIRST_JOINT_ID, Search};

/// What is wrong with a world, by the key of the scene file that says it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key}: {message}")]
pub struct WorldError {
    /// `body.box.mass`, `joint.hinge`, …
    pub key: String,
    /// What was found, what was asked, what to do.
    pub message: String,
}

impl WorldError {
    fn of_joint(fault: JointError) -> Self {
        match fault {
            JointError::Joint { joint, what, remedy } => WorldError {
                key: format!("joint.{joint}"),
                message: format!("{what}; {remedy}"),
            },
            JointError::Windings { .. } => WorldError {
                key: "joint".to_owned(),
                message: fault.to_string(),
            },
        }
    }
}

/// A world of rigid bodies.
pub struct Bodies {
    /// Names of the bodies.
    pub names: Vec<String>,
    gravity: DVec3,
    placement: Placement,
    /// Centre of mass of each body in its own axes.
    centers: Vec<DVec3>,
    /// Mass of each free body.
    masses: Vec<f64>,
    /// Inertia of each free body.
    inertias: Vec<Inertia>,
    /// Bodies that follow a motion, and their initial rotations.
    motions: Vec<(usize, Pose, PrescribedMotion)>,
    /// Whether some body changes its ω without torque.
    gyrates: bool,
    search: Search,
    points: Vec<Point>,
    /// The joints.
    pub joints: Joints,
    /// Names of the joints.
    pub joint_names: Vec<String>,
    forces: Forces,
}

impl Bodies {
    /// The world and its initial state.
    pub fn new(world: &WorldDescription) -> Result<(Self, State), WorldError> {
        check::check(world)?;
        check::check_shapes(world)?;
        check_cell::check_cell(world)?;
        let bodies = &world.bodies;
        let is_free = |motion: &Motion| matches!(motion, Motion::Free);
        let mut free_before = vec![0];
        let mut centers = Vec::with_capacity(bodies.len());
        let mut poses = Vec::with_capacity(bodies.len());
        let (mut masses, mut inertias, mut motions) = (Vec::new(), Vec::new(), Vec::new());
        for (k, body) in bodies.iter().enumerate() {
            let free = is_free(&body.motion);
            free_before.push(free_before[k] + usize::from(free));
            centers.push(if free { body.mass.center } else { DVec3::ZERO });
            poses.push(Pose {
                position: body.pose.point(centers[k]),
                rotation: body.pose.rotation,
            });
            if free {
                masses.push(body.mass.mass);
                inertias.push(Inertia::of(&body.mass));
            }
            if let Motion::Prescribed(motion) = &body.motion {
                motions.push((k, body.pose, (**motion).clone()));
            }
        }
        let placement = Placement {
            dimension: world.dimension,
            free_before,
            prescribed: vec![Twist::default(); poses.len()],
            poses,
        };
        let joints = Joints::new(&world.joints, &placement).map_err(WorldError::of_joint)?;
        let forces =
            Forces::new(&world.forces, &centers, &joints, &placement).map_err(|fault| WorldError {
                key: format!("force.{}", fault.force),
                message: format!("{}; {}", fault.what, fault.remedy),
            })?;
        let mut out = Bodies {
            joint_names: world.joints.iter().map(|joint| joint.name.clone()).collect(),
            joints,
            forces,
            points: Vec::new(),
            names: bodies.iter().map(|body| body.name.clone()).collect(),
            gravity: world.gravity,
            search: Search::new(world, &placement, &centers),
            gyrates: world.dimension == Dimension::Space && inertias.iter().any(|i| !i.is_isotropic()),
            placement,
            centers,
            masses,
            inertias,
            motions,
        };
        out.move_prescribed(0.0);
        let state = out.initial_state(world);
        Ok((out, state))
    }

    fn initial_state(&self, world: &WorldDescription) -> State {
        let mut state = State::default();
        for (k, body) in world.bodies.iter().enumerate() {
            if !self.placement.is_free(k) {
                continue;
            }
            let pose = &self.placement.poses[k];
            let velocity = body.velocity + body.angular_velocity.cross(body.pose.rotation * self.centers[k]);
            match world.dimension {
                Dimension::Plane => {
                    let angle = 2.0 * pose.rotation.z.atan2(pose.rotation.w);
                    state.q.extend([pose.position.x, pose.position.y, angle]);
                    state.v.extend([velocity.x, velocity.y, body.angular_velocity.z]);
                }
                Dimension::Space => {
                    let r = pose.rotation;
                    state.q.extend(pose.position.to_array());
                    state.q.extend([r.w, r.x, r.y, r.z]);
                    state.v.extend(velocity.to_array());
                    state.v.extend(body.angular_velocity.to_array());
                }
            }
        }
        state
    }

    /// Everything where it is at (t, q).
    fn place(&mut self, time: f64, q: &[f64]) {
        self.placement.read_poses(q);
        self.move_prescribed(time);
    }

    fn move_prescribed(&mut self, time: f64) {
        for (body, start, motion) in &mut self.motions {
            motion.tape.run(&[&[time]]);
            let out = |k: usize| motion.tape.output(k);
            self.placement.poses[*body] = Pose {
                position: DVec3::new(out(0), out(1), out(2)),
                rotation: turned(start.rotation, motion.axis * out(3)),
            };
            self.placement.prescribed[*body] = Twist {
                linear: DVec3::new(out(4), out(5), out(6)),
                angular: motion.axis * out(7),
            };
        }
    }
}

/// How far bodies turn at most in a step whose turns are coordinates: the formula has a pole at 2π.
const TURN: f64 = 4.0;

impl System for Bodies {
    fn num_q(&self) -> usize {
        self.placement.num_free() * self.placement.q_size()
    }

    fn num_v(&self) -> usize {
        self.placement.num_free() * self.placement.v_size()
    }

    fn mass_blocks(&self) -> Vec<usize> {
        vec![self.placement.v_size(); self.placement.num_free()]
    }

    fn has_constant_mass(&self) -> bool {
        self.placement.dimension == Dimension::Plane
    }

    fn mass(&mut self, _time: f64, q: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let n = self.placement.v_size();
        let (blocks, qs) = (
            out.chunks_exact_mut(n * n),
            q.chunks_exact(self.placement.q_size()),
        );
        for (((block, q), mass), inertia) in blocks.zip(qs).zip(&self.masses).zip(&self.inertias) {
            match self.placement.dimension {
                Dimension::Plane => {
                    (block[0], block[4]) = (*mass, *mass);
                    block[8] = inertia.tensor.z_axis.z;
                }
                Dimension::Space => {
                    let world = inertia.world(pose_at(Dimension::Space, q).rotation);
                    for i in 0..3 {
                        block[7 * i] = *mass;
                        for j in 0..3 {
                            block[6 * (3 + i) + 3 + j] = world.col(j)[i];
                        }
                    }
                }
            }
        }
    }

    fn force(&mut self, time: f64, q: &[f64], v: &[f64], out: &mut [f64]) {
        self.place(time, q);
        out.fill(0.0);
        for (out, mass) in out.chunks_exact_mut(self.placement.v_size()).zip(&self.masses) {
            out[0] = mass * self.gravity.x;
            out[1] = mass * self.gravity.y;
            if self.placement.dimension == Dimension::Space {
                out[2] = mass * self.gravity.z;
            }
        }
        self.forces.add(time, &self.placement, v, &self.joints, out);
    }

    fn advance(&self, q: &[f64], v: &[f64], dt: f64, out: &mut [f64]) {
        match self.placement.dimension {
            Dimension::Plane => {
                for ((out, q), v) in out.iter_mut().zip(q).zip(v) {
                    *out = q + dt * v;
                }
            }
            Dimension::Space => {
                let bodies = out
                    .chunks_exact_mut(7)
                    .zip(q.chunks_exact(7))
                    .zip(v.chunks_exact(6));
                for ((out, q), v) in bodies {
                    let turn = DVec3::new(v[3], v[4], v[5]) * dt;
                    let r = turned(pose_at(Dimension::Space, q).rotation, turn);
                    for k in 0..3 {
                        out[k] = q[k] + dt * v[k];
                    }
                    out[3..].copy_from_slice(&[r.w, r.x, r.y, r.z]);
                }
            }
        }
    }

    fn rate(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        if self.placement.dimension == Dimension::Plane {
            out.copy_from_slice(v);
            return;
        }
        let bodies = out
            .chunks_exact_mut(7)
            .zip(q.chunks_exact(7))
            .zip(v.chunks_exact(6));
        for ((out, q), v) in bodies {
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

    fn turn_rate(&self, x: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(v);
        if self.placement.dimension == Dimension::Space {
            let bodies = out.chunks_exact_mut(6).zip(x.chunks_exact(6));
            for (out, x) in bodies {
                let (turn, spin) = (DVec3::from_slice(&x[3..]), DVec3::from_slice(&out[3..]));
                turn_rate(turn, spin).write_to_slice(&mut out[3..]);
            }
        }
    }

    fn turn_limit(&self, v: &[f64]) -> f64 {
        if self.placement.dimension == Dimension::Plane {
            return f64::INFINITY;
        }
        let spins = v.chunks_exact(6).map(|v| DVec3::from_slice(&v[3..]).length());
        TURN / spins.fold(0.0, f64::max)
    }

    fn normalise(&self, q: &mut [f64]) {
        if self.placement.dimension == Dimension::Space {
            for q in q.chunks_exact_mut(7) {
                let length = q[3..].iter().map(|x| x * x).sum::<f64>().sqrt();
                q[3..].iter_mut().for_each(|x| *x /= length);
            }
        }
    }

    fn gyroscopic(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        if !self.gyrates {
            return;
        }
        let states = q.chunks_exact(7).zip(v.chunks_exact(6));
        for (((q, v), out), inertia) in states.zip(out.chunks_exact_mut(6)).zip(&self.inertias) {
            let angular = DVec3::new(v[3], v[4], v[5]);
            let momentum = inertia.momentum(pose_at(Dimension::Space, q).rotation, angular);
            let torque = momentum.cross(angular);
            for (out, torque) in out[3..].iter_mut().zip(torque.to_array()) {
                *out += torque;
            }
        }
    }

    fn coast(&self, q: &[f64], v: &[f64], dt: f64, q_next: &mut [f64], v_next: &mut [f64]) -> bool {
        if !self.gyrates {
            return false;
        }
        let states = q.chunks_exact(7).zip(v.chunks_exact(6));
        let next = q_next.chunks_exact_mut(7).zip(v_next.chunks_exact_mut(6));
        for (((q, v), (q_next, v_next)), inertia) in states.zip(next).zip(&self.inertias) {
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

    fn contacts(&mut self, time: f64, q: &[f64], margin: f64, out: &mut Contacts) {
        self.place(time, q);
        self.search.contacts(&self.placement, margin, out);
        self.joints
            .contacts(time, &self.placement, margin, FIRST_JOINT_ID, out);
    }

    fn gaps(&mut self, at: (f64, &[f64]), margin: f64, scratch: &mut Contacts, out: &mut Vec<(u64, f64)>) {
        self.place(at.0, at.1);
        out.clear();
        self.search.gaps(&self.placement, margin, out);
        scratch.clear();
        self.joints
            .contacts(at.0, &self.placement, margin, FIRST_JOINT_ID, scratch);
        let stops = scratch.list.iter().filter(|contact| !contact.friction.is_force());
        out.extend(stops.map(|contact| (contact.id, contact.gap)));
    }

    fn least_gap(&mut self, at: (f64, &[f64]), scratch: &mut Contacts, _gaps: &mut Vec<(u64, f64)>) -> f64 {
        self.place(at.0, at.1);
        scratch.clear();
        self.joints
            .contacts(at.0, &self.placement, f64::INFINITY, FIRST_JOINT_ID, scratch);
        let stops = scratch.list.iter().filter(|contact| !contact.friction.is_force());
        let least = stops.fold(f64::INFINITY, |least, stop| least.min(stop.gap));
        least.min(self.search.least_of_all(&self.placement))
    }

    fn constraints(&mut self, time: f64, q: &[f64], out: &mut Constraints) {
        if !self.joints.is_empty() {
            self.place(time, q);
            self.joints.constraints(&self.placement, out);
        }
    }

    fn row_rates(&mut self, at: (f64, &[f64]), v: &[f64], ids: &[u64], out: &mut Vec<f64>) -> bool {
        if !self.joints.is_empty() || !self.motions.is_empty() || self.placement.dimension == Dimension::Plane
        {
            return false;
        }
        self.place(at.0, at.1);
        self.search.row_rates(&self.placement, v, ids, out)
    }

    fn applied_power(&mut self, time: f64, q: &[f64], v: &[f64]) -> f64 {
        self.place(time, q);
        self.forces.power(time, &self.placement, v, &self.joints)
    }

    fn safe_step(&mut self, state: &State, dt: f64) -> f64 {
        self.place(state.time, &state.q);
        self.search.find_bounds(&self.placement);
        let mut scratch = std::mem::take(&mut self.points);
        let safe = swept::safe_step(&self.search, &self.placement, &state.v, dt, &mut scratch);
        self.points = scratch;
        safe
    }

    fn stride(&self, v: &[f64], acceleration: &[f64]) -> f64 {
        let moves = |v: &[f64], body: usize| {
            let twist = self.placement.twist(v, body);
            twist.linear.length() + twist.angular.length() * self.search.radius[body]
        };
        let limited = (0..self.placement.len()).filter(|&body| self.search.stride[body].is_finite());
        limited.fold(f64::INFINITY, |least: f64, body| {
            let (way, speed) = (self.search.stride[body], moves(v, body));
            // Those that follow a motion have no acceleration of their own here.
            let gain = if self.placement.is_free(body) {
                moves(acceleration, body)
            } else {
                0.0
            };
            least.min(2.0 * way / (speed + (speed * speed + 2.0 * gain * way).sqrt()))
        })
    }

    fn reached(&mut self, state: &State) {
        if !self.joints.is_empty() {
            self.place(state.time, &state.q);
            self.joints.remember(&self.placement);
        }
    }

    fn memory(&self) -> Vec<f64> {
        self.joints.windings().to_vec()
    }

    fn set_memory(&mut self, memory: &[f64]) -> bool {
        self.joints.set_windings(memory).is_ok()
    }

    fn length(&self, q: &[f64]) -> f64 {
        let position = |body: &[f64]| body[0].abs().max(body[1].abs());
        let high = match self.placement.dimension {
            Dimension::Plane => 0.0,
            Dimension::Space => q.chunks_exact(7).fold(0.0, |m: f64, q| m.max(q[2].abs())),
        };
        let far = q
            .chunks_exact(self.placement.q_size())
            .fold(high, |m: f64, q| m.max(position(q)));
        far + self.search.size
    }

    /// Turning moves the surface of a body by its extent: radians count as metres nowhere.
    fn pull(&self, v: &[f64], v_free: &[f64]) -> f64 {
        let (size, linear) = match self.placement.dimension {
            Dimension::Plane => (3, 2),
            Dimension::Space => (6, 3),
        };
        let free = (0..self.placement.len()).filter(|body| self.placement.is_free(*body));
        let changes = v.chunks_exact(size).zip(v_free.chunks_exact(size));
        free.zip(changes).fold(0.0, |most: f64, (body, (v, free))| {
            let reach = self.search.reach(body);
            let entry = |k: usize| if k < linear { 1.0 } else { reach } * (free[k] - v[k]).abs();
            (0..size).map(entry).fold(most, f64::max)
        })
    }

    fn energy(&mut self, time: f64, q: &[f64], v: &[f64]) -> Energy {
        self.place(time, q);
        let mut energy = Energy::default();
        let mut free = 0;
        for body in 0..self.placement.len() {
            if !self.placement.is_free(body) {
                continue;
            }
            let (mass, inertia) = (self.masses[free], &self.inertias[free]);
            free += 1;
            let (twist, pose) = (self.placement.twist(v, body), &self.placement.poses[body]);
            let spin = match self.placement.dimension {
                Dimension::Plane => inertia.tensor.z_axis.z * twist.angular.z * twist.angular.z,
                Dimension::Space => twist.angular.dot(inertia.momentum(pose.rotation, twist.angular)),
            };
            energy.kinetic += 0.5 * (mass * twist.linear.length_squared() + spin);
            energy.potential -= mass * self.gravity.dot(pose.position);
        }
        energy.potential += self.forces.potential(&self.placement, &self.joints);
        energy
    }
}
