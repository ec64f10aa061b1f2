//! A contact problem as its file states it, and nothing that a solver made of it.
//!
//! ```text
//! find r :   u = W r + b,   (uᵢ, rᵢ) ∈ lawᵢ           W given, or W = H M⁻¹ Hᵀ by M and H
//! ```
//! The laws are stated again here on purpose: the judge must not read them through the library.

use serde_json::{Value, json};

/// The law of a block of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// u = 0.
    Bilateral,
    /// 0 ≤ u ⟂ r ≥ 0.
    Unilateral,
    /// `−u ∈ N_[lo,hi](r)`: least and largest impulse, which may be infinite.
    Box(f64, f64),
    /// Rows n, t: |r_T| ≤ μ r_N.
    Planar(f64),
    /// Rows n, t: −minus r_N ≤ r_T ≤ plus r_N.
    Asymmetric(f64, f64),
    /// Rows n, t₁, t₂: the disc of radius μ r_N.
    Coulomb(f64),
    /// Rows n, t₁, t₂: the ellipse with semi-axes μ₁ r_N, μ₂ r_N.
    Elliptic([f64; 2]),
    /// Rows n, t₁, t₂: the regular polygon on the circle of radius μ r_N, first vertex on t₁.
    Facetted(f64, usize),
    /// Rows n, t₁, t₂, spin: one ellipsoid with semi-axes μ, μ, torsion.
    Torsion(f64, f64),
    /// Rows n, t, roll: two intervals, μ and rolling.
    PlanarRolling(f64, f64),
    /// Rows n, t₁, t₂, roll₁, roll₂: two discs, μ and rolling.
    Rolling(f64, f64),
    /// Rows n, t₁, t₂, spin, roll₁, roll₂: μ, torsion, rolling.
    RollingTorsion(f64, f64, f64),
}

/// What a row measures: rows of one block and one kind share a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Normal and slip: m/s and N·s.
    Translation,
    /// Spin about the normal: rad/s and N·m·s.
    Spin,
    /// Rolling: rad/s and N·m·s.
    Roll,
}

impl Law {
    /// The kinds of the rows of a block, in order.
    pub fn rows(&self) -> &'static [Row] {
        use Row::{Roll, Spin, Translation as T};
        match self {
            Law::Bilateral | Law::Unilateral | Law::Box(..) => &[T],
            Law::Planar(_) | Law::Asymmetric(..) => &[T, T],
            Law::Coulomb(_) | Law::Elliptic(_) | Law::Facetted(..) => &[T, T, T],
            Law::Torsion(..) => &[T, T, T, Spin],
            Law::PlanarRolling(..) => &[T, T, Roll],
            Law::Rolling(..) => &[T, T, T, Roll, Roll],
            Law::RollingTorsion(..) => &[T, T, T, Spin, Roll, Roll],
        }
    }

    /// Whether the first row is a normal with friction behind it.
    pub fn has_friction(&self) -> bool {
        self.rows().len() > 1
    }

    fn json(&self) -> Value {
        let bound = |x: f64| match x {
            f64::INFINITY => json!("inf"),
            f64::NEG_INFINITY => json!("-inf"),
            x => json!(x),
        };
        match *self {
            Law::Bilateral => json!({ "law": "bilateral" }),
            Law::Unilateral => json!({ "law": "unilateral" }),
            Law::Box(lo, hi) => json!({ "law": "box", "lo": bound(lo), "hi": bound(hi) }),
            Law::Planar(mu) => json!({ "law": "planar", "mu": mu }),
            Law::Asymmetric(minus, plus) => json!({ "law": "asymmetric", "minus": minus, "plus": plus }),
            Law::Coulomb(mu) => json!({ "law": "coulomb", "mu": mu }),
            Law::Elliptic(mu) => json!({ "law": "elliptic", "mu": mu }),
            Law::Facetted(mu, facets) => json!({ "law": "facetted", "mu": mu, "facets": facets }),
            Law::Torsion(mu, torsion) => json!({ "law": "torsion", "mu": mu, "torsion": torsion }),
            Law::PlanarRolling(mu, rolling) => {
                json!({ "law": "planar-rolling", "mu": mu, "rolling": rolling })
            }
            Law::Rolling(mu, rolling) => json!({ "law": "rolling", "mu": mu, "rolling": rolling }),
            Law::RollingTorsion(mu, torsion, rolling) => {
                json!({ "law": "rolling-torsion", "mu": mu, "torsion": torsion, "rolling": rolling })
            }
        }
    }
}

