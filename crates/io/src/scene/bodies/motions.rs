//! `[motion.NAME]`: bodies that follow a law of time, by formulas or by a table of values.
//!
//! ```text
//! tape: t ↦ x, y, z, angle, ẋ, ẏ, ż, angle˙           derivatives exact, of the formulas themselves
//! table: cubic Hermite between rows; slope at a row that of the parabola through it and its neighbours;
//!     0 at both ends
//! ```

use super::super::error::SceneError;
use super::mesh_files;
use super::part::Part;
use crate::input;
use crate::scene::read::tree::Node;
use drystone_dynamics::formula::{Binary, Differentiator, Expr, Graph, Symbol, Tape};
use drystone_dynamics::geometry::{DQuat, DVec3, Pose};
use drystone_dynamics::models::bodies::description::PrescribedMotion;

/// Rows that a table may have: all of them are worked through at every instant.
const MOST_ROWS: usize = 5000;

/// The motion of a table, for a body that begins at `start`.
pub(super) fn motion(part: &Part<'_>, start: DVec3) -> Result<PrescribedMotion, SceneError> {
    let mut graph = Graph::default();
    let outputs = if part.has("table") {
        for key in ["position", "angle", "angle_deg"] {
            part.only(&["table", key])?;
        }
        from_table(part, &mut graph, start)?
    } else {
        from_formulas(part, &mut graph, start)?
    };
    let mut all = outputs;
    let mut rate = Differentiator::new(0);
    for expr in all.clone() {
        all.push(rate.derive(&mut graph, expr));
    }
    let mut tape = Tape::compile(&graph, &all, 1);
    tape.run(&[&[0.0]]);
    for i in 0..8 {
        if !tape.output(i).is_finite() {
            let names = ["x", "y", "z", "angle"];
            let rate = if i < 4 { "" } else { "the rate of " };
            let message = format!(
                "{rate}{} is {} at t = 0, asked: a finite number",
                names[i % 4],
                tape.output(i)
            );
            return Err(part.fail(message));
        }
    }
    Ok(PrescribedMotion {
        tape,
        axis: axis(part)?,
        surface_velocity: part.vector("surface_velocity")?.unwrap_or(DVec3::ZERO),
    })
}

/// Where the body is at the beginning.
pub(super) fn first_pose(motion: &PrescribedMotion, rotation: DQuat) -> Pose {
    let mut tape = motion.tape.clone();
    tape.run(&[&[0.0]]);
    Pose {
        position: DVec3::new(tape.output(0), tape.output(1), tape.output(2)),
        rotation: DQuat::from_axis_angle(motion.axis, tape.output(3)) * rotation,
    }
}

fn axis(part: &Part<'_>) -> Result<DVec3, SceneError> {
    if part.reader.plane {
        return if part.has("axis") {
            Err(part.wrong("axis", "bodies of the plane turn about z; remove it"))
        } else {
            Ok(DVec3::Z)
        };
    }
    Ok(part.direction("axis")?.unwrap_or(DVec3::Z))
}

fn from_formulas(part: &Part<'_>, graph: &mut Graph, start: DVec3) -> Result<Vec<Expr>, SceneError> {
    let reader = part.reader;
    let time = [("t", Symbol::Variable(0))];
    let mut outputs: Vec<Expr> = start.to_array().iter().map(|x| graph.constant(*x)).collect();
    if let Some(list) = part.node("position").and_then(Node::list) {
        if let Some(message) = part.misfit(list, "entries") {
            return Err(part.wrong("position", message));
        }
        for (i, node) in list.iter().enumerate() {
            let path = format!("{}[{i}]", part.key("position"));
            outputs[i] = reader.formula(graph, node, &path, &time)?;
        }
    }
    let angle = match part.only(&["angle", "angle_deg"])? {
        None => graph.constant(0.0),
        Some(key) => {
            let path = part.key(key);
            let angle = match part.node(key) {
                Some(node) => reader.formula(graph, node, &path, &time)?,
                None => graph.constant(0.0),
            };
            let factor = graph.constant(if key == "angle" { 1.0 } else { 1f64.to_radians() });
            graph.mul(factor, angle)
        }
    };
    outputs.push(angle);
    Ok(outputs)
}

