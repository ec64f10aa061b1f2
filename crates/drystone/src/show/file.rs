//! A run file to be shown: from the rows of a [`RunFile`] to a [`Show`].
//!
//! Instants that do not fit into memory are left out evenly. The strip has a row for every frame of the file;
//! steps between frames are in the totals of its checkpoint. Names, shapes and joints come from the scene in
//! the file; where that cannot be built again (a mesh file that is gone) bodies come from the file alone,
//! without joints and masses.

use super::file_head::head;
use super::head::{Head, JOINT};
use super::strip::{COLUMNS, Strip};
use super::{FRAME_BYTES, Show, Touch};
use crate::run::verdict::RunVerdict;
use drystone_io::ReadError;
use drystone_io::run_file::{BodySeries, ContactTable, RunFile, body_names};
use serde_json::Value;
use std::ops::Range;

/// Contacts that are read at a time.
const CONTACTS: usize = 400_000;

/// Everything that a page shows of a run file.
pub fn read(run: &RunFile) -> Result<Show, ReadError> {
    let mut show = Show {
        head: head(run),
        ..Show::default()
    };
    let total = run.frames();
    let stride = stride(run, &show.head)?;
    let mut places: Vec<usize> = (0..total).step_by(stride).collect();
    if total > 0 && places.last() != Some(&(total - 1)) {
        places.push(total - 1);
    }
    let times = run.times(0..total)?;
    let steps = run.step_column("step", 0..total)?;
    show.frames.times = places.iter().map(|&k| times[k]).collect();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts of steps"
    )]
    let counts: Vec<u64> = steps.iter().map(|x| *x as u64).collect();
    show.frames.steps = places.iter().map(|&k| counts[k]).collect();
    add_bodies(run, &mut show, &places)?;
    add_columns(run, &mut show, &places)?;
    let active = add_contacts(run, &mut show, (&places, &times))?;
    add_strip(run, &mut show, (&times, &counts), &active)?;
    finish(run, &mut show, &counts);
    Ok(show)
}

/// Numbers of a body at every frame of the file, column by column, under the names of the header.
pub fn body_columns(run: &RunFile, body: usize) -> Result<Vec<(&'static str, Vec<f64>)>, ReadError> {
    let names = body_names(run.is_plane());
    let rows = body_rows(run, body, 0..run.frames())?;
    let column = |k: usize| rows.iter().map(|row| row[k]).collect();
    Ok(names
        .iter()
        .enumerate()
        .map(|(k, name)| (*name, column(k)))
        .collect())
}

/// Numbers of a body, frame by frame.
pub fn body_rows(run: &RunFile, body: usize, frames: Range<usize>) -> Result<Vec<Vec<f64>>, ReadError> {
    let series = run.series(body, frames.clone())?;
    let row = |k: usize| body_row(&series, k, run.is_plane());
    Ok((0..frames.len()).map(row).collect())
}

fn body_row(series: &BodySeries, k: usize, plane: bool) -> Vec<f64> {
    let ([x, y, z], [vx, vy, vz]) = (series.position[k], series.velocity[k]);
    let [wx, wy, wz] = series.angular_velocity[k];
    if plane {
        return vec![x, y, series.angle[k], vx, vy, wz];
    }
    let [qw, qx, qy, qz] = series.quat_wxyz[k];
    vec![x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz]
}

