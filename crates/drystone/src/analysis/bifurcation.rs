//! Bifurcation diagrams: what remains on a section after a while, value by value of a parameter.
//!
//! Each value begins where the one before ended (the attractor is followed, and hysteresis shows), or anew.
//! With a period the state is handed over at a whole number of periods, so that the drive goes on in phase.
//! Where asked, the largest Lyapunov exponent goes along.

use super::section::Spec;
use super::{AnalysisError, Orbit, Plan, Quantity, Walk, by_tangents};
use drystone_dynamics::State;
use drystone_io::scene::Scene;

/// The scene at a value of the parameter.
pub type Make<'a> = &'a dyn Fn(f64) -> Result<Scene, AnalysisError>;

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Values of the parameter, in the order in which they are taken.
    pub values: Vec<f64>,
    /// The section.
    pub section: Spec,
    /// What is drawn of a point: a formula.
    pub y: String,
    /// Points that are left out first.
    pub skip: usize,
    /// Points that are kept.
    pub keep: usize,
    /// Whether each value begins at the scene's own initial state.
    pub restart: bool,
    /// Periods over which the largest Lyapunov exponent is taken at every value; none where 0.
    pub exponent: usize,
}

/// What was found at one value.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Branch {
    /// The parameter.
    pub value: f64,
    /// Values of y.
    pub points: Vec<f64>,
    /// After how many points they repeat, where they do.
    pub period: Option<usize>,
    /// The largest Lyapunov exponent, in 1/s, where it was asked for and exists.
    pub exponent: Option<f64>,
    /// Where it ended, at a whole number of periods; its time is the beginning's.
    pub state: State,
    /// Why it ended early.
    pub fault: Option<String>,
}

/// Goes through the values; `tell` hears of each one done.
pub fn diagram(
    make: Make,
    wanted: &Diagram,
    mut tell: impl FnMut(&Branch),
) -> Result<Vec<Branch>, AnalysisError> {
    let mut out: Vec<Branch> = Vec::with_capacity(wanted.values.len());
    let mut carried: Option<State> = None;
    for &value in &wanted.values {
        let scene = make(value)?;
        let mut orbit = Orbit::new(&scene)?;
        if let Some(state) = carried.take().filter(|_| !wanted.restart) {
            orbit.set_state(&State {
                time: orbit.start,
                ..state
            });
        }
        let mut branch = Branch {
            value,
            ..Branch::default()
        };
        match follow(&scene, &mut orbit, wanted, &mut branch) {
            Ok(()) => carried = Some(branch.state.clone()),
            Err(error) if error.is_bad_input() => return Err(error),
            Err(error) => branch.fault = Some(error.to_string()),
        }
        branch.period = period_of(&branch.points);
        tell(&branch);
        out.push(branch);
    }
    Ok(out)
}

fn follow(
    scene: &Scene,
    orbit: &mut Orbit,
    wanted: &Diagram,
    branch: &mut Branch,
) -> Result<(), AnalysisError> {
    let (section, period) = wanted.section.build(scene, &orbit.names)?;
    let mut y = Quantity::new(scene, &orbit.names, &wanted.y)?;
    let (start, wait) = (orbit.start, scene.run.t_end);
    let mut walk = Walk::new(orbit, section, period)?;
    for n in 0..wanted.skip + wanted.keep {
        let end = if wanted.section.is_periodic() {
            f64::INFINITY
        } else {
            walk.orbit.state().time + wait
        };
        let Some(point) = walk.next_point(end)? else {
            branch.fault = Some(format!("no further point of the section within {wait} s"));
            break;
        };
        if n >= wanted.skip {
            branch.points.push(y.value(&point));
        }
    }
    if let Some(period) = period {
        let whole = ((orbit.state().time - start) / period - 1e-9).ceil();
        orbit.advance_to(start + whole * period)?;
    }
    branch.state = orbit.state().clone();
    branch.state.time = start;
    if let (Some(interval), true) = (period, wanted.exponent > 0) {
        let plan = Plan {
            interval,
            skip: wanted.exponent / 10,
            count: wanted.exponent,
            vectors: 1,
        };
        branch.exponent = match by_tangents(orbit, &plan) {
            // A difference that vanished has no place in a diagram.
            Ok(found) => found
                .values
                .first()
                .copied()
                .filter(|x| x.is_finite() && found.lost == 0),
            Err(AnalysisError::NotFound(_)) => None,
            Err(error) => return Err(error),
        };
    }
    Ok(())
}

/// After how many points they repeat, to one part in a million of their size; at most half of them.
pub fn period_of(points: &[f64]) -> Option<usize> {
    let size = points.iter().fold(0.0, |m: f64, y| m.max(y.abs()));
    let same = |p: usize| {
        points
            .iter()
            .zip(&points[p..])
            .all(|(a, b)| (a - b).abs() <= 1e-6 * size)
    };
    (1..=points.len() / 2).find(|p| same(*p))
}
