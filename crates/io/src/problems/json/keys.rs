//! Typed access to JSON values, with the path of keys in every message.

use crate::error::Fault;
use drystone_dynamics::names::distance;
use serde_json::{Map, Value};

/// A JSON object and the path that led to it.
pub(crate) struct Object<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

/// What a value is, in the user's words.
fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(s) => format!("the text {}", crate::problems::json::keys::quoted(s)),
        Value::Array(a) => format!("a list of {}", a.len()),
        Value::Object(_) => "an object".into(),
    }
}

pub(crate) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(24).collect();
    format!("\"{}\"", short.escape_debug())
}

impl<'a> Object<'a> {
    pub(crate) fn new(value: &'a Value, path: &str) -> Result<Self, Fault> {
        match value {
            Value::Object(map) => Ok(Object {
                map,
                path: path.into(),
            }),
            other => Err(if path.is_empty() {
                Fault::whole(kind(other), "an object in braces")
            } else {
                Fault::key(path, kind(other), "an object in braces")
            }),
        }
    }

    fn at(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.into()
        } else {
            format!("{}.{key}", self.path)
        }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key)
    }

    pub(crate) fn require(&self, key: &str) -> Result<&'a Value, Fault> {
        self.get(key)
            .ok_or_else(|| Fault::key(self.at(key), "nothing", "a value under this key"))
    }

    pub(crate) fn text(&self, key: &str) -> Result<&'a str, Fault> {
        match self.require(key)? {
            Value::String(s) => Ok(s),
            other => Err(Fault::key(self.at(key), kind(other), "a text in quotes")),
        }
    }

    pub(crate) fn optional_text(&self, key: &str) -> Result<Option<String>, Fault> {
        if self.has(key) {
            self.text(key).map(|s| Some(s.to_string()))
        } else {
            Ok(None)
        }
    }

    pub(crate) fn count(&self, key: &str, most: usize) -> Result<usize, Fault> {
        count(self.require(key)?, &self.at(key), most)
    }

    pub(crate) fn real(&self, key: &str) -> Result<f64, Fault> {
        real(self.require(key)?, &self.at(key))
    }

    pub(crate) fn bound(&self, key: &str, none: f64) -> Result<f64, Fault> {
        bound(self.require(key)?, &self.at(key), none)
    }

    pub(crate) fn reals(&self, key: &str) -> Result<Vec<f64>, Fault> {
        reals(self.require(key)?, &self.at(key))
    }

    /// Refuses keys outside both lists, and names the one that was probably meant.
    pub(crate) fn allow(&self, common: &[&str], own: &[&str]) -> Result<(), Fault> {
        for key in self.map.keys() {
            let mut known = common.iter().chain(own);
            if known.clone().any(|k| k == key) {
                continue;
            }
            let near = known
                .clone()
                .min_by_key(|k| distance(k, key))
                .filter(|k| distance(k, key) <= 1 + k.len() / 3);
            let asked = if let Some(near) = near {
                format!("a key the format knows: did you mean \"{near}\"?")
            } else {
                let first = known.next().copied().unwrap_or("");
                let all = known.fold(first.to_string(), |s, k| s + ", " + k);
                format!("one of {all}")
            };
            return Err(Fault::key(self.at(&short(key)), "an unknown key", asked));
        }
        Ok(())
    }
}

fn short(key: &str) -> String {
    key.chars().take(24).collect()
}

pub(crate) fn array<'a>(value: &'a Value, path: &str) -> Result<&'a Vec<Value>, Fault> {
    match value {
        Value::Array(list) => Ok(list),
        other => Err(Fault::key(path, kind(other), "a list in square brackets")),
    }
}

pub(crate) fn count(value: &Value, path: &str, most: usize) -> Result<usize, Fault> {
    let found = value.as_u64().and_then(|n| usize::try_from(n).ok());
    match found {
        Some(n) if n <= most => Ok(n),
        _ if most == usize::MAX => Err(Fault::key(path, kind(value), "a whole number from 0")),
        _ => Err(Fault::key(
            path,
            kind(value),
            format!("a whole number from 0 to {most}"),
        )),
    }
}

pub(crate) fn real(value: &Value, path: &str) -> Result<f64, Fault> {
    match value.as_f64() {
        Some(x) if x.is_finite() => Ok(x),
        _ => Err(Fault::key(path, kind(value), "a finite number")),
    }
}

/// A number that may be infinite: `null` is `none`.
pub(crate) fn bound(value: &Value, path: &str, none: f64) -> Result<f64, Fault> {
    match value {
        Value::Null => Ok(none),
        Value::String(s) if matches!(s.as_str(), "inf" | "+inf") => Ok(f64::INFINITY),
        Value::String(s) if s == "-inf" => Ok(f64::NEG_INFINITY),
        Value::Number(_) => real(value, path),
        other => Err(Fault::key(
            path,
            kind(other),
            "a number, null, \"inf\" or \"-inf\"",
        )),
    }
}

pub(crate) fn reals(value: &Value, path: &str) -> Result<Vec<f64>, Fault> {
    let list = array(value, path)?;
    let bad = list.iter().position(|x| !x.as_f64().is_some_and(f64::is_finite));
    if let Some(k) = bad {
        return Err(Fault::key(
            format!("{path}[{k}]"),
            kind(&list[k]),
            "a finite number",
        ));
    }
    Ok(list.iter().filter_map(Value::as_f64).collect())
}

/// Rows of a square matrix that must have an entry in each of them.
pub(crate) fn rows_of(value: &Value, path: &str) -> Result<usize, Fault> {
    if let Value::Array(rows) = value {
        return Ok(rows.len());
    }
    let object = Object::new(value, path)?;
    let stored = array(object.require("entries")?, &object.at("entries"))?.len();
    object.count("rows", stored)
}
