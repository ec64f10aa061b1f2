//! `drystone plot`: series of a run file as a figure, SVG or PNG.
//!
//! Series of one unit share a panel, `X:Y` draws a phase portrait, `PAIR.status` a ribbon of stick and slip.
//! Long series are thinned to what can be seen: of each column of pixels the first, least, largest and last
//! point are kept, all of them points of the run.

mod series;

use crate::cli::PlotArgs;
use crate::commands::plot::series::{Series, find};
use crate::figures::chart::{Axis, Figure, Lane, Panel};
use crate::figures::png;
use crate::terminal::text;
use crate::terminal::text::InWords;
use drystone::io::run_file::RunFile;

/// Columns of pixels that a long series is thinned to.
const COLUMNS: usize = 900;

/// Points of a phase portrait.
const POINTS: usize = 6000;

pub(crate) fn command(args: &PlotArgs) -> Result<(), String> {
    match args.file.extension().and_then(|e| e.to_str()) {
        Some("svg" | "png") => {}
        _ => {
            return Err(format!(
                "{}: give a name that ends in .svg or .png",
                args.file.display()
            ));
        }
    }
    let mut outputs = args.overwrite.sparing([&args.run]);
    outputs.claim(&args.file).in_words()?;
    let run = RunFile::open(&args.run).in_words()?;
    if run.frames() == 0 {
        return Err(format!("{}: has no frames to draw", args.run.display()));
    }
    let times = run.times(0..run.frames()).in_words()?;
    let mut sheet = Sheet::default();
    for word in &args.series {
        match word.split_once(':') {
            Some((x, y)) => sheet.portrait(word, one(&run, x)?, one(&run, y)?),
            None => {
                for series in find(&run, word)? {
                    sheet.series(series, &times);
                }
            }
        }
    }
    let svg = sheet.figure(&run, &times).to_svg();
    let figure = if args.file.extension().is_some_and(|e| e == "png") {
        png::of_svg(&svg)?
    } else {
        svg.into_bytes()
    };
    outputs.write(&args.file, figure).in_words()?;
    text::print(&format!("written: {}\n", args.file.display()))
}

/// A series that is one line.
fn one(run: &RunFile, word: &str) -> Result<Series, String> {
    if word == "time" {
        return Ok(Series {
            name: "time".into(),
            unit: "s".into(),
            values: run.times(0..run.frames()).in_words()?,
            ..Series::default()
        });
    }
    let mut found = find(run, word)?;
    match found.len() {
        1 => Ok(found.remove(0)),
        n => Err(format!(
            "`{word}` is {n} series: an axis of a phase portrait takes one"
        )),
    }
}

/// Lines of a panel: unit, logarithmic or not, and by series.
type Lines = Vec<(usize, Vec<(f64, f64)>)>;

struct Part {
    title: String,
    x: Option<String>,
    unit: String,
    log: bool,
    lines: Lines,
    lanes: Vec<Lane>,
}

/// What is drawn.
#[derive(Default)]
struct Sheet {
    names: Vec<String>,
    parts: Vec<Part>,
}

impl Sheet {
    fn series(&mut self, series: Series, times: &[f64]) {
        if series.is_status {
            let lane = Lane {
                name: series.name,
                spans: spans(times, &series.values),
            };
            let place = self.part("status", None, "", false);
            self.parts[place].lanes.push(lane);
            return;
        }
        let place = self.part(&series.group, None, &series.unit, series.is_log);
        let number = self.name(&series.name);
        let points = times.iter().copied().zip(series.values.iter().copied());
        let mut points: Vec<(f64, f64)> = points.collect();
        if series.is_log {
            // Zero has no place on the axis: a defect of zero is left out.
            points
                .iter_mut()
                .filter(|p| p.1 <= 0.0)
                .for_each(|p| p.1 = f64::NAN);
        }
        for piece in pieces(&thin(&points)) {
            self.parts[place].lines.push((number, piece));
        }
    }

    fn portrait(&mut self, word: &str, x: Series, y: Series) {
        let label = |s: &Series| {
            if s.unit.is_empty() {
                s.name.clone()
            } else {
                format!("{}, {}", s.name, s.unit)
            }
        };
        let place = self.part(word, Some(label(&x)), &label(&y), false);
        let number = self.name(word);
        let every = x.values.len().div_ceil(POINTS).max(1);
        let points: Vec<(f64, f64)> = x.values.into_iter().zip(y.values).step_by(every).collect();
        for piece in pieces(&points) {
            self.parts[place].lines.push((number, piece));
        }
    }

