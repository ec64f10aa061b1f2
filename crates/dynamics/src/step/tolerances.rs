//! Every threshold of a step: its quantity, its unit, its reason, and its order among the others.
//!
//! ```text
//! velocities, as shares of those in play  STOPPED < ENDED < SLOW < STUCK = LEAVES < BLOCKED <
//!     DRIFT_FASTEST, KEPT < UNCERTIFIED < FORCED, UNMET < COARSE < COARSE_BLOCK;   ROUNDED = STUCK
//! lengths, as shares of the configuration  CLOSED_LENGTH = POSITION_ROUNDING < POSITION_ROUNDING ·
//!     POSITION_STALLED < DRIFT_LENGTH
//! lengths, as shares of h · (what forces do in a step)         CLOSED_PULL < LEAST_DRIFT < MOST_DRIFT
//! overlap, as shares of the smallest body                     LANDED (of the length) < SHALLOW < SLOP < DEEP
//! pivots, as shares of the diagonal  HELD_ROUNDING < FOLLOWS < IMMOVABLE = SINGULAR,
//!                                    EPSILON < DELASSUS < SINGULAR
//! ```
//! No number here has a unit but those of counts: each is a share of a quantity of the step itself, so that a
//! scene in millimetres runs as one in metres. Questions that are asked with several values stand together.

// Is a velocity zero?

/// Slip along the path of one impact has stopped: share of its largest speed on that path. Far below
/// rounding, because the speed falls to zero like a power and every digit of it is known.
pub(crate) const STOPPED: f64 = 1e-18;
/// A sequence of impacts has ended: share of its first approach. Three bodies or more may go on for ever; the
/// soft problem of the step stops what is left.
pub(crate) const ENDED: f64 = 1e-12;
/// A body may be at rest: share of its velocity without contacts. Below it the rounding of its own sum is
/// computed, which decides; above it nothing is.
pub(crate) const SLOW: f64 = 1e-10;
/// Sliding is none, an approach is no impact, a bounded force is at its bound: share of the velocities in
/// play, or of the bound. What solvers leave of u_T = 0 is below.
pub(crate) const STUCK: f64 = 1e-9;
/// A contact does not leave: normal velocity as a share of the relative velocities. The question of
/// [`STUCK`], asked of normals.
pub(crate) const LEAVES: f64 = 1e-9;
/// A contact that friction blocks is at rest: U_N as a share of the velocities before the impact. Larger than
/// [`STUCK`]: it holds the rounding of a whole path.
pub(crate) const BLOCKED: f64 = 1e-8;

// Is a step solved?

/// A velocity misses its law: share of the fastest velocity in play. Looser than any tolerance, because it is
/// asked of each contact and not of a norm of all.
pub(crate) const UNCERTIFIED: f64 = 1e-4;
/// A step short of its tolerance goes on within this many tolerances, and within this share of the scale of
/// its problem. The share is below [`UNCERTIFIED`]: what is kept is no visible miss.
pub(crate) const KEPT_TOLERANCES: f64 = 1e3;
pub(crate) const KEPT: f64 = 1e-6;
/// Velocities of a heap that go on where no tolerance was asked for: what they miss, as a share of those in
/// play, and a block as a share of its own and what acts on it. A hundredth is what bodies may overlap in a
/// certified run; sweeps leave 1e-3 to 5e-3 while a heap of 1000 collapses.
pub(crate) const COARSE: f64 = 1e-2;
pub(crate) const COARSE_BLOCK: f64 = 1e-1;
/// What of the velocities that forces alone would make counts as in play: at least this share, at most
/// [`FORCED_MOST`], between them [`FORCED_TOLERANCES`] tolerances.
pub(crate) const FORCED: f64 = 1e-3;
pub(crate) const FORCED_TOLERANCES: f64 = 1e7;
pub(crate) const FORCED_MOST: f64 = 10.0;
/// A loose tolerance loosens [`UNCERTIFIED`] by so many tolerances, at least 1, at most [`LOOSE_MOST`].
pub(crate) const LOOSE_TOLERANCES: f64 = 1e5;
pub(crate) const LOOSE_MOST: f64 = 10.0;
/// What rounding leaves of the velocities of bodies in those of contacts: share of the largest v, with much
/// to spare.
pub(crate) const ROUNDED: f64 = 1e-9;
/// A sequence of impacts was left too early: share of its first approach that goes on.
pub(crate) const UNMET: f64 = 1e-3;
/// Most impacts of one sequence: many contacts without loss would take minutes.
pub(crate) const SEQUENCE: usize = 2000;
/// Least share of a step that is tried where longer ones were not solved.
pub(crate) const LEAST_SHARE: f64 = 1.0 / 1024.0;
/// The same before a run stops: a heap that jams while it slips has steps that no method solves, and nearly
/// always half of one is solved. What resists at an eighth is no matter of its length.
pub(crate) const LEAST_SHARE_BEFORE_STOP: f64 = 1.0 / 8.0;

