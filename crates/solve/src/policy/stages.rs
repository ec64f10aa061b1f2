//! What `auto` does, as tables: when, which method, how many iterations, why.
//!
//! ```text
//! FIRST once  →  THEN once  →  ROUND as often as `rounds` says, each time LONGER times as many iterations
//! ```
//! `auto.rs` walks the tables from top to bottom and leaves them as soon as the measured error meets the
//! tolerance. A stage whose conditions do not all hold is passed over. The stages of `THEN` and `ROUND` see
//! W in blocks. `docs/theory/auto.md` prints these tables; a test compares.

use crate::cone::newton::modes::covers;
use crate::delassus::Delassus;
use crate::law::Law;
use crate::law::layout::Kind;
use crate::measure::Meter;
use crate::policy::tolerances::{
    APART, COUPLED, DEAR, HANDFUL, LARGE, LOOSE, MODERATE, MOST_PIVOTS, MOST_SWEEPS, PLANAR_ROWS, SMALL,
};
use crate::problem::ContactProblem;

/// A condition on a problem or on what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// More contacts (blocks) than this.
    MoreThan(usize),
    /// At most this many contacts.
    AtMost(usize),
    /// W is given in blocks, more than [`COUPLED`] for each contact.
    Coupled,
    /// W is given in blocks, and more than half of the contacts follow another one of the same two bodies.
    Repeated,
    /// The same, less than half of them.
    Single,
    /// W is given by M and H, and its diagonal spans more than [`APART`]: bodies of very different masses.
    Apart,
    /// No block has more than [`PLANAR_ROWS`] rows.
    Planar,
    /// Every law has contact modes: no polygon and no general section.
    Modes,
    /// The tolerance is at least [`LOOSE`].
    Loose,
    /// The tolerance is below [`LOOSE`].
    Tight,
    /// The caller allows a start from zero impulses.
    Restart,
    /// The error so far is at most [`NEARLY`](super::tolerances::NEARLY).
    Near,
    /// The problem is that of a step of a run: its first guess is what the step before found.
    Step,
}

impl When {
    /// Whether it holds for a problem, a tolerance, and whether a start from zero impulses is allowed.
    pub fn holds(self, problem: &ContactProblem, tolerance: f64, restart: bool) -> bool {
        let laws = &problem.laws;
        match self {
            When::MoreThan(contacts) => laws.len() > contacts,
            When::AtMost(contacts) => laws.len() <= contacts,
            When::Coupled => {
                matches!(&problem.delassus, Delassus::Explicit(w) if w.col.len() > COUPLED * laws.len())
            }
            When::Repeated => is_repeated(problem),
            When::Single => !is_repeated(problem),
            When::Apart => {
                matches!(problem.delassus, Delassus::Factored { .. })
                    && is_apart(laws, &Meter::new(problem).root_scale)
            }
            When::Planar => laws.iter().all(|law| law.rows() <= PLANAR_ROWS),
            When::Modes => laws.iter().all(covers),
            When::Loose => tolerance >= LOOSE,
            When::Tight => !(tolerance >= LOOSE),
            When::Restart => restart,
            // Known to `auto` alone, as it goes.
            When::Near | When::Step => false,
        }
    }
}

/// Whether more than half of the contacts are coupled with the very contacts that the one before them is.
fn is_repeated(problem: &ContactProblem) -> bool {
    let Delassus::Explicit(w) = &problem.delassus else {
        return false;
    };
    let row = |i: usize| &w.col[w.row_ptr[i]..w.row_ptr[i + 1]];
    let count = w.num_blocks();
    2 * (1..count).filter(|&i| row(i) == row(i - 1)).count() > count
}

/// Whether the diagonal of W, given by its roots, spans more than [`APART`] over the contacts.
pub(crate) fn is_apart(laws: &[Law], root_scale: &[f64]) -> bool {
    let mut at = 0;
    let (mut least, mut largest) = (f64::INFINITY, 0.0_f64);
    for law in laws {
        // Normal rows alone: those of joints and motors may be turns, in other units.
        if matches!(law.kind(), Kind::Unilateral | Kind::Friction) {
            let d = root_scale[at] * root_scale[at];
            (least, largest) = (least.min(d), largest.max(d));
        }
        at += law.rows();
    }
    largest > APART * least
}

