//! What a kind of value is, in the words of messages and of the reference.

use crate::scene::keys::{Kind, Range};

/// One of several words.
pub(crate) fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
    format!("one of {}", quoted.join(", "))
}

/// What a kind takes, in words, after "asked: ".
pub(crate) fn asked(kind: Kind) -> String {
    match kind {
        Kind::Text => "a text in quotes".to_owned(),
        Kind::Bool => "true or false".to_owned(),
        Kind::Choice(words) => quoted(words),
        Kind::Integer(least, i64::MAX) => format!("a whole number of at least {least}"),
        Kind::Integer(least, most) => format!("a whole number from {least} to {most}"),
        Kind::Number(range) | Kind::Scalar(range) => format!("{} or a formula", range.words()),
        Kind::Formula => "a formula".to_owned(),
        Kind::Formulas(most) => format!("a formula or a list of up to {most}"),
        Kind::Names => "a list of names".to_owned(),
        Kind::Numbers => "a list of numbers".to_owned(),
        Kind::Scalars(0) => "a list of numbers or formulas".to_owned(),
        Kind::Scalars(n) => format!("a list of {n} numbers or formulas"),
        Kind::Curve => "a list of points [speed, μ]".to_owned(),
        Kind::Matrix => "a matrix: a list of rows, like [[0, 1], [-1, 0]]".to_owned(),
        Kind::Rows => "a list of row numbers, from 0".to_owned(),
        Kind::Values => "a table of numbers and formulas by name, like { m = 1 }".to_owned(),
        Kind::Table(keys) => {
            let needed: Vec<&str> = keys.iter().filter(|k| k.required).map(|k| k.name).collect();
            match needed.as_slice() {
                [] => "a table".to_owned(),
                names => format!("a table with {}", names.join(", ")),
            }
        }
        Kind::Named(_) => "a table of tables by name".to_owned(),
        Kind::Law(range, _) => format!("{}, a formula, or a law in a table", range.words()),
        Kind::Method(names) => format!("one of {}", names().join(", ")),
        Kind::Tables(keys) => format!("a list; each {}", asked(Kind::Table(keys))),
        Kind::Overrides => "a table of overrides, like { mu = 0.2, \"run.step\" = 1e-3 }".to_owned(),
        Kind::Vector(range, least, most) => {
            let count = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            match range {
                Range::Any => format!("a list of {count} numbers"),
                range => format!("a list of {count}, each {}", range.words()),
            }
        }
        Kind::Pair => "two names, like [\"box\", \"floor\"]".to_owned(),
        Kind::Each(kind) => format!("a list; each {}", asked(*kind)),
        Kind::Either(kinds) => {
            let all: Vec<String> = kinds.iter().map(|kind| asked(*kind)).collect();
            all.join("; or ")
        }
        Kind::Forms(forms) => {
            let leads: Vec<&str> = forms
                .iter()
                .filter_map(|form| form.keys.first())
                .map(|key| key.name)
                .collect();
            format!("a table with one of {}", leads.join(", "))
        }
    }
}
