//! `drystone return-map`: a quantity on a section against its value at the return before.

use super::poincare::{Rows, axes, rows};
use super::{check, judged, range, read, save_points, scatter, title};
use crate::cli::PoincareArgs;
use crate::figures::chart::Axis;

/// `drystone return-map`. `true` when the run went to its end.
pub(crate) fn command(args: &PoincareArgs) -> Result<bool, String> {
    if args.y.is_some() {
        return Err("return-map draws the next value of --x against it: leave --y out".into());
    }
    let scene = read(&args.scene, &[])?;
    let outputs = check(&args.output, &scene)?;
    let Some((x, _)) = judged(axes(&scene, args))? else {
        return Ok(false);
    };
    let Some(rows) = judged(rows(&scene, args, (&x, &x)))? else {
        return Ok(false);
    };
    let pairs: Rows = rows.windows(2).map(|w| [w[0][0], w[0][1], w[1][1]]).collect();
    let points: Vec<(f64, f64)> = pairs.iter().map(|r| (r[1], r[2])).collect();
    let words = args.section.spec().words();
    let next = format!("next {x}");
    let subtitle = format!("{} returns {words}, {}", points.len(), scene.run.scheme.name);
    let mut figure = scatter(
        (format!("Return map: {}", title(&scene)), subtitle),
        (&x, &next),
        points,
    );
    let (lo, hi) = range(pairs.iter().flat_map(|r| [r[1], r[2]]));
    figure.panels[0].x = Axis::linear(&x, lo, hi, false);
    figure.panels[0].y = Axis::linear(&next, lo, hi, false);
    figure.panels[0].lines.push((1, vec![(lo, lo), (hi, hi)]));
    figure.series.push("x = x".into());
    save_points(
        (&scene, args, &outputs),
        &figure,
        ("returns", ["t", &x, &next]),
        &pairs,
    )?;
    Ok(true)
}
