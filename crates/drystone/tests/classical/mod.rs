//! What the classical problems share: built-in scenes run with other values, and orders of convergence.
#![allow(dead_code, reason = "each test program uses a part")]

use drystone::dynamics::step::Status;
use drystone::io::scene::Scene;
use drystone::run::runner::{Detail, Frame, Runner};
use drystone::run::totals::Totals;
use drystone::scenes;

/// Overrides, as in `--set KEY=VALUE`.
pub(crate) type Sets<'a> = &'a [(&'a str, String)];

/// A built-in scene with other values.
pub(crate) fn scene(name: &str, sets: Sets) -> Scene {
    let sets: Vec<(&str, &str)> = sets.iter().map(|(key, value)| (*key, value.as_str())).collect();
    Scene::read(scenes::text(name).expect(name), name, &sets).expect(name)
}

/// Runs a built-in scene; `look` sees the initial state and every step.
pub(crate) fn watch(name: &str, sets: Sets, look: impl FnMut(&Frame)) -> Runner {
    let mut runner = Runner::new(&scene(name, sets)).expect(name);
    runner.run(look).expect(name);
    assert_eq!(
        runner.totals.failed_steps(),
        0,
        "{name}: a step short of its tolerance"
    );
    runner
}

/// Where a run ended.
pub(crate) struct End {
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) outputs: Vec<f64>,
    pub(crate) totals: Totals,
}

/// Runs a built-in scene to its end.
pub(crate) fn end(name: &str, sets: Sets) -> End {
    let runner = watch(name, sets, |_| {});
    let frame = runner.frame();
    End {
        q: frame.q.to_vec(),
        v: frame.v.to_vec(),
        outputs: frame.outputs.to_vec(),
        totals: runner.totals.clone(),
    }
}

/// What a contact did in the step just made: status and impulses; `None` where it could not act.
pub(crate) fn contact<'a>(frame: &Frame<'a>, id: u64) -> Option<(Status, &'a [f64])> {
    let Detail::Step(step) = frame.detail else {
        return None;
    };
    let i = step.contacts.list.iter().position(|c| c.id == id)?;
    let rows = step.offsets[i]..step.offsets[i + 1];
    Some((step.status[i], &step.impulses[rows]))
}

/// max |a − b|.
pub(crate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .fold(0.0, |worst: f64, (a, b)| worst.max((a - b).abs()))
}

/// Slope of log(error) over log(step) by least squares.
pub(crate) fn order(steps: &[f64], errors: &[f64]) -> f64 {
    let points: Vec<(f64, f64)> = steps.iter().zip(errors).map(|(h, e)| (h.ln(), e.ln())).collect();
    let n = points.len() as f64;
    let (mx, my) = (
        points.iter().map(|p| p.0).sum::<f64>() / n,
        points.iter().map(|p| p.1).sum::<f64>() / n,
    );
    let sxy: f64 = points.iter().map(|p| (p.0 - mx) * (p.1 - my)).sum();
    let sxx: f64 = points.iter().map(|p| (p.0 - mx).powi(2)).sum();
    sxy / sxx
}
