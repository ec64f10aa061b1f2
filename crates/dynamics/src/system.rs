//! What a scheme must know of a mechanical system.
//!
//! ```text
//! q̇ = N(q) v                             q and v may differ in size (quaternions)
//! M(q) v̇ = f(t, q, v) + H(q)ᵀ r          f holds everything but contacts and constraints: −k(q, v), −∇V, springs, drives
//! u = H(q) v + w(t)                      relative velocity at the contacts; w: motion of an obstacle
//! c(q, t) = 0                            bilateral constraints, C = ∂c/∂q N
//! ```
//! Sources: Moreau (1988) §4–8; Anitescu, Potra, Stewart (1999) §2, §5; Brogliato et al. (2002) §2. Methods
//! take `&mut self` so that a system may keep scratch space: what it answers depends on the arguments alone.

use crate::contact::{Constraints, Contacts, GapMotion};
pub use crate::state::{Energy, State};

/// A mechanical system M(q) v̇ = f(t, q, v) + H(q)ᵀ r, q̇ = N(q) v.
pub trait System {
    /// Number of coordinates q.
    fn num_q(&self) -> usize;

    /// Number of velocities v.
    fn num_v(&self) -> usize;

    /// Sizes of the diagonal blocks of M, which sum to `num_v`: one block for each part that shares no
    /// inertia with the others. Constant during a run.
    fn mass_blocks(&self) -> Vec<usize> {
        vec![self.num_v()]
    }

    /// M(q): the blocks one after the other, each row-major. Asked: symmetric, positive definite.
    fn mass(&mut self, time: f64, q: &[f64], out: &mut [f64]);

    /// Whether M is the same at all times and in all configurations.
    fn has_constant_mass(&self) -> bool {
        false
    }

    /// f(t, q, v): all forces but those of contacts and constraints, Coriolis terms included, in N or N·m.
    fn force(&mut self, time: f64, q: &[f64], v: &[f64], out: &mut [f64]);

    /// ∂f/∂q N and ∂f/∂v in the blocks of M, for the schemes that treat forces implicitly. `false` (and
    /// nothing written) where they are not known: the force is then explicit.
    fn force_jacobian(
        &mut self,
        _time: f64,
        _q: &[f64],
        _v: &[f64],
        _by_q: &mut [f64],
        _by_v: &mut [f64],
    ) -> bool {
        false
    }

    /// q ⊕ dt v: where the system is after moving for `dt` at the velocity `v`, exact on rotations.
    fn advance(&self, q: &[f64], v: &[f64], dt: f64, out: &mut [f64]) {
        for ((out, q), v) in out.iter_mut().zip(q).zip(v) {
            *out = q + dt * v;
        }
    }

    /// q̇ = N(q) v.
    fn rate(&self, _q: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(v);
    }

    /// ẋ where q = q₀ ⊕ x moves at v: v itself but for turns.
    fn turn_rate(&self, _x: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(v);
    }

    /// How long things may move at these velocities until q₀ ⊕ x is no good way to say where they are;
    /// infinite where it always is.
    fn turn_limit(&self, _v: &[f64]) -> f64 {
        f64::INFINITY
    }

    /// Quaternions that have left the unit sphere, as inside an integrator, back onto it.
    fn normalise(&self, _q: &mut [f64]) {}

    /// Adds to `out` the gyroscopic forces that [`System::force`] leaves to [`System::coast`], in N·m.
    fn gyroscopic(&self, _q: &[f64], _v: &[f64], _out: &mut [f64]) {}

    /// Motion for `dt` under no force at all: where the system is then, and its velocity. `false`, and
    /// nothing written, where that is q ⊕ dt v at constant v; bodies that turn about no axis of symmetry
    /// change their ω by themselves.
    fn coast(&self, _q: &[f64], _v: &[f64], _dt: f64, _q_next: &mut [f64], _v_next: &mut [f64]) -> bool {
        false
    }

    /// Adds to `out` every contact whose gap at (t, q) is at most `margin`, in increasing order of their ids.
    fn contacts(&mut self, time: f64, q: &[f64], margin: f64, out: &mut Contacts);

    /// Adds to `out` the contacts with these ids, in increasing order, however far; others may be among them.
    /// Systems that can do without the others do.
    fn contacts_named(&mut self, at: (f64, &[f64]), _ids: &[u64], out: &mut Contacts) {
        self.contacts(at.0, at.1, f64::INFINITY, out);
    }

