//! Draws where the sliding rod of Painlevé has one, two or no contact force:
//! `docs/figures/painleve_regions.svg`.
//!
//! Every point of the two maps is one LCP, 0 ≤ N ⟂ A N + b ≥ 0, whose solutions are enumerated; the curves A
//! = 0 and b = 0 are those of theory. Run: `cargo run --release --example painleve_regions [-- FILE]`

mod figure;
#[path = "figure/rod.rs"]
mod rod;

use figure::{Axes, Figure};
use rod::Rod;
use std::error::Error;

const SLIDES: &str = "#cfe3f5";
const FLIES: &str = "#e3f1d6";
const NONE: &str = "#f6b9b0";
const TWO: &str = "#f9dd9a";
const CURVE: &str = "stroke=\"#24292f\" stroke-width=\"1.6\" stroke-dasharray=\"6 3\"";

/// Colour of the solutions found.
fn colour(forces: &[f64]) -> &'static str {
    match forces {
        [] => NONE,
        [n] if *n > 0.0 => SLIDES,
        [_] => FLIES,
        _ => TWO,
    }
}

/// Colours a map, one row of equal cells at a time; `forces` answers for the middle of a cell.
fn paint(
    figure: &mut Figure,
    axes: &Axes,
    mut forces: impl FnMut([f64; 2]) -> Option<Vec<f64>>,
) -> Result<(), String> {
    const CELLS: [u32; 2] = [360, 240];
    let edge = |k: u32, n: u32, [low, high]: [f64; 2]| low + (high - low) * f64::from(k) / f64::from(n);
    for j in 0..CELLS[1] {
        let (low, high) = (edge(j, CELLS[1], axes.y), edge(j + 1, CELLS[1], axes.y));
        let mut run: Option<(f64, &str)> = None;
        for i in 0..CELLS[0] {
            let (left, right) = (edge(i, CELLS[0], axes.x), edge(i + 1, CELLS[0], axes.x));
            let found = forces([0.5 * (left + right), 0.5 * (low + high)]).ok_or("a cell has no answer")?;
            let here = colour(&found);
            match run {
                Some((_, before)) if before == here => {}
                Some((from, before)) => {
                    figure.area(axes, [from, low], [left, high], before);
                    run = Some((left, here));
                }
                None => run = Some((left, here)),
            }
        }
        if let Some((from, before)) = run {
            figure.area(axes, [from, low], [axes.x[1], high], before);
        }
    }
    Ok(())
}

/// Points of a curve that stay inside the axes.
fn curve(axes: &Axes, f: impl Fn(f64) -> [f64; 2]) -> Vec<[f64; 2]> {
    let inside =
        |[x, y]: &[f64; 2]| (axes.x[0]..=axes.x[1]).contains(x) && (axes.y[0]..=axes.y[1]).contains(y);
    (1..900).map(|k| f(f64::from(k) * 0.1)).filter(inside).collect()
}

fn names(title: &str, y: &str) -> [String; 3] {
    [title.into(), "angle of the rod θ (degrees)".into(), y.into()]
}

/// The map over angle and friction, without rotation.
fn draw_at_rest(figure: &mut Figure, rod: &mut Rod) -> Result<(), String> {
    let at_rest = Axes {
        place: [80.0, 100.0, 420.0, 310.0],
        x: [0.0, 90.0],
        y: [0.0, 3.0],
        ticks: [15.0, 0.5],
        names: names("Not turning (θ′ = 0)", "coefficient of friction μ"),
    };
    paint(figure, &at_rest, |[theta, mu]| {
        rod.forces(theta.to_radians(), 0.0, mu)
    })?;
    figure.grid(&at_rest);
    // A = 0: μ = (tan² θ + 4)/(3 tan θ).
    let boundary = |degrees: f64| {
        let t = degrees.to_radians().tan();
        [degrees, (t * t + 4.0) / (3.0 * t)]
    };
    figure.line(&at_rest, &curve(&at_rest, boundary), CURVE);
    figure.dot(&at_rest, [2f64.atan().to_degrees(), 4.0 / 3.0], "#24292f");
    figure.label(
        &at_rest,
        [2f64.atan().to_degrees(), 4.0 / 3.0],
        [-62.0, 20.0],
        "μ = 4/3, tan θ = 2",
    );
    figure.label(&at_rest, [48.0, 2.35], [0.0, 0.0], "no force");
    figure.label(&at_rest, [14.0, 0.75], [0.0, 0.0], "slides");
    figure.frame(&at_rest);
    Ok(())
}

/// The map over angle and angular velocity.
fn draw_turning(figure: &mut Figure, rod: &mut Rod) -> Result<(), String> {
    let turning = Axes {
        place: [600.0, 100.0, 420.0, 310.0],
        x: [0.0, 90.0],
        y: [0.0, 8.0],
        ticks: [15.0, 1.0],
        names: names("Turning, μ = 2", "angular velocity θ′ (rad/s)"),
    };
    paint(figure, &turning, |[theta, omega]| {
        rod.forces(theta.to_radians(), omega, 2.0)
    })?;
    figure.grid(&turning);
    // b = 0: θ'² = g/(½ l sin θ); A = 0: tan² θ − 3 μ tan θ + 4 = 0.
    let lift = |degrees: f64| [degrees, (9.81 / degrees.to_radians().sin()).sqrt()];
    figure.line(&turning, &curve(&turning, lift), CURVE);
    for root in [3.0 - 5f64.sqrt(), 3.0 + 5f64.sqrt()] {
        let degrees = root.atan().to_degrees();
        figure.line(&turning, &[[degrees, 0.0], [degrees, 8.0]], CURVE);
    }
    let labels = [
        ([10.0, 1.6], "slides"),
        ([12.0, 7.2], "flies"),
        ([43.0, 2.1], "no force:"),
        ([43.0, 1.6], "impact without"),
        ([43.0, 1.1], "collision"),
        ([41.0, 6.2], "flies, slides or stops"),
    ];
    for (point, text) in labels {
        figure.label(&turning, point, [0.0, 0.0], text);
    }
    for omega in [0.02, 4.0] {
        figure.dot(&turning, [60.0, omega], "#24292f");
    }
    figure.label(&turning, [60.0, 0.0], [-84.0, -6.0], "omega0 = 0");
    figure.label(&turning, [60.0, 4.0], [-84.0, -6.0], "omega0 = 4");
    figure.frame(&turning);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "docs/figures/painleve_regions.svg".into());
    let mut rod = Rod::new(&[])?;
    let mut figure = Figure::new(
        "Painlevé's rod: how many contact forces are possible",
        "Uniform rod, tip on the floor sliding to the left; every point is one LCP with all its solutions enumerated",
        [1060.0, 520.0],
    );
    draw_at_rest(&mut figure, &mut rod)?;
    draw_turning(&mut figure, &mut rod)?;
    figure.legend(
        [80.0, 490.0],
        150.0,
        &[
            (SLIDES, "one force > 0"),
            (FLIES, "only N = 0"),
            (NONE, "no force"),
            (TWO, "two forces"),
            (CURVE, "theory: A = 0 and b = 0"),
        ],
    );
    Ok(figure.save(&path)?)
}
