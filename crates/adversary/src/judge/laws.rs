//! The laws in variables without units, and their defects in the form of Alart and Curnier (1991).
//!
//! ```text
//! min(r, u) = r − max(0, r − u)        mid(r − hi, u, r − lo) = r − clamp(r − u, lo, hi)
//! ```
//! For friction the radius c = max(0, r_N − u_N) is the one of the article and c = max(0, r_N) the one of the
//! law itself: both vanish exactly at an answer, and the smaller defect counts.

use super::section::Section;
use crate::dd::{Dd, norm};
use crate::problem::{Law, Row};

/// What the rows of a block must obey.
#[derive(Clone, Debug)]
pub enum Rule {
    /// u = 0.
    Bilateral,
    /// 0 ≤ u ⟂ r ≥ 0.
    Unilateral,
    /// `−u ∈ N_[lo,hi](r)`, bounds as doubles may be infinite.
    Box(Dd, Dd),
    /// 0 ≤ u_N ⟂ r_N ≥ 0 and friction: D as a product of sections.
    Friction(Vec<Section>),
}

/// A block of rows and its rule.
#[derive(Clone, Debug)]
pub struct ScaledLaw {
    /// First row.
    pub first: usize,
    /// Number of rows.
    pub size: usize,
    /// The rule.
    pub rule: Rule,
}

impl ScaledLaw {
    /// The law at row `first`, where r̃ = 2ᵏ t r of a row is given as (k, t).
    pub fn new(law: &Law, first: usize, scale: &dyn Fn(usize) -> (i32, Dd)) -> Self {
        let (shift, root) = scale(first);
        // A coefficient of row k in these variables: r̃_k ≤ a r̃_N for r_k ≤ a₀ r_N.
        let ratio = |row: usize, a: f64| {
            let kind = law.rows().get(row).copied().unwrap_or(Row::Translation);
            if kind == Row::Translation {
                return Dd::from(a);
            }
            let (k, t) = scale(first + row);
            (Dd::from(a) * t / root).shifted(k - shift)
        };
        let ball = |start: usize, axes: &[f64]| {
            let axes = axes.iter().enumerate();
            Section::Ball(start, axes.map(|(k, a)| ratio(start + k, *a)).collect())
        };
        let interval =
            |row: usize, minus: f64, plus: f64| Section::Interval(row, ratio(row, minus), ratio(row, plus));
        let bound = |x: f64| {
            if x.is_finite() {
                Dd::from(x).shifted(shift) * root
            } else {
                Dd::from(x)
            }
        };
        let rule = match *law {
            Law::Bilateral => Rule::Bilateral,
            Law::Unilateral => Rule::Unilateral,
            Law::Box(lo, hi) => Rule::Box(bound(lo), bound(hi)),
            Law::Planar(mu) => Rule::Friction(vec![interval(1, mu, mu)]),
            Law::Asymmetric(minus, plus) => Rule::Friction(vec![interval(1, minus, plus)]),
            Law::Coulomb(mu) => Rule::Friction(vec![ball(1, &[mu, mu])]),
            Law::Elliptic(mu) => Rule::Friction(vec![ball(1, &mu)]),
            Law::Facetted(mu, facets) => Rule::Friction(vec![Section::Polygon(mu, facets)]),
            Law::Torsion(mu, torsion) => Rule::Friction(vec![ball(1, &[mu, mu, torsion])]),
            Law::PlanarRolling(mu, rolling) => {
                Rule::Friction(vec![interval(1, mu, mu), interval(2, rolling, rolling)])
            }
            Law::Rolling(mu, rolling) => {
                Rule::Friction(vec![ball(1, &[mu, mu]), ball(3, &[rolling, rolling])])
            }
            Law::RollingTorsion(mu, torsion, rolling) => {
                Rule::Friction(vec![ball(1, &[mu, mu, torsion]), ball(4, &[rolling, rolling])])
            }
        };
        ScaledLaw {
            first,
            size: law.rows().len(),
            rule,
        }
    }

    /// How far impulse `r` and velocity `u` are from the law, row by row.
    pub fn defect(&self, r: &[Dd], u: &[Dd], out: &mut [Dd]) {
        match &self.rule {
            Rule::Bilateral => out[0] = u[0],
            Rule::Unilateral => out[0] = r[0].min(u[0]),
            Rule::Box(lo, hi) => out[0] = u[0].min(r[0] - *lo).max(r[0] - *hi),
            Rule::Friction(sections) => {
                out[0] = r[0].min(u[0]);
                let mut second = [Dd::ZERO; 6];
                let second = &mut second[..out.len()];
                for section in sections {
                    section.defect((r[0] - u[0]).max(Dd::ZERO), r, u, out);
                    section.defect(r[0].max(Dd::ZERO), r, u, second);
                }
                let size = |x: &[Dd]| norm(x[1..].iter().map(|x| x.hi));
                if size(second) < size(out) {
                    out[1..].copy_from_slice(&second[1..]);
                }
            }
        }
    }
}
