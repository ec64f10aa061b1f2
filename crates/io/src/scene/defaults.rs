//! What a scene leaves to its defaults, for `drystone check`.

use super::error::Origin;
use crate::scene::read::tree::{Node, Table, Value};
use std::fmt::Write;

/// Tables whose entries the user names: they are told once for all entries.
const NAMED: [&str; 5] = ["body", "joint", "motion", "force", "params"];

/// `key = value` of every default, with how many tables use it where they are several.
pub(super) fn defaults(tree: &Table) -> Vec<String> {
    let mut found: Vec<(String, usize)> = Vec::new();
    walk(tree, "", &mut found);
    let line = |(text, count): (String, usize)| match count {
        1 => text,
        count => format!("{text} ({count} times)"),
    };
    found.into_iter().map(line).collect()
}

fn walk(table: &Table, path: &str, found: &mut Vec<(String, usize)>) {
    // What is expected of a scene is no part of what it is.
    for entry in table.entries.iter().filter(|entry| entry.key != "verify") {
        let name = if NAMED.contains(&path) {
            "*"
        } else {
            entry.key.as_str()
        };
        let path = crate::scene::read::check::join(path, name);
        if entry.node.origin == Origin::Default {
            leaf(&entry.node, &path, found);
        } else {
            inside(&entry.node, &path, found);
        }
    }
}

/// Tables inside a value that was written.
fn inside(node: &Node, path: &str, found: &mut Vec<(String, usize)>) {
    match &node.value {
        Value::Table(table) => walk(table, path, found),
        Value::List(list) => list
            .iter()
            .for_each(|item| inside(item, &format!("{path}[*]"), found)),
        _ => {}
    }
}

fn leaf(node: &Node, path: &str, found: &mut Vec<(String, usize)>) {
    if let Value::Table(table) = &node.value {
        return walk(table, path, found);
    }
    let text = format!("{path} = {}", shown(node));
    match found.iter_mut().find(|(known, _)| *known == text) {
        Some((_, count)) => *count += 1,
        None => found.push((text, 1)),
    }
}

fn shown(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => format!("\"{text}\""),
        Value::Integer(i) => i.to_string(),
        Value::Float(x) => format!("{x:?}"),
        Value::Bool(b) => b.to_string(),
        Value::List(list) => {
            let mut out = String::new();
            for (i, item) in list.iter().enumerate() {
                let _ = write!(out, "{}{}", if i > 0 { ", " } else { "" }, shown(item));
            }
            format!("[{out}]")
        }
        Value::Date | Value::Table(_) => String::new(),
    }
}
