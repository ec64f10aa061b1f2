//! Heaps of spheres and cubes, side by side with Rapier: what a step costs, and what it is worth. See
//! README.md.

mod clock;
mod falling;
mod heap;
mod judge;
mod ours;
mod rapier;

use clock::cpu_ms;
use drystone_dynamics::step::options::Violation;
use drystone_solve::cone::NAMES;
use drystone_solve::solver::Stop;
use heap::{Heap, Kind};
use judge::{Judge, Taken, Verdict};
use ours::{Effort, Fallible, How};
use serde::Serialize;
use std::path::PathBuf;

/// Steps of 60 Hz.
const H: f64 = 1.0 / 60.0;
/// Steps to adapt to the settled poses, and steps measured.
const ADAPT: usize = 30;
const MEASURED: usize = 30;
/// Sweeps of our own steps of adaptation.
const ADAPT_SWEEPS: usize = 20;

/// What is asked for.
struct Asked {
    kinds: Vec<Kind>,
    sizes: Vec<usize>,
    json: bool,
    only: Option<String>,
    fall: bool,
    judged: bool,
    /// From the grid instead of settled poses, after so many steps.
    from_grid: Option<usize>,
    /// The whole fall from the grid, so many steps.
    falling: Option<usize>,
    tolerances: Vec<f64>,
    /// Seconds of the processor for one engine at one heap.
    cap: f64,
    /// Seconds for the yardstick of a verdict.
    yardstick: f64,
    how: How,
}

/// One line of the table.
#[derive(Serialize)]
struct Line {
    engine: String,
    kind: Kind,
    n: usize,
    h: f64,
    cpu_ms: f64,
    cpu_ms_max: f64,
    steps: usize,
    unsolved: usize,
    carrying: usize,
    iterations: f64,
    verdict: Verdict,
}

/// Contacts of Rapier that may act in a step: gaps up to this, in m.
const REACH: f64 = 2e-3;

/// The same steps in Rapier of either precision.
macro_rules! theirs {
    ($engine:ty, $heap:ident, $line:ident, $judge:ident, $judged:ident, $adapt:ident) => {{
        let mut engine = <$engine>::new($heap, H);
        for _ in 0..$adapt {
            engine.step();
        }
        let (mut from, mut to) = ($heap.clone(), $heap.clone());
        for _ in 0..MEASURED {
            engine.read(&mut from);
            let start = cpu_ms();
            engine.step();
            $line.note(cpu_ms() - start);
        }
        engine.read(&mut to);
        $line.carrying = engine.contacts();
        let (from, to) = (Judge::state(&from), Judge::state(&to));
        let taken = Taken {
            from: &from,
            to: &to,
            own: None,
            margin: REACH,
        };
        if $judged {
            $line.verdict = $judge.look(&taken)?;
        }
    }};
}

fn main() -> Fallible<()> {
    let asked = read_arguments()?;
    if asked.fall {
        return fall(&asked);
    }
    if let Some(steps) = asked.falling {
        return whole_fall(&asked, steps);
    }
    for &kind in &asked.kinds {
        for &n in &asked.sizes {
            let heap = match asked.from_grid {
                Some(_) => Heap::on_grid(kind, n),
                None => settled(kind, n)?,
            };
            if !asked.json {
                header(kind, n);
            }
            for engine in engines(&asked.tolerances) {
                if asked
                    .only
                    .as_ref()
                    .is_none_or(|only| engine.0.contains(only.as_str()))
                {
                    let line = measure(&heap, &engine, &asked)?;
                    print(&line, asked.json)?;
                }
            }
        }
    }
    Ok(())
}

