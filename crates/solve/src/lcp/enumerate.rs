//! All solutions of a small problem.
//!
//! ```text
//! solutions = ∪ over A of  P_A = { z : z_i = 0 (i ∉ A),  w_i = 0 (i ∈ A),  z ≥ 0,  w ≥ 0 }         2ⁿ sets A
//! ```
//! A regular M_AA makes P_A a point or nothing; a singular one makes it a polyhedron (see
//! [`super::vertices`]). Guaranteed in exact arithmetic, when `complete`: every isolated solution is listed,
//! and every family (a P_A of positive dimension) is listed by its vertices and rays; a solution that lies on
//! no family is marked isolated. In floating point a rank below 10⁻¹¹ (relative, equilibrated) counts as
//! singular and an inequality missed by 10⁻⁹ as met, so data closer than that to a change of the solution set
//! are not told apart. The cost is 2ⁿ eliminations; beyond [`MAX_PAIRS`] pairs nothing is tried.

use super::form::Form;
use super::linear::largest;
use super::vertices::{affine, corners};
use super::{Options, Run};
use crate::problem::{Lcp, MixedLcp};
use crate::solver::Stop;

/// Most complementary pairs (free rows do not count) that are enumerated.
pub const MAX_PAIRS: usize = 20;

/// Choices of tight constraints tried in all.
const BUDGET: u64 = 20_000_000;

/// One solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// z.
    pub z: Vec<f64>,
    /// Whether no family of solutions passes through it.
    pub isolated: bool,
    /// Whether some complementary basis with a regular matrix gives it.
    pub basic: bool,
}

/// A polyhedron of solutions: all convex combinations of the vertices plus nonnegative ones of the rays.
#[derive(Clone, Debug, PartialEq)]
pub struct Family {
    /// Which solutions are its vertices, as places in `Enumeration::solutions`.
    pub vertices: Vec<usize>,
    /// Directions along which it is unbounded.
    pub rays: Vec<Vec<f64>>,
}

/// All solutions found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Enumeration {
    /// Isolated solutions and vertices of families, without repetition.
    pub solutions: Vec<Solution>,
    /// The families that are not a face of another one.
    pub families: Vec<Family>,
    /// Complementary bases examined.
    pub bases: usize,
    /// How many of them are singular.
    pub singular: usize,
    /// How many hold a solution.
    pub cones: usize,
    /// Whether every basis was examined to the end.
    pub complete: bool,
}

/// All solutions of an LCP; `None` when it has more than [`MAX_PAIRS`] rows.
pub fn enumerate(problem: &Lcp) -> Option<Enumeration> {
    enumerate_mixed(&MixedLcp::from_lcp(problem))
}

/// All solutions of a mixed problem; `None` with more than [`MAX_PAIRS`] pairs, a box counting as two.
pub fn enumerate_mixed(problem: &MixedLcp) -> Option<Enumeration> {
    problem.check().ok()?;
    let form = Form::new(problem);
    let mut found = scan(&form, &|| false, usize::MAX, false)?;
    for solution in &mut found.solutions {
        solution.z = form.restore(&solution.z);
    }
    for family in &mut found.families {
        for ray in &mut family.rays {
            *ray = form.restore_direction(ray);
        }
    }
    Some(found)
}

/// The first solution met, as a method among others.
pub(super) fn first(form: &Form, options: &Options) -> Run {
    let limit = options.max_iterations.unwrap_or(usize::MAX);
    let Some(found) = scan(form, &|| options.is_expired(), limit, true) else {
        return Run::failed(form, Stop::Unsupported);
    };
    let stop = if found.complete {
        Stop::Stalled
    } else {
        Stop::IterationLimit
    };
    let Some(solution) = found.solutions.into_iter().next() else {
        return Run {
            iterations: found.bases,
            ..Run::failed(form, stop)
        };
    };
    let mut z = solution.z;
    form.polish(&mut z);
    Run {
        z,
        iterations: found.bases,
        stop: Stop::Converged,
        ray: None,
    }
}

struct Scan<'a> {
    form: &'a Form,
    dense: Vec<f64>,
    found: Enumeration,
    budget: u64,
}

fn scan(form: &Form, expired: &dyn Fn() -> bool, limit: usize, one: bool) -> Option<Enumeration> {
    let pairs: Vec<usize> = (0..form.n).filter(|&i| !form.free[i]).collect();
    if pairs.len() > MAX_PAIRS {
        return None;
    }
    let all: Vec<usize> = (0..form.n).collect();
    let mut scan = Scan {
        form,
        dense: form.dense_block(&all),
        found: Enumeration {
            complete: true,
            ..Enumeration::default()
        },
        budget: BUDGET,
    };
    let mut basic = form.free.clone();
    for code in 0..1_usize << pairs.len() {
        if code >= limit || (code % 1024 == 1023 && expired()) {
            scan.found.complete = false;
            break;
        }
        for (bit, &i) in pairs.iter().enumerate() {
            basic[i] = code >> bit & 1 == 1;
        }
        scan.examine(&basic);
        if one && !scan.found.solutions.is_empty() {
            break;
        }
    }
    scan.found.drop_faces();
    Some(scan.found)
}

