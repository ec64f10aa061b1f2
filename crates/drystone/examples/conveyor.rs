//! Draws the paths of particles on a vibrating table and the lines they are drawn to, for both senses of
//! rotation: `docs/figures/conveyor.svg`. After Moreau (1988), Example 16.2 and Fig. 16.2.
//!
//! Run: `cargo run --release --example conveyor [-- FILE]`

mod figure;

use drystone::io::scene::Scene;
use drystone::run::runner::Runner;
use figure::{Axes, Figure};
use std::error::Error;
use std::io::Write;

const SECONDS: f64 = 8.0;
const PATH: &str = "stroke=\"#1b62a5\" stroke-width=\"1.3\"";
const LINE: &str = "stroke=\"#d4600c\" stroke-width=\"1.6\" stroke-dasharray=\"7 4\"";

/// Positions twenty times a second, and the mean of y over the last second.
struct Path {
    points: Vec<[f64; 2]>,
    mean: f64,
}

fn run(sense: &str, y0: f64) -> Result<Path, Box<dyn Error>> {
    let text = drystone::scenes::text("conveyor").ok_or("no scene conveyor")?;
    let (start, end) = (y0.to_string(), SECONDS.to_string());
    let sets = [
        ("params.sense", sense),
        ("params.y0", start.as_str()),
        ("run.step", "2e-5"),
        ("run.t_end", end.as_str()),
    ];
    let mut runner = Runner::new(&Scene::read(text, "conveyor", &sets)?)?;
    let (mut points, mut sum, mut count) = (Vec::new(), 0.0, 0.0);
    runner.run(|frame| {
        if frame.count % 2500 == 0 {
            points.push([frame.q[0], frame.q[1]]);
        }
        if frame.time > SECONDS - 1.0 {
            sum += frame.q[1];
            count += 1.0;
        }
    })?;
    let mean = sum / count;
    Ok(Path { points, mean })
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "docs/figures/conveyor.svg".into());
    let mut figure = Figure::new(
        "Moreau's conveyor: paths seen from the table, 8 s from fifteen starts",
        "Particles released at rest at x = 0; the slope descends along x, the table rocks about Ox ten times a second",
        [1120.0, 580.0],
    );
    let senses = [
        (
            "-1",
            "Rotation from Z to Y (sense −1)",
            80.0,
            [0.0, 101.36, 181.46, 258.55].as_slice(),
        ),
        (
            "1",
            "Rotation from Y to Z (sense +1)",
            610.0,
            &[71.40, 150.18, 227.08, 303.54],
        ),
    ];
    for (sense, title, left, lines) in senses {
        let axes = Axes {
            place: [left, 100.0, 410.0, 380.0],
            x: [0.0, 360.0],
            y: [-20.0, 360.0],
            ticks: [60.0, 40.0],
            names: [
                title.into(),
                "x, down the slope (cm)".into(),
                "y, across the slope (cm)".into(),
            ],
        };
        figure.grid(&axes);
        for i in 0..15 {
            let y0 = 5.0 + 22.5 * f64::from(i);
            let Path { points, mean } = run(sense, y0)?;
            let x = points.last().map_or(0.0, |p| p[0]);
            writeln!(
                std::io::stdout(),
                "sense {sense:>2}  y0 {y0:6.1}  mean y {mean:8.3}  x {x:8.3}"
            )?;
            figure.line(&axes, &points, PATH);
            figure.dot(&axes, [0.0, y0], "#1b62a5");
        }
        for y in lines {
            figure.line(&axes, &[[0.0, *y], [360.0, *y]], LINE);
            figure.label(&axes, [360.0, *y], [6.0, 4.5], &format!("{y:.1}"));
        }
        figure.frame(&axes);
    }
    figure.legend(
        [80.0, 558.0],
        240.0,
        &[(PATH, "path of a particle"), (LINE, "line of attraction (cm)")],
    );
    Ok(figure.save(&path)?)
}