/// Row, column, value.
pub type Entry = (usize, usize, f64);

/// How W is given.
#[derive(Clone, Debug, PartialEq)]
pub enum Operator {
    /// W itself, row after row.
    Dense(Vec<f64>),
    /// W = H M⁻¹ Hᵀ; entries may be zeros, and none is given twice.
    Factored {
        /// Degrees of freedom.
        dofs: usize,
        /// Entries of M.
        mass: Vec<Entry>,
        /// Entries of H.
        jacobian: Vec<Entry>,
    },
}

/// A contact problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// W.
    pub operator: Operator,
    /// b: u at r = 0.
    pub b: Vec<f64>,
    /// The laws, block after block.
    pub laws: Vec<Law>,
}

impl Problem {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.b.len()
    }

    /// First row of every block.
    pub fn offsets(&self) -> Vec<usize> {
        let mut at = 0;
        let mut next = |law: &Law| {
            let first = at;
            at += law.rows().len();
            first
        };
        self.laws.iter().map(&mut next).collect()
    }

    /// The same problem without block `block`.
    #[must_use]
    pub fn without(&self, block: usize) -> Problem {
        let first = self.offsets().get(block).copied().unwrap_or(self.rows());
        let size = self.laws.get(block).map_or(0, |law| law.rows().len());
        let gone = first..first + size;
        let n = self.rows();
        let operator = match &self.operator {
            Operator::Dense(w) => {
                let kept = w.iter().enumerate();
                let kept = kept.filter(|(k, _)| !gone.contains(&(k / n)) && !gone.contains(&(k % n)));
                Operator::Dense(kept.map(|(_, x)| *x).collect())
            }
            Operator::Factored { dofs, mass, jacobian } => {
                let kept = jacobian.iter().filter(|entry| !gone.contains(&entry.0));
                let moved = |&(i, j, x): &Entry| (if i >= gone.end { i - size } else { i }, j, x);
                Operator::Factored {
                    dofs: *dofs,
                    mass: mass.clone(),
                    jacobian: kept.map(moved).collect(),
                }
            }
        };
        let mut out = Problem {
            operator,
            b: self.b.clone(),
            laws: self.laws.clone(),
        };
        out.b.drain(gone);
        out.laws.remove(block);
        out
    }

    /// The same problem without degree of freedom `dof`; an explicit W has none, and stays.
    #[must_use]
    pub fn without_dof(&self, dof: usize) -> Problem {
        let mut out = self.clone();
        if let Operator::Factored { dofs, mass, jacobian } = &mut out.operator {
            let moved = |k: usize| if k > dof { k - 1 } else { k };
            *dofs -= 1;
            mass.retain(|entry| entry.0 != dof && entry.1 != dof);
            jacobian.retain(|entry| entry.1 != dof);
            for entry in mass.iter_mut() {
                (entry.0, entry.1) = (moved(entry.0), moved(entry.1));
            }
            for entry in jacobian.iter_mut() {
                entry.1 = moved(entry.1);
            }
        }
        out
    }

    /// The same problem without entry `entry` of M and then H; an explicit W stays.
    #[must_use]
    pub fn without_entry(&self, entry: usize) -> Problem {
        let mut out = self.clone();
        if let Operator::Factored { mass, jacobian, .. } = &mut out.operator {
            if entry < mass.len() {
                mass.remove(entry);
            } else if entry - mass.len() < jacobian.len() {
                jacobian.remove(entry - mass.len());
            }
        }
        out
    }

    /// The problem in the format that `drystone solve` reads.
    pub fn json(&self, title: &str) -> String {
        let laws: Vec<Value> = self.laws.iter().map(Law::json).collect();
        let mut out = json!({
            "format": "drystone-problem", "version": 1, "kind": "contact", "title": title,
            "b": self.b, "laws": laws,
        });
        match &self.operator {
            Operator::Dense(w) => out["W"] = json!(w.chunks(self.rows().max(1)).collect::<Vec<_>>()),
            Operator::Factored { dofs, mass, jacobian } => {
                out["M"] = json!({ "rows": dofs, "columns": dofs, "entries": mass });
                out["H"] = json!({ "rows": self.rows(), "columns": dofs, "entries": jacobian });
            }
        }
        format!("{out}\n")
    }
}
