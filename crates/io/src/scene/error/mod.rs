//! What can be wrong with a scene, and where: file, line, column, key.
//!
//! ```text
//! ball.toml:7:7: key `lagrangian.contact.floor.gap`: unknown name `z`; known: t, x, y
//!    7 | gap = "z - 1"
//!      |        ^
//! ```
//! Lines and columns count from 1, columns in characters. A value given by `--set` has no line: the override
//! itself is named instead of the file.

use crate::scene::read::tree::{Node, Value};
use std::fmt;
use std::ops::Range;

/// Where a value of a scene was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Bytes of the scene file.
    File(Range<usize>),
    /// Bytes of a file that the scene includes: it may be any file, so its content is not shown.
    Included(Range<usize>),
    /// The override of that number.
    Set(usize),
    /// Nowhere: the value is a default.
    Default,
}

/// Why a scene was refused: one message with its place and its remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SceneError {
    /// The file, or the override (`--set KEY=VALUE`).
    pub file: String,
    /// Line, from 1; 0 where the whole file is meant, or an override.
    pub line: usize,
    /// Column in characters, from 1; 0 with `line`.
    pub column: usize,
    /// The key, dotted from the top; empty where none applies.
    pub key: String,
    /// What was found against what was asked, and the remedy.
    pub message: String,
    /// The line with a caret underneath; empty where it would not help.
    pub excerpt: String,
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        if !self.key.is_empty() {
            write!(f, ": key `{}`", self.key)?;
        }
        write!(f, ": {}", self.message)?;
        if !self.excerpt.is_empty() {
            write!(f, "\n{}", self.excerpt)?;
        }
        Ok(())
    }
}

/// What errors need to say where: the name and text of the file, and the overrides.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) sets: Vec<(String, String)>,
    /// Files that it includes: their text follows that of the scene.
    pub(crate) included: Vec<Included>,
}

/// A file that a scene includes, and where its text begins in that of the [`Source`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Included {
    pub(crate) name: String,
    pub(crate) start: usize,
}

