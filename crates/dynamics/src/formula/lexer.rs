//! Text to tokens.

use super::symbols::FormulaError;

/// A piece of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<'a> {
    Number(f64),
    Name(&'a str),
    Sign(&'static str),
    End,
}

/// A piece and where it begins, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind<'a>,
    pub(crate) offset: usize,
}

/// What a sign is written as, longer ones first, and what it means.
const SIGNS: &[(&str, &str)] = &[
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("−", "-"),
    ("*", "*"),
    ("·", "*"),
    ("×", "*"),
    ("/", "/"),
    ("^", "^"),
    ("(", "("),
    (")", ")"),
    (",", ","),
];

/// All tokens of a formula; the last one is `End`.
pub(crate) fn tokens(text: &str) -> Result<Vec<Token<'_>>, FormulaError> {
    let mut found = Vec::new();
    let mut offset = 0;
    while let Some(first) = text[offset..].chars().next() {
        let rest = &text[offset..];
        let (kind, len) = if first.is_whitespace() {
            offset += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() || first == '.' {
            number(text, offset)?
        } else if is_name_start(first) {
            name(text, offset)?
        } else if let Some((written, sign)) = SIGNS.iter().find(|(written, _)| rest.starts_with(written)) {
            (Kind::Sign(sign), written.len())
        } else {
            let remedy = match first {
                '=' => "to compare two values write `==`",
                '\'' => "a prime belongs right behind a coordinate: x'",
                '[' | '{' => "use round brackets",
                '%' => "the remainder is mod(a, b)",
                '&' => "write `and`",
                '|' => "write `or`, or abs(…)",
                '!' => "write `not`",
                _ => "a formula has numbers, names, + - * / ^ ( ) , and comparisons",
            };
            return Err(FormulaError::new(
                text,
                offset,
                format!("unexpected `{first}`"),
                remedy,
            ));
        };
        found.push(Token { kind, offset });
        offset += len;
    }
    found.push(Token {
        kind: Kind::End,
        offset: text.len(),
    });
    Ok(found)
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn name(text: &str, offset: usize) -> Result<(Kind<'_>, usize), FormulaError> {
    let rest = &text[offset..];
    let begin = usize::from(rest.starts_with('$'));
    let stop = |c: char| !(c.is_alphanumeric() || c == '_');
    let mut len = rest[begin..].find(stop).map_or(rest.len(), |n| n + begin);
    if len == begin {
        return Err(FormulaError::new(
            text,
            offset,
            "`$` without a name",
            "a parameter is written $name",
        ));
    }
    if rest[len..].starts_with('\'') {
        len += 1;
    }
    if rest[len..].starts_with('\'') {
        let what = format!("`{}'` has two primes", &rest[..len]);
        return Err(FormulaError::new(
            text,
            offset,
            what,
            "formulas have coordinates and velocities, no accelerations",
        ));
    }
    Ok((Kind::Name(&rest[..len]), len))
}

fn number(text: &str, offset: usize) -> Result<(Kind<'_>, usize), FormulaError> {
    let bytes = &text.as_bytes()[offset..];
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let mut len = digits(0);
    if bytes.get(len) == Some(&b'.') {
        len += 1 + digits(len + 1);
    }
    if matches!(bytes.get(len), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(len + 1), Some(b'+' | b'-')));
        let exponent = digits(len + 1 + sign);
        if exponent > 0 {
            len += 1 + sign + exponent;
        }
    }
    let written = &text[offset..offset + len];
    match written.parse() {
        Ok(value) => Ok((Kind::Number(value), len)),
        Err(_) => Err(FormulaError::new(
            text,
            offset,
            format!("`{written}` is not a number"),
            "write numbers like 1, 0.5 or 1e-3",
        )),
    }
}
