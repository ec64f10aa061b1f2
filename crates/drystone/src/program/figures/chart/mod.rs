//! Line charts as SVG, written by hand: one style, readable on light and dark pages, no dependency.
//!
//! Series keep their colour and dash through all panels of a figure; the legend stands at the right, in the
//! order the caller gives. Nothing is interpolated or smoothed: every line goes through the points given.

use drystone::svg::{escape, push_text};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A figure: panels in rows, one legend.
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) subtitle: String,
    /// Panels per row.
    pub(crate) columns: usize,
    pub(crate) panels: Vec<Panel>,
    /// Name of each series and the order in which the legend lists them.
    pub(crate) series: Vec<String>,
    pub(crate) order: Vec<usize>,
}

/// One pair of axes.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    /// Lines by series.
    pub(crate) lines: Vec<(usize, Vec<(f64, f64)>)>,
    /// Dots at the points.
    pub(crate) dots: bool,
    /// Points without lines, by series: small, and as many as there are.
    pub(crate) scatter: Vec<(usize, Vec<(f64, f64)>)>,
    /// Lanes of colour in place of lines: what was when.
    pub(crate) lanes: Vec<Lane>,
}

/// What something did over time.
pub(crate) struct Lane {
    pub(crate) name: String,
    /// From, to, and the place in [`STATES`].
    pub(crate) spans: Vec<(f64, f64, usize)>,
}

/// What a lane shows, and its colour.
const STATES: [(&str, &str); 4] = [
    ("open", "#d0d7de"),
    ("stick", "#22863f"),
    ("slip", "#d4600c"),
    ("impact", "#bf2f45"),
];

/// One axis.
#[derive(Clone)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    pub(crate) log: bool,
    pub(crate) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// From 0 to 1, in per cent.
    pub(crate) fn share(label: &str) -> Self {
        let ticks = (0..=5)
            .map(|k| (f64::from(k) / 5.0, format!("{} %", 20 * k)))
            .collect();
        Axis {
            label: label.to_string(),
            lo: 0.0,
            hi: 1.0,
            log: false,
            ticks,
        }
    }

    /// Logarithmic, from at most `lo` to at least `hi`; whole decades when it spans more than two.
    pub(crate) fn log(label: &str, lo: f64, hi: f64, name: fn(f64) -> String) -> Self {
        Axis::decades(label, lo.max(1e-12), hi, name)
    }

    /// The same from any positive number on.
    pub(crate) fn decades(label: &str, lo: f64, hi: f64, name: fn(f64) -> String) -> Self {
        let hi = hi.max(lo * 1.5);
        let (first, last) = (whole(lo.log10().floor()), whole(hi.log10().ceil()));
        let wide = last - first > 2;
        let steps: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
        // Seven decades or more get every other label.
        let every = 1 + (last - first) / 7;
        let mut ticks = Vec::new();
        for decade in (first..=last).filter(|d| (d - first) % every == 0) {
            ticks.extend(steps.iter().map(|s| s * 10f64.powi(decade)));
        }
        let slack = 1.0 + 1e-9;
        ticks.retain(|t| (lo / slack..=hi * slack).contains(t));
        Axis {
            label: label.to_string(),
            lo,
            hi,
            log: true,
            ticks: ticks.into_iter().map(|t| (t, name(t))).collect(),
        }
    }

    /// Linear, over the range given and a little more, with ticks at 1, 2 or 5 times a power of ten.
    pub(crate) fn linear(label: &str, lo: f64, hi: f64, tight: bool) -> Self {
        let size = lo.abs().max(hi.abs());
        // A constant gets a range of its own size, rounding noise no magnifying glass.
        let least = if size > 0.0 { 1e-9 * size } else { 1.0 };
        let (lo, hi) = if hi - lo > least {
            (lo, hi)
        } else {
            (lo - 0.5 * size.max(1e-300), hi + 0.5 * size.max(1e-300))
        };
        let (lo, hi) = if size > 0.0 { (lo, hi) } else { (-1.0, 1.0) };
        let margin = if tight { 0.0 } else { 0.04 * (hi - lo) };
        let (lo, hi) = (lo - margin, hi + margin);
        let rough = (hi - lo) / 5.0;
        let power = 10f64.powi(whole(rough.log10().floor()));
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|k| k * power)
            .find(|step| *step >= rough)
            .unwrap_or(power);
        let digits = usize::try_from(-whole(step.log10().floor())).unwrap_or(0);
        let large = lo.abs().max(hi.abs());
        let name = |x: f64| {
            if (1e-3..1e5).contains(&large) {
                format!("{x:.digits$}")
            } else {
                format!("{x:.1e}").replace(".0e", "e").replace("0e0", "0")
            }
        };
        let first = (lo / step).ceil();
        let ticks = (0..12)
            .map(|k| (first + f64::from(k)) * step)
            .take_while(|x| *x <= hi + 1e-9 * step)
            .map(|x| (x, name(if x.abs() < 1e-9 * step { 0.0 } else { x })))
            .collect();
        Axis {
            label: label.to_string(),
            lo,
            hi,
            log: false,
            ticks,
        }
    }

    /// Where `x` lies between the ends, 0 to 1; points outside stay on the edge.
    fn at(&self, x: f64) -> f64 {
        let f = |x: f64| if self.log { x.max(1e-300).log10() } else { x };
        ((f(x) - f(self.lo)) / (f(self.hi) - f(self.lo))).clamp(0.0, 1.0)
    }
}

