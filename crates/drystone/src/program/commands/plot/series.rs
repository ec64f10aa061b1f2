//! Series of a run by the words that name them: `box.speed`, `energy`, `floor-box.impulse_n`.
//!
//! Several contacts of a pair count together: impulses and forces are summed, gaps are least, the status is
//! the liveliest.

use crate::terminal::text::{InWords, nearest};
use drystone::io::run_file::{BodySeries, CLAUSES, Column, ENERGY, RunFile};

/// A number in every frame.
#[derive(Default)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Title of the panel that it begins.
    pub(crate) group: String,
    pub(crate) unit: String,
    pub(crate) values: Vec<f64>,
    /// Drawn on a logarithmic axis.
    pub(crate) is_log: bool,
    /// A number of `STATUS`.
    pub(crate) is_status: bool,
}

/// The series that a word stands for.
pub(crate) fn find(run: &RunFile, word: &str) -> Result<Vec<Series>, String> {
    let all = 0..run.frames();
    let step = |name: &str, group: &str, unit: &str, is_log: bool| -> Result<Series, String> {
        Ok(Series {
            name: name.into(),
            group: group.into(),
            unit: unit.into(),
            values: run.step_column(name, all.clone()).in_words()?,
            is_log,
            is_status: false,
        })
    };
    let many = |names: &[&str], group: &str| names.iter().map(|name| step(name, group, "J", false)).collect();
    match word {
        "energy" => return many(&ENERGY[..3], "energy"),
        "account" => return many(&ENERGY[3..], "energy account since the beginning"),
        "certificate" => {
            let clauses = CLAUSES.iter();
            return clauses
                .map(|(name, unit)| step(name, "certificate", unit, true))
                .collect();
        }
        "gap" => return Ok(vec![step("min_gap", "least gap", "m", false)?]),
        _ => {}
    }
    if run.step_columns().any(|name| name == word) && !["standing", "stop", "method"].contains(&word) {
        let unit = unit_of_step(word);
        return Ok(vec![step(word, word, unit, false)?]);
    }
    if let Some(found) = coordinate(run, word)? {
        return Ok(vec![found]);
    }
    // Names may contain dots: the last one separates.
    if let Some((who, what)) = word.rsplit_once('.') {
        for look in [body, joint, pair] {
            if let Some(found) = look(run, who, what)? {
                return Ok(vec![found]);
            }
        }
    }
    Err(unknown(run, word))
}

fn unit_of_step(name: &str) -> &'static str {
    let clause = CLAUSES.iter().find(|clause| clause.0 == name);
    match name {
        "time" => "s",
        "min_gap" => "m",
        _ if ENERGY.contains(&name) => "J",
        _ => clause.map_or("", |clause| clause.1),
    }
}

fn unknown(run: &RunFile, word: &str) -> String {
    let mut names: Vec<String> = ["energy", "account", "certificate", "gap"]
        .map(str::to_owned)
        .to_vec();
    names.extend(run.step_columns().map(str::to_owned));
    names.extend(run.bodies().iter().map(|body| format!("{}.speed", body.name)));
    names.extend(run.joints().map(|joint| format!("{joint}.coordinate")));
    for which in ["q", "v", "output"] {
        names.extend(run.coordinate_names(which));
    }
    if let Ok(pairs) = run.pairs() {
        names.extend(pairs.iter().map(|pair| format!("{}.impulse_n", pair.name)));
    }
    let near = nearest(word, names.iter().map(String::as_str));
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    format!(
        "no series is called `{word}`: {near}there are energy, account, certificate, gap, the columns of `steps`, BODY.x and so on, \
         JOINT.coordinate, PAIR.impulse_n, PAIR.status; `drystone info` has the names"
    )
}

/// A coordinate, velocity or output by its own name.
fn coordinate(run: &RunFile, word: &str) -> Result<Option<Series>, String> {
    for which in ["q", "v", "output"] {
        let names = run.coordinate_names(which);
        if let Some(i) = names.iter().position(|name| name == word) {
            let values = run.coordinates(which, 0..run.frames()).in_words()?;
            return Ok(Some(Series {
                name: word.into(),
                group: word.into(),
                values: values.into_iter().skip(i).step_by(names.len()).collect(),
                ..Series::default()
            }));
        }
    }
    Ok(None)
}

