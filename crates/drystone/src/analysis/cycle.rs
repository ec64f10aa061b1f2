//! Cycles of driven systems, their multipliers, and the parameters at which they double.
//!
//! ```text
//! F(x) = φ_T(x) − x = 0        Newton: (M − I) Δx = −F,   M = Dφ_T by tangents with the saltation of events
//! doubling                     a multiplier of M passes −1:  det(M + I) = 0
//! ```
//! A cascade is followed from doubling to doubling: the cycle is continued until det(M + I) changes sign, the
//! root is found by regula falsi; just beyond it the motion settles on the cycle of twice the length, which
//! is continued in turn. Not covered: bodies in space, motions without a drive of a given period, cycles that
//! graze a contact.

use super::bifurcation::Make;
use super::{AnalysisError, Orbit, number};
use drystone_dynamics::State;
use drystone_dynamics::root::Bracket;
use drystone_dynamics::schemes::event_driven::Tangent;
use drystone_solve::dense;

/// A cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// Where it begins.
    pub state: State,
    /// M by rows.
    pub monodromy: Vec<f64>,
    /// Largest |φ_T(x) − x|.
    pub defect: f64,
}

impl Cycle {
    /// det(M + I).
    pub fn doubling(&self) -> f64 {
        determinant(&shifted(&self.monodromy, self.size(), 1.0), self.size())
    }

    /// Number of states.
    pub fn size(&self) -> usize {
        self.state.q.len() + self.state.v.len()
    }
}

/// A doubling of a cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubling {
    /// The parameter.
    pub value: f64,
    /// Periods of the drive in the cycle that doubles.
    pub periods: usize,
    /// The cycle there.
    pub cycle: Cycle,
}

/// Most steps of Newton's method.
const TRIES: usize = 30;
/// A cycle closes up to this share of its size.
const CLOSES: f64 = 1e-10;
/// A last step of Newton's method that changes less than this share is none.
const NEAR: f64 = 1e-9;

/// The cycle of this length near a state.
pub fn find_cycle(orbit: &mut Orbit, length: f64, near: &State) -> Result<Cycle, AnalysisError> {
    let (nq, nv) = (near.q.len(), near.v.len());
    if nq != nv {
        return Err(AnalysisError::Input(
            "cycles are for Lagrangian systems and bodies in the plane: quaternions are not covered".into(),
        ));
    }
    let n = nq + nv;
    let mut x: Vec<f64> = near.q.iter().chain(&near.v).copied().collect();
    for _ in 0..TRIES {
        let state = State {
            time: orbit.start,
            q: x[..nq].to_vec(),
            v: x[nq..].to_vec(),
        };
        let (end, monodromy) = carried(orbit, &state, length)?;
        let f: Vec<f64> = end.iter().zip(&x).map(|(a, b)| a - b).collect();
        let size = x.iter().chain(&end).fold(0.0, |m: f64, x| m.max(x.abs()));
        let defect = f.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let mut step: Vec<f64> = f.iter().map(|f| -f).collect();
        if !solve(&mut shifted(&monodromy, n, -1.0), &mut step) || !(defect < 10.0 * size) {
            break;
        }
        // Long cycles magnify rounding on their way: then it is the step that says how near the cycle is.
        let last = step.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        if defect <= CLOSES * size || last <= NEAR * size {
            return Ok(Cycle {
                state,
                monodromy,
                defect,
            });
        }
        for (x, d) in x.iter_mut().zip(&step) {
            *x += d;
        }
    }
    Err(AnalysisError::NotFound(format!(
        "no cycle of {length} s was found near where the motion is"
    )))
}

/// The end of a motion and its derivative by the beginning.
fn carried(orbit: &mut Orbit, from: &State, length: f64) -> Result<(Vec<f64>, Vec<f64>), AnalysisError> {
    let (nq, n) = (from.q.len(), from.q.len() + from.v.len());
    orbit.set_state(from);
    let follow = orbit.follow()?;
    let lost = follow.lost;
    let unit = |k: usize| (0..n).map(|i| f64::from(u8::from(i == k))).collect::<Vec<f64>>();
    follow.vectors = (0..n)
        .map(unit)
        .map(|d| Tangent::new(d[..nq].to_vec(), d[nq..].to_vec()))
        .collect();
    orbit.advance_to(from.time + length)?;
    let follow = orbit.follow()?;
    let tangents = std::mem::take(&mut follow.vectors);
    if follow.lost > lost {
        return Err(AnalysisError::NotFound(
            "the motion has no derivative: several contacts meet at one instant, or impacts accumulate"
                .into(),
        ));
    }
    let mut monodromy = vec![0.0; n * n];
    for (k, tangent) in tangents.iter().enumerate() {
        for (i, d) in tangent.q.iter().chain(&tangent.v).enumerate() {
            monodromy[i * n + k] = *d;
        }
    }
    let state = orbit.state();
    Ok((state.q.iter().chain(&state.v).copied().collect(), monodromy))
}

