//! Every threshold of the event-driven scheme: quantity, unit, reason, and order beside its neighbours.
//!
//! Shares refer to the scales of the run ([`super::phase::Scales`]): length in m, speed in m/s, acceleration
//! in m/s². What the scheme computes is near 10⁻¹⁵ of a scale in a gap or a velocity and near 10⁻¹² in an
//! acceleration (one linear system); thresholds lie above that and below what a user can see. Equal questions
//! stand side by side. The test at the end asserts the orders that are named here.
//!
//! Not here: pivots of `linear.rs`; thresholds of the integrators (`ode/`).

// Is the gap closed? Shares of the length, in increasing order.

/// Gap at the end of a step that was moved onto its event: below it there is no further move.
pub(super) const LANDED: f64 = 1e-16;
/// Rounding of a gap along the dense output: a gap closes where it falls below minus this. Above [`LANDED`]:
/// the dense output is less exact than the end of a step.
pub(super) const GAP_ROUNDING: f64 = 4e-15;
/// A gap at an event: closed up to this. Above [`GAP_ROUNDING`]: contacts that close together are found
/// together, though the step ended at the first of them.
pub(super) const CLOSED: f64 = 1e-13;
/// Height of a flight that is none. Above [`CLOSED`]: a lower flight cannot be told from a closed contact.
pub(super) const LOWEST_FLIGHT: f64 = 2e-13;
/// A gap of a state that a user wrote down, with ten digits. Above [`CLOSED`].
pub(super) const CLOSED_AT_START: f64 = 1e-10;
/// A contact that does not press stays in the list up to this gap, so that its acceleration is watched and
/// not its gap. Largest of all: leaving the list is slower than entering it.
pub(super) const STILL_TOUCHES: f64 = 1e-9;

// Is the velocity zero? Shares of the speed, in increasing order.

/// Residue of a projection onto gaps (share of the length) and velocities: rounding of the last operations.
pub(super) const PROJECTED: f64 = 4.0 * f64::EPSILON;
/// Slip that is too slow to have a direction of its own; the direction of the mode is taken.
pub(super) const DIRECTIONLESS: f64 = 1e-13;
/// Slip of several rows ends here: it has no sign that could change. Above [`DIRECTIONLESS`].
pub(super) const SLIP_ENDS: f64 = 1e-11;
/// Normal velocity that is neither an approach nor a separation.
pub(super) const RESTS: f64 = 1e-11;
/// Slip of a contact whose mode is read from its velocity. Above [`SLIP_ENDS`]: a slip that has just ended
/// must not begin again.
pub(super) const SLIDES: f64 = 3.0 * RESTS;
/// Change of the velocity in a vanishing step that is a jump; below it forces explain it.
pub(super) const JUMPS: f64 = 1e-4;
/// The same for the step past a singular point, whose forces are large. Above [`JUMPS`].
pub(super) const LEAPS: f64 = 1e-3;
/// Flights of this many times the lowest height, by v² = 2 a h, are closed after events without progress, and
/// are asked for the end of their impacts.
pub(super) const LOW_FLIGHTS: f64 = 10.0;

// Is the force or acceleration zero? Shares of the acceleration or of the largest force, increasing.

/// Rounding of forces and of accelerations without contact forces.
pub(super) const FORCE_ROUNDING: f64 = 1e-11;
/// Roundings by which a force misses its mode. Ten, so that a mode just taken is not left at once.
pub(super) const MISFIT: f64 = 10.0;
/// Approach of a contact that does not press. Above [`FORCE_ROUNDING`]: Ḣ v may come from differences.
pub(super) const IDLE: f64 = 1e-9;
/// Acceleration of a slip that begins.
pub(super) const SLIP_BEGINS: f64 = 1e-9;
/// Separation of a contact that leaves the list. Above [`IDLE`]: leaving is slower than entering.
pub(super) const LEAVES: f64 = 1e-7;
/// Slip that a vanishing step makes, over its length. Above [`LEAVES`]: the problem has a tolerance.
pub(super) const PROBLEM_SLIDES: f64 = 1e-6;
/// Least scale of accelerations, as a share of speed²/length.
pub(super) const LEAST_ACCELERATION: f64 = 1e-6;

// Impulses, ratios and directions, without unit.

