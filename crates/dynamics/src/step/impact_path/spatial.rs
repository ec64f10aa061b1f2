//! One impact in space: the slip turns, then stops or settles on a ray.
//!
//! ```text
//! dy/dp = c − B d,  d = y/‖y‖,   y = A U_T, c = A W_TN, B = A W_TT A     (see taylor.rs for the integration)
//! rest stays  ⇔  B d = c has a solution with ‖d‖ ≤ 1                       then U_N' = W_nn − c·d
//! else slip leaves along d with (B + λ I) d = c, ‖d‖ = 1, λ > 0            one such ray; ‖y‖' = λ, for good
//! ```
//! ‖(B + λ I)⁻¹c‖ falls from above 1 to 0 as λ grows, so the outgoing ray is unique (Batlle 1996 for the
//! disc).

use super::path::Path;
use super::taylor::{Point, Slip, Step, bisect, value};
use super::{Ending, ImpactError, Outcome, Status, check};
use crate::step::tolerances::{BLOCKED_ROUNDINGS, BRAKE_ROUNDINGS, MAX_STEPS, SETTLED, STOPPED};

/// The impact of relative velocity `before` = (U_N, U_T1, U_T2) at a contact with Delassus matrix `w` (normal
/// first); `mu` holds the half axes of the friction ellipse along the two tangents, twice the same for
/// Coulomb's disc.
pub fn spatial(
    w: [[f64; 3]; 3],
    before: [f64; 3],
    mu: [f64; 2],
    e: f64,
    ending: Ending,
) -> Result<Outcome<3>, ImpactError> {
    check(&w, &before, &mu, e)?;
    if before[0] >= 0.0 {
        return Ok(Outcome::none(before));
    }
    let mut path = Path::new(w, before, &mu, ending, e);
    let slip = Slip {
        drive: [mu[0] * w[0][1], mu[1] * w[0][2]],
        brake: [
            mu[0] * mu[0] * w[1][1],
            mu[1] * mu[1] * w[2][2],
            mu[0] * mu[1] * w[1][2],
        ],
        normal: w[0][0],
    };
    let y = [mu[0] * before[1], mu[1] * before[2]];
    let speed = y[0].hypot(y[1]);
    if speed > 0.0 {
        let start = Point {
            direction: [y[0] / speed, y[1] / speed],
            speed,
            normal_velocity: before[0],
        };
        if turn(&slip, &mut path, start, mu)? {
            return Ok(path.outcome(Status::Slip));
        }
    }
    from_rest(&slip, path, mu)
}

/// Follows the slip until it stops (false) or the impact ends (true).
fn turn(slip: &Slip, path: &mut Path<3>, start: Point, mu: [f64; 2]) -> Result<bool, ImpactError> {
    let rate = slip
        .drive
        .iter()
        .chain(&slip.brake)
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    let (mut point, mut fastest) = (start, start.speed);
    for _ in 0..MAX_STEPS {
        let d = point.direction;
        let pull = slip.pull(d);
        let turning = pull[1] * d[0] - pull[0] * d[1];
        if turning.abs() <= SETTLED * rate {
            let growth = pull[0] * d[0] + pull[1] * d[1];
            let length = if growth < 0.0 {
                -point.speed / growth
            } else {
                f64::INFINITY
            };
            return path.straight(slip.normal_rate(d), &tangential(d, mu), length);
        }
        let step = slip.expand(&point, rate);
        let length = step.length();
        let end = walk(slip, path, &step, length);
        let x = end.unwrap_or(length);
        path.impulse[1] -= mu[0] * value(&step.friction[0], x);
        path.impulse[2] -= mu[1] * value(&step.friction[1], x);
        point = step.at(x);
        path.phases.normal_velocity = match end {
            Some(_) => point.normal_velocity.max(0.0),
            None => point.normal_velocity,
        };
        if end.is_some() {
            return Ok(true);
        }
        fastest = fastest.max(point.speed);
        if !(point.speed > STOPPED * fastest) {
            return Ok(false);
        }
    }
    Err(ImpactError::Steps(MAX_STEPS))
}