/// M + s I.
fn shifted(matrix: &[f64], n: usize, s: f64) -> Vec<f64> {
    let mut out = matrix.to_vec();
    for i in 0..n {
        out[i * n + i] += s;
    }
    out
}

/// The determinant, by elimination.
pub fn determinant(matrix: &[f64], n: usize) -> f64 {
    let (mut a, mut pivot) = (matrix.to_vec(), vec![0; n]);
    match dense::factor(&mut a, &mut pivot, 0.0) {
        Ok(()) => {
            let swaps = pivot.iter().enumerate().filter(|(k, p)| k != *p).count();
            let product: f64 = (0..n).map(|k| a[k * n + k]).product();
            if swaps % 2 == 0 { product } else { -product }
        }
        // A pivot that is zero, or not finite.
        Err((_, pivot)) => 0.0 * pivot,
    }
}

/// Solves A x = b in place; `false` where A is singular.
pub fn solve(a: &mut [f64], b: &mut [f64]) -> bool {
    dense::eliminate(a, b.len(), b, 0.0) && b.iter().all(|x| x.is_finite())
}

/// Where a cycle is followed from: a parameter, the step in it, a state near the cycle there and the periods
/// it takes.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Parameter.
    pub value: f64,
    /// First step in the parameter.
    pub step: f64,
    /// A state on or near the cycle.
    pub state: State,
    /// Periods in the cycle.
    pub periods: usize,
}

/// The ratio that the distances of doublings tend to (Feigenbaum 1978): how far to look ahead.
const FEIGENBAUM: f64 = 4.669_201_609;
/// Cycles that a motion is given to settle beyond a doubling.
const SETTLE: usize = 400;
/// Steps in the parameter before a doubling must have come.
const MARCH: usize = 400;

/// Doublings found, and why there are not more.
#[derive(Clone, Debug, Default)]
pub struct Cascade {
    /// In the order of the parameter.
    pub doublings: Vec<Doubling>,
    /// Why it ended before as many were found as were asked for.
    pub fault: Option<AnalysisError>,
}

/// Follows a cycle from doubling to doubling; `period` is a formula of the parameters.
pub fn cascade(make: Make, period: &str, begin: &Begin, count: usize) -> Result<Cascade, AnalysisError> {
    let mut from = begin.clone();
    let mut found = Cascade::default();
    while found.doublings.len() < count {
        match next_doubling(make, period, &from) {
            Ok(doubling) => found.doublings.push(doubling),
            Err(error) if error.is_bad_input() => return Err(error),
            Err(error) => {
                found.fault = Some(error);
                break;
            }
        }
        let list = &found.doublings;
        let Some(last) = list.last() else { break };
        let gap = match list.len().checked_sub(2).and_then(|i| list.get(i)) {
            Some(before) => (last.value - before.value) / FEIGENBAUM,
            None => from.step,
        };
        // Beyond it the cycle of twice the length attracts.
        let (value, periods) = (last.value + 0.1 * gap, 2 * last.periods);
        if list.len() < count {
            let state = settled(make, period, value, (periods, &last.cycle.state))?;
            from = Begin {
                value,
                step: 0.2 * gap,
                state,
                periods,
            };
        }
    }
    Ok(found)
}

/// Where a motion that begins beside a cycle settles.
fn settled(
    make: Make,
    period: &str,
    value: f64,
    (periods, near): (usize, &State),
) -> Result<State, AnalysisError> {
    let scene = make(value)?;
    let mut orbit = Orbit::new(&scene)?;
    let length = number(&scene, period)? * periods as f64;
    let mut state = near.clone();
    state.time = orbit.start;
    state.v.iter_mut().for_each(|v| *v *= 1.0 + 1e-3);
    orbit.set_state(&state);
    for k in 1..=SETTLE {
        orbit.advance_to(orbit.start + k as f64 * length)?;
    }
    let mut state = orbit.state().clone();
    state.time = orbit.start;
    Ok(state)
}