    fn name(&mut self, name: &str) -> usize {
        self.names.push(name.to_owned());
        self.names.len() - 1
    }

    /// The panel for a unit; portraits have one each.
    fn part(&mut self, title: &str, x: Option<String>, unit: &str, log: bool) -> usize {
        let same = |p: &Part| {
            p.x.is_none()
                && x.is_none()
                && p.unit == unit
                && p.log == log
                && (p.title == title || !unit.is_empty())
        };
        if let Some(place) = self.parts.iter().position(same) {
            return place;
        }
        self.parts.push(Part {
            title: title.to_owned(),
            x,
            unit: unit.to_owned(),
            log,
            lines: Vec::new(),
            lanes: Vec::new(),
        });
        self.parts.len() - 1
    }

    fn figure(self, run: &RunFile, times: &[f64]) -> Figure {
        let title = if run.text("title").is_empty() {
            run.text("scene")
        } else {
            run.text("title")
        };
        let ends = (
            times.first().copied().unwrap_or(0.0),
            times.last().copied().unwrap_or(1.0),
        );
        let panels: Vec<Panel> = self.parts.into_iter().map(|part| panel(part, ends)).collect();
        Figure {
            title: title.to_owned(),
            subtitle: format!(
                "{}, {}, step {} s, drystone {}",
                run.text("scheme"),
                run.text("solver"),
                run.attribute("step").map_or(String::new(), ToString::to_string),
                run.text("version")
            ),
            columns: if panels.len() > 3 { 2 } else { 1 },
            panels,
            order: (0..self.names.len()).collect(),
            series: self.names,
        }
    }
}

fn panel(part: Part, (first, last): (f64, f64)) -> Panel {
    let range = |pick: fn(&(f64, f64)) -> f64| {
        let all = part.lines.iter().flat_map(|line| &line.1).map(pick);
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| {
            (lo.min(x), hi.max(x))
        })
    };
    let or_unit = |(lo, hi): (f64, f64)| if lo <= hi { (lo, hi) } else { (0.0, 1.0) };
    let (lo, hi) = or_unit(range(|p| p.1));
    let x = match &part.x {
        Some(label) => {
            let (lo, hi) = or_unit(range(|p| p.0));
            Axis::linear(label, lo, hi, false)
        }
        None => Axis::linear("time, s", first, last, true),
    };
    let mut y = if part.log {
        Axis::decades(&part.unit, lo.max(1e-30), hi, |x| format!("{x:.0e}"))
    } else {
        Axis::linear(&part.unit, lo, hi, false)
    };
    if !part.lanes.is_empty() {
        y.ticks.clear();
        y.label.clear();
    }
    Panel {
        title: part.title,
        x,
        y,
        lines: part.lines,
        dots: false,
        scatter: Vec::new(),
        lanes: part.lanes,
    }
}

/// Spans of one status each: a frame stands for the time since the one before it.
fn spans(times: &[f64], values: &[f64]) -> Vec<(f64, f64, usize)> {
    let mut out: Vec<(f64, f64, usize)> = Vec::new();
    for (i, value) in values.iter().enumerate().skip(1) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a status from 0 to 3"
        )]
        let state = value.clamp(0.0, 3.0) as usize;
        match out.last_mut() {
            Some(last) if last.2 == state => last.1 = times[i],
            _ => out.push((times[i - 1], times[i], state)),
        }
    }
    out
}

/// First, least, largest and last of each column of pixels.
fn thin(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= 4 * COLUMNS {
        return points.to_vec();
    }
    let mut out = Vec::new();
    for part in points.chunks(points.len().div_ceil(COLUMNS)) {
        let by = |pick: fn(f64, f64) -> bool| {
            let mut best = 0;
            for (i, p) in part.iter().enumerate() {
                if pick(p.1, part[best].1) {
                    best = i;
                }
            }
            best
        };
        let mut kept = [0, by(|a, b| a < b), by(|a, b| a > b), part.len() - 1];
        kept.sort_unstable();
        out.extend(kept.iter().map(|i| part[*i]));
    }
    out
}

/// Lines without what is not a number.
fn pieces(points: &[(f64, f64)]) -> Vec<Vec<(f64, f64)>> {
    let finite = |p: &(f64, f64)| p.0.is_finite() && p.1.is_finite();
    let parts = points.split(|p| !finite(p));
    parts.filter(|part| !part.is_empty()).map(<[_]>::to_vec).collect()
}

#[cfg(test)]
mod tests;
