//! Forces that a step treats linearly implicitly: derivatives in M̂, springs and dampers as rows.
//!
//! ```text
//! M̂ (v⁺ − v) = h f + h² θ K v + Hᵀ r,     M̂ = M − h θ C − h² θ² K + Σ Z JᵀJ,    K = ∂f/∂q N,  C = ∂f/∂v
//! springs, dampers (`soft_rows.rs`)       r = −h [E + (c + h θ k₁) u⁻] − Z (u⁺ − u⁻),  Z = h θ (c + h θ k₂)
//!   on one block of M                      Z JᵀJ in M̂, the rest of r in f
//!   between blocks                        a row of the problem:  u⁺ + r/Z + β = 0,  W_ii = J M̂⁻¹ Jᵀ + 1/Z
//!                                          β = −u⁻ + (h/Z) [E + (c + h θ k₁) u⁻]
//! ```
//! M̂ stays in the blocks of M, so that contacts of bodies that no spring joins stay apart. Where motion
//! without forces turns v into v_c, all that multiplies v⁺ − v does so for v⁺ − v_c, and its part of v_c − v
//! is in f. A block whose M̂ is not positive definite (a force that pushes away faster than a step resolves)
//! goes without K, then without C: explicit. Sources: Baraff and Witkin (1998); Lacoursière (2007), SPOOK.
//!
//! ```text
//! implicit damping = −r a_m − ΔV + h (E_m + c u_m) w           a = J v,  u = a + w,  m: mean of both ends
//! ΔV = E₀ Δx + ½ k Δx²,   Δx: what x changes by in the step,   E_m = E₀ + ½ h k u_m
//! ```
//! It is what the impulse took beyond what the spring stored: with θ = ½ and a row that does not turn the
//! work h c u_m² of the damper, with θ > ½ numerical damping as well. The part h c u_m² and the power of drag
//! at the mean velocity are booked by the step loop ([`ImplicitQuery::Damping`]), the rest here; of drag that
//! is −(θ − ½) h v_m·C (v⁺ − v). Forces by formulas are applied work; what their implicit treatment takes is
//! in the residue.

use crate::error::{StepError, finite};
use crate::soft_rows::SoftRows;
use crate::step::Step;
use crate::step::inputs::Drive;
use crate::step::tolerances::FOLDED;
use crate::system::{ImplicitQuery, Slopes, State, System};
use drystone_solve::mass::{MassMatrix, cholesky};

/// What a step treats implicitly, and its buffers.
#[derive(Default)]
pub(crate) struct Implicit {
    found: SoftRows,
    /// Z of each row found, in N·s²/m.
    weight: Vec<f64>,
    /// The rows found that are rows of the problem; their 1/Z and β.
    pub(crate) rows: Vec<usize>,
    pub(crate) compliance: Vec<f64>,
    pub(crate) shift: Vec<f64>,
    /// θ of the step.
    theta: f64,
    slopes: Slopes,
    by_q: MassMatrix,
    by_v: MassMatrix,
    /// Room for one number for each degree of freedom, and for one block.
    image: Vec<f64>,
    trial: Vec<f64>,
}

/// Where and how a scheme treats forces implicitly.
#[derive(Clone, Copy)]
pub(crate) struct Weights<'a> {
    /// Weight of the end of the step, above 0.
    pub(crate) theta: f64,
    /// Length of the step, in s.
    pub(crate) dt: f64,
    /// Time and configuration q ⊕ θ h v.
    pub(crate) inside: (f64, &'a [f64]),
    /// Whether the system has springs, dampers or drag.
    pub(crate) sprung: bool,
}

