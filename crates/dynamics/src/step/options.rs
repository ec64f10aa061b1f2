//! How contacts and constraints are treated, whatever the scheme.

use drystone_solve::law::Law;

/// Several impacts at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Impacts {
    /// One problem for all (Moreau, Newton): a cradle moves off together.
    #[default]
    Simultaneous,
    /// The fastest approaching contact first, one after the other to exhaustion: a cradle ejects its last
    /// ball.
    Sequential,
}

/// What is done to positions that violate g ≥ 0 after a step. Velocities and the energy account of the step
/// stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Violation {
    /// Nothing: the violation is measured only.
    #[default]
    None,
    /// One linear correction in the kinetic metric, at contacts that stay closed (u_N⁺ = 0) only: what
    /// rebounds leaves by itself, and its energy is not touched.
    Resting,
    /// One linear correction in the kinetic metric (Moreau 1988, Remark 11.1).
    Linear,
    /// Contacts act before they close, as in `Landing`; what remains is projected out in the kinetic metric,
    /// to rounding. Projection alone makes bodies walk: a corner that leaves slowly is pushed out sideways.
    Projection,
    /// Contacts act before they close, so that bodies land without overlap; what remains is taken back
    /// (`landing.rs`).
    Landing,
}

impl Violation {
    /// Whether contacts act before they close.
    pub(crate) fn lands(self) -> bool {
        matches!(self, Violation::Landing | Violation::Projection)
    }
}

/// How bilateral constraints hold in position; in velocity they always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ConstraintHandling {
    /// In velocity only: the drift is measured.
    Velocity,
    /// Projected in the kinetic metric after the step (Anitescu, Potra, Stewart 1999, §2.5).
    #[default]
    Projection,
    /// A second multiplier moves the positions along the constraint rows at the uncorrected end of the step
    /// until c(q⁺) = 0 (Brogliato et al. 2002, (7)).
    IndexReduced,
}

/// Who decides how an impact is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ImpactRule {
    /// Each contact by its own law.
    #[default]
    ByContact,
    /// Newton's coefficients are read as Poisson's: compression and expansion are two problems
    /// (Anitescu–Potra).
    TwoProblems,
    /// The same with the expansion by the expedient rule v⁺ = (1 + e) vᶜ − e v⁻.
    Expedient,
}

/// When bodies at rest are left out of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sleep {
    /// Slower than this share of the velocity that its forces give it in one step (g h for a weight), a body
    /// is quiet.
    pub speed: f64,
    /// Steps for which every body of an island must have been quiet.
    pub steps: u32,
}

impl Default for Sleep {
    fn default() -> Self {
        Sleep {
            speed: 0.1,
            steps: 100,
        }
    }
}

/// How contacts and constraints are treated, whatever the scheme.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Options {
    /// Several impacts at once.
    pub impacts: Impacts,
    /// Position correction of contacts.
    pub violation: Violation,
    /// Position correction of constraints.
    pub constraints: ConstraintHandling,
    /// Replace round friction cones by pyramids with this many facets.
    pub facets: Option<usize>,
    /// Who decides how an impact is met.
    pub impact_rule: ImpactRule,
    /// List all solutions of every step problem, where that can be done.
    pub enumerate: bool,
    /// Make steps shorter where a fast body would pass through a thin one unseen.
    pub continuous: bool,
    /// The tolerance that the solver works to: contacts at rest may drift by a multiple of it.
    pub tolerance: f64,
    /// What will do for steps of a crowd where the tolerance is far; the solver must have been given the
    /// same. None where a tolerance was asked for.
    pub enough: Option<f64>,
    /// So many sweeps for every step problem, whatever they reach: then W need not be formed where bodies
    /// meet in pairs.
    pub budget: Option<usize>,
    /// Leave out the gaps at the end of the step: one search for contacts less.
    pub ignore_gaps: bool,
    /// Leave out bodies at rest; none does where absent.
    pub sleep: Option<Sleep>,
}

/// The tolerance of solvers that are not told one, without unit.
const UNSAID: f64 = 1e-10;

impl Options {
    /// The tolerance that a step is judged by: that of solvers where nobody said one, none with a budget of
    /// sweeps.
    pub(crate) fn asked_tolerance(&self) -> Option<f64> {
        match self.budget {
            None if self.tolerance > 0.0 => Some(self.tolerance),
            None => Some(UNSAID),
            Some(_) => None,
        }
    }

    /// Whether Newton's coefficients are read as Poisson's.
    pub(crate) fn two_phase(&self) -> bool {
        self.impact_rule != ImpactRule::ByContact
    }

    /// Whether impacts under Newton's law belong to the problem of the step.
    pub(crate) fn unites_impacts(&self) -> bool {
        self.impacts == Impacts::Simultaneous && !self.two_phase()
    }

    /// The law with its cone facetted, where that was asked and the cone is round.
    pub fn facetted(&self, law: Law) -> Law {
        if let (Some(facets), Law::Coulomb { mu }) = (self.facets, law) {
            return Law::Facetted { mu, facets };
        }
        law
    }
}