/// Books one Taylor step; where the impact ends within it, if it does. The step is cut where dU_N/dp changes
/// sign, so that U_N is monotone on each stretch and has one zero at most.
fn walk(slip: &Slip, path: &mut Path<3>, step: &Step, length: f64) -> Option<f64> {
    let rate = |x: f64| slip.normal_rate([value(&step.direction[0], x), value(&step.direction[1], x)]);
    let velocity = |x: f64| value(&step.normal_velocity, x);
    let turn = if (rate(0.0) < 0.0) == (rate(length) < 0.0) {
        length
    } else {
        bisect(0.0, length, rate)
    };
    for (a, b) in [(0.0, turn), (turn, length)] {
        let (at_a, at_b) = (velocity(a), velocity(b));
        let zero = if at_a * at_b < 0.0 {
            bisect(a, b, velocity)
        } else {
            b
        };
        for (from, to, sign) in [
            (a, zero, if zero < b { at_a } else { at_a + at_b }),
            (zero, b, at_b),
        ] {
            if to > from
                && let Some(end) = stretch(path, step, [from, to], sign >= 0.0)
            {
                return Some(end);
            }
        }
    }
    None
}

/// Books a stretch on which U_N keeps its sign; where the impact ends on it, if it does.
fn stretch(path: &mut Path<3>, step: &Step, [from, to]: [f64; 2], expansion: bool) -> Option<f64> {
    let impulse = |x: f64| value(&step.impulse, x) - value(&step.impulse, from);
    let work = |x: f64| value(&step.work, x) - value(&step.work, from);
    let mut end = None;
    if expansion {
        let phases = path.phases;
        let missing = |x: f64| phases.missing(value(&step.normal_velocity, x), impulse(x), work(x));
        if missing(from) <= 0.0 {
            return Some(from);
        }
        if missing(to) <= 0.0 {
            end = Some(bisect(from, to, missing));
        }
    }
    let x = end.unwrap_or(to);
    path.phases.book(expansion, impulse(x), work(x));
    end
}

/// Stick, or the ray that leaves rest, to the end of the impact.
fn from_rest(slip: &Slip, mut path: Path<3>, mu: [f64; 2]) -> Result<Outcome<3>, ImpactError> {
    let (hold, condition) = holding(slip);
    if hold[0].hypot(hold[1]) <= 1.0 {
        let noise = BLOCKED_ROUNDINGS * f64::EPSILON * condition * slip.normal;
        return path.stick(slip.normal_rate(hold), &tangential(hold, mu), noise);
    }
    let most = slip.drive[0].hypot(slip.drive[1]);
    let excess = |shift: f64| {
        let d = solve(slip, shift);
        d[0].hypot(d[1]) - 1.0
    };
    let d = solve(slip, bisect(0.0, most, excess));
    let norm = d[0].hypot(d[1]);
    let ray = [d[0] / norm, d[1] / norm];
    path.straight(slip.normal_rate(ray), &tangential(ray, mu), f64::INFINITY)?;
    Ok(path.outcome(Status::Slip))
}

/// τ = −A d.
fn tangential(d: [f64; 2], mu: [f64; 2]) -> [f64; 2] {
    [-mu[0] * d[0], -mu[1] * d[1]]
}

/// The shortest d with B d = c, and the condition of B scaled to unit diagonal; c lies in the range of B
/// because W is positive semidefinite.
fn holding(slip: &Slip) -> ([f64; 2], f64) {
    let [b11, b22, b12] = slip.brake;
    let det = b11 * b22 - b12 * b12;
    if det > BRAKE_ROUNDINGS * f64::EPSILON * b11 * b22 {
        return (solve(slip, 0.0), b11 * b22 / det);
    }
    let v = if b11 >= b22 { [b11, b12] } else { [b12, b22] }; // B = v vᵀ / max(b11, b22)
    let square = v[0] * v[0] + v[1] * v[1];
    if square == 0.0 {
        return ([0.0; 2], 1.0);
    }
    let along = (v[0] * slip.drive[0] + v[1] * slip.drive[1]) * b11.max(b22) / (square * square);
    ([along * v[0], along * v[1]], 1.0)
}

/// (B + shift I)⁻¹ c.
fn solve(slip: &Slip, shift: f64) -> [f64; 2] {
    let [b11, b22, b12] = slip.brake;
    let (a, b) = (b11 + shift, b22 + shift);
    let det = a * b - b12 * b12;
    if !(det > 0.0) {
        return [f64::INFINITY; 2]; // singular B at shift 0, where the caller knows ‖d‖ > 1
    }
    let [c1, c2] = slip.drive;
    [(b * c1 - b12 * c2) / det, (a * c2 - b12 * c1) / det]
}
