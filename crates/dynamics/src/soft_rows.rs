//! Springs and dampers as rows: what couples bodies by a finite force.
//!
//! ```text
//! x(q, t) measured,  u = ẋ = J v + w          tension τ = E + k (x − x(q)) + c u,     f = −Jᵀ τ
//! over a step with weight θ, x and u taken at θ:
//! r = −h [E + (c + h θ k₁) u⁻] − Z (u⁺ − u⁻),    Z = h θ (c + h θ k₂)              linearly implicit
//! ```
//! J and w belong to q ⊕ θ h v, E to the beginning of the step. k₁ tells how the tension grows with the
//! velocity at the beginning, k₂ with its change; they differ where the row turns (`models/bodies`).
//! Either such a row stands in the problem of the step with the compliance 1/Z on its diagonal of W
//! (Lacoursière 2007, SPOOK; Z → ∞ is a joint), or, where it acts on one block of M, Z JᵀJ stands in M̂
//! (`step/implicit.rs`). Not here: springs whose tension is no smooth function of x.

use crate::contact::Rows;

/// The law of one row, the tension pulling x together.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Softness {
    /// E: tension without damping where the velocity at the beginning does not count, in N (N·m for angles).
    pub tension: f64,
    /// k₁: stiffness seen by the velocity at the beginning, in N/m.
    pub advance: f64,
    /// k₂: stiffness seen by the change of the velocity, in N/m; not negative.
    pub stiffness: f64,
    /// c: damping, in N·s/m; not negative.
    pub damping: f64,
    /// For the energy account: tension at the beginning and stiffness of the potential.
    pub potential: [f64; 2],
    /// For the energy account: what the change of x in the step is more than h (θ u⁺ + (1 − θ) u⁻), in m.
    pub bend: f64,
}

impl Softness {
    /// A spring and damper whose row does not turn.
    pub fn linear(tension: f64, stiffness: f64, damping: f64) -> Self {
        Softness {
            tension,
            advance: stiffness,
            stiffness,
            damping,
            potential: [tension, stiffness],
            bend: 0.0,
        }
    }
}

/// Rows of springs and dampers at one configuration.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct SoftRows {
    /// J = ∂x/∂q N.
    pub jacobian: Rows,
    /// w = ∂x/∂t: ends that follow a motion.
    pub rate: Vec<f64>,
    /// The law of each row.
    pub law: Vec<Softness>,
}

impl SoftRows {
    /// Forgets the rows, keeps the memory.
    pub fn clear(&mut self) {
        self.jacobian.clear();
        self.rate.clear();
        self.law.clear();
    }

    /// Ends the row being written (see [`Rows::entry`]).
    pub fn end_row(&mut self, rate: f64, law: Softness) {
        self.jacobian.end_row();
        self.rate.push(rate);
        self.law.push(law);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.law.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.law.is_empty()
    }
}
