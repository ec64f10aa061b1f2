//! The page in one file: shell, style, script and data, for opening from a disk without any network.
//!
//! The bundle is built from `page/` and committed, so that cargo alone builds the program. Its first line is
//! the fingerprint of the sources it was built from, and a test compares.

use super::Show;
use super::pack::{Packed, pack};

/// Largest page that is written unasked, in bytes.
pub const BUDGET: usize = 20_000_000;

const SHELL: &str = include_str!("../../../../page/shell.html");
const SCRIPT: &str = include_str!("../../../../page/dist/page.js");
const STYLE: &str = include_str!("../../../../page/dist/page.css");

/// A page, and what was packed into it.
#[derive(Clone, Debug)]
pub struct Page {
    /// The file.
    pub html: String,
    /// What is in it.
    pub packed: Packed,
}

/// The page of a run, as one file of at most `budget` bytes where giving up instants and bits leads there.
pub fn page(show: &Show, budget: usize) -> Page {
    let around = SHELL.len() + SCRIPT.len() + STYLE.len() + 4096;
    // Base64 makes four bytes of three.
    let packed = pack(show, budget.saturating_sub(around) / 4 * 3);
    let data = format!(
        "<script type=\"text/plain\" id=\"show\">{}</script>",
        base64(&packed.bytes)
    );
    let html = filled(&show.head.scene.name, "'none'", &data);
    Page { html, packed }
}

/// The page without data, as a server sends it: it asks for `show.bin` and for series.
pub fn served(name: &str) -> String {
    filled(
        name,
        "'self'",
        "<script type=\"text/plain\" id=\"show\" data-source=\"show.bin\"></script>",
    )
}

fn filled(name: &str, connect: &str, data: &str) -> String {
    let mut out = String::with_capacity(SHELL.len() + SCRIPT.len() + STYLE.len() + data.len());
    let mut rest = SHELL;
    while let Some((before, after)) = rest.split_once("{{") {
        let (key, after) = after.split_once("}}").unwrap_or((after, ""));
        out.push_str(before);
        match key {
            "title" => out.push_str(&escaped(name)),
            "connect" => out.push_str(connect),
            "style" => out.push_str(STYLE),
            "data" => out.push_str(data),
            "script" => out.push_str(SCRIPT),
            _ => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |k: usize| u32::from(three.get(k).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for k in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * k) & 63) as usize];
            out.push(if k <= three.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests;