/// What a stage runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Gauss–Seidel, left when its pace says that more sweeps are to come than [`PATIENCE`] grants.
    PatientSweeps,
    /// Proximal Newton from the best answer so far.
    Newton,
    /// The same with velocities by way of the bodies, and springs as stiff as the load that they carry.
    NewtonByFactors,
    /// Gauss–Seidel from zero impulses, then this many steps of proximal Newton.
    FromRest {
        /// Most Newton steps.
        newton: usize,
    },
    /// The interior-point method.
    InteriorPoint {
        /// Iterations of the coupled method before the shift is frozen: in the first round, in later ones.
        coupled: [usize; 2],
    },
    /// Alternating directions.
    Admm,
    /// The same, left when their pace is too slow; from the caller's guess: sweeps have moved impulses along
    /// directions in which nothing changes but how bodies are pressed together, and directions from there
    /// take longer.
    PatientAdmm {
        /// Iterations after which the pace is looked at, each time.
        trial: usize,
    },
    /// Lemke's pivoting on the linear complementarity problem that planar laws are; in the first round only,
    /// because it begins at r = 0 every time.
    Lemke,
    /// Accelerated projected gradient.
    Gradient,
    /// Gauss–Seidel to its limit.
    Sweeps,
}

/// One row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// What must hold, all of it.
    pub when: &'static [When],
    /// What runs.
    pub method: Method,
    /// Most iterations, in the method's own unit, times [`LONGER`](super::tolerances::LONGER) for each round.
    pub iterations: usize,
    /// Why it is there.
    pub why: &'static str,
}

const fn stage(when: &'static [When], method: Method, iterations: usize, why: &'static str) -> Stage {
    Stage {
        when,
        method,
        iterations,
        why,
    }
}

/// The stages on the problem as it is given.
pub const FIRST: &[Stage] = &[stage(
    &[],
    Method::PatientSweeps,
    MOST_SWEEPS,
    "most steps of a simulation need nothing else",
)];

/// The stages after the sweeps, once.
pub const THEN: &[Stage] = &[
    stage(
        &[When::Modes, When::Apart, When::AtMost(LARGE)],
        Method::InteriorPoint { coupled: [200, 200] },
        200,
        "is not drawn to the nearest corner, and does not see how the masses are scaled",
    ),
    stage(
        &[When::Modes, When::Apart, When::AtMost(LARGE)],
        Method::NewtonByFactors,
        200,
        "W has lost a heavy body beside a light one; M and H have not",
    ),
    stage(
        &[When::MoreThan(LARGE), When::Loose],
        Method::Admm,
        3000,
        "factorisations are dear and modes are not needed: one factorisation, many cheap iterations",
    ),
    stage(
        &[When::MoreThan(LARGE), When::Tight],
        Method::Admm,
        300,
        "one factorisation; where the answer is near it is found",
    ),
    stage(
        &[When::MoreThan(DEAR), When::AtMost(LARGE)],
        Method::PatientAdmm { trial: 100 },
        300,
        "one factorisation; where the answer is near it is found",
    ),
    stage(
        &[
            When::Modes,
            When::MoreThan(DEAR),
            When::AtMost(LARGE),
            When::Repeated,
            When::Near,
        ],
        Method::Newton,
        40,
        "the modes are nearly known; an interior-point path costs as much as a hundred steps",
    ),
    stage(
        &[When::MoreThan(SMALL), When::AtMost(DEAR), When::Loose],
        Method::Admm,
        100,
        "modes are not needed",
    ),
    stage(
        &[When::Modes, When::AtMost(DEAR), When::Single],
        Method::Newton,
        60,
        "nothing is cheaper where it works",
    ),
    stage(
        &[When::Modes, When::AtMost(MODERATE), When::Repeated],
        Method::Newton,
        60,
        "nothing is cheaper where it works",
    ),
    stage(
        &[
            When::Modes,
            When::MoreThan(MODERATE),
            When::AtMost(LARGE),
            When::Repeated,
            When::Step,
        ],
        Method::Newton,
        60,
        "most modes are those of the step before; an interior-point path begins with none of them",
    ),
    stage(
        &[When::Modes, When::MoreThan(HANDFUL)],
        Method::InteriorPoint { coupled: [100, 100] },
        100,
        "begins in the middle of the cones: what contacts of the same bodies share is shared evenly, and heaps that \
         jam while they slip are solved, or the next path is shorter",
    ),
    stage(
        &[When::Modes, When::AtMost(LARGE)],
        Method::Newton,
        300,
        "the path from there; it is long where things slip and jam",
    ),
    stage(
        &[When::Modes, When::MoreThan(LARGE)],
        Method::Newton,
        20,
        "the modes from there; each step is dear",
    ),
    stage(
        &[When::MoreThan(DEAR)],
        Method::Admm,
        1500,
        "another path, cheap iterations",
    ),
    stage(
        &[When::Modes, When::MoreThan(DEAR), When::AtMost(LARGE)],
        Method::Newton,
        450,
        "the path from there; heaps that fall need 60 to 460 of its steps",
    ),
    stage(
        &[When::Modes, When::MoreThan(DEAR), When::AtMost(LARGE)],
        Method::Sweeps,
        3000,
        "sweeps, from which the next path is another",
    ),
    stage(
        &[When::Modes, When::MoreThan(DEAR), When::AtMost(LARGE)],
        Method::Newton,
        300,
        "the path from there",
    ),
    stage(
        &[When::Modes, When::AtMost(DEAR), When::Restart],
        Method::FromRest { newton: 30 },
        60,
        "a first guess with too much self-stress lies on the cones; from zero the answer inside them is found",
    ),
];