    /// Ids and gaps of the contacts with gap ≤ `margin`, in the same order, into `out`; `scratch` may be
    /// used. Systems whose rows cost something say how far without them.
    fn gaps(&mut self, at: (f64, &[f64]), margin: f64, scratch: &mut Contacts, out: &mut Vec<(u64, f64)>) {
        scratch.clear();
        self.contacts(at.0, at.1, margin, scratch);
        out.clear();
        let gaps = scratch.list.iter().filter(|contact| !contact.friction.is_force());
        out.extend(gaps.map(|contact| (contact.id, contact.gap)));
    }

    /// The least of all gaps at (t, q), infinite where there is none; `scratch` and `gaps` may be used.
    /// Systems of many bodies look only at what may be nearer than the nearest so far.
    fn least_gap(&mut self, at: (f64, &[f64]), scratch: &mut Contacts, gaps: &mut Vec<(u64, f64)>) -> f64 {
        self.gaps(at, f64::INFINITY, scratch, gaps);
        gaps.iter().fold(f64::INFINITY, |least, gap| least.min(gap.1))
    }

    /// Gaps up to `margin` with their rates at (t, q) and v, in the order of the contacts, into `out`;
    /// `scratch` may be used.
    fn gap_motions(
        &mut self,
        at: (f64, &[f64]),
        v: &[f64],
        margin: f64,
        scratch: &mut Contacts,
        out: &mut Vec<GapMotion>,
    ) {
        scratch.clear();
        self.contacts(at.0, at.1, margin, scratch);
        out.clear();
        out.extend(scratch.gap_motions(v));
    }

    /// The same of one contact; nothing where it is not there, or is a force without a gap.
    fn gap_motion(
        &mut self,
        at: (f64, &[f64]),
        v: &[f64],
        id: u64,
        scratch: &mut Contacts,
    ) -> Option<GapMotion> {
        scratch.clear();
        self.contacts(at.0, at.1, f64::INFINITY, scratch);
        scratch.gap_motions(v).find(|motion| motion.id == id)
    }

    /// Adds to `out` every bilateral constraint, always the same ones in the same order.
    fn constraints(&mut self, _time: f64, _q: &[f64], _out: &mut Constraints) {}

    /// Ḣ v + ẇ on the rows of the contacts with these ids, in increasing order, then d/dt (C v + ∂c/∂t) at
    /// constant v on those of the constraints, into `out`. `false` where the system does not know:
    /// differences along the motion are taken then.
    fn row_rates(&mut self, _at: (f64, &[f64]), _v: &[f64], _ids: &[u64], _out: &mut Vec<f64>) -> bool {
        false
    }

    /// A length that rounding in gaps is measured by: the largest coordinate, and what else makes up
    /// positions.
    fn length(&self, q: &[f64]) -> f64 {
        q.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    /// How fast points of the system are moved apart by velocities that differ so, in m/s: what forces do in
    /// one step.
    fn pull(&self, v: &[f64], v_free: &[f64]) -> f64 {
        let changes = v.iter().zip(v_free).map(|(v, free)| (free - v).abs());
        changes.fold(0.0, f64::max)
    }

    /// Kinetic and potential energy.
    fn energy(&mut self, time: f64, q: &[f64], v: &[f64]) -> Energy;

    /// Power of the forces in `f` that derive from no potential and are not gyroscopic, in W; for energies
    /// that depend on time explicitly also ∂V/∂t − ∂T/∂t, so that it is the rate of T + V without contacts.
    fn applied_power(&mut self, _time: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// Whether [`System::applied_power`] is ever anything but zero.
    fn applies_power(&self) -> bool {
        true
    }

    /// The longest step from `state` up to `dt` in which nothing passes through anything without being
    /// noticed by a test of gaps at its end.
    fn safe_step(&mut self, _state: &State, dt: f64) -> f64 {
        dt
    }

    /// How long things move, at these velocities and accelerations, until looks at both ends no longer tell
    /// all the contacts between them: names of contacts may change on the way, bodies may pass through each
    /// other. Infinite where they do not.
    fn stride(&self, _v: &[f64], _acceleration: &[f64]) -> f64 {
        f64::INFINITY
    }

    /// Told of every state that a run has reached: for what must follow the motion (turns of a gear).
    fn reached(&mut self, _state: &State) {}

    /// What must be saved with a state so that what follows is the same bit for bit; nothing by default.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Takes up what was saved; `false`, and nothing done, where it is not of this system.
    fn set_memory(&mut self, memory: &[f64]) -> bool {
        memory.is_empty()
    }

    /// Further quantities that the system wants recorded, into `out`, always as many; none by default.
    fn outputs(&mut self, _time: f64, _q: &[f64], _v: &[f64], _out: &mut Vec<f64>) {}
}
