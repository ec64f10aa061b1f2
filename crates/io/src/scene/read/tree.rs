//! The scene file as a tree of values that know where they were written. Entries keep the order of the file.

use crate::scene::error::{Origin, SceneError, Source};
use toml::de::{DeTable, DeValue};

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) origin: Origin,
}

/// A value of a scene file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Bool(bool),
    Date,
    List(Vec<Node>),
    Table(Table),
}

/// Key, value, and where the key was written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_origin: Origin,
    pub(crate) node: Node,
}

/// Entries in the order of the file.
#[derive(Clone, Debug, PartialEq, Default)]
pub(crate) struct Table {
    pub(crate) entries: Vec<Entry>,
}

impl Table {
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub(crate) fn table(&self, key: &str) -> Option<&Table> {
        self.get(key).and_then(Node::table)
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Node::text)
    }
}

impl Node {
    pub(crate) fn table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number that is written as one.
    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Integer(i) => Some(i as f64),
            Value::Float(x) => Some(x),
            _ => None,
        }
    }

    pub(crate) fn integer(&self) -> Option<i64> {
        match self.value {
            Value::Integer(i) => Some(i),
            _ => None,
        }
    }

    pub(crate) fn bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// What is there, in words.
    pub(crate) fn describe(&self) -> String {
        match &self.value {
            Value::Text(_) if matches!(self.origin, Origin::Included(_)) => "a string".to_owned(),
            Value::Text(text) if text.chars().count() > 40 => {
                let start: String = text.chars().take(40).collect();
                format!("the string \"{start}…\"")
            }
            Value::Text(text) => format!("the string \"{text}\""),
            Value::Integer(i) => format!("the number {i}"),
            Value::Float(x) => format!("the number {x}"),
            Value::Bool(b) => format!("{b}"),
            Value::Date => "a date".to_owned(),
            Value::List(list) if list.len() == 1 => "a list of 1 value".to_owned(),
            Value::List(list) => format!("a list of {} values", list.len()),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// The value at a dotted path, list indices as `.2` or `[2]`; with it, how much of the path was found.
    pub(crate) fn find(&self, path: &str) -> Option<&Node> {
        let mut node = self;
        for segment in path.split(['.', '[']) {
            let segment = segment.trim_end_matches(']');
            node = match &node.value {
                Value::Table(table) => table.get(segment)?,
                Value::List(list) => list.get(segment.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }
}

/// Parses the text of a scene file, or of a file that it includes, which begins at a byte of the source.
pub(crate) fn parse(source: &Source, start: usize) -> Result<Table, SceneError> {
    match DeTable::parse(source.text.get(start..).unwrap_or("")) {
        Ok(table) => {
            let node = |span: std::ops::Range<usize>| {
                let span = span.start + start..span.end + start;
                if start == 0 {
                    Origin::File(span)
                } else {
                    Origin::Included(span)
                }
            };
            table_of(table.get_ref(), &node).map_err(|(at, message)| source.error(&at, "", message))
        }
        Err(error) => {
            let byte = error.span().map_or(0, |span| span.start);
            Err(source.error_shown(start + byte, "", format!("not TOML: {}", error.message())))
        }
    }
}

/// The value of an override: TOML, or else the text itself.
pub(crate) fn parse_set(source: &Source, number: usize) -> Result<Node, SceneError> {
    let (key, value) = &source.sets[number];
    let here = |_| Origin::Set(number);
    let text = value.trim();
    match DeValue::parse(text) {
        Ok(parsed) => node_of(parsed.get_ref(), Origin::Set(number), &here)
            .map_err(|(at, message)| source.error(&at, key, message)),
        Err(_) => Ok(Node {
            value: Value::Text(text.to_owned()),
            origin: Origin::Set(number),
        }),
    }
}

/// A TOML value parsed out of any file: for defaults.
pub(crate) fn parse_default(text: &str) -> Option<Node> {
    let parsed = DeValue::parse(text).ok()?;
    node_of(parsed.get_ref(), Origin::Default, &|_| Origin::Default).ok()
}

type Place<'a> = &'a dyn Fn(std::ops::Range<usize>) -> Origin;
type Fault = (Origin, String);

fn table_of(table: &DeTable<'_>, place: Place<'_>) -> Result<Table, Fault> {
    let mut entries = Vec::with_capacity(table.len());
    let mut order = Vec::with_capacity(table.len());
    for (key, value) in table {
        order.push((key.span().start, entries.len()));
        entries.push(Some(Entry {
            key: key.get_ref().to_string(),
            key_origin: place(key.span()),
            node: node_of(value.get_ref(), place(value.span()), place)?,
        }));
    }
    // The parser sorts by name; contacts and outputs are numbered in the order of the file.
    order.sort_unstable();
    let entries = order.into_iter().filter_map(|(_, i)| entries[i].take()).collect();
    Ok(Table { entries })
}

fn node_of(value: &DeValue<'_>, origin: Origin, place: Place<'_>) -> Result<Node, Fault> {
    let value = match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(i) => {
            let Ok(whole) = i64::from_str_radix(i.as_str(), i.radix()) else {
                let message =
                    format!("found the integer {i}, asked: one of at most 64 bits; write it as 1e20");
                return Err((origin, message));
            };
            Value::Integer(whole)
        }
        DeValue::Float(x) => match x.as_str().parse::<f64>() {
            Ok(number) if number.is_infinite() && !x.as_str().contains("inf") => {
                let message = format!("found {x}, asked: a number below 1.8e308; give a smaller one");
                return Err((origin, message));
            }
            Ok(number) => Value::Float(number),
            Err(_) => return Err((origin, format!("found {x}, asked: a number"))),
        },
        DeValue::Boolean(b) => Value::Bool(*b),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => {
            let nodes = list.iter().map(|v| node_of(v.get_ref(), place(v.span()), place));
            Value::List(nodes.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => Value::Table(table_of(table, place)?),
    };
    Ok(Node { value, origin })
}
