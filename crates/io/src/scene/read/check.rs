//! Holds a tree against the table of keys: unknown keys, types, ranges, missing keys. Fills in defaults and
//! replaces formulas of the parameters by their values, so that what comes after only takes out what is
//! there.

use super::params::Params;
use super::tree::{Entry, Node, Table, Value, parse_default};
use crate::scene::error::{Origin, SceneError, Source};
use crate::scene::keys::{Form, Key, Kind, Range};
use crate::scene::nearest::{nearest, suggestion};
use crate::scene::read::value_kinds::{asked, quoted};

/// What a check needs to know besides the tree.
pub(crate) struct Checker<'a> {
    pub(crate) source: &'a Source,
    pub(crate) params: &'a Params,
}

type Checked = Result<(), SceneError>;

/// A key under a path.
pub(crate) fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

impl Checker<'_> {
    /// Checks a table written at `at`.
    pub(crate) fn table(&self, table: &mut Table, keys: &[Key], path: &str, at: &Origin) -> Checked {
        let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
        for entry in &mut table.entries {
            let path = join(path, &entry.key);
            let Some(key) = keys.iter().find(|key| key.name == entry.key) else {
                let message = format!("unknown key{}", suggestion(&entry.key, &names));
                return Err(self.source.error(&entry.key_origin, &path, message));
            };
            self.value(&mut entry.node, key.kind, &path)?;
        }
        for key in keys {
            if table.entry(key.name).is_some() {
                continue;
            }
            let path = join(path, key.name);
            if key.required {
                return Err(self.missing(key, &path, at));
            }
            if let Some(mut node) = parse_default(key.default) {
                self.value(&mut node, key.kind, &path)?;
                table.entries.push(Entry {
                    key: key.name.to_owned(),
                    key_origin: Origin::Default,
                    node,
                });
            }
        }
        Ok(())
    }

    fn missing(&self, key: &Key, path: &str, at: &Origin) -> SceneError {
        let unit = if key.unit.is_empty() {
            String::new()
        } else {
            format!(", in {}", key.unit)
        };
        let about = key.about.trim_end_matches('.');
        self.source.error(
            at,
            path,
            format!("missing; asked: {}{unit} ({about})", asked(key.kind)),
        )
    }

    fn wrong(&self, node: &Node, path: &str, asked: &str) -> SceneError {
        let message = format!("found {}, asked: {asked}", node.describe());
        self.source.error(&node.origin, path, message)
    }

    /// Checks one value.
    fn value(&self, node: &mut Node, kind: Kind, path: &str) -> Checked {
        let wrong = |node: &Node| Err(self.wrong(node, path, &asked(kind)));
        match kind {
            Kind::Text if node.text().is_some() => Ok(()),
            Kind::Bool if node.bool().is_some() => Ok(()),
            // The keys are judged when they are set.
            Kind::Overrides if node.table().is_some() => Ok(()),
            Kind::Choice(words) => self.choice(node, words, path),
            Kind::Integer(least, most) => self.integer(node, least, most, path),
            Kind::Number(range) => self.number(node, range, path),
            Kind::Scalar(range) => self.scalar(node, range, path),
            Kind::Formula => self.scalar(node, Range::Any, path),
            Kind::Formulas(most) => self.formulas(node, most, path),
            Kind::Names => self.names(node, path),
            Kind::Values => match &mut node.value {
                Value::Table(table) => {
                    self.named(table, path, |node, path| self.scalar(node, Range::Any, path))
                }
                _ => wrong(node),
            },
            Kind::Named(keys) => match &mut node.value {
                Value::Table(table) => self.named(table, path, |node, path| self.sub_table(node, keys, path)),
                _ => wrong(node),
            },
            Kind::Table(keys) => self.sub_table(node, keys, path),
            Kind::Law(range, forms) => match &mut node.value {
                Value::Table(table) => {
                    let at = node.origin.clone();
                    self.law(table, forms, path, &at)
                }
                _ => self.scalar(node, range, path),
            },
            Kind::Method(names) => self.method(node, &names(), path),
            Kind::Either(kinds) => match kinds.iter().find(|kind| suits(node, **kind)) {
                Some(kind) => self.value(node, *kind, path),
                None => wrong(node),
            },
            Kind::Forms(forms) => match &mut node.value {
                Value::Table(table) => {
                    let at = node.origin.clone();
                    self.law(table, forms, path, &at)
                }
                _ => wrong(node),
            },
            Kind::Text | Kind::Bool | Kind::Overrides => wrong(node),
            _ => self.list(node, kind, path),
        }
    }

    /// Checks a list of one kind or another.
    fn list(&self, node: &mut Node, kind: Kind, path: &str) -> Checked {
        let wrong = |node: &Node| Err(self.wrong(node, path, &asked(kind)));
        match kind {
            Kind::Scalars(count) => match &mut node.value {
                Value::List(list) if count == 0 || list.len() == count => {
                    each(list, path, |node, path| self.scalar(node, Range::Any, path))
                }
                _ => wrong(node),
            },
            Kind::Numbers => match &mut node.value {
                Value::List(list) => each(list, path, |node, path| self.number(node, Range::Any, path)),
                _ => wrong(node),
            },
            Kind::Matrix | Kind::Curve => match &mut node.value {
                Value::List(rows) => each(rows, path, |row, path| self.row(row, kind, path)),
                _ => wrong(node),
            },
            Kind::Rows => match &mut node.value {
                Value::List(list) => each(list, path, |node, path| self.integer(node, 0, i64::MAX, path)),
                _ => wrong(node),
            },
            Kind::Vector(range, least, most) => match &mut node.value {
                Value::List(list) if (least..=most).contains(&list.len()) => {
                    each(list, path, |node, path| self.number(node, range, path))
                }
                _ => wrong(node),
            },
            Kind::Pair => match node.list() {
                Some([a, b]) if a.text().is_some() && b.text().is_some() => Ok(()),
                _ => wrong(node),
            },
            Kind::Each(kind) => match &mut node.value {
                Value::List(list) => each(list, path, |node, path| self.value(node, *kind, path)),
                _ => wrong(node),
            },
            Kind::Tables(keys) => match &mut node.value {
                Value::List(list) => each(list, path, |node, path| self.sub_table(node, keys, path)),
                _ => wrong(node),
            },
            _ => wrong(node),
        }
    }

    fn formulas(&self, node: &mut Node, most: usize, path: &str) -> Checked {
        match &mut node.value {
            Value::List(list) if (1..=most).contains(&list.len()) => {
                each(list, path, |node, path| self.scalar(node, Range::Any, path))
            }
            Value::List(_) => Err(self.wrong(node, path, &asked(Kind::Formulas(most)))),
            _ => self.scalar(node, Range::Any, path),
        }
    }

    fn named(&self, table: &mut Table, path: &str, check: impl Fn(&mut Node, &str) -> Checked) -> Checked {
        for entry in &mut table.entries {
            let path = join(path, &entry.key);
            // Dots and brackets would make the dotted keys of messages and overrides ambiguous.
            let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'');
            if entry.key.is_empty() || !entry.key.chars().all(plain) {
                let message = "a name takes letters, digits, `_` and `-`; rename it";
                return Err(self.source.error(&entry.key_origin, &path, message));
            }
            check(&mut entry.node, &path)?;
        }
        Ok(())
    }

    fn sub_table(&self, node: &mut Node, keys: &'static [Key], path: &str) -> Checked {
        let at = node.origin.clone();
        match &mut node.value {
            Value::Table(table) => self.table(table, keys, path, &at),
            _ => Err(self.wrong(node, path, &asked(Kind::Table(keys)))),
        }
    }

    fn choice(&self, node: &Node, words: &[&str], path: &str) -> Checked {
        match node.text() {
            Some(text) if words.contains(&text) => Ok(()),
            Some(text) => {
                let guess =
                    nearest(text, words).map_or_else(String::new, |w| format!("; did you mean \"{w}\"?"));
                Err(self.wrong(node, path, &format!("{}{guess}", quoted(words))))
            }
            None => Err(self.wrong(node, path, &quoted(words))),
        }
    }

    /// A number, or a formula of the parameters, which its value replaces.
    fn number(&self, node: &mut Node, range: Range, path: &str) -> Checked {
        self.scalar(node, range, path)?;
        if let Some(text) = node.text() {
            let value = self.params.evaluate(text);
            let value = value.map_err(|fault| {
                self.source
                    .formula_error(node, fault.offset, path, &fault.message)
            })?;
            if !range.holds(value) {
                let message = format!("found {} = {value}, asked: {}", node.describe(), range.words());
                return Err(self.source.error(&node.origin, path, message));
            }
            node.value = Value::Float(value);
        }
        Ok(())
    }

    /// A number, or a formula that is read later.
    fn scalar(&self, node: &mut Node, range: Range, path: &str) -> Checked {
        match (&node.value, node.number()) {
            (Value::Text(text), _) if text.trim().is_empty() => {
                Err(self.wrong(node, path, "a formula or a number; give 0 for nothing"))
            }
            (Value::Text(text), _) => {
                // "$2*mu" is a formula like "2*mu"; a blank keeps the characters where they are.
                let after = text.strip_prefix('$').and_then(|rest| rest.chars().next());
                if after.is_some_and(|c| !c.is_alphabetic() && c != '_') {
                    node.value = Value::Text(text.replacen('$', " ", 1));
                }
                Ok(())
            }
            (_, Some(x)) if range.holds(x) => Ok(()),
            (_, Some(_)) => Err(self.wrong(node, path, range.words())),
            _ => Err(self.wrong(node, path, &asked(Kind::Scalar(range)))),
        }
    }

    fn integer(&self, node: &mut Node, least: i64, most: i64, path: &str) -> Checked {
        if node.text().is_some() {
            self.number(node, Range::Any, path)?;
        }
        // 2.0 is as good as 2: formulas give nothing else.
        if let Value::Float(x) = node.value
            && x.fract() == 0.0
            && x.abs() < 9e15
        {
            #[allow(clippy::cast_possible_truncation, reason = "whole and below 2⁵³")]
            let whole = x as i64;
            node.value = Value::Integer(whole);
        }
        match node.integer() {
            Some(i) if (least..=most).contains(&i) => Ok(()),
            _ => Err(self.wrong(node, path, &asked(Kind::Integer(least, most)))),
        }
    }

    fn names(&self, node: &Node, path: &str) -> Checked {
        let wrong = "a list of names, like [\"x\", \"y\"]";
        let list = node.list().filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.wrong(node, path, wrong))?;
        for (i, item) in list.iter().enumerate() {
            let path = format!("{path}[{i}]");
            let name = item
                .text()
                .ok_or_else(|| self.wrong(item, &path, "a name in quotes"))?;
            if list[..i].iter().any(|other| other.text() == Some(name)) {
                let message = format!("`{name}` is there twice; rename or remove one");
                return Err(self.source.error(&item.origin, &path, message));
            }
        }
        Ok(())
    }

    fn row(&self, row: &mut Node, kind: Kind, path: &str) -> Checked {
        let curve = matches!(kind, Kind::Curve);
        let range = if curve { Range::NonNegative } else { Range::Any };
        match &mut row.value {
            Value::List(list) if !curve || list.len() == 2 => {
                each(list, path, |node, path| self.number(node, range, path))
            }
            _ if curve => Err(self.wrong(row, path, "a point [speed, μ]")),
            _ => Err(self.wrong(row, path, "a row of numbers, like [0, 1]")),
        }
    }

    fn law(&self, table: &mut Table, forms: &[Form], path: &str, at: &Origin) -> Checked {
        let has = |key: &&Key| table.entry(key.name).is_some();
        let lead = |form: &&Form| form.keys.first().is_some_and(|key| has(&key));
        let needed = |form: &&Form| form.keys.iter().any(|key| key.required && has(&key));
        if let Some(form) = forms.iter().find(lead).or_else(|| forms.iter().find(needed)) {
            return self.table(table, form.keys, path, at);
        }
        let all = || forms.iter().flat_map(|form| form.keys);
        let mut leads: Vec<&str> = Vec::new();
        for key in all().filter(|key| key.required) {
            if !leads.contains(&key.name) {
                leads.push(key.name);
            }
        }
        let unknown = |entry: &&Entry| all().all(|key| key.name != entry.key);
        if let Some(entry) = table.entries.iter().find(unknown) {
            let message = format!("unknown key{}", suggestion(&entry.key, &leads));
            let path = join(path, &entry.key);
            return Err(self.source.error(&entry.key_origin, &path, message));
        }
        let found = if table.entries.is_empty() {
            "an empty table"
        } else {
            "none of its main keys"
        };
        let message = format!("found {found}, asked: one with {}", leads.join(", "));
        Err(self.source.error(at, path, message))
    }

    fn method(&self, node: &mut Node, names: &[&str], path: &str) -> Checked {
        let unknown = |name: &str, at: &Origin| {
            let message = format!("no method \"{name}\"{}", suggestion(name, names));
            Err(self.source.error(at, path, message))
        };
        let wrong = self.wrong(
            node,
            path,
            "a name, or a name with options: { NAME = { option = 1 } }",
        );
        match &mut node.value {
            Value::Text(name) if names.contains(&name.as_str()) => Ok(()),
            Value::Text(name) => unknown(name, &node.origin),
            Value::Table(table) => {
                let [entry] = table.entries.as_mut_slice() else {
                    return Err(wrong);
                };
                if !names.contains(&entry.key.as_str()) {
                    return unknown(&entry.key, &entry.key_origin);
                }
                let path = join(path, &entry.key);
                let Value::Table(options) = &mut entry.node.value else {
                    return Err(self.wrong(&entry.node, &path, "a table of options: { option = 1 }"));
                };
                for option in &mut options.entries {
                    self.option(&mut option.node, &join(&path, &option.key))?;
                }
                Ok(())
            }
            _ => Err(wrong),
        }
    }

    /// An option of a method: the method itself knows what it takes.
    fn option(&self, node: &mut Node, path: &str) -> Checked {
        match &node.value {
            Value::Bool(_) => Ok(()),
            Value::Text(_) | Value::Integer(_) | Value::Float(_) => self.number(node, Range::Any, path),
            _ => Err(self.wrong(node, path, "a number, true or false")),
        }
    }
}

/// Whether a value is of the sort that a kind takes, by a look at its outside.
fn suits(node: &Node, kind: Kind) -> bool {
    let nested = |list: &[Node]| list.first().is_some_and(|first| first.list().is_some());
    match kind {
        Kind::Text => node.text().is_some(),
        Kind::Bool => node.bool().is_some(),
        Kind::Number(_) | Kind::Scalar(_) | Kind::Formula => node.text().is_some() || node.number().is_some(),
        Kind::Table(_) | Kind::Forms(_) => node.table().is_some(),
        Kind::Each(_) | Kind::Matrix => node.list().is_some_and(nested),
        Kind::Vector(..) => node.list().is_some_and(|list| !nested(list)),
        _ => true,
    }
}

/// Checks every entry of a list, under its number.
fn each(list: &mut [Node], path: &str, check: impl Fn(&mut Node, &str) -> Checked) -> Checked {
    let mut numbered = list.iter_mut().enumerate();
    numbered.try_for_each(|(i, node)| check(node, &format!("{path}[{i}]")))
}
