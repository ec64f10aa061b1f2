//! `[[verify]]`: what a scene says about its own results.
//!
//! ```text
//! scene + set ─▶ run ─▶ value at a time, or an extreme over a time
//!     ─▶ |value − expected| ≤ tolerance + relative |expected|
//! ```
//! Formulas are kept as text: they are read by whoever runs the scene, with the parameters of that run.

use super::error::{Origin, SceneError, Source};
use super::keys::{Key, Kind};
use crate::scene::keys::table::SCENE;
use crate::scene::read::tree::{Entry, Node, Table, Value};
use drystone_dynamics::models::lagrangian::description::Scalar;

/// One `[[verify]]`: overrides and what they must lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Verify {
    /// Short name.
    pub id: String,
    /// What is checked.
    pub name: String,
    /// Overrides (key, TOML value).
    pub sets: Vec<(String, String)>,
    /// Whether the scene must be refused, or its run must fail.
    pub refused: bool,
    /// Why the run must stop before its end, as in `stopped.kind` of the summary.
    pub stopped: Option<String>,
    /// What is compared.
    pub checks: Vec<Check>,
    /// Its own key: `verify[0]`.
    pub key: String,
}

/// One comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is compared, in words.
    pub name: Option<String>,
    /// Formula of what the run knows.
    pub value: Scalar,
    /// When, or which of all values.
    pub when: When,
    /// What is expected.
    pub expected: Expected,
    /// Largest error allowed.
    pub tolerance: Scalar,
    /// Largest error allowed as a share of the expected value.
    pub relative: Scalar,
    /// Its own key: `verify[0].checks[2]`.
    pub key: String,
}

/// When a value is taken.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// At the end of the run.
    End,
    /// At a time.
    At(Scalar),
    /// One of all values from the first to the second time; of the whole run where they are absent.
    Over(Option<[Scalar; 2]>, Take),
}

/// Which of many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Take {
    /// The largest.
    Max,
    /// The least.
    Min,
    /// The mean over time.
    Mean,
    /// The largest |value|.
    MaxAbs,
    /// The change from the first to the last, over the time between them.
    Rate,
    /// No value: the first time when it is greater than 0.
    FirstTime,
}

/// What is expected of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// This value.
    Equals(Scalar),
    /// A value in a range.
    Between {
        /// From here.
        at_least: Option<Scalar>,
        /// To here.
        at_most: Option<Scalar>,
    },
}

/// The `[[verify]]` of a checked tree.
pub(crate) fn read(source: &Source, tree: &Table) -> Result<Vec<Verify>, SceneError> {
    let list = tree.get("verify").and_then(Node::list).unwrap_or(&[]);
    let mut all = Vec::with_capacity(list.len());
    for (i, node) in list.iter().enumerate() {
        let key = format!("verify[{i}]");
        let Some(table) = node.table() else { continue };
        let fail = |message: &str| Err(source.error(&node.origin, &key, message));
        let refused = table.get("refused").and_then(Node::bool).unwrap_or(false);
        let checks = table.get("checks").and_then(Node::list).unwrap_or(&[]);
        let stopped = table.text("stopped").map(str::to_owned);
        match (refused, stopped.is_some(), checks.is_empty()) {
            (false, false, true) => {
                return fail(
                    "nothing is checked; add `checks`, `refused = true` or `stopped = \"infeasible\"`",
                );
            }
            (true, _, false) => return fail("a scene that is refused has no results; remove `checks`"),
            (true, true, _) => return fail("`refused` says less than `stopped`; remove one of them"),
            _ => {}
        }
        let mut sets = Vec::new();
        if let Some(overrides) = table.table("set") {
            flatten(overrides, SCENE, "", &mut sets);
        }
        let checks = checks
            .iter()
            .enumerate()
            .map(|(k, check)| one_check(source, check, format!("{key}.checks[{k}]")))
            .collect::<Result<Vec<_>, _>>()?;
        if stopped.is_some() && checks.iter().any(|check| check.when == When::End) {
            return fail("a run that stops has no value at its end; add `at` or `take` to every check");
        }
        all.push(Verify {
            id: table.text("id").unwrap_or_default().to_owned(),
            name: table.text("name").unwrap_or_default().to_owned(),
            sets,
            refused,
            stopped,
            checks,
            key,
        });
    }
    Ok(all)
}

