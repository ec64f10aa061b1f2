//! The event-driven scheme on the two problems that `bench/siconos_events` runs with Siconos' own.
//!
//! ```text
//! ball    dropped from 1 m, g = 9.81, e = 0.8, to t = 3
//! slider  1 kg on a spring of 100 N/m whose rest lies 5 cm behind a stop, e = 0.7, without friction,
//!         to t = 1
//! ```
//! Counted: seconds of the processor on this thread in the steps of the run, with everything a step does
//! (contacts, laws certified, energy account, gaps measured); least of several runs. Not counted: reading and
//! building the scene, output.
//!
//! Run: `cargo run --release --example beside_siconos -- PROBLEM OUTPUTS`; prints tolerance, seconds, q, v.

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::io::Write;

const BALL: &str = r#"
title = "Ball"
description = "Dropped from 1 m."
[lagrangian]
coordinates = ["y"]
kinetic = "1/2*y'^2"
potential = "9.81*y"
initial = { y = 1.0 }
[lagrangian.contact.floor]
gap = "y"
restitution = 0.8
[run]
t_end = 3.0
step = 0.3
scheme = "event-driven"
"#;

const SLIDER: &str = r#"
title = "Slider"
description = "On a spring, against a stop."
[lagrangian]
coordinates = ["x"]
kinetic = "1/2*x'^2"
potential = "50*(x + 0.05)^2"
initial = { x = 0.1 }
[lagrangian.contact.stop]
gap = "x"
restitution = 0.7
[run]
t_end = 1.0
step = 0.1
scheme = "event-driven"
"#;

fn cpu() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + 1e-9 * now.tv_nsec as f64
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [problem, outputs] = arguments.as_slice() else {
        return Err("beside_siconos PROBLEM OUTPUTS".into());
    };
    let (text, end) = match problem.as_str() {
        "ball" => (BALL, 3.0),
        "slider" => (SLIDER, 1.0),
        _ => return Err("ball or slider".into()),
    };
    let step = (end / outputs.parse::<f64>()?).to_string();
    let mut out = std::io::stdout().lock();
    for k in 2..=13 {
        let tolerance = format!("1e-{k}");
        let sets = [("run.step", step.as_str()), ("run.tolerance", tolerance.as_str())];
        let scene = Scene::read(text, problem, &sets)?;
        let (mut best, mut q, mut v) = (f64::INFINITY, 0.0, 0.0);
        for _ in 0..40 {
            let mut runner = Runner::new(&scene)?;
            let start = cpu();
            while runner.advance()? {}
            best = best.min(cpu() - start);
            (q, v) = (runner.frame().q[0], runner.frame().v[0]);
        }
        writeln!(out, "{tolerance} {best:.3e} {q:?} {v:?}")?;
    }
    Ok(())
}
