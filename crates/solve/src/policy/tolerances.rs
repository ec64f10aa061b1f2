//! The thresholds of this folder: each with its quantity, its unit and its reason.
//!
//! ```text
//! contacts     HANDFUL < SMALL < TO_ROUNDING < MODERATE < ONE_PIECE = CROWD < DEAR < ONE_ROUND = HEAP <
//!              HEAP_FACTORED < LARGE
//! iterations   REFUSED < HEAP_PATH < SHORT_PATH < HEAP_DIRECTIONS < HEAP_TRIAL < LAST_DIGITS < HEAP_SWEEPS <
//!              SPARE_ITERATIONS < MOST_SWEEPS < MOST_PIVOTS
//!              2 × every patience < MOST_SWEEPS
//! proximal     PROXIMAL_SMALL < PROXIMAL < 1
//! errors       ROUNDING < ROUNDED < RESTLESS < LOOSE < CLOSE < NEARLY
//! shares       SPARE_WHERE_RESTLESS < REACHED < SPARE < WARM < 1 < NEAR;   SYMMETRIC < HELD < 1
//! ```
//! "Contacts" are blocks of the problem: a joint row counts as one. Errors are those of
//! [`crate::measure::Measure`], without unit. The iterations of each stage are in `stages.rs`. The limits
//! were found by timing the problems of `problems/` and the built-in scenes; a test asserts the order above.

/// Contacts. Up to here a Newton step (one elimination in place) costs a few sweeps.
pub const HANDFUL: usize = 8;

/// Contacts. Up to here Newton starts with next to no proximal term: a failure costs little. Above it a loose
/// tolerance is worth one factorisation for alternating directions, joint rows alone are worth a linear
/// system, and the coupling of the contacts is looked at.
pub const SMALL: usize = 12;

/// Contacts. Up to here a problem of a time step is solved to rounding: it costs next to nothing.
pub const TO_ROUNDING: usize = 24;

/// Contacts. Up to here dense factorisations are cheap beside hundreds of sweeps.
pub const MODERATE: usize = 40;

/// Contacts. A connected part of more than this that is most of a problem is not copied out of it.
pub const ONE_PIECE: usize = 200;

/// Iterations of the interior-point method within the tolerance that the judge may refuse: a few more of them
/// settle what is small; where they do not, the modes of Newton's method do in one or two steps.
pub const REFUSED: usize = 3;

/// Share of its error to which such an answer is brought by these steps.
pub const POLISHED: f64 = 1e-2;

/// Contacts. A problem of more than this is a crowd: an error that the caller calls enough will do where the
/// tolerance is far. Smaller ones are solved by Newton's method to the last digits, as a rule.
pub const CROWD: usize = 200;

/// Newton steps that such a problem gets at most once its error will do: where the modes are known they are
/// enough for the last digits; the path through a jammed heap takes hundreds.
pub const SHORT_PATH: usize = 60;

/// Share of the contacts, without unit: what "most of a problem" means, as numerator and denominator.
pub const MOST: (usize, usize) = (9, 10);

/// Contacts. Above this a factorisation of Newton's is dear: alternating directions, with one
/// factorisation for all iterations, go first. Up to [`LARGE`] the problem of a time step gets no round of
/// the last stages: what resists the others is dearer to solve than a shorter step.
pub const DEAR: usize = 400;

/// Contacts. Above this, and where no clock limits it, a problem gets one round of the last stages: a run
/// goes on, and its record says what was missed.
pub const ONE_ROUND: usize = 1000;

/// Contacts. Above this a factorisation costs more than hundreds of sweeps, however dense the coupling is.
/// 200 cubes that fall have step problems of 1100 to 2200 contacts on 1200 degrees of freedom: a Newton step
/// takes 4 ms there, a sweep 0.1 to 0.2 ms. With 6000 instead, five of twelve families of 4833 contacts are
/// solved to 1e-8 in 4 s, and nine with 3000.
pub const LARGE: usize = 3000;

/// Contacts. Above this, in space, the problem of a time step is that of a heap, and gets sweeps. 1000
/// spheres or cubes that collapse have 2600 to 10 000 contacts on 6000 degrees of freedom, where no method we
/// have comes to 1e-6 in a minute; 600 spheres with 1500 contacts take as long.
pub const HEAP: usize = 1000;

/// Contacts. Up to here a heap that comes to [`CLOSE`] gets a short Newton path; above it Newton's method
/// takes seconds.
pub const HEAP_FACTORED: usize = 2000;

/// Alternating directions of a heap from its first guess, where sweeps miss: a wall of 505 blocks needs 45
/// from nothing to 1e-10, a heap that collapses gets no further by thousands.
pub const HEAP_DIRECTIONS: usize = 100;

/// Newton steps of that path: a heap that jams gets no further by sixty.
pub const HEAP_PATH: usize = 20;

