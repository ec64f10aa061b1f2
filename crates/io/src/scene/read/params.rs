//! `[params]`: numbers by name, some given by formulas of others; and the value of a formula of parameters.

use super::check::join;
use super::tree::{Entry, Table, Value};
use crate::scene::error::{SceneError, Source};
use crate::scene::nearest::suggestion;
use drystone_dynamics::formula::{FormulaError, Graph, Symbol, Symbols, is_reserved, parse};
use std::collections::BTreeMap;

/// What is wrong with a formula, at which byte of it.
pub(crate) struct FormulaFault {
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// The parameters of a scene, evaluated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params {
    symbols: Symbols,
    values: Vec<(String, f64)>,
}

impl Params {
    /// Evaluates the parameters of a scene, in an order that their formulas allow.
    pub(crate) fn of(source: &Source, tree: &Table) -> Result<Self, SceneError> {
        let mut params = Params::default();
        let Some(node) = tree.get("params") else {
            return Ok(params);
        };
        let Some(table) = node.table() else {
            let message = format!(
                "found {}, asked: a table of numbers, like [params] and mu = 0.5",
                node.describe()
            );
            return Err(source.error(&node.origin, "params", message));
        };
        let entries = &table.entries;
        for entry in entries {
            check_name(source, entry)?;
        }
        let place: BTreeMap<&str, usize> = (0..)
            .zip(entries)
            .map(|(i, entry)| (entry.key.as_str(), i))
            .collect();
        let mut states = vec![State::New; entries.len()];
        for i in 0..entries.len() {
            params.evaluate_with_needs(source, entries, i, (&place, &mut states))?;
        }
        // In the order of the file, not of evaluation.
        params
            .values
            .sort_by_key(|(name, _)| place.get(name.as_str()).copied());
        Ok(params)
    }

    /// Evaluates an entry after those that its formula names, and those that theirs name. What is open lies
    /// on a list, not on the stack: parameters may refer to each other to any depth.
    fn evaluate_with_needs(
        &mut self,
        source: &Source,
        entries: &[Entry],
        first: usize,
        (place, states): (&BTreeMap<&str, usize>, &mut [State]),
    ) -> Result<(), SceneError> {
        let needs = |i: usize| {
            let words = entries[i].node.text().into_iter().flat_map(names);
            words.filter_map(|word| place.get(word).copied())
        };
        if states[first] == State::Done {
            return Ok(());
        }
        states[first] = State::Open;
        let mut open = vec![(first, needs(first))];
        while let Some((i, left)) = open.last_mut() {
            let i = *i;
            match left.find(|k| states[*k] != State::Done) {
                None => {
                    open.pop();
                    self.evaluate_entry(source, &entries[i])?;
                    states[i] = State::Done;
                }
                Some(k) if states[k] == State::New => {
                    states[k] = State::Open;
                    open.push((k, needs(k)));
                }
                Some(k) => {
                    let circle = open.iter().skip_while(|(i, _)| *i != k);
                    let names = circle.map(|(i, _)| entries[*i].key.as_str());
                    let names: Vec<&str> = names.chain([entries[k].key.as_str()]).collect();
                    return Err(in_a_circle(source, &entries[k], &names));
                }
            }
        }
        Ok(())
    }

    /// Evaluates an entry whose needs are known.
    fn evaluate_entry(&mut self, source: &Source, entry: &Entry) -> Result<(), SceneError> {
        let Entry { key, node, .. } = entry;
        let path = join("params", key);
        let value = match &node.value {
            Value::Text(text) => self
                .evaluate(text)
                .map_err(|fault| source.formula_error(node, fault.offset, &path, &fault.message))?,
            _ => node.number().ok_or_else(|| {
                let message = format!(
                    "found {}, asked: a number or a formula of other parameters",
                    node.describe()
                );
                source.error(&node.origin, &path, message)
            })?,
        };
        if !value.is_finite() {
            let message = format!("found {value}, asked: a finite number");
            return Err(source.error(&node.origin, &path, message));
        }
        self.insert(key, value);
        Ok(())
    }

    /// Names and values, in the order of the file.
    pub(crate) fn values(&self) -> &[(String, f64)] {
        &self.values
    }

    /// The value of a formula of the parameters.
    pub(crate) fn evaluate(&self, text: &str) -> Result<f64, FormulaFault> {
        let mut graph = Graph::default();
        let expr = parse(&mut graph, text, &self.symbols).map_err(|error| self.fault(&error, &[]))?;
        graph.value(expr).ok_or_else(|| FormulaFault {
            offset: 0,
            message: "not a number; use parameters and numbers only".to_owned(),
        })
    }

    /// What is wrong with a formula of the parameters and these variables.
    pub(crate) fn fault(&self, error: &FormulaError, variables: &[&str]) -> FormulaFault {
        let known: Vec<&str> = self
            .values
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(variables.iter().copied())
            .collect();
        // The formulas' own remedy speaks of constants and coordinates, which are not known here.
        let message = match &error.unknown {
            Some(_) if known.is_empty() => format!("{}; no parameter is known", error.what),
            Some(name) => format!(
                "{}{}",
                error.what,
                suggestion(name.trim_start_matches('$'), &known)
            ),
            None => error.without_place(),
        };
        FormulaFault {
            offset: error.offset,
            message,
        }
    }

    /// The names of the parameters, for formulas with names of their own.
    pub(crate) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    fn insert(&mut self, name: &str, value: f64) {
        self.symbols.insert(name, Symbol::Constant(value));
        self.symbols.insert(&format!("${name}"), Symbol::Constant(value));
        self.values.push((name.to_owned(), value));
    }
}

/// Names shown of a circle of parameters.
const SHOWN: usize = 10;

fn in_a_circle(source: &Source, entry: &Entry, names: &[&str]) -> SceneError {
    let shown = if names.len() > SHOWN {
        let (first, last) = (&names[..SHOWN - 1], names[names.len() - 1]);
        format!("{} → … → {last}", first.join(" → "))
    } else {
        names.join(" → ")
    };
    let message = format!("depends on itself: {shown}; give one of them a number");
    source.error(&entry.node.origin, &join("params", &entry.key), message)
}

/// How far a parameter is.
#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

fn check_name(source: &Source, entry: &Entry) -> Result<(), SceneError> {
    let mut chars = entry.key.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let message = if !starts || !chars.all(|c| c.is_alphanumeric() || c == '_') {
        "a parameter is used in formulas: its name takes letters, digits and `_`, a letter first; rename it"
    } else if is_reserved(&entry.key) {
        "the name has a meaning in formulas already; rename the parameter"
    } else {
        return Ok(());
    };
    Err(source.error(&entry.key_origin, &join("params", &entry.key), message))
}

/// The words in a formula that may be names.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}