fn read_arguments() -> Fallible<Asked> {
    let mut asked = Asked {
        kinds: vec![Kind::Spheres, Kind::Boxes],
        sizes: vec![200, 1000, 3000],
        json: false,
        only: None,
        fall: false,
        judged: true,
        from_grid: None,
        falling: None,
        tolerances: vec![1e-4, 1e-6, 1e-8],
        cap: 40.0,
        yardstick: 100.0,
        how: How {
            scheme: "moreau-jean".to_owned(),
            violation: Violation::None,
            solver: None,
            dump: None,
        },
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(key) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{key} wants a value"));
        match key.as_str() {
            "--kind" => {
                asked.kinds = match value()?.as_str() {
                    "spheres" => vec![Kind::Spheres],
                    "boxes" => vec![Kind::Boxes],
                    other => return Err(format!("--kind {other}: asked spheres or boxes").into()),
                }
            }
            "--n" => asked.sizes = value()?.split(',').map(str::parse).collect::<Result<_, _>>()?,
            "--only" => asked.only = Some(value()?),
            "--cap" => asked.cap = value()?.parse()?,
            "--yardstick" => asked.yardstick = value()?.parse()?,
            "--scheme" => asked.how.scheme = value()?,
            "--solver" => {
                let name = value()?;
                if !NAMES.iter().any(|(known, _)| *known == name) {
                    return Err(format!("--solver {name}: no such method").into());
                }
                asked.how.solver = Some(name);
            }
            "--tolerance" => asked.tolerances = vec![value()?.parse()?],
            "--dump" => asked.how.dump = Some(value()?.into()),
            "--violation" => {
                asked.how.violation = match value()?.as_str() {
                    "none" => Violation::None,
                    "resting" => Violation::Resting,
                    "linear" => Violation::Linear,
                    "projection" => Violation::Projection,
                    "landing" => Violation::Landing,
                    other => {
                        return Err(format!(
                            "--violation {other}: asked none, landing, resting, linear or projection"
                        )
                        .into());
                    }
                }
            }
            "--json" => asked.json = true,
            "--fall" => asked.fall = true,
            "--grid" => asked.from_grid = Some(value()?.parse()?),
            "--falling" => asked.falling = Some(value()?.parse()?),
            "--unjudged" => asked.judged = false,
            _ => return Err(format!("unknown option {key}: see README.md").into()),
        }
    }
    Ok(asked)
}

/// Who is measured.
#[derive(Clone, Copy)]
enum Who {
    Single,
    Double,
    Ours(Effort),
}

fn engines(tolerances: &[f64]) -> Vec<(String, Who)> {
    let mut list = vec![
        ("rapier f32".to_owned(), Who::Single),
        ("rapier f64".to_owned(), Who::Double),
    ];
    for sweeps in [4, 8, 12, 20] {
        list.push((
            format!("drystone budget {sweeps}"),
            Who::Ours(Effort::Budget(sweeps)),
        ));
    }
    for &tolerance in tolerances {
        list.push((
            format!("drystone {tolerance:e}"),
            Who::Ours(Effort::Tolerance(tolerance)),
        ));
    }
    list
}

/// The whole fall by Rapier f64 and by ourselves.
fn whole_fall(asked: &Asked, steps: usize) -> Fallible<()> {
    for &kind in &asked.kinds {
        for &n in &asked.sizes {
            let heap = Heap::on_grid(kind, n);
            if !asked.json {
                println!("\n{n} {}", format!("{kind:?}").to_lowercase());
                falling::header();
            }
            for (name, who) in engines(&asked.tolerances) {
                if !asked
                    .only
                    .as_ref()
                    .is_none_or(|only| name.contains(only.as_str()))
                {
                    continue;
                }
                let line = match who {
                    Who::Single => continue,
                    Who::Double => falling::theirs(&heap, steps, asked.cap)?,
                    Who::Ours(effort) => {
                        falling::ours(&heap, (&name, effort), (steps, asked.cap), &asked.how)?
                    }
                };
                if asked.json {
                    println!("{}", serde_json::to_string(&line)?);
                } else {
                    line.print();
                }
            }
        }
    }
    Ok(())
}

/// The settled heap: computed once by Rapier f64 with fine settings, kept in target/heaps.
fn settled(kind: Kind, n: usize) -> Fallible<Heap> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/heaps");
    let path = folder.join(format!("{kind:?}{n}.json").to_lowercase());
    if let Ok(text) = std::fs::read_to_string(&path) {
        return Ok(serde_json::from_str(&text)?);
    }
    let mut heap = Heap::on_grid(kind, n);
    // A little larger and smoother than asked: dense, and almost free of overlap at its own size.
    let (half, mu) = (heap.half, heap.mu);
    (heap.half, heap.mu) = (1.008 * half, 0.1);
    let mut engine = rapier::double::Engine::new(&heap, 1.0 / 240.0);
    engine.refine(8);
    for _ in 0..3 * 240 {
        engine.step();
    }
    engine.read(&mut heap);
    (heap.half, heap.mu) = (half, mu);
    heap.velocities.fill([0.0; 6]);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(&path, serde_json::to_string(&heap)?)?;
    Ok(heap)
}