/// Tolerance of the problems that decide on modes: to rounding, whatever the run asks for.
pub(super) const DECIDED: f64 = 1e-12;
/// Normal impulse of a contact that presses in such a problem, as a share of the largest one.
pub(super) const PRESSES: f64 = 1e-12;
/// Share of the friction available up to which a contact sticks without a doubt in a single impact.
pub(super) const HOLDS: f64 = 0.999;
/// Ratio of two rebounds of flights that get shorter.
pub(super) const SHRINKS: f64 = 1.0 - 1e-9;
/// Height of a flight that is left out, as a share of the tolerance of the run.
pub(super) const LEFT_OUT: f64 = 0.01;
/// Components of the directions of slips that begin: not turned any further.
pub(super) const NOT_TURNED: f64 = 1e-14;
/// The same, near enough to be taken in the end. Above [`NOT_TURNED`].
pub(super) const ALIGNED: f64 = 1e-6;
/// Directions that are not nearer by this factor after a turn turn each other; turns are then shortened.
pub(super) const TURNS_SHRINK: f64 = 0.8;
pub(super) const SHORTER_TURN: f64 = 0.6;

// Lengths of time.

/// Two times that are one, as a share of the time itself.
pub(super) const SAME_TIME: f64 = 4.0 * f64::EPSILON;
/// The time of a frame as its caller counts it, as a share of the step of the run.
pub(super) const SAME_FRAME: f64 = 1e-9;
/// Shortest step, as a share of the step of the run, or of [`CLOCK`] of the time where that is more.
pub(super) const SHORTEST: f64 = 1e-13;
pub(super) const CLOCK: f64 = 1e-3;
/// Progress between two events, and the next length tried after a refusal, in shortest steps.
pub(super) const PROGRESS: f64 = 100.0;
/// First step as a share of length/speed: of the motion, not of the frames, which must not change it. Steps
/// grow by six at most, so that a few may be enough.
pub(super) const FIRST: f64 = 0.02;
/// Step of central differences of rows, as a share of the time scale: rounding 10⁻¹³ of a rate.
pub(super) const DIFFERENCE: f64 = 1e-3;
/// Tolerances of the run from which two and four places of a central difference are enough.
pub(super) const TWO_PLACES: f64 = 1e-4;
pub(super) const FOUR_PLACES: f64 = 1e-8;
/// Size of the differences of tangent vectors, as a share of lengths and speeds: truncation 10⁻¹¹ times the
/// third derivative, rounding 10⁻¹⁰.
pub(super) const SHIFT: f64 = 2e-6;
/// A vanishing step, as a share of speed/acceleration; and of the time in which forces stop a slip, which
/// must not be taken for none.
pub(super) const VANISHING: f64 = 1e-6;
pub(super) const VANISHING_SLIP: f64 = 1e-2;
/// Steps past a singular point: the shortest and the longest, as shares of length/speed; the ratio of two.
pub(super) const LEAP_SHORTEST: f64 = 1e-10;
pub(super) const LEAP_LONGEST: f64 = 1e-2;
pub(super) const LEAP_RATIO: f64 = 10.0;
/// How much more a step [`LEAP_RATIO`] times as long may do where the jump is whole.
pub(super) const LEAP_WHOLE: f64 = 1.1;
/// So many steps within this share of length/speed are left to time-stepping, or end the run where there is
/// none: ten million steps in one length/speed do not arrive. So few, because a stiff step of thirty contacts
/// takes a hundredth of a second.
pub(super) const CRAWL: (usize, f64) = (150, 1.5e-5);

// Shares of a step of the integrator.

/// How far towards the end of a slip a step goes, as a share of the time left.
pub(super) const NEAR: f64 = 0.99;
/// The same where the motion is quadratic in time. Above [`NEAR`].
pub(super) const NEAR_EXACT: f64 = 1.0 - 1e-5;
/// How far a step may go beyond the frame, in units of length/speed.
pub(super) const BEYOND: f64 = 4.0;
/// A step of more than this share of the way to the frame is made as long as the way.
pub(super) const WORTH_A_STEP: f64 = 0.8;
/// A length that was cut at the frame is kept up to this factor for the next step.
pub(super) const KEPT_LENGTH: f64 = 6.0;
/// Factors of the length after a step with too large an error, and after one without a value.
pub(super) const RETRY: f64 = 0.9;
pub(super) const NO_VALUE: f64 = 0.25;
/// Largest defect of the velocity at a frame over a whole step, in units of the tolerance.
pub(super) const DEFECT: f64 = 100.0;
/// A shorter part of a step is made again: it would have the rounding of the whole.
pub(super) const SHORTENED: f64 = 0.1;
/// Farthest move of an end onto its event.
pub(super) const FARTHEST_MOVE: f64 = 0.1;
/// Shortest move of an end, and shortest bracket of the root of a margin: rounding of the share.
pub(super) const ROOT_WIDTH: f64 = 1e-15;
/// A margin is zero at this share of its rounding.
pub(super) const ROOT_VALUE: f64 = 1e-3;
/// A root is looked for at least this share of the bracket away from both ends.
pub(super) const ROOT_INSIDE: f64 = 1e-3;
/// Newton's step to the root of a gap whose square is nothing beside rounding. Above [`GUESSED`].
pub(super) const SETTLED: f64 = 1e-7;
/// Root of the cubic through two samples of a gap: a guess as near as this is followed by one look.
pub(super) const GUESSED: f64 = 1e-12;
/// How many times what a cubic misses in the middle of two samples it may miss elsewhere.
pub(super) const SPARE: f64 = 8.0;
/// Gaps up to this many times the way of two bodies at the speeds of both ends are looked at: twice, because
/// speeds may be larger between the ends.
pub(super) const REACH: f64 = 2.0;
/// The same for contacts that are listed at one end of the step only. Below [`REACH`]: farther ones are those
/// that the list ends with.
pub(super) const ALONE: f64 = 1.5;
/// A way is cut where it is shorter by this share at least: rounding is less.
pub(super) const CUT: f64 = 1e-6;
/// End of a step on which a contact is lost, and which has no dense output.
pub(super) const LOST: f64 = 0.02;

