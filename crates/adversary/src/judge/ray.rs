//! Whether a ray proves that a problem has no answer.
//!
//! ```text
//! y ≥ 0 on normals, free on joints, 0 on friction and bounded rows;   z = Wᵀ y
//! unilateral z ≤ 0     joint z = 0     friction z_N + s_D(z_T) ≤ 0     box: sup { z r : lo ≤ r ≤ hi } = σ
//! y·b + Σ σ < 0
//! ```
//! Then y·u = y·b + z·r < 0 for every allowed r, while the laws ask y·u ≥ 0. All to 1e-9 of the terms that
//! make up each number. A row whose box is open above obeys u ≥ 0 and may carry y ≥ 0; open both ways, it is
//! a joint.

use super::laws::Rule;
use super::scaled::Scaled;
use super::section::Section;
use crate::dd::Dd;

/// What counts as zero beside the terms of a sum.
const SHARE: f64 = 1e-9;

/// Checks a ray. The error says which clause fails.
pub fn check_ray(scaled: &Scaled, ray: &[f64]) -> Result<(), String> {
    let n = scaled.b.len();
    if ray.len() != n || !ray.iter().all(|y| y.is_finite()) {
        return Err(format!(
            "the ray has {} entries, asked: {n} finite ones",
            ray.len()
        ));
    }
    let y = scaled.impulses(ray);
    let top = y.iter().map(|y| y.hi.abs()).fold(0.0, f64::max);
    let (mut z, mut size) = (vec![Dd::ZERO; n], vec![0.0; n]);
    for i in 0..n {
        for j in 0..n {
            z[j] += scaled.w[i * n + j] * y[i];
            size[j] += scaled.size[i * n + j] * y[i].hi.abs();
        }
    }
    let (mut margin, mut terms) = (Dd::ZERO, 0.0);
    for i in 0..n {
        margin += y[i] * scaled.b[i];
        terms += (y[i].hi * scaled.b[i].hi).abs();
    }
    for (block, law) in scaled.laws.iter().enumerate() {
        let rows = law.first..law.first + law.size;
        let seen = Seen {
            y: &y[rows.clone()],
            z: &z[rows.clone()],
            size: &size[rows],
            top,
        };
        match seen.highest(&law.rule) {
            Ok(term) => {
                margin += term;
                terms += term.hi.abs();
            }
            Err((what, x)) => return Err(format!("block {block}: {what} ({:.1e})", x.hi)),
        }
    }
    if margin.hi < -SHARE * terms {
        Ok(())
    } else {
        Err(format!(
            "y·b plus what boxes add is {:.1e}, not negative",
            margin.hi
        ))
    }
}

/// A ray at one block: y, z = Wᵀ y, the sizes of the terms of z, and the largest |y| of all rows.
struct Seen<'a> {
    y: &'a [Dd],
    z: &'a [Dd],
    size: &'a [f64],
    top: f64,
}

/// Which clause fails, and by which number.
type Broken = (&'static str, Dd);

fn zero(x: Dd, beside: f64) -> bool {
    x.hi.abs() <= SHARE * beside
}

impl Seen<'_> {
    /// The largest z·r of the impulses that the law allows, or the clause that fails.
    fn highest(&self, rule: &Rule) -> Result<Dd, Broken> {
        let (y, z, size) = (self.y[0], self.z[0], self.size[0]);
        let positive = y.hi >= -SHARE * self.top;
        match rule {
            Rule::Bilateral if !zero(z, size) => Err(("z of a joint is not 0", z)),
            Rule::Unilateral | Rule::Friction(_) if !positive => Err(("y of a normal is negative", y)),
            Rule::Unilateral if !(z.hi <= SHARE * size) => Err(("z of a normal is positive", z)),
            Rule::Bilateral | Rule::Unilateral => Ok(Dd::ZERO),
            Rule::Friction(sections) => self.friction(sections).map(|()| Dd::ZERO),
            Rule::Box(lo, hi) => {
                let allowed = match (lo.is_finite(), hi.is_finite()) {
                    (true, true) => zero(y, self.top),
                    (true, false) => positive,
                    (false, true) => y.hi <= SHARE * self.top,
                    (false, false) => true,
                };
                let end = if z > Dd::ZERO { *hi } else { *lo };
                match end.is_finite() {
                    _ if !allowed => Err(("y of a bounded row has the wrong sign", y)),
                    true => Ok(z * end),
                    false if zero(z, size) => Ok(Dd::ZERO),
                    false => Err(("z points along an open end of a box", z)),
                }
            }
        }
    }

    /// z_N + s_D(z_T) ≤ 0, and y of friction rows is 0.
    fn friction(&self, sections: &[Section]) -> Result<(), Broken> {
        if let Some(y) = self.y[1..].iter().find(|y| !zero(**y, self.top)) {
            return Err(("y of a friction row is not 0", *y));
        }
        let (mut sum, mut beside) = (self.z[0], self.size[0]);
        let sizes: Vec<Dd> = self.size.iter().map(|x| Dd::from(*x)).collect();
        for section in sections {
            sum += section.support(self.z);
            beside += section.support(&sizes).hi.abs();
        }
        if sum.hi <= SHARE * beside {
            Ok(())
        } else {
            Err(("z leaves the polar cone", sum))
        }
    }
}