// Is a gap closed?

/// A gap that rounding alone may have opened: share of the length of the configuration, a hundred ε.
pub(crate) const CLOSED_LENGTH: f64 = 1e-14;
/// The same, as a share of how far the forces of one step move the system.
pub(crate) const CLOSED_PULL: f64 = 1e-9;
/// How far contacts that carried may drift: so many tolerances of what the forces of one step move (steps of
/// errors of the size of the tolerance), as a share between the two below. More than [`CLOSED_PULL`].
pub(crate) const DRIFT: f64 = 1e4;
pub(crate) const LEAST_DRIFT: f64 = 1e-6;
pub(crate) const MOST_DRIFT: f64 = 1e-2;
/// The same, as a share of the length of the configuration, for contacts that do not move apart. What forces
/// move in a step shrinks like h², the drift of a contact that carries does not: it is the sum of what the
/// solver left of u_N = 0, as large after a second of short steps as after one of long steps. A contact that
/// is let go for it drops what it carries for a step. To hold a gap in the problem holds nothing down: its
/// law lets it open, without impulse, and from then on it does not count as one that carried.
pub(crate) const DRIFT_LENGTH: f64 = 1e-10;
/// Such a contact does not move apart: so many tolerances of the velocities in play, as a share between
/// [`LEAVES`] and the other. What opens by the curvature of its path moves faster, and is left to open.
pub(crate) const DRIFT_TOLERANCES: f64 = 1e3;
pub(crate) const DRIFT_FASTEST: f64 = 1e-6;
/// Share of such a gap by which it may close in a step: what drifts off comes back, however long the run, and
/// so slowly that it is no impact.
pub(crate) const DRIFT_BACK: f64 = 0.1;
/// An open contact is in the problem of the step where a blow closes its gap: so many times the velocity of
/// the blow. Two bodies may take one each, and a light one between heavy ones is thrown on faster.
pub(crate) const REACH: f64 = 2.0;
/// The share of a blow that a body hands on to the next: a half between two of one mass, and a little more
/// because blows come on several ways. With 1 one fast contact would bring all gaps of a heap into the
/// problem (1000 spheres that fall: 22 times dearer); with a half the positions are pushed by 1.7
/// times the energy.
pub(crate) const PASSED_ON: f64 = 0.6;
/// A gap closes in truth: overlap of the pair ahead, as a share of what the normal of the contact says. A
/// sphere that strikes at 60° from the normal still overlaps by this share, a graze does not.
pub(crate) const GHOST: f64 = 0.5;
/// A contact that carries turns: normal velocity that its turn gives it, as a share of what the forces of a
/// step do to velocities. Below it the turn moves nothing that anyone measures, and rows are not looked up
/// again.
pub(crate) const TURNED: f64 = 1e-6;
/// A contact persists: its normal velocity at the beginning of the step, in turns of one half of it. At most
/// one is left by a step that met it as an impact; what moves faster leaves, or is struck.
pub(crate) const PERSISTS: f64 = 2.0;
/// Overlap that bodies which have landed may keep: share of the length of the configuration. Far above
/// rounding, so that nothing at rest is moved; far below what anyone measures.
pub(crate) const LANDED: f64 = 1e-10;
/// How far the look for overlap goes, as a share of the length: neighbours are then known at once.
pub(crate) const BESIDE: f64 = 1e-3;
/// Passes that take overlap back in a step, and how far around it they look, in overlaps: what is pushed out
/// must not be pushed into a neighbour.
pub(crate) const LIFTS: usize = 3;
/// Passes at most, where more overlap is left than this share of the smallest body: as much as a verdict
/// tells of. Crowds that a blow drives together need them.
pub(crate) const MOST_LIFTS: usize = 12;
pub(crate) const SHALLOW: f64 = 1e-4;
/// How often overlap and joints are corrected in turns at most, where more than that is left.
pub(crate) const ROUNDS: usize = 4;
pub(crate) const LIFT_NEAR: f64 = 3.0;
/// Overlap that a budget of sweeps leaves for the next steps: share of the size of the smallest body, half of
/// what a verdict allows. What few sweeps leave of the laws makes overlap anew in every step; pushed out to
/// the last, contacts would open and close from step to step.
pub(crate) const SLOP: f64 = 5e-3;
/// Of less overlap than that, the share that is left for the next steps: it goes, and no contact opens by it.
pub(crate) const EASED: f64 = 0.95;
/// Deep overlap, which a budget of sweeps does not leave to the next steps while passes are left: share of
/// the smallest body, as much as a verdict allows. More than [`SLOP`], so that nothing at rest is looked at
/// twice.
pub(crate) const DEEP: f64 = 1e-2;
/// Passes over deep overlap at most, with contacts found anew: 1000 spheres that fall need one or two in some
/// steps, cubes all of them while they tumble.
pub(crate) const DEEP_LIFTS: usize = 8;
/// Sweeps of such a pass at most, and the share of the worst overlap by which the last one moves a gap.
pub(crate) const LIFT_SWEEPS: usize = 60;
pub(crate) const LIFTED: f64 = 1e-3;
/// A contact that carried and is let go is lost, if it does not move apart and its gap is at most this share
/// of how far the forces of one step move the system. The question of [`MOST_DRIFT`]: what has drifted
/// farther is open.
pub(crate) const LOST_GAP: f64 = 1e-2;
/// A violation is none for the correction: share of the length. The question of [`CLOSED_LENGTH`].
pub(crate) const POSITION_ROUNDING: f64 = 1e-14;
/// Where a projection gets no further, so many times [`POSITION_ROUNDING`] is enough.
pub(crate) const POSITION_STALLED: f64 = 1e3;
/// Most iterations of a pass over joints alone. Its factors take one; what no
/// method settles ends here.
pub(crate) const JOINT_ITERATIONS: usize = 500;
/// Most passes of a projection.
pub(crate) const PASSES: usize = 50;
/// Sweeps of the correction of contacts at rest, and the error at which they end sooner: what is left is left
/// to the next steps.
pub(crate) const SWEEPS: usize = 15;
pub(crate) const SWEPT: f64 = 1e-3;

