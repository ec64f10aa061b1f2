//! Compliant contact: the force as a function of overlap and velocity.
//!
//! ```text
//! y = −g,  ẏ = −u_N
//! linear          F = k y + d ẏ          d given, or d = 2 ζ √(k m),  ζ = −ln e / √(π² + ln² e),  1/m = W_NN
//! Hertz           F = k y^{3/2} + d ẏ                d = 0 where absent
//! Hunt, Crossley  F = k y^{3/2} (1 + (3/2) α ẏ)  α given,
//!                 or α = (1 − e)/v₀ with v₀ the velocity of approach at touch
//! friction  F_T = −F_N C² u_T / max(‖C u_T‖, μ veltol)
//!           a ramp, from ‖u_T‖ = veltol on Coulomb's; C: axes of D
//!                 F_T = F_N P_D(−s_D(−u_T) u_T / (‖u_T‖ veltol))  where the section D of the law has no axes
//! ```
//! The linear force and Hertz' with d may pull: `clamp` cuts them at 0. Friction follows the pressing part of
//! F_N only. Sources: Brogliato et al. (2002) (34), (73)–(76), Fig. 5a; Hunt and Crossley (1975), e = 1 − α
//! v₀ for small α v₀. Not done: tangential springs, and so no sticking: what rests on a slope creeps.

use crate::contact::{Contact, Friction, with_mu};
use crate::error::StepError;
use crate::step::problem::interpolate;
use drystone_solve::law::{Law, MAX_ROWS, Shape};

/// The law of the normal force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Model {
    /// Spring and dashpot.
    #[default]
    Linear,
    /// A Hertzian spring, and a dashpot where one is given.
    Hertz,
    /// A Hertzian spring with damping that grows with the overlap.
    HuntCrossley,
}

/// How contacts yield.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compliance {
    /// The law of the normal force.
    pub model: Model,
    /// k, in N/m; N/m^{3/2} for Hertz and for Hunt and Crossley.
    pub stiffness: f64,
    /// d in N·s/m, α in s/m; from the restitution of the contact where absent.
    pub damping: Option<f64>,
    /// Whether forces that would pull are cut at 0.
    pub clamp: bool,
    /// Sliding slower than this is held back by less than Coulomb's friction, in m/s.
    pub veltol: f64,
}

impl Compliance {
    /// F at an overlap y ≥ 0 that grows at `rate`; `mass` is that which the contact feels, `touch` v₀.
    pub fn normal(&self, [y, rate]: [f64; 2], e: f64, mass: f64, touch: f64) -> f64 {
        let k = self.stiffness;
        let force = match self.model {
            Model::Linear => k * y + self.damping.unwrap_or_else(|| dashpot(k, mass, e)) * rate,
            Model::Hertz => k * y * y.sqrt() + self.damping.unwrap_or(0.0) * rate,
            Model::HuntCrossley => {
                let alpha = self.damping.unwrap_or((1.0 - e) / touch.max(self.veltol));
                (k * y * y.sqrt() * (1.0 + 1.5 * alpha * rate)).max(0.0)
            }
        };
        if self.clamp { force.max(0.0) } else { force }
    }

    /// Whether the mass that a contact feels matters.
    pub(crate) fn needs_mass(&self) -> bool {
        self.model == Model::Linear && self.damping.is_none()
    }

    /// F_T into the rows behind the normal one, from u and the normal force in the first row of `force`.
    pub(crate) fn tangential(&self, contact: &Contact, u: &[f64], force: &mut [f64]) {
        let Some(shape) = self.law(contact, u).shape() else {
            return;
        };
        let mut x = [0.0; MAX_ROWS];
        if let Shape::Ellipsoids(groups, count) = shape {
            // Spin and rolling count by the power they take beside that of sliding at veltol.
            let first = groups[0].axes[0];
            let ramp = self.veltol * if first > 0.0 { first } else { 1.0 };
            for group in &groups[..count] {
                let rows = group.start..group.start + group.dim;
                let axes = &group.axes[..group.dim];
                let powers = axes.iter().zip(&u[rows.clone()]).map(|(c, u)| c * u);
                let power = powers.map(|p| p * p).sum::<f64>().sqrt();
                for (row, c) in rows.zip(axes) {
                    x[row] = -c * c * u[row] / power.max(ramp);
                }
            }
        } else {
            for (x, u) in x.iter_mut().zip(u).skip(1) {
                *x = -u;
            }
            let speed = norm(&u[1..]);
            let size = if speed > 0.0 {
                shape.support(&x) / speed
            } else {
                0.0
            };
            for x in &mut x {
                *x *= size / self.veltol;
            }
            shape.project(&mut x);
        }
        let press = force[0].max(0.0);
        for (force, x) in force.iter_mut().zip(x).skip(1) {
            *force = press * x;
        }
    }

    /// The law at this sliding speed: static up to veltol, then kinetic; a curve where there is one.
    pub(crate) fn law(&self, contact: &Contact, u: &[f64]) -> Law {
        let speed = norm(&u[1..]);
        match &contact.friction {
            Friction::StaticKinetic { stick, slip } => {
                if speed > self.veltol {
                    *slip
                } else {
                    *stick
                }
            }
            Friction::Curve { law, points } => with_mu(*law, interpolate(points, speed)),
            other => other.law(),
        }
    }

    /// A motor or dry friction in a joint: from one bound to the other within ± veltol (rad/s where it
    /// turns).
    pub(crate) fn bounded(&self, [lo, hi]: [f64; 2], u: f64) -> Result<f64, StepError> {
        if !(lo.is_finite() && hi.is_finite()) {
            return Err(StepError::NotApplicable {
                scheme: super::penalised::NAME,
                reason: "it has no drives of unlimited force: give the motor a limit, or take moreau-jean",
            });
        }
        Ok(0.5 * (lo + hi) - 0.5 * (hi - lo) * (u / self.veltol).clamp(-1.0, 1.0))
    }
}

/// The dashpot that makes a mass on a linear spring rebound with e: critical for e = 0.
fn dashpot(k: f64, mass: f64, e: f64) -> f64 {
    let ratio = if e > 0.0 {
        let log = e.ln();
        -log / (std::f64::consts::PI.powi(2) + log * log).sqrt()
    } else {
        1.0
    };
    2.0 * ratio * (k * mass).sqrt()
}

fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests;