fn one_check(source: &Source, node: &Node, key: String) -> Result<Check, SceneError> {
    let empty = Table::default();
    let table = node.table().unwrap_or(&empty);
    let get = |name: &str| table.get(name).map(scalar);
    let clash = |name: &str, message: &str| {
        let at = table.entry(name).map_or(&Origin::Default, |e| &e.key_origin);
        source.error(at, &format!("{key}.{name}"), message)
    };
    let when = match (get("at"), table.text("take").and_then(take)) {
        (Some(_), Some(_)) => return Err(clash("take", "needs many values; remove it, or `at`")),
        (Some(at), None) => When::At(at),
        (None, Some(take)) => When::Over(over(table), take),
        (None, None) => When::End,
    };
    if table.entry("over").is_some() && !matches!(when, When::Over(..)) {
        let message = "a time span has many values; add `take`, and remove `at` if it is there";
        return Err(clash("over", message));
    }
    let expected = match (get("equals"), get("at_least"), get("at_most")) {
        (Some(value), None, None) => Expected::Equals(value),
        (Some(_), _, _) => return Err(clash("equals", "remove it, or `at_least` and `at_most`")),
        (None, None, None) => {
            let message = "nothing to compare with; add `equals`, `at_most` or `at_least`";
            return Err(source.error(&node.origin, &key, message));
        }
        (None, at_least, at_most) => Expected::Between { at_least, at_most },
    };
    let (tolerance, relative) = (get("tolerance"), get("relative"));
    if matches!(expected, Expected::Equals(_)) && tolerance.is_none() && relative.is_none() {
        let message = "numbers are equal up to an error; add `tolerance`, `relative` or both";
        return Err(clash("equals", message));
    }
    Ok(Check {
        name: table.text("name").map(str::to_owned),
        value: get("value").unwrap_or_default(),
        when,
        expected,
        tolerance: tolerance.unwrap_or_default(),
        relative: relative.unwrap_or_default(),
        key,
    })
}

fn take(word: &str) -> Option<Take> {
    Some(match word {
        "max" => Take::Max,
        "min" => Take::Min,
        "mean" => Take::Mean,
        "max_abs" => Take::MaxAbs,
        "rate" => Take::Rate,
        "first_time" => Take::FirstTime,
        _ => return None,
    })
}

fn over(table: &Table) -> Option<[Scalar; 2]> {
    match table.get("over").and_then(Node::list)? {
        [first, last] => Some([scalar(first), scalar(last)]),
        _ => None,
    }
}

fn scalar(node: &Node) -> Scalar {
    match (node.text(), node.number()) {
        (Some(text), _) => Scalar::Formula(text.to_owned()),
        (_, x) => Scalar::Number(x.unwrap_or(f64::NAN)),
    }
}

/// Overrides by dotted path. `run.step = 1` is a table in TOML, like `run = { step = 1 }`: tables of the
/// format are opened, those that are one value (laws, methods) are not.
fn flatten(table: &Table, keys: &[Key], path: &str, out: &mut Vec<(String, String)>) {
    for Entry { key, node, .. } in &table.entries {
        let kind = keys
            .iter()
            .find(|known| known.name == key)
            .map(|known| known.kind);
        let path = crate::scene::read::check::join(path, key);
        match (kind, &node.value) {
            (Some(Kind::Table(keys)), Value::Table(inner)) => flatten(inner, keys, &path, out),
            (Some(Kind::Values), Value::Table(inner)) => flatten(inner, &[], &path, out),
            (Some(Kind::Named(keys)), Value::Table(named)) => {
                for entry in &named.entries {
                    let path = crate::scene::read::check::join(&path, &entry.key);
                    match &entry.node.value {
                        Value::Table(inner) => flatten(inner, keys, &path, out),
                        _ => out.push((path, toml_text(&entry.node))),
                    }
                }
            }
            _ => out.push((path, toml_text(node))),
        }
    }
}

/// A value as TOML.
fn toml_text(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => toml::Value::String(text.clone()).to_string(),
        Value::Integer(i) => i.to_string(),
        Value::Float(x) => toml::Value::Float(*x).to_string(),
        Value::Bool(b) => b.to_string(),
        Value::Date => String::new(),
        Value::List(list) => {
            let items: Vec<String> = list.iter().map(toml_text).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Table(table) => {
            let quoted = |key: &str| toml::Value::String(key.to_owned()).to_string();
            let items: Vec<String> = table
                .entries
                .iter()
                .map(|entry| format!("{} = {}", quoted(&entry.key), toml_text(&entry.node)))
                .collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}
