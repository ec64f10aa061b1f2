//! A problem as it lies in a file: the problem itself, its kind, and what the file says besides.
//!
//! ```text
//! contact      u = W r + b,   (uᵢ, rᵢ) ∈ lawᵢ
//! global       M v = H r + f,   u = Hᵀ v + w       reduced:  W = Hᵀ M⁻¹ H,  b = Hᵀ M⁻¹ f + w
//! LCP          w = M z + q,   0 ≤ z ⟂ w ≥ 0
//! mixed, relay w = M z + q,   −w ∈ N_[lo,hi](z)
//! ```
//! In the global form H has the rows of the degrees of freedom, as in FCLIB; our Jacobian is its transpose.

use drystone_solve::delassus::{Delassus, Sparse};
use drystone_solve::law::Law;
use drystone_solve::mass::Mass;
use drystone_solve::problem::{ContactProblem, Lcp, MixedLcp};

/// A problem of one of the classes that files hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// Contact, with or without friction.
    Contact(ContactProblem),
    /// Linear complementarity.
    Lcp(Lcp),
    /// Mixed linear complementarity; a relay is one too.
    Mixed(MixedLcp),
}

impl Problem {
    /// Number of unknowns.
    pub fn rows(&self) -> usize {
        match self {
            Problem::Contact(p) => p.rows(),
            Problem::Lcp(p) => p.q.len(),
            Problem::Mixed(p) => p.q.len(),
        }
    }

    /// Number of contacts: friction blocks and unilateral rows. An LCP has none.
    pub fn num_contacts(&self) -> usize {
        match self {
            Problem::Contact(p) => {
                let is_contact = |law: &&Law| !matches!(law, Law::Bilateral | Law::Box { .. });
                p.laws.iter().filter(is_contact).count()
            }
            Problem::Lcp(_) | Problem::Mixed(_) => 0,
        }
    }
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Planar Coulomb friction, W explicit.
    Friction2d,
    /// Spatial Coulomb friction, W explicit.
    Friction3d,
    /// Planar friction and rolling, W explicit.
    Rolling2d,
    /// Spatial friction and rolling, W explicit.
    Rolling3d,
    /// Planar Coulomb friction by mass matrix and Jacobian.
    Global2d,
    /// Spatial Coulomb friction by mass matrix and Jacobian.
    Global3d,
    /// Planar friction and rolling by mass matrix and Jacobian.
    GlobalRolling2d,
    /// Spatial friction and rolling by mass matrix and Jacobian.
    GlobalRolling3d,
    /// Contact under other or mixed laws, W explicit.
    Contact,
    /// Contact under other or mixed laws, by mass matrix and Jacobian.
    GlobalContact,
    /// Linear complementarity.
    Lcp,
    /// Mixed linear complementarity.
    Mlcp,
    /// Relay: every bound is finite.
    Relay,
}

impl Kind {
    /// Short name, as in lists and summaries.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Friction2d => "friction-2d",
            Kind::Friction3d => "friction-3d",
            Kind::Rolling2d => "rolling-2d",
            Kind::Rolling3d => "rolling-3d",
            Kind::Global2d => "global-friction-2d",
            Kind::Global3d => "global-friction-3d",
            Kind::GlobalRolling2d => "global-rolling-2d",
            Kind::GlobalRolling3d => "global-rolling-3d",
            Kind::Contact => "contact",
            Kind::GlobalContact => "global-contact",
            Kind::Lcp => "lcp",
            Kind::Mlcp => "mlcp",
            Kind::Relay => "relay",
        }
    }

    /// The kind of a problem, by its laws and form. Bilateral rows go with any friction.
    pub fn of(problem: &Problem) -> Self {
        match problem {
            Problem::Contact(p) => Self::of_contact(p),
            Problem::Lcp(_) => Kind::Lcp,
            Problem::Mixed(p) => {
                let mut bounds = p.lower.iter().chain(&p.upper);
                if !p.q.is_empty() && bounds.all(|x| x.is_finite()) {
                    Kind::Relay
                } else {
                    Kind::Mlcp
                }
            }
        }
    }

    fn of_contact(problem: &ContactProblem) -> Self {
        let mut name = None;
        for law in problem.laws.iter().filter(|law| **law != Law::Bilateral) {
            if *name.get_or_insert(law.name()) != law.name() {
                name = Some("");
            }
        }
        let local = matches!(problem.delassus, Delassus::Explicit(_));
        match (name, local) {
            (Some("planar"), true) => Kind::Friction2d,
            (Some("planar"), false) => Kind::Global2d,
            (Some("coulomb"), true) => Kind::Friction3d,
            (Some("coulomb"), false) => Kind::Global3d,
            (Some("planar-rolling"), true) => Kind::Rolling2d,
            (Some("planar-rolling"), false) => Kind::GlobalRolling2d,
            (Some("rolling"), true) => Kind::Rolling3d,
            (Some("rolling"), false) => Kind::GlobalRolling3d,
            (_, true) => Kind::Contact,
            (_, false) => Kind::GlobalContact,
        }
    }
}

