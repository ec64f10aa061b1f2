//! Rigid bodies in the plane and in space.
//!
//! ```text
//! m dv = m g dt + f dt + Σ r                            every free body
//! R I Rᵀ dω + ω × R I Rᵀ ω dt = τ dt + Σ arm × r         in the plane I ω' = τ
//! ```
//! One body is one block of M; bodies that share a rotor are one together (`rotors.rs`). The
//! gyroscopic term is no force here: [`Kinematics::coast`] turns bodies as free ones turn, exactly, and
//! forces and contacts change that (`rotation`). Contacts come from shapes
//! (`search.rs`), joints are rows (`joints/`), never springs. Fixed bodies and bodies that follow a motion
//! have no coordinates; what they do to others is the w of a row. Sources: Anitescu, Potra, Stewart (1999)
//! §2, §5; Brogliato et al. (2002) §5. Not modelled: flexible bodies, bodies whose mass changes.

mod check;
mod check_cell;
mod contact_rows;
mod course;
pub mod description;
pub mod forces;
mod frames;
mod implicit;
pub mod joints;
mod look_ahead;
mod near_pairs;
pub mod observe;
mod pair_laws;
pub mod placement;
pub mod rotation;
mod rotors;
pub mod search;
mod stride;
mod swept;

use crate::contact::{Constraints, Contacts};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::geometry::{DVec3, Pose};
use crate::kinematics::{Kinematics, RigidBodies};
use crate::system::{At, Energy, ImplicitQuery, Layout, MotionAhead, Reached, Slopes, State, System};
use course::Driven;
pub use description::WorldDescription;
use description::{Dimension, Motion};
use forces::{ForceError, Forces};
use joints::{JointError, Joints};
use placement::{Placement, Twist, pose_at};
use rotation::{Inertia, turned};
use rotors::Rotors;
use search::{FIRST_JOINT_ID, Search};
use stride::Leap;
use swept::{Ahead, Sweep, safe_step};

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
    fn of_force(fault: &ForceError) -> Self {
        WorldError {
            key: format!("force.{}", fault.force),
            message: format!("{}; {}", fault.what, fault.remedy),
        }
    }

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
    /// Where a looker-on has placed everything.
    seen: Placement,
    /// Centre of mass of each body in its own axes.
    centers: Vec<DVec3>,
    /// Mass of each free body.
    masses: Vec<f64>,
    /// Inertia and extent of each free body.
    rigid: RigidBodies,
    /// Bodies that follow a motion, and their initial rotations.
    motions: Vec<Driven>,
    search: Search,
    sweep: Sweep,
    /// The joints.
    pub joints: Joints,
    /// Names of the joints.
    pub joint_names: Vec<String>,
    forces: Forces,
    rotors: Rotors,
    /// 1/m and the largest 1/I of each free body.
    gives: Vec<[f64; 2]>,
    /// The largest ω² of a spring between points, in 1/s².
    stiffest: f64,
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
        let forces = Forces::new(&world.forces, &centers, &joints, &placement);
        let forces = forces.map_err(|fault| WorldError::of_force(&fault))?;
        let search = Search::new(world, &placement, &centers);
        let rotors = Rotors::new(&world.joints, &joints, &placement);
        let gives = gives(&masses, &inertias, world.dimension);
        let rigid = rigid_bodies(&placement, &search, inertias);
        let mut out = Bodies {
            joint_names: world.joints.iter().map(|joint| joint.name.clone()).collect(),
            joints,
            stiffest: forces.stiffest(&placement, &gives),
            forces,
            rotors,
            gives,
            sweep: Sweep::new(&search),
            names: bodies.iter().map(|body| body.name.clone()).collect(),
            gravity: world.gravity,
            search,
            seen: placement.clone(),
            placement,
            centers,
            masses,
            rigid,
            motions,
        };
        move_prescribed(&mut out.motions, 0.0, &mut out.placement);
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
        move_prescribed(&mut self.motions, time, &mut self.placement);
    }

    /// How long a motion from here may be so that looks at both ends tell all the contacts between.
    fn stride(&mut self, (time, q): At<'_>, (v, acceleration): (&[f64], &[f64]), dt: f64) -> f64 {
        let Bodies {
            placement,
            search,
            sweep,
            motions,
            ..
        } = self;
        let leap = Leap {
            time,
            v,
            acceleration,
            dt,
        };
        if leap.is_short((placement, search), sweep, motions) {
            return dt;
        }
        placement.read_poses(q);
        move_prescribed(motions, time, placement);
        search.find_bounds(placement);
        leap.longest((placement, search), sweep, motions)
    }

    /// Gravity, into `out`.
    fn weigh(&self, out: &mut [f64]) {
        out.fill(0.0);
        for (out, mass) in out.chunks_exact_mut(self.placement.v_size()).zip(&self.masses) {
            out[0] = mass * self.gravity.x;
            out[1] = mass * self.gravity.y;
            if self.placement.dimension == Dimension::Space {
                out[2] = mass * self.gravity.z;
            }
        }
    }

    /// M where rotors join bodies; `out` is zero.
    fn joined_mass(&mut self, time: f64, q: &[f64], out: &mut [f64]) {
        self.place(time, q);
        let qs = q.chunks_exact(self.placement.q_size());
        for (k, ((q, mass), inertia)) in qs.zip(&self.masses).zip(&self.rigid.inertias).enumerate() {
            let mut entry = |i: usize, j: usize, x: f64| out[self.rotors.entry(k, i, j)] = x;
            match self.placement.dimension {
                Dimension::Plane => {
                    (0..2).for_each(|i| entry(i, i, *mass));
                    entry(2, 2, inertia.tensor.z_axis.z);
                }
                Dimension::Space => {
                    let world = inertia.world(pose_at(Dimension::Space, q).rotation);
                    for i in 0..3 {
                        entry(i, i, *mass);
                        (0..3).for_each(|j| entry(3 + i, 3 + j, world.col(j)[i]));
                    }
                }
            }
        }
        self.rotors.add(&self.placement, &self.joints, out);
    }
}

