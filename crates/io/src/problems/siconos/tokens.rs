//! Words of a text with their line numbers.

use crate::error::Fault;

/// The words of a text, read one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    words: &'a [(&'a str, usize)],
    at: usize,
}

/// Splits a text at white space; lines count from 1.
pub(crate) fn split(text: &str) -> Vec<(&str, usize)> {
    let numbered = text.lines().enumerate();
    numbered
        .flat_map(|(k, line)| line.split_whitespace().map(move |word| (word, k + 1)))
        .collect()
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(words: &'a [(&'a str, usize)]) -> Self {
        Tokens { words, at: 0 }
    }

    pub(crate) fn left(&self) -> usize {
        self.words.len() - self.at
    }

    /// Line of the next word; at the end, of the last one.
    pub(crate) fn line(&self) -> usize {
        self.words.get(self.at).or(self.words.last()).map_or(1, |w| w.1)
    }

    pub(crate) fn peek(&self, ahead: usize) -> Option<&'a str> {
        self.words.get(self.at + ahead).map(|w| w.0)
    }

    pub(crate) fn word(&mut self, what: &str) -> Result<&'a str, Fault> {
        let Some(word) = self.peek(0) else {
            return Err(Fault::line(
                self.line(),
                "the end of the file",
                format!("{what}: the file may be truncated, fetch it again"),
            ));
        };
        self.at += 1;
        Ok(word)
    }

    fn bad<T>(&self, word: &str, asked: &str, what: &str) -> Result<T, Fault> {
        let line = self.words[self.at - 1].1;
        Err(Fault::line(line, quoted(word), format!("{asked} ({what})")))
    }

    pub(crate) fn integer(&mut self, what: &str) -> Result<i64, Fault> {
        let word = self.word(what)?;
        word.parse().or_else(|_| self.bad(word, "an integer", what))
    }

    /// A count or index, at most `most`.
    pub(crate) fn count(&mut self, most: usize, what: &str) -> Result<usize, Fault> {
        let word = self.word(what)?;
        match word.parse::<usize>() {
            Ok(n) if n <= most => Ok(n),
            _ => self.bad(word, &format!("an integer from 0 to {most}"), what),
        }
    }

    pub(crate) fn real(&mut self, what: &str) -> Result<f64, Fault> {
        let word = self.word(what)?;
        match word.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => self.bad(word, "a finite number", what),
        }
    }

    /// A bound: a number that may be infinite.
    pub(crate) fn bound(&mut self, what: &str) -> Result<f64, Fault> {
        let word = self.word(what)?;
        match word.parse::<f64>() {
            Ok(x) if !x.is_nan() => Ok(x),
            _ => self.bad(word, "a number or inf", what),
        }
    }

    /// `count` finite numbers; refuses before it allocates if there cannot be as many.
    pub(crate) fn reals(&mut self, count: usize, what: &str) -> Result<Vec<f64>, Fault> {
        self.enough(count, what)?;
        (0..count).map(|_| self.real(what)).collect()
    }

    pub(crate) fn counts(&mut self, count: usize, most: usize, what: &str) -> Result<Vec<usize>, Fault> {
        self.enough(count, what)?;
        (0..count).map(|_| self.count(most, what)).collect()
    }

    pub(crate) fn enough(&self, count: usize, what: &str) -> Result<(), Fault> {
        if count <= self.left() {
            return Ok(());
        }
        Err(Fault::line(
            self.line(),
            format!("{} values up to the end of the file", self.left()),
            format!("{count} ({what}): the file may be truncated, or its sizes wrong"),
        ))
    }

    /// The words up to the end of the present line.
    pub(crate) fn rest_of_line(&mut self) -> &'a [(&'a str, usize)] {
        let line = self.line();
        let rest = &self.words[self.at..];
        let count = rest.iter().take_while(|w| w.1 == line).count();
        self.at += count;
        &rest[..count]
    }
}

/// A word as it may be shown: short, and without control characters.
pub(crate) fn quoted(word: &str) -> String {
    let short: String = word.chars().take(24).collect();
    let dots = if short.len() < word.len() { "…" } else { "" };
    format!("\"{}{dots}\"", short.escape_debug())
}