/// f and w of the global form M v = H r + f, u = Hᵀ v + w: b = Hᵀ M⁻¹ f + w alone does not give them back.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalTerms {
    /// f, one entry per degree of freedom: momentum plus the impulse of the applied forces, in N·s.
    pub force: Vec<f64>,
    /// w, one entry per row of the problem, in m/s.
    pub offset: Vec<f64>,
}

/// An attribute of an HDF5 group: kept and written back, never relied on.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Path of the group: `/fclib_local/W`.
    pub object: String,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: AttributeValue,
}

/// Value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum AttributeValue {
    /// A single integer (an enumeration counts as one).
    Integer(i64),
    /// A list of integers.
    Integers(Vec<i64>),
    /// A single real number.
    Real(f64),
    /// A list of real numbers.
    Reals(Vec<f64>),
    /// A text.
    Text(String),
}

/// A problem with what its file says besides.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Name of the file, without folder and ending.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
    /// Title.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Mathematical remarks (FCLIB's `math_info`), or the text that follows the numbers of a text file.
    pub remarks: Option<String>,
    /// The problem.
    pub problem: Problem,
    /// f and w, when the file was in the global form.
    pub global: Option<GlobalTerms>,
    /// Starting points: r block after block, bilateral rows last.
    pub guesses: Vec<Vec<f64>>,
    /// What the file calls a solution. It often is none: certify it before use.
    pub solution: Option<Vec<f64>>,
    /// Attributes of an HDF5 file.
    pub attributes: Vec<Attribute>,
}

/// b = H M⁻¹ f + w.
pub(crate) fn global_free_velocity(mass: &Mass, jacobian: &Sparse, terms: &GlobalTerms) -> Vec<f64> {
    let mut v = terms.force.clone();
    mass.solve(&mut v);
    let mut b = vec![0.0; jacobian.nrows];
    jacobian.multiply(&v, &mut b);
    b.iter_mut().zip(&terms.offset).for_each(|(b, w)| *b += w);
    b
}

impl File {
    /// f and w, if they still belong to the problem: they give its b to the last bit.
    pub(crate) fn matching_terms(&self) -> Option<&GlobalTerms> {
        let (Problem::Contact(problem), Some(terms)) = (&self.problem, &self.global) else {
            return None;
        };
        let Delassus::Factored { mass, jacobian } = &problem.delassus else {
            return None;
        };
        let fits = terms.force.len() == mass.dim() && terms.offset.len() == jacobian.nrows;
        let matches = fits && global_free_velocity(mass, jacobian, terms) == problem.free_velocity;
        matches.then_some(terms)
    }

    /// A file that holds a problem and nothing else.
    pub fn new(name: impl Into<String>, problem: Problem) -> Self {
        File {
            name: name.into(),
            kind: Kind::of(&problem),
            title: None,
            description: None,
            remarks: None,
            problem,
            global: None,
            guesses: Vec::new(),
            solution: None,
            attributes: Vec::new(),
        }
    }
}