/// 1/m and the largest 1/I of each free body.
fn gives(masses: &[f64], inertias: &[Inertia], dimension: Dimension) -> Vec<[f64; 2]> {
    let both = masses.iter().zip(inertias);
    both.map(|(mass, inertia)| [1.0 / mass, inertia.most_give(dimension)])
        .collect()
}

fn rigid_bodies(placement: &Placement, search: &Search, inertias: Vec<Inertia>) -> RigidBodies {
    let free = (0..placement.len()).filter(|body| placement.is_free(*body));
    RigidBodies {
        gyrates: placement.dimension == Dimension::Space && inertias.iter().any(|i| !i.is_isotropic()),
        inertias,
        size: search.size,
        reach: free.map(|body| search.reach(body)).collect(),
    }
}

/// Bodies that follow a motion, where they are and how they move at a time.
fn move_prescribed(motions: &mut [Driven], time: f64, placement: &mut Placement) {
    for (body, start, motion) in motions {
        motion.tape.run(&[&[time]]);
        let out = |k: usize| motion.tape.output(k);
        placement.poses[*body] = Pose {
            position: DVec3::new(out(0), out(1), out(2)),
            rotation: turned(start.rotation, motion.axis * out(3)),
        };
        placement.prescribed[*body] = Twist {
            linear: DVec3::new(out(4), out(5), out(6)),
            angular: motion.axis * out(7),
        };
    }
}

impl System for Bodies {
    fn layout(&self) -> Layout {
        let (free, block) = (self.placement.num_free(), self.placement.v_size());
        Layout {
            num_q: free * self.placement.q_size(),
            num_v: free * block,
            mass_blocks: self.rotors.blocks.clone(),
            body: self.placement.v_size(),
            constant_mass: self.placement.dimension == Dimension::Plane && self.rotors.is_empty(),
            applies_power: true,
            sprung: self.forces.has_springs() || self.forces.has_slopes(),
            stiffest: self.stiffest,
        }
    }