fn whole(x: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a decade, clamped")]
    let n = x.clamp(-300.0, 300.0) as i32;
    n
}

/// A place on the page in fifths of its unit.
fn fifths(x: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a place on the page, clamped")]
    let n = (5.0 * x).round().clamp(-1e6, 1e6) as i32;
    n
}

/// A plain number for tick labels: 1, 20, 1e5.
pub(crate) fn plain(x: f64) -> String {
    if (1e-2..1e5).contains(&x) {
        format!("{x}")
    } else {
        format!("{x:e}")
    }
}

/// Seconds for tick labels: 10 µs, 1 ms, 5 s.
pub(crate) fn ticks_of_time(s: f64) -> String {
    let (x, unit) = match s {
        s if s < 0.999e-3 => (s * 1e6, "µs"),
        s if s < 0.999 => (s * 1e3, "ms"),
        s => (s, "s"),
    };
    format!("{} {unit}", (x * 1e3).round() / 1e3)
}

/// Colours of the series on a light and on a dark page.
const COLOURS: [(&str, &str); 10] = [
    ("#1b62a5", "#6cb0f0"),
    ("#d4600c", "#ff9a4d"),
    ("#22863f", "#62cf80"),
    ("#bf2f45", "#ff7d8c"),
    ("#7248a8", "#c09cf0"),
    ("#855427", "#d3a06e"),
    ("#c0398a", "#f58cc9"),
    ("#55606b", "#aab4be"),
    ("#8d7900", "#dcc545"),
    ("#0b8594", "#55d0de"),
];
const DASHES: [&str; 3] = ["none", "7 3", "2 2.5"];

const PANEL: (f64, f64) = (330.0, 220.0);
const SINGLE: (f64, f64) = (560.0, 330.0);
const MARGIN: (f64, f64, f64, f64) = (72.0, 34.0, 26.0, 52.0); // left, top, right, bottom of a panel
const HEAD: f64 = 66.0;
const LEGEND: f64 = 190.0;