fn body(run: &RunFile, who: &str, what: &str) -> Result<Option<Series>, String> {
    let Some(place) = run.bodies().iter().position(|body| body.name == who) else {
        return Ok(None);
    };
    let s = run.series(place, 0..run.frames()).in_words()?;
    let BodySeries {
        position,
        quat_wxyz,
        angle,
        velocity,
        angular_velocity,
    } = s;
    let take = |list: &[[f64; 3]], k: usize| list.iter().map(|x| x[k]).collect::<Vec<f64>>();
    let norm = |list: &[[f64; 3]]| {
        let one = |x: &[f64; 3]| (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        list.iter().map(one).collect::<Vec<f64>>()
    };
    let turn = |k: usize| quat_wxyz.iter().map(|q| q[k]).collect::<Vec<f64>>();
    let (values, unit, group) = match what {
        "x" => (take(&position, 0), "m", "position"),
        "y" => (take(&position, 1), "m", "position"),
        "z" => (take(&position, 2), "m", "position"),
        "vx" => (take(&velocity, 0), "m/s", "velocity"),
        "vy" => (take(&velocity, 1), "m/s", "velocity"),
        "vz" => (take(&velocity, 2), "m/s", "velocity"),
        "speed" => (norm(&velocity), "m/s", "velocity"),
        "wx" => (take(&angular_velocity, 0), "rad/s", "angular velocity"),
        "wy" => (take(&angular_velocity, 1), "rad/s", "angular velocity"),
        "wz" => (take(&angular_velocity, 2), "rad/s", "angular velocity"),
        "spin" => (norm(&angular_velocity), "rad/s", "angular velocity"),
        "qw" => (turn(0), "", "quaternion"),
        "qx" => (turn(1), "", "quaternion"),
        "qy" => (turn(2), "", "quaternion"),
        "qz" => (turn(3), "", "quaternion"),
        "angle" if !angle.is_empty() => (angle, "rad", "angle"),
        _ => {
            return Err(format!(
                "`{who}` has no series `{what}`: there are x y z vx vy vz speed wx wy wz spin qw qx qy qz, and angle in the plane"
            ));
        }
    };
    Ok(Some(Series {
        name: format!("{who}.{what}"),
        group: group.into(),
        unit: unit.into(),
        values,
        ..Series::default()
    }))
}

fn joint(run: &RunFile, who: &str, what: &str) -> Result<Option<Series>, String> {
    let Some(place) = run.joints().position(|joint| joint == who) else {
        return Ok(None);
    };
    let (source, unit) = match what {
        "coordinate" | "angle" => ("coordinate", "rad or m"),
        "velocity" => ("velocity", "rad/s or m/s"),
        "force" => ("force", "N"),
        "torque" => ("torque", "N m"),
        _ => {
            return Err(format!(
                "`{who}` has no series `{what}`: there are coordinate, velocity, force, torque"
            ));
        }
    };
    let values = run.joint(place, source, 0..run.frames()).in_words()?;
    let width = (values.len() / run.frames().max(1)).max(1);
    let norm = |row: &[f64]| match row {
        [x] => *x,
        row => row.iter().map(|x| x * x).sum::<f64>().sqrt(),
    };
    Ok(Some(Series {
        name: format!("{who}.{what}"),
        group: format!("joints: {source}"),
        unit: unit.into(),
        values: values.chunks(width).map(norm).collect(),
        ..Series::default()
    }))
}

/// How the contacts of a pair make one number.
enum Sum {
    Add,
    Least,
    Most,
}

fn pair(run: &RunFile, who: &str, what: &str) -> Result<Option<Series>, String> {
    let pairs = run.pairs().in_words()?;
    let Some(number) = pairs.iter().position(|pair| pair.name == who) else {
        return Ok(None);
    };
    let (sum, unit) = match what {
        "gap" => (Sum::Least, "m"),
        "status" => (Sum::Most, ""),
        _ if what.starts_with("impulse_") => (Sum::Add, "N s"),
        _ if what.starts_with("force_") => (Sum::Add, "N"),
        "contacts" => (Sum::Add, ""),
        _ => (Sum::Most, ""),
    };
    let known = run.columns("contacts");
    let source = if what == "contacts" { "gap" } else { what };
    if !known.iter().any(|name| name == source) {
        return Err(format!(
            "`{who}` has no series `{what}`: there are contacts, {}",
            known.join(", ")
        ));
    }
    let empty = if matches!(sum, Sum::Least) { f64::NAN } else { 0.0 };
    let mut values = vec![empty; run.frames()];
    let mut at = 0;
    // A few frames at a time: the table of contacts may be longer than memory.
    while at < run.frames() {
        let end = (at + 2048).min(run.frames());
        let rows = run.contact_rows(at..end).in_words()?;
        let table = run.contacts(at..end).in_words()?;
        let column = match run.column(&format!("contacts/{source}"), rows).in_words()? {
            Column::Reals(x) => x,
            Column::Longs(n) => n.into_iter().map(|n| n as f64).collect(),
            Column::Texts(_) => return Err(format!("`{what}` is no number")),
        };
        let of_pair = table.pair.iter().zip(&table.frame).zip(column);
        for ((_, frame), x) in of_pair.filter(|((pair, _), _)| **pair == number) {
            let value = &mut values[*frame];
            *value = match sum {
                Sum::Add if what == "contacts" => *value + 1.0,
                Sum::Add => *value + x,
                Sum::Least => value.min(x),
                Sum::Most => value.max(x),
            };
        }
        at = end;
    }
    Ok(Some(Series {
        name: if what == "status" {
            who.to_owned()
        } else {
            format!("{who}.{what}")
        },
        group: what.into(),
        unit: unit.into(),
        values,
        is_log: false,
        is_status: what == "status",
    }))
}