    fn kinematics(&self) -> Kinematics<'_> {
        match self.placement.dimension {
            Dimension::Plane => Kinematics::Plane(&self.rigid),
            Dimension::Space => Kinematics::Space(&self.rigid),
        }
    }

    fn mass(&mut self, time: f64, q: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let n = self.placement.v_size();
        if !self.rotors.is_apart() {
            return self.joined_mass(time, q, out);
        }
        let (blocks, qs) = (
            out.chunks_exact_mut(n * n),
            q.chunks_exact(self.placement.q_size()),
        );
        for (((block, q), mass), inertia) in blocks.zip(qs).zip(&self.masses).zip(&self.rigid.inertias) {
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
        if !self.rotors.is_empty() {
            self.place(time, q);
            self.rotors.add(&self.placement, &self.joints, out);
        }
    }

    fn force(&mut self, time: f64, q: &[f64], v: &[f64], out: &mut [f64]) {
        self.place(time, q);
        self.weigh(out);
        self.forces.add(time, &self.placement, v, &self.joints, out);
    }

    fn implicit(&mut self, asked: ImplicitQuery<'_>) -> Slopes {
        match asked {
            ImplicitQuery::Slopes { at, v, by_q, by_v } => return self.slopes(at, v, by_q, by_v),
            ImplicitQuery::Springs { step, at, force, out } => self.soft_rows(step, at, force, out),
            ImplicitQuery::Rotors {
                at,
                change,
                dt,
                force,
            } => self.hold_rotors(at, change, dt, force),
            ImplicitQuery::Damping { at, v, power } => {
                self.place(at.0, at.1);
                *power = self.forces.damping_power(&self.placement, v, &self.joints);
            }
        }
        Slopes::Unknown
    }

    fn contacts(&mut self, time: f64, q: &[f64], asked: Selection<'_>, out: &mut Contacts) {
        self.place(time, q);
        self.search.contacts(&self.placement, asked, out);
        self.joints
            .contacts(time, &self.placement, asked.margin(), FIRST_JOINT_ID, out);
    }

    /// Gaps between shapes without rows, those of joints from their rows.
    fn gaps(&mut self, time: f64, q: &[f64], asked: GapQuery<'_>, out: &mut Gaps) {
        let margin = match asked {
            GapQuery::Within(margin) => margin,
            GapQuery::Least => f64::INFINITY,
            GapQuery::Moving { .. } | GapQuery::One { .. } => {
                out.by_contacts(self, time, q, asked);
                return;
            }
        };
        self.place(time, q);
        out.list.clear();
        out.rows.clear();
        self.joints
            .contacts(time, &self.placement, margin, FIRST_JOINT_ID, &mut out.rows);
        if asked == GapQuery::Least {
            out.least = out.least_of_rows().min(self.search.least_of_all(&self.placement));
        } else {
            self.search.gaps(&self.placement, margin, &mut out.list);
            out.add_rows();
        }
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

    fn limit(&mut self, ahead: MotionAhead<'_>) -> f64 {
        let (at, (v, dt, look)) = match ahead {
            MotionAhead::Step { at, v, dt, look } => (at, (v, dt, look)),
            MotionAhead::Shift { at, delta } => (at, (delta, 1.0, 1.0)),
            MotionAhead::Stride {
                at,
                v,
                acceleration,
                dt,
            } => return self.stride(at, (v, acceleration), dt),
        };
        let still = matches!(ahead, MotionAhead::Shift { .. });
        let Bodies {
            placement,
            search,
            sweep,
            motions,
            ..
        } = self;
        let motion = (at.0, v, dt, look);
        sweep.measure(search, &Ahead::new(placement, motion), motions, still);
        if sweep.is_slow() {
            return dt;
        }
        placement.read_poses(at.1);
        move_prescribed(motions, at.0, placement);
        search.find_bounds(placement);
        safe_step(sweep, search, Ahead::new(placement, motion), motions)
    }

    fn driven_way(&mut self, time: f64, dt: f64) -> f64 {
        let (courses, radius) = (&mut self.sweep.courses, &self.search.radius);
        let ways = self.motions.iter_mut().map(|driven| {
            let radius = radius[driven.0];
            courses.way(driven, radius, (time, dt))
        });
        ways.fold(0.0, f64::max)
    }

    fn reached(&mut self, at: Reached<'_>) {
        match at {
            Reached::State(state) if !self.joints.is_empty() => {
                self.place(state.time, &state.q);
                self.joints.remember(&self.placement);
            }
            Reached::State(_) => {}
            Reached::Saved(windings) => {
                self.joints.set_windings(windings).ok();
            }
        }
    }

    fn memory(&self) -> &[f64] {
        self.joints.windings()
    }

    fn energy(&mut self, time: f64, q: &[f64], v: &[f64]) -> Energy {
        self.place(time, q);
        let mut energy = Energy::default();
        let mut free = 0;
        for body in 0..self.placement.len() {
            if !self.placement.is_free(body) {
                continue;
            }
            let (mass, inertia) = (self.masses[free], &self.rigid.inertias[free]);
            free += 1;
            let (twist, pose) = (self.placement.twist(v, body), &self.placement.poses[body]);
            let spin = match self.placement.dimension {
                Dimension::Plane => inertia.tensor.z_axis.z * twist.angular.z * twist.angular.z,
                Dimension::Space => twist.angular.dot(inertia.momentum(pose.rotation, twist.angular)),
            };
            energy.kinetic += 0.5 * (mass * twist.linear.length_squared() + spin);
            energy.potential -= mass * self.gravity.dot(pose.position);
        }
        energy.kinetic += self.rotors.energy(&self.placement, &self.joints, v);
        energy.potential += self.forces.potential(&self.placement, &self.joints);
        energy
    }
}