impl Scan<'_> {
    fn examine(&mut self, basic: &[bool]) {
        let n = self.form.n;
        let (set, rest): (Vec<usize>, Vec<usize>) = (0..n).partition(|&i| basic[i]);
        let k = set.len();
        let block: Vec<f64> = set
            .iter()
            .flat_map(|&i| set.iter().map(move |&j| (i, j)))
            .map(|(i, j)| self.dense[j * n + i])
            .collect();
        self.found.bases += 1;
        let point = affine(
            k,
            k,
            block.clone(),
            set.iter().map(|&i| -self.form.q[i]).collect(),
        );
        let Some(solved) = point else {
            self.found.singular += 1;
            return;
        };
        let spread = |x: &[f64]| {
            let mut z = vec![0.0; n];
            set.iter().zip(x).for_each(|(&i, x)| z[i] = *x);
            z
        };
        let z = spread(&solved.point);
        if solved.null.is_empty() {
            if self.holds(&z, basic) {
                self.found.cones += 1;
                self.found.place(z, true);
            }
            return;
        }
        self.found.singular += 1;
        let null: Vec<Vec<f64>> = solved.null.iter().map(|x| spread(x)).collect();
        self.examine_family(&z, &null, &set, &rest);
    }

    /// The polyhedron z + N t of a singular basis.
    fn examine_family(&mut self, z: &[f64], null: &[Vec<f64>], set: &[usize], rest: &[usize]) {
        let (n, d) = (self.form.n, null.len());
        // Signed z of the set, then w of the rest, as functions of t.
        let (mut g_rows, mut g) = (Vec::new(), Vec::new());
        for &i in set.iter().filter(|&&i| !self.form.free[i]) {
            g_rows.extend(null.iter().map(|x| x[i]));
            g.push(z[i]);
        }
        for &i in rest {
            let row = |x: &[f64]| self.form.rows.row(i).map(|(j, a)| a * x[j]).sum::<f64>();
            g_rows.extend(null.iter().map(|x| row(x)));
            g.push(self.form.q[i] + row(z));
        }
        let Some(corners) = corners(d, &g_rows, &g, &mut self.budget) else {
            self.found.complete = false;
            return;
        };
        let combine = |t: &[f64], from: &[f64]| {
            let mut x = from.to_vec();
            for (t, null) in t.iter().zip(null) {
                super::linear::add_scaled(*t, null, &mut x);
            }
            x
        };
        if !corners.vertices.is_empty() {
            self.found.cones += 1;
        }
        let mut vertices: Vec<usize> = corners
            .vertices
            .iter()
            .map(|t| self.found.place(combine(t, z), false))
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        let mut rays: Vec<Vec<f64>> = Vec::new();
        for t in &corners.rays {
            let mut ray = combine(t, &vec![0.0; n]);
            let size = largest(&ray);
            for x in &mut ray {
                *x /= size;
            }
            if !rays.iter().any(|r| near(r, &ray)) {
                rays.push(ray);
            }
        }
        if vertices.len() + rays.len() > 1 {
            self.found.families.push(Family { vertices, rays });
        }
    }

    /// Whether z ≥ 0 and w ≥ 0 up to rounding, given that w = 0 on the set.
    fn holds(&self, z: &[f64], basic: &[bool]) -> bool {
        let slack = 1e-9 * largest(z).max(1.0);
        (0..self.form.n).all(|i| {
            if basic[i] {
                self.form.free[i] || z[i] >= -slack
            } else {
                self.form.q[i] + self.form.rows.row(i).map(|(j, a)| a * z[j]).sum::<f64>() >= -slack
            }
        })
    }
}

fn near(a: &[f64], b: &[f64]) -> bool {
    let size = largest(a).max(largest(b)).max(1e-3);
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-8 * size)
}

impl Enumeration {
    /// Adds a solution unless it is there, and says where it is.
    fn place(&mut self, mut z: Vec<f64>, basic: bool) -> usize {
        for x in &mut z {
            if x.abs() < 1e-14 {
                *x = 0.0;
            }
        }
        if let Some(at) = self.solutions.iter().position(|s| near(&s.z, &z)) {
            self.solutions[at].basic |= basic;
            return at;
        }
        self.solutions.push(Solution {
            z,
            isolated: true,
            basic,
        });
        self.solutions.len() - 1
    }

    /// Marks the vertices of families, then keeps only the families that are not faces of others.
    fn drop_faces(&mut self) {
        for family in &self.families {
            for &v in &family.vertices {
                self.solutions[v].isolated = false;
            }
        }
        let within = |a: &Family, b: &Family| {
            a.vertices.iter().all(|v| b.vertices.contains(v))
                && a.rays.iter().all(|r| b.rays.iter().any(|s| near(r, s)))
        };
        let kept: Vec<bool> =
            (0..self.families.len())
                .map(|i| {
                    let family = &self.families[i];
                    !self.families.iter().enumerate().any(|(j, other)| {
                        j != i && within(family, other) && (!within(other, family) || j < i)
                    })
                })
                .collect();
        let mut at = 0;
        self.families.retain(|_| {
            at += 1;
            kept[at - 1]
        });
    }
}
