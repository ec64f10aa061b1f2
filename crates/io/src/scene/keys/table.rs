//! The keys of a scene file: the one table that the reader, the JSON Schema and the reference are made from.

use crate::scene::methods::{all_schemes, all_solvers};
use super::acting::{CONTACT, FORCE, JOINT, MOTION};
use super::bodies::{BODY, WORLD};
use super::fills::FILL;
use super::laws::{FRICTION, RESTITUTION};
use super::verify::VERIFY;
use super::Kind::{
    Bool, Choice, Either, Formula, Formulas, Integer, Law, Matrix, Method, Named, Names, Number, Numbers,
    Rows, Scalar, Scalars, Table, Tables, Text, Values,
};
use super::Range::{NonNegative, Positive, Unit};
use super::{Key, optional, required};

/// The keys at the top of a scene file.
pub const SCENE: &[Key] = &[
    optional("title", Text, "", "", "What the scene shows, in a line."),
    optional("description", Text, "", "", "Anything worth knowing: source, expected result."),
    crate::scene::read::include::KEY,
    optional("params", Values, "", "",
        "Numbers that `--set`, sweeps and formulas use by name; a formula may use other parameters."),
    optional("lagrangian", Table(LAGRANGIAN), "", "",
        "A mechanical system in generalised coordinates, by its energies."),
    optional("complementarity", Table(COMPLEMENTARITY), "", "",
        "A linear complementarity system: x' = A x + B λ + a(t), w = C x + D λ + c(t), 0 ≤ λ ⟂ w ≥ 0."),
    required("run", Table(RUN), "", "How to simulate."),
    optional("verify", Tables(VERIFY), "", "",
        "What the results must be: `drystone verify` runs the scene and compares."),
    optional("world", Table(WORLD), "", "", "Scenes with bodies: dimension and gravity."),
    optional("body", Named(BODY), "", "",
        "Bodies, one table each; `world` is the name of the fixed surroundings."),
    optional("contact", Tables(CONTACT), "", "",
        "Laws of pairs of bodies; the last entry that matches a pair wins. Without any, bodies touch without \
         friction and rebound; with some, every pair that may touch has one."),
    optional("joint", Named(JOINT), "", "", "Joints, one table each."),
    optional("motion", Named(MOTION), "", "", "Bodies that follow a law of time."),
    optional("force", Named(FORCE), "", "", "Forces besides gravity, one table each."),
    optional("fill", Tables(FILL), "", "", "Many bodies at once."),
];

/// The keys of `[lagrangian]`.
pub const LAGRANGIAN: &[Key] = &[
    required("coordinates", Names, "", "Names of the coordinates q; `x'` is the velocity of `x`."),
    optional("constants", Values, "", "",
        "Named numbers; a formula may use parameters and other constants, in any order."),
    required("kinetic", Formula, "J",
        "Kinetic energy T(t, q, q'), quadratic in the velocities; its coefficients may depend on q."),
    optional("potential", Formula, "0", "J", "Potential energy V(t, q)."),
    optional("forces", Values, "", "N or N·m",
        "Generalised forces by coordinate, in t, q and velocities; 0 for those not listed."),
    optional("initial", Values, "", "",
        "Initial coordinates (`x`) and velocities (`\"x'\"`), in constants and parameters; 0 for those not \
         listed."),
    optional("contact", Named(LAGRANGIAN_CONTACT), "", "", "Contacts: gap(t, q) ≥ 0, one table each."),
    optional("constraint", Named(LAGRANGIAN_CONSTRAINT), "", "",
        "Bilateral constraints g(t, q) = 0, one table each."),
    optional("output", Values, "", "", "Formulas in t, q and velocities to record under these names."),
];

/// The keys of `[lagrangian.contact.NAME]`.
pub const LAGRANGIAN_CONTACT: &[Key] = &[
    required("gap", Formula, "m", "Signed distance gap(t, q), negative in overlap."),
    optional("slip", Formulas(2), "", "m/s",
        "Slip velocity: one formula in the plane, two in space, affine in the velocities. None: no \
         friction."),
    optional("spin", Formula, "", "rad/s", "Spin about the normal; asked where `torsion` is given."),
    optional("roll", Formulas(2), "", "rad/s",
        "Rolling velocity: one formula in the plane, two in space; asked where `rolling` is given."),
    optional("friction", Law(NonNegative, FRICTION), "", "",
        "Coefficient of Coulomb friction, a number or a formula in t and q; or another law."),
    optional("torsion", Scalar(NonNegative), "", "m",
        "Torsion coefficient, in space: largest moment about the normal for each newton of normal force."),
    optional("rolling", Scalar(NonNegative), "", "m",
        "Rolling coefficient: largest rolling moment for each newton of normal force."),
    optional("restitution", Law(Unit, RESTITUTION), "", "",
        "Newton's coefficient of restitution, or another impact law; 0 where absent."),
];

/// The keys of `[lagrangian.constraint.NAME]`.
pub const LAGRANGIAN_CONSTRAINT: &[Key] = &[required("zero", Formula, "", "g(t, q), which stays 0.")];