impl Figure {
    /// The whole SVG document.
    pub(crate) fn to_svg(&self) -> String {
        let large = self.panels.len() == 1 || self.panels.iter().any(|panel| !panel.scatter.is_empty());
        let size = if large { SINGLE } else { PANEL };
        let (left, top, right, bottom) = MARGIN;
        let cell = (left + size.0 + right, top + size.1 + bottom);
        let columns = self.columns.clamp(1, self.panels.len().max(1));
        let rows = self.panels.len().div_ceil(columns);
        let legend = if self.order.is_empty() { 0.0 } else { LEGEND };
        let width = cell.0 * columns as f64 + legend;
        let legend_height = 24.0 * self.order.len() as f64 + 40.0;
        let height = HEAD + (cell.1 * rows as f64).max(legend_height) + 6.0;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-label=\"{}\">\n<style>\n{}</style>\n",
            escape(&self.title),
            style(self.series.len())
        );
        svg.push_str("<rect class=\"page\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n");
        push_text(&mut svg, "title", (20.0, 30.0), &self.title);
        push_text(&mut svg, "note", (20.0, 50.0), &self.subtitle);
        for (n, panel) in self.panels.iter().enumerate() {
            let x = left + cell.0 * (n % columns) as f64;
            let y = HEAD + top + cell.1 * (n / columns) as f64;
            panel.draw(&mut svg, (x, y), size);
        }
        self.draw_legend(&mut svg, cell.0 * columns as f64, HEAD + top);
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_legend(&self, svg: &mut String, x: f64, y: f64) {
        for (line, &s) in self.order.iter().enumerate() {
            let y = y + 8.0 + 24.0 * line as f64;
            let _ = writeln!(svg, "<path class=\"line s{s}\" d=\"M{x:.1} {y:.1}h30\"/>");
            if self.panels.iter().any(|panel| panel.dots) {
                let cx = x + 15.0;
                let _ = writeln!(
                    svg,
                    "<circle class=\"dot d{s}\" cx=\"{cx:.1}\" cy=\"{y:.1}\" r=\"2.6\"/>"
                );
            }
            push_text(svg, "name", (x + 38.0, y + 4.0), &self.series[s]);
        }
    }
}

impl Panel {
    /// Lanes from top to bottom, their names at the left, the colours explained above.
    fn draw_lanes(&self, svg: &mut String, (x, y): (f64, f64), (w, h): (f64, f64)) {
        if self.lanes.is_empty() {
            return;
        }
        for (k, (name, colour)) in STATES.iter().enumerate() {
            let at = x + w - 250.0 + 64.0 * k as f64;
            let (top, text) = (y - 19.0, (at + 14.0, y - 10.0));
            let _ = writeln!(
                svg,
                "<rect fill=\"{colour}\" x=\"{at:.1}\" y=\"{top:.1}\" width=\"10\" height=\"10\"/>"
            );
            push_text(svg, "tick", text, name);
        }
        let lane = h / self.lanes.len() as f64;
        for (i, item) in self.lanes.iter().enumerate() {
            let top = y + lane * i as f64 + 0.1 * lane;
            push_text(svg, "tick end", (x - 7.0, top + 0.4 * lane + 4.0), &item.name);
            for (from, to, state) in &item.spans {
                let (a, b) = (x + w * self.x.at(*from), x + w * self.x.at(*to));
                let colour = STATES.get(*state).map_or("#000000", |s| s.1);
                let (width, height) = ((b - a).max(0.4), 0.8 * lane);
                let _ = writeln!(
                    svg,
                    "<rect fill=\"{colour}\" x=\"{a:.2}\" y=\"{top:.1}\" width=\"{width:.2}\" height=\"{height:.1}\"/>"
                );
            }
        }
    }

    /// Points of a series as one path, those that fall on one place of the figure once.
    fn draw_scatter(&self, svg: &mut String, (x, y): (f64, f64), (w, h): (f64, f64)) {
        for (s, points) in self.scatter.iter().filter(|part| !part.1.is_empty()) {
            let inside = |p: &&(f64, f64)| p.0.is_finite() && p.1.is_finite();
            let place = |p: &(f64, f64)| {
                let (px, py) = (x + w * self.x.at(p.0), y + h * (1.0 - self.y.at(p.1)));
                (fifths(px), fifths(py))
            };
            let places: BTreeSet<(i32, i32)> = points.iter().filter(inside).map(place).collect();
            let many = places.len() > 3000;
            let mut path = String::new();
            for (px, py) in places {
                let (px, py) = (f64::from(px) / 5.0, f64::from(py) / 5.0);
                let _ = write!(path, "M{px} {py}h.1");
            }
            let width = if many { 1.0 } else { 2.0 };
            let _ = writeln!(
                svg,
                "<path class=\"line s{s}\" style=\"stroke-width:{width};stroke-linecap:round;stroke-dasharray:none\" d=\"{path}\"/>"
            );
        }
    }