// Does friction hold?

/// Friction holds: largest share of the friction available. The rest is what solvers leave.
pub(crate) const SPARED: f64 = 0.999;
/// A coefficient μ(‖u_T‖) has moved: relative change. A hundred ε above rounding.
pub(crate) const CURVE_MOVED: f64 = 1e-13;
/// Passes of the fixed point on μ(‖u_T‖), and those after which its steps are halved.
pub(crate) const CURVE_PASSES: usize = 80;
pub(crate) const CURVE_PATIENCE: usize = 20;

// Where does the next solve begin?

/// Velocities of bodies at rest: so many tolerances of what the forces of a step make.
pub(crate) const AT_REST: f64 = 1e3;
/// Most of an impulse that may have stopped such velocities: what carries stays known as carrying.
pub(crate) const MOST_STOPPED: f64 = 0.999;
/// Problems of fewer blocks begin with the impulses of the step before: they are solved to rounding.
pub(crate) const FEW: usize = 200;
/// Two normals are one: cosine from which on an impulse is handed on from one contact to another.
pub(crate) const FLUSH: f64 = 0.999;
/// A force has changed, and wakes its body: share of the force of the step before the sleep.
pub(crate) const CHANGED: f64 = 1e-3;

// Is a matrix singular?

/// Added to W_ii beside constraints, as a share of it: what rounding may have taken, so that it stays
/// semidefinite.
pub(crate) const HELD_ROUNDING: f64 = 1e-14;
/// A contact cannot be moved beside constraints: what is left of W_ii as a share of it. Far above
/// [`HELD_ROUNDING`], which would else move it.
pub(crate) const IMMOVABLE: f64 = 1e-9;
/// Pivots and eigenvalues of W of one contact, scaled to a unit diagonal, that count as none.
pub(crate) const SINGULAR: f64 = 1e-9;
/// A spring or damper of one body is taken up by M̂ where its Z is at most so many times the inertia that it
/// moves: M̂ then loses at most this factor in its other directions, six of sixteen digits. Stiffer ones are
/// rows of the problem.
pub(crate) const FOLDED: f64 = 1e6;
/// The entries of H are known to this share: lever arms of millimetres are differences of positions of
/// metres. A proof that nothing moves along impulses asks for no more.
pub(crate) const KNOWN: f64 = 1e-12;
/// Impulses of one contact, in those without friction, that are a jam.
pub(crate) const JAM: f64 = 1e6;
/// W of one impact is not symmetric or not semidefinite: defect relative to its entries.
pub(crate) const DELASSUS: f64 = 1e-10;
/// Friction blocks the normal motion: dU_N/dp in ε of W_nn. Three products and a quotient, with room.
pub(crate) const BLOCKED_ROUNDINGS: f64 = 64.0;
/// The tangential part of W is singular: its determinant in ε of the product of its diagonal.
pub(crate) const BRAKE_ROUNDINGS: f64 = 16.0;

// How far does the path of one impact go?

/// The direction of slip has settled: turning rate relative to the rates of the problem. Rounding.
pub(crate) const SETTLED: f64 = 1e-15;
/// Longest Taylor step, in units of the rates of the problem: straight slip at constant speed has no end.
pub(crate) const LONGEST: f64 = 1e6;
/// Taylor steps of one impact: more than any regular problem takes (tens).
pub(crate) const MAX_STEPS: usize = 5_000;
/// Halvings that find a root to the last bit, with room.
pub(crate) const HALVINGS: usize = 200;