fn size(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Of each joint its coordinate, its velocity, and how large its force and its torque are.
pub(crate) fn joint_series(joints: &[f64], plane: bool, out: &mut Vec<f64>) {
    let (axes, turns) = if plane { (2, 1) } else { (3, 3) };
    for joint in joints.chunks_exact(2 + axes + turns) {
        let (force, torque) = joint[2..].split_at(axes);
        out.extend([joint[0], joint[1], size(force), size(torque)]);
    }
}

/// One frame in so many fits into memory.
fn stride(run: &RunFile, head: &Head) -> Result<usize, ReadError> {
    let total = run.frames();
    let contacts = run.contact_rows(0..total)?.len();
    let row = head.moving() * head.body_columns.len() + head.columns.len() + 3;
    let bytes = 8 * row * total + size_of::<Touch>() * contacts;
    Ok(bytes.div_ceil(FRAME_BYTES).max(1))
}

fn add_bodies(run: &RunFile, show: &mut Show, places: &[usize]) -> Result<(), ReadError> {
    let (moving, width) = (show.head.moving(), show.head.body_columns.len());
    show.frames.bodies = vec![0.0; places.len() * moving * width];
    let mut place = 0;
    for body in 0..show.head.bodies.len() {
        if show.head.bodies[body].kind == "fixed" {
            continue;
        }
        let series = run.series(body, 0..run.frames())?;
        for (row, &k) in places.iter().enumerate() {
            let at = (row * moving + place) * width;
            show.frames.bodies[at..at + width].copy_from_slice(&body_row(&series, k, show.head.plane));
        }
        place += 1;
    }
    Ok(())
}

/// Joints of a world; coordinates, velocities and outputs elsewhere. Contacts with names are added by
/// `add_contacts`.
fn add_columns(run: &RunFile, show: &mut Show, places: &[usize]) -> Result<(), ReadError> {
    let all = 0..run.frames();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    if show.head.world {
        for joint in 0..run.joints().count() {
            for what in JOINT {
                let flat = run.joint(joint, what, all.clone())?;
                let width = (flat.len() / run.frames().max(1)).max(1);
                let length = matches!(what, "force" | "torque");
                let rows = flat.chunks(width);
                columns.push(rows.map(|x| if length { size(x) } else { x[0] }).collect());
            }
        }
    } else {
        for which in ["q", "v", "output"] {
            let flat = run.coordinates(which, all.clone())?;
            let width = run.coordinate_names(which).len();
            columns.extend((0..width).map(|k| flat.iter().skip(k).step_by(width).copied().collect()));
        }
    }
    let width = show.head.columns.len();
    let mut out = vec![0.0; places.len() * width];
    for (k, column) in columns.iter().enumerate().take(width) {
        for (row, &place) in places.iter().enumerate() {
            out[row * width + k] = column.get(place).copied().unwrap_or(f64::NAN);
        }
    }
    show.frames.columns = out;
    Ok(())
}

/// Contacts of the kept frames; the number of active ones at every frame of the file.
fn add_contacts(
    run: &RunFile,
    show: &mut Show,
    (places, times): (&[usize], &[f64]),
) -> Result<Vec<f64>, ReadError> {
    let total = run.frames();
    let mut active = vec![0.0; total];
    show.frames.starts = vec![0];
    let pairs = run.pairs()?;
    let rows = run.contact_rows(0..total)?.len();
    let block = (CONTACTS * total.max(1) / rows.max(1)).clamp(1, total.max(1));
    let named = named_columns(&show.head);
    for (row, _) in places.iter().enumerate() {
        for (_, first, count) in &named {
            let at = row * show.head.columns.len() + first;
            show.frames.columns[at] = f64::NAN;
            show.frames.columns[at + 1..at + count].fill(0.0);
        }
    }
    let mut next = 0;
    let mut from = 0;
    while from < total {
        let frames = from..(from + block).min(total);
        let table = run.contacts(frames.clone())?;
        for (i, frame) in table.frame.iter().enumerate() {
            active[*frame] += f64::from(u8::from(table.status[i] != 0));
        }
        let mut i = 0;
        while next < places.len() && places[next] < frames.end {
            let frame = places[next];
            while i < table.frame.len() && table.frame[i] < frame {
                i += 1;
            }
            let dt = step_before(run, &show.head, times, frame);
            let end = (i..table.frame.len())
                .find(|&j| table.frame[j] > frame)
                .unwrap_or(table.frame.len());
            for j in i..end {
                let pair = pairs.get(table.pair[j]);
                if let Some(bodies) = pair.and_then(|p| two(p.bodies)) {
                    show.frames.touches.push(touch(&table, j, bodies));
                } else if let Some((_, first, count)) =
                    pair.and_then(|p| named.iter().find(|n| n.0 == p.name))
                {
                    let at = next * show.head.columns.len() + first;
                    let own = &mut show.frames.columns[at..at + count];
                    fill_named(own, &table, j, dt);
                }
            }
            i = end;
            show.frames.starts.push(show.frames.touches.len());
            next += 1;
        }
        from = frames.end;
    }
    Ok(active)
}

/// Length of the step that led to a frame, in s: from the times where every step is a frame.
fn step_before(run: &RunFile, head: &Head, times: &[f64], frame: usize) -> f64 {
    if run.attribute("record_every").and_then(Value::as_i64) != Some(1) {
        return head.method.step;
    }
    frame
        .checked_sub(1)
        .map_or(0.0, |before| times[frame] - times[before])
}

fn two(bodies: [i64; 2]) -> Option<[u32; 2]> {
    Some([u32::try_from(bodies[0]).ok()?, u32::try_from(bodies[1]).ok()?])
}

/// Contacts with names: name, first column, number of columns.
fn named_columns(head: &Head) -> Vec<(String, usize, usize)> {
    let mut out: Vec<(String, usize, usize)> = Vec::new();
    for (k, column) in head.columns.iter().enumerate() {
        if column.group != "contact" {
            continue;
        }
        match column.name.strip_suffix(".gap") {
            Some(name) => out.push((name.to_owned(), k, 1)),
            None => {
                if let Some(last) = out.last_mut() {
                    last.2 += 1;
                }
            }
        }
    }
    out
}

fn fill_named(own: &mut [f64], table: &ContactTable, j: usize, dt: f64) {
    let last = own.len() - 1;
    own[0] = table.gap[j];
    for (k, x) in own[1..last].iter_mut().enumerate() {
        let impulse = table.impulse.get(j).map_or(0.0, |r| r[k.min(2)]);
        *x = if dt > 0.0 { impulse / dt } else { 0.0 };
    }
    own[last] = f64::from(table.status[j]);
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is drawn is single precision"
)]
fn touch(table: &ContactTable, j: usize, bodies: [u32; 2]) -> Touch {
    let (force, normal) = (table.force[j], table.normal[j]);
    let force_n: f64 = (0..3).map(|k| force[k] * normal[k]).sum();
    Touch {
        bodies,
        point: table.point[j].map(|x| x as f32),
        normal: normal.map(|x| x as f32),
        force: force.map(|x| x as f32),
        force_n: force_n as f32,
        gap: table.gap[j] as f32,
        status: table.status[j],
    }
}

