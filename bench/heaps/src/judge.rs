//! How good a step is, from positions and velocities alone, by the same code for every engine.
//!
//! ```text
//! v_free = v + h g,    H from our geometry,    u = H v⁺ + max(gap, 0) / h on the normal rows
//! r* , v*   our answer to (u, r) ∈ Coulomb's law, to 10⁻⁸ (or the best found): what v⁺ should have been
//! r         of all impulses inside the cones, those that come closest to M (v⁺ − v_free), found from r* on
//! ```
//! No engine's own impulses are read: Rapier's default friction keeps none of the whole step. The r that
//! explains v⁺ best is the kindest one: every clause is one that this engine could not have met better by
//! naming other impulses near r*. Velocities are without unit beside √(vᵀ M v) of h g, what weight does to
//! the heap in one step.

use crate::heap::Heap;
use crate::ours::{Fallible, world};
use drystone_dynamics::contact::Contacts;
use drystone_dynamics::gaps::Selection;
use drystone_dynamics::step::OneStep;
use drystone_dynamics::step::Step;
use drystone_dynamics::step::options::Options;
use drystone_dynamics::{State, System};
use drystone_solve::certificate::{Certificate, certify_velocity};
use drystone_solve::delassus::Delassus;
use drystone_solve::measure::{Measure, Meter};
use drystone_solve::policy::auto::Auto;
use drystone_solve::problem::ContactProblem;
use drystone_solve::solver::{Settings, Stop};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// What was found of one step.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Verdict {
    /// Contacts looked at.
    pub contacts: usize,
    /// Deepest overlap at the end of the step, in m.
    pub overlap: f64,
    /// ‖v⁺ − v*‖ beside ‖h g‖, in the metric of M.
    pub velocity_error: f64,
    /// Largest approach max(0, −u_N) beside h g.
    pub approach: f64,
    /// Scaled natural-map error of (u, r).
    pub scaled_error: f64,
    /// ‖M (v⁺ − v_free) − Hᵀ r‖ beside M ‖h g‖, in the metric of M⁻¹.
    pub dynamics: f64,
    /// Largest cone excess beside m h g of one body.
    pub cone_excess: f64,
    /// Largest |u_N r_N| beside m (h g)².
    pub complementarity: f64,
    /// Largest slip defect beside m (h g)².
    pub slip_defect: f64,
    /// Scaled error of r* itself: whether the yardstick is good.
    pub yardstick: f64,
}

/// Judges steps of one heap.
pub struct Judge {
    system: Box<dyn System>,
    one: OneStep,
    /// Room for the contacts of an overlap.
    room: Contacts,
    h: f64,
    mass: f64,
    /// Seconds for r*.
    seconds: f64,
}

/// A step of some engine: where it began, and its end.
pub struct Taken<'a> {
    /// At the beginning.
    pub from: &'a State,
    /// At the end.
    pub to: &'a State,
    /// The contacts of the step, for an engine whose contacts are ours; without them contacts are looked for
    /// at `from`.
    pub own: Option<&'a Contacts>,
    /// Gaps up to this, in m, are contacts, with the gap still to be closed.
    pub margin: f64,
}

impl Judge {
    /// For a heap and a step; r* is looked for in so many seconds.
    pub fn new(heap: &Heap, h: f64, seconds: f64) -> Fallible<Self> {
        let (system, _) = world(heap)?;
        let one = OneStep::new(&system, Options::default());
        let volume = match heap.kind {
            crate::heap::Kind::Spheres => 4.0 / 3.0 * std::f64::consts::PI * heap.half.powi(3),
            crate::heap::Kind::Boxes => 8.0 * heap.half.powi(3),
        };
        Ok(Judge {
            system: Box::new(system),
            one,
            room: Contacts::default(),
            h,
            mass: heap.density * volume,
            seconds,
        })
    }

    /// A state of the system from an engine's bodies.
    pub fn state(heap: &Heap) -> State {
        State {
            time: 0.0,
            q: heap.poses.concat(),
            v: heap.velocities.concat(),
        }
    }

    /// Deepest overlap.
    pub fn overlap(&mut self, state: &State) -> f64 {
        self.room.clear();
        self.system
            .contacts(state.time, &state.q, Selection::Within(0.0), &mut self.room);
        self.room.list.iter().fold(0.0, |m: f64, c| m.max(-c.gap))
    }