impl Source {
    /// A source without overrides.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Source {
            name: name.to_owned(),
            text: text.to_owned(),
            sets: Vec::new(),
            included: Vec::new(),
        }
    }

    /// The text of the scene file itself.
    pub(crate) fn own_text(&self) -> &str {
        self.segment(0).1
    }

    /// Name, text and first byte of the file that holds a byte.
    fn segment(&self, byte: usize) -> (&str, &str, usize) {
        let after = self.included.partition_point(|file| file.start <= byte);
        let end = self
            .included
            .get(after)
            .map_or(self.text.len(), |file| file.start);
        let (name, start) = match after.checked_sub(1).and_then(|i| self.included.get(i)) {
            Some(file) => (file.name.as_str(), file.start),
            None => (self.name.as_str(), 0),
        };
        (name, self.text.get(start..end).unwrap_or(""), start)
    }

    /// An error about the file as a whole.
    pub(crate) fn whole(&self, key: &str, message: impl Into<String>) -> SceneError {
        SceneError {
            file: self.name.clone(),
            line: 0,
            column: 0,
            key: key.to_owned(),
            message: message.into(),
            excerpt: String::new(),
        }
    }

    /// An error at the beginning of a value or key.
    pub(crate) fn error(&self, at: &Origin, key: &str, message: impl Into<String>) -> SceneError {
        let mut error = self.whole(key, message);
        match at {
            Origin::File(span) | Origin::Included(span) => {
                (error.line, error.column) = self.position(span.start);
                self.segment(span.start).0.clone_into(&mut error.file);
            }
            Origin::Set(i) => error.file = self.set_name(*i),
            Origin::Default => {}
        }
        error
    }

    /// An error at a byte of the file, with its line shown, unless it is of an included file.
    pub(crate) fn error_shown(&self, byte: usize, key: &str, message: impl Into<String>) -> SceneError {
        let mut error = self.error(&Origin::File(byte..byte), key, message);
        if self.included.first().is_some_and(|file| file.start <= byte) {
            return error;
        }
        let line = self.segment(byte).1.lines().nth(error.line - 1).unwrap_or("");
        error.excerpt = excerpt(&error.line.to_string(), line, error.column - 1);
        error
    }

    /// An error at a byte of a formula.
    pub(crate) fn formula_error(&self, node: &Node, offset: usize, key: &str, message: &str) -> SceneError {
        match (&node.origin, &node.value) {
            (Origin::File(span) | Origin::Included(span), Value::Text(formula)) => {
                let offset = characters(formula, offset);
                let token = self.text.get(span.clone()).unwrap_or("");
                self.error_shown(span.start + byte_in_token(token, offset), key, message)
            }
            (origin, Value::Text(formula)) => {
                let mut error = self.error(origin, key, message);
                error.excerpt = excerpt("", formula, characters(formula, offset));
                error
            }
            (origin, _) => self.error(origin, key, message),
        }
    }

    fn set_name(&self, i: usize) -> String {
        self.sets.get(i).map_or_else(
            || "--set".to_owned(),
            |(key, value)| format!("--set {key}={value}"),
        )
    }

    fn position(&self, byte: usize) -> (usize, usize) {
        let (_, text, start) = self.segment(byte);
        let mut byte = (byte - start).min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.matches('\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// Characters in the first bytes of a text.
fn characters(text: &str, bytes: usize) -> usize {
    text.char_indices().take_while(|(i, _)| *i < bytes).count()
}

/// Characters of a line that are shown before and after the caret: a line of a file may have any length.
const SHOWN: usize = 100;

/// A line, its number, and a caret under the character of that index.
fn excerpt(number: &str, line: &str, column: usize) -> String {
    let skipped = column.saturating_sub(SHOWN);
    let line: String = line.chars().skip(skipped).take(2 * SHOWN).collect();
    let column = column - skipped;
    // Tabs stay tabs under tabs, so that the caret stands right at any tab width.
    let pad: String = line
        .chars()
        .chain(std::iter::repeat(' '))
        .take(column)
        .map(|c| if c == '\t' { '\t' } else { ' ' })
        .collect();
    format!("{number:>4} | {line}\n     | {pad}^")
}

/// Byte, within the token of a TOML string, where character `offset` of its value is written.
fn byte_in_token(token: &str, offset: usize) -> usize {
    let quotes = ["\"\"\"", "'''", "\"", "'"];
    let Some(quote) = quotes.into_iter().find(|q| token.starts_with(q)) else {
        return 0;
    };
    let escapes = quote.starts_with('"');
    let mut at = quote.len();
    if quote.len() == 3 {
        // A newline right after the opening quotes is not part of the value.
        let rest = &token[at..];
        at += if rest.starts_with("\r\n") {
            2
        } else {
            usize::from(rest.starts_with('\n'))
        };
    }
    let end = token.len().saturating_sub(quote.len()).max(at);
    let mut seen = 0;
    while at < end {
        let rest = &token[at..];
        let (length, characters) = match escapes.then(|| escape(rest)).flatten() {
            Some(found) => found,
            None => (rest.chars().next().map_or(1, char::len_utf8), 1),
        };
        // A line that goes on writes no character: the next one stands after it.
        if seen == offset && characters > 0 {
            break;
        }
        at += length;
        seen += characters;
    }
    at.min(end)
}

/// Bytes of the escape at the start of `rest` and characters it stands for.
fn escape(rest: &str) -> Option<(usize, usize)> {
    let mut chars = rest.strip_prefix('\\')?.chars();
    Some(match chars.next()? {
        'u' => (6, 1),
        'U' => (10, 1),
        'x' => (4, 1),
        c if c.is_whitespace() => {
            let kept = rest[1..].trim_start();
            (rest.len() - kept.len(), 0)
        }
        c => (1 + c.len_utf8(), 1),
    })
}

#[cfg(test)]
mod tests;