fn add_strip(
    run: &RunFile,
    show: &mut Show,
    (times, counts): (&[f64], &[u64]),
    active: &[f64],
) -> Result<(), ReadError> {
    let all: Range<usize> = 0..run.frames();
    let get = |name: &str| run.step_column(name, all.clone());
    // Those before have come, those behind are not in the file under these names.
    let columns = COLUMNS[2..10]
        .iter()
        .map(|name| get(name))
        .collect::<Result<Vec<_>, _>>()?;
    // Files of before have no column of their own for it.
    let (gap, short) = (get("min_gap")?, get("standing").or_else(|_| get("stop"))?);
    let clauses = show.head.clauses.iter().map(|c| get(c[0]));
    let clauses = clauses.collect::<Result<Vec<_>, _>>()?;
    show.strip = Strip::new(clauses.len());
    for k in all {
        let failed = short[k] != 0.0;
        let mut row = vec![times[k], counts[k] as f64];
        row.extend(columns.iter().map(|c| c[k]));
        row.extend([active[k], if gap[k].is_nan() { f64::INFINITY } else { gap[k] }]);
        row.push(f64::from(u8::from(failed)));
        // A clause that a system does not have is no defect.
        row.extend(clauses.iter().map(|c| if c[k].is_nan() { 0.0 } else { c[k] }));
        show.strip.add(&row);
        if failed && show.head.outcome.failed.len() < crate::sinks::show::LISTED {
            show.head.outcome.failed.push((counts[k], times[k]));
        }
    }
    Ok(())
}

/// Sums and extremes of all steps, from the checkpoint; of the frames where there is none.
fn finish(run: &RunFile, show: &mut Show, counts: &[u64]) {
    let width = show.strip.width;
    let first = width - show.head.clauses.len();
    let worst = |k: usize| {
        let rows = show.strip.rows.chunks_exact(width.max(1));
        rows.fold(0.0, |m: f64, row| m.max(row[first + k]))
    };
    let frames: Vec<f64> = (0..show.head.clauses.len()).map(worst).collect();
    let outcome = &mut show.head.outcome;
    outcome.steps = counts.last().copied().unwrap_or(0);
    outcome.failed_steps = outcome.failed.len() as u64;
    outcome.worst = frames;
    if let Ok(saved) = run.checkpoint() {
        if let Ok([steps, kept, refused, ..]) = saved.some_counts::<9>("totals_counts") {
            (outcome.steps, outcome.failed_steps) = (steps, kept + refused);
        }
        if let Some(told) = RunVerdict::saved(&saved) {
            outcome.take(&told);
        }
        if let Ok(totals) = saved.reals("totals")
            && totals.len() >= outcome.worst.len()
        {
            outcome.worst = totals[..outcome.worst.len()].to_vec();
        }
    }
    let end = run.attribute("t_end").and_then(Value::as_f64);
    let last = show.frames.times.last().copied();
    if let (Some(end), Some(last)) = (end, last)
        && last < end - 1e-9 * end.abs() - show.head.method.step
    {
        let outcome = &mut show.head.outcome;
        let happened = match outcome.status.as_str() {
            "interrupted" => "interrupted",
            _ => "the file ends",
        };
        // The reason that the run itself gave says more.
        let reason = || format!("{happened} at {last} s of {end} s");
        outcome.stopped.get_or_insert_with(reason);
    }
}
