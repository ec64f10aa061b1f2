//! Draws the velocity of the lowest particle of a sliding body through its catastrophe, for thirty random
//! step lengths: `docs/figures/catastrophe.svg`. After Moreau (1988), Example 15.3 and Fig. 15.2.
//!
//! Run: `cargo run --release --example catastrophe [-- FILE]`

mod figure;

use drystone::io::scene::Scene;
use drystone::run::runner::{Detail, Runner};
use figure::{Axes, Figure};
use std::error::Error;
use std::io::Write;

/// Times and slips of one run; slip before and after the last step with an impulse.
struct Run {
    points: Vec<[f64; 2]>,
    drop: [f64; 2],
}

impl Run {
    fn is_complete(&self) -> bool {
        self.drop[1].abs() < 0.02 * self.drop[0]
    }
}

fn run(seed: u32) -> Result<Run, Box<dyn Error>> {
    let text = drystone::scenes::text("catastrophe").ok_or("no scene catastrophe")?;
    let seed = seed.to_string();
    let sets = [("run.random_step", "1e-4"), ("run.seed", seed.as_str())];
    let mut runner = Runner::new(&Scene::read(text, "catastrophe", &sets)?)?;
    let (mut points, mut drop): (Vec<[f64; 2]>, [f64; 2]) = (Vec::new(), [0.0; 2]);
    runner.run(|frame| {
        let now = [frame.time, frame.outputs[0]];
        if let (Detail::Step(step), Some([_, before])) = (frame.detail, points.last())
            && step.impulses.first().is_some_and(|r| *r > 0.0)
        {
            drop = [*before, now[1]];
        }
        points.push(now);
    })?;
    Ok(Run { points, drop })
}

const COMPLETE: &str = "stroke=\"#1b62a5\" stroke-width=\"1.2\" stroke-opacity=\"0.75\"";
const PARTIAL: &str = "stroke=\"#d4600c\" stroke-width=\"1.6\"";

/// The runs that end complete first, the others above them.
fn draw(figure: &mut Figure, axes: &Axes, runs: &[Run]) {
    figure.grid(axes);
    for wanted in [true, false] {
        for run in runs.iter().filter(|run| run.is_complete() == wanted) {
            let inside: Vec<[f64; 2]> = run
                .points
                .iter()
                .copied()
                .filter(|p| (axes.x[0]..=axes.x[1]).contains(&p[0]) && p[1] >= axes.y[0])
                .collect();
            figure.line(axes, &inside, if wanted { COMPLETE } else { PARTIAL });
        }
    }
    figure.frame(axes);
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "docs/figures/catastrophe.svg".into());
    let runs = (1..=30).map(run).collect::<Result<Vec<Run>, _>>()?;
    let complete = runs.iter().filter(|run| run.is_complete()).count();
    writeln!(
        std::io::stdout(),
        "{complete} of {} drops are complete",
        runs.len()
    )?;
    let mut figure = Figure::new(
        "A frictional catastrophe: sliding ends at one instant",
        "Velocity of the lowest particle in 30 runs of the scene `catastrophe`, steps 0.46 ms − 0.1 ms × random",
        [1060.0, 500.0],
    );
    let names = |title: &str| {
        [
            title.into(),
            "time (s)".into(),
            "velocity of the lowest particle (cm/s)".into(),
        ]
    };
    let whole = Axes {
        place: [80.0, 100.0, 420.0, 300.0],
        x: [0.0, 0.08],
        y: [-20.0, 180.0],
        ticks: [0.02, 20.0],
        names: names("The whole motion"),
    };
    let close = Axes {
        place: [600.0, 100.0, 420.0, 300.0],
        x: [0.058, 0.07],
        y: [-20.0, 180.0],
        ticks: [0.002, 20.0],
        names: names("The catastrophe"),
    };
    for axes in [&whole, &close] {
        draw(&mut figure, axes, &runs);
    }
    figure.legend(
        [80.0, 478.0],
        330.0,
        &[
            (
                COMPLETE,
                &format!("complete catastrophe: {complete} of {} runs", runs.len()),
            ),
            (
                PARTIAL,
                &format!("incomplete: {} of {} runs", runs.len() - complete, runs.len()),
            ),
        ],
    );
    Ok(figure.save(&path)?)
}
