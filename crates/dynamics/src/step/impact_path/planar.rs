//! One impact in the plane: Routh's polygon in closed form.
//!
//! ```text
//! slip σ = sign U_T:  dU_N/dp = W_nn − σμ W_nt,  dU_T/dp = W_nt − σμ W_tt
//!                     until U_T = 0, if ever; then for good
//! stick  |W_nt| ≤ μ W_tt:   τ = −W_nt/W_tt,   dU_N/dp = W_nn − W_nt²/W_tt
//! slip   otherwise, with σ = sign W_nt
//! ```
//! W_nn − σμ W_nt ≤ 0 presses the bodies together while they slide (dynamic jam). Then W_nt² ≤ W_nn W_tt
//! makes slip stop, and U_N cannot fall on the second side.

use super::path::Path;
use super::{Ending, ImpactError, Outcome, Status, check};
use crate::step::tolerances::BLOCKED_ROUNDINGS;

/// The impact of relative velocity `before` = (U_N, U_T) at a contact with Delassus matrix `w` (normal
/// first).
pub fn planar(
    w: [[f64; 2]; 2],
    before: [f64; 2],
    mu: f64,
    e: f64,
    ending: Ending,
) -> Result<Outcome<2>, ImpactError> {
    check(&w, &before, &[mu], e)?;
    if before[0] >= 0.0 {
        return Ok(Outcome::none(before));
    }
    let mut path = Path::new(w, before, &[mu], ending, e);
    let [[nn, nt], [_, tt]] = w;
    if before[1] != 0.0 {
        let side = before[1].signum();
        let slip_rate = side * nt - mu * tt; // of |U_T|
        let length = if slip_rate < 0.0 {
            -before[1].abs() / slip_rate
        } else {
            f64::INFINITY
        };
        if path.straight(nn - side * mu * nt, &[-side * mu], length)? {
            return Ok(path.outcome(Status::Slip));
        }
    }
    if nt.abs() <= mu * tt {
        let tau = if tt > 0.0 { -nt / tt } else { 0.0 };
        path.stick(nn + nt * tau, &[tau], BLOCKED_ROUNDINGS * f64::EPSILON * nn)
    } else {
        let side = nt.signum();
        path.straight(nn - mu * nt.abs(), &[-side * mu], f64::INFINITY)?;
        Ok(path.outcome(Status::Slip))
    }
}
