//! What a user writes to describe a system by its Lagrangian: strings and numbers, nothing derived.
//!
//! The names of the fields are the keys of `[lagrangian]` in a scene file. `Lagrangian::new` reads the
//! formulas, derives everything else and says what is wrong, by key and character.

/// A number, or a formula for one.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// A number.
    Number(f64),
    /// A formula.
    Formula(String),
}

impl Default for Scalar {
    fn default() -> Self {
        Scalar::Number(0.0)
    }
}

impl From<f64> for Scalar {
    fn from(value: f64) -> Self {
        Scalar::Number(value)
    }
}

impl From<&str> for Scalar {
    fn from(text: &str) -> Self {
        Scalar::Formula(text.to_owned())
    }
}

impl From<String> for Scalar {
    fn from(text: String) -> Self {
        Scalar::Formula(text)
    }
}

/// A system in generalised coordinates, by its energies, contacts and constraints.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct LagrangianDescription {
    /// Parameters of the scene (`[params]`): any formula may use them as `$name`, and as `name` where neither
    /// a coordinate nor a constant has that name.
    pub parameters: Vec<(String, f64)>,
    /// Names of the coordinates q. `x'` is the velocity of `x`.
    pub coordinates: Vec<String>,
    /// Named constants, in any order; a formula may use parameters and other constants.
    pub constants: Vec<(String, Scalar)>,
    /// T(t, q, q'), homogeneous and quadratic in the velocities up to terms that are affine in them (moving
    /// frames).
    pub kinetic: String,
    /// V(t, q).
    pub potential: Scalar,
    /// Generalised forces Q(t, q, q') by coordinate; 0 for those not listed.
    pub forces: Vec<(String, Scalar)>,
    /// Initial coordinates (`x`) and velocities (`x'`) in constants and parameters; 0 for those not listed.
    pub initial: Vec<(String, Scalar)>,
    /// Time of the initial state, in s.
    pub time: f64,
    /// Unilateral contacts; a contact's id is its place in this list.
    pub contacts: Vec<ContactDescription>,
    /// Bilateral constraints g(t, q) = 0.
    pub constraints: Vec<ConstraintDescription>,
    /// Named formulas in t, q, q' to record.
    pub outputs: Vec<(String, Scalar)>,
}

/// A unilateral contact with friction: `[lagrangian.contact.NAME]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactDescription {
    /// Its name.
    pub name: String,
    /// Signed distance gap(t, q) ≥ 0, in m.
    pub gap: String,
    /// Slip velocities, affine in q': none (frictionless), one in the plane, two in space; in m/s.
    pub slip: Vec<String>,
    /// Spin about the normal, affine in q', in rad/s. Asked where `torsion` is given.
    pub spin: Option<String>,
    /// Rolling velocities, affine in q': one in the plane, two in space; in rad/s. Asked where `rolling` is
    /// given.
    pub roll: Vec<String>,
    /// Friction law. Coefficients may depend on q and t.
    pub friction: FrictionDescription,
    /// Torsion coefficient, in m; may depend on q and t. Asked: two slips and a spin.
    pub torsion: Option<Scalar>,
    /// Rolling coefficient, in m; may depend on q and t. Asked: as many `roll` as `slip`.
    pub rolling: Option<Scalar>,
    /// Impact law.
    pub restitution: RestitutionDescription,
}

impl ContactDescription {
    /// A contact without friction or rebound.
    pub fn new(name: &str, gap: &str) -> Self {
        ContactDescription {
            name: name.to_owned(),
            gap: gap.to_owned(),
            slip: Vec::new(),
            spin: None,
            roll: Vec::new(),
            friction: FrictionDescription::None,
            torsion: None,
            rolling: None,
            restitution: RestitutionDescription::default(),
        }
    }
}

/// The friction law of a contact. One slip takes the planar laws, two slips those in space.
#[derive(Clone, Debug, PartialEq, Default)]
pub enum FrictionDescription {
    /// No friction.
    #[default]
    None,
    /// `friction = μ`: Coulomb.
    Mu(Scalar),
    /// `{ ellipse = [μ₁, μ₂] }`: two slips, one coefficient along each.
    Ellipse([Scalar; 2]),
    /// `{ minus, plus }`: one slip, D = [−minus, plus].
    Asymmetric {
        /// Coefficient against slip along +t.
        minus: Scalar,
        /// Coefficient against slip along −t.
        plus: Scalar,
    },
    /// `{ static, kinetic }`: by whether the contact slid in the step before.
    StaticKinetic {
        /// Coefficient of a contact that did not slide.
        stick: Scalar,
        /// Coefficient of a contact that slid.
        slip: Scalar,
    },
    /// `{ facets, mu }`: two slips, a regular polygon instead of the disc.
    Facets {
        /// Number of vertices, at least 3.
        facets: usize,
        /// Radius of the circle through them.
        mu: Scalar,
    },
    /// `{ curve = [[speed, μ], ..] }`: speeds increase from 0.
    Curve(Vec<[f64; 2]>),
}

/// The impact law of a contact. Coefficients may use constants and parameters only.
#[derive(Clone, Debug, PartialEq)]
pub enum RestitutionDescription {
    /// `restitution = e` or `{ newton = e, tangential = e_t }`.
    Newton {
        /// Normal restitution.
        e: Scalar,
        /// Tangential restitution.
        tangential: Scalar,
    },
    /// `{ dissipation_index = δ }`: Newton with e = tangential = (1 − δ)/(1 + δ).
    DissipationIndex(Scalar),
    /// `{ poisson = e, tangential = e_t }`.
    Poisson {
        /// Share of the normal impulse given back.
        e: Scalar,
        /// Share of the tangential impulse given back.
        tangential: Scalar,
    },
    /// Poisson's ratio integrated along the normal impulse.
    PoissonIncremental {
        /// Share of the normal impulse given back.
        e: Scalar,
    },
    /// `{ stronge = e }`.
    Stronge {
        /// Square root of the share of normal work given back.
        e: Scalar,
    },
}

impl Default for RestitutionDescription {
    fn default() -> Self {
        RestitutionDescription::Newton {
            e: Scalar::Number(0.0),
            tangential: Scalar::Number(0.0),
        }
    }
}

/// A bilateral constraint: `[lagrangian.constraint.NAME]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintDescription {
    /// Its name.
    pub name: String,
    /// g(t, q), 0 where it holds.
    pub zero: String,
}