impl Implicit {
    /// Forgets the last step.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.slopes = Slopes::Unknown;
        if self.found.is_empty() {
            return;
        }
        self.found.clear();
        self.weight.clear();
        self.rows.clear();
        self.compliance.clear();
        self.shift.clear();
    }

    /// Whether no row of the problem is a spring or damper.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of rows of the problem that are springs or dampers.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The springs and dampers found; `rows` tells which of them are rows of the problem.
    pub(crate) fn found(&self) -> &SoftRows {
        &self.found
    }

    /// What r of row i answers u with at the beginning: h [E + (c + h θ k₁) u⁻].
    fn given(&self, i: usize, u: f64, dt: f64) -> f64 {
        let law = &self.found.law[i];
        dt * (law.tension + (law.damping + dt * self.theta * law.advance) * u)
    }

    /// Sorts the rows into those that M̂ takes up and those of the problem; M̂ and f of the former.
    fn place_rows(
        &mut self,
        (mass, force): (&mut MassMatrix, &mut [f64]),
        (v, coast): (&[f64], Option<&[f64]>),
        dt: f64,
    ) -> bool {
        let mut folded = false;
        self.image.resize(mass.dim(), 0.0);
        for i in 0..self.found.len() {
            let law = self.found.law[i];
            let z = dt * self.theta * (law.damping + dt * self.theta * law.stiffness);
            self.weight.push(z);
            let (col, value) = self.found.jacobian.row(i);
            let before = self.found.jacobian.dot(i, v) + self.found.rate[i];
            let given = self.given(i, before, dt);
            let Some((&first, &last)) = col.first().zip(col.last()) else {
                continue;
            };
            let block = mass.block_of[first];
            let alone = block == mass.block_of[last];
            if alone {
                let dofs = mass.offsets[block]..mass.offsets[block + 1];
                let own = &mut self.image[dofs.clone()];
                own.fill(0.0);
                col.iter().zip(value).for_each(|(&j, x)| own[j - dofs.start] = *x);
                mass.solve_block(block, own);
                let give: f64 = col.iter().zip(value).map(|(&j, x)| x * own[j - dofs.start]).sum();
                if z * give <= FOLDED {
                    let turned = coast.map_or(0.0, |c| {
                        self.found.jacobian.dot(i, c) - self.found.jacobian.dot(i, v)
                    });
                    for (&j, x) in col.iter().zip(value) {
                        force[j] -= x * (given + z * turned) / dt;
                    }
                    // Factors belong to M until all rows are in.
                    let n = dofs.len();
                    let block = &mut mass.values[mass.start[block]..mass.start[block + 1]];
                    for (&j, x) in col.iter().zip(value) {
                        for (&k, y) in col.iter().zip(value) {
                            block[(j - dofs.start) * n + k - dofs.start] += z * x * y;
                        }
                    }
                    folded |= z > 0.0;
                    continue;
                }
            }
            if z > 0.0 {
                self.rows.push(i);
                self.compliance.push(1.0 / z);
                self.shift.push(given / z - before);
            } else {
                self.found.jacobian.add_transposed(i, -given / dt, force);
            }
        }
        folded
    }

    /// M̂ and f with the derivatives of the force.
    fn add_slopes(
        &mut self,
        (mass, force): (&mut MassMatrix, &mut [f64]),
        (v, coast): (&[f64], Option<&[f64]>),
        (weight, dt): (f64, f64),
    ) -> bool {
        self.by_q.multiply(v, &mut self.image);
        for (f, k) in force.iter_mut().zip(&self.image) {
            *f += weight * k;
        }
        if self.slopes == Slopes::Guarded {
            self.guard(mass, weight);
        }
        let mut changes = false;
        for (k, c) in self.by_q.values.iter_mut().zip(&self.by_v.values) {
            // K becomes what M̂ is less than M by.
            *k = weight * (c + weight * *k);
            changes |= *k != 0.0;
        }
        for (m, change) in mass.values.iter_mut().zip(&self.by_q.values) {
            *m -= change;
        }
        if let (Some(coast), true) = (coast, changes) {
            let mut turned = std::mem::take(&mut self.image);
            for ((turned, c), v) in turned.iter_mut().zip(coast).zip(v) {
                *turned = c - v;
            }
            for (k, ends) in self.by_q.offsets.windows(2).enumerate() {
                let values = &self.by_q.values[self.by_q.start[k]..self.by_q.start[k + 1]];
                let rows = values.chunks_exact(ends[1] - ends[0]);
                for (f, row) in force[ends[0]..ends[1]].iter_mut().zip(rows) {
                    let sum: f64 = row
                        .iter()
                        .zip(&turned[ends[0]..ends[1]])
                        .map(|(a, x)| a * x)
                        .sum();
                    *f += sum / dt;
                }
            }
            self.image = turned;
        }
        changes
    }

    /// Leaves out derivatives with which a block of M̂ is not positive definite: K first, then C as well.
    fn guard(&mut self, mass: &MassMatrix, weight: f64) {
        for (k, ends) in mass.offsets.windows(2).enumerate() {
            let n = ends[1] - ends[0];
            let own = mass.start[k]..mass.start[k + 1];
            let (by_q, by_v) = (
                &mut self.by_q.values[own.clone()],
                &mut self.by_v.values[own.clone()],
            );
            for list in 0..3 {
                self.trial.clear();
                self.trial.extend_from_slice(&mass.values[own.clone()]);
                for i in 0..n {
                    for j in 0..n {
                        let half = |x: &[f64]| 0.5 * (x[i * n + j] + x[j * n + i]);
                        self.trial[i * n + j] -= weight * (half(by_v) + weight * half(by_q));
                    }
                }
                if list == 2 || cholesky(&mut self.trial, n).is_ok() {
                    break;
                }
                if list == 0 { by_q.fill(0.0) } else { by_v.fill(0.0) }
            }
        }
    }

    /// What implicit treatment took in this step, in J.
    fn damped(&self, from: &State, step: &Step, dt: f64, problem: impl Fn(usize) -> (f64, f64)) -> f64 {
        let (theta, mut sum, mut kept) = (self.theta, 0.0, 0);
        let after = &step.state.v;
        for (i, law) in self.found.law.iter().enumerate() {
            let (jacobian, w) = (&self.found.jacobian, self.found.rate[i]);
            let (before, after) = (jacobian.dot(i, &from.v) + w, jacobian.dot(i, after) + w);
            let (r, begun) = if self.rows.get(kept) == Some(&i) {
                kept += 1;
                problem(kept - 1)
            } else {
                (
                    -self.given(i, before, dt) - self.weight[i] * (after - before),
                    before,
                )
            };
            let mean = 0.5 * (begun + after);
            let way = dt * (theta * after + (1.0 - theta) * before) + law.bend;
            let [tension, stiffness] = law.potential;
            let stored = way * (tension + 0.5 * stiffness * way);
            let pulled = dt * (tension + 0.5 * dt * stiffness * mean) * w;
            sum += pulled - (mean - w) * (r + dt * law.damping * mean) - stored;
        }
        if self.slopes == Slopes::Symmetric && theta != 0.5 {
            for (k, ends) in self.by_v.offsets.windows(2).enumerate() {
                let values = &self.by_v.values[self.by_v.start[k]..self.by_v.start[k + 1]];
                for (i, row) in (ends[0]..ends[1]).zip(values.chunks_exact(ends[1] - ends[0])) {
                    let image: f64 = (ends[0]..)
                        .zip(row)
                        .map(|(j, c)| c * (after[j] - from.v[j]))
                        .sum();
                    sum -= (theta - 0.5) * dt * 0.5 * (from.v[i] + after[i]) * image;
                }
            }
        }
        sum
    }

    /// Books what implicit treatment took; `problem` tells r and u before it of the rows of the problem.
    pub(crate) fn book(&self, from: &State, step: &mut Step, dt: f64, problem: impl Fn(usize) -> (f64, f64)) {
        if !self.found.is_empty() || self.slopes == Slopes::Symmetric {
            step.energy.implicit_damping += self.damped(from, step, dt, problem);
        }
    }
}

