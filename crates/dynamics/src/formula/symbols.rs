//! The names a formula may use, and what is said when it uses another.

use super::function::FUNCTIONS;
use crate::names::distance;
use std::collections::BTreeMap;
use std::fmt;

/// What is wrong with a formula, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// Where, in bytes from the beginning.
    pub offset: usize,
    /// Where, in characters, the first one being 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What to do; may be empty.
    pub remedy: String,
    /// The name to blame, where it is one that nothing has.
    pub unknown: Option<String>,
}

impl FormulaError {
    pub(crate) fn new(text: &str, offset: usize, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        FormulaError {
            offset,
            column: before.chars().count() + 1,
            what: what.into(),
            remedy: remedy.into(),
            unknown: None,
        }
    }

    /// What is wrong and what to do, for those who show the place themselves.
    pub fn without_place(&self) -> String {
        if self.remedy.is_empty() {
            return self.what.clone();
        }
        format!("{}: {}", self.what, self.remedy)
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at character {}", self.what, self.column)?;
        if self.remedy.is_empty() {
            return Ok(());
        }
        write!(f, ": {}", self.remedy)
    }
}

impl std::error::Error for FormulaError {}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Symbol {
    /// A known number.
    Constant(f64),
    /// The variable of this index.
    Variable(u32),
    /// A name that exists, but not in this formula; the text says what may be used instead.
    Forbidden(&'static str),
}

/// The names that formulas may use. `pi` and π are always known, `e` where no symbol has that name.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    entries: BTreeMap<String, Symbol>,
}

impl Symbols {
    /// Adds or replaces a name.
    pub fn insert(&mut self, name: &str, symbol: Symbol) {
        self.entries.insert(name.to_owned(), symbol);
    }

    /// What a name stands for.
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.entries.get(name).copied().or(match name {
            "pi" | "π" => Some(Symbol::Constant(std::f64::consts::PI)),
            "e" => Some(Symbol::Constant(std::f64::consts::E)),
            _ => None,
        })
    }

    /// The usable name nearest to `name`, where one is near enough to be a slip of the pen.
    pub fn nearest(&self, name: &str, function: bool) -> Option<&str> {
        let symbols = self.entries.iter();
        let usable = symbols.filter(|(_, symbol)| !function && !matches!(symbol, Symbol::Forbidden(_)));
        let functions = FUNCTIONS.iter().map(|(known, _)| *known).filter(|_| function);
        let names = usable.map(|(known, _)| known.as_str()).chain(functions);
        nearest(name, names)
    }
}

/// The name nearest to `name`, where one is near enough to be a slip of the pen.
pub(crate) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let distance = |known: &str| distance(&name.to_lowercase(), &known.to_lowercase());
    // Among equals, one with the same first letter.
    names
        .map(|known| {
            (
                distance(known),
                known.chars().next() != name.chars().next(),
                known,
            )
        })
        .filter(|(distance, ..)| *distance <= limit)
        .min()
        .map(|(.., known)| known)
}