// Is a system of forces singular?

/// Pivot of the scaled system of forces that counts as none: constraints that follow from others.
pub(super) const SINGULAR: f64 = 1e-11;
/// Singular value of such a system that counts as none, as a share of the largest: above [`SINGULAR`], so
/// that what elimination refused is left out.
pub(super) const NULL_SPACE: f64 = 1e-10;

// Systems of many rows (`linear/springs.rs`), without unit.

/// Rows times velocities from which the forces are found by springs: below, elimination of the dense system
/// is quicker (twenty links of a chain, a box on four corners among forty others).
pub(super) const MANY: usize = 3000;
/// Up to so many rows the dense system is solved in registers, however many velocities there are.
pub(super) const FEW: usize = 3;
/// Softness of the springs, as a share of the response Wᵢᵢ of each row. The root of the rounding: a round
/// leaves as much of the softness as of the rounding that it divides by it.
pub(super) const SOFTNESS: f64 = 1e-8;
/// Pivot of W, of a unit diagonal, above which rows are independent: a round leaves rounding over it.
pub(super) const REGULAR: f64 = 1e-6;
/// What a round must leave at most of what was there, else it is the last.
pub(super) const GAIN: f64 = 0.25;
/// Accelerations of rows that are rounding, as a share of the largest terms they are sums of.
pub(super) const ROUNDED_OFF: f64 = 1e-15;
/// The same that an answer may miss. Above [`ROUNDED_OFF`]: forces may be far larger than what they do.
pub(super) const MISSED: f64 = 1e-11;

// Counts.

/// Rounds of such a system.
pub(super) const SPRING_ROUNDS: usize = 12;

/// Samples of the margins along a step.
pub(super) const SAMPLES: usize = 8;
/// Halvings of a step whose straight way leads through something.
pub(super) const HALVED: usize = 24;
/// Halvings towards the begin of a slip; iterations of the root of a margin.
pub(super) const BEGIN_HALVINGS: usize = 30;
pub(super) const ROOT_ITERATIONS: usize = 80;
/// Contacts that might close in a step and are looked at one by one; more are looked at together.
pub(super) const LOOKED_AT_ALONE: usize = 3;
/// Halvings of a step where the cubic through both ends of a gap does not tell.
pub(super) const DEPTH: usize = 4;
/// Halvings while a minimum, a maximum or a root of a gap is looked for.
pub(super) const HALVINGS: usize = 50;
/// Steps made again to end at an event; moves of the end of each.
pub(super) const LANDINGS: usize = 4;
pub(super) const MOVES: usize = 6;
/// Most passes of a projection.
pub(super) const PASSES: usize = 4;
/// Impacts and jumps at one instant.
pub(super) const ROUNDS: usize = 40;
/// Changes of modes before the contact problem is asked; turns of slips that begin.
pub(super) const REPAIRS: usize = 24;
pub(super) const TURNS: usize = 60;
/// Events without progress, in increasing order: all modes are found again; low flights are closed; stuck.
pub(super) const IDLE_AGAIN: usize = 2;
pub(super) const IDLE_GLUED: usize = 5;
pub(super) const IDLE_STUCK: usize = 60;
/// Most looks at the rows in one step of the run: a minute of one ball, an hour of a heap. An evaluation of
/// the forces takes one, and up to six more where the system does not say how its rows turn: work is counted,
/// not evaluations.
pub(super) const MOST_LOOKS: usize = 100_000_000;
/// Most events in one step of the run.
pub(super) const MOST_EVENTS: usize = 100_000;