impl Drive<'_> {
    /// Treats the forces of the system implicitly, as far as it knows how.
    pub(crate) fn linearise(
        &mut self,
        system: &mut dyn System,
        from: &State,
        weights: Weights<'_>,
    ) -> Result<(), StepError> {
        let Weights {
            theta,
            dt,
            inside,
            sprung,
        } = weights;
        let (mass, force, coast, implicit) = self.implicit();
        implicit.theta = theta;
        let start = (from.time, &from.q[..]);
        let at = (inside.0, &from.q[..]);
        let mut folded = false;
        if sprung {
            system.implicit(ImplicitQuery::Springs {
                step: (start, inside, theta),
                at: (at, &from.v),
                force,
                out: &mut implicit.found,
            });
            for law in &implicit.found.law {
                finite(inside.0, "the tension of a spring", &[law.tension, law.stiffness])?;
            }
            folded = implicit.place_rows((mass, force), (&from.v, coast), dt);
        }
        if implicit.by_q.dim() != mass.dim() {
            implicit.by_q.copy_shape(mass);
            implicit.by_v.copy_shape(mass);
            implicit.image.resize(mass.dim(), 0.0);
        }
        let (by_q, by_v) = (&mut implicit.by_q.values, &mut implicit.by_v.values);
        implicit.slopes = system.implicit(ImplicitQuery::Slopes {
            at,
            v: &from.v,
            by_q,
            by_v,
        });
        let mut changed = false;
        if implicit.slopes != Slopes::Unknown {
            // A mass of NaN would be blamed for what the force has not got.
            finite(inside.0, "the force", force)?;
            for list in [&implicit.by_q.values, &implicit.by_v.values] {
                finite(inside.0, "the derivative of the force", list)?;
            }
            changed = implicit.add_slopes((mass, force), (&from.v, coast), (dt * theta, dt));
        }
        match implicit.slopes {
            Slopes::General | Slopes::Guarded if changed => {
                mass.factor_general().map_err(StepError::mass(inside.0))
            }
            _ if changed || folded => mass.factor_symmetric().map_err(StepError::mass(inside.0)),
            _ => Ok(()),
        }
    }
}
