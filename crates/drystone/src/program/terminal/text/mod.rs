//! Text for people: aligned tables, numbers, colour, and the way out to stdout.

use drystone::dynamics::names::distance;
use std::io::{IsTerminal, Write};
use std::ops::Range;

/// Whether to colour: only on a terminal, and not when `NO_COLOR` is set or the terminal is dumb.
pub(crate) fn colour() -> bool {
    let asked_not = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
    std::io::stdout().is_terminal() && !asked_not && !dumb
}

/// How a piece of text looks on a terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    Bold,
    Dim,
    Good,
    Bad,
}

/// A name or a path as it is typed in a shell: between quotes where it would be read otherwise.
pub(crate) fn typed(word: &str) -> String {
    let bare = |c: char| c.is_alphanumeric() || "_-+./:=@%,".contains(c);
    if !word.is_empty() && word.chars().all(bare) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// What a line of a report is about, as wide as all of them.
pub(crate) fn label(label: &str) -> String {
    paint(&format!("{label:<11}"), Style::Dim, colour())
}

/// The text in its style, or bare when there is no colour.
pub(crate) fn paint(text: &str, style: Style, colour: bool) -> String {
    let code = match style {
        Style::Plain => return text.to_string(),
        Style::Bold => "1",
        Style::Dim => "2",
        Style::Good => "32",
        Style::Bad => "31",
    };
    if colour {
        format!("\x1b[{code}m{text}\x1b[0m")
    } else {
        text.to_string()
    }
}

/// A table whose columns are as wide as their widest cell.
pub(crate) struct Table {
    /// `>` right, `<` left; one per column.
    align: &'static str,
    rows: Vec<Vec<(String, Style)>>,
}

impl Table {
    pub(crate) fn new(align: &'static str, heading: &[&str]) -> Self {
        let heading = heading.iter().map(|h| ((*h).to_string(), Style::Bold)).collect();
        Table {
            align,
            rows: vec![heading],
        }
    }

    pub(crate) fn row(&mut self, cells: Vec<(String, Style)>) {
        self.rows.push(cells);
    }

    /// A row without styles.
    pub(crate) fn plain(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(plain(cells));
    }

    /// Lines with two spaces between columns and no trailing space.
    pub(crate) fn render(&self, indent: usize, colour: bool) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |c: usize| {
            self.rows
                .iter()
                .filter_map(|r| r.get(c))
                .map(|x| x.0.chars().count())
                .max()
        };
        let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
        let right: Vec<bool> = self.align.chars().map(|a| a == '>').collect();
        let mut out = String::new();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for (c, (cell, style)) in row.iter().enumerate() {
                let pad = " ".repeat(widths[c] - cell.chars().count());
                let cell = paint(cell, *style, colour);
                if right.get(c) == Some(&true) {
                    line.push_str(&pad);
                    line.push_str(&cell);
                } else {
                    line.push_str(&cell);
                    line.push_str(&pad);
                }
                line.push_str("  ");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
        out
    }
}

/// Cells without styles.
pub(crate) fn plain(cells: impl IntoIterator<Item = String>) -> Vec<(String, Style)> {
    cells.into_iter().map(|cell| (cell, Style::Plain)).collect()
}

/// A number with so many decimals and no zeros at its end where its size is within `plain`; else as a power
/// of ten.
pub(crate) fn short(x: f64, plain: Range<f64>, decimals: usize, of_power: usize) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if plain.contains(&x.abs()) {
        let text = format!("{x:.decimals$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{x:.of_power$e}")
    }
}

/// Seconds in the unit that suits them.
pub(crate) fn seconds(s: f64) -> String {
    if s < 1e-5 {
        format!("{:.1} µs", s * 1e6)
    } else if s < 1e-3 {
        format!("{:.0} µs", s * 1e6)
    } else if s < 1.0 {
        format!("{:.1} ms", s * 1e3)
    } else {
        format!("{s:.2} s")
    }
}

/// `1 body`, `2 bodies`.
pub(crate) fn count_of(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `1 contact`, `2 contacts`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// An error: two figures, `0` for none.
pub(crate) fn small(x: f64) -> String {
    if x == 0.0 {
        "0".to_string()
    } else {
        format!("{x:.1e}")
    }
}

/// Writes to stdout. A reader that went away (`drystone list | head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("standard output: {e}")),
        _ => Ok(()),
    }
}

/// Writes one line to stderr; nothing can be done when that fails.
pub(crate) fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// The name of `names` nearest to `word`, if it is near enough to be a slip of the finger.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let scored = names.map(|name| {
        let inside = !word.is_empty() && (name.contains(&word) || word.contains(name));
        (if inside { 1 } else { distance(&word, name) }, name)
    });
    let (score, name) = scored.min_by_key(|(score, _)| *score)?;
    (score <= 1 + name.len() / 3).then_some(name)
}

/// `did you mean "newton"? ` with the nearest name; nothing where none is near.
pub(crate) fn did_you_mean<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    nearest(word, names).map_or(String::new(), |near| format!("did you mean \"{near}\"? "))
}

/// The first of some names that is not known, with a hint.
pub(crate) fn stranger<'a>(names: &'a [String], known: &[&str]) -> Option<(&'a str, String)> {
    let name = names.iter().find(|name| !known.contains(&name.as_str()))?;
    Some((name, did_you_mean(name, known.iter().copied())))
}

/// An error as the text that the user sees.
pub(crate) trait InWords<T> {
    fn in_words(self) -> Result<T, String>;
}

impl<T, E: std::fmt::Display> InWords<T> for Result<T, E> {
    fn in_words(self) -> Result<T, String> {
        self.map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests;
