//! A problem in variables without units, in double-double.
//!
//! ```text
//! 1. exact powers of two:   W ← 2^(−kᵢ−kⱼ) W,   b ← 2^(−kᵢ−β) b,   r ← 2^(kᵢ−β) r      all near 1
//! 2. √d in double-double:   W ← W / (√dᵢ √dⱼ),  b ← b / √dᵢ,       r ← √dᵢ r
//! (M, H):  M ← D M D and H ← H D by powers of two first, then W = H M⁻¹ Hᵀ by elimination
//! ```
//! Rows of a block of one kind (translation, spin, rolling) share k and d. A kind whose diagonal is zero
//! takes the scale of the largest kind of the problem: nothing better is known.

use super::elimination::inverse;
use super::laws::ScaledLaw;
use crate::dd::{Dd, exponent, shifted};
use crate::problem::{Entry, Operator, Problem};

/// A problem in variables without units.
#[derive(Clone, Debug)]
pub struct Scaled {
    /// W, row after row.
    pub w: Vec<Dd>,
    /// |W|, or |H| |M⁻¹| |H|ᵀ: what rounding errors are measured by.
    pub size: Vec<f64>,
    /// b.
    pub b: Vec<Dd>,
    /// The laws in these variables.
    pub laws: Vec<ScaledLaw>,
    /// The power of two of r, row by row.
    shift: Vec<i32>,
    /// √d, row by row.
    root: Vec<Dd>,
}

/// Rows that share a scale: the rows of one kind of one block.
fn groups(problem: &Problem) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = Vec::new();
    for (law, first) in problem.laws.iter().zip(problem.offsets()) {
        let mut last = None;
        for (k, kind) in law.rows().iter().enumerate() {
            match out.last_mut() {
                Some(group) if last == Some(kind) => group.push(first + k),
                _ => out.push(vec![first + k]),
            }
            last = Some(kind);
        }
    }
    out
}

/// W and the sizes of its rounding errors, both scaled by the powers of two of the rows.
struct Balanced {
    w: Vec<Dd>,
    size: Vec<f64>,
    power: Vec<i32>,
}

/// One exponent for each group by the largest number given for its rows; groups of zeros take the largest.
fn powers(groups: &[Vec<usize>], largest: &[f64]) -> Vec<i32> {
    let tops = groups
        .iter()
        .map(|group| group.iter().map(|&i| largest[i].abs()).fold(0.0, f64::max));
    let tops: Vec<f64> = tops.collect();
    let all = tops.iter().copied().fold(0.0, f64::max);
    let mut power = vec![0; largest.len()];
    for (group, top) in groups.iter().zip(tops) {
        let top = if top > 0.0 { top } else { all };
        for &i in group {
            power[i] = exponent(top);
        }
    }
    power
}

fn dense(w: &[f64], n: usize, groups: &[Vec<usize>]) -> Balanced {
    let diagonal: Vec<f64> = (0..n).map(|i| w[i * n + i]).collect();
    let power: Vec<i32> = powers(groups, &diagonal)
        .iter()
        .map(|k| k.div_euclid(2))
        .collect();
    let each = w
        .iter()
        .enumerate()
        .map(|(k, x)| shifted(*x, -power[k / n] - power[k % n]));
    let values: Vec<f64> = each.collect();
    Balanced {
        size: values.iter().map(|x| x.abs()).collect(),
        w: values.into_iter().map(Dd::from).collect(),
        power,
    }
}