/// The keys of `[complementarity]`.
pub const COMPLEMENTARITY: &[Key] = &[
    required("A", Matrix, "", "n × n."),
    required("B", Matrix, "", "n × m."),
    required("C", Matrix, "", "m × n."),
    optional("D", Matrix, "", "", "m × m; zero where absent."),
    optional("a", Scalars(0), "", "", "n numbers or formulas in t and the parameters; zero where absent."),
    optional("c", Scalars(0), "", "", "m numbers or formulas in t and the parameters; zero where absent."),
    required("initial", Numbers, "", "x at the start, n numbers."),
    optional("relay", Rows, "[]", "",
        "Rows, from 0, that are relays instead: λ in [−1, 1], λ = 1 where w < 0, λ = −1 where w > 0."),
];

/// The keys of `[run]`.
pub const RUN: &[Key] = &[
    required("t_end", Number(Positive), "s", "Time at the end."),
    required("step", Number(Positive), "s",
        "Time step; at most `t_end`. By `event-driven` and `hybrid`, which choose their own steps, the \
         interval of the frames."),
    optional("scheme", Method(all_schemes), "", "",
        "Time-stepping scheme, by name or with options: `{ moreau-jean = { theta = 0.5 } }`. Where absent: \
         `hybrid` in generalised coordinates, unless `budget`, `violation`, `constraints`, `random_step` or \
         `sleep` ask for steps of one length; `moreau-jean` for worlds of bodies; `theta` for \
         complementarity systems."),
    optional("solver", Method(all_solvers), "\"auto\"", "",
        "Solver of the one-step problems: the methods for contact, for complementarity systems those for \
         LCPs."),
    optional("tolerance", Number(Positive), "1e-10", "",
        "Largest scaled error of a one-step problem that counts as solved. Where absent, steps of more than 200 \
         contacts that resist may end at 1e-6, and the verdict tells how many did. By `event-driven` and `hybrid` \
         what is asked of positions and velocities, relative to their scales."),
    optional("max_iterations", Integer(1, i64::MAX), "", "",
        "Most iterations of the solver in one problem; the solver's own limit where absent."),
    optional("budget", Integer(1, i64::MAX), "", "",
        "Sweeps of `gauss-seidel` in every step, no more, for games: the solver is then that one, and \
         `on_violation` is \"record\" where absent."),
    optional("threads", Integer(1, 4096), "", "",
        "Threads to work with; results do not depend on it. All cores where absent."),
    optional("on_violation", Choice(&["stop", "record", "shrink"]), "\"stop\"", "",
        "When a step's certificate fails: try again with a half, a quarter and an eighth of its length and \
         then stop the run (`stop`), go on and record it (`record`), or try lengths down to 1/1024 and record \
         what is left (`shrink`)."),
    optional("seed", Integer(0, i64::MAX), "1", "", "Seed of everything random."),
    optional("record", Table(RECORD), "{}", "", "What the run file keeps."),
    optional("violation", Choice(&["none", "landing", "resting", "linear", "projection"]), "", "",
        "What keeps bodies from overlapping. `landing`: contacts act before they close, and what overlap \
         turning and curved surfaces leave is taken back without velocity. `projection`: the same, and what \
         is left is projected out to rounding. `none`: nothing. Or one linear step in the kinetic metric \
         after the step, for contacts that stay closed only (`resting`) or for all (`linear`); velocities do \
         not depend on these two. Where absent: `landing` for worlds \
         of bodies, `none` for other systems."),
    optional("constraints", Choice(&["velocity", "projection", "index-reduced"]), "\"projection\"", "",
        "How bilateral constraints are kept: in velocities, with projection of the positions, or by a second \
         multiplier."),
    optional("impacts", Choice(&["simultaneous", "sequential"]), "\"simultaneous\"", "",
        "Several contacts that close in one step: one problem, or one after the other."),
    optional("random_step", Number(NonNegative), "0", "s",
        "Width w of the random steps h − w·RND, RND uniform on [0, 1) (Moreau); below `step`."),
    optional("continuous", Bool, "", "",
        "Continuous detection: steps are made shorter where a fast body would pass through a thin one \
         without being noticed. Where absent: `true` for worlds of bodies, in the schemes of fixed step."),
    optional("sleep", Either(&[Bool, Table(SLEEP)]), "false", "",
        "Leave bodies at rest out of the steps until something touches or moves them: `true`, or a table \
         with thresholds. For moreau-jean, moreau-midpoint, stewart-trinkle and anitescu-potra."),
    optional("enumerate", Bool, "false", "",
        "Enumerate all solutions of small one-step problems, and say where there are several or none."),
];

/// The keys of `run.sleep`.
pub const SLEEP: &[Key] = &[
    optional("speed", Number(Positive), "0.1", "g h",
        "A body is quiet below this share of the velocity that its forces give it in one step, spin \
         included."),
    optional("steps", Integer(1, 1_000_000_000), "100", "",
        "Steps for which all bodies of an island must have been quiet."),
];

/// The keys of `run.record`.
pub const RECORD: &[Key] = &[
    optional("every", Integer(1, i64::MAX), "1", "", "Keep every so many steps."),
    optional("contacts", Bool, "true", "", "Keep the contacts of each kept step."),
];