    /// Looks at a step.
    pub fn look(&mut self, taken: &Taken) -> Fallible<Verdict> {
        let Taken {
            from,
            to,
            own,
            margin,
        } = taken;
        let overlap = self.overlap(to);
        let (h, system, one) = (self.h, &mut *self.system, &mut self.one);
        let q = &from.q;
        let forces = one
            .load_mass(system, from.time, q)?
            .forces(system, (from.time, q), &from.v);
        let free = forces
            .gyroscopic(system, q, &from.v)
            .free_velocity(from.time, &from.v, h)?;
        let mut set = free.contacts(|contacts, _| match own {
            Some(own) => contacts.clone_from(own),
            None => system.contacts(from.time, q, Selection::Within(*margin), contacts),
        });
        let mut target = Vec::new();
        for contact in &set.contacts().list {
            target.push(if own.is_some() {
                0.0
            } else {
                contact.gap.max(0.0) / h
            });
            target.resize(target.len() + contact.friction.law().rows() - 1, 0.0);
        }
        let (began, seconds) = (Instant::now(), self.seconds);
        let settings = Settings {
            tolerance: 1e-8,
            expired: Some(Arc::new(move || began.elapsed().as_secs_f64() > seconds)),
            ..Settings::default()
        };
        let mut step = Step::default();
        let inputs = set.constraints(|_| {}).with_target(target.iter().copied());
        let one = inputs.solve(from, &mut Auto::new(settings), &mut step)?;
        let (problem, rows) = (one.problem(), &step.contacts.jacobian);

        let jump: Vec<f64> = to.v.iter().zip(one.v_free()).map(|(v, free)| v - free).collect();
        let pushed: Vec<f64> = (0..rows.len()).map(|i| rows.dot(i, &jump)).collect();
        let u: Vec<f64> = (0..rows.len()).map(|i| rows.dot(i, &to.v) + target[i]).collect();
        let mut meter = Meter::new(problem);
        let yardstick = match step.solves.stop {
            Stop::Converged => 1e-8,
            _ => meter.measure(problem, &step.impulses).scaled,
        };
        let mut r = step.impulses.clone();
        explain(problem, &pushed, &mut r);

        let norm = |x: &[f64]| {
            let mut y = vec![0.0; x.len()];
            one.mass().multiply(x, &mut y);
            x.iter().zip(&y).map(|(x, y)| x * y).sum::<f64>().sqrt()
        };
        let difference = |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a - b).collect() };
        let weight = norm(&difference(one.v_free(), &from.v));
        let mut unexplained = vec![0.0; to.v.len()];
        for (i, r) in r.iter().enumerate() {
            rows.add_transposed(i, *r, &mut unexplained);
        }
        one.mass().solve(&mut unexplained);
        let unexplained = difference(&jump, &unexplained);
        let Certificate {
            penetration,
            cone_excess,
            complementarity,
            slip_defect,
            ..
        } = certify_velocity(&problem.laws, &r, &u);
        let (g, m) = (9.81 * h, self.mass);
        Ok(Verdict {
            contacts: problem.laws.len(),
            overlap,
            velocity_error: norm(&difference(&to.v, &step.state.v)) / weight,
            approach: penetration / g,
            scaled_error: meter.error_at(problem, &r, &u, Measure::Scaled),
            dynamics: norm(&unexplained) / weight,
            cone_excess: cone_excess / (m * g),
            complementarity: complementarity / (m * g * g),
            slip_defect: slip_defect / (m * g * g),
            yardstick,
        })
    }
}

/// Sweeps of the search for impulses.
const SWEEPS: usize = 200;

/// Minimises ½ rᵀ W r − rᵀ p over the cones, from `r` on: projected sweeps, block by block.
fn explain(problem: &ContactProblem, p: &[f64], r: &mut [f64]) {
    let Delassus::Explicit(w) = &problem.delassus else {
        return;
    };
    for sweep in 0..SWEEPS {
        for k in 0..problem.laws.len() {
            let i = if sweep % 2 == 0 {
                k
            } else {
                problem.laws.len() - 1 - k
            };
            let rows = w.offsets[i]..w.offsets[i + 1];
            let mut gradient: Vec<f64> = p[rows.clone()].iter().map(|p| -p).collect();
            for k in w.row_ptr[i]..w.row_ptr[i + 1] {
                let x = &r[w.offsets[w.col[k]]..w.offsets[w.col[k] + 1]];
                for (g, row) in gradient.iter_mut().zip(w.block(k).chunks_exact(x.len())) {
                    *g += row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>();
                }
            }
            let n = rows.len();
            let stiff: f64 = (0..n).map(|k| w.block(w.diagonal[i])[k * (n + 1)]).sum();
            let r = &mut r[rows];
            for (r, g) in r.iter_mut().zip(&gradient) {
                *r -= g / stiff;
            }
            problem.laws[i].project(r);
        }
    }
}
