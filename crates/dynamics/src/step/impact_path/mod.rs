//! One impact with friction, integrated along the normal impulse p (Routh 1891; Darboux 1880; Keller 1986).
//!
//! ```text
//! dU/dp = W (1, τ),   U(0) = U⁻,   p from 0 to the end        U = (U_N, U_T) relative velocity, normal first
//! slip    τ = −A² U_T / ‖A U_T‖,  A = diag(μ)                   maximal dissipation; the disc has A = μ I
//! rest  U_T = 0:  W_TT τ = −W_TN where that τ obeys ‖A⁻¹τ‖ ≤ 1,
//!       else slip along the one ray that leaves U_T = 0
//!
//! with  P± = ∫ dp,  A± = ∫ U_N dp  over U_N ≷ 0  (− compression, + expansion),
//!       the impact ends when U_N ≥ 0 and
//! Newton   U_N = −e U_N⁻          Poisson   P₊ = e P₋          Stronge   A₊ = −e² A₋
//! ```
//! [`planar`] is closed (Routh's polygon has at most two sides), [`spatial`] integrates the turning slip by
//! Taylor series. Sources: Stewart (2000) §1.1; Brogliato et al. (2002) §4; Stronge (1990); Batlle (1996).
//! See `docs/theory/impact_laws.md`.
//!
//! Limits: one contact point; configuration and W fixed during the impact; no tangential restitution, no
//! torsion; half axes of friction in a ratio of 10³ leave 11 digits, of 10⁶ eight, and there a singular W may
//! end in [`ImpactError::NoEnd`]. For the same U⁻ the three endings share one path and differ in where they
//! stop. Energies are reported, never corrected: Newton's ending may create energy, Poisson's and Stronge's
//! cannot.

mod path;
mod phases;
mod planar;
mod spatial;
mod taylor;
#[cfg(test)]
mod tests;

pub use planar::planar;
pub use spatial::spatial;

use crate::step::tolerances::DELASSUS;

/// When an impact is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Kinematic: U_N⁺ = −e U_N⁻.
    Newton,
    /// Kinetic: the normal impulse of expansion is e times that of compression.
    Poisson,
    /// Energetic: the normal work of expansion is e² times what compression took.
    Stronge,
}

/// The tangential state in which an impact ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// U_N⁻ ≥ 0: nothing happened.
    NoImpact,
    /// U_T = 0.
    Stick,
    /// U_T ≠ 0, or the friction that would hold U_T = 0 is beyond the cone.
    Slip,
    /// U_N = 0 and friction keeps it there whatever the normal impulse: W is singular, there is no expansion.
    Locked,
}

/// What an impact did. `D` is 2 in the plane and 3 in space, normal first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<const D: usize> {
    /// Total impulse, in N·s.
    pub impulse: [f64; D],
    /// Relative velocity after the impact, in m/s.
    pub after: [f64; D],
    /// Normal impulse while U_N < 0, in N·s.
    pub compression: f64,
    /// Normal work while U_N < 0, in J; never positive.
    pub compression_work: f64,
    /// Normal work while U_N > 0, in J; never negative.
    pub expansion_work: f64,
    /// Change of the kinetic energy, ½ Pᵀ(U⁻ + U⁺), in J; positive where the law creates energy.
    pub energy_change: f64,
    /// How it ended.
    pub status: Status,
}

impl<const D: usize> Outcome<D> {
    /// Work of friction, in J: what the energy lost besides the normal work. Never positive but for rounding.
    pub fn friction_work(&self) -> f64 {
        self.energy_change - self.compression_work - self.expansion_work
    }

    fn none(before: [f64; D]) -> Self {
        Outcome {
            impulse: [0.0; D],
            after: before,
            compression: 0.0,
            compression_work: 0.0,
            expansion_work: 0.0,
            energy_change: 0.0,
            status: Status::NoImpact,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ImpactError {
    /// NaN or an infinite number.
    #[error("impact: {0} holds NaN or an infinite number: every entry must be finite")]
    NotFinite(&'static str),
    /// No normal compliance.
    #[error(
        "impact: W_nn = {0} must be > 0: the contact point cannot move along the normal, leave this contact out"
    )]
    Normal(f64),
    /// W is not a Delassus matrix.
    #[error(
        "impact: W must be symmetric and positive semidefinite, found a defect of {0:e} relative to its entries"
    )]
    Delassus(f64),
    /// Friction out of range.
    #[error("impact: friction coefficient {0} must be >= 0 and finite")]
    Friction(f64),
    /// Restitution out of range.
    #[error("impact: restitution e = {0} must be in [0, 1]")]
    Restitution(f64),
    /// No impulse stops the approach.
    #[error(
        "impact: no normal impulse stops the approach, U_N stays at {0}: W is singular and U is not H v of the same H"
    )]
    NoEnd(f64),
    /// The slip integration gave up.
    #[error(
        "impact: the slip direction needed more than {0} Taylor steps: scale the data, W or mu is extreme"
    )]
    Steps(usize),
}

/// Refuses what no contact can have.
fn check<const D: usize>(
    w: &[[f64; D]; D],
    before: &[f64; D],
    mu: &[f64],
    e: f64,
) -> Result<(), ImpactError> {
    if !w.iter().flatten().all(|x| x.is_finite()) {
        return Err(ImpactError::NotFinite("W"));
    }
    if !before.iter().all(|x| x.is_finite()) {
        return Err(ImpactError::NotFinite("the velocity before"));
    }
    if let Some(&bad) = mu.iter().find(|m| !(**m >= 0.0 && m.is_finite())) {
        return Err(ImpactError::Friction(bad));
    }
    if !(0.0..=1.0).contains(&e) {
        return Err(ImpactError::Restitution(e));
    }
    if !(w[0][0] > 0.0) {
        return Err(ImpactError::Normal(w[0][0]));
    }
    let defect = delassus_defect(w);
    if !(defect <= DELASSUS) {
        return Err(ImpactError::Delassus(defect));
    }
    Ok(())
}

/// How far W is from symmetric positive semidefinite, after scaling its diagonal to one so that units do not
/// matter.
fn delassus_defect<const D: usize>(w: &[[f64; D]; D]) -> f64 {
    let mut defect: f64 = 0.0;
    let mut scaled = [[0.0; D]; D];
    for i in 0..D {
        for j in 0..D {
            let size = w[i][i].max(0.0).sqrt() * w[j][j].max(0.0).sqrt();
            if size > 0.0 {
                scaled[i][j] = w[i][j] / size;
                defect = defect.max((w[i][j] - w[j][i]).abs() / size);
            } else if w[i][j] != 0.0 || w[j][i] != 0.0 {
                return f64::INFINITY; // an entry beside a zero or negative diagonal
            }
        }
    }
    // Positive semidefinite means that no principal minor is negative; elimination would divide by small
    // pivots.
    let mut det = 1.0;
    for i in 0..D {
        for j in 0..i {
            det -= scaled[i][j] * scaled[i][j];
            defect = defect.max(scaled[i][j] * scaled[i][j] - 1.0);
        }
    }
    if D == 3 && (0..D).all(|i| scaled[i][i] > 0.0) {
        defect = defect.max(-det - 2.0 * scaled[1][0] * scaled[2][0] * scaled[2][1]);
    }
    defect
}

/// before + W r.
fn velocity<const D: usize>(w: &[[f64; D]; D], before: &[f64; D], impulse: &[f64; D]) -> [f64; D] {
    let mut after = *before;
    for (row, value) in w.iter().zip(after.iter_mut()) {
        *value += row.iter().zip(impulse).map(|(a, b)| a * b).sum::<f64>();
    }
    after
}
