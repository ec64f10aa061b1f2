//! `drystone bench steps`: steps per second of systems with one contact, on one core.
//!
//! A brick that slides on a floor, written in Rust and always in contact, and three scenes with a Lagrangian.
//! The clock is the processor's on this thread and runs over steps only; the best of many short runs counts.
//! The bars are what a system of this size should reach.

use crate::cli::BenchStepsArgs;
use crate::terminal::clock::Start;
use crate::terminal::text;
use crate::terminal::text::{InWords, Style, Table};
use drystone::dynamics::contact::{Friction, Restitution};
use drystone::dynamics::models::particle::Particle;
use drystone::dynamics::schemes::{self, Entry};
use drystone::dynamics::step::options::Options;
use drystone::dynamics::{Simulation, State};
use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use drystone::solve::law::Law;
use drystone::solve::solver::Settings;
use drystone::{convergence, scenes};
use serde_json::{Value, json};

/// Steps per second asked of a system written in Rust.
const RUST_BAR: f64 = 1e6;
/// Steps per second asked of a system given by its Lagrangian.
const LAGRANGIAN_BAR: f64 = 2e5;
/// Steps of the brick between two looks at the clock.
const CHUNK: usize = 2_000;
/// A rod that slides on one tip while a spring pulls it: three coordinates, always in contact.
const ROD: &str = r#"
[lagrangian]
coordinates = ["x", "y", "theta"]
constants = { m = 1.0, l = 1.0, J = "m*l^2/12", g = 9.81 }
kinetic = "m/2*(x'^2 + y'^2) + J/2*theta'^2"
potential = "m*g*y + 5*x^2"
forces = { theta = "-40*(theta - 1) - 2*theta'" }
initial = { x = 1.0, y = "l/2*sin(1)", theta = 1.0 }
[lagrangian.contact.tip]
gap = "y - l/2*sin(theta)"
slip = "x' + l/2*sin(theta)*theta'"
friction = 0.2
[run]
t_end = 5.0
step = 1e-3
"#;

/// One measurement.
struct Rate {
    system: &'static str,
    kind: &'static str,
    scheme: &'static str,
    bar: f64,
    /// Steps per second, or why there are none.
    found: Result<f64, String>,
}

/// Measures and prints. `true` when every system reaches its bar with every scheme that applies.
pub(crate) fn command(args: &BenchStepsArgs) -> Result<bool, String> {
    let mut rates = Vec::new();
    for entry in fixed_cost() {
        rates.push(Rate {
            system: "brick",
            kind: "rust",
            scheme: entry.name,
            bar: RUST_BAR,
            found: brick(entry, args.seconds),
        });
    }
    let texts = ["bouncing_ball", "painleve_rod"].map(|name| (name, scenes::text(name).unwrap_or_default()));
    for (name, text) in texts.into_iter().chain([("sliding_rod", ROD)]) {
        let scene = Scene::read(text, name, &[]).in_words()?;
        for entry in fixed_cost() {
            let scene = convergence::variant(&scene, entry.name, scene.run.step);
            rates.push(Rate {
                system: name,
                kind: "lagrangian",
                scheme: entry.name,
                bar: LAGRANGIAN_BAR,
                found: lagrangian(&scene, args.seconds),
            });
        }
    }
    if args.json {
        text::print(&format!("{:#}\n", to_json(&rates)))?;
    } else {
        text::print(&report(&rates))?;
    }
    let good = |rate: &Rate| rate.found.as_ref().is_ok_and(|r| *r >= rate.bar);
    Ok(rates.iter().filter(|r| r.found.is_ok()).all(good))
}

/// The schemes of one problem a step. Springs take as many steps of their integrator as they need: no rate is
/// asked of them.
fn fixed_cost() -> impl Iterator<Item = &'static Entry> {
    schemes::NAMES.iter().filter(|entry| entry.name != "penalised")
}

/// A brick pulled over a rough floor: always in contact, always sliding.
fn brick(entry: &Entry, seconds: f64) -> Result<f64, String> {
    let brick = Particle {
        pull: [1.0, -9.81],
        friction: Friction::Constant(Law::Planar { mu: 0.05 }),
        restitution: Restitution::SOFT,
    };
    let state = State {
        time: 0.0,
        q: vec![0.0, 0.0],
        v: vec![1.0, 0.0],
    };
    let scheme = schemes::by_name(entry.name, &[], &brick, Options::default()).in_words()?;
    let solver = drystone::solve::cone::by_name("auto", Settings::default()).ok_or("no solver `auto`")?;
    let mut simulation = Simulation::new(Box::new(brick), scheme, solver, state, 1e-3).in_words()?;
    best(seconds, || {
        let began = Start::now();
        for _ in 0..CHUNK {
            simulation.step().in_words()?;
        }
        Ok((CHUNK as f64, began.cpu_s()))
    })
}

fn lagrangian(scene: &Scene, seconds: f64) -> Result<f64, String> {
    best(seconds, || {
        let mut runner = Runner::new(scene).in_words()?;
        let began = Start::now();
        runner.run(|_| {}).in_words()?;
        Ok((runner.totals.steps as f64, began.cpu_s()))
    })
}

/// The best rate of runs that take so many seconds together.
fn best(seconds: f64, mut run: impl FnMut() -> Result<(f64, f64), String>) -> Result<f64, String> {
    let (mut rate, mut spent) = (0.0f64, 0.0);
    while spent < seconds {
        let (steps, took) = run()?;
        rate = rate.max(steps / took.max(1e-9));
        spent += took.max(1e-6);
    }
    Ok(rate)
}

fn report(rates: &[Rate]) -> String {
    let colour = text::colour();
    let mut table = Table::new("<<<>>", &["system", "given by", "scheme", "steps/s", "asked"]);
    for rate in rates {
        let (found, style) = match &rate.found {
            Ok(r) if *r >= rate.bar => (format!("{r:.0}"), Style::Good),
            Ok(r) => (format!("{r:.0}"), Style::Bad),
            Err(_) => ("–".into(), Style::Dim),
        };
        let mut row = vec![
            (rate.system.into(), Style::Plain),
            (rate.kind.into(), Style::Plain),
            (rate.scheme.into(), Style::Plain),
            (found, style),
            (format!("{:.0}", rate.bar), Style::Dim),
        ];
        if let Err(reason) = &rate.found {
            row.push((reason.clone(), Style::Dim));
        }
        table.row(row);
    }
    table.render(0, colour)
}

fn to_json(rates: &[Rate]) -> Value {
    let rows: Vec<Value> = rates
        .iter()
        .map(|rate| {
            json!({
                "system": rate.system, "kind": rate.kind, "scheme": rate.scheme, "bar": rate.bar,
                "steps_per_second": rate.found.as_ref().ok(), "reason": rate.found.as_ref().err(),
            })
        })
        .collect();
    json!({ "steps": rows })
}
