//! `drystone poincare`: where a motion meets a section, two quantities against each other.

use super::{check, judged, read, save_points, scatter, title};
use crate::cli::PoincareArgs;
use drystone::analysis::{AnalysisError, Orbit, Quantity, Walk};
use drystone::io::scene::Scene;

/// Time and the two values of every point of the section.
pub(super) type Rows = Vec<[f64; 3]>;

pub(super) fn rows(scene: &Scene, args: &PoincareArgs, (x, y): (&str, &str)) -> Result<Rows, AnalysisError> {
    let mut orbit = Orbit::new(scene)?;
    let (section, period) = args.section.spec().build(scene, &orbit.names)?;
    let mut quantities = [
        Quantity::new(scene, &orbit.names, x)?,
        Quantity::new(scene, &orbit.names, y)?,
    ];
    let mut walk = Walk::new(&mut orbit, section, period)?;
    let mut rows = Vec::new();
    while let Some(point) = walk.next_point(scene.run.t_end)? {
        if point.state.time >= args.skip {
            let [x, y] = &mut quantities;
            rows.push([point.state.time, x.value(&point), y.value(&point)]);
        }
    }
    Ok(rows)
}

/// The first coordinate and the first velocity, where nothing else is asked for.
pub(super) fn axes(scene: &Scene, args: &PoincareArgs) -> Result<(String, String), AnalysisError> {
    let names = Orbit::new(scene)?.names;
    let first = |list: &[String]| list.first().cloned().unwrap_or_default();
    let x = args.x.clone().unwrap_or_else(|| first(&names.q));
    let y = args.y.clone().unwrap_or_else(|| first(&names.v));
    Ok((x, y))
}

/// `drystone poincare`. `true` when the run went to its end.
pub(crate) fn command(args: &PoincareArgs) -> Result<bool, String> {
    let scene = read(&args.scene, &[])?;
    let outputs = check(&args.output, &scene)?;
    let Some((x, y)) = judged(axes(&scene, args))? else {
        return Ok(false);
    };
    let Some(rows) = judged(rows(&scene, args, (&x, &y)))? else {
        return Ok(false);
    };
    let points: Vec<(f64, f64)> = rows.iter().map(|r| (r[1], r[2])).collect();
    let words = args.section.spec().words();
    let subtitle = format!(
        "{} points {words}, {} to {} s, {}",
        points.len(),
        args.skip,
        scene.run.t_end,
        scene.run.scheme.name
    );
    let figure = scatter(
        (format!("Section: {}", title(&scene)), subtitle),
        (&x, &y),
        points,
    );
    save_points(
        (&scene, args, &outputs),
        &figure,
        ("points", ["t", &x, &y]),
        &rows,
    )?;
    Ok(true)
}