/// A cycle at a parameter, near a state, and how far apart its halves are.
type At<'a> = &'a dyn Fn(f64, &State) -> Result<(Cycle, f64), AnalysisError>;

/// Goes on from a cycle until det(M + I) has passed zero, and finds where.
fn next_doubling(make: Make, period: &str, begin: &Begin) -> Result<Doubling, AnalysisError> {
    let periods = begin.periods;
    let cycle_at = |value: f64, near: &State| -> Result<(Cycle, f64), AnalysisError> {
        let scene = make(value)?;
        let length = number(&scene, period)? * periods as f64;
        let mut orbit = Orbit::new(&scene)?;
        let cycle = find_cycle(&mut orbit, length, near)?;
        let halfway = orbit.look(&cycle.state, 0.5 * length)?;
        let apart = apart(&cycle.state, halfway);
        Ok((cycle, apart))
    };
    let mut left = (begin.value, cycle_at(begin.value, &begin.state)?);
    if !(left.1.0.doubling() > 0.0) {
        return Err(AnalysisError::NotFound(format!(
            "the cycle of {periods} periods at {} has doubled already: begin before",
            begin.value
        )));
    }
    let mut before: Option<(f64, State)> = None;
    let mut step = begin.step;
    let mut why = String::from("the cycle goes on");
    for _ in 0..MARCH {
        let next = left.0 + step;
        let near = ahead(before.as_ref(), (left.0, &left.1.0.state), next);
        // Newton's method may fall onto the cycle of half the length, or fail: then the step was too long.
        let right = match cycle_at(next, &near) {
            Ok(found) if periods == 1 || found.1 > 0.5 * left.1.1 => found,
            Err(error) if error.is_bad_input() => return Err(error),
            other => {
                why = other
                    .err()
                    .map_or("halves meet".into(), |error| error.to_string());
                if step.abs() < 1e-3 * begin.step.abs() {
                    break;
                }
                step *= 0.5;
                continue;
            }
        };
        if right.0.doubling() < 0.0 {
            let (value, cycle) = root(&cycle_at, (left.0, left.1.0.doubling()), (next, right.0))?;
            return Ok(Doubling {
                value,
                periods,
                cycle,
            });
        }
        before = Some((left.0, left.1.0.state.clone()));
        left = (next, right);
    }
    Err(AnalysisError::NotFound(format!(
        "the cycle of {periods} periods was followed from {} to {} and has not doubled: {why}",
        begin.value, left.0
    )))
}

/// Largest difference of two states.
fn apart(a: &State, b: &State) -> f64 {
    let q = a.q.iter().zip(&b.q);
    q.chain(a.v.iter().zip(&b.v))
        .fold(0.0, |m: f64, (a, b)| m.max((a - b).abs()))
}

/// Where a cycle will be, by the last two of them.
fn ahead(before: Option<&(f64, State)>, (value, state): (f64, &State), next: f64) -> State {
    let Some((old, past)) = before else {
        return state.clone();
    };
    let share = (next - value) / (value - old);
    let on = |now: &[f64], past: &[f64]| now.iter().zip(past).map(|(a, b)| a + share * (a - b)).collect();
    State {
        time: state.time,
        q: on(&state.q, &past.q),
        v: on(&state.v, &past.v),
    }
}

/// Where the root of det(M + I) between two cycles is known: relative width of its bracket, or value; most
/// looks for it.
const ROOT_WIDTH: f64 = 1e-11;
const ROOT_VALUE: f64 = 1e-10;
const LOOKS: usize = 60;

/// The root of det(M + I) between two cycles.
fn root(
    cycle_at: At,
    left: (f64, f64),
    (end, mut best): (f64, Cycle),
) -> Result<(f64, Cycle), AnalysisError> {
    let mut bracket = Bracket::new(left, (end, best.doubling()));
    for _ in 0..LOOKS {
        let largest = bracket.left.0.abs().max(bracket.right.0.abs());
        if bracket.width().abs() <= ROOT_WIDTH * largest {
            break;
        }
        let value = bracket.next();
        best = cycle_at(value, &best.state)?.0;
        let doubling = best.doubling();
        if doubling.abs() < ROOT_VALUE {
            return Ok((value, best));
        }
        bracket.take(value, doubling);
    }
    Ok((0.5 * (bracket.left.0 + bracket.right.0), best))
}