fn factored(
    (rows, dofs): (usize, usize),
    mass: &[Entry],
    jacobian: &[Entry],
    groups: &[Vec<usize>],
) -> Option<Balanced> {
    let mut top = vec![0.0; dofs];
    for &(i, j, x) in mass {
        // The diagonal gives the size of a degree of freedom; a row without one, its largest entry.
        if i == j && x != 0.0 {
            top[i] = x.abs();
        }
    }
    for &(i, _, x) in mass {
        if top[i] == 0.0 {
            top[i] = x.abs();
        }
    }
    let half: Vec<i32> = top.iter().map(|&x| exponent(x).div_euclid(2)).collect();
    let mut m = vec![Dd::ZERO; dofs * dofs];
    for &(i, j, x) in mass {
        m[i * dofs + j] += Dd::from(shifted(x, -half[i] - half[j]));
    }
    let inv = inverse(m, dofs)?;
    let mut largest = vec![0.0; rows];
    let mut lines: Vec<Vec<(usize, f64)>> = vec![Vec::new(); rows];
    for &(i, j, x) in jacobian.iter().filter(|entry| entry.2 != 0.0) {
        let x = shifted(x, -half[j]);
        lines[i].push((j, x));
        largest[i] = f64::max(largest[i], x.abs());
    }
    let power = powers(groups, &largest);
    for (line, k) in lines.iter_mut().zip(&power) {
        for entry in line {
            entry.1 = shifted(entry.1, -k);
        }
    }
    let mut out = Balanced {
        w: vec![Dd::ZERO; rows * rows],
        size: vec![0.0; rows * rows],
        power,
    };
    for (j, line) in lines.iter().enumerate() {
        // Column j of M⁻¹ Hᵀ, and of the absolute values.
        let (mut column, mut sizes) = (vec![Dd::ZERO; dofs], vec![0.0; dofs]);
        for i in 0..dofs {
            for &(k, h) in line {
                let x = inv[i * dofs + k];
                if x != Dd::ZERO {
                    column[i] += x * Dd::from(h);
                    sizes[i] += (x.hi * h).abs();
                }
            }
        }
        for (i, line) in lines.iter().enumerate() {
            for &(k, h) in line {
                out.w[i * rows + j] += column[k] * Dd::from(h);
                out.size[i * rows + j] += sizes[k] * h.abs();
            }
        }
    }
    Some(out)
}

impl Scaled {
    /// Scales `problem`. `None`: its mass matrix is singular.
    pub fn new(problem: &Problem) -> Option<Self> {
        let n = problem.rows();
        let groups = groups(problem);
        let Balanced {
            mut w,
            mut size,
            power,
        } = match &problem.operator {
            Operator::Dense(w) => dense(w, n, &groups),
            Operator::Factored { dofs, mass, jacobian } => factored((n, *dofs), mass, jacobian, &groups)?,
        };
        let mut root = vec![Dd::ONE; n];
        for group in &groups {
            let mut sum = Dd::ZERO;
            for &i in group {
                sum += w[i * n + i].abs();
            }
            let mean = sum / Dd::from(group.len() as f64);
            if mean > Dd::ZERO {
                for &i in group {
                    root[i] = mean.sqrt();
                }
            }
        }
        for (k, (w, size)) in w.iter_mut().zip(&mut size).enumerate() {
            let product = root[k / n] * root[k % n];
            *w = *w / product;
            *size /= product.hi;
        }
        let b: Vec<f64> = (0..n).map(|i| shifted(problem.b[i], -power[i])).collect();
        let top = b.iter().map(|x| x.abs()).fold(0.0, f64::max);
        let whole = exponent(top);
        let shift: Vec<i32> = power.iter().map(|k| k - whole).collect();
        let b = (0..n)
            .map(|i| Dd::from(shifted(b[i], -whole)) / root[i])
            .collect();
        let each = problem.laws.iter().zip(problem.offsets());
        let laws = each
            .map(|(law, first)| ScaledLaw::new(law, first, &|row| (shift[row], root[row])))
            .collect();
        Some(Scaled {
            w,
            size,
            b,
            laws,
            shift,
            root,
        })
    }

    /// Impulses in these variables.
    pub fn impulses(&self, r: &[f64]) -> Vec<Dd> {
        let each = r.iter().zip(&self.shift).zip(&self.root);
        each.map(|((r, k), root)| Dd::from(shifted(*r, *k)) * *root)
            .collect()
    }

    /// u = W r + b and |W| |r|.
    pub fn velocities(&self, r: &[Dd]) -> (Vec<Dd>, Vec<f64>) {
        let n = self.b.len();
        let (mut u, mut size) = (self.b.clone(), vec![0.0; n]);
        for i in 0..n {
            for (j, r) in r.iter().enumerate().filter(|(_, r)| **r != Dd::ZERO) {
                u[i] += self.w[i * n + j] * *r;
                size[i] += self.size[i * n + j] * r.hi.abs();
            }
        }
        (u, size)
    }
}