/// Sweeps of a heap at most. Of ten problems of heaps four are solved to 1e-6 by 5 to 1700 sweeps; in the
/// others 2000 reach half the error that 600 do.
pub const HEAP_SWEEPS: usize = 2000;

/// Sweeps of a heap still to come, by the pace so far, at which they are left.
pub const HEAP_PATIENCE: f64 = 300.0;

/// Sweeps of a heap at most where the problem has a stand-in, or where its first guess is near an answer and
/// more is asked than the tolerance.
pub const HEAP_TRIAL: usize = 150;

/// Largest entry of the diagonal of W beside the least, over the contacts, without unit. Above this masses
/// are far apart: the springs of a proximal point that suit the light bodies give way under the heavy ones.
pub const APART: f64 = 1e4;

/// Blocks of W for each contact, without unit. Above this sweeps are dear and slow: everything touches
/// everything.
pub const COUPLED: usize = 20;

/// Entries of the condensed W beside those of W, without unit: with more of them the sweeps over contacts
/// that are coupled all with all cost more than joints in between.
pub const FILLED: usize = 2;

/// Diagonal of the condensed W as a share of that of W: below, joints hold the contact, and what is left is
/// rounding.
pub const HELD: f64 = 1e-10;

/// Error of a problem up to [`TO_ROUNDING`] by way of its condensed one that needs no sweep more.
pub const ROUNDED: f64 = 1e-12;

/// W counts as symmetric up to this share of its entries.
pub const SYMMETRIC: f64 = 1e-13;

/// Rows of a block. Problems whose blocks have at most these are planar: alternating directions cost less.
pub const PLANAR_ROWS: usize = 2;

/// Error. From this tolerance on the answer may be found without contact modes, and nothing is solved to
/// rounding.
pub const LOOSE: f64 = 1e-6;

/// Error aimed at for problems up to [`TO_ROUNDING`]: some tens of units of rounding.
pub const ROUNDING: f64 = 1e-14;

/// Tolerances. A first guess with an error up to this many is that of bodies at rest: one step of drift.
pub const NEAR: f64 = 100.0;

/// Error after the stages that go first up to which there is an answer as a rule: a problem with a stand-in
/// gets the last stages as well. Some without an answer come as far: a ball mill takes 4.9 s instead of 3.4.
pub const CLOSE: f64 = 1e-5;

/// Error of the best answer so far up to which a Newton path to the end is short as a rule: a wall that a
/// ball strikes is at 1e-5 after the sweeps, and Newton takes 34 steps where directions take thousands.
pub const NEARLY: f64 = 1e-4;

/// Share of the tolerance to which a problem that begins near its answer is solved: dozens of steps follow
/// whose first guess is the answer.
pub const SPARE: f64 = 1.0 / 30.0;

/// Tolerance. Above it bodies at rest drift by what it leaves: 3 s of a wall of 48 stones that a ball on
/// a chain strikes, at 1e-6, take 47 s without the two shares below and 15 s with them.
pub const RESTLESS: f64 = 1e-8;

/// Share of such a tolerance up to which a first guess is the answer.
pub const WARM: f64 = 0.1;

/// Share of such a tolerance to which a problem that begins near its answer is solved.
pub const SPARE_WHERE_RESTLESS: f64 = 1e-3;

/// Share of such a tolerance that will do where the way from there to that share is slow.
pub const REACHED: f64 = 0.03;

/// Iterations spent on rounding before the tolerance itself will do.
pub const LAST_DIGITS: usize = 200;

/// Iterations spent on [`SPARE`] before the tolerance itself will do.
pub const SPARE_ITERATIONS: usize = 3000;

/// Sweeps of the first stage where the caller sets no limit: its pace ends it long before.
pub const MOST_SWEEPS: usize = 5000;

/// Pivots of Lemke's method. Jammed packings with 250 contacts took 1000 to 9000 of them, 0.2 to 2 s; some
/// with 340 contacts more than 10 000.
pub const MOST_PIVOTS: usize = 40_000;

/// Proximal parameter of Newton up to [`SMALL`] contacts, relative to the diagonal of W: only regularises.
pub const PROXIMAL_SMALL: f64 = 1e-11;

/// Proximal parameter of Newton above [`SMALL`] contacts, relative to the diagonal of W: a path to follow.
pub const PROXIMAL: f64 = 1e-3;

/// Rounds of the last stages.
pub const ROUNDS: u32 = 3;

/// How much longer each round is than the one before it, without unit.
pub const LONGER: usize = 4;

/// Coefficient of friction, without unit. With more than this contacts stick as a rule, and the maps that
/// methods iterate lose their normal part: less is tried where the methods fail.
pub const STEEP: f64 = 1e3;

/// Impulses beside b, in scaled variables, without unit. From here on a proof that there is no solution is
/// looked for before more methods are tried.
pub const GROWN: f64 = 1e5;
