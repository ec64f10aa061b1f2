//! Figures as PNG: our SVG drawn by `resvg`, with a font of our own so that every machine draws the same
//! letters.

use crate::terminal::text::InWords;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Pixels for each unit of the figure: sharp on paper and on screens of high density.
const SCALE: f32 = 2.0;

/// DejaVu Sans, cut down to the letters and signs that figures use (fonts/LICENSE).
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../fonts/DejaVuSans.ttf"),
    include_bytes!("../../../fonts/DejaVuSans-Bold.ttf"),
];

/// The figure on white.
pub(crate) fn of_svg(svg: &str) -> Result<Vec<u8>, String> {
    let mut fonts = usvg::fontdb::Database::new();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    let family = "DejaVu Sans";
    fonts.set_sans_serif_family(family);
    let options = usvg::Options {
        font_family: family.to_owned(),
        fontdb: Arc::new(fonts),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|e| format!("the figure can't be drawn: {e}"))?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(SCALE)
        .ok_or("the figure has no size")?;
    let mut pixels =
        tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("the figure is too large for PNG")?;
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(SCALE, SCALE),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().in_words()
}
