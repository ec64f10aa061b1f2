//! A curve on the terminal, in Braille dots: two by four to a character.

use crate::terminal::text;
use std::fmt::Write;

/// Dots of a character, by column and row, as bits of its code point.
const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Draws points (x, y) in a frame of so many characters, with the range of y on the left and that of x below.
pub(crate) fn sketch(points: &[(f64, f64)], width: usize, height: usize) -> String {
    let range = |take: fn(&(f64, f64)) -> f64| {
        let finite = points.iter().map(take).filter(|x| x.is_finite());
        finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| {
            (lo.min(x), hi.max(x))
        })
    };
    let ((x0, x1), (y0, y1)) = (range(|p| p.0), range(|p| p.1));
    if !(x0 < x1 && y0 <= y1) {
        return String::new();
    }
    let (columns, rows) = (2 * width, 4 * height);
    let mut cells = vec![0u32; width * height];
    let place = |x: f64, lo: f64, hi: f64, count: usize| {
        let share = if hi > lo { (x - lo) / (hi - lo) } else { 0.5 };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a small count"
        )]
        let at = (share * (count - 1) as f64).round() as usize;
        at.min(count - 1)
    };
    let mut last: Option<(usize, usize)> = None;
    for &(x, y) in points.iter().filter(|p| p.0.is_finite() && p.1.is_finite()) {
        let (c, r) = (place(x, x0, x1, columns), rows - 1 - place(y, y0, y1, rows));
        // A steep piece of the curve leaves no hole.
        let from = last.filter(|l| l.0 + 1 >= c).map_or(r, |l| l.1);
        for row in from.min(r)..=from.max(r) {
            cells[(row / 4) * width + c / 2] |= DOTS[c % 2][row % 4];
        }
        last = Some((c, r));
    }
    let (top, bottom) = (short(y1), short(y0));
    let margin = top.chars().count().max(bottom.chars().count());
    let mut out = String::new();
    for (i, line) in cells.chunks(width).enumerate() {
        let label = match i {
            0 => top.as_str(),
            _ if i + 1 == height => bottom.as_str(),
            _ => "",
        };
        let _ = write!(out, "  {label:>margin$} │");
        out.extend(line.iter().filter_map(|bits| char::from_u32(0x2800 + bits)));
        out.truncate(out.trim_end_matches('\u{2800}').len());
        out.push('\n');
    }
    let (left, right) = (short(x0), format!("{} s", short(x1)));
    let gap = width.saturating_sub(left.chars().count() + right.chars().count());
    let _ = writeln!(out, "  {:margin$} └{}", "", "─".repeat(width));
    let _ = writeln!(out, "  {:margin$}  {left}{}{right}", "", " ".repeat(gap));
    out
}

/// Three decimals.
fn short(x: f64) -> String {
    text::short(x, 0.01..1e5, 3, 2)
}

#[cfg(test)]
mod tests;
