//! Named constants given by formulas in other constants, in any order.

use super::graph::Graph;
use super::parser::{names, parse};
use super::symbols::{FormulaError, Symbol, Symbols};
use std::collections::BTreeMap;

/// A constant whose formula is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantError {
    /// Its name.
    pub name: String,
    /// What is wrong.
    pub error: FormulaError,
}

/// Evaluates constants `(name, formula)` and adds them to the symbols. They may refer to each other in any
/// order, but not in a circle. Names are asked to be distinct.
pub fn define_constants(constants: &[(&str, &str)], symbols: &mut Symbols) -> Result<(), ConstantError> {
    let fail = |i: usize, error: FormulaError| ConstantError {
        name: constants[i].0.to_owned(),
        error,
    };
    let place: BTreeMap<&str, usize> = constants.iter().enumerate().map(|(i, c)| (c.0, i)).collect();
    // needs[i]: constants that i uses, and where. Whatever is free of open needs is evaluated; the rest is a
    // circle.
    let mut needs: Vec<Vec<(usize, usize)>> = Vec::with_capacity(constants.len());
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); constants.len()];
    for (i, (_, text)) in constants.iter().enumerate() {
        let used = names(text).map_err(|error| fail(i, error))?.into_iter();
        needs.push(
            used.filter_map(|(name, at)| place.get(name).map(|j| (*j, at)))
                .collect(),
        );
        for (j, _) in &needs[i] {
            users[*j].push(i);
        }
    }
    let mut open: Vec<usize> = needs.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..constants.len()).filter(|i| open[*i] == 0).collect();
    let mut graph = Graph::default();
    while let Some(i) = ready.pop() {
        let expr = parse(&mut graph, constants[i].1, symbols).map_err(|error| fail(i, error))?;
        let Some(value) = graph.value(expr) else {
            let error = FormulaError::new(
                constants[i].1,
                0,
                "not a constant",
                "use numbers and constants only",
            );
            return Err(fail(i, error));
        };
        symbols.insert(constants[i].0, Symbol::Constant(value));
        for user in &users[i] {
            open[*user] -= 1;
            if open[*user] == 0 {
                ready.push(*user);
            }
        }
    }
    match (0..constants.len()).find(|i| open[*i] > 0) {
        Some(start) => Err(circle(constants, &needs, &open, start)),
        None => Ok(()),
    }
}

/// Follows open needs from `start` until a constant comes again: that is the circle.
fn circle(
    constants: &[(&str, &str)],
    needs: &[Vec<(usize, usize)>],
    open: &[usize],
    start: usize,
) -> ConstantError {
    let (mut path, mut now) = (Vec::new(), (start, 0));
    while !path.iter().any(|(i, _)| *i == now.0) {
        let next = needs[now.0].iter().find(|(j, _)| open[*j] > 0).copied();
        let Some((j, at)) = next else { break };
        path.push((now.0, at));
        now = (j, 0);
    }
    let first = path.iter().position(|(i, _)| *i == now.0).unwrap_or(0);
    let members = &path[first..];
    let names: Vec<String> = members
        .iter()
        .map(|(i, _)| format!("`{}`", constants[*i].0))
        .collect();
    let what = match names.as_slice() {
        [one] => format!("constant {one} refers to itself"),
        [a, b] => format!("constants {a} and {b} refer to each other"),
        many => format!("constants {} refer to each other in a circle", many.join(", ")),
    };
    let (i, at) = members.first().copied().unwrap_or((start, 0));
    ConstantError {
        name: constants[i].0.to_owned(),
        error: FormulaError::new(constants[i].1, at, what, "give one of them a number"),
    }
}
