//! What a scheme must know of a mechanical system.
//!
//! ```text
//! q̇ = N(q) v                      q and v may differ in size (quaternions)
//! M(q) v̇ = f(t, q, v) + H(q)ᵀ r  f holds everything but contacts and constraints: −k(q, v), −∇V, springs,
//!                                 drives
//! u = H(q) v + w(t)               relative velocity at the contacts; w: motion of an obstacle
//! c(q, t) = 0                     bilateral constraints, C = ∂c/∂q N
//! ```
//! Sources: Moreau (1988) §4–8; Anitescu, Potra, Stewart (1999) §2, §5; Brogliato et al. (2002) §2. Methods
//! take `&mut self` so that a system may keep scratch space: what it answers depends on the arguments alone.

use crate::contact::{Constraints, Contacts};
use crate::gaps::{GapQuery, Gaps, Selection};
use crate::kinematics::Kinematics;
use crate::soft_rows::SoftRows;
pub use crate::state::{Energy, State};
use std::any::Any;

/// The constant facts of a system.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Layout {
    /// Number of coordinates q.
    pub num_q: usize,
    /// Number of velocities v.
    pub num_v: usize,
    /// Sizes of the diagonal blocks of M, which sum to `num_v`: one block for each part that shares no
    /// inertia with the others.
    pub mass_blocks: Vec<usize>,
    /// Degrees of freedom of a body where all have as many: a larger block of M is several bodies in a row,
    /// each of them coupled to few others. 0 where nothing is known of the inside of blocks.
    pub body: usize,
    /// Whether M is the same at all times and in all configurations.
    pub constant_mass: bool,
    /// Whether [`System::applied_power`] is ever anything but zero.
    pub applies_power: bool,
    /// Whether [`ImplicitQuery::Springs`] or [`ImplicitQuery::Damping`] ever have an answer.
    pub sprung: bool,
    /// The largest ω² of a spring of [`ImplicitQuery::Springs`] that turns with the bodies, in 1/s².
    pub stiffest: f64,
}

impl Layout {
    /// As many coordinates as velocities, M one block that may vary, forces of any kind.
    pub fn vector(n: usize) -> Self {
        Layout {
            num_q: n,
            num_v: n,
            mass_blocks: vec![n],
            body: 0,
            constant_mass: false,
            applies_power: true,
            sprung: false,
            stiffest: 0.0,
        }
    }
}

/// A motion ahead, of which a scheme asks how long it may be.
#[derive(Clone, Copy, Debug)]
pub enum MotionAhead<'a> {
    /// A step up to `dt` at constant velocities, gaps being looked at once on the way: the longest in which
    /// nothing passes through anything unnoticed.
    Step {
        /// Its beginning.
        at: At<'a>,
        /// The velocities.
        v: &'a [f64],
        /// The longest step wanted, in s.
        dt: f64,
        /// At which share of it gaps are looked at, above 0 and up to 1.
        look: f64,
    },
    /// Positions moved by δ at one instant, gaps being looked at behind it: the share of δ, up to 1, in which
    /// nothing passes through anything unnoticed. What follows a motion stays where it is.
    Shift {
        /// Time and configuration before it.
        at: At<'a>,
        /// δ, in the coordinates of the velocities.
        delta: &'a [f64],
    },
    /// A motion with looks at both ends: the longest in which they tell all the contacts between them. Names
    /// of contacts may change on the way, bodies may pass through each other.
    Stride {
        /// Its beginning.
        at: At<'a>,
        /// The velocities.
        v: &'a [f64],
        /// The accelerations.
        acceleration: &'a [f64],
        /// The longest wanted, in s.
        dt: f64,
    },
}

impl MotionAhead<'_> {
    /// The time where nothing limits it, in s; the share of a shift.
    pub fn unlimited(&self) -> f64 {
        match self {
            MotionAhead::Step { dt, .. } | MotionAhead::Stride { dt, .. } => *dt,
            MotionAhead::Shift { .. } => 1.0,
        }
    }
}

/// A time and a configuration q.
pub type At<'a> = (f64, &'a [f64]);

/// What is known of the derivatives of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Slopes {
    /// Nothing.
    #[default]
    Unknown,
    /// Both, of no special kind.
    General,
    /// Both; a block that would make M̂ indefinite is to go without them.
    Guarded,
    /// Both, every block symmetric and not positive.
    Symmetric,
}

