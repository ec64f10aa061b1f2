//! Figures of the examples as SVG, written by hand: axes, lines, areas, a legend.
#![allow(dead_code, reason = "each figure uses a part")]

use drystone::svg::{escape, push_text};
use std::fmt::Write;
use std::path::Path;

/// A drawing in the making.
pub(crate) struct Figure {
    svg: String,
}

/// One pair of axes: its place on the page in pixels, and what it shows.
pub(crate) struct Axes {
    /// Left, top, width, height.
    pub(crate) place: [f64; 4],
    /// Least and largest x.
    pub(crate) x: [f64; 2],
    /// Least and largest y.
    pub(crate) y: [f64; 2],
    /// Distance of the ticks along x and y.
    pub(crate) ticks: [f64; 2],
    /// Title, label of x, label of y.
    pub(crate) names: [String; 3],
}

impl Axes {
    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [left, top, width, height] = self.place;
        let share = |x: f64, [low, high]: [f64; 2]| ((x - low) / (high - low)).clamp(0.0, 1.0);
        [
            left + width * share(x, self.x),
            top + height * (1.0 - share(y, self.y)),
        ]
    }
}

/// The page: white, so that it reads on light and dark screens alike.
const STYLE: &str = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;font-size:13px;fill:#24292f}\n\
    .title{font-size:18px;font-weight:600}.panel{font-size:14px;font-weight:600}.note,.tick{fill:#4d5660}\n\
    .mid{text-anchor:middle}.end{text-anchor:end}.frame{fill:none;stroke:#6e7781;stroke-width:1.2}.grid{stroke:#d8dee4;fill:none}\n\
    .line{fill:none;stroke-linejoin:round}\n";

impl Figure {
    /// A page of this size.
    pub(crate) fn new(title: &str, subtitle: &str, [width, height]: [f64; 2]) -> Self {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-label=\"{}\">\n<style>\n{STYLE}</style>\n\
             <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ffffff\"/>\n",
            escape(title)
        );
        push_text(&mut svg, "title", (20.0, 30.0), title);
        push_text(&mut svg, "note", (20.0, 52.0), subtitle);
        Figure { svg }
    }

    /// Ticks and grid lines; below the lines, above the areas.
    pub(crate) fn grid(&mut self, axes: &Axes) {
        let [left, top, width, height] = axes.place;
        for x in ticks(axes.x, axes.ticks[0]) {
            let [px, _] = axes.at([x, axes.y[0]]);
            let _ = writeln!(
                self.svg,
                "<path class=\"grid\" d=\"M{px:.1} {top:.1}v{height:.1}\"/>"
            );
            push_text(&mut self.svg, "tick mid", (px, top + height + 18.0), &number(x));
        }
        for y in ticks(axes.y, axes.ticks[1]) {
            let [_, py] = axes.at([axes.x[0], y]);
            let _ = writeln!(
                self.svg,
                "<path class=\"grid\" d=\"M{left:.1} {py:.1}h{width:.1}\"/>"
            );
            push_text(&mut self.svg, "tick end", (left - 8.0, py + 4.5), &number(y));
        }
    }

    /// Frame and names of the axes; above everything.
    pub(crate) fn frame(&mut self, axes: &Axes) {
        let [left, top, width, height] = axes.place;
        let _ = writeln!(
            self.svg,
            "<rect class=\"frame\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
        );
        push_text(&mut self.svg, "panel", (left, top - 10.0), &axes.names[0]);
        let middle = left + 0.5 * width;
        push_text(
            &mut self.svg,
            "note mid",
            (middle, top + height + 40.0),
            &axes.names[1],
        );
        let _ = writeln!(
            self.svg,
            "<text class=\"note mid\" transform=\"translate({:.1} {:.1}) rotate(-90)\">{}</text>",
            left - 50.0,
            top + 0.5 * height,
            escape(&axes.names[2])
        );
    }

    /// A line through points; `style` holds SVG attributes.
    pub(crate) fn line(&mut self, axes: &Axes, points: &[[f64; 2]], style: &str) {
        let path: Vec<String> = points
            .iter()
            .map(|p| axes.at(*p))
            .map(|[x, y]| format!("{x:.1} {y:.1}"))
            .collect();
        if !path.is_empty() {
            let _ = writeln!(
                self.svg,
                "<path class=\"line\" {style} d=\"M{}\"/>",
                path.join("L")
            );
        }
    }

    /// A rectangle from one corner to the other.
    pub(crate) fn area(&mut self, axes: &Axes, from: [f64; 2], to: [f64; 2], fill: &str) {
        let ([x0, y0], [x1, y1]) = (axes.at(from), axes.at(to));
        let _ = writeln!(
            self.svg,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{fill}\" shape-rendering=\"crispEdges\"/>",
            x0.min(x1),
            y0.min(y1),
            (x1 - x0).abs(),
            (y1 - y0).abs()
        );
    }

    /// A dot.
    pub(crate) fn dot(&mut self, axes: &Axes, point: [f64; 2], fill: &str) {
        let [x, y] = axes.at(point);
        let _ = writeln!(
            self.svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{fill}\" stroke=\"#ffffff\" stroke-width=\"1.5\"/>"
        );
    }

    /// A text next to a point, shifted by pixels.
    pub(crate) fn label(&mut self, axes: &Axes, point: [f64; 2], shift: [f64; 2], text: &str) {
        let [x, y] = axes.at(point);
        push_text(&mut self.svg, "note", (x + shift[0], y + shift[1]), text);
    }

    /// Entries of a legend in a row: an area (`fill`) or a line (other attributes), and its name.
    pub(crate) fn legend(&mut self, place: [f64; 2], gap: f64, entries: &[(&str, &str)]) {
        let [mut x, y] = place;
        for (style, name) in entries {
            if style.starts_with('#') {
                let _ = writeln!(
                    self.svg,
                    "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"22\" height=\"14\" fill=\"{style}\" stroke=\"#6e7781\"/>",
                    y - 11.0
                );
            } else {
                let _ = writeln!(
                    self.svg,
                    "<path class=\"line\" {style} d=\"M{x:.1} {:.1}h26\"/>",
                    y - 4.5
                );
            }
            push_text(&mut self.svg, "", (x + 34.0, y), name);
            x += gap;
        }
    }

    /// Writes the page.
    pub(crate) fn save(mut self, path: &str) -> std::io::Result<()> {
        self.svg.push_str("</svg>\n");
        if let Some(folder) = Path::new(path).parent() {
            std::fs::create_dir_all(folder)?;
        }
        let outputs = drystone::io::output::Outputs::new(true);
        outputs
            .write(Path::new(path), self.svg)
            .map_err(std::io::Error::other)
    }
}

fn ticks([low, high]: [f64; 2], step: f64) -> impl Iterator<Item = f64> {
    let first = (low / step - 1e-9).ceil();
    (0..)
        .map(move |k| (first + f64::from(k)) * step)
        .take_while(move |x| *x <= high + 1e-9 * step)
}

fn number(x: f64) -> String {
    let rounded = (x * 1e6).round() / 1e6;
    if rounded < 0.0 {
        format!("−{}", -rounded)
    } else {
        format!("{}", rounded.abs())
    }
}