/// Columns by the names in the first line; those that are absent stay as they are at the start.
fn from_table(part: &Part<'_>, graph: &mut Graph, start: DVec3) -> Result<Vec<Expr>, SceneError> {
    let name = part.text("table").unwrap_or_default();
    let bytes = part.read("table", name, input::TABLE)?;
    let fault = |message: String| part.wrong("table", format!("{name}: {message}"));
    let text = String::from_utf8_lossy(&bytes);
    let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let columns: Vec<&str> = head.trim().split([',', ';', '\t']).map(str::trim).collect();
    let known: &[&str] = if part.reader.plane {
        &["t", "x", "y", "angle"]
    } else {
        &["t", "x", "y", "z", "angle"]
    };
    if let Some(i) = columns.iter().position(|column| !known.contains(column)) {
        return Err(fault(format!(
            "line 1: column {} has another name, asked: {}",
            i + 1,
            known.join(", ")
        )));
    }
    let rows = mesh_files::rows(rest.as_bytes())
        .map_err(|message| fault(format!("after the first line, {message}")))?;
    if let Some(i) = rows.iter().position(|row| row.len() != columns.len()) {
        return Err(fault(format!(
            "row {} has {} numbers, asked: {}",
            i + 1,
            rows[i].len(),
            columns.len()
        )));
    }
    let column = |name: &str| -> Option<Vec<f64>> {
        let k = columns.iter().position(|column| *column == name)?;
        Some(rows.iter().map(|row| row[k]).collect())
    };
    let times = column("t").ok_or_else(|| fault("found no column `t`".to_owned()))?;
    if !(2..=MOST_ROWS).contains(&times.len()) {
        return Err(fault(format!(
            "found {} rows, asked: 2 to {MOST_ROWS}",
            times.len()
        )));
    }
    if let Some(i) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
        return Err(fault(format!(
            "t does not increase from row {} to the next",
            i + 1
        )));
    }
    let mut outputs = Vec::new();
    for (name, value) in ["x", "y", "z", "angle"]
        .into_iter()
        .zip([start.x, start.y, start.z, 0.0])
    {
        outputs.push(match column(name) {
            Some(values) => piecewise(graph, &times, &values),
            None => graph.constant(value),
        });
    }
    Ok(outputs)
}

/// A cubic between every two rows, the first and the last value before and after.
fn piecewise(graph: &mut Graph, times: &[f64], values: &[f64]) -> Expr {
    let n = times.len();
    let slope = |i: usize| {
        if i == 0 || i + 1 == n {
            return 0.0;
        }
        let (h0, h1) = (times[i] - times[i - 1], times[i + 1] - times[i]);
        let (d0, d1) = ((values[i] - values[i - 1]) / h0, (values[i + 1] - values[i]) / h1);
        (h1 * d0 + h0 * d1) / (h0 + h1)
    };
    let t = graph.variable(0);
    let mut result = graph.constant(values[n - 1]);
    for i in (0..n - 1).rev() {
        let h = times[i + 1] - times[i];
        let (start, end) = (slope(i), slope(i + 1));
        let mean = (values[i + 1] - values[i]) / h;
        let cubic = [
            values[i],
            start,
            (3.0 * mean - 2.0 * start - end) / h,
            (start + end - 2.0 * mean) / (h * h),
        ];
        let begin = graph.constant(times[i]);
        let s = graph.sub(t, begin);
        let mut sum = graph.constant(cubic[3]);
        for c in cubic[..3].iter().rev() {
            let (product, c) = (graph.mul(sum, s), graph.constant(*c));
            sum = graph.add(product, c);
        }
        let until = graph.constant(times[i + 1]);
        let before = graph.binary(Binary::Less, t, until);
        result = graph.choose(before, sum, result);
    }
    let (first, begin) = (graph.constant(values[0]), graph.constant(times[0]));
    let early = graph.binary(Binary::Less, t, begin);
    graph.choose(early, first, result)
}