    fn draw(&self, svg: &mut String, (x, y): (f64, f64), (w, h): (f64, f64)) {
        push_text(svg, "panel", (x, y - 10.0), &self.title);
        for (value, name) in &self.x.ticks {
            let px = x + w * self.x.at(*value);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{px:.1} {y:.1}v{h:.1}\"/>");
            push_text(svg, "tick mid", (px, y + h + 16.0), name);
        }
        for (value, name) in &self.y.ticks {
            let py = y + h * (1.0 - self.y.at(*value));
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{x:.1} {py:.1}h{w:.1}\"/>");
            push_text(svg, "tick end", (x - 7.0, py + 4.0), name);
        }
        self.draw_lanes(svg, (x, y), (w, h));
        self.draw_scatter(svg, (x, y), (w, h));
        let _ = writeln!(svg, "<path class=\"axis\" d=\"M{x:.1} {y:.1}v{h:.1}h{w:.1}\"/>");
        push_text(svg, "note mid", (x + 0.5 * w, y + h + 36.0), &self.x.label);
        let (lx, ly) = (x - 56.0, y + 0.5 * h);
        let _ = writeln!(
            svg,
            "<text class=\"note mid\" transform=\"translate({lx:.1} {ly:.1}) rotate(-90)\">{}</text>",
            escape(&self.y.label)
        );
        for (s, points) in self.lines.iter().filter(|line| !line.1.is_empty()) {
            let place = |p: &(f64, f64)| (x + w * self.x.at(p.0), y + h * (1.0 - self.y.at(p.1)));
            let path: Vec<String> = points
                .iter()
                .map(place)
                .map(|(px, py)| format!("{px:.1} {py:.1}"))
                .collect();
            let _ = writeln!(svg, "<path class=\"line s{s}\" d=\"M{}\"/>", path.join("L"));
            if self.dots {
                for (px, py) in points.iter().map(place) {
                    let _ = writeln!(
                        svg,
                        "<circle class=\"dot d{s}\" cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"2.6\"/>"
                    );
                }
            }
        }
    }
}

fn style(series: usize) -> String {
    let mut css = String::from(
        "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:12px;fill:#24292f}\n\
         .title{font-size:17px;font-weight:600}.panel{font-size:13px;font-weight:600}\n\
         .note,.tick{fill:#57606a}.tick{font-size:11px}.mid{text-anchor:middle}.end{text-anchor:end}\n\
         .page{fill:#ffffff}.grid{stroke:#d8dee4;stroke-width:1;fill:none}.axis{stroke:#6e7781;stroke-width:1.2;fill:none}\n\
         .line{fill:none;stroke-width:2;stroke-linejoin:round}\n",
    );
    let mut dark = String::from(
        "text{fill:#e6edf3}.note,.tick{fill:#9aa4af}.page{fill:#0d1117}.grid{stroke:#262c34}.axis{stroke:#6e7681}\n",
    );
    for s in 0..series {
        let (light_colour, dark_colour) = COLOURS[s % COLOURS.len()];
        // Dashes alternate as well, so that colour is never the only difference between neighbours.
        let dash = DASHES[(s + s / COLOURS.len()) % DASHES.len()];
        let _ = writeln!(
            css,
            ".s{s}{{stroke:{light_colour};stroke-dasharray:{dash}}}.d{s}{{fill:{light_colour}}}"
        );
        let _ = writeln!(dark, ".s{s}{{stroke:{dark_colour}}}.d{s}{{fill:{dark_colour}}}");
    }
    format!("{css}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
}

#[cfg(test)]
mod tests;