/// What a scheme asks that treats forces implicitly.
pub enum ImplicitQuery<'a> {
    /// ∂f/∂q N and ∂f/∂v in the blocks of M, without the springs below.
    Slopes {
        /// Where.
        at: At<'a>,
        /// The velocities.
        v: &'a [f64],
        /// For ∂f/∂q N.
        by_q: &'a mut [f64],
        /// For ∂f/∂v.
        by_v: &'a mut [f64],
    },
    /// Springs and dampers as rows. Where there are any, f without them replaces `force`.
    Springs {
        /// The beginning of the step, q ⊕ θ h v at t + θ h, and θ: tensions are those of the first,
        /// directions those of the second.
        step: (At<'a>, At<'a>, f64),
        /// Where f is taken, and the velocities at the beginning.
        at: (At<'a>, &'a [f64]),
        /// f, in N and N·m.
        force: &'a mut [f64],
        /// For the rows.
        out: &'a mut SoftRows,
    },
    /// Inertia shared by bodies, of which [`Kinematics::coast`] knows nothing: subtracts from `force` what it
    /// takes of a change of the velocities that motion without forces makes.
    Rotors {
        /// Where.
        at: At<'a>,
        /// The change of the velocities.
        change: &'a [f64],
        /// In which time, in s.
        dt: f64,
        /// f, in N and N·m.
        force: &'a mut [f64],
    },
    /// The part of [`System::applied_power`] that dampers and drag take, with what moving ends give to
    /// dampers: at most 0, in W, into `power`.
    Damping {
        /// Where.
        at: At<'a>,
        /// The velocities.
        v: &'a [f64],
        /// The answer.
        power: &'a mut f64,
    },
}

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub enum Reached<'a> {
    /// At a state, by a step.
    State(&'a State),
    /// Where another run of the same system was when this [`System::memory`] was saved; nothing is done where
    /// it is not as long.
    Saved(&'a [f64]),
}

/// A mechanical system M(q) v̇ = f(t, q, v) + H(q)ᵀ r, q̇ = N(q) v. Asked of every system: layout, mass,
/// force, contacts, energy. The rest has answers that hold for a vector space without constraints.
pub trait System: Send + Any {
    /// Sizes and constant facts.
    fn layout(&self) -> Layout;

    /// How q moves at v.
    fn kinematics(&self) -> Kinematics<'_> {
        Kinematics::Vector
    }

    /// M(q): the blocks one after the other, each row-major. Asked: symmetric, positive definite.
    fn mass(&mut self, time: f64, q: &[f64], out: &mut [f64]);

    /// f(t, q, v): all forces but those of contacts and constraints, Coriolis terms included, in N or N·m.
    fn force(&mut self, time: f64, q: &[f64], v: &[f64], out: &mut [f64]);

    /// What a scheme needs that treats forces implicitly; [`Slopes::Unknown`] (and nothing written) where
    /// it is not known: the force is then explicit.
    fn implicit(&mut self, _asked: ImplicitQuery<'_>) -> Slopes {
        Slopes::Unknown
    }

    /// Adds to `out` the contacts asked for at (t, q), in increasing order of their ids; those within
    /// [`Selection::margin`] are always right.
    fn contacts(&mut self, time: f64, q: &[f64], asked: Selection<'_>, out: &mut Contacts);

    /// What is asked about gaps at (t, q), into `out`. Systems whose rows cost something answer without
    /// them; those of many bodies find the least gap without the others.
    fn gaps(&mut self, time: f64, q: &[f64], asked: GapQuery<'_>, out: &mut Gaps) {
        out.by_contacts(self, time, q, asked);
    }

    /// Adds to `out` every bilateral constraint, always the same ones in the same order.
    fn constraints(&mut self, _time: f64, _q: &[f64], _out: &mut Constraints) {}

    /// Ḣ v + ẇ on the rows of the contacts with these ids, in increasing order, then d/dt (C v + ∂c/∂t) at
    /// constant v on those of the constraints, into `out`. `false` where the system does not know:
    /// differences along the motion are taken then.
    fn row_rates(&mut self, _at: (f64, &[f64]), _v: &[f64], _ids: &[u64], _out: &mut Vec<f64>) -> bool {
        false
    }

    /// Kinetic and potential energy.
    fn energy(&mut self, time: f64, q: &[f64], v: &[f64]) -> Energy;

    /// Power of the forces in `f` that derive from no potential and are not gyroscopic, in W; for energies
    /// that depend on time explicitly also ∂V/∂t − ∂T/∂t, so that it is the rate of T + V without contacts.
    fn applied_power(&mut self, _time: f64, _q: &[f64], _v: &[f64]) -> f64 {
        0.0
    }

    /// How long a motion ahead may be, in s.
    fn limit(&mut self, ahead: MotionAhead<'_>) -> f64 {
        ahead.unlimited()
    }

    /// How far a point of what follows a motion goes at most from `time` on in `dt`, in m; nothing by
    /// default.
    fn driven_way(&mut self, _time: f64, _dt: f64) -> f64 {
        0.0
    }

    /// Told where a run is, at every state that it reaches: for what must follow the motion (turns of a
    /// gear).
    fn reached(&mut self, _at: Reached<'_>) {}

    /// What must be saved with a state so that what follows is the same bit for bit, always as many numbers;
    /// nothing by default.
    fn memory(&self) -> &[f64] {
        &[]
    }

    /// Further quantities that the system wants recorded, into `out`, always as many; none by default.
    fn outputs(&mut self, _time: f64, _q: &[f64], _v: &[f64], _out: &mut Vec<f64>) {}
}