/// Adapts, measures, and judges the last step.
fn measure(heap: &Heap, (name, who): &(String, Who), asked: &Asked) -> Fallible<Line> {
    let (judged, adapt) = (asked.judged, asked.from_grid.unwrap_or(ADAPT));
    let mut judge = Judge::new(heap, H, asked.yardstick)?;
    let mut line = Line {
        engine: name.clone(),
        kind: heap.kind,
        n: heap.poses.len(),
        h: H,
        cpu_ms: 0.0,
        cpu_ms_max: 0.0,
        steps: 0,
        unsolved: 0,
        carrying: 0,
        iterations: 0.0,
        verdict: Verdict::default(),
    };
    match who {
        Who::Single => theirs!(rapier::single::Engine, heap, line, judge, judged, adapt),
        Who::Double => theirs!(rapier::double::Engine, heap, line, judge, judged, adapt),
        Who::Ours(effort) => {
            // The same steps for every effort, so that all are measured from one state.
            let mut first = ours::simulation(heap, H, Effort::Budget(ADAPT_SWEEPS), &asked.how)?;
            for _ in 0..adapt {
                first.step()?;
            }
            let mut simulation = ours::simulation(heap, H, *effort, &asked.how)?;
            simulation.resume(&first.save())?;
            // Cut short where the time is up.
            let late = |from: f64, share: f64| cpu_ms() - from > 1e3 * share * asked.cap;
            let (mut from, begin) = (simulation.state.clone(), cpu_ms());
            for _ in 0..MEASURED {
                from.copy_from(&simulation.state);
                let start = cpu_ms();
                simulation.step()?;
                line.note(cpu_ms() - start);
                line.iterations += simulation.last().solves.iterations as f64;
                line.unsolved += usize::from(simulation.last().solves.stop != Stop::Converged);
                if late(begin, 0.5) {
                    break;
                }
            }
            line.iterations /= line.steps as f64;
            let step = simulation.last();
            line.carrying = step
                .offsets
                .iter()
                .filter(|row| step.impulses.get(**row).is_some_and(|r| *r > 0.0))
                .count();
            let taken = Taken {
                from: &from,
                to: &simulation.state,
                own: Some(&step.contacts),
                margin: 0.0,
            };
            if judged {
                line.verdict = judge.look(&taken)?;
            }
        }
    }
    line.cpu_ms /= line.steps as f64;
    Ok(line)
}

impl Line {
    fn note(&mut self, ms: f64) {
        self.steps += 1;
        self.cpu_ms += ms;
        self.cpu_ms_max = self.cpu_ms_max.max(ms);
    }
}

fn header(kind: Kind, n: usize) {
    println!("\n{n} {}", format!("{kind:?}").to_lowercase());
    println!(
        "engine                 cpu ms     max unsolved    carrying  contacts  iterations  overlap m  velocity  approach    scaled  dynamics  cone    compl.   slip"
    );
}

fn print(line: &Line, json: bool) -> Fallible<()> {
    if json {
        println!("{}", serde_json::to_string(line)?);
        return Ok(());
    }
    let v = &line.verdict;
    println!(
        "{:20} {:8.2} {:8.2} {:3} of {:2} {:8} {:8} {:10.1} {:9.1e} {:9.1e} {:9.1e} {:9.1e} {:9.1e} {:8.1e} {:8.1e} {:8.1e}  ({:.0e})",
        line.engine,
        line.cpu_ms,
        line.cpu_ms_max,
        line.unsolved,
        line.steps,
        line.carrying,
        v.contacts,
        line.iterations,
        v.overlap,
        v.velocity_error,
        v.approach,
        v.scaled_error,
        v.dynamics,
        v.cone_excess,
        v.complementarity,
        v.slip_defect,
        v.yardstick
    );
    Ok(())
}

/// Piles that fall for a second, h = 5 ms: the measurement of `siconos_pile.py`.
fn fall(asked: &Asked) -> Fallible<()> {
    let h = 5e-3;
    for &kind in &asked.kinds {
        for side in [[5, 5, 4], [5, 5, 8]] {
            for &tolerance in &asked.tolerances {
                let heap = Heap::unit_grid(kind, side);
                let mut simulation = ours::simulation(&heap, h, Effort::Tolerance(tolerance), &asked.how)?;
                let (mut ms, mut late, mut contacts, mut gap) = (0.0, 0.0, 0, f64::INFINITY);
                let (mut iterations, mut unsolved, mut longest) = (0, 0, 0.0_f64);
                for k in 0..200 {
                    let start = cpu_ms();
                    simulation.step()?;
                    let spent = cpu_ms() - start;
                    ms += spent / 200.0;
                    longest = longest.max(spent);
                    late += if k >= 100 { spent / 100.0 } else { 0.0 };
                    let step = simulation.last();
                    contacts = contacts.max(step.contacts.list.len());
                    iterations += step.solves.iterations;
                    gap = gap.min(step.position.min_gap);
                    unsolved += usize::from(step.solves.stop != Stop::Converged);
                }
                println!(
                    "{:4} {:8} h 5 ms tolerance {tolerance:e}: {ms:.2} ms a step, at most {longest:.0}, second half {late:.2}, at most {contacts} contacts, {:.0} iterations a step, {unsolved} unsolved, least gap {gap:.1e} m",
                    heap.poses.len(),
                    format!("{kind:?}").to_lowercase(),
                    iterations as f64 / 200.0
                );
            }
        }
    }
    Ok(())
}
