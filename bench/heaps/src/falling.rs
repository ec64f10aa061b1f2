//! The whole fall from the grid to rest, every step measured: how deep bodies get into each other on the
//! way, what is left of it at the end, and what the step costs.
//!
//! Overlap is measured after every step from the poses alone, by the same code for all engines; the time of
//! that is not counted.

use crate::clock::cpu_ms;
use crate::heap::Heap;
use crate::judge::Judge;
use crate::ours::{self, Effort, Fallible, How};
use crate::{H, rapier};
use serde::Serialize;
use std::collections::BTreeMap;

/// Slower bodies are at rest or nearly, in m/s.
const SLOW: f64 = 1e-2;

/// One fall.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Fall {
    pub engine: String,
    pub n: usize,
    pub steps: usize,
    pub cpu_ms: f64,
    pub cpu_ms_max: f64,
    /// Deepest overlap of two bodies after any step, in m.
    pub overlap: f64,
    /// The same after the last one.
    pub overlap_end: f64,
    /// The fastest that a body moves in the last step, in m/s: turning counts by half the body's width.
    pub speed_end: f64,
    /// Bodies that move faster than [`SLOW`] then.
    pub moving: usize,
    /// The largest change of the normal impulse between two bodies in the last ten steps beside the largest
    /// impulse; ours alone.
    pub force_change: f64,
    /// Energy that moving positions has added, beside what friction and impacts took; ours alone.
    pub correction: f64,
    /// Steps that are not certified to their tolerance; ours alone.
    pub uncertified: usize,
}

impl Fall {
    fn note(&mut self, ms: f64, overlap: f64) {
        self.steps += 1;
        self.cpu_ms += ms;
        self.cpu_ms_max = self.cpu_ms_max.max(ms);
        self.overlap = self.overlap.max(overlap);
        self.overlap_end = overlap;
    }

    fn end(&mut self, heap: &Heap) {
        self.cpu_ms /= self.steps.max(1) as f64;
        for v in &heap.velocities {
            let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
            let speed = norm(&v[..3]) + heap.half * norm(&v[3..]);
            self.speed_end = self.speed_end.max(speed);
            self.moving += usize::from(speed > SLOW);
        }
    }

    /// The line of a table.
    pub fn print(&self) {
        println!(
            "{:20} {:5} {:9.2} {:9.1} {:11.4} {:11.1e} {:10.1e} {:6} {:10.1e} {:8.2} % {:6}",
            self.engine,
            self.steps,
            self.cpu_ms,
            self.cpu_ms_max,
            1e3 * self.overlap,
            1e3 * self.overlap_end,
            self.speed_end,
            self.moving,
            self.force_change,
            100.0 * self.correction,
            self.uncertified
        );
    }
}

/// The head of the table.
pub fn header() {
    println!(
        "engine               steps    ms/step   largest  overlap mm      end mm  speed m/s moving  forces +-  correction  uncertified"
    );
}

/// Rapier f64.
pub fn theirs(heap: &Heap, steps: usize, cap: f64) -> Fallible<Fall> {
    let mut judge = Judge::new(heap, H, 0.0)?;
    let mut engine = rapier::double::Engine::new(heap, H);
    let (mut fall, mut now) = (
        Fall {
            engine: "rapier f64".into(),
            n: heap.poses.len(),
            ..Fall::default()
        },
        heap.clone(),
    );
    for _ in 0..steps {
        let start = cpu_ms();
        engine.step();
        let ms = cpu_ms() - start;
        engine.read(&mut now);
        fall.note(ms, judge.overlap(&Judge::state(&now)));
        if fall.cpu_ms > 1e3 * cap {
            break;
        }
    }
    fall.end(&now);
    Ok(fall)
}

/// Drystone by this effort.
pub fn ours(
    heap: &Heap,
    (name, effort): (&str, Effort),
    (steps, cap): (usize, f64),
    how: &How,
) -> Fallible<Fall> {
    let mut judge = Judge::new(heap, H, 0.0)?;
    let mut simulation = ours::simulation(heap, H, effort, how)?;
    let (mut fall, mut now) = (
        Fall {
            engine: name.into(),
            n: heap.poses.len(),
            ..Fall::default()
        },
        heap.clone(),
    );
    let (mut pushed, mut lost, mut before, mut change) = (0.0, 0.0_f64, Forces::new(), Vec::new());
    for k in 0..steps {
        let start = cpu_ms();
        simulation.step()?;
        let ms = cpu_ms() - start;
        fall.note(ms, judge.overlap(&simulation.state));
        let step = simulation.last();
        pushed += step.energy.correction;
        lost += step.energy.friction_loss + step.energy.impact_loss;
        fall.uncertified += usize::from(step.standing() != drystone_dynamics::accept::Standing::Certified);
        if k + 10 >= steps {
            let mut now = Forces::new();
            for (contact, row) in step.contacts.list.iter().zip(&step.offsets) {
                *now.entry(contact.id >> PAIR).or_default() +=
                    step.impulses.get(*row).copied().unwrap_or(0.0);
            }
            if k + 10 > steps {
                change.push(changed(&before, &now));
            }
            before = now;
        }
        if fall.cpu_ms > 1e3 * cap {
            break;
        }
    }
    for (body, (pose, velocity)) in now.poses.iter_mut().zip(&mut now.velocities).enumerate() {
        pose.copy_from_slice(&simulation.state.q[7 * body..7 * body + 7]);
        velocity.copy_from_slice(&simulation.state.v[6 * body..6 * body + 6]);
    }
    fall.correction = pushed / lost.max(f64::MIN_POSITIVE);
    fall.force_change = change.iter().copied().fold(0.0, f64::max);
    fall.end(&now);
    Ok(fall)
}

/// The normal impulse between two bodies, all their contacts together, by the pair. One by one they would
/// tell of names as well: two faces that lie flush name the same corner by the one or by the other.
type Forces = BTreeMap<u64, f64>;

/// Bits of a contact's id that do not name its bodies.
const PAIR: u32 = 20;

/// The largest difference of the impulses of two steps beside the largest impulse; a pair that one of them
/// does not have carries nothing there.
fn changed(a: &Forces, b: &Forces) -> f64 {
    let most = a.values().chain(b.values()).copied().fold(0.0, f64::max);
    let difference = a
        .keys()
        .chain(b.keys())
        .map(|pair| (a.get(pair).unwrap_or(&0.0) - b.get(pair).unwrap_or(&0.0)).abs())
        .fold(0.0, f64::max);
    difference / most.max(f64::MIN_POSITIVE)
}
