//! Implicit steps of a length that is chosen: what the hybrid scheme does where no mode goes on, or events
//! crowd.
//!
//! ```text
//! x⁺ = x + h (A x⁺ + B λ⁺ + a⁺),  w⁺ = C x⁺ + D λ⁺ + c⁺
//!                                 one step of h against two of h/2: |x₁ − x₂| ≤ 1e-6 of |x|
//! ```
//! Backward Euler, of order 1, from an eightieth of a step of the run on; the two halves are kept. At the
//! shortest length a step is kept as it is. Limit: from relative degree 3 on it diverges where the state must
//! jump.

use super::one_step::OneStep;
use super::stepper::ask_drive;
use super::{ComplementarityError, ComplementaritySystem};
use drystone_solve::lcp::Method;
use nalgebra::{DMatrix, DVector};

/// How much of a step of the run is covered at least, and the first and the shortest length.
const COVERED: f64 = 0.05;
const FIRST: f64 = 1.0 / 80.0;
const SHORTEST: f64 = 1e-4;
/// Largest difference of one step and two halves, over the largest |x|.
const DIFFERENCE: f64 = 1e-6;
const TOLERANCE: f64 = 1e-9;

/// Steps from `time` on, x and λ with them; their number and the time reached.
pub(super) fn steps(
    system: &mut ComplementaritySystem,
    (x, lambda): (&mut DVector<f64>, &mut DVector<f64>),
    time: f64,
    target: f64,
    step: f64,
    method: Method,
) -> Result<(usize, f64), ComplementarityError> {
    let end = target.min(time + COVERED * step);
    let (mut now, mut h, mut count) = (time, FIRST * step, 0);
    while end - now > 1e-13 * step {
        let length = h.min(end - now);
        let (whole, _) = one(system, x, now, length, method)?;
        let (half, _) = one(system, x, now, 0.5 * length, method)?;
        let (both, last) = one(system, &half, now + 0.5 * length, 0.5 * length, method)?;
        count += 2;
        let difference = (&whole - &both).amax();
        let exact = difference <= DIFFERENCE * both.amax().max(x.amax());
        if !exact && length > SHORTEST * step {
            h = (0.5 * length).max(SHORTEST * step);
            continue;
        }
        x.copy_from(&both);
        lambda.copy_from(&last);
        now = if length < h { end } else { now + length };
        if exact {
            h *= 2.0;
        }
    }
    Ok((count, end))
}

fn one(
    system: &mut ComplementaritySystem,
    x: &DVector<f64>,
    time: f64,
    h: f64,
    method: Method,
) -> Result<(DVector<f64>, DVector<f64>), ComplementarityError> {
    let (n, m) = (system.num_states(), system.num_rows());
    let mut drive = (DVector::zeros(n), DVector::zeros(m));
    ask_drive(system, time + h, &mut drive)?;
    let implicit = (DMatrix::identity(n, n) - &system.a_matrix * h).lu();
    let singular = ComplementarityError::Singular { dt: h };
    let response = implicit.solve(&(&system.b * h)).ok_or(singular.clone())?;
    let free = implicit.solve(&(x + &drive.0 * h)).ok_or(singular)?;
    let matrix = &system.d + &system.c * &response;
    let q = &system.c * &free + &drive.1;
    let mut lambda = DVector::zeros(m);
    let solved = OneStep::new(&matrix, &system.relay, TOLERANCE, method).solve(&q, &mut lambda);
    let reached = free + response * &lambda;
    let fine = solved.error <= TOLERANCE && reached.iter().all(|x| x.is_finite());
    fine.then_some((reached, lambda))
        .ok_or(ComplementarityError::NoMode { time })
}
