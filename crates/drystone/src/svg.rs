//! Text in SVG figures: what the charts of the program and the figures of the examples share.

use std::fmt::Write;

/// Adds a text at (x, y), in a class of the figure's style; nothing for an empty one.
pub fn push_text(svg: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    if !text.is_empty() {
        let _ = writeln!(
            svg,
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escape(text)
        );
    }
}

/// The text with what SVG reads as marks written out.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