/// The last stages.
pub const ROUND: &[Stage] = &[
    stage(
        &[When::Modes],
        Method::InteriorPoint { coupled: [60, 100] },
        60,
        "is not drawn to the nearest corner",
    ),
    stage(
        &[When::Modes],
        Method::Newton,
        40,
        "finishes from where the last stage has moved the point",
    ),
    stage(
        &[],
        Method::Admm,
        400,
        "another method that is not drawn to the nearest corner",
    ),
    stage(
        &[When::Modes],
        Method::Newton,
        40,
        "finishes from where the last stage has moved the point",
    ),
    stage(
        &[],
        Method::Gradient,
        500,
        "needs products with W only: factorisations may be what fails",
    ),
    stage(
        &[],
        Method::Sweeps,
        500,
        "robust: lowers the error where no other method can",
    ),
    stage(
        &[
            When::MoreThan(HANDFUL),
            When::AtMost(DEAR),
            When::Planar,
            When::Tight,
        ],
        Method::Lemke,
        MOST_PIVOTS,
        "planar friction is a linear complementarity problem: the path of the pivots ends at an answer",
    ),
];

/// Sweeps that are worth waiting for: one row of [`PATIENCE`].
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// What must hold, all of it.
    pub when: &'static [When],
    /// Sweeps still to come, by the pace so far, at which the sweeps are left.
    pub sweeps: f64,
    /// What these sweeps cost as much as.
    pub why: &'static str,
}

/// How long [`Method::PatientSweeps`] are waited for: the first row whose conditions hold.
pub const PATIENCE: &[Patience] = &[
    Patience {
        when: &[When::MoreThan(DEAR), When::AtMost(LARGE), When::Repeated],
        sweeps: 25.0,
        why: "one factorisation and thirty alternating directions, which solve towers of planks and walls",
    },
    Patience {
        when: &[When::MoreThan(SMALL), When::AtMost(LARGE), When::Coupled],
        sweeps: 100.0,
        why: "every contact is coupled to many others: sweeps are dear and slow",
    },
    Patience {
        when: &[When::AtMost(HANDFUL)],
        sweeps: 30.0,
        why: "the Newton steps of a handful of contacts",
    },
    Patience {
        when: &[When::AtMost(MODERATE)],
        sweeps: 120.0,
        why: "the Newton steps, in dense algebra",
    },
    Patience {
        when: &[When::Repeated],
        sweeps: 150.0,
        why: "an interior-point path, which contacts of the same bodies do not lengthen",
    },
    Patience {
        when: &[When::MoreThan(LARGE)],
        sweeps: 1000.0,
        why: "one factorisation and its solves, or an interior-point path by the factors of W",
    },
    Patience {
        when: &[When::MoreThan(DEAR)],
        sweeps: 300.0,
        why: "an interior-point path and a few Newton steps",
    },
    Patience {
        when: &[When::Planar],
        sweeps: 500.0,
        why: "some tens of Newton steps, in the plane",
    },
    Patience {
        when: &[],
        sweeps: 600.0,
        why: "some tens of Newton steps, in space",
    },
];

/// The sweeps worth waiting for.
pub fn patience(problem: &ContactProblem) -> f64 {
    let holds = |row: &&Patience| row.when.iter().all(|when| when.holds(problem, 0.0, false));
    PATIENCE
        .iter()
        .find(holds)
        .map_or(f64::INFINITY, |row| row.sweeps)
}
